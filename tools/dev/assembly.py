#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the assembly of a fixed set of specs with that of another build: a change of the
compiler that is to leave generated code alone shows here that it does.

usage: tools/dev/assembly.py record  [--tenon PATH] [--only TEXT] DIR
       tools/dev/assembly.py compare [--tenon PATH] [--only TEXT] DIR

The set is every spec of examples/blocks and examples/models and the narrow form of every block of
examples/zoo (tests/zoo), for each target in TARGETS. `record` keeps it in DIR; `compare` says which
functions and tables differ from what DIR holds, and keeps the new text beside it as FILE.new.
The order of functions, and the numbers that follow from it, do not count.
"""
import argparse
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests", *part) for part in (["Inputs"], ["zoo", "Inputs"])]

import narrow  # noqa: E402
import tool  # noqa: E402

TARGETS = ("x86-64-v3", "x86-64-v4", "x86-64-v4-bf16")
TABLE = re.compile(r"\btable(_\d+)?\b")
NUMBERED = re.compile(r"(\.L[A-Za-z_]+?|Ltmp)\d+(_\d+)?\b")


def pieces(text):
    """The text's sections as sorted (name, body), without what their order decides."""
    cut = re.split(r"(?m)^(?=\t\.section\t|\t\.text$)", text)
    found = []
    for piece in cut[1:]:
        header, _, body = piece.partition("\n")
        body = TABLE.sub("table", NUMBERED.sub(lambda match: match[1] + (match[2] or ""), body))
        found.append((TABLE.sub("table", header.split(",")[0].split("\t")[-1]), body))
    return sorted(found)


def shipped():
    """(name, path, block) of the specs that are compiled as they are."""
    for folder in ("blocks", "models"):
        for where, _, files in sorted(os.walk(os.path.join(ROOT, "examples", folder))):
            for name in sorted(files):
                if name.endswith(".tenon"):
                    yield name[:-6], os.path.join(where, name), None


def narrowed(tenon, work):
    """The same of the zoo's blocks at toy width, written into `work`."""
    for name in sorted(os.listdir(os.path.join(ROOT, "examples", "zoo"))):
        kit = tool.Tool(tenon, os.path.join(work, name[:-6]))
        path = os.path.join(ROOT, "examples", "zoo", name)
        for block in json.loads(kit.need("check", path, "--json"))["blocks"]:
            form = narrow.Narrow(kit, path, block)
            if not form.wrong:
                spec = os.path.join(kit.folder, f"{block['name']}.tenon")
                with open(spec, "w", encoding="utf-8") as file:
                    file.write(form.text())
                yield f"{name[:-6]}.{block['name']}", spec, "narrow"


def assembly(tenon, path, block, target):
    with tempfile.TemporaryDirectory() as out:
        command = [tenon, "compile", path, "--emit=asm", f"--target={target}", "-o", out]
        result = subprocess.run(command + (["--block", block] if block else []), capture_output=True, text=True)
        if result.returncode:
            return f"\t.section\tfailed\n{result.stderr}"
        text = ""
        for name in sorted(os.listdir(out)):
            with open(os.path.join(out, name), encoding="utf-8") as file:
                text += file.read()
        return text


def differences(old, new):
    """Names of the pieces that are in one of the two alone, at most six."""
    names = sorted({name for name, body in set(pieces(old)) ^ set(pieces(new))})
    return names[:6] + ([f"{len(names) - 6} more"] if len(names) > 6 else [])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["record", "compare"])
    parser.add_argument("--tenon", default=os.path.join(ROOT, "build", "bin", "tenon"))
    parser.add_argument("--only", default="", help="specs whose name holds this")
    parser.add_argument("folder", metavar="DIR")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)

    def one(job):
        (name, path, block), target = job
        place = os.path.join(options.folder, f"{name}.{target}.s.gz")
        text = assembly(options.tenon, path, block, target)
        if options.action == "compare":
            if not os.path.exists(place):
                return f"{name} {target}: not recorded"
            with gzip.open(place, "rt") as file:
                wrong = differences(file.read(), text)
            if not wrong:
                return None
            place = place.replace(".gz", ".new.gz")
        with gzip.open(place, "wt", compresslevel=1) as file:
            file.write(text)
        return f"{name} {target}: {', '.join(wrong)}" if options.action == "compare" else None

    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(os.cpu_count()) as workers:
        specs = [spec for spec in [*shipped(), *narrowed(options.tenon, work)] if options.only in spec[0]]
        jobs = [(spec, target) for spec in specs for target in TARGETS]
        wrong = [line for line in workers.map(one, jobs) if line]
    print("\n".join(wrong + [f"{len(jobs)} compiled, {len(wrong)} differ"]))
    return 1 if wrong or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
