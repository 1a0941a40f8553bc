# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds bugs into blocks and demands that validation finds each, and that the block without passes.

usage: mutations.py --tenon PATH --work DIR [--target cpu] [--only NAME]

Each entry is a bug, a spec that shows it, and the tokens at which it does: a number, or options."""
import argparse
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "Inputs")]

import tool

HALF = "dtype = bf16  residual = bf16"
INSIDE = "dtype = bf16  residual = f32"
F32 = "dtype = f32"
F16 = "dtype = f16  residual = f16"


def norm(kind, types=F32, width=160):
    """A norm alone."""
    return (f"ffn nothing(x) = x\nplacement alone(x, f) = norm(f(x))\n"
            f"block unit {{ width = {width}  norm = {kind}  placement = alone  ffn = nothing  {types} }}\n")


def ffn(kind, types=F32, placement="pre_norm", kept="rms_norm(eps = 1e-5)", width=40):
    kept = f"norm = {kept}  " if kept else ""
    return f"block unit {{ width = {width}  {kept}placement = {placement}  ffn = {kind}  {types} }}\n"


def attention(options, types=F32):
    return (f"block unit {{ width = 48  norm = rms_norm(eps = 1e-5)  placement = pre_norm  "
            f"attention = attention(heads = 6, {options})  ffn = swiglu(hidden = 80)  {types} }}\n")


SWIGLU = "swiglu(hidden = 72)"
CAST = "rms_norm(eps = 1e-6, cast = before_gain)"
ROPE = "kv_heads = 3, rope = rope(theta = 10000)"

CASES = [
    ("eps-outside-root", norm("rms_norm(eps = 1e-6)"), 128),
    ("eps-outside-root", ffn(SWIGLU), 7),
    ("eps-times-ten", norm("layer_norm(eps = 1e-5)"), 128),
    ("eps-times-ten", ffn(SWIGLU, HALF), 128),
    ("eps-dropped", norm("rms_norm(eps = 1e-6)"), 128),
    ("unbiased-variance", norm("layer_norm(eps = 1e-5)", F32, 3), 128),
    ("uncentred-variance", norm("layer_norm(eps = 1e-5)"), 128),
    ("not-centred", norm("layer_norm(eps = 1e-5)"), 128),
    ("sum-for-mean", norm("rms_norm(eps = 1e-6)"), 128),
    ("gain-offset", norm("rms_norm(eps = 1e-6)"), 128),
    ("gain-offset", norm("rms_norm(eps = 1e-6, offset = 1)"), 128),
    ("gain-dropped", norm("rms_norm(eps = 1e-6)", HALF), 128),
    ("cast-after-gain", norm(CAST, INSIDE), 128),
    ("cast-dropped", norm(CAST, INSIDE), 128),
    ("double-rounding", norm("rms_norm(eps = 1e-6)", INSIDE), 128),
    ("rounded-statistic", norm("rms_norm(eps = 1e-6)", INSIDE), 128),
    ("tanh-for-erf", ffn("mlp(hidden = 65, activation = gelu_erf)"), 128),
    ("erf-for-tanh", ffn("mlp(hidden = 65, activation = gelu_tanh)"), 128),
    ("silu-for-gelu", ffn("mlp(hidden = 65, activation = gelu_erf)", HALF), 128),
    ("gate-up-swapped", ffn(SWIGLU, HALF), 17),
    ("square-dropped", ffn("mlp(hidden = 47, activation = relu2)", HALF), 128),
    ("bias-dropped", ffn("mlp(hidden = 65, activation = silu, bias = true)", HALF), 128),
    ("residual-dropped", ffn(SWIGLU, HALF), 3),
    ("residual-dropped", ffn(SWIGLU, HALF, "post_norm", "layer_norm(eps = 1e-12)"), 128),
    ("norm-dropped", ffn(SWIGLU, HALF), 128),
    ("post-for-pre-norm", ffn(SWIGLU, HALF), 128),
    ("tail-row-missed", ffn(SWIGLU), 7),
    ("stale-row", ffn(SWIGLU, HALF), 7),
    ("rows-swapped", ffn(SWIGLU, HALF), 63),
    ("tail-column-missed", ffn(SWIGLU, HALF), 128),
    ("nan-leaks", ffn(SWIGLU), 128),
    ("denormals-flushed", ffn(SWIGLU, F16), 128),
    ("tile-transposed", ffn(SWIGLU, HALF), 128),
    ("depth-tail-missed", ffn(SWIGLU, F32, width=769), 128),
    ("panel-shifted", ffn(SWIGLU, HALF), 128),
    ("causal-off-by-one", attention(ROPE, HALF), 128),
    ("causal-off-by-one", attention(ROPE), 2),
    ("window-off-by-one", attention(ROPE + ", mask = sliding(5)"), 128),
    ("mask-dropped", attention(ROPE, HALF), 2),
    ("score-dropped", attention("score = softcap(2)"), 17),
    ("score-dropped", attention("score = alibi"), 17),
    ("scale-dropped", attention(ROPE, HALF), 7),
    ("sinks-dropped", attention("sinks = true"), 1),
    ("key-for-value", attention(ROPE, HALF), 1),
    ("pairs-swapped", attention(ROPE), 7),
    ("rotated-backwards", attention(ROPE), 7),
    ("rotation-dropped", attention(ROPE), 7),
    ("stale-slot", attention(ROPE, HALF), ("--sequences", "5,5", "--chunk", 2)),
    ("stale-slot", attention(ROPE + ", mask = sliding(5)"), ("--sequences", "9,3,1", "--chunk", 1)),
    ("position-behind", attention(ROPE, HALF), ("--tokens", 7, "--chunk", 3)),
]


def validate(kit, spec, tokens, *options):
    """True where the verdict is `pass`, False where it is not, a sentence where there is none."""
    rows = tokens if isinstance(tokens, tuple) else ("--tokens", tokens)
    status, out, err = kit.call("run", spec, "--target", kit.target, *rows, "--threads", 1, "--validate", "--json",
                                *options)
    try:
        verdict = json.loads(out)
    except json.JSONDecodeError:
        return f"exit {status}, no JSON document: {err}{out}"
    if "pass" not in verdict:
        return f"exit {status}: {json.dumps(verdict)}"
    if status != (0 if verdict["pass"] else 1):
        return f"exit {status} for pass = {verdict['pass']}"
    return verdict["pass"]


def main():
    parser = argparse.ArgumentParser()
    for name in ("tenon", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--target", default="reference")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    kit = tool.Tool(options.tenon, options.work, options.target)
    runs = failed = refused = 0
    for mutation, text, tokens in CASES:
        if options.only not in mutation:
            continue
        runs += 1
        spec = kit.spec(text)
        right = validate(kit, spec, tokens)
        if kit.target != "reference" and "is not compiled yet" in str(right):
            refused += 1
            continue
        wrong = validate(kit, spec, tokens, "--mutate", mutation)
        if right is not True or wrong is not False:
            failed += 1
            print(f"FAIL {mutation}, {tokens} tokens: without the bug {right}, with it {wrong}\n{text}", flush=True)
    print(f"{runs} bugs on {kit.target}, {failed} not told apart, {refused} in blocks that are not compiled yet")
    return 1 if failed or runs == refused else 0


if __name__ == "__main__":
    sys.exit(main())
