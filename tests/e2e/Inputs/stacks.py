# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Validates every stack of a spec, and compares the bytes of its calls: whole, in chunks, on other threads."""
import argparse
import json
import pathlib
import subprocess
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--tenon", required=True)
parser.add_argument("--spec", required=True)
parser.add_argument("--work", type=pathlib.Path, required=True)
parser.add_argument("--target", default="cpu")
options = parser.parse_args()
options.work.mkdir(parents=True, exist_ok=True)


def tenon(*arguments):
    return subprocess.run([options.tenon, *map(str, arguments)], capture_output=True, text=True)


def run(stack, *arguments):
    done = tenon("run", options.spec, "--block", stack, "--target", options.target, "--json", *arguments)
    return json.loads(done.stdout)


# How stacks are called: each is compiled anew, so a few shapes say all.
validated = ("--sequences", "5,1,13")
others = {"mixed": ["--chunk", 4], "learned": ["--chunk", 1, "--threads", 1], "pooled": ["--threads", 1]}
failures = 0
stacks = json.loads(tenon("check", options.spec, "--json").stdout)["stacks"]
for stack in (each["name"] for each in stacks):
    whole, other = (options.work / f"{stack}{way}.safetensors" for way in ("", "-other"))
    result = run(stack, *validated, "--validate", "--output", whole)
    if not result.get("pass"):
        print(f"{stack}: {result.get('failures') or result['diagnostics']}")
        failures += 1
    if stack not in others:
        continue
    other.unlink(missing_ok=True)
    run(stack, *validated, "--output", other, *others[stack])
    if other.read_bytes() != whole.read_bytes():
        print(f"{stack} {others[stack]}: other bytes than at once")
        failures += 1
print(f"{len(stacks)} stacks, {failures} failures")
sys.exit(failures != 0)
