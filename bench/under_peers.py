#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one work item of a peers harness with kernels compiled by Tenon.

Reads a JSON request on standard input ({family, case, dtype, dims, arrays: {name: {path}}, model, folder, threads,
seconds, output}), compiles the block that the item describes, packs the item's weights, fills the cache of an item
that decodes, and calls the block for about `seconds`. Prints {"ms": median, "output": file}. What it needs:
archive.py. What it leaves out, and why: README.md."""
import json
import pathlib
import statistics
import sys
import time

import numpy as np

import models
from archive import Archive

SPECS = {
    "ffn": "block item {{ width = {d} norm = rms_norm(eps = 1e-5) placement = pre_norm"
    " ffn = swiglu(hidden = {d_ff}) dtype = {dtype} }}",
    "ffn_classic": "block item {{ width = {d} norm = layer_norm(eps = 1e-12) placement = post_norm"
    " ffn = mlp(hidden = {d_ff}, activation = gelu_erf, bias = true) dtype = {dtype} }}",
    "block": "block item {{ width = {d} norm = rms_norm(eps = 1e-5) placement = pre_norm"
    " attention = attention(heads = {heads}, kv_heads = {kv_heads}, head_dim = {head_dim},"
    " rope = rope(theta = {theta})) ffn = swiglu(hidden = {d_ff}) dtype = {dtype} }}",
}
# Its cache has the layout of the item's. Its weights pick key and value out of a row.
FILLER = (
    "block filler {{ width = 2 * {kv_heads} * {head_dim} placement = bare"
    " attention = attention(heads = {kv_heads}, head_dim = {head_dim}) dtype = {dtype} }}"
)
# Canonical parameter: array of the item.
NAMES = {
    "ffn.norm.gain": ("ffn_norm_w", "norm_w"), "ffn.norm.bias": ("norm_b",), "attention.norm.gain": ("attn_norm_w",),
    "ffn.gate.weight": ("w_gate",), "ffn.up.weight": ("w_up",), "ffn.down.weight": ("w_down",),
    "ffn.up.bias": ("b_up",), "ffn.down.bias": ("b_down",),
    "attention.q.weight": ("w_q",), "attention.k.weight": ("w_k",), "attention.v.weight": ("w_v",),
    "attention.o.weight": ("w_o",),
}


def filled(request: dict, dims: dict, arrays: dict[str, np.ndarray], size: int, folder: pathlib.Path) -> np.ndarray:
    """A cache of the given size that holds the item's earlier keys and values. The copy in `folder` serves later
    rounds."""
    kept = folder / "cache.npy"
    filler = Archive(FILLER.format(**dims), "filler", folder, request["threads"])
    cache = filler.cache(dims["kv"])
    if cache.size != size:
        sys.exit(f"the filler's cache has {cache.size} bytes, the item's {size}")
    if kept.exists():
        cache[:] = np.load(kept)
        return cache
    # [kv_heads, kv, head_dim] -> rows of keys and values
    rows = [arrays[name].transpose(1, 0, 2).reshape(dims["kv"], -1) for name in ("k_cache", "v_cache")]
    x = np.ascontiguousarray(np.concatenate(rows, axis=1))
    width = x.shape[1] // 2
    pick = np.eye(2 * width, dtype=np.float32)
    filler.pack({"attention.q.weight": 0 * pick[:width], "attention.k.weight": pick[:width],
                 "attention.v.weight": pick[width:], "attention.o.weight": 0 * pick[:, :width]})
    filler.forward(x, np.zeros_like(x), cache, dims["kv"])()
    np.save(kept, cache)
    return cache


def block(request: dict, arrays: dict[str, np.ndarray]):
    """(what to time, the result that it leaves)"""
    dims = {"theta": 10000} | request["dims"] | {"dtype": request["dtype"]}
    folder = pathlib.Path(request["folder"])
    item = Archive(SPECS[request["family"]].format(**dims), "item", folder, request["threads"])
    item.pack({parameter: next(arrays[name] for name in NAMES[parameter] if name in arrays)
               for parameter in item.parameters})
    x = arrays["x"]
    y = np.zeros_like(x)
    tokens = dims.get("kv", len(x))
    cache = item.cache(tokens)
    if "k_cache" in arrays:
        cache = filled(request, dims, arrays, cache.size, folder)
    return item.forward(x, y, cache, tokens, tokens - len(x)), y


def main() -> None:
    request = json.load(sys.stdin)
    arrays = {name: np.ascontiguousarray(np.load(entry["path"])) for name, entry in request["arrays"].items()}
    if request["family"] in ("minilm", "smollm2"):
        call, y = getattr(models, request["family"])(request, arrays["ids"])
    elif request["family"] in SPECS:
        call, y = block(request, arrays)
    else:
        sys.exit("not expressible as a block: see README.md")
    call()
    np.save(request["output"], y)
    times, end = [], time.perf_counter() + request["seconds"]
    while not times or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    print(json.dumps({"ms": statistics.median(times) * 1e3, "output": request["output"]}))


if __name__ == "__main__":
    main()
