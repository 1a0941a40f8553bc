// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GPT-2, OPT, GPT-J and GPT-NeoX: LayerNorm, a plain feed-forward, biases.
#include "import/families/Families.h"
#include <fmt/format.h>

namespace tenon::importer {

namespace {

/// Sizes under the names of GPT-2 and GPT-J.
void readGptSizes(Keys &keys, Model &model) {
  model.width = keys.size("n_embd|hidden_size");
  model.layers = keys.size("n_layer|num_hidden_layers");
  model.heads = keys.size("n_head|num_attention_heads");
  model.kvHeads = model.heads;
  model.headDim = readHeadDim(keys, model);
  model.hidden = keys.sizeOrNone("n_inner").value_or(4 * model.width);
  model.vocab = keys.size("vocab_size");
  model.isGated = false;
  model.norm = {.kind = Norm::Kind::layer, .eps = keys.positive("layer_norm_epsilon", 1e-5), .bias = true};
  model.activation = readActivation(keys, "activation_function", "gelu_new");
  for (const char *key : {"summary_type", "summary_use_proj", "summary_activation", "summary_proj_to_labels",
                          "summary_first_dropout"})
    keys.skip(key); // of a head for classes
}

} // namespace

void readGpt2(Keys &keys, Model &model) {
  readGptSizes(keys, model);
  model.bias = allBiases(true, true);
  model.learned = Learned{keys.size("n_positions|max_position_embeddings", 1024), 0};
  model.isTied = keys.flag("tie_word_embeddings", true);
  if (!keys.flag("scale_attn_weights", true))
    model.scale = "1";
  keys.skip("reorder_and_upcast_attn"); // the order of two products
  keys.refuseIf("scale_attn_by_inverse_layer_idx", "a scale that depends on the layer");
  keys.refuseIf("add_cross_attention", "attention to a second sequence is not in the language");
}

void readGptJ(Keys &keys, Model &model) {
  readGptSizes(keys, model);
  keys.skip("n_positions"); // of a table that is computed
  keys.skip("rotary");
  keys.skip("scale_attn_weights");
  model.placement = Placement::parallel;
  model.bias.ffn = model.bias.head = true;
  model.isTied = keys.flag("tie_word_embeddings", false);
  Rope rope{.isInterleaved = true};
  int64_t dim = keys.sizeOrNone("rotary_dim", 64).value_or(model.headDim);
  if (dim > model.headDim || dim % 2 != 0)
    keys.refuse("rotary_dim",
                fmt::format("it must be even and at most the {} channels of a head", model.headDim));
  if (dim != model.headDim)
    rope.dim = dim;
  setLayer(model, std::nullopt, rope);
}

void readGptNeoX(Keys &keys, Model &model) {
  readSizes(keys, model);
  model.kvHeads = model.heads;
  model.isGated = false;
  model.activation = readActivation(keys, "hidden_act", "gelu");
  model.norm = {.kind = Norm::Kind::layer, .eps = keys.positive("layer_norm_eps", 1e-5), .bias = true};
  model.placement = keys.flag("use_parallel_residual", true) ? Placement::parallelTwo : Placement::pre;
  model.bias = allBiases(keys.flag("attention_bias", true), true);
  model.isTied = keys.flag("tie_word_embeddings", false);
  keys.skip("is_decoder");
  setLayer(model, std::nullopt,
           readRope(keys, model,
                    {.fraction = 0.25,
                     .thetaKey = "rotary_emb_base|rope_theta",
                     .fractionKey = "rotary_pct|partial_rotary_factor"}));
}

void readOpt(Keys &keys, Model &model) {
  model.width = keys.size("hidden_size");
  model.layers = keys.size("num_hidden_layers");
  model.heads = keys.size("num_attention_heads");
  model.kvHeads = model.heads;
  model.headDim = readHeadDim(keys, model);
  model.hidden = keys.size("ffn_dim");
  model.vocab = keys.size("vocab_size");
  model.isGated = false;
  model.activation = readActivation(keys, "activation_function", "relu");
  bool isAffine = keys.flag("layer_norm_elementwise_affine", true), isBiased = keys.flag("enable_bias", true);
  model.norm = {.kind = Norm::Kind::layer, .eps = 1e-5, .gain = isAffine, .bias = isAffine}; // no key says so
  model.bias = allBiases(isBiased, isBiased);
  bool isPre = keys.flag("do_layer_norm_before", true);
  model.placement = isPre ? Placement::pre : Placement::post;
  model.hasFinalNorm = isPre && !keys.flag("_remove_final_layer_norm", false);
  model.learned = Learned{keys.size("max_position_embeddings", 2048), 2};
  model.isTied = keys.flag("tie_word_embeddings", true);
  if (keys.sizeOrNone("word_embed_proj_dim").value_or(model.width) != model.width)
    keys.refuse("word_embed_proj_dim",
                fmt::format("an embedding of another width than the stream's {} is not in the language",
                            model.width));
}

} // namespace tenon::importer
