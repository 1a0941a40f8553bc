# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every source says its licence: one SPDX line, first, or second after a '#!' line."""
import tree

SUFFIXES = [".h", ".cpp", ".c", ".td", ".def", ".py", ".cmake", "CMakeLists.txt", ".sh", ".in"]
LINE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"


def check(root):
    for name in tree.files(root, SUFFIXES):
        lines = tree.read(root, name).splitlines() or [""]
        first = lines[1] if lines[0].startswith("#!") and len(lines) > 1 else lines[0]
        if LINE not in first:
            yield f"{name}:1: the first line must say '{LINE}'"


tree.main(check)
