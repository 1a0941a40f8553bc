# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A numbered error stands in three places: Errors.def, a table row of docs/language.md, and
a negative test that makes it happen (tests/dsl/parse/p3-*.tenon shows [P3])."""
import os
import re

import tree

# Macro, folder of its Errors.def, and the letter of its numbers.
TABLES = [("TENON_PARSE_ERROR", "dsl/parse", "P"), ("TENON_CHECK_ERROR", "dsl/check", "C"),
          ("TENON_CHECK_WARNING", "dsl/check", "W")]
ROW = re.compile(r"^\|\s*[`*]*([PCW])(\d+)[`*]*\s*\|", re.MULTILINE)


def check(root):
    rows = [(letter, int(number)) for letter, number in ROW.findall(tree.read(root, "docs/language.md"))]
    for macro, folder, letter in TABLES:
        table = folder + "/Errors.def"
        entry = re.compile(rf"^{macro}\((\d+),\s*\w+,", re.MULTILINE)
        numbers = [int(number) for number in entry.findall(tree.read(root, table))]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"{table}: {letter} numbers must be 1, 2, 3, ... without gaps, found {numbers}"
        documented = [number for kind, number in rows if kind == letter]
        for number in sorted(set(numbers) ^ set(documented)):
            where = "docs/language.md" if number in numbers else table
            yield f"{where}: {letter}{number} is missing"
        for number in sorted(set(number for number in documented if documented.count(number) > 1)):
            yield f"docs/language.md: {letter}{number} stands there twice"
        for number in numbers:
            stem = f"tests/{folder}/{letter.lower()}{number}-"
            shown = f"[{letter}{number}]"
            if not any(shown in tree.read(root, name) for name in tree.files(root, under=stem)):
                yield f"{stem}*: no test shows {shown}"


tree.main(check)
