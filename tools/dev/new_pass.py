#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Starts a new pass: its entry in Passes.td, its file, its test.

usage: tools/dev/new_pass.py FOLDER NAME "SUMMARY"

    tools/dev/new_pass.py codegen/fuse HoistScales "Moves row scales out of contractions."

makes the five places agree (docs/architecture.md, "Names"): def HoistScales, flag
tenon-hoist-scales, codegen/fuse/HoistScales.cpp with that debug type, and
tests/codegen/fuse/hoist-scales.mlir. What is left: the file's name in FOLDER/CMakeLists.txt,
the pass's place in codegen/pipeline/Pipeline.cpp, and the work itself.
"""
import os
import re
import sys

ENTRY = """
def {name} : Pass<"{flag}", "::mlir::ModuleOp"> {{
  let summary = "{summary}";
}}
"""

SOURCE = """// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// {summary}

#include "{table}/Passes.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "{flag}"

namespace tenon {{
#define GEN_PASS_DEF_{upper}
#include "{table}/Passes.h.inc"
}} // namespace tenon

namespace {{

struct {name} : tenon::impl::{name}Base<{name}> {{
  void runOnOperation() override {{}}
}};

}} // namespace
"""

TEST = """// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --{flag} | FileCheck %s
"""


def write_new(path, text):
    if os.path.exists(path):
        sys.exit(f"new_pass.py: {path} exists")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    print(f"made {path}")


def add_entry(table, entry):
    """Before the closing #endif, so that passes stand in the order in which they were added."""
    with open(table, encoding="utf-8") as file:
        text = file.read()
    end = text.rfind("#endif")
    text = text[:end].rstrip("\n") + "\n" + entry + "\n" + text[end:] if end >= 0 else text + entry
    with open(table, "w", encoding="utf-8") as file:
        file.write(text)
    print(f"added to {table}")


def main(folder, name, summary):
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    folder = os.path.normpath(folder)
    table = folder  # the pass may lie in a folder below the one with Passes.td
    while table and not os.path.exists(os.path.join(root, table, "Passes.td")):
        table = os.path.dirname(table)
    if not table:
        sys.exit(f"new_pass.py: no Passes.td in {folder} or above it")
    if not re.fullmatch(r"([A-Z][a-z0-9]+)+", name):
        sys.exit(f"new_pass.py: '{name}' is not CamelCase")
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()
    values = dict(name=name, flag="tenon-" + words, summary=summary, table=table, upper=name.upper())
    write_new(os.path.join(root, folder, name + ".cpp"), SOURCE.format(**values))
    write_new(os.path.join(root, "tests", folder, words + ".mlir"), TEST.format(**values))
    add_entry(os.path.join(root, table, "Passes.td"), ENTRY.format(**values))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
