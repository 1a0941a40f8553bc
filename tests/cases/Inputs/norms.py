# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases about one norm: a placement that does nothing else, around a norm."""

import re

import numpy as np

import formula
import words
from compare import Mismatch, need, same

ALONE = """ffn nothing(x) = x
placement alone(x, f) = norm(f(x))
"""
ADDED = """ffn given(x) { param branch[width] = 0  return 0 * x + branch }
"""
DEFAULT_EPS = 1e-6  # of cases whose property holds for any


class Norm:
    """One norm on rows: the spec, its weights, and the types of x and y."""

    def __init__(self, case, word, given=None, **changes):
        text, source = case["build"], given or case["input"]
        said = words.norm_in_text(text, word)
        parameters = case.get("params", {})
        self.word = word
        self.eps = changes.get("eps") or parameters.get("eps") or said.get("eps") or DEFAULT_EPS
        self.offset = changes.get("offset", parameters.get("gain_offset", 0))
        self.cast = changes.get("cast")
        self.gain = source.get("gain", said.get("gain", 1.0))
        self.bias = source.get("bias", said.get("bias"))
        self.dtype = source.get("dtype", "f32")
        self.out = words.output_type(case)
        self.gain_dtype = source.get("gain_dtype", self.dtype)

    def setting(self):
        options = {"eps": self.eps}
        if self.offset:
            options["offset"] = self.offset
        if self.cast:
            options["cast"] = words.NAMES["cast"][self.cast]
        if self.gain is None:
            options["gain"] = False
        if self.word == "layernorm" and self.bias is None:
            options["bias"] = False
        return words.norm(self.word, **options)

    def types(self):
        return f"dtype = {self.dtype}" + (f"  residual = {self.out}" if self.out != self.dtype else "")

    def spec(self, width):
        return (
            ALONE + f"block unit {{\n  width = {width}  norm = {self.setting()}\n"
            f"  placement = alone  ffn = nothing  {self.types()}\n}}\n"
        )

    def weights(self, width):
        result = {}
        if self.gain is not None:
            gain = formula.array(self.gain, shape=(width,))
            if self.offset and self.gain == 1.0:  # "gain all ones" is the effective one
                gain = gain - self.offset
            result["ffn.norm.gain"] = (gain, self.gain_dtype)
        if self.bias is not None:
            result["ffn.norm.bias"] = (formula.array(self.bias, shape=(width,)), self.gain_dtype)
        return result

    def run(self, kit, x):
        width = x.shape[-1]
        return kit.run(self.spec(width), x, self.weights(width), self.out)


def rows(case, value=None):
    """x as rows; a view of a buffer is cut out of it."""
    given = case["input"]
    if "buffer" in given:
        view = given["view"]
        x = formula.array(given["buffer"])[:, slice(*view["columns"], view.get("step", 1))]
    else:
        x = formula.array(given["x"] if value is None else value)
    return x.reshape(-1, x.shape[-1])


def statistic(case, kit, word, name, x):
    """A mean or reciprocal root, read through a norm of the case's own."""
    norm = Norm(case, word)
    body = words.NAMES["norm_statistics"][word][name]
    body = re.sub(r"\beps\b", words.literal(norm.eps), body)
    text = (
        f"norm statistic(x) = 0 * x + {body}\n"
        + ALONE
        + f"block unit {{ width = {x.shape[-1]}  norm = statistic\n"
        f"  placement = alone  ffn = nothing  {norm.types()} }}\n"
    )
    return kit.run(text, x, {}, norm.out)[:, 0]


def part(case, key, want, y):
    """The numbers of y that a key of `values` is about."""
    size = np.size(want)
    if key == "y_all":
        return np.max(np.abs(y - want)) + want if np.all(np.isfinite(y)) else y.flat[0]
    match = re.fullmatch(r"row_(\d+)", key)
    if match:
        row = y[int(match[1])]
        return row[words.columns_in_text(case["build"], row.size, size)]
    match = re.fullmatch(r"y_cols?_(\d+)(?:_to_(\d+))?", key)
    if match:
        first, last = int(match[1]), int(match[2] or match[1])
        return y[:, first : last + 1]
    if key == "y":
        return y
    raise Mismatch(f"no rule for the expected value '{key}'")


def variant(case, key):
    """The norm that a key of `values` builds, or None where it is the case's plain one."""
    word = case.get("op")
    if key in words.NAMES["norm"]:
        return Norm(case, key)
    if key in words.NAMES["cast"]:
        return Norm(case, word, cast=key)
    match = re.fullmatch(r"(eps|offset)_(.*)", key)
    if match:
        return Norm(case, word, **{match[1]: words.number(match[2])})
    if key in case["input"].get("eps_by_slot", {}):
        return Norm(case, word, eps=case["input"]["eps_by_slot"][key])
    return None


def by_width(case, kit):
    """{width: [first, last]}: every width is a block of its own."""
    for width in case["input"]["widths"]:
        x = formula.array(case["input"]["x"], width=width)
        y = Norm(case, case["op"]).run(kit, x)
        want = case["expect"]["values"][str(width)]
        same(f"width {width}", y[0][[0, -1]], want, case["tol"])


def check(case, kit):
    """RMSNorm and LayerNorm, alone."""
    values, given = case["expect"].get("values", {}), case["input"]
    if "eps_by_slot" in given:
        per_slot(case, kit)
    if isinstance(given.get("widths"), list):
        return by_width(case, kit)
    if "x_size" in given:
        return input_scale(case, kit)
    if isinstance(given.get("x"), list) and isinstance(given["x"][0], dict):
        return in_turn(case, kit)
    x, results = rows(case), {}
    for key, want in values.items():
        if key in ("elements_that_differ", "x_after"):  # one needs both results, one a caller's buffer
            continue
        if case.get("op") in words.NAMES["norm"] and key in words.NAMES["norm_statistics"][case["op"]]:
            same(
                key,
                statistic(case, kit, case["op"], key, x),
                want if np.ndim(want) else [want] * len(x),
                case["tol"],
            )
            continue
        built = variant(case, key)
        y = (built or Norm(case, case["op"])).run(kit, x)
        results[key] = y
        same(key, y if built else part(case, key, want, y), want, case["tol"], case.get("wrong"))
    if "elements_that_differ" in values:
        first, second = results.values()
        same(
            "elements_that_differ",
            np.count_nonzero(first != second),
            values["elements_that_differ"],
            case["tol"],
        )


def in_turn(case, kit):
    """A list of inputs, one call after the other; the values are the last one's."""
    for value in case["input"]["x"]:
        y = Norm(case, case["op"]).run(kit, rows(case, value))
        need(y.shape[0] == value["shape"][0], f"{y.shape[0]} rows for {value['shape'][0]}")
    for key, want in case["expect"]["values"].items():
        same(key, part(case, key, want, y), want, case["tol"])


def input_scale(case, kit):
    width, size = case["input"]["width"], case["input"]["x_size"]
    y = Norm(case, case["op"]).run(kit, np.full((1, width), size))
    same("output_size", np.max(np.abs(y)), case["expect"]["values"]["output_size"], case["tol"])


def per_slot(case, kit):
    """One block with an eps in every slot: the graph must hold each where it was put."""
    slots = {
        words.NAMES["norm_slots_by_role"][role]: eps for role, eps in case["input"]["eps_by_slot"].items()
    }
    settings = "\n  ".join(f"{slot} = {words.norm(case['op'], eps=eps)}" for slot, eps in slots.items())
    text = (
        f"block unit {{\n  width = 8  placement = pre_norm\n  attention = attention(heads = 2)\n"
        f"  ffn = mlp(hidden = 8, activation = silu)\n  {settings}\n}}\n"
    )
    graph = kit.need("compile", kit.spec(text), "--target", kit.target, "--emit=graph", "-o", "-")
    for slot, eps in slots.items():
        need(
            words.literal(eps) in graph or f"{eps:g}" in graph,
            f"eps {eps} of {slot} is not in the graph:\n{graph}",
        )


def added(case, kit):
    """Fused add and norm: the branch is a constant row, x the stream."""
    given, values = case["input"], case["expect"].get("values") or case["expect"]["either"][0]["values"]
    stream = np.atleast_2d(formula.array(given["residual"]))
    norm = Norm(case, "rmsnorm")
    norm.out = given.get("residual_dtype", norm.out)
    weights = {"ffn.branch": (formula.array(given["x"]), norm.dtype)}
    forms = {
        "residual_out": "x + f(x)",
        "sum": "x + f(x)",
        "y": "norm(x + f(x))",
        "f32_sum": "norm(x + f(x))",
        "rounded_sum": "norm(round(x + f(x)))",
    }
    for key, want in values.items():
        text = (
            ADDED + f"placement fused(x, f) = {forms[key]}\nblock unit {{\n  width = {stream.shape[-1]}"
            f"  placement = fused  ffn = given  {norm.types()}\n"
        )
        extra = {}
        if "norm" in forms[key]:
            text += f"  norm = {norm.setting()}\n"
            extra = norm.weights(stream.shape[-1])
        y = kit.run(text + "}\n", stream, {**weights, **extra}, norm.out)
        same(key, y, want, case["tol"])


OPS = {"rmsnorm": check, "layernorm": check, "add_rmsnorm": added}
