# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports models from GGUF files, beside the same models from their configurations.

usage: gguf_models.py --tenon PATH --work DIR

For each architecture a small model is imported from a configuration and run with seeded
parameters; these are written as the package `gguf` names tensors and as llama.cpp's
converter turns them, with the metadata that it writes. The import of that file must be
the same spec, and its run must give the same numbers.
"""

import argparse
import json
import os
import subprocess
import sys

import gguf
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "Inputs"))
import tensors  # noqa: E402

BASE = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 48,
        "vocab_size": 50, "max_position_embeddings": 64}
GROUPED = {**BASE, "num_key_value_heads": 2}
WINDOW = {"sliding_window": 5}
# What metadata call keys: for all architectures, then those of some.
KEYS = {"hidden_size": "embedding_length", "n_embd": "embedding_length", "d_model": "embedding_length",
        "num_hidden_layers": "block_count", "n_layer": "block_count", "n_layers": "block_count",
        "num_attention_heads": "attention.head_count", "n_head": "attention.head_count",
        "n_heads": "attention.head_count", "num_key_value_heads": "attention.head_count_kv",
        "num_kv_heads": "attention.head_count_kv", "intermediate_size": "feed_forward_length",
        "n_inner": "feed_forward_length", "ffn_hidden_size": "feed_forward_length",
        "max_position_embeddings": "context_length", "n_positions": "context_length",
        "max_seq_len": "context_length", "head_dim": "attention.key_length",
        "rms_norm_eps": "attention.layer_norm_rms_epsilon", "layer_norm_eps": "attention.layer_norm_epsilon",
        "layer_norm_epsilon": "attention.layer_norm_epsilon", "norm_epsilon": "attention.layer_norm_epsilon",
        "rope_theta": "rope.freq_base", "rotary_emb_base": "rope.freq_base",
        "sliding_window": "attention.sliding_window", "attn_logit_softcapping": "attn_logit_softcapping",
        "final_logit_softcapping": "final_logit_softcapping", "logit_scale": "logit_scale",
        "logits_scaling": "logit_scale", "embedding_multiplier": "embedding_scale",
        "residual_multiplier": "residual_scale", "attention_multiplier": "attention.scale",
        "use_parallel_residual": "use_parallel_residual", "clip_qkv": "attention.clamp_kqv",
        "alibi_bias_max": "attention.max_alibi_bias"}
# Said by tensors, or by the name of the architecture.
UNSAID = {"model_type", "vocab_size", "tie_word_embeddings", "attention_bias", "mlp_bias", "use_qk_norm", "bias",
          "new_decoder_architecture", "parallel_attn", "multi_query", "rotary_pct", "partial_rotary_factor",
          "rope_scaling", "attn_config", "query_pre_attn_scalar", "expansion_ratio", "use_qkv_bias",
          "type_vocab_size"}

RMS = {"rms_norm_eps": 1e-5, "rope_theta": 500.0}
LAYER = {"layer_norm_eps": 1e-6}
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 16}
LLAMA3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
          "original_max_position_embeddings": 32}
MODELS = {
    "llama": ("llama", {**GROUPED, **RMS, "mlp_bias": False}, {}),
    "llama-bias": ("llama", {**GROUPED, **RMS, "attention_bias": True, "mlp_bias": True, "head_dim": 12}, {}),
    "llama-yarn": ("llama", {**GROUPED, **RMS, "rope_scaling": YARN, "tie_word_embeddings": True}, {}),
    # Becomes a tensor of what frequencies are divided by.
    "llama-freqs": ("llama", {**GROUPED, **RMS, "rope_scaling": LLAMA3}, {}),
    "qwen2": ("qwen2", {**GROUPED, **RMS}, {}),
    "qwen3": ("qwen3", {**GROUPED, **RMS, "head_dim": 16}, {}),
    "gemma": ("gemma", {**GROUPED, **RMS, "head_dim": 16}, {}),
    "gemma2": ("gemma2", {**GROUPED, **RMS, **WINDOW, "head_dim": 16, "query_pre_attn_scalar": 16,
                          "attn_logit_softcapping": 20.0, "final_logit_softcapping": 10.0}, {}),
    "gemma3": ("gemma3_text", {**GROUPED, **RMS, **WINDOW, "head_dim": 16, "query_pre_attn_scalar": 16}, {}),
    "granite": ("granite", {**GROUPED, **RMS, "embedding_multiplier": 3.0, "residual_multiplier": 0.5,
                            "attention_multiplier": 0.25, "logits_scaling": 4.0}, {}),
    "olmo2": ("olmo2", {**GROUPED, **RMS}, {}),
    "phi3": ("phi3", {**GROUPED, **RMS, **WINDOW}, {}),
    "phi2": ("phi", {**BASE, **LAYER, "rope_theta": 500.0, "partial_rotary_factor": 0.5}, {}),
    "smollm3": ("smollm3", {**GROUPED, **RMS}, {}),
    "command-r": ("cohere", {**GROUPED, **LAYER, "rope_theta": 500.0, "logit_scale": 0.5}, {}),
    "cohere2": ("cohere2", {**GROUPED, **LAYER, **WINDOW, "rope_theta": 500.0, "logit_scale": 0.5}, {}),
    "stablelm": ("stablelm", {**GROUPED, **LAYER, "use_qkv_bias": True, "use_parallel_residual": False,
                              "rope_theta": 500.0}, {}),
    "starcoder2": ("starcoder2", {**GROUPED, "norm_epsilon": 1e-6, "rope_theta": 500.0}, {}),
    "gptneox": ("gpt_neox", {**BASE, **LAYER, "rotary_pct": 0.5, "rotary_emb_base": 500.0,
                             "use_parallel_residual": True}, {}),
    "gpt2": ("gpt2", {"n_embd": 32, "n_layer": 2, "n_head": 4, "n_inner": 40, "n_positions": 64,
                      "vocab_size": 50, "layer_norm_epsilon": 1e-6}, {}),
    "bloom": ("bloom", {"hidden_size": 32, "n_layer": 2, "n_head": 4, "vocab_size": 50,
                        "layer_norm_epsilon": 1e-6}, {"feed_forward_length": 128, "attention.max_alibi_bias": 8.0}),
    "falcon": ("falcon", {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "num_kv_heads": 2,
                          "vocab_size": 50, "ffn_hidden_size": 48, "layer_norm_epsilon": 1e-6,
                          "new_decoder_architecture": True, "rope_theta": 500.0}, {}),
    "mpt": ("mpt", {"d_model": 32, "n_layers": 2, "n_heads": 4, "vocab_size": 50, "max_seq_len": 64,
                    "expansion_ratio": 2, "layer_norm_epsilon": 1e-6, "attn_config": {"alibi": True}},
            {"feed_forward_length": 64, "attention.max_alibi_bias": 8.0}),
    "bert": ("bert", {**BASE, **LAYER}, {}),
}


def run(tenon, *arguments):
    done = subprocess.run([tenon, *arguments], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(arguments)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout, done.stderr


def add(writer, key, value):
    kind = {bool: writer.add_bool, int: writer.add_uint32, float: writer.add_float32, str: writer.add_string}
    kind[type(value)](key, value)


def write_metadata(writer, architecture, config, more):
    head_dim = config.get("head_dim") or 32 // 4
    for key, value in config.items():
        if key not in UNSAID:
            add(writer, f"{architecture}.{KEYS[key]}", value)
    for key, value in more.items():
        add(writer, f"{architecture}.{key}", value)
    fraction = config.get("partial_rotary_factor", config.get("rotary_pct", 0.25 if architecture == "stablelm" else 1))
    add(writer, f"{architecture}.rope.dimension_count", int(head_dim * fraction))
    scaling = config.get("rope_scaling", {})
    for key, value in scaling.items() if scaling != LLAMA3 else ():
        name = {"rope_type": "type", "original_max_position_embeddings": "original_context_length"}.get(key, key)
        add(writer, f"{architecture}.rope.scaling.{name}", value)


def llama3_factors(scaling, theta, head_dim):
    """Long wavelengths are stretched, short ones stay, those between are mixed."""
    for i in range(head_dim // 2):
        wavelength = 2 * np.pi * theta ** (2 * i / head_dim)
        turns = scaling["original_max_position_embeddings"] / wavelength
        low, high = scaling["low_freq_factor"], scaling["high_freq_factor"]
        smooth = min(1, max(0, (turns - low) / (high - low)))
        yield 1 / (smooth + (1 - smooth) / scaling["factor"])


def converted(architecture, name, values, head_dim):
    """What the converter does to numbers."""
    turned = architecture in ("llama", "granite", "smollm3")
    if turned and name.endswith(("q_proj.weight", "k_proj.weight", "q_proj.bias", "k_proj.bias")):
        return values.reshape(-1, 2, head_dim // 2, *values.shape[1:]).swapaxes(1, 2).reshape(values.shape)
    return values + 1 if architecture.startswith("gemma") and name.endswith("norm.weight") else values


def write_model(path, architecture, config, more, parameters, names):
    writer = gguf.GGUFWriter(path, architecture)
    write_metadata(writer, architecture, config, more)
    kinds = {name: kind for kind, name in gguf.MODEL_ARCH_NAMES.items()}
    known = gguf.get_tensor_name_map(kinds[architecture], 2)
    whole = {}
    for canonical, (values, _) in parameters.items():
        layer = canonical.split(".")[1] if canonical.startswith("layers.") else "*"
        key = canonical.replace(f"layers.{layer}.", "layers.*.") if layer != "*" else canonical
        if key in names:
            whole.setdefault(names[key]["from"].replace("*", layer), []).append(values)
    for name, parts in whole.items():  # q, k, v or gate, up one behind the other
        values = converted(architecture, name, np.concatenate(parts), config.get("head_dim") or 8)
        theirs = known.get_name(name, try_suffixes=(".weight", ".bias")) or known.get_name(
            name.removeprefix("transformer."), try_suffixes=(".weight", ".bias"))
        if theirs is None:
            raise RuntimeError(f"the package has no name for {name}")
        writer.add_tensor(theirs, np.ascontiguousarray(values, dtype=np.float32))
    if config.get("rope_scaling") == LLAMA3:
        factors = list(llama3_factors(LLAMA3, config["rope_theta"], 8))
        writer.add_tensor("rope_freqs.weight", np.array(factors, dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def findings(tenon, work, name, kind, config, more):
    architecture = name.split("-")[0] if name != "command-r" else name
    base = os.path.join(work, name)
    with open(base + ".json", "w") as file:
        json.dump({**config, "model_type": kind}, file)
    run(tenon, "import", base + ".json", "-o", base + ".tenon", "--names", base + ".names.json", "--name", "m")
    run(tenon, "run", base + ".tenon", "--block", "m", "--target", "reference", "--tokens", "12", "--save",
        base + ".safetensors", "--output", base + ".y.safetensors")
    names = json.load(open(base + ".names.json"))["tensors"]
    write_model(base + ".gguf", architecture, config, more, tensors.read(base + ".safetensors"), names)
    _, said = run(tenon, "import", base + ".gguf", "-o", base + "-gguf.tenon", "--names", base + "-gguf.names.json",
                  "--name", "m")
    if "warning" in said:
        yield said
    first, second = (open(base + end).read().split("\n", 1)[1] for end in (".tenon", "-gguf.tenon"))
    if first != second and name != "llama-freqs":
        yield f"other specs\n{first}\n{second}"
    _, said = run(tenon, "run", base + "-gguf.tenon", "--block", "m", "--target", "reference", "--weights",
                  base + ".gguf", "--names", base + "-gguf.names.json", "--input", base + ".safetensors", "--output",
                  base + ".z.safetensors")
    if said:
        yield said
    y, z = (tensors.read(base + end)["y"][0] for end in (".y.safetensors", ".z.safetensors"))
    # Gains of Gemma lose bits when 1 is added and taken away.
    if not np.allclose(y, z, rtol=0, atol=1e-5 * np.abs(y).max()):
        yield f"other numbers: {np.abs(y - z).max()} of {np.abs(y).max()}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tenon", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    failed = 0
    for name in options.names or MODELS:
        try:
            wrong = list(findings(options.tenon, options.work, name, *MODELS[name]))
        except (RuntimeError, KeyError) as error:
            wrong = [f"{type(error).__name__}: {error}"]
        failed += bool(wrong)
        print(f"FAIL {name}: " + "\n  ".join(wrong) if wrong else f"PASS {name}", flush=True)
    print(f"{len(options.names or MODELS)} models, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
