# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads standard input, which must be exactly one JSON document of format 1, and prints
the values at the paths given: one_document.py blocks.0.name"""
import json
import sys

document = json.load(sys.stdin)
assert document["format"] == 1, document
for path in sys.argv[1:]:
    value = document
    for step in path.split("."):
        value = value[int(step) if isinstance(value, list) else step]
    print(json.dumps(value))
