# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Descriptions that must be rejected: each becomes a spec that says the same thing, and
`tenon check` must exit 1 at a line and column of it, with the words that matter."""

import re

import numpy as np

import tensors
import words
from compare import need

WIDTH = 64


def attention(given):
    options = {"heads": given.get("heads", 4)}
    for key in ("kv_heads", "head_dim"):
        if key in given:
            options[key] = given[key]
    text = [f"{name} = {value}" for name, value in options.items()]
    if "window" in given:
        text.append(f"mask = {words.NAMES['mask']['window']}({words.literal(given['window'])})")
    if "cap" in given or "softcap" in given:
        text.append(
            f"score = {words.NAMES['score']['softcap']}({words.literal(given.get('cap', given.get('softcap')))})"
        )
    if "rotary_dim" in given:
        text.append(f"rope = rope(theta = 10000, dim = {given['rotary_dim']})")
    if "sinks" in given:
        text.append("sinks = true")
    return f"attention({', '.join(text)})"


def hidden(given):
    if "d_ff" in given:
        return str(given["d_ff"])
    exact = f"{given['ratio']} * width" if "ratio" in given else "4 * width"
    return f"round_up(floor({exact}), {given['multiple']})" if "multiple" in given else exact


def ffn(given):
    inner = given.get("ffn", {})
    activation = words.NAMES["activation"].get(given.get("activation") or inner.get("act"), "silu")
    options = {"hidden": hidden(given), "activation": activation}
    options.update({key: inner[key] for key in ("alpha", "limit", "beta") if key in inner})
    return words.call(words.NAMES["ffn"]["gated" if inner.get("gated", True) else "plain"], options)


def norm(given, text):
    word = next((word for name, word in words.NAMES["norm_in_text"].items() if name in text), "rmsnorm")
    if "eps" not in given:
        return words.norm(word, eps=1e-6)
    return words.norm(word, **({} if given["eps"] is None else {"eps": given["eps"]}))


def width_of(given):
    """The width, where it is not given one that any right number of heads divides."""
    return given.get("d", 16 * given["heads"] if given.get("heads") else WIDTH)


def describe(given, text):
    """A block that says what the case's input says, and is right otherwise."""
    placement = words.NAMES["placement"][given.get("placement", "pre")]
    slots = words.NAMES["norm_slots"]["pre"]
    extra = [f"{slots[slot]} = {norm({}, text)}" for slot in given.get("norms", []) if slot != "n1"]
    return (
        f"block unit {{\n  width = {width_of(given)}\n  norm = {norm(given, text)}\n  placement = {placement}\n"
        f"  attention = {attention(given)}\n  ffn = {ffn(given)}\n"
        + "".join(f"  {line}\n" for line in extra)
        + "}\n"
    )


def quoted(line):
    """A case that quotes one wrong setting: 'softcap: fifty', 'eps: 1e-6x'."""
    key, value = (part.strip() for part in line.split(":", 1))
    right = describe({"softcap": 50.0, "eps": 1e-6, "activation": "silu"}, "")
    patterns = {"softcap": r"softcap\([^)]*\)", "eps": r"eps = [^,)]*", "activation": r"activation = \w+"}
    wrong = {"softcap": f"softcap({value})", "eps": f"eps = {value}", "activation": f"activation = {value}"}
    return re.sub(patterns[key], wrong[key], right, count=1)


def refused(kit, text, mention=()):
    """`tenon check` must reject `text`, and name the place and every word of `mention`."""
    path = kit.spec(text)
    status, out, err = kit.call("check", path)
    need(status == 1, f"exit {status}, expected 1, for\n{text}{out}{err}")
    need(re.search(re.escape(path) + r":\d+:\d+: error: \S", err), f"no place in the error:\n{err}")
    for word in mention:
        need(word in err, f"the error does not mention '{word}':\n{err}")


def accepted(kit, text):
    """The same description without its fault is right, so the fault is what is refused."""
    status, _, err = kit.call("check", kit.spec(text))
    need(status == 0, f"the description without its fault is refused too:\n{text}{err}")


def wrong_length(case, kit):
    """Parameters of a length that another description would need: refused with both shapes."""
    given = case["input"]
    heads, size = given["heads"], given["head_dim"]
    for place, right, wrong in (("head", size, heads * size), ("projection", heads * size, size)):
        block = (
            f"block unit {{ width = {WIDTH}  norm = rms_norm(eps = 1e-6)  placement = pre_norm\n  attention = "
            f"attention(heads = {heads}, head_dim = {size}, qk_norm = rms_norm(eps = 1e-6), qk_norm_at = {place}) }}\n"
        )
        for count in (right, wrong):
            shape_refused(kit, block, "attention.q_norm.gain", right, count)


def shape_refused(kit, text, name, right, count):
    shapes = {**kit.parameters(text), name: [count]}
    (block,) = kit.check(text)["blocks"]
    tensors.write(kit.file("x.safetensors"), {"x": (np.ones((1, block["width"])), "f32")})
    tensors.write(
        kit.file("w.safetensors"), {path: (np.ones(shape), "f32") for path, shape in shapes.items()}
    )
    status, out, err = kit.call(
        "run",
        kit.spec(text),
        "--target",
        "reference",
        "--weights",
        kit.file("w.safetensors"),
        "--input",
        kit.file("x.safetensors"),
        "--output",
        kit.file("y.safetensors"),
    )
    need(
        status == (0 if count == right else 1), f"exit {status} for a {name} of {count}, needs {right}\n{err}"
    )
    need(
        count == right or (str(right) in err and str(count) in err),
        f"the error does not give both shapes:\n{err}",
    )


def sinks_length(case, kit, given):
    text = describe(given, case["build"])
    shape_refused(kit, text, "attention.sinks", given["heads"], len(given["sinks"]))


def unsupported(case, kit):
    """What a target cannot do is refused by name, never dropped."""
    given = case["input"]
    text = describe({key: value for key, value in given.items() if key != "target"}, case["build"])
    accepted(kit, text)
    status, out, err = kit.call("compile", kit.spec(text), "--target", "cpu", "-o", kit.file("out"))
    if status == 0:
        raise LookupError("no target lacks it")
    need(status == 1, f"exit {status}, expected 1\n{err}")
    for word in case["expect"]["refuse"].get("should_mention", []):
        need(word in err, f"the error does not mention '{word}':\n{err}")


def check(case, kit):
    given, text = case["input"], case["build"]
    mention = case["expect"]["refuse"].get("should_mention", [])
    if "target" in given:
        return unsupported(case, kit)
    if case["expect"]["refuse"]["field"].endswith(".gain"):
        return wrong_length(case, kit)
    accepted(kit, describe({}, ""))
    for entry in given.get("cases", [given]):
        if isinstance(entry, str):
            refused(kit, quoted(entry))
        elif "sinks" in entry:
            sinks_length(case, kit, entry)
        else:
            refused(kit, describe(entry, text), mention)
