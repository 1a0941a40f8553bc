// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gemma: gains stored as w for 1 + w, a scaled embedding, from 2 on norms on both sides
// of a sublayer and layers that see a window.
#include "import/families/Families.h"
#include <fmt/format.h>

namespace tenon::importer {

namespace {

struct SizeDefaults {
  std::optional<int64_t> width = {}, layers = {}, heads = {}, keyHeads = {}, hidden = {}, vocab = {};
};

void readGemmaBase(Keys &keys, Model &model, const SizeDefaults &sizes = {}) {
  model.width = keys.size("hidden_size", sizes.width);
  model.layers = keys.size("num_hidden_layers", sizes.layers);
  model.heads = keys.size("num_attention_heads", sizes.heads);
  model.kvHeads = readKeyHeads(keys, model, "num_key_value_heads", sizes.keyHeads);
  model.headDim = keys.size("head_dim", 256);
  model.hidden = keys.size("intermediate_size", sizes.hidden);
  model.vocab = keys.size("vocab_size", sizes.vocab);
  model.norm = {.eps = keys.positive("rms_norm_eps", 1e-6), .offset = 1};
  model.isTied = keys.flag("tie_word_embeddings", true);
  model.bias = allBiases(keys.flag("attention_bias", false), false);
  model.embeddingScale = "round(width^(1/2))";
  model.multipliers = {{"embedding", "\"sqrt(d)\""}};
  keys.refuseIf("use_bidirectional_attention", "tokens would see later ones");
}

/// From Gemma 2 on.
void readSandwich(Keys &keys, Model &model) {
  model.placement = Placement::sandwich;
  keys.skip("hidden_act"); // overruled by the other key
  model.activation = readActivation(keys, "hidden_activation", "gelu_pytorch_tanh");
  double scalar = keys.positive("query_pre_attn_scalar", 256);
  if (scalar != double(model.headDim))
    model.scale = fmt::format("{}^(-1/2)", spell(scalar));
}

} // namespace

void readGemma(Keys &keys, Model &model) {
  readGemmaBase(keys, model, {.keyHeads = 16});
  // Released files say `gelu` and were trained with the tanh form.
  std::string old = keys.text("hidden_act", "gelu_pytorch_tanh");
  if (keys.has("hidden_activation"))
    model.activation = readActivation(keys, "hidden_activation", std::nullopt);
  else if (old == "gelu" || old == "gelu_pytorch_tanh" || old == "gelu_new" || old == "gelu_fast")
    model.activation = "gelu_tanh";
  else
    keys.refuse("hidden_act",
                "versions of the library disagree on whether it counts: set 'hidden_activation'");
  keys.skip("hidden_activation");
  setLayer(model, std::nullopt, readRope(keys, model, {}));
}

void readGemma2(Keys &keys, Model &model) {
  readGemmaBase(keys, model, {.keyHeads = 4});
  readSandwich(keys, model);
  model.softcap = keys.positiveOrNone("attn_logit_softcapping", 50);
  model.finalSoftcap = keys.positiveOrNone("final_logit_softcapping", 30);
  Rope rope = readRope(keys, model, {});
  int64_t window = keys.size("sliding_window", 4096);
  std::vector<bool> local = readLocalLayers(keys, model, [](int64_t i) { return i % 2 == 0; });
  setLayers(model,
            [&](int64_t i) { return Layer{local[size_t(i)] ? std::optional(window) : std::nullopt, rope}; });
}

void readGemma3(Keys &keys, Model &model) {
  // Files leave out what equals the class: even sizes.
  readGemmaBase(keys, model, {2304, 26, 8, 4, 9216, 262208});
  readSandwich(keys, model);
  model.qkNorm = QkNorm{model.norm};
  model.softcap = keys.positiveOrNone("attn_logit_softcapping");
  model.finalSoftcap = keys.positiveOrNone("final_logit_softcapping");
  Rope full = readRope(keys, model, {.theta = 1e6}, "full_attention");
  Rope near = hasRopeByLayer(keys) ? readRope(keys, model, {.theta = 10000}, "sliding_attention")
                                   : Rope{.theta = keys.positive("rope_local_base_freq", 10000)};
  keys.skip("rope_local_base_freq");
  int64_t window = keys.size("sliding_window", 4096),
          pattern = keys.size("sliding_window_pattern|_sliding_window_pattern", 6);
  std::vector<bool> local = readLocalLayers(keys, model, [&](int64_t i) { return (i + 1) % pattern != 0; });
  setLayers(model,
            [&](int64_t i) { return local[size_t(i)] ? Layer{window, near} : Layer{std::nullopt, full}; });
}

} // namespace tenon::importer
