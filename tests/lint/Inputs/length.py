# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A file has at most 400 lines, or says near its top why it is longer:

    // Longer than 400 lines: <reason>
"""
import re

import tree

LIMIT = 400
SUFFIXES = [".h", ".cpp", ".c", ".td", ".def", ".py", ".cmake", "CMakeLists.txt", ".sh", ".tenon"]
REASON = re.compile(r"Longer than 400 lines: \S")


def check(root):
    for name in tree.files(root, SUFFIXES):
        lines = tree.read(root, name).splitlines()
        if len(lines) > LIMIT and not any(REASON.search(line) for line in lines[:12]):
            yield f"{name}: {len(lines)} lines, {LIMIT} at most without a reason"


tree.main(check)
