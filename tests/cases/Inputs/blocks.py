# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases about a whole block: `input.block` says its sizes and where its numbers are from."""

import numpy as np

import formula
import words
from compare import same

NAMES = words.NAMES


def rope_setting(rope):
    if not rope:
        return None
    return words.call(
        "rope", {"theta": rope["theta"], "dim": rope["dim"], "pairs": NAMES["rope"][rope["style"]]}
    )


def attention_setting(block):
    options = [
        f"heads = {block['heads']}",
        f"kv_heads = {block['kv_heads']}",
        f"head_dim = {block['head_dim']}",
    ]
    if "scale" in block:
        options.append(f"scale = {words.literal(block['scale'])}")
    if not block.get("causal"):
        options.append(f"mask = {NAMES['mask']['bidirectional']}")
    elif block.get("window"):
        options.append(f"mask = {NAMES['mask']['window']}({block['window']})")
    if block.get("softcap"):
        options.append(f"score = {NAMES['score']['softcap']}({words.literal(block['softcap'])})")
    if block.get("alibi"):
        options.append(f"score = {NAMES['score']['alibi']}")
    if block.get("rope"):
        options.append(f"rope = {rope_setting(block['rope'])}")
    if block.get("qk_norm"):
        options += qk_norm_options(block["qk_norm"])
    if block.get("sinks"):
        options.append("sinks = true")
    return f"attention({', '.join(options)})"


def qk_norm_options(spec):
    norm = words.norm(spec.get("type", "rmsnorm"), **words.norm_options({"type": "rmsnorm", **spec}))
    place = NAMES["qk_norm"]["scope"][spec["scope"]]
    if place == "head":
        place = NAMES["qk_norm"]["order"][spec["order"]]
    return [f"qk_norm = {norm}", f"qk_norm_at = {place}"]


def ffn_setting(block):
    ffn = block["ffn"]
    if ffn.get("clamp"):
        entry, clamp = NAMES["clamped_glu"], ffn["clamp"]
        options = {ours: clamp[theirs] for theirs, ours in entry["options"].items()}
        return words.call(entry["kind"], {"hidden": block["d_ff"], **options})
    kind = NAMES["ffn"]["gated" if ffn["gated"] else "plain"]
    return words.call(kind, {"hidden": block["d_ff"], "activation": NAMES["activation"][ffn["act"]]})


def placement_setting(block):
    if "residual_multiplier" in block:
        return words.call(NAMES["placement"]["residual_multiplier"], {"factor": block["residual_multiplier"]})
    if "skip_multiplier" in block:
        return words.call(NAMES["placement"]["skip_multiplier"], {"alpha": block["skip_multiplier"]})
    return NAMES["placement"][block["placement"]]


def spec(block, dtype="f32", name="unit"):
    norm = words.norm(block["norm"]["type"], **words.norm_options(block["norm"]))
    return (
        f"block {name} {{\n  width = {block['d']}\n  norm = {norm}\n  placement = {placement_setting(block)}\n"
        f"  attention = {attention_setting(block)}\n  ffn = {ffn_setting(block)}\n  dtype = {dtype}\n}}\n"
    )


def weights(block, dtype="f32"):
    """Every number of the block by its canonical name."""
    d, hidden, scale, seed = block["d"], block["d_ff"], block["weights"]["scale"], block["weights"]["seed"]
    q, kv = block["heads"] * block["head_dim"], block["kv_heads"] * block["head_dim"]
    shapes = {
        "wq": (q, d),
        "wk": (kv, d),
        "wv": (kv, d),
        "wo": (d, q),
        "gate": (hidden, d),
        "up": (hidden, d),
        "down": (d, hidden),
    }
    result = {}
    for index, (word, shape) in enumerate(shapes.items()):
        if word != "gate" or block["ffn"]["gated"]:
            result[NAMES["weights"][word]] = (formula.matrix(seed + index, *shape, scale), dtype)
    for slot, gain in block["gains"].items():
        path = NAMES["norm_slots"][block["placement"]][slot] + ".gain"
        row = (
            np.full(d, float(gain))
            if isinstance(gain, (int, float))
            else formula.vector(gain["seed"], d, gain["scale"], gain["offset"])
        )
        result[path] = (row, dtype)
    if block.get("qk_norm"):
        result.update(qk_gains(block, dtype))
    if block.get("sinks"):
        result["attention.sinks"] = (np.array(block["sinks"]), dtype)
    return result


def qk_gains(block, dtype):
    seed, size = block["qk_norm"]["seed"], block["head_dim"]
    if block["qk_norm"]["scope"] == "head":
        counts = {"q_norm": size, "k_norm": size}
    else:
        counts = {"q_norm": block["heads"] * size, "k_norm": block["kv_heads"] * size}
    return {
        f"attention.{name}.gain": (formula.vector(seed + index, count, 0.5, 1.0), dtype)
        for index, (name, count) in enumerate(counts.items())
    }


def rows(block):
    return formula.matrix(block["x"]["seed"], block["x"]["rows"], block["d"], block["x"]["scale"])


def check(case, kit):
    block, dtype = case["input"]["block"], case["input"].get("dtype", "f32")
    y = kit.run(spec(block, dtype), rows(block), weights(block, dtype), dtype)
    same("y", y, case["expect"]["values"]["y"], case["tol"], case.get("wrong"))


OPS = {"block": check}
