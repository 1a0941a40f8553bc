# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the bookkeeping of `tenon check --json` with facts about published models.

usage: check.py --tenon PATH --specs DIR

Every spec of DIR has an entry in facts.json and the other way round. Parameters count by
the slot that their canonical name begins with.
"""

import argparse
import json
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = ("width", "hidden", "heads", "kv_heads", "head_dim")


def slot_of(name):
    """What a parameter belongs to: attention, ffn, a norm of the block, or its placement."""
    parts = name.split(".")
    if "placement" in parts:
        return "other"
    if name.endswith("score.table"):
        return "shared"
    if parts[0] == "norm" or len(parts) > 1 and parts[1] == "norm":
        return "norms"
    return parts[0]


def counts(block):
    result = {"attention": 0, "ffn": 0, "norms": 0, "other": 0, "shared": 0}
    for parameter in block["parameters"]:
        result[slot_of(parameter["name"])] += math.prod(parameter["shape"])
    return result


def first_layer_differs(name):
    """A block that exists to differ from its model's others."""
    return name.endswith("_first")


def findings(name, facts, document):
    for block in document["blocks"]:
        if first_layer_differs(block["name"]):
            continue
        for size in SIZES:
            if size in facts and block.get(size) != facts[size]:
                yield f"{block['name']}: {size} {block.get(size)}, expected {facts[size]}"
        for slot, count in counts(block).items():
            if count != facts.get(slot, 0):
                yield f"{block['name']}: {count} parameters in {slot}, expected {facts.get(slot, 0)}"
    if "total" in facts:
        stacks = document["stacks"]
        if len(stacks) != 1:
            yield f"{len(stacks)} stacks, expected 1"
            return
        for ours, theirs in (("layers", "layers"), ("vocab", "vocab"), ("parameter_count", "total")):
            if stacks[0][ours] != facts[theirs]:
                yield f"{stacks[0]['name']}: {ours} {stacks[0][ours]}, expected {facts[theirs]}"


def check(tenon, path):
    done = subprocess.run([tenon, "check", path, "--json"], capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        return None, f"exit {done.returncode}\n{done.stdout}{done.stderr}"
    return json.loads(done.stdout), ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tenon", required=True)
    parser.add_argument("--specs", required=True)
    options = parser.parse_args()
    facts = json.load(open(os.path.join(HERE, "facts.json")))
    facts.pop("about")
    specs = sorted(name[:-6] for name in os.listdir(options.specs) if name.endswith(".tenon"))
    failed = 0
    for name in sorted(set(specs) ^ set(facts)):
        print(f"FAIL {name}: only in {'the specs' if name in specs else 'facts.json'}")
        failed += 1
    for name in sorted(set(specs) & set(facts)):
        document, error = check(options.tenon, os.path.join(options.specs, name + ".tenon"))
        wrong = list(findings(name, facts[name], document)) if document else [error]
        failed += bool(wrong)
        print(f"FAIL {name}: " + "\n  ".join(wrong) if wrong else f"PASS {name} ({facts[name]['source']})")
    print(f"{len(specs)} specs, {failed} wrong")
    return 1 if failed or not specs else 0


if __name__ == "__main__":
    sys.exit(main())
