# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the regression cases of an area against Tenon.

usage: run.py --tenon PATH --target T --area AREA --work DIR [--case PREFIX] [--long] ...

The cases are read from cases/cases.json under $TENON_SHARED, or under ../shared beside the
checkout, or from the copy in this folder. A line tells what became of each: PASS, FAIL
with the reason, or LEFT OUT with the rule that leaves it out. Exit 1 if one failed or
none ran.
"""

import argparse
import json
import os
import shutil
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "Inputs")]

import activations
import attention
import blocks
import compare
import gated
import machine
import norms
import products
import properties
import refusals
import rope
import sizes
import tool
import validator

OPS = {}
for module in (norms, activations, gated, sizes, products, blocks, attention, rope):
    OPS.update(module.OPS)
KINDS = {**properties.KINDS, **machine.KINDS}

# What leaves a case out, in the order of the rules.
OUT = [
    (lambda case, target: case.get("op", "").endswith("_backward"), "gradients: a block has a forward only"),
    (lambda case, target: case.get("op") == "router", "routers of experts are not in the language"),
    (lambda case, target: case["area"] == "ptx", "device code is not made yet"),
    (lambda case, target: case.get("op") == "merge", "partial results of attention stay inside a kernel"),
    (
        lambda case, target: target == "reference" and case.get("op") == "block" and case["area"] == "attn",
        "the reference keeps no cache between calls",
    ),
    (lambda case, target: target == "reference" and "target" in case["input"], "the reference lacks nothing"),
]


def cases_file():
    root = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
    for folder in (os.environ.get("TENON_SHARED"), os.path.join(root, "..", "shared")):
        path = os.path.join(folder or "", "cases", "cases.json")
        if folder and os.path.exists(path):
            return path
    return os.path.join(HERE, "cases.json")


class Kit(tool.Tool):
    """The tool and the compilers that cases about the artifact need."""

    def __init__(self, options):
        super().__init__(options.tenon, options.work, options.target)
        self.cc, self.cxx, self.probe = options.cc, options.cxx, options.probe
        self.nm = shutil.which("llvm-nm") or shutil.which("llvm-nm-22") or shutil.which("nm")
        self.qemu = shutil.which("qemu-x86_64")
        self.flags = set(open("/proc/cpuinfo").read().split())
        self.has_sanitizer = options.long
        self.given = {}


def handlers(case, target):
    """What checks a case on a target: by its refusal, its kind of fault, its operation."""
    if "refuse" in case["expect"]:
        return [refusals.check]
    found = []
    if case["kind"] in validator.KINDS:
        return [validator.KINDS[case["kind"]]]
    if case["kind"] in KINDS and target != "reference":
        found.append(KINDS[case["kind"]])
    operation = OPS.get(case.get("op", "rmsnorm"))
    if (
        operation
        and ("values" in case["expect"] or "either" in case["expect"])
        and case.get("op") != "artifact"
    ):
        found.append(operation)
    return found


def size_of(case):
    """Elements of the case's largest input."""
    sizes = [1]
    for value in case["input"].values():
        if (
            isinstance(value, dict)
            and "shape" in value
            and all(isinstance(size, int) for size in value["shape"])
        ):
            count = value.get("row_stride", 1) if "row_stride" in value else 1
            for size in value["shape"][:1] if "row_stride" in value else value["shape"]:
                count *= size
            sizes.append(count)
    return max(sizes)


def verdict(case, kit, options):
    for rule, reason in OUT:
        if rule(case, options.target):
            return "LEFT OUT", reason
    if "size" in case["input"] or case["kind"] == "shape.long-sequence":
        if not options.long:
            return "LEFT OUT", "large: run with the long tests"
        if "size" in case["input"] and (options.target == "reference" or not enough_memory(size_of(case))):
            return "LEFT OUT", "large: too large for the interpreter, or for this machine"
    found = handlers(case, options.target)
    if case["kind"] == "shape.index-32bit":
        found = found[:1]
    if not found:
        needs = case["kind"] in KINDS
        return "LEFT OUT" if needs else "FAIL", (
            "about the artifact" if needs else f"no rule for op {case.get('op')}"
        )
    for handler in found:
        try:
            handler(case, kit)
        except (compare.Mismatch, tool.Failed) as error:
            return "FAIL", f"{error}\n  why the case exists: {case['why']}"
        except LookupError as error:
            if type(error) is LookupError:
                return "LEFT OUT", str(error)
            return "FAIL", traceback.format_exc()
        except Exception:
            return "FAIL", traceback.format_exc()
    return "PASS", ""


def enough_memory(elements):
    with open("/proc/meminfo") as file:
        available = next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))
    return 5 * elements + (1 << 30) < available


def main():
    parser = argparse.ArgumentParser()
    for name in ("tenon", "target", "area", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--case", default="", help="only cases whose id begins so")
    parser.add_argument("--probe", default="")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--cxx", default="c++")
    parser.add_argument("--long", action="store_true")
    options = parser.parse_args()

    cases = [case for case in json.load(open(cases_file())) if case["area"] == options.area]
    counts = {"PASS": 0, "FAIL": 0, "LEFT OUT": 0}
    for case in cases:
        if not case["id"].startswith(options.case):
            continue
        shutil.rmtree(options.work, ignore_errors=True)
        kit = Kit(options)
        result, reason = verdict(case, kit, options)
        counts[result] += 1
        print(f"{result} {case['id']}" + (f": {reason}" if reason else ""), flush=True)
    print(
        f"{options.area} on {options.target}: {counts['PASS']} passed, {counts['FAIL']} failed, "
        f"{counts['LEFT OUT']} left out by rule"
    )
    return 1 if counts["FAIL"] or not counts["PASS"] else 0


if __name__ == "__main__":
    sys.exit(main())
