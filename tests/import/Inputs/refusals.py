# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Configurations that cannot be imported, or not without a word.

usage: refusals.py --tenon PATH --work DIR

Each case changes one model of models.json: GONE takes a key away. What is said must
name what is wrong; an error leaves no file behind.
"""

import argparse
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
GONE = object()
# name, changes, what an error or a warning says
ERRORS = [
    # What kind of model it is.
    ("llama-3-8b", {"model_type": GONE}, "'model_type' is missing"),
    ("llama-3-8b", {"model_type": 7}, "'model_type' must be a string"),
    ("llama-3-8b", {"model_type": "lama"}, 'model_type = "lama" is not known; did you mean "llama"?'),
    ("llama-3-8b", {"model_type": "zebra"}, 'model_type = "zebra" is not known; known are bert, bloom'),
    ("llama-3-8b", {"model_type": "mixtral"}, 'model_type = "mixtral": a mixture of experts'),
    ("llama-3-8b", {"model_type": "whisper"}, "it reads pixels or sound"),
    # Keys that are missing.
    ("llama-3-8b", {"hidden_size": GONE}, "'hidden_size' is missing"),
    ("llama-3-8b", {"vocab_size": None}, "'vocab_size' is missing"),
    ("gpt2", {"n_layer": GONE}, "'n_layer' is missing"),
    ("t5-small", {"d_ff": GONE}, "'d_ff' is missing"),
    ("command-r", {"rope_theta": GONE}, "'rope_theta' is missing"),
    ("llama-3.2-1b", {"rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
                                       "high_freq_factor": 4.0}},
     "'rope_scaling.original_max_position_embeddings' is missing"),
    # Wrong types.
    ("llama-3-8b", {"hidden_size": "4096"}, "'hidden_size' must be a whole number from 1 to 2^31, found \"4096\""),
    ("llama-3-8b", {"hidden_size": 4096.5}, "'hidden_size' must be a whole number"),
    ("llama-3-8b", {"hidden_size": 0}, "'hidden_size' must be a whole number from 1 to 2^31, found 0"),
    ("llama-3-8b", {"hidden_size": -4096}, "'hidden_size' must be a whole number from 1 to 2^31, found -4096"),
    ("llama-3-8b", {"num_hidden_layers": 1e30}, "'num_hidden_layers' must be a whole number"),
    ("llama-3-8b", {"rms_norm_eps": True}, "'rms_norm_eps' must be a number above 0, found true"),
    ("llama-3-8b", {"rms_norm_eps": 0}, "'rms_norm_eps' must be a number above 0, found 0"),
    ("llama-3-8b", {"rms_norm_eps": []}, "'rms_norm_eps' must be a number above 0, found []"),
    ("llama-3-8b", {"tie_word_embeddings": "no"}, "'tie_word_embeddings' must be true or false"),
    ("llama-3-8b", {"hidden_act": ["silu"]}, "'hidden_act' must be a string"),
    ("llama-3-8b", {"rope_scaling": 4}, "'rope_scaling' must be an object, found 4"),
    ("mpt-7b", {"attn_config": [1]}, "'attn_config' must be an object"),
    ("gemma-2-2b", {"layer_types": "full_attention"}, "'layer_types' must be a list"),
    # Contradictions.
    ("llama-3-8b", {"num_attention_heads": 33}, "33 heads do not divide the width 4096"),
    ("llama-3-8b", {"num_key_value_heads": 7}, "num_key_value_heads = 7: a key head serves a whole number of"),
    ("llama-3-8b", {"num_key_value_heads": 64}, "num_key_value_heads = 64: a key head serves a whole number of"),
    ("llama-3-8b", {"head_dim": 63}, "heads of 63 channels cannot be turned in pairs"),
    ("gpt2", {"num_hidden_layers": 6}, "'n_layer' is 12 and 'num_hidden_layers' is 6: they name one thing"),
    ("gemma-2-2b", {"layer_types": ["full_attention"]}, "'layer_types' lists 1 layers of 26"),
    ("qwen2.5-0.5b", {"layer_types": ["sliding_attention"] * 24}, "and there is no window"),
    ("smollm3-3b", {"no_rope_layers": [1, 0]}, "no_rope_layers = [1,0]: it must list 36 layers"),
    ("llama-3-8b", {"rope_parameters": {"rope_theta": 1.0, "rope_type": "default"}},
     "'rope_theta' is 1 in 'rope_parameters' and 500000 beside it"),
    ("falcon-40b", {"parallel_attn": False}, "parallel_attn = false: 'new_decoder_architecture' means"),
    ("phi-2", {"partial_rotary_factor": 0.39}, "an even number from 2 on"),
    ("phi-2", {"partial_rotary_factor": 1.5}, "an even number from 2 on"),
    ("gpt-j-6b", {"rotary_dim": 512}, "rotary_dim = 512: it must be even and at most"),
    # What the language, or the class, does not have.
    ("llama-3-8b", {"hidden_act": "snake"}, 'hidden_act = "snake": no activation of the library'),
    ("llama-3-8b", {"rope_scaling": {"type": "dynamic", "factor": 2.0}}, 'rope_scaling.rope_type = "dynamic"'),
    ("llama-3-8b", {"rope_scaling": {"type": "spiral", "factor": 2.0}}, "known are default, linear, llama3, yarn"),
    ("llama-3-8b", {"torch_dtype": "int8"}, 'dtype = "int8": known are float32, bfloat16 and float16'),
    ("gpt2", {"scale_attn_by_inverse_layer_idx": True}, "scale_attn_by_inverse_layer_idx = true: a scale that"),
    ("gpt2", {"add_cross_attention": True}, "add_cross_attention = true"),
    ("bert-base", {"position_embedding_type": "relative_key"}, 'position_embedding_type = "relative_key"'),
    ("opt-125m", {"word_embed_proj_dim": 512}, "word_embed_proj_dim = 512: an embedding of another width"),
    ("mpt-7b", {"no_bias": False}, "no_bias = false"),
    ("mpt-7b", {"attn_config": {"qk_ln": True, "alibi": True}}, "attn_config.qk_ln = true"),
    ("mpt-7b", {"norm_type": "rmsnorm"}, 'norm_type = "rmsnorm"'),
    ("mpt-7b", {"expansion_ratio": 2.7183}, "expansion_ratio = 2.7183"),
    ("starcoder2-3b", {"norm_type": "rms_norm"}, 'norm_type = "rms_norm"'),
    ("t5-small", {"feed_forward_proj": "gated-snake"}, 'feed_forward_proj = "gated-snake"'),
    ("gemma-2-2b", {"layer_types": ["chunked_attention"] * 26}, 'layer_types[0] = "chunked_attention"'),
    ("gemma-2b", {"use_bidirectional_attention": True}, "use_bidirectional_attention = true"),
    ("gemma-2b", {"hidden_act": "silu"}, 'hidden_act = "silu": versions of the library disagree'),
    ("nanochat-d20", {"rope_scaling": {"type": "linear", "factor": 2.0}}, "turn backwards are not stretched"),
    ("phi-3-mini", {"rope_scaling": {"type": "longrope", "short_factor": [1.0], "long_factor": [1.0] * 48},
                    "max_position_embeddings": 8192, "original_max_position_embeddings": 4096},
     "rope_scaling.short_factor = [1.0]: it must list 48 numbers above 0"),
    # Sizes beyond what the language takes.
    ("llama-3-8b", {"num_hidden_layers": 20000}, "at most 10000 layers"),
    ("llama-3-8b", {"hidden_size": 2**31, "head_dim": 128}, "C26"),
]
WARNINGS = [
    ("llama-3-8b", {"attn_temperature": 2}, "'attn_temperature' is not known"),
    ("llama-3.2-1b", {"rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
                                       "high_freq_factor": 4.0, "original_max_position_embeddings": 8192,
                                       "wobble": 1}}, "'rope_scaling.wobble' is not known"),
    ("llama-3-8b", {"quantization_config": {"bits": 4}}, "'quantization_config' is not in the spec"),
    ("stablelm-2-1.6b", {"qk_layernorm": True}, "leaves out 'layers.*.attention.q_norm.gain'"),
    ("phi-3-mini", {"rope_scaling": {"type": "longrope", "short_factor": [1.0] * 48, "long_factor": [2.0] * 48},
                    "max_position_embeddings": 8192, "original_max_position_embeddings": 4096},
     "'long_factor' is not in the spec"),
]
# Text that is no configuration.
BROKEN = [
    (b"", "not JSON"), (b"{", "not JSON at byte"), (b"[]", "not a JSON object"), (b"3", "not a JSON object"),
    (b'{"a": 1, "a": 2}', "'a' occurs twice"), (b"[" * 5000, "nested too deeply"),
    (b'{"a":' * 5000, "nested too deeply"), (b'{"model_type": "llama", "hidden_size": 1e999}', "not JSON at byte"),
    (b'{"hidden_size": NaN}', "not JSON at byte"), (b"\xff\xfe\x00", "not JSON"), (b'{"model_type": "\xff"}', "not JSON"),
    (b'{"model_type": "a\\u0000b"}', "is not known"), (b'{"model_type": "' + b"x" * 100000 + b'"}', "is not known"),
]


def run(tenon, path, spec):
    return subprocess.run([tenon, "import", path, "-o", spec], capture_output=True, text=True, timeout=60)


def attempt(tenon, work, content, code, kind, said):
    path, spec = os.path.join(work, "config.json"), os.path.join(work, "out.tenon")
    with open(path, "wb") as file:
        file.write(content)
    if os.path.exists(spec):
        os.remove(spec)
    done = run(tenon, path, spec)
    if done.returncode != code:
        yield f"exit {done.returncode}, expected {code}\n{done.stderr[:500]}"
    if not any(kind in line and said in line for line in done.stderr.splitlines()):
        yield f"no {kind} says: {said}\n{done.stderr[:500]}"
    if os.path.exists(spec) != (code == 0):
        yield "a file is there after an error" if code else "no file was written"


def changed(models, name, changes):
    config = {**models[name]["config"], **changes}
    return json.dumps({key: value for key, value in config.items() if value is not GONE}).encode()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tenon", required=True)
    parser.add_argument("--work", required=True)
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    models = json.load(open(os.path.join(HERE, "models.json")))
    cases = [(f"{name} {list(changes)}", changed(models, name, changes), 1, "error", said)
             for name, changes, said in ERRORS]
    cases += [(f"{name} {list(changes)}", changed(models, name, changes), 0, "warning", said)
              for name, changes, said in WARNINGS]
    cases += [(str(content[:30]), content, 1, "error", said) for content, said in BROKEN]
    failed = 0
    for name, *case in cases:
        wrong = list(attempt(options.tenon, options.work, *case))
        failed += bool(wrong)
        if wrong:
            print(f"FAIL {name}: " + "\n  ".join(wrong))
    print(f"{len(cases)} cases, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
