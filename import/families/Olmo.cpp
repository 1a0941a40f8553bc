// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OLMo: 1 with a LayerNorm that has no parameters, 2 and 3 with norms on the results of
// the sublayers and on whole projections.
#include "import/families/Families.h"

namespace tenon::importer {

namespace {

void readOlmo2Base(Keys &keys, Model &model) {
  readLlamaBase(keys, model, 1e-5, false);
  model.norm.castsFirst = false;
  model.placement = Placement::resPost;
  model.bias = allBiases(keys.flag("attention_bias", false), false);
  model.qkNorm = QkNorm{model.norm, QkNorm::At::projection};
}

} // namespace

void readOlmo(Keys &keys, Model &model) {
  readSizes(keys, model);
  model.activation = readActivation(keys, "hidden_act", "silu");
  model.norm = {.kind = Norm::Kind::layer, .eps = 1e-5, .gain = false}; // no key says so
  model.isTied = keys.flag("tie_word_embeddings", false);
  model.bias = allBiases(keys.flag("attention_bias", false), false);
  model.clip = keys.positiveOrNone("clip_qkv");
  setLayer(model, std::nullopt, readRope(keys, model, {}));
}

void readOlmo2(Keys &keys, Model &model) {
  readOlmo2Base(keys, model);
  setLayer(model, std::nullopt, readRope(keys, model, {}));
}

void readOlmo3(Keys &keys, Model &model) {
  readOlmo2Base(keys, model);
  Rope full = readRope(keys, model, {.theta = 500000}, "full_attention");
  // Only layers that see everything are stretched.
  Rope near = {.theta = full.theta};
  if (hasRopeByLayer(keys))
    near = readRope(keys, model, {.theta = 500000}, "sliding_attention");
  int64_t window = keys.size("sliding_window", 4096);
  std::vector<bool> local = readLocalLayers(keys, model, [](int64_t i) { return (i + 1) % 4 != 0; });
  setLayers(model,
            [&](int64_t i) { return local[size_t(i)] ? Layer{window, near} : Layer{std::nullopt, full}; });
}

} // namespace tenon::importer
