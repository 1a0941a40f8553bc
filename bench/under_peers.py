#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one work item of a peers harness with kernels compiled by Tenon.

Reads a JSON request on standard input ({family, case, dtype, dims, arrays: {name: {path}}, folder, threads,
seconds, output}), compiles the block that the item describes into an archive, packs the item's weights, and
calls the block for about `seconds`. Prints {"ms": median, "output": file}. Needs NumPy, the `tenon` tool (named
by TENON) and a C compiler to turn the archive into a shared library.
"""
import ctypes
import hashlib
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

import numpy as np

SPECS = {
    "ffn": "block item {{ width = {d} norm = rms_norm(eps = 1e-5) placement = pre_norm"
    " ffn = swiglu(hidden = {d_ff}) dtype = {dtype} }}",
    "ffn_classic": "block item {{ width = {d} norm = layer_norm(eps = 1e-12) placement = post_norm"
    " ffn = mlp(hidden = {d_ff}, activation = gelu_erf, bias = true) dtype = {dtype} }}",
    "block": "block item {{ width = {d} norm = rms_norm(eps = 1e-5) placement = pre_norm"
    " attention = attention(heads = {heads}, kv_heads = {kv_heads}, head_dim = {head_dim},"
    " rope = rope(theta = {theta})) ffn = swiglu(hidden = {d_ff}) dtype = {dtype} }}",
}
# Canonical parameter: array of the item.
NAMES = {
    "ffn.norm.gain": ("ffn_norm_w", "norm_w"), "ffn.norm.bias": ("norm_b",), "attention.norm.gain": ("attn_norm_w",),
    "ffn.gate.weight": ("w_gate",), "ffn.up.weight": ("w_up",), "ffn.down.weight": ("w_down",),
    "ffn.up.bias": ("b_up",), "ffn.down.bias": ("b_down",),
    "attention.q.weight": ("w_q",), "attention.k.weight": ("w_k",), "attention.v.weight": ("w_v",),
    "attention.o.weight": ("w_o",),
}
TYPES = {"float32": 0, "uint16": 1}  # tenon_type; the harness stores bf16 as its bits


class Batch(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("tokens", ctypes.c_size_t), ("sequences", ctypes.c_size_t),
                ("first_row", ctypes.POINTER(ctypes.c_size_t)), ("first_position", ctypes.c_void_p),
                ("slot", ctypes.c_void_p), ("cache_tokens", ctypes.c_size_t), ("x_stride", ctypes.c_size_t),
                ("y_stride", ctypes.c_size_t)]


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("type", ctypes.c_int), ("elements", ctypes.c_size_t)]


def compile_block(spec: str, folder: pathlib.Path) -> tuple[ctypes.CDLL, list[str]]:
    """The block as a loaded library, and its parameters in order. Kept in `folder`."""
    tenon = os.environ.get("TENON", "tenon")
    place = folder / hashlib.sha256(spec.encode()).hexdigest()[:16]
    library = place / "item.so"
    if not library.exists():
        place.mkdir(parents=True, exist_ok=True)
        (place / "item.tenon").write_text(spec)
        subprocess.run([tenon, "compile", place / "item.tenon", "-o", place], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-o", library, "-Wl,--whole-archive", place / "item.a",
                        "-Wl,--no-whole-archive"], check=True)
    facts = subprocess.run([tenon, "check", place / "item.tenon", "--json"], check=True, capture_output=True)
    return ctypes.CDLL(str(library)), [p["name"] for p in json.loads(facts.stdout)["blocks"][0]["parameters"]]


def aligned(size: int) -> tuple[np.ndarray, int]:
    memory = np.zeros(size + 64, np.uint8)
    return memory, (memory.ctypes.data + 63) // 64 * 64


def main() -> None:
    request = json.load(sys.stdin)
    dims = dict(request["dims"], dtype=request["dtype"])
    dims.setdefault("theta", 10000)
    if request["family"] not in SPECS or "k_cache" in request["arrays"] or request["threads"] != 1:
        sys.exit("not expressible: only feed-forward sublayers and prefill of blocks, on one thread")
    library, parameters = compile_block(SPECS[request["family"]].format(**dims), pathlib.Path(request["folder"]))
    for name in ("packed_size", "workspace_size", "cache_size"):
        getattr(library, f"item_{name}").restype = ctypes.c_size_t
    arrays = {name: np.ascontiguousarray(np.load(entry["path"])) for name, entry in request["arrays"].items()}

    weights = (Tensor * len(parameters))()
    for tensor, parameter in zip(weights, parameters):
        array = next(arrays[name] for name in NAMES[parameter] if name in arrays)
        tensor.data, tensor.type, tensor.elements = array.ctypes.data, TYPES[array.dtype.name], array.size
    x = arrays["x"]
    tokens = x.shape[0]
    y = np.zeros_like(x)
    sizes = [library.item_packed_size(), library.item_workspace_size(ctypes.c_size_t(tokens), ctypes.c_size_t(1)),
             library.item_cache_size(ctypes.c_size_t(tokens))]
    held, (packed, workspace, cache) = zip(*map(aligned, sizes))
    pointer, size = ctypes.c_void_p, ctypes.c_size_t
    if status := library.item_pack(weights, pointer(packed), size(sizes[0]), None):
        sys.exit(f"pack: status {status}")
    rows = (ctypes.c_size_t * 2)(0, tokens)
    batch = Batch(ctypes.sizeof(Batch), tokens, 1, rows, None, None, tokens, 0, 0)

    def call() -> None:
        status = library.item_forward(pointer(packed), ctypes.byref(batch), pointer(x.ctypes.data),
                                      pointer(y.ctypes.data), pointer(cache), pointer(workspace), size(sizes[1]), None)
        if status:
            sys.exit(f"forward: status {status}")

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
