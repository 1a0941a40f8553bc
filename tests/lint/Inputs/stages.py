# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of stages follow codegen/pipeline/Stages.def: that of README.md lists all of them and says what
each is, that of docs/architecture.md says what is true after each that is text or a module."""
import re

import tree

STAGE = re.compile(r'^TENON_(\w+)_STAGE\(\w+,((?:\s*"[^"]*",?)+)\)', re.MULTILINE)
ROW = re.compile(r"^\| `([\w-]+)` \| (.*) \|$", re.MULTILINE)


def stages(text):
    """(kind, spelling, suffix, what, gate)"""
    for kind, rest in STAGE.findall(text):
        rest = re.sub(r'"\s*"', "", rest)  # adjacent literals are one
        yield kind, *re.findall(r'"([^"]*)"', rest)


def rows(root, name):
    """The rows of the section 'Stages', without marks of code."""
    section = re.search(r"^## Stages$(.*?)(?=^## |\Z)", tree.read(root, name), re.MULTILINE | re.DOTALL)
    return [(key, text.replace("`", "")) for key, text in ROW.findall(section[1])] if section else []


def compare(root, name, expected):
    found = rows(root, name)
    if [key for key, _ in found] != [key for key, _ in expected]:
        yield (f"{name}: its section 'Stages' lists {[key for key, _ in found]}, "
               f"Stages.def {[key for key, _ in expected]}")
        return
    for (key, text), (_, wanted) in zip(found, expected):
        if text != wanted:
            yield f"{name}: says of stage '{key}' \"{text}\", Stages.def \"{wanted}\""


def check(root):
    listed = list(stages(tree.read(root, "codegen/pipeline/Stages.def")))
    if not listed:
        yield "codegen/pipeline/Stages.def: no stage found"
    yield from compare(root, "README.md", [(spelling, what) for _, spelling, _, what, _ in listed])
    yield from compare(root, "docs/architecture.md",
                       [(spelling, gate) for kind, spelling, _, _, gate in listed if kind != "FILE"])


tree.main(check)
