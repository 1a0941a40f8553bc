# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Blocks of examples/zoo beyond the forms of models.py, narrowed: other rotations, norms, placements, activations."""

from models import (ATTENTION, LLAMA, PROJECTIONS, Model, biases, gains, groups, layer_norms, linears,
                    llama_config, rows, with_biases)


def one_norm(name, bias=True):
    """The norm of placements that have one for both sublayers."""
    return {"norm.gain": name + ".weight"} | ({"norm.bias": name + ".bias"} if bias else {})


def rope(theta, kind="default", **more):
    return {"rope_parameters": {"rope_type": kind, "rope_theta": theta, **more}}


OUT = {"q": "self_attn.q_proj", "k": "self_attn.k_proj", "v": "self_attn.v_proj", "o": "self_attn.out_proj"}
HEADS = "attention.heads = 3  attention.head_dim = 32"
LLAMA3 = {"low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}
YARN = rope(500000.0, "yarn", factor=8.0, beta_fast=32.0, beta_slow=1.0,
            original_max_position_embeddings=8192)["rope_parameters"]
AFTER = "norm.cast = after_gain  attention.q_norm.cast = after_gain  attention.k_norm.cast = after_gain"

MODELS = {
    "llama_3_2_1b": Model(
        "LlamaModel",
        llama_config(96, 6, 3, 34, 384, 500000.0, 1e-5, **rope(500000.0, "llama3", factor=32.0, **LLAMA3)),
        "layers.0",
        "width = 96  attention.heads = 6  attention.kv_heads = 3  attention.head_dim = 34  norm.cast = after_gain",
        LLAMA,
        ["attention.rope.frequency.factor = 8", "attention.rope.frequency.high = 5", "attention.rope.frequency = none"],
    ),
    "olmo_3_7b": Model(
        "Olmo3Model",
        llama_config(96, 3, 3, 32, 256, 500000.0, 1e-6, layer_types=["full_attention"],
                     rope_parameters={"full_attention": YARN, "sliding_attention": rope(500000.0)["rope_parameters"]}),
        "layers.0",
        "width = 96  attention.heads = 3",
        gains(attention="post_attention_layernorm", ffn="post_feedforward_layernorm")
        | PROJECTIONS
        | {f"attention.{letter}_norm.gain": f"self_attn.{letter}_norm.weight" for letter in "qk"},
        ["attention.rope.magnitude = 1", "attention.rope.frequency.fast = 16", "placement = pre_norm"],
        block="olmo_3_7b_global",
    ),
    "gemma_3_1b": Model(
        "Gemma3TextModel",
        llama_config(72, 2, 1, 64, 432, 10000.0, 1e-6, query_pre_attn_scalar=64, sliding_window=11,
                     layer_types=["sliding_attention"], hidden_activation="gelu_pytorch_tanh",
                     rope_parameters={"sliding_attention": rope(10000.0)["rope_parameters"],
                                      "full_attention": rope(1e6)["rope_parameters"]}),
        "layers.0",
        "width = 72  attention.heads = 2  attention.head_dim = 64  attention.mask.window = 11",
        gains(attention_pre="input_layernorm", attention_post="post_attention_layernorm",
              ffn_pre="pre_feedforward_layernorm", ffn_post="post_feedforward_layernorm")
        | PROJECTIONS
        | {f"attention.{letter}_norm.gain": f"self_attn.{letter}_norm.weight" for letter in "qk"},
        ["attention.qk_norm_at = rotated", "attention.q_norm.offset = 0", "attention.rope.theta = 1e6"],
        identity=0.0,
        block="gemma_3_1b_local",
    ),
    "gpt_j_6b": Model(
        "GPTJModel",
        {"n_embd": 96, "n_head": 3, "n_layer": 1, "rotary_dim": 8, "vocab_size": 99, "layer_norm_epsilon": 1e-5},
        "h.0",
        f"width = 96  {HEADS}  attention.rope.dim = 8",
        one_norm("ln_1")
        | linears("attention", {letter: f"attn.{letter}_proj" for letter in "qkv"} | {"o": "attn.out_proj"})
        | with_biases("ffn", {"up": "mlp.fc_in", "down": "mlp.fc_out"}),
        ["attention.rope.pairs = half", "attention.rope.dim = 10", "ffn.activation = gelu_erf"],
    ),
    "command_r": Model(
        "CohereModel",
        {"hidden_size": 96, "num_attention_heads": 3, "intermediate_size": 264, "num_hidden_layers": 1,
         "vocab_size": 99, "layer_norm_eps": 1e-5, **rope(8e6)},
        "layers.0",
        f"width = 96  {HEADS}",
        one_norm("input_layernorm", bias=False) | PROJECTIONS,
        ["attention.rope.pairs = half", "norm.eps = 1e-6", "norm = rms_norm(eps = 1e-5)"],
    ),
    "phi_2": Model(
        "PhiModel",
        {"hidden_size": 96, "num_attention_heads": 3, "intermediate_size": 384, "num_hidden_layers": 1,
         "vocab_size": 99, "layer_norm_eps": 1e-5, **rope(10000.0, partial_rotary_factor=0.25)},
        "layers.0",
        f"width = 96  {HEADS}  attention.rope.dim = 8",
        one_norm("input_layernorm")
        | with_biases("attention", ATTENTION | {"o": "self_attn.dense"})
        | with_biases("ffn", {"up": "mlp.fc1", "down": "mlp.fc2"}),
        ["attention.rope.dim = 10", "attention.rope.pairs = interleaved", "ffn.activation = gelu_erf"],
    ),
    "glm_4_9b": Model(
        "GlmModel",
        llama_config(90, 4, 2, 32, 130, 10000.0, 1.5625e-7, pad_token_id=None, attention_bias=True,
                     **rope(10000.0, partial_rotary_factor=0.5)),
        "layers.0",
        "width = 90  attention.heads = 4  attention.head_dim = 32  attention.rope.dim = 16  ffn.hidden = 130"
        "  norm.cast = after_gain",
        gains(attention="input_layernorm", ffn="post_attention_layernorm")
        | linears("attention", ATTENTION)
        | biases("attention", {letter: ATTENTION[letter] for letter in "qkv"})
        | {"ffn.gate.weight": rows("mlp.gate_up_proj.weight", 0, 130),
           "ffn.up.weight": rows("mlp.gate_up_proj.weight", 130, 130), "ffn.down.weight": "mlp.down_proj.weight"},
        ["attention.rope.pairs = half", "norm.eps = 1e-6", "attention.rope.dim = 14"],
    ),
    # The first layer has no norm in front of its attention, so the second one is taken.
    "modernbert_base": Model(
        "ModernBertModel",
        {"hidden_size": 96, "num_attention_heads": 3, "intermediate_size": 144, "num_hidden_layers": 2,
         "vocab_size": 99, "norm_eps": 1e-5, "pad_token_id": 0, "local_attention": 10,
         "layer_types": ["full_attention", "sliding_attention"],
         "rope_parameters": {"full_attention": rope(160000.0)["rope_parameters"],
                             "sliding_attention": rope(10000.0)["rope_parameters"]}},
        "layers.1",
        f"width = 96  {HEADS}  attention.mask.reach = 5",
        gains(attention="attn_norm", ffn="mlp_norm")
        | {f"attention.{letter}.weight": rows("attn.Wqkv.weight", 96 * i, 96) for i, letter in enumerate("qkv")}
        | {"attention.o.weight": "attn.Wo.weight", "ffn.gate.weight": rows("mlp.Wi.weight", 0, 144),
           "ffn.up.weight": rows("mlp.Wi.weight", 144, 144), "ffn.down.weight": "mlp.Wo.weight"},
        ["attention.mask.reach = 4", "attention.rope.theta = 160000", "ffn.activation = gelu_tanh"],
        block="modernbert_base_local",
    ),
    "t5_v1_1_base": Model(
        "T5EncoderModel",
        {"d_model": 60, "d_kv": 17, "num_heads": 3, "d_ff": 160, "num_layers": 1, "vocab_size": 99,
         "feed_forward_proj": "gated-gelu", "layer_norm_epsilon": 1e-6},
        "encoder.block.0",
        "width = 60  attention.heads = 3  attention.head_dim = 17",
        gains(attention="layer.0.layer_norm", ffn="layer.1.layer_norm")
        | linears("attention", {letter: f"layer.0.SelfAttention.{letter}" for letter in "qkvo"})
        | linears("ffn", {"gate": "layer.1.DenseReluDense.wi_0", "up": "layer.1.DenseReluDense.wi_1",
                          "down": "layer.1.DenseReluDense.wo"})
        | {"attention.score.table": "layer.0.SelfAttention.relative_attention_bias.weight"},
        ["ffn.activation = gelu_erf", "attention.score.distance = 127"],
    ),
    "bloom_560m": Model(
        "BloomModel",
        {"hidden_size": 72, "n_head": 3, "n_layer": 1, "vocab_size": 99, "layer_norm_epsilon": 1e-5},
        "h.0",
        "width = 72  attention.heads = 3",
        layer_norms("input_layernorm", "post_attention_layernorm")
        | {f"attention.{letter}.{part}": groups(f"self_attention.query_key_value.{part}", 24, 3, [i])
           for i, letter in enumerate("qkv") for part in ("weight", "bias")}
        | with_biases("attention", {"o": "self_attention.dense"})
        | with_biases("ffn", {"up": "mlp.dense_h_to_4h", "down": "mlp.dense_4h_to_h"}),
        ["attention.score.slope_max = 7", "ffn.activation = gelu_erf"],
    ),
    "nanochat_d20": Model(
        "NanoChatModel",
        {"hidden_size": 96, "num_attention_heads": 3, "intermediate_size": 384, "num_hidden_layers": 1,
         "vocab_size": 99, "rms_norm_eps": 1e-6, **rope(10000.0)},
        "layers.0",
        f"width = 96  {HEADS}",
        linears("attention", ATTENTION) | linears("ffn", {"up": "mlp.fc1", "down": "mlp.fc2"}),
        ["attention.rope.theta = 10001", "attention.qk_norm_at = projection", "ffn.activation = relu"],
    ),
    "apertus_8b": Model(
        "ApertusModel",
        {"hidden_size": 96, "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 504,
         "num_hidden_layers": 1, "vocab_size": 99, "rms_norm_eps": 1e-5,
         **rope(1.2e7, "llama3", factor=8.0, **LLAMA3)},
        "layers.0",
        f"width = 96  attention.heads = 4  attention.kv_heads = 2  {AFTER}",
        gains(attention="attention_layernorm", ffn="feedforward_layernorm")
        | linears("attention", ATTENTION)
        | linears("ffn", {"up": "mlp.up_proj", "down": "mlp.down_proj"})
        | {f"attention.{letter}_norm.gain": f"self_attn.{letter}_norm.weight" for letter in "qk"}
        | {f"ffn.activation.{name}": f"mlp.act_fn.{name}" for name in ("alpha_p", "alpha_n")},
        ["ffn.activation.beta = 0.6", "attention.q_norm.eps = 1e-2"],
    ),
    "starcoder2_3b": Model(
        "Starcoder2Model",
        {"hidden_size": 96, "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 384,
         "num_hidden_layers": 1, "vocab_size": 99, "norm_epsilon": 1e-5, "sliding_window": 11,
         **rope(999999.4420358813)},
        "layers.0",
        "width = 96  attention.heads = 4  attention.mask.window = 11",
        layer_norms("input_layernorm", "post_attention_layernorm")
        | with_biases("attention", ATTENTION)
        | with_biases("ffn", {"up": "mlp.c_fc", "down": "mlp.c_proj"}),
        ["attention.mask.window = 12", "ffn.activation = gelu_erf"],
    ),
    "opt_125m": Model(
        "OPTModel",
        {"hidden_size": 63, "num_attention_heads": 3, "ffn_dim": 252, "num_hidden_layers": 1, "vocab_size": 99,
         "word_embed_proj_dim": 63},
        "decoder.layers.0",
        "width = 63  attention.heads = 3",
        layer_norms("self_attn_layer_norm", "final_layer_norm")
        | with_biases("attention", OUT)
        | with_biases("ffn", {"up": "fc1", "down": "fc2"}),
        ["norm.eps = 1e-6", "ffn.activation = relu2"],
    ),
}
