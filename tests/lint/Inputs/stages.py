# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""README.md's stage table lists the stages of codegen/pipeline/Stages.def, in their order."""
import re

import tree

STAGE = re.compile(r'^TENON_\w+_STAGE\(\w+,\s*"([^"]+)"', re.MULTILINE)
ROW = re.compile(r"^\| `([\w-]+)` \|", re.MULTILINE)


def check(root):
    stages = STAGE.findall(tree.read(root, "codegen/pipeline/Stages.def"))
    readme = tree.read(root, "README.md")
    section = re.search(r"^## Stages$(.*?)(?=^## |\Z)", readme, re.MULTILINE | re.DOTALL)
    rows = ROW.findall(section[1]) if section else []
    if not stages:
        yield "codegen/pipeline/Stages.def: no stage found"
    if rows != stages:
        yield f"README.md: its section 'Stages' lists {rows}, Stages.def {stages}"


tree.main(check)
