# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""GGUF files whose metadata cannot be imported, or not without a word.

usage: gguf_refusals.py --tenon PATH --work DIR
"""

import argparse
import os
import subprocess
import sys

import gguf
import numpy as np

GONE = object()
METADATA = {"embedding_length": 32, "block_count": 1, "attention.head_count": 4, "feed_forward_length": 48,
            "attention.layer_norm_rms_epsilon": 1e-5}
MATRIX, VECTOR = np.zeros((50, 32), dtype=np.float32), np.zeros(4, dtype=np.float32)
TENSORS = {"token_embd.weight": MATRIX}
# architecture, metadata and tensors that differ, exit code, what is said
CASES = [
    ("llama", {}, {}, 0, "has no tensor 'blk.0.attn_norm.weight'"),
    ("qwen9", {}, {}, 1, 'general.architecture = "qwen9" is not known; known are bert'),
    ("llama", {"attention.layer_norm_rms_epsilon": GONE}, {}, 1,
     "'llama.attention.layer_norm_rms_epsilon' is missing, or no number: it cannot be guessed"),
    ("llama", {"attention.layer_norm_rms_epsilon": "small"}, {}, 1, "it cannot be guessed"),
    ("llama", {"embedding_length": GONE}, {}, 1, "'llama.embedding_length' is missing"),
    ("llama", {"attention.head_count": "four"}, {}, 1, "'llama.attention.head_count' must be a number, found string"),
    ("llama", {"attention.head_count": True}, {}, 1, "'num_attention_heads' must be a whole number"),
    ("llama", {"attention.head_count": 5}, {}, 1, "5 heads do not divide the width 32"),
    ("llama", {"attention.head_count_kv": 3}, {}, 1, "num_key_value_heads = 3: a key head serves a whole number"),
    ("llama", {"vocab_size": 51}, {}, 1, "'llama.vocab_size' is 51, and 'token_embd.weight' has 50 rows"),
    ("llama", {}, {"token_embd.weight": GONE}, 1, "there is no matrix 'token_embd.weight'"),
    ("llama", {}, {"token_embd.weight": VECTOR}, 1, "there is no matrix 'token_embd.weight'"),
    ("llama", {"rope.scaling.type": "dynamic", "rope.scaling.factor": 2.0}, {}, 1, 'rope_type = "dynamic"'),
    ("llama", {}, {"blk.0.attn_q.bias": VECTOR}, 1, "'blk.0.attn_q.bias' is there, and 'blk.0.attn_output.bias' is not"),
    ("phi3", {}, {"rope_factors_short.weight": VECTOR}, 1, "'rope_factors_short.weight': frequencies that change"),
    ("llama", {"expert_count": 8}, {}, 1, "'llama.expert_count' is 8: a mixture of experts, and the language has no routing"),
    ("llama", {"expert_count": 0}, {}, 0, "has no tensor 'blk.0.attn_norm.weight'"),
    ("llama", {"wobble": 8}, {}, 0, "'llama.wobble' is not known"),
]


def write(path, architecture, metadata, tensors):
    writer = gguf.GGUFWriter(path, architecture)
    kinds = {bool: writer.add_bool, int: writer.add_uint32, float: writer.add_float32, str: writer.add_string}
    for key, value in metadata.items():
        kinds[type(value)](f"{architecture}.{key}", value)
    for name, values in tensors.items():
        writer.add_tensor(name, values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def kept(first, second):
    return {key: value for key, value in {**first, **second}.items() if value is not GONE}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tenon", required=True)
    parser.add_argument("--work", required=True)
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    path, failed = os.path.join(options.work, "model.gguf"), 0
    for architecture, metadata, tensors, code, said in CASES:
        write(path, architecture, kept(METADATA, metadata), kept(TENSORS, tensors))
        done = subprocess.run([options.tenon, "import", path], capture_output=True, text=True, timeout=60)
        if done.returncode != code or said not in done.stderr or bool(done.stdout) == bool(code):
            failed += 1
            print(f"FAIL {said}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    print(f"{len(CASES)} cases, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
