// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Architectures of GGUF files: which family reads them, and their names of tensors.
// Source: the constants of the Python package gguf, and what llama.cpp's converter
// does to tensors on the way.
#ifndef TENON_IMPORT_GGUFTABLES_H
#define TENON_IMPORT_GGUFTABLES_H

#include "import/families/Families.h"

namespace tenon::importer::gguf {

using enum Layout;

/// What most architectures share.
inline constexpr NameRow commonNames[] = {
    {"embedding", "token_embd"},
    {"embedding.positions", "position_embd.weight"},
    {"embedding.types", "token_types.weight"},
    {"embedding.norm", "token_embd_norm"},
    {"final_norm", "output_norm"},
    {"head", "output"},
    {"layers.*.norm", "blk.*.attn_norm"},
    {"layers.*.attention.norm", "blk.*.attn_norm"},
    {"layers.*.ffn.norm", "blk.*.ffn_norm"},
    {"layers.*.attention.q", "blk.*.attn_q"},
    {"layers.*.attention.k", "blk.*.attn_k"},
    {"layers.*.attention.v", "blk.*.attn_v"},
    {"layers.*.attention.o", "blk.*.attn_output"},
    {"layers.*.attention.q_norm", "blk.*.attn_q_norm"},
    {"layers.*.attention.k_norm", "blk.*.attn_k_norm"},
    {"layers.*.attention.rope.frequency.factors", "rope_freqs.weight"},
    {"layers.*.ffn.gate", "blk.*.ffn_gate"},
    {"layers.*.ffn.up", "blk.*.ffn_up"},
    {"layers.*.ffn.down", "blk.*.ffn_down"},
};

/// The converter turns heads so that neighbours are a pair.
inline constexpr NameRow turnedNames[] = {
    {"layers.*.attention.q", "blk.*.attn_q", neighbours},
    {"layers.*.attention.k", "blk.*.attn_k", neighbours},
};

/// The converter adds 1 to every gain.
inline constexpr NameRow gemmaNames[] = {
    {"final_norm", "output_norm", plusOne},
    {"layers.*.attention.norm", "blk.*.attn_norm", plusOne},
    {"layers.*.attention.norm.pre", "blk.*.attn_norm", plusOne},
    {"layers.*.attention.norm.post", "blk.*.post_attention_norm", plusOne},
    {"layers.*.ffn.norm", "blk.*.ffn_norm", plusOne},
    {"layers.*.ffn.norm.pre", "blk.*.ffn_norm", plusOne},
    {"layers.*.ffn.norm.post", "blk.*.post_ffw_norm", plusOne},
    {"layers.*.attention.q_norm", "blk.*.attn_q_norm", plusOne},
    {"layers.*.attention.k_norm", "blk.*.attn_k_norm", plusOne},
};

inline constexpr NameRow olmo2Names[] = {
    {"layers.*.attention.norm", "blk.*.post_attention_norm"},
    {"layers.*.ffn.norm", "blk.*.post_ffw_norm"},
};

/// q, k and v in one tensor, one behind the other, whatever they were before.
inline constexpr NameRow fusedNames[] = {
    {"layers.*.attention.q", "blk.*.attn_qkv", contiguous},
    {"layers.*.attention.k", "blk.*.attn_qkv", contiguous},
    {"layers.*.attention.v", "blk.*.attn_qkv", contiguous},
};

inline constexpr NameRow phi3Names[] = {
    {"layers.*.attention.q", "blk.*.attn_qkv", contiguous},
    {"layers.*.attention.k", "blk.*.attn_qkv", contiguous},
    {"layers.*.attention.v", "blk.*.attn_qkv", contiguous},
    {"layers.*.ffn.gate", "blk.*.ffn_up", contiguous},
    {"layers.*.ffn.up", "blk.*.ffn_up", contiguous},
};

/// Falcon: the norm of the attention is the second where there are two.
inline constexpr NameRow falconNames[] = {
    {"layers.*.attention.norm", "blk.*.attn_norm", plain, When::isSequential},
    {"layers.*.ffn.norm", "blk.*.ffn_norm", plain, When::isSequential},
    {"layers.*.attention.norm", "blk.*.attn_norm_2"},
    {"layers.*.ffn.norm", "blk.*.attn_norm"},
    {"layers.*.attention.q", "blk.*.attn_qkv", contiguous},
    {"layers.*.attention.k", "blk.*.attn_qkv", contiguous},
    {"layers.*.attention.v", "blk.*.attn_qkv", contiguous},
};

inline constexpr NameRow bertNames[] = {
    {"layers.*.attention.norm", "blk.*.attn_output_norm"},
    {"layers.*.ffn.norm", "blk.*.layer_output_norm"},
};

/// An architecture and the model_type whose class it is. `epsilon` is the class's name
/// for the eps of its norm; empty where it has none.
struct Architecture {
  std::string_view name, type;
  std::string_view epsilon;
  NameTable names;
};

inline constexpr Architecture architectures[] = {
    {"bert", "bert", "layer_norm_eps", bertNames},
    {"bloom", "bloom", "layer_norm_epsilon", fusedNames},
    {"cohere2", "cohere2", "layer_norm_eps", {}},
    {"command-r", "cohere", "layer_norm_eps", {}},
    {"falcon", "falcon", "layer_norm_epsilon", falconNames},
    {"gemma", "gemma", "rms_norm_eps", gemmaNames},
    {"gemma2", "gemma2", "rms_norm_eps", gemmaNames},
    {"gemma3", "gemma3_text", "rms_norm_eps", gemmaNames},
    {"gpt2", "gpt2", "layer_norm_epsilon", fusedNames},
    {"gptneox", "gpt_neox", "layer_norm_eps", fusedNames},
    {"granite", "granite", "rms_norm_eps", turnedNames},
    {"llama", "llama", "rms_norm_eps", turnedNames},
    {"mpt", "mpt", "layer_norm_epsilon", fusedNames},
    {"olmo", "olmo", "", turnedNames},
    {"olmo2", "olmo2", "rms_norm_eps", olmo2Names},
    {"phi2", "phi", "layer_norm_eps", {}},
    {"phi3", "phi3", "rms_norm_eps", phi3Names},
    {"qwen2", "qwen2", "rms_norm_eps", {}},
    {"qwen3", "qwen3", "rms_norm_eps", {}},
    {"smollm3", "smollm3", "rms_norm_eps", turnedNames},
    {"stablelm", "stablelm", "layer_norm_eps", {}},
    {"starcoder2", "starcoder2", "norm_epsilon", {}},
};

/// Keys of metadata behind the architecture's name, and what configurations call them.
/// `only` is the one architecture for which a row holds; empty: all others.
struct KeyRow {
  std::string_view gguf, config;
  std::string_view only = {};
  bool isNeeded = false;
};

inline constexpr KeyRow keyRows[] = {
    {"embedding_length", "d_model", "mpt", true},
    {"embedding_length", "n_embd", "gpt2", true},
    {"embedding_length", "hidden_size", {}, true},
    {"block_count", "n_layers", "mpt", true},
    {"block_count", "n_layer", "gpt2", true},
    {"block_count", "n_layer", "bloom", true},
    {"block_count", "num_hidden_layers", {}, true},
    {"attention.head_count", "n_heads", "mpt", true},
    {"attention.head_count", "n_head", "gpt2", true},
    {"attention.head_count", "n_head", "bloom", true},
    {"attention.head_count", "num_attention_heads", {}, true},
    {"attention.head_count_kv", "num_kv_heads", "falcon"},
    {"attention.head_count_kv", "num_key_value_heads"},
    {"attention.key_length", "head_dim"},
    {"feed_forward_length", "n_inner", "gpt2", true},
    {"feed_forward_length", "ffn_hidden_size", "falcon", true},
    {"feed_forward_length", "intermediate_size", {}, true},
    {"context_length", "max_position_embeddings", "bert", true},
    {"context_length", "n_positions", "gpt2", true},
    {"context_length", "max_position_embeddings"},
    {"rope.freq_base", "rope_theta"},
    {"attention.sliding_window", "sliding_window"},
    {"attn_logit_softcapping", "attn_logit_softcapping"},
    {"final_logit_softcapping", "final_logit_softcapping"},
    {"logit_scale", "logits_scaling", "granite"},
    {"logit_scale", "logit_scale"},
    {"embedding_scale", "embedding_multiplier"},
    {"residual_scale", "residual_multiplier"},
    {"attention.scale", "attention_multiplier"},
    {"use_parallel_residual", "use_parallel_residual"},
};

/// Keys that say nothing that is not known from elsewhere.
inline constexpr std::string_view otherKeys[] = {
    "expert_count",
    "vocab_size",
    "rope.dimension_count",
    "attention.value_length",
    "attention.causal",
    "tensor_data_layout",
    "rope.scaling.type",
    "rope.scaling.factor",
    "rope.scaling.attn_factor",
    "rope.scaling.original_context_length",
    "rope.scaling.finetuned",
    "attention.layer_norm_epsilon",
    "attention.layer_norm_rms_epsilon",
    "attention.max_alibi_bias",
    "attention.clamp_kqv",
    "pooling_type",
    "attention.sliding_window_pattern",
    "rope.scaling.yarn_beta_fast",
    "rope.scaling.yarn_beta_slow",
};

} // namespace tenon::importer::gguf

#endif
