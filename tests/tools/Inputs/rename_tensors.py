# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rename_tensors.py FROM NAMES TO [PREFIX OTHER [WITHOUT]]: parameters as a name map without slices calls them, with OTHER for
PREFIX at the front, without those whose names hold WITHOUT."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs"))
import tensors  # noqa: E402


def main(source, names, target, prefix="", other="", without="\0"):
    names = json.load(open(names))["tensors"]
    renamed = {}
    for name, (values, kind) in tensors.read(source).items():
        layer = name.split(".")[1] if name.startswith("layers.") else "*"
        entry = names.get(name.replace(f"layers.{layer}.", "layers.*.", 1))
        if entry:
            theirs = entry["from"].replace("*", layer)
            theirs = other + theirs.removeprefix(prefix) if theirs.startswith(prefix) else theirs
            if without not in theirs:
                renamed[theirs] = (values, kind)
    tensors.write(target, renamed)


main(*sys.argv[1:])
