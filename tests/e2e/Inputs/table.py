# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The specs of the end-to-end tests, by group. Each is (name, text, token counts); `every`
asks for the whole product where the default takes a covering part of it."""

import itertools

TYPES = ["f32", "bf16", "f16"]
TOKENS = [1, 2, 3, 7, 17, 63, 129]
WIDTHS = [1, 3, 5, 17, 33, 100, 769]
HIDDEN = [1, 2, 7, 31, 65, 97, 257]

NORMS = {
    "rms": "rms_norm(eps = 1e-6)",
    "layer": "layer_norm(eps = 1e-5)",
    "layer_no_bias": "layer_norm(eps = 1e-12, bias = false)",
    "layer_no_affine": "layer_norm(eps = 1e-5, gain = false, bias = false)",
    "rms_offset": "rms_norm(eps = 1e-5, offset = 1)",
    "rms_before_gain": "rms_norm(eps = 1e-6, cast = before_gain)",
    "rms_no_gain": "rms_norm(eps = 1e-3, gain = false)",
    "l2": "l2_norm(eps = 1e-6)",
    "dyt": "dyt",
    "none": "none",
}
ACTIVATIONS = [
    "relu",
    "relu2",
    "gelu_erf",
    "gelu_tanh",
    "quick_gelu",
    "silu",
    "sigmoid",
    "tanh",
    "softplus",
    "mish",
    "softcap(3)",
    "clamp(2)",
    "xielu",
    "none",
]
PLACEMENTS = [
    "pre_norm",
    "post_norm",
    "sandwich",
    "res_post",
    "layer_scale",
    "deep_norm(alpha = 2.5)",
    "scaled(factor = 0.22)",
    "normed_skip",
    "bare",
    "no_norm",
]
FFNS = {
    "mlp": "mlp(hidden = {h}, activation = {a})",
    "mlp_bias": "mlp(hidden = {h}, activation = {a}, bias = true)",
    "glu": "glu(hidden = {h}, activation = {a})",
    "glu_bias": "glu(hidden = {h}, activation = {a}, bias = true)",
    "clamped": "clamped_glu(hidden = {h}, limit = 7)",
    "mlp_hidden_norm": "mlp(hidden = {h}, activation = {a}, hidden_norm = rms_norm(eps = 1e-5))",
    "glu_hidden_norm": "glu(hidden = {h}, activation = {a}, hidden_norm = layer_norm(eps = 1e-5))",
}
NORMLESS = ("bare", "no_norm")


def block(width, placement, ffn, norm=None, types=("f32", "f32", "f32"), kinds=""):
    dtype, weights, residual = types
    setting = f"  norm = {norm}" if norm and placement not in NORMLESS else ""
    return (
        f"{kinds}block unit {{\n  width = {width}{setting}\n  placement = {placement}\n  ffn = {ffn}\n"
        f"  dtype = {dtype}  weights = {weights}  residual = {residual}\n}}\n"
    )


def pick(values, index):
    values = list(values)
    return values[index % len(values)]


def types_of(index):
    """The 27 combinations, in an order in which neighbours differ in all three."""
    return (pick(TYPES, index), pick(TYPES, index + index // 3), pick(TYPES, index + index // 9))


def tokens_of(index):
    """Rows per call; validation feeds all its rows, adversarial ones too, in calls of that many."""
    return [pick(TOKENS, index)]


def norms(every):
    """A norm alone: every norm at every width, in and out of 16 bits."""
    kinds = "ffn nothing(x) = x\nplacement alone(x, f) = norm(f(x))\n"
    index = 0
    for name, norm in NORMS.items():
        for width in WIDTHS + [8, 16, 64, 515] * every:
            for types in (
                [types_of(index)] if not every else [(one, one, two) for one in TYPES for two in TYPES]
            ):
                if name != "none":
                    yield f"{name}-{width}-{'-'.join(types)}", block(
                        width, "alone", "nothing", norm, types, kinds
                    ), tokens_of(index)
                index += 1


def activations(every):
    """An activation alone, and between two matrices."""
    kinds = "ffn alone(x; activation) = activation(x)\n"
    for index, activation in enumerate(ACTIVATIONS):
        for offset in range(len(TYPES) if every else 1):
            types = types_of(13 * (index + offset))
            width = pick(WIDTHS, index + 2 + offset)
            yield f"{activation}-alone", block(
                width, "bare", f"alone({activation})", None, types, kinds
            ), tokens_of(index + 1)
            for kind in ("mlp", "glu_bias"):
                ffn = FFNS[kind].format(h=pick(HIDDEN, index + 3), a=activation)
                yield f"{activation}-{kind}", block(
                    width, "pre_norm", ffn, NORMS["rms"], types_of(index + offset)
                ), tokens_of(index)


def placements(every):
    """Every placement with every feed-forward, over norms, widths and types in turn."""
    for index, (placement, kind) in enumerate(itertools.product(PLACEMENTS, FFNS)):
        for offset in range(7 if every else 1):
            turn = 5 * index + index // 7 + offset
            ffn = FFNS[kind].format(h=pick(HIDDEN, turn + 2), a=pick(ACTIVATIONS, turn))
            norm = pick([norm for norm in NORMS.values() if norm != "none"], turn)
            yield (
                f"{placement}-{kind}-{turn}",
                block(pick(WIDTHS, turn), placement, ffn, norm, types_of(turn)),
                tokens_of(turn),
            )


def types(every):
    """All 27 combinations of dtype, weights and residual on the two common sublayers."""
    for index, types in enumerate(itertools.product(TYPES, repeat=3)):
        for width, hidden in ((100, 257), (769, 31)) if every else (((100, 257), (33, 97))[index % 2],):
            gated = FFNS["glu"].format(h=hidden, a="silu")
            plain = FFNS["mlp_bias"].format(h=hidden, a="gelu_erf")
            yield f"pre-{'-'.join(types)}-{width}", block(
                width, "pre_norm", gated, NORMS["rms"], types
            ), tokens_of(index)
            yield f"post-{'-'.join(types)}-{width}", block(
                width, "post_norm", plain, NORMS["layer"], types
            ), tokens_of(index + 3)


def shapes(every):
    """Odd widths by odd hidden sizes, by numbers of tokens around every tile's edge."""
    for index, (width, hidden) in enumerate(itertools.product(WIDTHS, HIDDEN)):
        if not every and index % 3 != 0 and width not in (1, 769):
            continue
        ffn = FFNS["glu" if index % 2 else "mlp_bias"].format(h=hidden, a="silu")
        yield (
            f"{width}x{hidden}",
            block(width, "pre_norm", ffn, NORMS["rms"], types_of(index // 2)),
            TOKENS if every else tokens_of(index),
        )


USER = {
    "own norm": (
        'norm mean_abs(x; eps) { require eps > 0 "a zero row"  param gain[width] = 1\n'
        "  return x / (mean(abs(x)) + eps) * gain }\n",
        "pre_norm",
        "swiglu(hidden = 65)",
        "mean_abs(eps = 1e-3)",
    ),
    "own norm of two statistics": (
        "norm crest(x; eps) { let m = mean(x)  let d = x - m  let s = sqrt(mean(d^2) + eps)\n"
        "  param a[width] = 1  param b[1] = 0.5\n  return a * d / s + b * m / (abs(m) + s) }\n",
        "post_norm",
        "mlp(hidden = 31, activation = relu)",
        "crest(eps = 1e-5)",
    ),
    "own norm in groups": (
        "norm grouped(x; groups : size, eps) = merge(rms_norm(split(x; groups); eps))\n",
        "pre_norm",
        "mlp(hidden = 30, activation = silu)",
        "grouped(groups = 3, eps = 1e-5)",
    ),
    "own activation": (
        "activation bump(z; sharp = 2) = z * exp(-sharp * z^2) + min(z, 0) * 0.1\n",
        "pre_norm",
        "mlp(hidden = 65, activation = bump(sharp = 0.5))",
        "rms_norm(eps = 1e-5)",
    ),
    "own activation with a parameter": (
        "activation swish(z) { param beta[1] = 1  return z * sigmoid(beta * z) }\n",
        "pre_norm",
        "glu(hidden = 33, activation = swish)",
        "layer_norm(eps = 1e-5)",
    ),
    "own activation with choices": (
        "activation steps(z) = if z < -1 or z > 2 then floor(z) else if not (z <= 0) then z "
        "else log1p(abs(z))\n",
        "bare",
        "alone(steps)",
        None,
    ),
    "own placement": (
        "placement gated(x, f) { param g[width] = 0.5  let h = norm.pre(x)  let y = norm.post(f(h))\n"
        "  return x + sigmoid(g) * (y - h) }\n",
        "gated",
        "swiglu(hidden = 31)",
        "rms_norm(eps = 1e-5)",
    ),
    "own placement around twice": (
        "placement double(x, f) { let h = x + norm.a(f(norm.b(x)))  return h / (1 + abs(h)) }\n",
        "double",
        "mlp(hidden = 7, activation = tanh, bias = true)",
        "rms_norm(eps = 1e-5)",
    ),
    "three-way gate": (
        "ffn threefold(x; hidden : size) {\n"
        "  linear a[width -> hidden](false)  linear b[width -> hidden](true)  linear c[width -> hidden](false)\n"
        "  linear down[hidden -> width](true)\n"
        "  return down(silu(a(x)) * sigmoid(b(x)) * tanh(c(x))) }\n",
        "pre_norm",
        "threefold(hidden = 49)",
        "rms_norm(eps = 1e-6)",
    ),
    "gate by the input": (
        "ffn highway(x) { linear t[width -> width](true)  linear h[width -> width](true)\n"
        "  let gate = sigmoid(t(x))  return gate * relu(h(x)) + (1 - gate) * x }\n",
        "res_post",
        "highway",
        "rms_norm(eps = 1e-6)",
    ),
    "deep": (
        "ffn deep(x; hidden : size) { linear a[width -> hidden](true)  linear b[hidden -> hidden](true)\n"
        "  linear c[hidden -> width](true)\n  return c(gelu_erf(b(rms_norm(gelu_tanh(a(x)); eps = 1e-5)))) }\n",
        "pre_norm",
        "deep(hidden = 37)",
        "layer_norm(eps = 1e-5)",
    ),
    "nested sublayers": (
        "ffn inner(x; hidden : size) { linear u[width -> hidden](false)  linear d[hidden -> width](false)\n"
        "  return x + d(silu(u(rms_norm(x; eps = 1e-5)))) }\n"
        "ffn outer(x; core : ffn) = core(core.second(x))\n",
        "sandwich",
        "outer(core = inner(hidden = 21))",
        "rms_norm(eps = 1e-6)",
    ),
    "two outputs of one norm": (
        "ffn split_paths(x; hidden : size) { linear a[width -> hidden](false)  linear g[width -> 1](true)\n"
        "  linear d[hidden -> width](false)\n  return sigmoid(g(x)) * d(relu2(a(x))) + mean(x) }\n",
        "pre_norm",
        "split_paths(hidden = 31)",
        "rms_norm(eps = 1e-6)",
    ),
    "softmax of channels": (
        "ffn mixed(x; hidden : size) { linear a[width -> hidden](true)  linear d[hidden -> width](false)\n"
        "  let e = exp(3 * tanh(a(x)))  return d(e / sum(e)) }\n",
        "pre_norm",
        "mixed(hidden = 31)",
        "rms_norm(eps = 1e-6)",
    ),
    "norm without a matrix": ("ffn nothing(x) = x\n", "pre_norm", "nothing", "rms_norm(eps = 1e-6)"),
    "matrix without a norm": ("", "no_norm", "glu(hidden = 31, activation = relu)", None),
    "matrix alone": ("ffn one(x) { linear w[width -> width](true)  return w(x) }\n", "bare", "one", None),
    "required rounding": (
        "ffn rounded(x; hidden : size) { linear a[width -> hidden](false)  linear d[hidden -> width](false)\n"
        "  return d(round(silu(round(a(x))))) }\n",
        "pre_norm",
        "rounded(hidden = 31)",
        "rms_norm(eps = 1e-6, cast = before_gain)",
    ),
    "heads with a gain each": (
        "norm headwise(x; groups : size, eps) = merge(rms_norm_heads(split(x; groups); eps))\n",
        "post_norm",
        "swiglu(hidden = 31)",
        "headwise(groups = 3, eps = 1e-5)",
    ),
}


def user(every):
    """Kinds that only a user's spec knows."""
    for index, (name, (kinds, placement, ffn, norm)) in enumerate(USER.items()):
        if ffn.startswith("alone"):
            kinds += "ffn alone(x; activation) = activation(x)\n"
        for offset in range(9 if every else 2):
            width = pick([33, 99, 129, 3, 513], index + offset)
            yield (
                f"{name}-{offset}",
                block(width, placement, ffn, norm, types_of(4 * index + 14 * offset), kinds),
                tokens_of(index + offset),
            )


HEADS = [
    "heads = 1, head_dim = 6",
    "heads = 3, head_dim = 10",
    "heads = 9, kv_heads = 3, head_dim = 4",
    "heads = 8, kv_heads = 1, head_dim = 16",
    "heads = 4, kv_heads = 2, head_dim = 34",
]
ATTENTION = {
    "plain": "",
    "bias": "bias = true",
    "no o bias": "bias = true, o_bias = false",
    "sinks": "sinks = true",
    "head gain": "head_gain = true",
    "window": "mask = sliding(5)",
    "both ways": "mask = none",
    "nearby": "mask = nearby(3)",
    "chunks": "mask = chunked(4)",
    "cap": "score = softcap(2.5)",
    "alibi": "score = alibi",
    "t5": "mask = none, scale = 1, score = relative_bias(both = true)",
    "scale": "scale = 1/7",
    "rope": "rope = rope(theta = 10000)",
    "partial": "rope = rope(theta = 500, dim = 4, pairs = interleaved)",
    "llama3": "rope = rope(theta = 500000, frequency = llama3(factor = 8, original = 64))",
    "yarn": "rope = rope(theta = 10000, frequency = yarn(factor = 4, original = 32), magnitude = 1.1)",
    "qk norm": "qk_norm = rms_norm(eps = 1e-6), rope = rope(theta = 100)",
    "qk norm after": "qk_norm = layer_norm(eps = 1e-5), qk_norm_at = rotated, rope = rope(theta = 100)",
    "projection norm": "qk_norm = rms_norm(eps = 1e-6), qk_norm_at = projection",
    "v and o norms": "v_norm = rms_norm(eps = 1e-5), o_norm = rms_norm(eps = 1e-5)",
    "clip": "clip = clamp(0.5)",
    "all": "bias = true, sinks = true, head_gain = true, mask = sliding(7), score = softcap(3), qk_norm = rms_norm(eps = 1e-6), "
    "rope = rope(theta = 100, dim = 2)",
}
WHOLE = ["pre_norm", "post_norm", "sandwich", "res_post", "parallel", "parallel_two", "scaled(factor = 0.5)"]


def attention(every):
    """Attention with every option of the library, beside a feed-forward in every placement."""
    for index, (name, options) in enumerate(ATTENTION.items()):
        for heads in HEADS if every else [pick(HEADS, index)]:
            call = f"attention({heads}{', ' * bool(options)}{options})"
            dtype, weights, residual = types_of(index)
            yield (
                f"{name}-{heads}",
                f"block unit {{\n  width = {pick([5, 12, 33], index)}  norm = {NORMS['rms']}\n"
                f"  placement = {pick(WHOLE, index)}\n  attention = {call}\n  ffn = swiglu(hidden = 7)\n"
                f"  dtype = {dtype}  weights = {weights}  residual = {residual}\n}}\n",
                tokens_of(index),
            )


GROUPS = {
    "attention": attention,
    "norms": norms,
    "activations": activations,
    "placements": placements,
    "types": types,
    "shapes": shapes,
    "user": user,
}
