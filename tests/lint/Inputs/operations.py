# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ops.def and the operations of the dialect: each has its counterpart, or stands here with the reason."""
import os
import re
import sys

# Of the graph alone: values that are arguments in IR.
GRAPH = {"input", "param", "argument"}
# Of the dialect alone: storage, and what passes make.
DIALECT = {
    "cast": "between storage types and f32",
    "spread": "a token axis for what depends on none",
    "columns": "from rotate",
    "cosine": "from rotate",
    "sine": "from rotate",
}


def names(path, pattern):
    with open(path, encoding="utf-8") as file:
        return set(re.findall(pattern, file.read(), re.MULTILINE))


def main(root):
    graph = names(os.path.join(root, "dsl/graph/Ops.def"), r'^TENON_\w+\(\w+, "(\w+)"')
    dialect = names(os.path.join(root, "codegen/dialect/TenonOps.td"), r'^def Tenon_\w+Op\s*:\s*Tenon_\w+<"(\w+)"')
    wrong = [f"dsl/graph/Ops.def: '{name}' has no operation in codegen/dialect"
             for name in sorted(graph - GRAPH - dialect)]
    wrong += [f"codegen/dialect: 'tenon.{name}' is no operation of dsl/graph/Ops.def"
              for name in sorted(dialect - set(DIALECT) - graph)]
    wrong += [f"operations.py: '{name}' is no exception"
              for name in sorted((GRAPH - graph) | (GRAPH & dialect) | (set(DIALECT) - dialect) | (set(DIALECT) & graph))]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
