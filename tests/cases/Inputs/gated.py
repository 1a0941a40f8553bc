# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases about a gated unit: a gated feed-forward whose matrices pick gate and up out of
the row and put the products at its front."""

import re

import numpy as np

import formula
import words
from compare import Mismatch, same

LAYOUTS = {  # place of gate i and up i in a packed row
    "gate_first": lambda i, n: (i, n + i),
    "up_first": lambda i, n: (n + i, i),
    "interleaved": lambda i, n: (2 * i, 2 * i + 1),
}


def clamped(options, hidden):
    """The clamped unit with its constants."""
    entry = words.NAMES["clamped_glu"]
    return words.call(
        entry["kind"],
        {"hidden": hidden, **{ours: options[theirs] for theirs, ours in entry["options"].items()}},
    )


def picks(places, width):
    matrix = np.zeros((len(places), width))
    matrix[np.arange(len(places)), places] = 1.0
    return matrix


def unit(kit, x, layout, ffn, dtype):
    """The products of the packed rows x."""
    width = x.shape[-1]
    count = width // 2
    places = [LAYOUTS[layout](i, count) for i in range(count)]
    weights = {
        "ffn.gate.weight": (picks([gate for gate, _ in places], width), dtype),
        "ffn.up.weight": (picks([up for _, up in places], width), dtype),
        "ffn.down.weight": (picks(list(range(count)), width).T, dtype),
    }
    text = f"block unit {{ width = {width}  placement = bare  ffn = {ffn}  dtype = {dtype} }}\n"
    return kit.run(text, x, weights, dtype)[:, :count]


def constants(case):
    """alpha, beta and limit of a clamped unit, from the parameters or the text."""
    parameters = case.get("params", {})
    if "limit" in parameters:
        return parameters
    match = re.search(r"g\*sigmoid\(([\d.]+)\s*g\)\*\(u\+([\d.]+)\) with limit ([\d.]+)", case["build"])
    if not match:
        raise Mismatch("no constants of the clamped unit")
    return dict(zip(("alpha", "beta", "limit"), map(float, match.groups())))


def check(case, kit):
    given, parameters = case["input"], case.get("params", {})
    dtype = given.get("dtype", "f32")
    activation = words.NAMES["activation"][parameters.get("act", "silu")]
    if "packed" in given:
        inputs = {layout: np.atleast_2d(formula.array(row)) for layout, row in given["packed"].items()}
    else:
        gate, up = (np.atleast_2d(formula.array(given[name])) for name in ("gate", "up"))
        inputs = {"gate_first": np.concatenate([gate, up], axis=-1)}
    for key, want in case["expect"]["values"].items():
        for layout, x in inputs.items():
            hidden = x.shape[-1] // 2
            if key == "clamped" or "limit" in parameters:
                y = unit(kit, x, layout, clamped(constants(case), hidden), dtype)
            else:
                y = unit(kit, x, layout, f"glu(hidden = {hidden}, activation = {activation})", dtype)
            same(f"{key}, {layout}", y, want, case["tol"], case.get("wrong"))


OPS = {"glu": check}
