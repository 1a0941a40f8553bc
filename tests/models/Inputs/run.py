# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs feed-forward sublayers of a real model and compares with the float64 oracle.

usage: run.py --tenon PATH --target T --model minilm|smollm2 --data DIR --work DIR [--dtype T]

The bound: the rms of the error relative to the rms of the result is at most that of a few
roundings to the block's type, and no element is off by more than ten times that share of
the largest result.
"""

import argparse
import json
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "Inputs")]

import prepare
import tensors
import tool

SOURCES = {
    "minilm": {
        "ffn.norm.gain": "encoder.layer.{}.output.LayerNorm.weight",
        "ffn.norm.bias": "encoder.layer.{}.output.LayerNorm.bias",
        "ffn.up.weight": "encoder.layer.{}.intermediate.dense.weight",
        "ffn.up.bias": "encoder.layer.{}.intermediate.dense.bias",
        "ffn.down.weight": "encoder.layer.{}.output.dense.weight",
        "ffn.down.bias": "encoder.layer.{}.output.dense.bias",
    },
    "smollm2": {
        "ffn.norm.gain": "blk.{}.ffn_norm.weight",
        "ffn.gate.weight": "blk.{}.ffn_gate.weight",
        "ffn.up.weight": "blk.{}.ffn_up.weight",
        "ffn.down.weight": "blk.{}.ffn_down.weight",
    },
}
BOUND = {"f32": 2e-6, "bf16": 8e-3, "f16": 1e-3}  # about 16, 2 and 2 roundings


def run_layer(kit, options, layer, x):
    names = {
        "format": 1,
        "tensors": {ours: {"from": theirs.format(layer)} for ours, theirs in SOURCES[options.model].items()},
    }
    with open(kit.file("names.json"), "w") as file:
        json.dump(names, file)
    text = open(os.path.join(HERE, options.model + ".tenon")).read()
    if options.dtype != "f32":
        text = text.replace("\n}", f"\n  dtype = {options.dtype}\n}}")
    tensors.write(kit.file("x.safetensors"), {"x": (x, "f32")})
    kit.need(
        "run",
        kit.spec(text),
        "--target",
        options.target,
        "--threads",
        2,
        "--weights",
        os.path.join(options.data, options.model + ".safetensors"),
        "--names",
        kit.file("names.json"),
        "--input",
        kit.file("x.safetensors"),
        "--output",
        kit.file("y.safetensors"),
    )
    return tensors.read(kit.file("y.safetensors"))["y"][0]


def main():
    parser = argparse.ArgumentParser()
    for name in ("tenon", "target", "model", "data", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--dtype", default="f32")
    options = parser.parse_args()
    prepare.main(options.data)
    states = tensors.read(os.path.join(options.data, options.model + "-states.safetensors"))
    kit = tool.Tool(options.tenon, options.work, options.target)
    failed = 0
    for layer in range(len(states) // 2):
        want = states[f"y{layer}"][0]
        error = np.abs(run_layer(kit, options, layer, states[f"x{layer}"][0]) - want)
        relative = np.sqrt(np.mean(error**2) / np.mean(want**2))
        largest = np.max(error) / np.max(np.abs(want))
        good = relative <= BOUND[options.dtype] and largest <= 10 * BOUND[options.dtype]
        failed += not good
        print(
            f"{'PASS' if good else 'FAIL'} {options.model} layer {layer} {options.dtype} on {options.target}: "
            f"rms error {relative:.3g}, largest {largest:.3g} of the largest, bound {BOUND[options.dtype]:.3g}"
        )
    return 1 if failed or not states else 0


if __name__ == "__main__":
    sys.exit(main())
