# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles, runs and validates a group of specs against the double reference.

usage: run.py --tenon PATH --group G --work DIR [--target cpu] [--every] [--only NAME]
"""

import argparse
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "Inputs")]

import table
import tool


def check(kit, text, tokens, threads):
    """None, or what is wrong with one run."""
    spec = kit.spec(text)
    status, out, err = kit.call(
        "run", spec, "--target", kit.target, "--tokens", tokens, "--threads", threads, "--validate", "--json"
    )
    try:
        verdict = json.loads(out)
    except json.JSONDecodeError:
        return f"exit {status}, no JSON document\n{err}\n{out}"
    if status == 0 and verdict.get("pass") is True:
        return None
    kept = {
        name: verdict[name]
        for name in ("pass", "max_abs", "nmse", "bound", "worst", "variant", "diagnostics", "failures")
        if name in verdict
    }
    return f"exit {status}: {json.dumps(kept)}\n{err}"


def main():
    parser = argparse.ArgumentParser()
    for name in ("tenon", "group", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--only", default="")
    parser.add_argument("--every", action="store_true")
    options = parser.parse_args()
    kit = tool.Tool(options.tenon, options.work, options.target)
    runs = failed = 0
    for index, (name, text, counts) in enumerate(table.GROUPS[options.group](options.every)):
        if options.only not in name:
            continue
        for tokens in sorted(set(counts)):
            wrong = check(kit, text, tokens, 1 + index % 3)
            runs += 1
            if wrong:
                failed += 1
                print(f"FAIL {name}, {tokens} tokens: {wrong}\n{text}", flush=True)
    print(f"{options.group}: {runs} runs, {failed} failed")
    return 1 if failed or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
