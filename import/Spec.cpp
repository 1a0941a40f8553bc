// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Spec.h"
#include "import/Shared.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::importer {

namespace {

using Options = std::vector<std::string>;

std::string call(std::string_view kind, const Options &options) {
  return options.empty() ? std::string(kind) : fmt::format("{}({})", kind, fmt::join(options, ", "));
}

std::string spellNorm(const Norm &norm, bool isHalf) {
  Options options = {fmt::format("eps = {}", spell(norm.eps))};
  if (norm.isForHeads)
    return call(norm.kind == Norm::Kind::layer ? "layer_norm_heads" : "rms_norm_heads", options);
  if (!norm.gain)
    options.push_back("gain = false");
  if (norm.kind == Norm::Kind::layer && !norm.bias)
    options.push_back("bias = false");
  if (norm.offset != 0)
    options.push_back(fmt::format("offset = {}", norm.offset));
  if (norm.castsFirst && isHalf && norm.gain)
    options.push_back("cast = before_gain"); // in f32 there is nothing to round
  return call(norm.kind == Norm::Kind::layer ? "layer_norm" : "rms_norm", options);
}

std::string spellPlacement(const Model &model) {
  switch (model.placement) {
  case Placement::pre:
    return "pre_norm";
  case Placement::post:
    return "post_norm";
  case Placement::sandwich:
    return "sandwich";
  case Placement::resPost:
    return "res_post";
  case Placement::parallel:
    return "parallel";
  case Placement::parallelTwo:
    return "parallel_two";
  case Placement::scaled:
    return fmt::format("scaled(factor = {})", spell(model.residualFactor));
  case Placement::normedSkip:
    return "normed_skip";
  }
  return "";
}

std::string spellRope(const std::optional<Rope> &rope) {
  if (!rope)
    return "none";
  Options options = {fmt::format("theta = {}", spell(rope->theta))};
  if (rope->dim)
    options.push_back(fmt::format("dim = {}", *rope->dim));
  if (rope->isInterleaved)
    options.push_back("pairs = interleaved");
  if (rope->isBackwards || !rope->frequency.empty())
    options.push_back("frequency = " + (rope->isBackwards ? "backwards" : rope->frequency));
  if (!rope->magnitude.empty() && rope->magnitude != "1")
    options.push_back("magnitude = " + rope->magnitude);
  return call("rope", options);
}

std::string spellMask(const Model &model, const Layer &layer) {
  if (!model.isCausal)
    return "none";
  return layer.window ? fmt::format("sliding({})", *layer.window) : "causal";
}

/// MPT counts slopes from the next power of two, which is the same; so one kind serves all.
std::string spellScore(const Model &model) {
  if (model.softcap)
    return fmt::format("softcap({})", spell(*model.softcap));
  if (model.relative) {
    Options options;
    if (model.relative->buckets != 32)
      options.push_back(fmt::format("buckets = {}", model.relative->buckets));
    if (model.relative->distance != 128)
      options.push_back(fmt::format("distance = {}", model.relative->distance));
    if (!model.isCausal)
      options.push_back("both = true");
    return call("relative_bias", options);
  }
  if (model.alibi && model.alibi->isBeforeScaling)
    return fmt::format("early_alibi({}^(-1/2))", model.headDim);
  if (model.alibi)
    return call("alibi", model.alibi->slopeMax == 8
                             ? Options{}
                             : Options{fmt::format("slope_max = {}", spell(model.alibi->slopeMax))});
  return "";
}

void addBiases(const Biases &bias, Options &options) {
  const std::pair<std::string_view, bool> each[] = {
      {"q", bias.q}, {"k", bias.k}, {"v", bias.v}, {"o", bias.o}};
  bool mostHave = bias.q + bias.k + bias.v + bias.o >= 2;
  if (mostHave)
    options.push_back("bias = true");
  for (const auto &[name, isOn] : each)
    if (isOn != mostHave)
      options.push_back(fmt::format("{}_bias = {}", name, isOn));
}

std::string spellAttention(const Model &model, const std::string &mask, const std::string &rope) {
  Options options = {fmt::format("heads = {}", model.heads)};
  if (model.kvHeads != model.heads)
    options.push_back(fmt::format("kv_heads = {}", model.kvHeads));
  if (model.headDim * model.heads != model.width)
    options.push_back(fmt::format("head_dim = {}", model.headDim));
  addBiases(model.bias, options);
  if (mask != "causal")
    options.push_back("mask = " + mask);
  if (std::string score = spellScore(model); !score.empty())
    options.push_back("score = " + score);
  if (!model.scale.empty())
    options.push_back("scale = " + model.scale);
  if (rope != "none")
    options.push_back("rope = " + rope);
  if (model.clip)
    options.push_back(fmt::format("clip = clamp({})", spell(*model.clip)));
  if (model.qkNorm)
    options.push_back("qk_norm = " + spellNorm(model.qkNorm->norm, model.dtype != "f32"));
  if (model.qkNorm && model.qkNorm->at != QkNorm::At::head)
    options.push_back(model.qkNorm->at == QkNorm::At::rotated ? "qk_norm_at = rotated"
                                                              : "qk_norm_at = projection");
  return call("attention", options);
}

std::string spellFeedForward(const Model &model) {
  constexpr std::pair<std::string_view, std::string_view> gated[] = {
      {"silu", "swiglu"}, {"gelu_erf", "geglu"}, {"gelu_tanh", "geglu_tanh"}, {"relu", "reglu"}};
  Options options = {fmt::format("hidden = {}", model.hidden)};
  std::string kind = model.isGated ? "glu" : "mlp";
  for (const auto &[activation, name] : gated)
    if (model.isGated && activation == model.activation)
      kind = name;
  if (kind == "glu" || kind == "mlp")
    options.push_back("activation = " + model.activation);
  if (model.bias.ffn)
    options.push_back("bias = true");
  return call(kind, options);
}

/// What differs between kinds of layers.
struct Differences {
  bool mask = false, rope = false;
  explicit Differences(const Model &model) {
    for (const Layer &layer : model.kinds) {
      mask |= layer.window != model.kinds[0].window;
      rope |= layer.rope != model.kinds[0].rope;
    }
  }
};

/// Names of blocks, one for each kind of layer.
std::vector<std::string> blockNames(const Model &model, const std::string &name) {
  Differences differences(model);
  if (model.kinds.size() == 1)
    return {name + "_block"};
  std::vector<std::string> names;
  bool areWindowed = differences.mask, haveBare = false;
  for (const Layer &layer : model.kinds)
    haveBare |= areWindowed && !layer.rope && layer.window;
  for (const Layer &layer : model.kinds) {
    std::string kind = areWindowed ? (layer.window ? "local" : "global") : (layer.rope ? "roped" : "bare");
    if (areWindowed && differences.rope && haveBare && !layer.rope)
      kind += "_bare";
    if (std::find(names.begin(), names.end(), name + '_' + kind) != names.end())
      kind += fmt::format("_{}", names.size());
    names.push_back(name + '_' + kind);
  }
  return names;
}

std::string writeBlocks(const Model &model, const std::string &name) {
  Differences differences(model);
  std::vector<std::string> names = blockNames(model, name);
  Options open;
  std::string mask = spellMask(model, model.kinds[0]), rope = spellRope(model.kinds[0].rope);
  if (differences.mask)
    open.push_back(mask = "mask");
  if (differences.rope)
    open.push_back(rope = "rope");
  std::string base = name + "_block";
  std::string text =
      fmt::format("block {} {{\nwidth = {}\nnorm = {}\nplacement = {}\nattention = {}\nffn = {}\n",
                  call(base, open), model.width, spellNorm(model.norm, model.dtype != "f32"),
                  spellPlacement(model), spellAttention(model, mask, rope), spellFeedForward(model));
  text += model.dtype == "f32" ? "}\n" : fmt::format("dtype = {}\n}}\n", model.dtype);
  for (size_t i = 0; i < names.size() && !open.empty(); ++i) {
    Options given;
    if (differences.mask)
      given.push_back("mask = " + spellMask(model, model.kinds[i]));
    if (differences.rope)
      given.push_back("rope = " + spellRope(model.kinds[i].rope));
    text += fmt::format("\nblock {} = {}\n", names[i], call(base, given));
  }
  return text;
}

/// The shortest period that `layers` cycles through.
size_t periodOf(const std::vector<std::string> &layers) {
  for (size_t period = 1; period < layers.size(); ++period) {
    bool isPeriod = true;
    for (size_t i = period; i < layers.size() && isPeriod; ++i)
      isPeriod = layers[i] == layers[i - period];
    if (isPeriod)
      return period;
  }
  return layers.size();
}

std::string spellLayers(const Model &model, const std::string &name) {
  std::vector<std::string> names = blockNames(model, name), layers, runs;
  if (names.size() == 1)
    return fmt::format("{} of {}", model.layers, names[0]);
  for (size_t kind : model.kindOf)
    layers.push_back(names[kind]);
  size_t period = periodOf(layers);
  for (size_t i = 0, next; i < period; i = next) {
    for (next = i; next < period && layers[next] == layers[i];)
      ++next;
    runs.push_back(next - i == 1 ? layers[i] : fmt::format("{} of {}", next - i, layers[i]));
  }
  std::string list = fmt::format("[{}]", fmt::join(runs, ", "));
  return period == layers.size() ? list : fmt::format("{} of {}", layers.size(), list);
}

std::string spellEmbedding(const Model &model) {
  Options options = {fmt::format("vocab = {}", model.vocab)};
  if (!model.embeddingScale.empty())
    options.push_back("scale = " + model.embeddingScale);
  if (model.learned && model.learned->offset != 0)
    options.push_back(
        fmt::format("positions = learned({}, offset = {})", model.learned->count, model.learned->offset));
  else if (model.learned)
    options.push_back(fmt::format("positions = learned({})", model.learned->count));
  if (model.tokenTypes != 0)
    options.push_back(fmt::format("types = {}", model.tokenTypes));
  if (model.embeddingNorm)
    options.push_back("norm = " + spellNorm(*model.embeddingNorm, model.dtype != "f32"));
  return call("embedding", options);
}

std::string spellHead(const Model &model) {
  Options options;
  if (!model.logitScale.empty())
    options.push_back("scale = " + model.logitScale);
  if (model.bias.head)
    options.push_back("bias = true");
  if (model.finalSoftcap)
    options.push_back(fmt::format("logits = softcap({})", spell(*model.finalSoftcap)));
  return call(model.isTied ? "tied" : "untied", options);
}

std::string writeStack(const Model &model, const std::string &name) {
  std::string text = fmt::format("stack {} {{\nembedding = {}\nlayers = {}\n", name, spellEmbedding(model),
                                 spellLayers(model, name));
  bool isUnbounded = !model.hasFinalNorm && model.placement != Placement::post;
  if (model.hasFinalNorm || isUnbounded)
    text +=
        fmt::format("final_norm = {}\n", isUnbounded ? "none" : spellNorm(model.norm, model.dtype != "f32"));
  if (model.hasHead)
    text += fmt::format("head = {}\n", spellHead(model));
  if (!model.pool.empty())
    text += fmt::format("pool = {}\n", model.pool);
  if (model.isNormalized)
    text += "normalize = true\n";
  return text + (model.dtype == "f32" ? "}\n" : fmt::format("dtype = {}\n}}\n", model.dtype));
}

/// w divided by the factor of its pair.
std::string writeFactors(const std::vector<double> &factors) {
  std::string text;
  for (size_t i = 0; i + 1 < factors.size(); ++i)
    text += fmt::format("if pair == {} then {} else ", i, spell(factors[i]));
  return fmt::format("# What LongRoPE divides the frequency of each pair by.\n"
                     "frequency stretched(w, pair) = w / ({}{})\n\n",
                     text, spell(factors.back()));
}

/// Kinds that the library does not have.
std::string writeKinds(const Model &model) {
  std::string text;
  bool isBackwards = false;
  std::vector<double> factors;
  for (const Layer &layer : model.kinds) {
    isBackwards |= layer.rope && layer.rope->isBackwards;
    if (layer.rope && !layer.rope->factors.empty())
      factors = layer.rope->factors;
  }
  if (isBackwards)
    text += "# Heads turn the other way round.\nfrequency backwards(w) = -w\n\n";
  if (!factors.empty())
    text += writeFactors(factors);
  if (model.alibi && model.alibi->isBeforeScaling)
    text += "# The biases are added before the scores are scaled.\n"
            "score early_alibi(s, q, k, head, heads; scale) = s + scale * alibi(0, q, k, head, heads)\n\n";
  return text;
}

} // namespace

std::string writeSpec(const Model &model, const std::string &name, const std::string &origin) {
  return fmt::format("# {}\n{}{}\n{}", origin, writeKinds(model), writeBlocks(model, name),
                     writeStack(model, name));
}

} // namespace tenon::importer
