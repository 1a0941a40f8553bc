# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases about one activation: a feed-forward that is nothing else."""

import math

import numpy as np

import formula
import tensors
import words
from compare import Mismatch, same

ALONE = "ffn alone(x; activation) = activation(x)\n"


def run(kit, word, x, dtype, options=None):
    setting = words.call(words.NAMES["activation"][word], options or {})
    text = (
        ALONE + f"block unit {{ width = {x.shape[-1]}  placement = bare\n"
        f"  ffn = alone(activation = {setting})  dtype = {dtype} }}\n"
    )
    weights = {}
    for name in kit.parameters(text):
        weights[name] = parameter(kit, name)
    return kit.run(text, x, weights, dtype)


def parameter(kit, name):
    """A parameter of an activation (xIELU has two), which the case's input names."""
    last = name.rsplit(".", 1)[-1]
    for key, value in kit.given.items():
        if key.endswith("_" + last):
            return np.array([float(value)]), "f32"
    raise Mismatch(f"the case gives no value for {name}")


def check(case, kit):
    given, dtype = case["input"], case["input"].get("dtype", "f32")
    kit.given = given
    if "x_samples" in given:
        return sweep(case, kit)
    x = formula.array(given["x"]).reshape(1, -1)
    for key, want in case["expect"]["values"].items():
        kinds = [key] if key in words.NAMES["activation"] else words.activations_in_text(case["build"])
        if not kinds:
            raise Mismatch(f"no activation in '{case['build']}'")
        for kind in kinds:
            for width in given.get("widths", [x.shape[-1]]):
                tiled = np.resize(x, (1, width))
                y = run(kit, kind, tiled, dtype)
                same(f"{kind}, width {width}", y, np.resize(formula.plain(want), (1, width)), case["tol"])


def exact(word, x):
    """Float64 values of an activation, free of cancellation."""
    sigmoid = lambda z: (
        1 / (1 + math.exp(-z)) if z >= 0 else math.exp(max(z, -745)) / (1 + math.exp(max(z, -745)))
    )
    functions = {
        "silu": lambda z: z * sigmoid(z),
        "gelu_tanh": lambda z: z * sigmoid(2 * math.sqrt(2 / math.pi) * (z + 0.044715 * z**3)),
        "gelu_erf": lambda z: z * math.erfc(-z / math.sqrt(2)) / 2,
    }
    one = functions[word]
    return np.array(
        [math.nan if math.isnan(z) else z if z == math.inf else 0.0 if z == -math.inf else one(z) for z in x]
    )


def sweep(case, kit):
    """Every bit pattern of a 16-bit type in one row."""
    given, dtype = case["input"], case["input"]["dtype"]
    every = tensors.decode(np.arange(65536, dtype=np.uint16).tobytes(), dtype)
    samples = formula.array(given["x_samples"])
    for word, want in case["expect"]["values"].items():
        y = run(kit, word, every.reshape(1, -1), dtype)[0]
        at = [int(np.flatnonzero(every == sample)[0]) for sample in samples]
        same(f"{word} samples", y[at], want, case["tol"])
        same(f"{word} everywhere", y, tensors.rounded(exact(word, every), dtype), case["tol"])


OPS = {"activation": check}
