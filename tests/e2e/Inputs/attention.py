# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A whole block with attention: validated against the double reference however its rows are spread over
calls, and the same bytes each time.

usage: attention.py --tenon PATH --spec FILE --work DIR [--target cpu]

Rows of 129, 3 and 1 tokens are computed alone and in one batch, at once, in chunks and token by token, on
one and more threads. The result of a row may depend on none of that.
"""
import argparse
import json
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "Inputs")]

import tensors
import tool

LENGTHS = [129, 3, 1]
CHUNKS = [1, 5, 64, 128]


class Block:
    def __init__(self, kit, spec):
        self.kit, self.spec, self.failed, self.runs = kit, spec, 0, 0
        (block,) = json.loads(kit.need("check", spec, "--json"))["blocks"]
        self.width = block["width"]
        self.causal = "mask = none" not in open(spec, encoding="utf-8").read()
        self.given = kit.file("all.safetensors")
        kit.need("run", spec, "--target", "reference", "--sequences", ",".join(map(str, LENGTHS)), "--save", self.given)
        self.used = tensors.read(self.given)
        self.type = self.used["x"][1]

    def fail(self, what):
        self.failed += 1
        print(f"FAIL {os.path.basename(self.spec)}: {what}", flush=True)

    def validate(self, *options):
        self.runs += 1
        status, out, err = self.kit.call("run", self.spec, "--target", self.kit.target, "--validate", "--json", *options)
        try:
            verdict = json.loads(out)
        except json.JSONDecodeError:
            return self.fail(f"{options}: exit {status}, no JSON document\n{err}\n{out}")
        if status != 0 or verdict.get("pass") is not True:
            kept = {name: verdict[name] for name in ("failures", "worst", "diagnostics", "bound") if name in verdict}
            self.fail(f"{options}: exit {status} {json.dumps(kept)}\n{err}")
        return None

    def rows(self, first, counts, *options):
        """The bytes of y for given rows from `first` on, in sequences of `counts` rows."""
        self.runs += 1
        x, _ = self.used["x"]
        path, output = self.kit.file("in.safetensors"), self.kit.file("y.safetensors")
        tensors.write(path, {"x": (x[first:first + sum(counts)].astype(np.float64), self.type),
                             "sequences": (np.cumsum([0, *counts]), "i64")})
        self.kit.need("run", self.spec, "--target", self.kit.target, "--weights", self.given, "--input", path,
                      "--output", output, *options)
        return np.ascontiguousarray(tensors.read(output)["y"][0].astype(np.float64)).view(np.uint64)

    def same(self, what, one, other):
        if not np.array_equal(one, other):
            rows = np.nonzero((one != other).any(axis=1))[0]
            self.fail(f"{what}: {len(rows)} of {len(one)} rows differ, from row {rows[0]} on")


def check(block):
    validated = [("--tokens", 1), ("--tokens", 17, "--threads", 3), ("--tokens", 129), ("--sequences", "3,40,1,1,7")]
    if block.causal:
        validated += [("--tokens", 17, "--chunk", 1), ("--tokens", 129, "--chunk", 50),
                      ("--sequences", "5,1,30", "--chunk", 4), ("--sequences", "1,1,19", "--positions", "300,0,41")]
    for options in validated:
        block.validate(*options)
    whole = block.rows(0, LENGTHS, "--threads", 1)
    for threads in (2, 3, 8):
        block.same(f"{threads} threads", block.rows(0, LENGTHS, "--threads", threads), whole)
    first = 0
    for count in LENGTHS:
        block.same(f"{count} tokens alone", block.rows(first, [count]), whole[first:first + count])
        first += count
    for chunk in CHUNKS if block.causal else []:
        block.same(f"chunks of {chunk}", block.rows(0, LENGTHS, "--chunk", chunk, "--threads", 2), whole)


def main():
    parser = argparse.ArgumentParser()
    for name in ("tenon", "spec", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--target", default="cpu")
    options = parser.parse_args()
    block = Block(tool.Tool(options.tenon, options.work, options.target), options.spec)
    check(block)
    print(f"{os.path.basename(options.spec)}: {block.runs} runs, {block.failed} failed")
    return 1 if block.failed else 0


if __name__ == "__main__":
    sys.exit(main())
