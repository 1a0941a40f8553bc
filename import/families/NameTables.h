// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of tensors in the checkpoints of Hugging Face transformers, by family. An
// asterisk stands for the number of the layer; Families.h says how a row is read.
#ifndef TENON_IMPORT_FAMILIES_NAMETABLES_H
#define TENON_IMPORT_FAMILIES_NAMETABLES_H

#include "import/families/Families.h"

namespace tenon::importer {

using enum Layout; // this header is for Families.cpp alone

/// Llama, and what others share with it.
inline constexpr NameRow llamaNames[] = {
    {"embedding", "model.embed_tokens"},
    {"final_norm", "model.norm"},
    {"head", "lm_head"},
    {"layers.*.norm", "model.layers.*.input_layernorm"},
    {"layers.*.attention.norm", "model.layers.*.input_layernorm"},
    {"layers.*.ffn.norm", "model.layers.*.post_attention_layernorm"},
    {"layers.*.attention.q", "model.layers.*.self_attn.q_proj"},
    {"layers.*.attention.k", "model.layers.*.self_attn.k_proj"},
    {"layers.*.attention.v", "model.layers.*.self_attn.v_proj"},
    {"layers.*.attention.o", "model.layers.*.self_attn.o_proj"},
    {"layers.*.attention.q_norm", "model.layers.*.self_attn.q_norm"},
    {"layers.*.attention.k_norm", "model.layers.*.self_attn.k_norm"},
    {"layers.*.ffn.gate", "model.layers.*.mlp.gate_proj"},
    {"layers.*.ffn.up", "model.layers.*.mlp.up_proj"},
    {"layers.*.ffn.down", "model.layers.*.mlp.down_proj"},
};

/// Gemma 2 and 3: norms on both sides.
inline constexpr NameRow sandwichNames[] = {
    {"layers.*.attention.norm.pre", "model.layers.*.input_layernorm"},
    {"layers.*.attention.norm.post", "model.layers.*.post_attention_layernorm"},
    {"layers.*.ffn.norm.pre", "model.layers.*.pre_feedforward_layernorm"},
    {"layers.*.ffn.norm.post", "model.layers.*.post_feedforward_layernorm"},
};

/// OLMo 2 and 3: norms behind the sublayers.
inline constexpr NameRow resPostNames[] = {
    {"layers.*.attention.norm", "model.layers.*.post_attention_layernorm"},
    {"layers.*.ffn.norm", "model.layers.*.post_feedforward_layernorm"},
};

/// nanochat.
inline constexpr NameRow plainFfnNames[] = {
    {"layers.*.ffn.up", "model.layers.*.mlp.fc1"},
    {"layers.*.ffn.down", "model.layers.*.mlp.fc2"},
};

inline constexpr NameRow phiNames[] = {
    {"final_norm", "model.final_layernorm"},
    {"layers.*.attention.o", "model.layers.*.self_attn.dense"},
    {"layers.*.attention.q_norm", "model.layers.*.self_attn.q_layernorm"},
    {"layers.*.attention.k_norm", "model.layers.*.self_attn.k_layernorm"},
    {"layers.*.ffn.up", "model.layers.*.mlp.fc1"},
    {"layers.*.ffn.down", "model.layers.*.mlp.fc2"},
};

inline constexpr NameRow phi3Names[] = {
    {"layers.*.attention.q", "model.layers.*.self_attn.qkv_proj", contiguous},
    {"layers.*.attention.k", "model.layers.*.self_attn.qkv_proj", contiguous},
    {"layers.*.attention.v", "model.layers.*.self_attn.qkv_proj", contiguous},
    {"layers.*.ffn.gate", "model.layers.*.mlp.gate_up_proj", contiguous},
    {"layers.*.ffn.up", "model.layers.*.mlp.gate_up_proj", contiguous},
};

inline constexpr NameRow stableLmNames[] = {
    {"layers.*.attention.q_norm", "model.layers.*.self_attn.q_layernorm.norms", separate},
    {"layers.*.attention.k_norm", "model.layers.*.self_attn.k_layernorm.norms", separate},
};

inline constexpr NameRow starCoder2Names[] = {
    {"layers.*.ffn.up", "model.layers.*.mlp.c_fc"},
    {"layers.*.ffn.down", "model.layers.*.mlp.c_proj"},
};

/// Linears are stored [in, out].
inline constexpr NameRow gpt2Names[] = {
    {"embedding", "transformer.wte"},
    {"embedding.positions", "transformer.wpe.weight"},
    {"final_norm", "transformer.ln_f"},
    {"head", "lm_head"},
    {"layers.*.attention.norm", "transformer.h.*.ln_1"},
    {"layers.*.ffn.norm", "transformer.h.*.ln_2"},
    {"layers.*.attention.q", "transformer.h.*.attn.c_attn", columns},
    {"layers.*.attention.k", "transformer.h.*.attn.c_attn", columns},
    {"layers.*.attention.v", "transformer.h.*.attn.c_attn", columns},
    {"layers.*.attention.o", "transformer.h.*.attn.c_proj", transposed},
    {"layers.*.ffn.up", "transformer.h.*.mlp.c_fc", transposed},
    {"layers.*.ffn.down", "transformer.h.*.mlp.c_proj", transposed},
};

inline constexpr NameRow gptJNames[] = {
    {"embedding", "transformer.wte"},
    {"final_norm", "transformer.ln_f"},
    {"head", "lm_head"},
    {"layers.*.norm", "transformer.h.*.ln_1"},
    {"layers.*.attention.q", "transformer.h.*.attn.q_proj"},
    {"layers.*.attention.k", "transformer.h.*.attn.k_proj"},
    {"layers.*.attention.v", "transformer.h.*.attn.v_proj"},
    {"layers.*.attention.o", "transformer.h.*.attn.out_proj"},
    {"layers.*.ffn.up", "transformer.h.*.mlp.fc_in"},
    {"layers.*.ffn.down", "transformer.h.*.mlp.fc_out"},
};

inline constexpr NameRow gptNeoXNames[] = {
    {"embedding", "gpt_neox.embed_in"},
    {"final_norm", "gpt_neox.final_layer_norm"},
    {"head", "embed_out"},
    {"layers.*.attention.norm", "gpt_neox.layers.*.input_layernorm"},
    {"layers.*.ffn.norm", "gpt_neox.layers.*.post_attention_layernorm"},
    {"layers.*.attention.q", "gpt_neox.layers.*.attention.query_key_value", perGroup},
    {"layers.*.attention.k", "gpt_neox.layers.*.attention.query_key_value", perGroup},
    {"layers.*.attention.v", "gpt_neox.layers.*.attention.query_key_value", perGroup},
    {"layers.*.attention.o", "gpt_neox.layers.*.attention.dense"},
    {"layers.*.ffn.up", "gpt_neox.layers.*.mlp.dense_h_to_4h"},
    {"layers.*.ffn.down", "gpt_neox.layers.*.mlp.dense_4h_to_h"},
};

inline constexpr NameRow optNames[] = {
    {"embedding", "model.decoder.embed_tokens"},
    {"embedding.positions", "model.decoder.embed_positions.weight"},
    {"final_norm", "model.decoder.final_layer_norm"},
    {"head", "lm_head"},
    {"layers.*.attention.norm", "model.decoder.layers.*.self_attn_layer_norm"},
    {"layers.*.ffn.norm", "model.decoder.layers.*.final_layer_norm"},
    {"layers.*.attention.q", "model.decoder.layers.*.self_attn.q_proj"},
    {"layers.*.attention.k", "model.decoder.layers.*.self_attn.k_proj"},
    {"layers.*.attention.v", "model.decoder.layers.*.self_attn.v_proj"},
    {"layers.*.attention.o", "model.decoder.layers.*.self_attn.out_proj"},
    {"layers.*.ffn.up", "model.decoder.layers.*.fc1"},
    {"layers.*.ffn.down", "model.decoder.layers.*.fc2"},
};

inline constexpr NameRow bloomNames[] = {
    {"embedding", "transformer.word_embeddings"},
    {"embedding.norm", "transformer.word_embeddings_layernorm"},
    {"final_norm", "transformer.ln_f"},
    {"head", "lm_head"},
    {"layers.*.attention.norm", "transformer.h.*.input_layernorm"},
    {"layers.*.ffn.norm", "transformer.h.*.post_attention_layernorm"},
    {"layers.*.attention.q", "transformer.h.*.self_attention.query_key_value", perGroup},
    {"layers.*.attention.k", "transformer.h.*.self_attention.query_key_value", perGroup},
    {"layers.*.attention.v", "transformer.h.*.self_attention.query_key_value", perGroup},
    {"layers.*.attention.o", "transformer.h.*.self_attention.dense"},
    {"layers.*.ffn.up", "transformer.h.*.mlp.dense_h_to_4h"},
    {"layers.*.ffn.down", "transformer.h.*.mlp.dense_4h_to_h"},
};

inline constexpr NameRow mptNames[] = {
    {"embedding", "transformer.wte"},
    {"embedding.positions", "transformer.wpe.weight"},
    {"final_norm", "transformer.norm_f"},
    {"head", "lm_head"},
    {"layers.*.attention.norm", "transformer.blocks.*.norm_1"},
    {"layers.*.ffn.norm", "transformer.blocks.*.norm_2"},
    {"layers.*.attention.q", "transformer.blocks.*.attn.Wqkv", contiguous},
    {"layers.*.attention.k", "transformer.blocks.*.attn.Wqkv", contiguous},
    {"layers.*.attention.v", "transformer.blocks.*.attn.Wqkv", contiguous},
    {"layers.*.attention.o", "transformer.blocks.*.attn.out_proj"},
    {"layers.*.ffn.up", "transformer.blocks.*.ffn.up_proj"},
    {"layers.*.ffn.down", "transformer.blocks.*.ffn.down_proj"},
};

/// With one norm for both sublayers, two side by side, or one behind the other.
inline constexpr NameRow falconNames[] = {
    {"embedding", "transformer.word_embeddings"},
    {"final_norm", "transformer.ln_f"},
    {"head", "lm_head"},
    {"layers.*.norm", "transformer.h.*.input_layernorm"},
    {"layers.*.attention.norm", "transformer.h.*.input_layernorm", plain, When::isSequential},
    {"layers.*.ffn.norm", "transformer.h.*.post_attention_layernorm", plain, When::isSequential},
    {"layers.*.attention.norm", "transformer.h.*.ln_attn"},
    {"layers.*.ffn.norm", "transformer.h.*.ln_mlp"},
    {"layers.*.attention.q", "transformer.h.*.self_attention.query_key_value", perGroup},
    {"layers.*.attention.k", "transformer.h.*.self_attention.query_key_value", perGroup},
    {"layers.*.attention.v", "transformer.h.*.self_attention.query_key_value", perGroup},
    {"layers.*.attention.o", "transformer.h.*.self_attention.dense"},
    {"layers.*.ffn.up", "transformer.h.*.mlp.dense_h_to_4h"},
    {"layers.*.ffn.down", "transformer.h.*.mlp.dense_4h_to_h"},
};

inline constexpr NameRow bertNames[] = {
    {"embedding", "embeddings.word_embeddings"},
    {"embedding.positions", "embeddings.position_embeddings.weight"},
    {"embedding.types", "embeddings.token_type_embeddings.weight"},
    {"embedding.norm", "embeddings.LayerNorm"},
    {"layers.*.attention.norm", "encoder.layer.*.attention.output.LayerNorm"},
    {"layers.*.ffn.norm", "encoder.layer.*.output.LayerNorm"},
    {"layers.*.attention.q", "encoder.layer.*.attention.self.query"},
    {"layers.*.attention.k", "encoder.layer.*.attention.self.key"},
    {"layers.*.attention.v", "encoder.layer.*.attention.self.value"},
    {"layers.*.attention.o", "encoder.layer.*.attention.output.dense"},
    {"layers.*.ffn.up", "encoder.layer.*.intermediate.dense"},
    {"layers.*.ffn.down", "encoder.layer.*.output.dense"},
};

inline constexpr NameRow t5Names[] = {
    {"embedding", "shared"},
    {"final_norm", "encoder.final_layer_norm"},
    {"attention.score.table", "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight"},
    {"layers.*.attention.norm", "encoder.block.*.layer.0.layer_norm"},
    {"layers.*.ffn.norm", "encoder.block.*.layer.1.layer_norm"},
    {"layers.*.attention.q", "encoder.block.*.layer.0.SelfAttention.q"},
    {"layers.*.attention.k", "encoder.block.*.layer.0.SelfAttention.k"},
    {"layers.*.attention.v", "encoder.block.*.layer.0.SelfAttention.v"},
    {"layers.*.attention.o", "encoder.block.*.layer.0.SelfAttention.o"},
    {"layers.*.ffn.gate", "encoder.block.*.layer.1.DenseReluDense.wi_0"},
    {"layers.*.ffn.up", "encoder.block.*.layer.1.DenseReluDense.wi", plain, When::isPlain},
    {"layers.*.ffn.up", "encoder.block.*.layer.1.DenseReluDense.wi_1"},
    {"layers.*.ffn.down", "encoder.block.*.layer.1.DenseReluDense.wo"},
};

} // namespace tenon::importer

#endif
