#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Starts a new operation of one number: its line in each place that names it.

usage: tools/dev/new_operation.py NAME FORMULA

    tools/dev/new_operation.py softsign "x / (1 + std::abs(x))"

FORMULA is C++ for a double x; folding and the reference compute it. What is left: the vector code
(the build says where), a test of it, and the numbers of Ops.def and TenonOps.td, which stand for a
function that needs a polynomial and is right to 2 ulp.
"""
import os
import re
import sys

# file, the line before which (or behind which: +) the new one stands, and that line
PLACES = [
    ("dsl/graph/Ops.def", "+TENON_FUNCTION(floor,",
     'TENON_FUNCTION({name}, "{name}", {formula}, 1, 4)\n'),
    ("codegen/dialect/TenonOps.td", "+def Tenon_FloorOp ",
     'def Tenon_{camel}Op : Tenon_Function<"{name}", "{formula}">;\n'),
    ("codegen/lower/rows/Elementwise.cpp", "+  add<FloorOp,",
     "  add<{camel}Op, call<vmath::emit{camel}>>(context);\n"),
    ("codegen/lower/math/VectorMath.h", "/// 1 / (1 + exp(-x))",
     "/// {formula}\nmlir::Value emit{camel}(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x);\n\n"),
    ("codegen/lower/math/VectorMath.cpp", "Value emitSigmoid(",
     '#error "the vector code of {name}: {formula}"\n'
     "Value emit{camel}(OpBuilder &builder, Location loc, Value x) {{ return emit<{name}>(builder, loc, x); }}\n"),
    ("docs/language.md", "+| `abs exp expm1 ", "| `{name}` | yes | yes |\n"),
]


def add(path, mark, line):
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    behind = mark.startswith("+")
    found = [i for i, each in enumerate(lines) if each.startswith(mark[behind:])]
    if len(found) != 1:
        sys.exit(f"new_operation.py: {path} has {len(found)} lines that begin with '{mark[behind:]}'")
    lines.insert(found[0] + behind, line)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(lines)
    print(f"added to {path}")


def main(name, formula):
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        sys.exit(f"new_operation.py: '{name}' is not snake_case")
    with open(os.path.join(root, PLACES[0][0]), encoding="utf-8") as file:
        if f'"{name}"' in file.read():
            sys.exit(f"new_operation.py: '{name}' is there")
    camel = "".join(word.capitalize() for word in name.split("_"))
    for path, mark, line in PLACES:
        add(os.path.join(root, path), mark, line.format(name=name, camel=camel, formula=formula))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
