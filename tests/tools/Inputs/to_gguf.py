# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""to_gguf.py FROM.safetensors TO.gguf HEAD_DIM: a Llama's parameters as the package `gguf` and llama.cpp's
converter write them: their names, and rows of q and k from halves to neighbours."""
import os
import sys

import numpy as np
from gguf import GGUFWriter

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs"))
import tensors

NAMES = {
    "attention.norm.gain": "attn_norm", "attention.q.weight": "attn_q", "attention.k.weight": "attn_k",
    "attention.v.weight": "attn_v", "attention.o.weight": "attn_output", "ffn.norm.gain": "ffn_norm",
    "ffn.gate.weight": "ffn_gate", "ffn.up.weight": "ffn_up", "ffn.down.weight": "ffn_down",
    "embedding.weight": "token_embd", "final_norm.gain": "output_norm",
}


def renamed(name):
    if not name.startswith("layers."):
        return NAMES[name] + ".weight"
    layer, rest = name.removeprefix("layers.").split(".", 1)
    return f"blk.{layer}.{NAMES[rest]}.weight"


def neighbours(values, head_dim):
    """[heads, 2, head_dim / 2, in] -> [heads, head_dim / 2, 2, in]"""
    return values.reshape(-1, 2, head_dim // 2, values.shape[1]).swapaxes(1, 2).reshape(values.shape)


def main(source, target, head_dim):
    writer = GGUFWriter(target, "llama")
    for name, (values, kind) in tensors.read(source).items():
        if kind == "i64" or name == "ids":
            continue
        if name.endswith((".q.weight", ".k.weight")):
            values = neighbours(values, int(head_dim))
        writer.add_tensor(renamed(name), np.ascontiguousarray(values, dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
