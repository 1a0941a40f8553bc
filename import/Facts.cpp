// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Facts.h"
#include "dsl/graph/Facts.h"
#include "import/Structure.h"
#include <algorithm>
#include <fmt/format.h>

namespace tenon::importer {

using Json = nlohmann::ordered_json;

namespace {

bool hasParameter(const graph::Block &block, std::string_view name) {
  return std::any_of(block.params.begin(), block.params.end(),
                     [&](const graph::Parameter &parameter) { return parameter.name == name; });
}

Json biasFacts(const graph::Stack &stack, const graph::Block &block) {
  Json bias = Json::object();
  for (std::string part : {"q", "k", "v", "o"})
    bias[part] = hasParameter(block, "attention." + part + ".bias");
  bias["ffn"] = hasParameter(block, "ffn.down.bias");
  bias["head"] = stack.head && stack.head->bias;
  return bias;
}

Json normFacts(const graph::Stack &stack, const graph::Block &block) {
  Json facts = Json::object();
  for (const graph::Region &region : block.regions) {
    // Not one of heads inside attention: those have a name of their own.
    if (region.role != graph::Region::Role::norm || region.path.ends_with("_norm"))
      continue;
    NormShape norm = normOf(block, region.result, region.argument);
    facts = {{"type", norm.type},
             {"eps", norm.eps},
             {"gain", norm.gain},
             {"bias", norm.bias},
             {"gain_offset", norm.offset}};
    break;
  }
  facts["placement"] = placementOf(block);
  facts["final"] = stack.exit != nullptr;
  facts["embedding"] = stack.entry ? Json(normOf(*stack.entry).type) : Json();
  return facts;
}

Json qkNormFacts(const graph::Block &block) {
  const graph::Region *region = findRegion(block, "attention.q_norm");
  if (!region)
    return nullptr;
  NormShape norm = normOf(block, region->result, region->argument);
  const graph::Node &argument = block.graph.nodes[region->argument];
  bool hasGainForHead = false;
  for (const graph::Parameter &parameter : block.params)
    hasGainForHead |= parameter.name == "attention.q_norm.gain" && parameter.shape.size() == 2;
  std::string scope = argument.shape.size() == 1 ? "full" : hasGainForHead ? "head_separate" : "head";
  return {{"kind", norm.gain ? norm.type : norm.type + " without gain"},
          {"scope", scope},
          {"order", argument.op == graph::Op::rotate ? "after_rope" : "before_rope"},
          {"gain_offset", norm.offset}};
}

/// How layers without a property lie: "(i+1) % n == 0", or their numbers.
std::string describeLayers(const std::vector<bool> &chosen) {
  for (size_t period = 2; period <= chosen.size(); ++period) {
    bool fits = true;
    for (size_t i = 0; i < chosen.size() && fits; ++i)
      fits = chosen[i] == ((i + 1) % period == 0);
    if (fits)
      return fmt::format("(i+1) % {} == 0", period);
  }
  std::string numbers;
  for (size_t i = 0; i < chosen.size(); ++i)
    if (chosen[i])
      numbers += fmt::format("{}{}", numbers.empty() ? "i in " : ", ", i);
  return numbers;
}

/// The window of the layers that have one.
Json windowFacts(const graph::Stack &stack) {
  std::optional<int64_t> size;
  std::vector<bool> isFull;
  bool areFullBare = true;
  for (const auto &layer : stack.layers) {
    const graph::AttendAttr *attend = attendOf(*layer);
    std::optional<int64_t> window = attend ? graph::maskRange(*attend).window : std::nullopt;
    isFull.push_back(!window);
    areFullBare &= window || !rotateOf(*layer);
    size = window ? window : size;
  }
  if (!size)
    return nullptr;
  auto full = std::count(isFull.begin(), isFull.end(), true);
  bool isSuffix = std::is_sorted(isFull.rbegin(), isFull.rend());
  std::string pattern = describeLayers(isFull);
  if (full == 0)
    pattern = "all layers";
  else if (pattern == "(i+1) % 2 == 0")
    pattern = "even layers local, odd full";
  else if (isSuffix)
    pattern = "layers from max_window_layers on";
  else
    pattern = fmt::format("full {}when {}", areFullBare ? "and without RoPE " : "", pattern);
  return {{"size", *size}, {"pattern", pattern}};
}

Json ropeFacts(const graph::Stack &stack, const Model &model, const graph::RotateAttr &rotate) {
  const Rope *full = nullptr, *near = nullptr;
  bool haveWindow = false;
  for (const Layer &layer : model.kinds) {
    haveWindow |= layer.window.has_value();
    if (layer.rope)
      (layer.window ? near : full) = &*layer.rope;
  }
  const Rope &rope = full ? *full : *near;
  Json facts = {{"kind", "rope"},
                {"theta", rope.theta},
                {"rotary_dim", rotate.dim},
                {"style", rotate.pairs == graph::Pairs::half ? "half" : "interleaved"},
                {"scaling", rope.scaling.empty() ? Json() : Json(rope.scaling)}};
  if (near && near->theta != rope.theta)
    facts["local_theta"] = near->theta;
  if (rope.isBackwards)
    facts["sign"] = "reversed";
  std::vector<bool> isBare;
  for (const auto &layer : stack.layers)
    isBare.push_back(!rotateOf(*layer));
  std::string bare = describeLayers(isBare);
  if (!haveWindow && bare.starts_with("(i+1) % "))
    facts["without_rope"] = fmt::format("every {}-th layer", bare.substr(8, bare.find(' ', 8) - 8));
  else if (!haveWindow && !bare.empty())
    facts["without_rope"] = bare;
  return facts;
}

Json positionFacts(const graph::Stack &stack, const Model &model) {
  for (const auto &layer : stack.layers)
    if (const graph::RotateAttr *rotate = rotateOf(*layer))
      return ropeFacts(stack, model, *rotate);
  if (stack.embedding && stack.embedding->positions == graph::Embedding::Positions::learned) {
    Json facts = {{"kind", "learned"},
                  {"size", stack.embedding->positionCount + stack.embedding->positionOffset}};
    if (stack.embedding->positionOffset != 0)
      facts["offset"] = stack.embedding->positionOffset;
    return facts;
  }
  if (model.relative)
    return {{"kind", "t5_bias"},
            {"buckets", model.relative->buckets},
            {"max_distance", model.relative->distance}};
  if (model.alibi)
    return {{"kind", "alibi"}, {"order", model.alibi->isBeforeScaling ? "before_scaling" : "after_scaling"}};
  return {{"kind", "none"}};
}

int64_t countOf(const std::vector<graph::Parameter> &parameters,
                std::initializer_list<std::string_view> names) {
  int64_t count = 0;
  for (const graph::Parameter &parameter : parameters)
    if (std::find(names.begin(), names.end(), parameter.name) != names.end())
      count += graph::elements(parameter.shape);
  return count;
}

int64_t sharedCount(const graph::Block &block) {
  int64_t count = 0;
  for (const graph::Parameter &parameter : block.params)
    count += parameter.shared ? graph::elements(parameter.shape) : 0;
  return count;
}

int64_t leftOut(const Model &model, LeftOut::Where where) {
  int64_t count = 0;
  for (const LeftOut &part : model.leftOut)
    count += part.where == where ? part.parameters : 0;
  return count;
}

/// Of the whole model: what the spec has, and what was left out.
Json countFacts(const graph::Stack &stack, const Model &model) {
  using enum LeftOut::Where;
  const graph::Block &block = *stack.layers.front();
  graph::BlockFacts counts = graph::facts(block);
  int64_t shared = sharedCount(block), perBlock = counts.parameterCount - shared, inLayers = 0;
  for (const auto &layer : stack.layers)
    inLayers += graph::facts(*layer).parameterCount - sharedCount(*layer);
  int64_t inSpec = graph::facts(stack).parameterCount;
  int64_t embedding = countOf(stack.params, {"embedding.weight", "embedding.positions"});
  int64_t inHead = countOf(stack.params, {"head.weight", "head.bias"});
  Json facts = {{"embedding", embedding}, {"head_beyond_embedding", inHead + leftOut(model, head)}};
  if (model.decoderLayers) {
    facts["encoder_block"] = perBlock;
    facts["decoder_block"] = leftOut(model, blocks) / *model.decoderLayers;
  } else {
    facts["attention_per_block"] = counts.attentionCount - shared;
    facts["norms_per_block"] = counts.normCount;
    facts["ffn_per_block"] = counts.ffnCount;
    facts["per_block"] = perBlock;
  }
  facts["all_blocks"] = inLayers + leftOut(model, blocks);
  facts["other_outside_blocks"] = inSpec - inLayers - embedding - inHead + leftOut(model, elsewhere);
  facts["total"] = inSpec + leftOut(model, blocks) + leftOut(model, head) + leftOut(model, elsewhere);
  facts["in_spec"] = inSpec;
  return facts;
}

Json leftOutFacts(const Model &model) {
  Json parts = Json::array();
  for (const LeftOut &part : model.leftOut)
    parts.push_back({{"what", part.what}, {"parameters", part.parameters}, {"why", part.why}});
  return parts;
}

Json sizeFacts(const graph::Stack &stack, const Model &model) {
  graph::BlockFacts block = graph::facts(*stack.layers.front());
  Json facts = {{"d", stack.width},
                {"layers", int64_t(stack.layers.size())},
                {"heads", block.heads.value_or(0)},
                {"kv_heads", block.kvHeads.value_or(0)},
                {"head_dim", block.headDim.value_or(0)},
                {"d_ff", block.hidden.value_or(0)},
                {"vocab", stack.embedding ? stack.embedding->vocab : 0}};
  for (const graph::Parameter &parameter : stack.params)
    if (parameter.name == "embedding.weight")
      facts["embed_dim"] = parameter.shape[1];
  if (model.decoderLayers)
    facts["decoder_layers"] = *model.decoderLayers;
  return facts;
}

/// The softmax scale, limits, what a query sees.
void addAttentionFacts(const graph::Stack &stack, const graph::Block &block, Json &facts) {
  const graph::AttendAttr *attend = attendOf(block);
  facts["causal"] = !graph::seesLaterTokens(block);
  facts["scale"] = attend->scale;
  if (auto cap = attend->score ? softcapOf(*attend->score) : std::nullopt)
    facts["softcap"] = *cap;
  if (auto cap = stack.logits ? softcapOf(stack.logits->graph) : std::nullopt)
    facts["final_softcap"] = *cap;
  if (Json norm = qkNormFacts(block); !norm.is_null())
    facts["qk_norm"] = norm;
  if (Json window = windowFacts(stack); !window.is_null())
    facts["window"] = window;
}

} // namespace

Json writeFacts(const graph::Stack &stack, const Model &model) {
  const graph::Block &block = *stack.layers.front();
  FeedForwardShape ffn = feedForwardOf(block);
  Json facts = {{"model_type", model.type}, {"name", stack.name}, {"dtype", spelling(stack.dtype)}};
  facts.update(sizeFacts(stack, model));
  facts["gated"] = ffn.isGated;
  facts["activation"] = ffn.activation;
  facts["norm"] = normFacts(stack, block);
  facts["bias"] = biasFacts(stack, block);
  facts["position"] = positionFacts(stack, model);
  addAttentionFacts(stack, block, facts);
  // An encoder has no head to tie: then it is what the configuration says.
  facts["tied"] = stack.head ? stack.head->tied : model.isTied;
  for (const auto &[name, value] : model.multipliers)
    facts["multipliers"][name] = Json::parse(value);
  facts["params"] = countFacts(stack, model);
  facts["left_out"] = leftOutFacts(model);
  facts["parameters"] = Json::array();
  for (const graph::Parameter &parameter : stack.params)
    facts["parameters"].push_back({{"name", parameter.name}, {"shape", parameter.shape}});
  return facts;
}

} // namespace tenon::importer
