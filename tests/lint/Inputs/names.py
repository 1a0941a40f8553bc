# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A pass has one name in five places: def and flag in Passes.td, its file, the debug
type in it, and its test."""
import os
import re

import tree

PASS = re.compile(r'^def\s+(\w+)\s*:\s*\w*Pass<"([^"]+)"', re.MULTILINE)


def flag_of(name):
    """FormKernels -> tenon-form-kernels"""
    return "tenon-" + re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name).lower()


def check(root):
    sources = tree.files(root, [".cpp"], "codegen/")
    tests = tree.files(root, [".mlir"], "tests/codegen/")
    for table in tree.files(root, ["Passes.td"], "codegen/"):
        folder = os.path.dirname(table)
        for name, flag in PASS.findall(tree.read(root, table)):
            if flag != flag_of(name):
                yield f"{table}: {name} has the flag {flag}, expected {flag_of(name)}"
            own = [path for path in sources
                   if path.startswith(folder + "/") and os.path.basename(path) == name + ".cpp"]
            if len(own) != 1:
                yield f"{table}: {name} needs one {folder}/**/{name}.cpp, found {len(own)}"
                continue
            if f'#define DEBUG_TYPE "{flag}"' not in tree.read(root, own[0]):
                yield f'{own[0]}: no #define DEBUG_TYPE "{flag}"'
            expected = os.path.join("tests", os.path.dirname(own[0]), flag[len("tenon-"):] + ".mlir")
            if expected not in tests:
                yield f"{table}: {name} needs the test {expected}"


tree.main(check)
