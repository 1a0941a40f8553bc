# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the cases that expect numbers with every number wrong, so that none may pass.

usage: spoil.py FOLDER        writes FOLDER/cases/cases.json
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import run


def spoiled(value):
    if isinstance(value, dict):
        return {key: spoiled(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [spoiled(entry) for entry in value]
    return value if isinstance(value, str) else value * 1.0625 + 0.0625


def main(folder):
    os.makedirs(os.path.join(folder, "cases"), exist_ok=True)
    cases = [case for case in json.load(open(run.cases_file())) if "values" in case["expect"]]
    for case in cases:
        case["expect"]["values"] = spoiled(case["expect"]["values"])
    with open(os.path.join(folder, "cases", "cases.json"), "w") as file:
        json.dump(cases, file)


main(sys.argv[1])
