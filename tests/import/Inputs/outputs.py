# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports small models with random weights and compares their outputs with those of the
library that their configurations are for.

usage: outputs.py --tenon PATH --work DIR [NAME...]

The library writes the checkpoint; `tenon import` reads the same configuration, and the
reference runs the spec on that checkpoint by the name map.
"""

import argparse
import copy
import json
import logging
import os
import subprocess
import sys
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)

import torch  # noqa: E402
from safetensors.torch import load_file, save_file  # noqa: E402
from transformers import AutoConfig, AutoModelForCausalLM, BertModel, T5EncoderModel  # noqa: E402

BASE = {"hidden_size": 32, "num_hidden_layers": 4, "num_attention_heads": 4, "intermediate_size": 48, "vocab_size": 50}
GROUPED = {**BASE, "num_key_value_heads": 2}
GPT = {"n_embd": 32, "n_layer": 2, "n_head": 4, "vocab_size": 50}
OPT = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "ffn_dim": 48, "vocab_size": 50,
       "max_position_embeddings": 64, "word_embed_proj_dim": 32}
FALCON = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 50}
T5 = {"d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 2, "num_heads": 3, "vocab_size": 50}
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 16}
LONG = {"rope_type": "longrope", "short_factor": [1.0, 1.5, 2.0, 2.5], "long_factor": [2.0, 3.0, 4.0, 5.0]}
LLAMA3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
          "original_max_position_embeddings": 32}
MODELS = {
    "llama": ("llama", GROUPED),
    "llama-bias": ("llama", {**GROUPED, "attention_bias": True, "mlp_bias": True, "head_dim": 12, "hidden_act": "gelu"}),
    "llama-llama3": ("llama", {**GROUPED, "rope_scaling": LLAMA3, "rope_theta": 100.0}),
    "llama-linear": ("llama", {**GROUPED, "rope_scaling": {"type": "linear", "factor": 4.0}}),
    "llama-yarn": ("llama", {**GROUPED, "rope_scaling": YARN, "max_position_embeddings": 64}),
    "llama-yarn-all": ("llama", {**GROUPED, "max_position_embeddings": 64,
                                 "rope_scaling": {**YARN, "beta_fast": 8, "beta_slow": 2, "mscale": 1.0,
                                                  "mscale_all_dim": 0.5, "truncate": False}}),
    "mistral": ("mistral", {**GROUPED, "sliding_window": 5}),
    "qwen2": ("qwen2", {**GROUPED, "use_sliding_window": True, "sliding_window": 5, "max_window_layers": 2,
                        "tie_word_embeddings": True}),
    "qwen3": ("qwen3", {**GROUPED, "head_dim": 16}),
    "gemma": ("gemma", {**GROUPED, "head_dim": 16, "hidden_act": "gelu"}),
    "gemma2": ("gemma2", {**GROUPED, "head_dim": 16, "sliding_window": 5, "query_pre_attn_scalar": 24}),
    "gemma3": ("gemma3_text", {**GROUPED, "head_dim": 16, "sliding_window": 5, "sliding_window_pattern": 3,
                               "rope_local_base_freq": 100.0, "rope_theta": 5000.0}),
    "gemma3-linear": ("gemma3_text", {**GROUPED, "head_dim": 16, "sliding_window": 5,
                                      "layer_types": ["sliding_attention", "full_attention"] * 2,
                                      "rope_scaling": {"rope_type": "linear", "factor": 8.0}}),
    "gemma3-new": ("gemma3_text", {**GROUPED, "head_dim": 16, "sliding_window": 5, "sliding_window_pattern": 2,
                                   "rope_parameters": {
                                       "full_attention": {"rope_type": "linear", "factor": 2.0, "rope_theta": 900.0},
                                       "sliding_attention": {"rope_type": "default", "rope_theta": 70.0}}}),
    "olmo": ("olmo", {**GROUPED, "clip_qkv": 0.05}),
    "olmo2": ("olmo2", GROUPED),
    "olmo3": ("olmo3", {**GROUPED, "sliding_window": 5, "rope_scaling": YARN, "max_position_embeddings": 64,
                        "rope_theta": 500000.0}),
    "granite": ("granite", {**GROUPED, "attention_multiplier": 0.3, "embedding_multiplier": 3.0,
                            "residual_multiplier": 0.4, "logits_scaling": 7.0}),
    "phi3": ("phi3", {**GROUPED, "sliding_window": 6, "pad_token_id": 0, "partial_rotary_factor": 0.5}),
    "phi3-long": ("phi3", {**GROUPED, "pad_token_id": 0, "rope_scaling": LONG,
                           "original_max_position_embeddings": 32, "max_position_embeddings": 128}),
    "phi": ("phi", {**GROUPED, "partial_rotary_factor": 0.5}),
    "phi-qk": ("phi", {**GROUPED, "qk_layernorm": True, "hidden_act": "gelu_fast"}),
    "cohere": ("cohere", {**GROUPED, "logit_scale": 0.3, "rope_theta": 10000.0}),
    "cohere-qk": ("cohere", {**GROUPED, "use_qk_norm": True, "attention_bias": True, "rope_theta": 10000.0}),
    "cohere2": ("cohere2", {**GROUPED, "sliding_window": 5, "sliding_window_pattern": 2}),
    "stablelm": ("stablelm", {**GROUPED, "use_qkv_bias": True}),
    "stablelm-parallel": ("stablelm", {**GROUPED, "use_parallel_residual": True}),
    "gpt_neox": ("gpt_neox", {**BASE, "rotary_pct": 0.5}),
    "gpt_neox-sequential": ("gpt_neox", {**BASE, "use_parallel_residual": False, "rotary_emb_base": 500,
                                         "attention_bias": False}),
    "gptj": ("gptj", {**GPT, "rotary_dim": 4}),
    "gpt2": ("gpt2", {**GPT, "n_inner": 40, "n_positions": 64}),
    "opt": ("opt", OPT),
    "opt-post": ("opt", {**OPT, "do_layer_norm_before": False, "activation_function": "gelu"}),
    "bloom": ("bloom", {"hidden_size": 32, "n_layer": 2, "n_head": 4, "vocab_size": 50}),
    "bloom-6": ("bloom", {"hidden_size": 36, "n_layer": 2, "n_head": 6, "vocab_size": 50,
                          "apply_residual_connection_post_layernorm": True}),
    "mpt": ("mpt", {"d_model": 32, "n_layers": 2, "n_heads": 4, "vocab_size": 50, "max_seq_len": 64,
                    "attn_config": {"clip_qkv": 0.05}}),
    "mpt-6": ("mpt", {"d_model": 36, "n_layers": 2, "n_heads": 6, "vocab_size": 50, "max_seq_len": 64,
                      "attn_config": {"softmax_scale": 0.2}}),
    "falcon": ("falcon", FALCON),
    "falcon-new": ("falcon", {**FALCON, "num_kv_heads": 2, "new_decoder_architecture": True, "bias": True}),
    "falcon-one-norm": ("falcon", {**FALCON, "num_kv_heads": 2, "new_decoder_architecture": True,
                                   "num_ln_in_parallel_attn": 1}),
    "falcon-alibi": ("falcon", {**FALCON, "alibi": True, "multi_query": False, "parallel_attn": False, "bias": True}),
    "starcoder2": ("starcoder2", {**GROUPED, "sliding_window": 5}),
    "smollm3": ("smollm3", {**GROUPED, "no_rope_layer_interval": 2, "pad_token_id": 0, "use_sliding_window": True,
                            "sliding_window": 5}),
    "nanochat": ("nanochat", GROUPED),
    "t5": ("t5", {**T5, "relative_attention_num_buckets": 8, "relative_attention_max_distance": 20}),
    "t5-gated": ("t5", {**T5, "feed_forward_proj": "gated-gelu", "tie_word_embeddings": False}),
    "bert": ("bert", {**BASE, "max_position_embeddings": 64}),
}
ENCODERS = {"bert": BertModel, "t5": T5EncoderModel}


def build(kind, config):
    """The library's model with random weights, gains around the value that changes nothing."""
    torch.manual_seed(1)
    # With eager attention Falcon adds its biases twice.
    how = "sdpa" if kind == "falcon" else "eager"
    loaded = AutoConfig.for_model(kind, **{"bos_token_id": 1, "eos_token_id": 2, **copy.deepcopy(config)})
    loaded._attn_implementation = how
    if kind in ENCODERS:
        model = ENCODERS[kind](loaded)
    else:
        model = AutoModelForCausalLM.from_config(loaded, attn_implementation=how)
    for name, parameter in model.named_parameters():
        is_gain = ("norm" in name.lower() or "ln_" in name) and name.endswith("weight") and "gemma" not in kind
        torch.nn.init.normal_(parameter, 1.0 if is_gain else 0.0, 0.3 if parameter.dim() < 2 else 0.25)
    model.tie_weights()
    return model.eval().float()


def save_model(path, kind, model):
    state = {name: value.contiguous().clone() for name, value in model.state_dict().items()
             if value.is_floating_point()}
    if kind == "gpt_neox":  # the name in its checkpoints, which newer versions change when they load them
        state["embed_out.weight"] = state.pop("lm_head.weight")
    save_file(state, path)


def run(tenon, *arguments):
    done = subprocess.run([tenon, *arguments], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(arguments)}: exit {done.returncode}\n{done.stdout}{done.stderr}")


def error_of(tenon, work, name):
    kind, config = MODELS[name]
    model, base = build(kind, config), os.path.join(work, name)
    ids = torch.randint(0, 50, (1, 24))
    with torch.no_grad():
        output = model(input_ids=ids)
    expected = (output.logits if hasattr(output, "logits") else output.last_hidden_state)[0]
    save_model(base + ".safetensors", kind, model)
    save_file({"ids": ids[0].to(torch.int32)}, base + ".ids.safetensors")
    with open(base + ".json", "w") as file:
        json.dump({**config, "model_type": kind}, file)
    run(tenon, "import", base + ".json", "-o", base + ".tenon", "--names", base + ".names.json", "--name", "m")
    run(tenon, "run", base + ".tenon", "--block", "m", "--target", "reference", "--weights", base + ".safetensors",
        "--names", base + ".names.json", "--input", base + ".ids.safetensors", "--output", base + ".y.safetensors")
    found = load_file(base + ".y.safetensors")["y"]
    return float((found - expected).norm() / expected.norm())


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
            error = error_of(options.tenon, options.work, name)
            good, said = error < 1e-5, f"{error:.1e}"
        except RuntimeError as reason:
            good, said = False, str(reason)
        failed += not good
        print(f"{'PASS' if good else 'FAIL'} {name}: {said}", flush=True)
    print(f"{len(options.names or MODELS)} models, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
