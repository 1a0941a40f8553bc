# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Includes point one way (docs/architecture.md): every folder lists what it may see."""
import re

import tree

# The longest key that a file's path begins with decides.
MAY_INCLUDE = {
    "dsl/": ["dsl/"],
    "codegen/": ["codegen/", "dsl/", "runtime/abi/"],
    "runtime/abi/": ["runtime/abi/"],
    "runtime/core/": ["runtime/abi/", "runtime/core/"],
    "runtime/cpu/": ["runtime/abi/", "runtime/core/", "runtime/cpu/"],
    "runtime/weights/": ["runtime/abi/", "runtime/core/", "runtime/weights/"],
    "oracle/reference/": ["dsl/graph/", "oracle/reference/", "runtime/core/"],
    "oracle/validate/": ["dsl/graph/", "oracle/", "runtime/core/"],
    "import/": ["dsl/", "import/", "runtime/core/", "runtime/weights/"],
    "bench/": ["bench/"],
    "tools/": ["bench/", "codegen/", "dsl/", "import/Import.h", "oracle/", "runtime/", "tools/"],
    "examples/": [],
}
# Who may see MLIR and LLVM.
COMPILER = ["codegen/", "tools/tenon-opt/"]

OURS = tuple({key.split("/")[0] + "/" for key in MAY_INCLUDE})
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')


def check(root):
    for name in tree.files(root, [".h", ".cpp", ".c", ".def"]):
        owners = [key for key in MAY_INCLUDE if name.startswith(key)]
        if not owners:
            continue
        allowed = tuple(MAY_INCLUDE[max(owners, key=len)])
        for number, line in enumerate(tree.read(root, name).splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            header = match[1]
            if header.startswith(OURS) and not header.startswith(allowed):
                yield f"{name}:{number}: must not include {header}"
            if header.startswith(("mlir/", "llvm/", "lld/", "clang/")) and not name.startswith(tuple(COMPILER)):
                yield f"{name}:{number}: only {' and '.join(COMPILER)} include {header}"


tree.main(check)
