# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Documents hold what they say: links lead somewhere, and a block of code under a comment
that names a file is that file (but for the comment at its top)."""
import os
import re

import tree

LINK = re.compile(r"\]\(([^)#\s:]+)(?:#[\w-]+)?\)")
QUOTE = re.compile(r"<!-- ([\w./-]+) -->\n```\w*\n(.*?)```", re.DOTALL)


def without_head(text):
    return re.sub(r"\A(#[^\n]*\n)+", "", text)


def check(root):
    for name in tree.files(root, [".md"]):
        text = tree.read(root, name)
        for target in LINK.findall(re.sub(r"`[^`\n]*`", "", text)):
            if not os.path.exists(os.path.join(root, os.path.dirname(name), target)):
                yield f"{name}: links to {target}, which is not there"
        for quoted, code in QUOTE.findall(text):
            if not os.path.exists(os.path.join(root, quoted)):
                yield f"{name}: quotes {quoted}, which is not there"
            elif without_head(tree.read(root, quoted)) != code:
                yield f"{name}: quotes {quoted}, which says something else"


tree.main(check)
