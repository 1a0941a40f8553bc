# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Blocks of nothing but attention behind a window: each compiled with the mask as the compiler understands it
and with one that it does not, run by windows.c, and compared; one is validated against the reference.

usage: windows.py --tenon PATH --cc COMMAND --work DIR
"""
import argparse
import os
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SPEC = """placement alone(x, attention) = attention(x)
mask opaque(q, k; window : size) = floor(k) <= q and q - k < window
block windowed {{ width = 24 placement = alone dtype = {dtype}
  attention = attention(heads = 2, kv_heads = 1, head_dim = 8, rope = rope(theta = 10000), mask = {mask}({window})) }}
"""
# window, rows, dtype, target
CASES = [(1, 1500, "f32", "cpu"), (5, 1500, "f32", "cpu"), (32, 1500, "bf16", "cpu"), (100, 1500, "f32", "cpu"),
         (256, 1500, "f32", "cpu"), (1000, 2100, "f32", "cpu"), (5, 1500, "bf16", "x86-64-v3"),
         (100, 1500, "f32", "x86-64-v3")]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(" ".join(command[:6]), f"exit {done.returncode}", done.stdout, done.stderr, sep="\n", flush=True)
    return done.stdout if done.returncode == 0 else ""


def digest(options, folder, case, mask):
    window, rows, dtype, target = case
    os.makedirs(folder, exist_ok=True)
    spec = os.path.join(folder, "spec.tenon")
    with open(spec, "w", encoding="utf-8") as file:
        file.write(SPEC.format(dtype=dtype, mask=mask, window=window))
    run(options.tenon, "compile", spec, "--target", target, "-o", folder)
    program = os.path.join(folder, "test")
    element = "float" if dtype == "f32" else "uint16_t"
    run(*shlex.split(options.cc), "-std=c11", "-O1", "-Wall", "-Werror", f"-DWINDOW={window}", f"-DROWS={rows}",
        f"-DELEMENT={element}", f"-DCACHED={int(mask == 'sliding')}", f"-I{folder}",
        os.path.join(HERE, "windows.c"), os.path.join(folder, "windowed.a"), "-o", program)
    return run(program).strip() if os.path.exists(program) else ""


def main():
    parser = argparse.ArgumentParser()
    for name in ("tenon", "cc", "work"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    failed = 0
    for case in CASES:
        folder = os.path.join(options.work, "-".join(map(str, case)))
        ring = digest(options, os.path.join(folder, "ring"), case, "sliding")
        whole = digest(options, os.path.join(folder, "whole"), case, "opaque")
        if not ring.startswith("0 wrong") or ring != whole:
            failed += 1
            print(f"FAIL {case}: '{ring}', and '{whole}' where sequences are stored whole")
    spec = os.path.join(options.work, "-".join(map(str, CASES[3])), "ring", "spec.tenon")
    verdict = run(options.tenon, "run", spec, "--sequences", "1500,40", "--chunk", "300", "--validate", "--json")
    if '"pass": true' not in verdict:
        failed += 1
        print("FAIL against the reference:", verdict)
    print(f"{len(CASES)} blocks, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
