# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases about rotary positions and norms of heads: attention kinds that do only that."""

import math
import re

import numpy as np

import formula
import words
from compare import same

TURNED = "attention turned(x; heads : size, rope) = merge(rope(split(x; heads)))\n"
HEADS = "attention normed(x; heads : size, qk : norm) = merge(qk(split(x; heads)))\n"
# The same options for both: an option must be read.
WHOLE = 'attention normed(x; heads : size, qk : norm) { require heads > 0 "there are heads"  return qk(x) }\n'
BOTH = {
    "norm_then_rope": "attention both(x; qk : norm, rope) = merge(rope(qk(split(x; 1))))\n",
    "rope_then_norm": "attention both(x; qk : norm, rope) = merge(qk(rope(split(x; 1))))\n",
}


def block(width, attention):
    return f"block unit {{ width = {width}  placement = bare  attention = {attention} }}\n"


def at(kit, text, row, position, weights=None):
    """The result for one row at a position."""
    rows = np.zeros((position + 1, len(row)))
    rows[position] = row
    return kit.run(text, rows, weights or {}, "f32")[position]


def said(text, *names):
    """The number behind one of the names in a case's text."""
    for name in names:
        match = re.search(rf"\b{name} (" + words.NUMBER + ")", text)
        if match:
            return words.number(match[1])
    return None


def setting(case, style="half", **extra):
    text, given = case["build"], case["input"]
    options = {"theta": said(text, "base") or 10000.0}
    dim = given.get("rotary_dim") or said(text, "rotary width")
    if dim:
        options["dim"] = int(dim)
    if style != "half":
        options["pairs"] = style
    return words.call("rope", {**options, **extra})


def turned(case, kit, row, position, rope):
    return at(kit, TURNED + block(len(row), f"turned(heads = 1, rope = {rope})"), row, position)


def angles(case, kit, size, pairs, rope):
    """Angle of the first position for each pair: pairs turn (1, 0)."""
    half = size // 2
    y = turned(case, kit, np.concatenate([np.ones(half), np.zeros(half)]), 1, rope)
    return np.arctan2(y[half:], y[:half])[pairs]


def check(case, kit):
    given, values = case["input"], case["expect"]["values"]
    if "inv_freq" in values:
        dim = given["rotary_dim"]
        row = np.zeros(given["head_dim"])
        row[: dim // 2] = 1.0
        y = turned(case, kit, row, 1, setting(case))
        got = np.arctan2(y[dim // 2 : dim], y[: dim // 2])
        return same("inv_freq", got, values["inv_freq"], case["tol"], case.get("wrong"))
    if "cos" in values:
        return angle(case, kit)
    if isinstance(given["x"], dict):
        return many(case, kit)
    for key, want in values.items():
        style = words.NAMES["rope"].get(key, "half")
        same(
            key,
            turned(case, kit, formula.array(given["x"]), given["pos"], setting(case, style)),
            want,
            case["tol"],
        )


def angle(case, kit):
    given, values = case["input"], case["expect"]["values"]
    half = given["dim"] // 2
    y = turned(case, kit, np.concatenate([np.ones(half), np.zeros(half)]), given["pos"], setting(case))
    cosine, sine = y[given["pair"]], y[half + given["pair"]]
    same("cos", cosine, values["cos"], case["tol"], case.get("wrong"))
    if "angle" in values:  # visible up to whole turns
        turns = (math.atan2(sine, cosine) - values["angle"]) / (2 * math.pi)
        same("angle", (turns - round(turns)) * 2 * math.pi, 0.0, case["tol"])


def many(case, kit):
    """Rows of heads: 't639_h15' is token 639, head 15."""
    x = formula.array(case["input"]["x"])
    tokens, heads, size = x.shape
    text = TURNED + block(heads * size, f"turned(heads = {heads}, rope = {setting(case)})")
    y = kit.run(text, x.reshape(tokens, -1), {}, "f32").reshape(x.shape)
    for key, want in case["expect"]["values"].items():
        token, head = map(int, re.fullmatch(r"t(\d+)_h(\d+)", key).groups())
        same(key, y[token, head][words.columns_in_text(case["build"], size, len(want))], want, case["tol"])


def scaling(case, kit):
    """Rewrites of the frequencies, by the name that the text quotes."""
    text, values = case["build"], case["expect"]["values"]
    name = re.search(r"'(\w+)'", text)[1]
    size = int(said(text, "rotary width", "head dim"))
    terms = {
        "factor": ("factor",),
        "low": ("low",),
        "high": ("high",),
        "original": ("original length",),
        "fast": ("fast",),
        "slow": ("slow",),
    }
    options = {ours: said(text, *theirs) for ours, theirs in terms.items()}
    call = words.call(name, {ours: value for ours, value in options.items() if value is not None})
    rope = words.call("rope", {"theta": said(text, "base"), "frequency": call})
    same("inv_freq", angles(case, kit, size, case["input"]["pairs"], rope), values["inv_freq"], case["tol"])
    if "default_attention_factor" in values:
        rope = words.call(
            "rope",
            {
                "theta": said(text, "base"),
                "frequency": call,
                "magnitude": f"0.1 * log({words.literal(options['factor'])}) + 1",
            },
        )
        y = turned(case, kit, np.concatenate([np.ones(size // 2), np.zeros(size // 2)]), 1, rope)
        same(
            "default_attention_factor",
            math.hypot(y[0], y[size // 2]),
            values["default_attention_factor"],
            case["tol"],
        )


def qk_norm(case, kit):
    x = formula.array(case["input"]["x"])
    heads = int(re.search(r"(\d+) heads", case["build"])[1])
    norm = words.norm(
        "rmsnorm", eps=words.norm_in_text(case["build"].replace("RMS,", "RMSNorm,"), "rmsnorm")["eps"]
    )
    for scope, want in case["expect"]["values"].items():
        place = words.NAMES["qk_norm"]["scope"][scope]
        text = (HEADS if place == "head" else WHOLE) + block(x.size, f"normed(heads = {heads}, qk = {norm})")
        size = x.size // heads if place == "head" else x.size
        y = kit.run(text, x.reshape(1, -1), {"attention.qk.gain": (np.ones(size), "f32")}, "f32")
        same(scope, y[0], want, case["tol"])


def qk_norm_rope(case, kit):
    given = case["input"]
    x = formula.array(given["x"])
    norm = words.norm(
        "rmsnorm", eps=words.norm_in_text(case["build"].replace("RMS,", "RMSNorm,"), "rmsnorm")["eps"]
    )
    gain = {"attention.qk.gain": (formula.array(given["gain"]), "f32")}
    for order, want in case["expect"]["values"].items():
        text = BOTH[order] + block(x.size, f"both(qk = {norm}, rope = {setting(case)})")
        same(order, at(kit, text, x, given["pos"], gain), want, case["tol"])


OPS = {"rope": check, "rope_scaling": scaling, "qk_norm": qk_norm, "qk_norm_rope": qk_norm_rope}
