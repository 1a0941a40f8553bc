// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Llama and those that differ from it in a few keys.
#include "import/families/Families.h"
#include <fmt/format.h>

namespace tenon::importer {

namespace {

/// `sliding_window` where `use_sliding_window` lets it count.
std::optional<int64_t> readSwitchedWindow(Keys &keys, std::optional<int64_t> fallback) {
  keys.skip("sliding_window");
  if (!keys.flag("use_sliding_window", false))
    return std::nullopt;
  return fallback ? keys.sizeOrNone("sliding_window", *fallback) : keys.sizeOrNone("sliding_window");
}

/// The window of layers from `max_window_layers` on, or of those that a list names.
void readQwenLayers(Keys &keys, Model &model) {
  Rope rope = readRope(keys, model, {});
  std::optional<int64_t> window = readSwitchedWindow(keys, 4096);
  int64_t first = window ? keys.size("max_window_layers", 28) : model.layers;
  keys.peek("max_window_layers");
  std::vector<bool> local = readLocalLayers(keys, model, [&](int64_t i) { return window && i >= first; });
  if (!window && std::find(local.begin(), local.end(), true) != local.end())
    keys.report().error("layer_types", "'layer_types' names sliding layers, and there is no window: "
                                       "'use_sliding_window' is false or 'sliding_window' null");
  setLayers(model, [&](int64_t i) { return Layer{local[size_t(i)] ? window : std::nullopt, rope}; });
}

} // namespace

void readLlamaBase(Keys &keys, Model &model, double eps, bool isTied, std::optional<int64_t> keyHeads) {
  readSizes(keys, model, keyHeads);
  model.activation = readActivation(keys, "hidden_act", "silu");
  model.norm.eps = keys.positive("rms_norm_eps", eps);
  model.norm.castsFirst = true;
  model.isTied = keys.flag("tie_word_embeddings", isTied);
}

void readLlama(Keys &keys, Model &model) {
  readLlamaBase(keys, model, 1e-6, false);
  model.bias = allBiases(keys.flag("attention_bias", false), keys.flag("mlp_bias", false));
  setLayer(model, std::nullopt, readRope(keys, model, {}));
}

void readMistral(Keys &keys, Model &model) {
  readLlamaBase(keys, model, 1e-6, false, 8);
  setLayer(model, keys.sizeOrNone("sliding_window", 4096), readRope(keys, model, {}));
}

void readQwen2(Keys &keys, Model &model) {
  readLlamaBase(keys, model, 1e-6, false, 32);
  model.bias = {.q = true, .k = true, .v = true};
  readQwenLayers(keys, model);
}

void readQwen3(Keys &keys, Model &model) {
  readLlamaBase(keys, model, 1e-6, false, 32);
  model.headDim = keys.size("head_dim", 128);
  model.bias = allBiases(keys.flag("attention_bias", false), false);
  model.qkNorm = QkNorm{model.norm};
  readQwenLayers(keys, model);
}

void readGranite(Keys &keys, Model &model) {
  readLlama(keys, model);
  double embedding = keys.number("embedding_multiplier", 1), residual = keys.number("residual_multiplier", 1),
         attention = keys.positive("attention_multiplier", 1), logits = keys.positive("logits_scaling", 1);
  model.placement = Placement::scaled;
  model.residualFactor = residual;
  model.scale = spellScale(attention);
  model.embeddingScale = embedding == 1 ? "" : spell(embedding);
  model.logitScale = logits == 1 ? "" : fmt::format("1/{}", spell(logits));
  model.multipliers = {
      {"embedding", spell(embedding)}, {"residual", spell(residual)}, {"logits_divided_by", spell(logits)}};
}

void readPhi3(Keys &keys, Model &model) {
  readLlamaBase(keys, model, 1e-5, false);
  keys.skip("original_max_position_embeddings");
  setLayer(model, keys.sizeOrNone("sliding_window"),
           readRope(keys, model, {.fractionKey = "partial_rotary_factor"}));
}

void readSmolLm3(Keys &keys, Model &model) {
  readLlamaBase(keys, model, 1e-6, true, 4);
  model.bias = allBiases(keys.flag("attention_bias", false), keys.flag("mlp_bias", false));
  Rope rope = readRope(keys, model, {.theta = 2e6});
  int64_t interval = keys.size("no_rope_layer_interval", 4);
  const weights::Json *listed = keys.list("no_rope_layers");
  if (listed && int64_t(listed->size()) != model.layers)
    keys.refuse("no_rope_layers", fmt::format("it must list {} layers", model.layers));
  // 1 stands for a layer that has rotary positions.
  auto isRoped = [&](int64_t i) {
    return listed && size_t(i) < listed->size() ? (*listed)[size_t(i)] != 0 : (i + 1) % interval != 0;
  };
  std::optional<int64_t> window = readSwitchedWindow(keys, std::nullopt);
  std::vector<bool> local = readLocalLayers(keys, model, [&](int64_t i) { return window && !isRoped(i); });
  setLayers(model, [&](int64_t i) {
    return Layer{local[size_t(i)] ? window : std::nullopt, isRoped(i) ? std::optional(rope) : std::nullopt};
  });
}

void readNanochat(Keys &keys, Model &model) {
  readLlamaBase(keys, model, 1e-6, false);
  model.activation = readActivation(keys, "hidden_act", "relu2");
  model.isGated = false;
  model.norm = {.eps = model.norm.eps, .gain = false};
  model.embeddingNorm = model.norm;
  model.bias = allBiases(keys.flag("attention_bias", false), false);
  model.qkNorm = QkNorm{model.norm, QkNorm::At::rotated};
  model.finalSoftcap = keys.positiveOrNone("final_logit_softcapping", 15);
  Rope rope = readRope(keys, model, {});
  rope.isBackwards = true;
  if (!rope.scaling.empty())
    keys.refuse("rope_scaling|rope_parameters", "frequencies that turn backwards are not stretched");
  setLayer(model, std::nullopt, rope);
}

} // namespace tenon::importer
