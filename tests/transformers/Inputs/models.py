# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Published layers as the package `transformers` has them: small configurations, and where each parameter of
ours lies in theirs.

A name of theirs stands for the array itself; a pair (name, function) for a part of it."""

import dataclasses

import numpy as np


@dataclasses.dataclass
class Model:
    kind: str  # class of the model; its configuration is named alike
    config: dict
    layer: str  # path of the layer inside the model
    settings: str  # what makes our spec the layer of that configuration in f32
    names: dict
    mutants: list  # settings that make it another layer, which must be told apart
    identity: float = 1.0  # around which gains of norms lie
    block: str = ""  # where the spec has several


def rows(name, first, count):
    """`count` outputs of a fused linear, from `first` on."""
    return name, lambda array: array[first : first + count]


def transposed(name, first, count):
    """The same of a linear stored as [in, out]."""
    return name, lambda array: array[..., first : first + count].T


def groups(name, size, each, take):
    """Of a fused linear that holds, group by group, `each` heads of `size`: those heads."""

    def part(array):
        heads = array.reshape(-1, each, size, *array.shape[1:])[:, take]
        return heads.reshape(-1, *array.shape[1:])

    return name, part


def linears(slot, names):
    return {f"{slot}.{ours}.weight": theirs + ".weight" for ours, theirs in names.items()}


def biases(slot, names):
    return {f"{slot}.{ours}.bias": theirs + ".bias" for ours, theirs in names.items()}


def with_biases(slot, names):
    return linears(slot, names) | biases(slot, names)


def gains(**names):
    """Gains of norms; `attention_pre` stands for attention.norm.pre."""
    return {f"{slot}.norm.gain".replace("_pre.norm", ".norm.pre").replace("_post.norm", ".norm.post"): name + ".weight"
            for slot, name in names.items()}


def layer_norms(attention, ffn):
    return {
        f"{slot}.norm.{ours}": f"{name}.{theirs}"
        for slot, name in (("attention", attention), ("ffn", ffn))
        for ours, theirs in (("gain", "weight"), ("bias", "bias"))
    }


ATTENTION = {letter: f"self_attn.{letter}_proj" for letter in "qkvo"}
GATED = {name: f"mlp.{name}_proj" for name in ("gate", "up", "down")}
PROJECTIONS = linears("attention", ATTENTION) | linears("ffn", GATED)
LLAMA = gains(attention="input_layernorm", ffn="post_attention_layernorm") | PROJECTIONS


def llama_config(width, heads, kv_heads, head_dim, hidden, theta, eps, **more):
    return {
        "hidden_size": width, "num_attention_heads": heads, "num_key_value_heads": kv_heads, "head_dim": head_dim,
        "intermediate_size": hidden, "rope_parameters": {"rope_type": "default", "rope_theta": theta},
        "rms_norm_eps": eps, "num_hidden_layers": 1, "vocab_size": 99, **more,
    }


MODELS = {
    "bert": Model(
        "BertModel",
        {"hidden_size": 72, "num_attention_heads": 3, "intermediate_size": 131, "num_hidden_layers": 1,
         "vocab_size": 99, "layer_norm_eps": 1e-12},
        "encoder.layer.0",
        "width = 72  attention.head_dim = 24",
        layer_norms("attention.output.LayerNorm", "output.LayerNorm")
        | with_biases("attention", {
            "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
            "o": "attention.output.dense"})
        | with_biases("ffn", {"up": "intermediate.dense", "down": "output.dense"}),
        ["norm.eps = 1e-4", "attention.mask = causal", "ffn.activation = gelu_tanh"],
    ),
    "gpt2": Model(
        "GPT2Model",
        {"n_embd": 63, "n_head": 9, "n_layer": 1, "vocab_size": 99, "layer_norm_epsilon": 1e-5},
        "h.0",
        "",
        layer_norms("ln_1", "ln_2")
        | {f"attention.{letter}.weight": transposed("attn.c_attn.weight", 63 * i, 63) for i, letter in enumerate("qkv")}
        | {f"attention.{letter}.bias": rows("attn.c_attn.bias", 63 * i, 63) for i, letter in enumerate("qkv")}
        | {"attention.o.weight": transposed("attn.c_proj.weight", 0, 63), "attention.o.bias": "attn.c_proj.bias",
           "ffn.up.weight": transposed("mlp.c_fc.weight", 0, 252), "ffn.up.bias": "mlp.c_fc.bias",
           "ffn.down.weight": transposed("mlp.c_proj.weight", 0, 63), "ffn.down.bias": "mlp.c_proj.bias"},
        ["norm.eps = 1e-6", "attention.mask = sliding(100)", "ffn.activation = gelu_erf", "placement = post_norm"],
    ),
    "t5": Model(
        "T5EncoderModel",
        {"d_model": 60, "d_kv": 17, "num_heads": 3, "d_ff": 97, "num_layers": 1, "vocab_size": 99,
         "feed_forward_proj": "relu", "layer_norm_epsilon": 1e-6},
        "encoder.block.0",
        "",
        gains(attention="layer.0.layer_norm", ffn="layer.1.layer_norm")
        | linears("attention", {letter: f"layer.0.SelfAttention.{letter}" for letter in "qkvo"})
        | linears("ffn", {"up": "layer.1.DenseReluDense.wi", "down": "layer.1.DenseReluDense.wo"})
        | {"attention.score.table": "layer.0.SelfAttention.relative_attention_bias.weight"},
        ["norm.eps = 1e-5", "attention.scale = 17^(-1/2)", "attention.score.both = false",
         "attention.score.distance = 127"],
    ),
    "gpt-neox": Model(
        "GPTNeoXModel",
        {"hidden_size": 90, "num_attention_heads": 3, "intermediate_size": 360, "num_hidden_layers": 1,
         "vocab_size": 99, "layer_norm_eps": 1e-5, "use_parallel_residual": True, "hidden_act": "gelu",
         "rope_parameters": {"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 8 / 30}},
        "layers.0",
        "",
        layer_norms("input_layernorm", "post_attention_layernorm")
        | {f"attention.{letter}.{part}": groups(f"attention.query_key_value.{part}", 30, 3, [i])
           for i, letter in enumerate("qkv") for part in ("weight", "bias")}
        | with_biases("attention", {"o": "attention.dense"})
        | with_biases("ffn", {"up": "mlp.dense_h_to_4h", "down": "mlp.dense_4h_to_h"}),
        ["attention.rope.dim = 10", "attention.rope.pairs = interleaved", "placement = pre_norm"],
    ),
    "falcon": Model(
        "FalconModel",
        {"hidden_size": 108, "num_attention_heads": 9, "num_kv_heads": 3, "ffn_hidden_size": 257,
         "num_hidden_layers": 1, "vocab_size": 99, "new_decoder_architecture": True, "alibi": False, "bias": False,
         "layer_norm_epsilon": 1e-5, "rope_parameters": {"rope_type": "default", "rope_theta": 10000.0}},
        "h.0",
        "width = 108  attention.head_dim = 12  attention.kv_heads = 3",
        layer_norms("ln_attn", "ln_mlp")
        | {f"attention.{letter}.weight": groups("self_attention.query_key_value.weight", 12, 5, take)
           for letter, take in (("q", [0, 1, 2]), ("k", [3]), ("v", [4]))}
        | linears("attention", {"o": "self_attention.dense"})
        | linears("ffn", {"up": "mlp.dense_h_to_4h", "down": "mlp.dense_4h_to_h"}),
        ["attention.rope.theta = 10001", "placement = pre_norm", "ffn.activation = gelu_tanh"],
    ),
    "mpt": Model(
        "MptModel",
        {"d_model": 78, "n_heads": 3, "n_layers": 1, "expansion_ratio": 4, "vocab_size": 99, "max_seq_len": 256,
         "layer_norm_epsilon": 1e-5, "attn_config": {"alibi": True, "alibi_bias_max": 8}},
        "blocks.0",
        "width = 78  attention.head_dim = 26",
        gains(attention="norm_1", ffn="norm_2")
        | {f"attention.{letter}.weight": rows("attn.Wqkv.weight", 78 * i, 78) for i, letter in enumerate("qkv")}
        | linears("attention", {"o": "attn.out_proj"})
        | linears("ffn", {"up": "ffn.up_proj", "down": "ffn.down_proj"}),
        ["attention.score = none", "attention.score.slope_max = 7", "ffn.activation = gelu_tanh"],
    ),
    "llama": Model(
        "LlamaModel",
        llama_config(99, 9, 3, 32, 257, 10000.0, 1e-5),
        "layers.0",
        "width = 99  norm.cast = after_gain",
        LLAMA,
        ["norm.eps = 1e-6", "attention.rope.pairs = interleaved", "attention.rope.theta = 10001",
         "attention.mask = none"],
    ),
    "gemma2": Model(
        "Gemma2Model",
        llama_config(72, 3, 1, 64, 129, 10000.0, 1e-6, query_pre_attn_scalar=64, attn_logit_softcapping=3.0,
                     sliding_window=11, layer_types=["sliding_attention"], hidden_activation="gelu_pytorch_tanh"),
        "layers.0",
        "",
        gains(attention_pre="input_layernorm", attention_post="post_attention_layernorm",
              ffn_pre="pre_feedforward_layernorm", ffn_post="post_feedforward_layernorm") | PROJECTIONS,
        ["norm.offset = 0", "attention.mask = sliding(10)", "attention.score = none", "norm.eps = 1e-7"],
        identity=0.0,
    ),
    "qwen3": Model(
        "Qwen3Model",
        llama_config(65, 3, 1, 128, 195, 1e6, 1e-6),
        "layers.0",
        "norm.cast = after_gain  attention.q_norm.cast = after_gain  attention.k_norm.cast = after_gain",
        LLAMA | {f"attention.{letter}_norm.gain": f"self_attn.{letter}_norm.weight" for letter in "qk"},
        ["attention.qk_norm_at = rotated", "attention.q_norm.eps = 1e-5", "attention.rope.theta = 1.01e6"],
    ),
    "olmo2": Model(
        "Olmo2Model",
        llama_config(96, 3, 3, 32, 191, 500000.0, 1e-6),
        "layers.0",
        "",
        gains(attention="post_attention_layernorm", ffn="post_feedforward_layernorm")
        | PROJECTIONS
        | {f"attention.{letter}_norm.gain": f"self_attn.{letter}_norm.weight" for letter in "qk"},
        ["placement = pre_norm", "placement = post_norm", "norm.eps = 1e-5"],
    ),
    "granite": Model(
        "GraniteModel",
        llama_config(90, 9, 3, 30, 360, 5e6, 1e-5, attention_multiplier=1 / 8, residual_multiplier=0.22),
        "layers.0",
        "cache = f32",
        LLAMA,
        ["placement.factor = 0.221", "attention.scale = 30^(-1/2)", "norm.eps = 1e-6"],
    ),
    # One expert, whose share is then 1: the router drops out.
    "gpt-oss": Model(
        "GptOssModel",
        llama_config(90, 8, 2, 32, 97, 150000.0, 1e-5, sliding_window=19, layer_types=["sliding_attention"],
                     num_local_experts=1, num_experts_per_tok=1, swiglu_limit=7.0, attention_bias=True,
                     rope_parameters={"rope_type": "yarn", "rope_theta": 150000.0, "factor": 32.0, "beta_fast": 32.0,
                                      "beta_slow": 1.0, "original_max_position_embeddings": 4096,
                                      "truncate": False}),
        "layers.0",
        "ffn.bias = true",
        gains(attention="input_layernorm", ffn="post_attention_layernorm")
        | with_biases("attention", ATTENTION)
        | {"attention.sinks": "self_attn.sinks"}
        | {f"ffn.{ours}.weight": ("mlp.experts.gate_up_proj", lambda array, i=i: array[0, :, i::2].T)
           for i, ours in enumerate(("gate", "up"))}
        | {f"ffn.{ours}.bias": ("mlp.experts.gate_up_proj_bias", lambda array, i=i: array[0, i::2])
           for i, ours in enumerate(("gate", "up"))}
        | {"ffn.down.weight": ("mlp.experts.down_proj", lambda array: array[0].T),
           "ffn.down.bias": ("mlp.experts.down_proj_bias", lambda array: array[0])},
        ["attention.mask = sliding(18)", "attention.rope.frequency.truncate = true", "attention.rope.magnitude = 1",
         "ffn.alpha = 1.7", "ffn.shift = 0"],
    ),
}


def part(array, place):
    """The array that `place`, an entry of `names`, means, given a function from their names to arrays."""
    name, take = place if isinstance(place, tuple) else (place, lambda whole: whole)
    return np.ascontiguousarray(take(array(name)))
