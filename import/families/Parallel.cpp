// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LayerNorm with rotary positions: Cohere, Phi, StableLM, StarCoder 2.
#include "import/families/Families.h"

namespace tenon::importer {

namespace {

void readCohereBase(Keys &keys, Model &model) {
  readSizes(keys, model);
  model.activation = readActivation(keys, "hidden_act", "silu");
  model.norm = {.kind = Norm::Kind::layer, .eps = keys.positive("layer_norm_eps", 1e-5)};
  model.placement = Placement::parallel;
  model.bias = allBiases(keys.flag("attention_bias", false), false);
  model.isTied = keys.flag("tie_word_embeddings", true);
  double scale = keys.number("logit_scale", 0.0625);
  model.logitScale = scale == 1 ? "" : spellScale(scale);
  model.multipliers = {{"logits", spell(scale)}};
  if (keys.flag("use_qk_norm", false)) {
    model.qkNorm = QkNorm{model.norm};
    model.qkNorm->norm.isForHeads = true;
  }
}

Norm layerNorm(double eps) { return {.kind = Norm::Kind::layer, .eps = eps, .bias = true}; }

} // namespace

void readCohere(Keys &keys, Model &model) {
  readCohereBase(keys, model);
  // Versions of the library disagree: 10000, then 500000.
  if (!keys.has("rope_theta") && !keys.has("rope_parameters"))
    keys.positive("rope_theta");
  Rope rope = readRope(keys, model, {});
  rope.isInterleaved = true;
  setLayer(model, std::nullopt, rope);
}

void readCohere2(Keys &keys, Model &model) {
  readCohereBase(keys, model);
  Rope rope = readRope(keys, model, {});
  rope.isInterleaved = true;
  int64_t window = keys.size("sliding_window", 4096),
          pattern = keys.size("sliding_window_pattern|_sliding_window_pattern", 4);
  std::vector<bool> local = readLocalLayers(keys, model, [&](int64_t i) { return (i + 1) % pattern != 0; });
  setLayers(model, [&](int64_t i) { return local[size_t(i)] ? Layer{window, rope} : Layer{}; });
}

void readPhi(Keys &keys, Model &model) {
  readSizes(keys, model);
  model.isGated = false;
  model.activation = readActivation(keys, "hidden_act", "gelu_new");
  model.norm = layerNorm(keys.positive("layer_norm_eps", 1e-5));
  model.placement = Placement::parallel;
  model.bias = allBiases(true, true);
  model.bias.head = true;
  model.isTied = keys.flag("tie_word_embeddings", false);
  if (keys.flag("qk_layernorm", false))
    model.qkNorm = QkNorm{model.norm};
  setLayer(model, std::nullopt,
           readRope(keys, model, {.fraction = 0.5, .fractionKey = "partial_rotary_factor"}));
}

void readStableLm(Keys &keys, Model &model) {
  readSizes(keys, model);
  model.activation = readActivation(keys, "hidden_act", "silu");
  model.norm = layerNorm(keys.positive("layer_norm_eps|norm_eps", 1e-5));
  model.placement = keys.flag("use_parallel_residual", false) ? Placement::parallel : Placement::pre;
  bool qkv = keys.flag("use_qkv_bias", false); // never the output
  model.bias = {.q = qkv, .k = qkv, .v = qkv};
  model.isTied = keys.flag("tie_word_embeddings", false);
  if (keys.flag("qk_layernorm", false)) {
    model.qkNorm = QkNorm{{.kind = Norm::Kind::layer, .eps = model.norm.eps}};
    model.qkNorm->norm.isForHeads = true;
  }
  setLayer(model, std::nullopt,
           readRope(keys, model, {.fraction = 0.25, .fractionKey = "partial_rotary_factor|rope_pct"}));
}

void readStarCoder2(Keys &keys, Model &model) {
  readSizes(keys, model, 2);
  model.isGated = false;
  keys.skip("activation_function"); // in released files, and ignored
  keys.skip("mlp_type");
  model.activation = readActivation(keys, "hidden_act", "gelu_pytorch_tanh");
  model.norm = layerNorm(keys.positive("norm_epsilon", 1e-5));
  if (keys.has("norm_type") && keys.text("norm_type") != "layer_norm")
    keys.refuse("norm_type", "the class has layer_norm only");
  model.bias = allBiases(keys.flag("use_bias", true), keys.flag("use_bias", true));
  model.isTied = keys.flag("tie_word_embeddings", true);
  setLayer(model, keys.sizeOrNone("sliding_window"), readRope(keys, model, {}));
}

} // namespace tenon::importer
