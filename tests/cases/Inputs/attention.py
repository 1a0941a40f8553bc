# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases about attention over given scores and values: rows hold q, k and v side by side,
the projections pick them out, and the result comes back at the front of the row."""

import math

import numpy as np

import formula
import words
from compare import Mismatch, same


class Probe:
    """T tokens of H query heads of width n, and G key heads."""

    def __init__(self, tokens, heads=1, groups=None, size=1):
        self.tokens, self.heads, self.groups, self.size = tokens, heads, groups or heads, size
        self.q = np.zeros((tokens, heads, size))
        self.k = np.zeros((tokens, self.groups, size))
        self.v = np.zeros((tokens, self.groups, size))
        self.kinds, self.options, self.sinks = "", {}, None
        self.q[:, :, 0] = 1.0  # so that the product with key j is k[j, :, 0]

    def scores(self, values):
        """Every query's product with key j is values[j]."""
        self.k[: len(values), :, 0] = np.asarray(values, dtype=np.float64)[:, None]
        self.options["scale"] = "1"

    def values(self, values):
        """Value j is values[j] in the first channel, of all key heads or of each."""
        values = np.asarray(values, dtype=np.float64)
        self.v[: len(values), :, 0] = values if values.ndim == 2 else values[:, None]

    def weights_as_values(self):
        """Value j is the j-th unit row, so that the result is the row of weights."""
        self.v[np.arange(self.tokens), :, np.arange(self.tokens)] = 1.0

    def mask(self, condition):
        self.kinds += f"mask seen(q, k) = {condition}\n"
        self.options["mask"] = "seen"

    def score(self, expression):
        self.kinds += f"score changed(s, q, k) = {expression}\n"
        self.options["score"] = "changed"

    def picks(self):
        q, kv = self.heads * self.size, self.groups * self.size
        every = np.eye(q + 2 * kv)
        weights = {"wq": every[:q], "wk": every[q : q + kv], "wv": every[q + kv :], "wo": every[:q].T}
        return {words.NAMES["weights"][word]: (matrix, "f32") for word, matrix in weights.items()}

    def run(self, kit):
        """The result, [T, H, n]."""
        q, kv = self.heads * self.size, self.groups * self.size
        options = {
            "heads": self.heads,
            "kv_heads": self.groups,
            "head_dim": self.size,
            "mask": "none",
            **self.options,
        }
        if self.sinks is not None:
            options["sinks"] = True
        text = self.kinds + (
            f"block unit {{ width = {q + 2 * kv}  placement = bare\n"
            f"  attention = {words.call('attention', options)} }}\n"
        )
        x = np.concatenate([part.reshape(self.tokens, -1) for part in (self.q, self.k, self.v)], axis=1)
        weights = self.picks()
        if self.sinks is not None:
            weights["attention.sinks"] = (np.asarray(self.sinks, dtype=np.float64), "f32")
        y = kit.run(text, x, weights, "f32", threads=2)
        return y[:, :q].reshape(self.tokens, self.heads, self.size)


def any_of(keys):
    return " or ".join(f"k == {key}" for key in keys) if len(keys) else "k < 0"


def expected(case):
    expect = case["expect"]
    return expect["values"] if "values" in expect else expect["either"][0]["values"]


def compare(case, results):
    """Every expected value that attention lets out; the log-sum-exp stays inside it."""
    for key, want in expected(case).items():
        if key != "lse":
            same(key, results[key], want, case["tol"], case.get("wrong"))


# --- one rule for each set of input keys ----------------------------------------------


def raw_products(case, kit, given):
    """qk: products before scaling; an 'N' in 'scale_N' is what the scale is the root of."""
    results = {}
    for key in expected(case):
        probe = Probe(len(given["qk"]), 1, 1, given["head_dim"])
        probe.k[:, 0, 0] = given["qk"]
        probe.values(given["v"])
        if key.startswith("scale_"):
            probe.options["scale"] = f"{key[6:]}^(-1/2)"
        elif key == "after_scaling":
            probe.options["score"] = "alibi"
        elif key == "before_scaling":
            probe.score(f"s - (q - k) * {words.literal(given['slope'])} * {given['head_dim']}^(-1/2)")
        results[key] = probe.run(kit)[-1, 0, 0]
    compare(case, results)


def head_map(case, kit, given):
    pairs = (
        {"out_by_head": (given["heads"], given["kv_heads"])}
        if "heads" in given
        else {key: tuple(map(int, key.split("_"))) for key in expected(case)}
    )
    results = {}
    for key, (heads, groups) in pairs.items():
        probe = Probe(1, heads, groups)
        probe.values([given.get("v_by_kv_head", list(range(groups)))])
        results[key] = probe.run(kit)[0, :, 0]
    compare(case, results)


def aligned(case, kit, given):
    """sq queries and sk keys, bottom-right: query i is at position i + sk - sq."""
    tokens = max(given["sq"], given["sk"])
    shift = given["sk"] - given["sq"]
    probe = Probe(tokens)
    probe.scores([0.0] * tokens)
    probe.values(np.arange(tokens))
    if shift >= 0:
        probe.options["mask"] = "causal"
        out = probe.run(kit)[-given["sq"] :, 0, 0]
    else:
        probe.mask(f"k < {given['sk']} and k <= q - {-shift}")
        out = probe.run(kit)[:, 0, 0]
    compare(case, {"out": out})


def windows(case, kit, given):
    results = {}
    for window in given.get("windows", [given.get("window")]):
        probe = Probe(given["s"])
        probe.scores([0.0] * given["s"])
        probe.values(np.arange(given["s"]))
        probe.options["mask"] = f"sliding({window})"
        if "sink" in given:
            probe.sinks = [given["sink"]]
        results[str(window) if "windows" in given else "out"] = probe.run(kit)[:, 0, 0]
    compare(case, results)


def additive_mask(case, kit, given):
    keys = len(given["mask"])
    probe = Probe(keys)
    probe.scores(given["scores"])
    probe.values(given["v"])
    seen = [key for key in range(keys) if given["mask"][key] != "-inf"]
    probe.mask(any_of(seen))
    terms = "0"
    for key in seen:
        terms = f"if k == {key} then {words.literal(float(given['mask'][key]))} else ({terms})"
    probe.score(f"s + ({terms})")
    compare(case, {"out": probe.run(kit)[0, 0, 0]})


def masked(case, kit, given):
    """masked: keys that nobody sees, with NaN behind them where the values are NaN."""
    values = given.get("v", list(range(len(given["masked"]))))
    keys = len(given["masked"])
    probe = Probe(keys, size=keys)
    hidden = [key for key in range(keys) if given["masked"][key]]
    probe.scores(given.get("scores", [0.0] * keys))
    probe.mask(any_of([key for key in range(keys) if key not in hidden]))
    if "cap" in given:
        probe.options["score"] = f"softcap({words.literal(given['cap'])})"
    if "v" in given:
        probe.values(formula.array(values))
        probe.k[hidden] = np.where(np.isnan(probe.v[hidden, 0, 0]), np.nan, 0.0)[:, None, None]
        return compare(case, {"out": probe.run(kit)[0, 0, 0]})
    probe.weights_as_values()
    return compare(case, {"p": probe.run(kit)[0, 0]})


def capped(case, kit, given):
    scores = given["scores"]
    probe = Probe(len(scores), size=len(scores))
    probe.scores(scores)
    probe.weights_as_values()
    probe.options["score"] = f"softcap({words.literal(given['cap'])})"
    text = (
        "ffn alone(x; activation) = activation(x)\n"
        f"block unit {{ width = {len(scores)}  placement = bare  ffn = alone(softcap({words.literal(given['cap'])})) }}\n"
    )
    compare(case, {"p": probe.run(kit)[0, 0], "capped": kit.run(text, np.array([scores]), {}, "f32")})


def sink_alone(case, kit, given):
    """n keys of score 0 and value 1, none of them in a list of n that says 0."""
    single = not isinstance(given["n"], list)
    results = []
    for count, sink in zip(
        [given["n"]] if single else given["n"], [given["sink"]] if single else given["sink"]
    ):
        probe = Probe(max(count, 1))
        probe.scores([0.0] * max(count, 1))
        probe.values([1.0] * max(count, 1))
        probe.sinks = [sink]
        probe.mask(any_of(range(count)))
        results.append(probe.run(kit)[0, 0, 0])
    compare(case, {"out": results[0] if single else results})


def sinks(case, kit, given):
    probe = Probe(given["sk"], given["heads"])
    probe.scores([0.0] * given["sk"])
    probe.values([1.0] * given["sk"])
    probe.sinks = given["sinks"]
    out = probe.run(kit)[: given["sq"], :, 0]
    compare(case, {"out_by_head": out.T})


def wide_head(case, kit, given):
    probe = Probe(len(given["scores"]), size=given["head_dim"])
    probe.scores(given["scores"])
    probe.v[:] = np.asarray(given["v_rows"])[:, None, None]
    out = probe.run(kit)[0, 0]
    same("out_all", out, [expected(case)["out_all"]] * out.size, case["tol"])


def ragged(case, kit, given):
    """The row after `past` others, each followed by rows of NaN that it must not see."""
    results = []
    for past in given["past"]:
        probe = Probe(past + 3)
        probe.scores([0.0] * (past + 1) + [np.nan] * 2)
        probe.values(list(range(past + 1)) + [np.nan] * 2)
        probe.options["mask"] = "causal"
        results.append(probe.run(kit)[past, 0, 0])
    compare(case, {"out": results})


def one_key_each(case, kit, given):
    """Sequence b sees only its own key, in every head."""
    keys = given["visible_key"]
    for sequence, key in enumerate(keys):
        probe = Probe(len(keys), given["heads"], given["kv_heads"])
        probe.scores([0.0] * len(keys))
        probe.values(np.arange(len(keys)))
        probe.mask(f"k == {key}")
        out = probe.run(kit)[0, :, 0]
        same(
            f"sequence {sequence}", out, [expected(case)["out_by_sequence"][sequence]] * out.size, case["tol"]
        )


def uniform(case, kit, given):
    """Every product 0, values by formula."""
    values = formula.array(given["v"], [("j", 0), ("c", 1)])
    probe = Probe(len(values))
    probe.values(values[:, 0])
    probe.q[:] = given["q"]
    probe.k[:] = given["k"]
    if case["params"].get("causal"):
        probe.options["mask"] = "causal"
    compare(case, {"out": probe.run(kit)[-1, 0, 0]})


RULES = [
    ({"qk"}, raw_products),
    ({"kv_heads", "v_by_kv_head"}, head_map),
    ({"groups"}, head_map),
    ({"heads", "sinks"}, sinks),
    ({"sq", "sk"}, aligned),
    ({"s", "window"}, windows),
    ({"s", "windows"}, windows),
    ({"mask", "scores"}, additive_mask),
    ({"masked"}, masked),
    ({"cap", "scores"}, capped),
    ({"n", "sink"}, sink_alone),
    ({"head_dim", "scores", "v_rows"}, wide_head),
    ({"past"}, ragged),
    ({"visible_key"}, one_key_each),
    ({"q", "k", "v"}, uniform),
]


def check(case, kit):
    for keys, rule in RULES:
        if keys <= set(case["input"]):
            return rule(case, kit, case["input"])
    raise Mismatch(f"no rule for the input {sorted(case['input'])}")


def softmax(case, kit):
    """Rows of scores to rows of weights."""
    given, values = case["input"], expected(case)
    if "widths" in given:
        for width in given["widths"]:
            got = weights_of(kit, formula.array(given["x"], width=width)[0])
            same(f"width {width}", got[[0, -1]], values[str(width)], case["tol"])
        return
    same("p", [weights_of(kit, row) for row in given["scores"]], values["p"], case["tol"])


def weights_of(kit, scores):
    probe = Probe(len(scores), size=len(scores))
    probe.scores(scores)
    probe.weights_as_values()
    return probe.run(kit)[0, 0]


def slopes(case, kit):
    """ALiBi slopes, read from two keys at a distance where the weight is near 1/2."""
    for heads in case["input"]["heads"]:
        probe = Probe(257, heads)
        probe.scores([0.0] * 257)
        probe.v[0] = 1.0
        probe.mask("k == 0 or k == q")
        probe.options["score"] = "alibi"
        out = probe.run(kit)[:, :, 0]
        want = np.array(expected(case)[str(heads)])
        rows = np.round(1 / want).astype(int)
        weight = out[rows, np.arange(heads)]
        same(f"{heads} heads", -np.log(weight / (1 - weight)) / rows, want, case["tol"])


def buckets(case, kit):
    """Relative position buckets, read through a table that holds bucket / 8."""
    distances = case["input"]["distance"]
    query = max(map(abs, distances))
    count = 2 * query + 1
    for form, want in expected(case).items():
        probe = Probe(count, size=len(distances))
        probe.scores([0.0] * count)
        probe.v[:] = 0.0
        for channel, distance in enumerate(distances):
            probe.v[query + distance, 0, channel] = 1.0
        probe.mask(any_of([query + distance for distance in distances]))
        probe.options["score"] = f"relative_bias(both = {words.literal(form == 'bidirectional')})"
        weight = read_table(probe, kit)[query, 0]
        got = 8 * np.log(weight / weight[distances.index(0)])
        same(form, np.round(got), want, case["tol"])


def read_table(probe, kit):
    own = probe.picks
    probe.picks = lambda: {**own(), "attention.score.table": (np.arange(32.0).reshape(32, 1) / 8, "f32")}
    return probe.run(kit)


def shapes(case, kit):
    """Shapes, counts and the default scale, from the bookkeeping and the graph."""
    given, values = case["input"], expected(case)
    options = {key: given[key] for key in ("heads", "kv_heads", "head_dim") if key in given}
    text = (
        f"block unit {{ width = {given['d']}  placement = pre_norm  norm = rms_norm(eps = 1e-6)\n"
        f"  attention = {words.call('attention', options)} }}\n"
    )
    found = kit.parameters(text)
    matrices = {
        name[1]: found[path]
        for name, path in words.NAMES["weights"].items()
        if path in found and name[0] == "w"
    }
    for key, want in values.items():
        if key in matrices:
            same(key, matrices[key], want, {"exact": True})
    same(
        "parameters",
        sum(math.prod(shape) for shape in matrices.values()),
        values["parameters"],
        {"exact": True},
    )
    if "default_scale" in values:
        probe = Probe(2, 1, 1, given["head_dim"])
        probe.k[1, 0, 0] = 8.0
        probe.v[1, 0, 0] = 1.0
        weight = probe.run(kit)[0, 0, 0]
        same("default_scale", math.log(weight / (1 - weight)) / 8, values["default_scale"], {"rel": 1e-5})


OPS = {"attention": check, "softmax": softmax, "alibi": slopes, "bucket": buckets, "shapes": shapes}
