# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Includes point one way (docs/architecture.md): every folder lists what it may see, and no
folders inside codegen/ see each other in a circle."""
import os
import re

import tree

LOWER = "codegen/lower/"
# What a folder sees besides itself. The longest key that a file's path begins with decides.
MAY_INCLUDE = {
    "dsl/": [],
    "codegen/dialect/": ["runtime/abi/Kernel.def"],
    "codegen/emit/": ["codegen/dialect/", "codegen/schedule/", "codegen/target/", "runtime/abi/"],
    "codegen/from_graph/": ["codegen/dialect/", "dsl/graph/"],
    "codegen/fuse/": ["codegen/dialect/"],
    "codegen/pipeline/": ["codegen/", "dsl/graph/", "runtime/abi/"],
    "codegen/schedule/": ["codegen/dialect/", "codegen/target/"],
    "codegen/target/": ["codegen/dialect/", "runtime/abi/"],
    "codegen/target/backends/": ["codegen/target/"],
    "codegen/target/cpu/": ["codegen/dialect/", "codegen/target/", "runtime/abi/"],
    "codegen/target/x86/": ["codegen/target/", LOWER + "tile/"],
    LOWER: ["codegen/dialect/", "codegen/schedule/", "codegen/target/"],
    LOWER + "attention/": ["codegen/dialect/", "codegen/schedule/"]
    + [LOWER + below for below in ("build/", "contraction/", "math/", "plan/", "rows/")],
    LOWER + "build/": [],
    LOWER + "contraction/": ["codegen/schedule/"] + [LOWER + below for below in ("build/", "plan/", "rows/")],
    LOWER + "math/": [],
    LOWER + "pack/": ["codegen/dialect/", "codegen/schedule/", LOWER + "build/"],
    LOWER + "plan/": ["codegen/dialect/"],
    LOWER + "rows/": ["codegen/dialect/"] + [LOWER + below for below in ("build/", "math/", "plan/")],
    LOWER + "tile/": ["codegen/dialect/", "codegen/schedule/", LOWER + "build/"],
    "runtime/abi/": [],
    "runtime/core/": ["runtime/abi/"],
    "runtime/cpu/": ["runtime/abi/", "runtime/core/"],
    "runtime/weights/": ["runtime/abi/", "runtime/core/"],
    "oracle/reference/": ["dsl/graph/", "runtime/core/"],
    "oracle/validate/": ["dsl/graph/", "oracle/reference/", "runtime/core/"],
    "import/": ["dsl/", "runtime/core/", "runtime/weights/"],
    "bench/": [],
    "tools/": ["bench/", "codegen/", "dsl/", "import/Import.h", "oracle/", "runtime/"],
    "examples/": [],
}
# Who may see MLIR and LLVM.
COMPILER = ["codegen/", "tools/tenon-opt/"]

OURS = tuple({key.split("/")[0] + "/" for key in MAY_INCLUDE})
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')
# Declares the passes that the folders below define, and nothing else: whoever sees it sees no folder.
DECLARATIONS = re.compile(r"^codegen/\w+/Passes\.h(\.inc)?$")


def includes(root):
    """(file, line, header), for every file that a folder of the table holds."""
    for name in tree.files(root, [".h", ".cpp", ".c", ".def"]):
        for number, line in enumerate(tree.read(root, name).splitlines(), 1):
            if match := INCLUDE.match(line):
                yield name, number, match[1]


def folder(name):
    return os.path.dirname(name) + "/"


def forbidden(found):
    for name, number, header in found:
        owner = max((key for key in MAY_INCLUDE if name.startswith(key)), key=len, default=None)
        if owner is None:
            continue
        allowed = (owner, *MAY_INCLUDE[owner])
        if header.startswith(OURS) and not header.startswith(allowed) and not DECLARATIONS.match(header):
            yield f"{name}:{number}: must not include {header}"
        if header.startswith(("mlir/", "llvm/", "lld/", "clang/")) and not name.startswith(tuple(COMPILER)):
            yield f"{name}:{number}: only {' and '.join(COMPILER)} include {header}"


def unlisted(found):
    for name in sorted({folder(name) for name, _, _ in found if name.startswith("codegen/")} - set(MAY_INCLUDE)):
        yield f"{name}: does not list what it may see (MAY_INCLUDE in tests/lint/Inputs/dependencies.py)"


def circles(found):
    """The arrows between folders inside codegen/ that lead back to where they start."""
    arrows = {}
    for name, number, header in found:
        source, target = folder(name), folder(header)
        inside = source.startswith("codegen/") and target.startswith("codegen/") and source != target
        if inside and not DECLARATIONS.match(header):
            arrows.setdefault((source, target), f"{name}:{number}")
    for (source, target), place in sorted(arrows.items()):
        if source in reached(target, arrows):
            yield f"{place}: {source} sees {target}, which sees {source} again"


def reached(start, arrows):
    seen, waiting = set(), [start]
    while waiting:
        at = waiting.pop()
        if at not in seen:
            seen.add(at)
            waiting += [target for source, target in arrows if source == at]
    return seen


def check(root):
    found = list(includes(root))
    yield from forbidden(found)
    yield from unlisted(found)
    yield from circles(found)


tree.main(check)
