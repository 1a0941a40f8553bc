# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a spec whose every line nests one construct as deep as asked."""
import sys

depth = int(sys.argv[1])
print("block b {")
for value in (
    "(" * depth + "1" + ")" * depth,
    "f(" * depth + "1" + ")" * depth,
    "f(a; b = " * depth + "1" + ")" * depth,
    "[" * depth + "1" + "]" * depth,
    "2 of [" * (depth // 2) + "x" + "]" * (depth // 2),
    "-" * depth + "1",
    "not " * depth + "true",
    "2^" * depth + "1",
    "1 + " * depth + "1",
):
    print("  a =", value)
print("  a =", "if c then 0 else " * depth + "1")
print("}")
