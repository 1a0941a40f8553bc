# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of docs/architecture.md names every folder at the top and every folder of sources below it,
and no other."""
import os
import re

import tree

DOCS = "docs/architecture.md"
ROW = re.compile(r"^\| `([\w/-]+/)` \|", re.MULTILINE)
SOURCES = (".h", ".cpp", ".c", ".td", ".py", ".tenon")
# Explained as a whole: tests mirror the tree, examples have a text of their own.
WHOLE = ("tests/", "examples/")


def needed(names):
    for name in names:
        parts = name.split("/")
        if len(parts) > 1 and not name.startswith("."):
            yield parts[0] + "/"
        if len(parts) > 2 and name.endswith(SOURCES) and not name.startswith((*WHOLE, ".")):
            yield "/".join(parts[:2]) + "/"


def check(root):
    rows = ROW.findall(tree.read(root, DOCS))
    for folder in sorted(set(needed(tree.files(root))) - set(rows)):
        yield f"{DOCS}: its table of folders does not name {folder}"
    for folder in rows:
        if not os.path.isdir(os.path.join(root, folder)):
            yield f"{DOCS}: its table of folders names {folder}, which is not there"
        if rows.count(folder) > 1:
            yield f"{DOCS}: its table of folders names {folder} {rows.count(folder)} times"


tree.main(check)
