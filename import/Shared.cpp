// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Shared.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::importer {

namespace {

/// Names of activations in configurations, and in the language.
constexpr std::pair<std::string_view, std::string_view> activations[] = {
    {"silu", "silu"},
    {"swish", "silu"},
    {"gelu", "gelu_erf"},
    {"gelu_python", "gelu_erf"},
    {"gelu_new", "gelu_tanh"},
    {"gelu_fast", "gelu_tanh"},
    {"gelu_pytorch_tanh", "gelu_tanh"},
    {"gelu_accurate", "gelu_tanh"},
    {"quick_gelu", "quick_gelu"},
    {"relu", "relu"},
    {"relu2", "relu2"},
    {"relu_squared", "relu2"},
    {"sigmoid", "sigmoid"},
    {"tanh", "tanh"},
    {"mish", "mish"},
};

} // namespace

std::string spellScale(double value) {
  int exponent = 0;
  bool isReciprocal = value < 1 && std::frexp(value, &exponent) == 0.5;
  return isReciprocal ? fmt::format("1/{:.0f}", 1 / value) : spell(value);
}

std::string readActivation(Keys &keys, std::string_view key, std::optional<std::string> fallback) {
  std::string name = keys.text(key, std::move(fallback));
  for (const auto &[theirs, ours] : activations)
    if (theirs == name)
      return std::string(ours);
  if (!name.empty()) {
    std::vector<std::string> names;
    for (const auto &[theirs, ours] : activations)
      names.emplace_back(theirs);
    keys.refuse(key, fmt::format("no activation of the library; known are {}", fmt::join(names, ", ")));
  }
  return "silu";
}

int64_t readHeadDim(Keys &keys, const Model &model, std::string_view key, std::optional<int64_t> fallback) {
  if (keys.has(key) || fallback)
    return keys.size(key, fallback);
  keys.sizeOrNone(key);
  if (model.width % model.heads != 0)
    keys.report().error("num_attention_heads|n_head|num_heads|n_heads",
                        fmt::format("{} heads do not divide the width {}, and '{}' is missing", model.heads,
                                    model.width, key));
  return std::max<int64_t>(1, model.width / model.heads);
}

int64_t readKeyHeads(Keys &keys, const Model &model, std::string_view key, std::optional<int64_t> fallback) {
  int64_t count = keys.has(key) || (fallback && !keys.isNull(key)) ? keys.size(key, fallback) : model.heads;
  keys.sizeOrNone(key); // known, even where it is absent
  if (count <= model.heads && model.heads % count == 0)
    return count;
  keys.report().error(key, fmt::format("{} = {}: a key head serves a whole number of the {} query heads", key,
                                       count, model.heads));
  return model.heads;
}

void readSizes(Keys &keys, Model &model, std::optional<int64_t> keyHeads) {
  model.width = keys.size("hidden_size");
  model.layers = keys.size("num_hidden_layers");
  model.heads = keys.size("num_attention_heads");
  model.kvHeads = readKeyHeads(keys, model, "num_key_value_heads", keyHeads);
  model.headDim = readHeadDim(keys, model);
  model.hidden = keys.size("intermediate_size");
  model.vocab = keys.size("vocab_size");
}

Biases allBiases(bool on, bool ffn) { return {on, on, on, on, ffn, false}; }

std::vector<bool> readLocalLayers(Keys &keys, const Model &model,
                                  const std::function<bool(int64_t)> &fallback) {
  std::vector<bool> local;
  const weights::Json *types = keys.list("layer_types");
  if (types && int64_t(types->size()) != model.layers)
    keys.report().error("layer_types",
                        fmt::format("'layer_types' lists {} layers of {}", types->size(), model.layers));
  for (int64_t i = 0; i < std::min<int64_t>(model.layers, 10000); ++i) {
    bool isListed = types && i < int64_t(types->size());
    const weights::Json type = isListed ? (*types)[size_t(i)] : weights::Json();
    local.push_back(isListed ? type == "sliding_attention" : fallback(i));
    if (isListed && type != "sliding_attention" && type != "full_attention") {
      keys.report().error("layer_types",
                          fmt::format("layer_types[{}] = {}: layers are full_attention or sliding_attention",
                                      i, weights::printable(type.dump(-1, ' ', true))));
      break;
    }
  }
  local.resize(size_t(model.layers <= 10000 ? model.layers : 10000));
  return local;
}

void setLayers(Model &model, const std::function<Layer(int64_t)> &layer) {
  model.kinds.clear();
  model.kindOf.clear();
  for (int64_t i = 0; i < std::min<int64_t>(model.layers, 10000); ++i) {
    Layer next = layer(i);
    auto at = std::find(model.kinds.begin(), model.kinds.end(), next);
    model.kindOf.push_back(size_t(at - model.kinds.begin()));
    if (at == model.kinds.end())
      model.kinds.push_back(std::move(next));
  }
}

void setLayer(Model &model, std::optional<int64_t> window, std::optional<Rope> rope) {
  setLayers(model, [&](int64_t) { return Layer{window, rope}; });
}

} // namespace tenon::importer
