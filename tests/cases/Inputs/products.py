# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases about one matrix product. A block's rows keep their width, so a product of K
by N is run in two forms: one square matrix padded with zeros, and the true K by N
matrix followed by one that puts its N results at the front of the row."""

import re

import numpy as np

import formula
import tensors
import words
from compare import Mismatch, same

SQUARE = "ffn product(x; bias = false) { linear w[width -> width](bias)  return w(x) }\n"
THROUGH = """ffn product(x; inner : size, bias = false) {
  linear w[width -> inner](bias)  linear front[inner -> width](false)
  return front(w(x))
}
"""


def operands(case):
    """A [M, K], B [K, N] and the bias (or None)."""
    given = case["input"]
    if "k" in given and not isinstance(given["a"], dict):
        a, b = np.full((1, given["k"]), given["a"]), np.full((given["k"], 1), given["b"])
    else:
        a, b = formula.array(given["a"], formula.LEFT), formula.array(given["b"], formula.RIGHT)
    bias = formula.array(given["bias"]) if "bias" in given else None
    return a, b, bias


def padded(array, *shape):
    result = np.zeros(shape)
    result[tuple(slice(0, size) for size in array.shape)] = array
    return result


def types(dtype, out):
    return f"dtype = {dtype}" + (f"  residual = {out}" if out != dtype else "")


def square(a, b, bias, dtype, out):
    """(spec, rows, weights): one matrix of max(K, N) by max(K, N)."""
    width = max(b.shape)
    weights = {"ffn.w.weight": (padded(b.T, width, width), dtype)}
    if bias is not None:
        weights["ffn.w.bias"] = (padded(bias, width), dtype)
    text = (
        SQUARE + f"block unit {{ width = {width}  placement = bare\n"
        f"  ffn = product(bias = {words.literal(bias is not None)})  {types(dtype, out)} }}\n"
    )
    return text, padded(a, a.shape[0], width), weights


def through(a, b, bias, dtype, out):
    """(spec, rows, weights): K to N, then N to the front of the row; K >= N."""
    width, inner = b.shape
    weights = {"ffn.w.weight": (b.T, dtype), "ffn.front.weight": (padded(np.eye(inner), width, inner), dtype)}
    if bias is not None:
        weights["ffn.w.bias"] = (bias, dtype)
    text = (
        THROUGH + f"block unit {{ width = {width}  placement = bare\n"
        f"  ffn = product(inner = {inner}, bias = {words.literal(bias is not None)})  {types(dtype, out)} }}\n"
    )
    return text, a, weights


def forms(a, b, bias, dtype, out):
    """The forms that give the product exactly as the case rounds it."""
    yield "square", square(a, b, bias, dtype, out)
    whole = a @ b + (0 if bias is None else bias)
    if b.shape[0] >= b.shape[1] and tensors.representable(whole, dtype):
        yield "through", through(a, b, bias, dtype, out)


def part(key, c):
    match = re.fullmatch(r"c_(\d+)_(\d+)", key)
    if match:
        return c[int(match[1]), int(match[2])]
    match = re.fullmatch(r"(row|column)_(\d+)", key)
    if match:
        return c[int(match[2])] if match[1] == "row" else c[:, int(match[2])]
    if key == "corners":
        return c[np.ix_([0, -1], [0, -1])]
    if key == "c":
        return c
    raise Mismatch(f"no rule for the expected value '{key}'")


def check(case, kit):
    a, b, bias = operands(case)
    dtype, out = case["input"].get("dtype", "f32"), words.output_type(case)
    for form, (text, x, weights) in forms(a, b, bias, dtype, out):
        y = kit.run(text, x, weights, out)[:, : b.shape[1]]
        for key, want in case["expect"]["values"].items():
            same(f"{key} ({form})", part(key, y), want, case["tol"], case.get("wrong"))


OPS = {"gemm": check}
