// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What families of models have in common: sizes, rotary positions, kinds of layers.
#ifndef TENON_IMPORT_SHARED_H
#define TENON_IMPORT_SHARED_H

#include "import/Keys.h"
#include "import/Model.h"
#include <functional>

namespace tenon::importer {

/// The expression for `numerator / denominator` or a plain number.
std::string spellScale(double value);

/// The language's name of an activation; an unknown one is an error naming `key`.
std::string readActivation(Keys &keys, std::string_view key, std::optional<std::string> fallback);

/// head_dim: the key where it is there, else width / heads, which must be whole.
int64_t readHeadDim(Keys &keys, const Model &model, std::string_view key = "head_dim",
                    std::optional<int64_t> fallback = std::nullopt);

/// kv_heads from `key`: as many as heads where it is null, or absent and without `fallback`.
int64_t readKeyHeads(Keys &keys, const Model &model, std::string_view key = "num_key_value_heads",
                     std::optional<int64_t> fallback = std::nullopt);

/// The plain keys of most configurations: hidden_size, num_hidden_layers,
/// num_attention_heads, num_key_value_heads (absent: `keyHeads`), head_dim,
/// intermediate_size, vocab_size.
void readSizes(Keys &keys, Model &model, std::optional<int64_t> keyHeads = std::nullopt);

/// All four projections alike.
Biases allBiases(bool on, bool ffn);

/// Where a file may keep rotary positions: `rope_theta` and `rope_scaling`, or
/// `rope_parameters`, which may have one object for each kind of layer (`layerType`).
struct RopeDefaults {
  double theta = 10000;
  double fraction = 1; ///< of a head that is turned, where the file does not say
  std::string_view thetaKey = "rope_theta";
  std::string_view fractionKey = ""; ///< empty: the whole head is turned
};
Rope readRope(Keys &keys, const Model &model, const RopeDefaults &defaults, std::string_view layerType = "");

/// Whether `rope_parameters` has one object for each kind of layer.
bool hasRopeByLayer(Keys &keys);

/// For each layer, whether it sees a window only: the list `layer_types`, else `fallback`.
std::vector<bool> readLocalLayers(Keys &keys, const Model &model,
                                  const std::function<bool(int64_t)> &fallback);

/// Sets the kinds of layers, equal ones once.
void setLayers(Model &model, const std::function<Layer(int64_t)> &layer);

/// One kind of layer, all with this window and rope.
void setLayer(Model &model, std::optional<int64_t> window, std::optional<Rope> rope);

} // namespace tenon::importer

#endif
