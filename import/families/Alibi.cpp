// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// BLOOM, MPT and Falcon: biases that grow with the distance, in each its own way.
#include "import/families/Families.h"
#include <cmath>
#include <fmt/format.h>

namespace tenon::importer {

using weights::Json;

void readBloom(Keys &keys, Model &model) {
  model.width = keys.size("hidden_size|n_embed");
  model.layers = keys.size("n_layer|num_hidden_layers");
  model.heads = keys.size("n_head|num_attention_heads");
  model.kvHeads = model.heads;
  model.headDim = readHeadDim(keys, model);
  model.hidden = 4 * model.width;
  model.vocab = keys.size("vocab_size");
  model.isGated = false;
  model.activation = "gelu_tanh";
  model.norm = {.kind = Norm::Kind::layer, .eps = keys.positive("layer_norm_epsilon", 1e-5), .bias = true};
  model.embeddingNorm = model.norm;
  model.placement =
      keys.flag("apply_residual_connection_post_layernorm", false) ? Placement::normedSkip : Placement::pre;
  model.bias = allBiases(true, true);
  model.alibi = Alibi{};
  model.isTied = keys.flag("tie_word_embeddings", true);
  for (const char *key :
       {"slow_but_exact", "seq_length", "offset_alibi", "skip_bias_add", "skip_bias_add_qkv",
        "masked_softmax_fusion", "bias_dropout_fusion", "attention_softmax_in_fp32"})
    keys.skip(key); // how it is computed, not what
}

namespace {

/// `expansion_ratio` times the width, which must be whole.
int64_t readExpansion(Keys &keys, const Model &model) {
  double hidden = keys.positive("expansion_ratio", 4) * double(model.width);
  if (hidden > 0x1p31 || std::abs(hidden - std::round(hidden)) > 1e-6 * hidden)
    keys.refuse("expansion_ratio", fmt::format("{} times it is no whole number", model.width));
  return std::max<int64_t>(1, int64_t(std::round(std::min(hidden, 0x1p31))));
}

void readMptAttention(Keys &keys, Model &model) {
  static const Json none = Json::object();
  const Json *object = keys.object("attn_config");
  Keys attention(object ? *object : none, keys.report(), "attn_config.");
  model.kvHeads = readKeyHeads(attention, model, "kv_n_heads");
  if (auto scale = attention.positiveOrNone("softmax_scale"))
    model.scale = spellScale(*scale);
  model.clip = attention.positiveOrNone("clip_qkv");
  if (model.clip)
    model.multipliers = {{"clip_qkv", spell(*model.clip)}};
  attention.refuseIf("qk_ln", "the library's class does not do what the key says");
  attention.refuseIf("prefix_lm", "a mask that depends on the input");
  attention.refuseIf("attn_uses_sequence_id", "a mask that depends on the input");
  if (attention.flag("alibi", true))
    model.alibi = Alibi{attention.positive("alibi_bias_max", 8)};
  else
    model.learned = Learned{keys.size("max_seq_len|max_position_embeddings", 2048), 0};
  attention.skip("attn_type"); // follows from kv_n_heads
  attention.skip("attn_impl");
  attention.skip("alibi_bias_max");
  if (object)
    attention.warnUnknown();
}

} // namespace

void readMpt(Keys &keys, Model &model) {
  model.width = keys.size("d_model|hidden_size");
  model.layers = keys.size("n_layers|num_hidden_layers");
  model.heads = keys.size("n_heads|num_attention_heads");
  model.headDim = readHeadDim(keys, model);
  model.hidden = readExpansion(keys, model);
  model.vocab = keys.size("vocab_size");
  model.isGated = false;
  model.activation = "gelu_erf";
  model.norm = {.kind = Norm::Kind::layer, .eps = keys.positive("layer_norm_epsilon", 1e-5)};
  std::string type = keys.text("norm_type", "low_precision_layernorm");
  if (type != "low_precision_layernorm" && type != "layernorm")
    keys.refuse("norm_type", "known are layernorm and low_precision_layernorm");
  if (!keys.flag("no_bias", true))
    keys.refuse("no_bias", "the library's class has no biases, whatever the key says");
  keys.skip("max_seq_len");
  readMptAttention(keys, model);
  model.isTied = keys.flag("tie_word_embeddings", true);
  if (keys.has("logit_scale"))
    keys.refuse("logit_scale", "the library's class ignores it, others do not");
  if (keys.number("embedding_fraction", 1) != 1)
    keys.refuse("embedding_fraction", "gradients of part of the embedding are of no use here");
  for (const char *key :
       {"emb_pdrop", "learned_pos_emb", "init_config", "verbose", "use_cache", "vocab_size"})
    keys.skip(key);
}

namespace {

void readFalconPlacement(Keys &keys, Model &model) {
  bool isNew = keys.flag("new_decoder_architecture", false), isParallel = keys.flag("parallel_attn", true);
  std::optional<int64_t> norms = keys.sizeOrNone("num_ln_in_parallel_attn");
  bool hasMultiQuery = keys.flag("multi_query", true);
  if (norms && *norms > 2)
    keys.refuse("num_ln_in_parallel_attn", "a block has one or two norms");
  if (isNew && !isParallel)
    keys.refuse("parallel_attn", "'new_decoder_architecture' means that the sublayers lie side by side");
  model.placement = !isParallel                       ? Placement::pre
                    : isNew && norms.value_or(2) != 1 ? Placement::parallelTwo
                                                      : Placement::parallel;
  if (isNew) {
    model.kvHeads = readKeyHeads(keys, model, "num_kv_heads|n_head_kv");
    return;
  }
  keys.skip("num_kv_heads"); // counts in the new architecture only
  keys.skip("n_head_kv");
  model.kvHeads = hasMultiQuery ? 1 : model.heads;
}

} // namespace

void readFalcon(Keys &keys, Model &model) {
  model.width = keys.size("hidden_size");
  model.layers = keys.size("num_hidden_layers|n_layer");
  model.heads = keys.size("num_attention_heads|n_head");
  model.headDim = readHeadDim(keys, model);
  model.hidden = keys.sizeOrNone("ffn_hidden_size").value_or(4 * model.width);
  model.vocab = keys.size("vocab_size");
  model.isGated = false;
  model.activation = readActivation(keys, "activation", "gelu");
  model.norm = {.kind = Norm::Kind::layer, .eps = keys.positive("layer_norm_epsilon", 1e-5), .bias = true};
  readFalconPlacement(keys, model);
  bool isBiased = keys.flag("bias", false);
  model.bias = allBiases(isBiased, isBiased);
  model.isTied = keys.flag("tie_word_embeddings", true);
  keys.skip("apply_residual_connection_post_layernorm");
  if (keys.flag("alibi", false))
    model.alibi = Alibi{.isBeforeScaling = true};
  else
    setLayer(model, std::nullopt, readRope(keys, model, {}));
  keys.skip("rope_theta");
}

} // namespace tenon::importer
