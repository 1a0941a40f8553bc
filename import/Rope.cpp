// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rotary positions of a configuration. Sources of the formulas: YaRN (arXiv:2309.00071),
// LongRoPE (arXiv:2402.13753) and, for what a missing key means, the rope utilities of
// Hugging Face transformers 5.
#include "import/Shared.h"
#include <fmt/format.h>

namespace tenon::importer {

using weights::Json;

namespace {

bool isByLayer(const Json &object) {
  return object.contains("full_attention") || object.contains("sliding_attention");
}

/// What the objects that describe a rotation may say: the one for the kind of layer, the
/// one for all, and the configuration itself.
struct RopeKeys {
  Keys &keys;
  std::optional<Keys> scaling; ///< rope_scaling, or rope_parameters
  std::string name;            ///< of that object

  std::optional<double> positiveOrNone(std::string_view key) {
    std::optional<double> inner = scaling ? scaling->positiveOrNone(key) : std::nullopt;
    std::optional<double> outer = keys.positiveOrNone(key);
    if (inner && outer && *inner != *outer)
      keys.report().error(
          "", fmt::format("'{}' is {} in '{}' and {} beside it", key, spell(*inner), name, spell(*outer)));
    return inner ? inner : outer;
  }
};

/// The object that says how positions are stretched, and which one it is.
RopeKeys openRope(Keys &keys, std::string_view layerType) {
  RopeKeys rope{keys, std::nullopt, ""};
  const Json *parameters = keys.object("rope_parameters"), *scaling = keys.object("rope_scaling");
  for (auto [name, object] : {std::pair("rope_parameters", parameters), std::pair("rope_scaling", scaling)}) {
    if (!object || rope.scaling)
      continue;
    rope.name = name;
    if (isByLayer(*object)) {
      std::string type(layerType.empty() ? "full_attention" : layerType);
      auto inner = object->find(type);
      rope.name += "." + type;
      if (inner == object->end() || inner->is_null())
        continue; // as the class has it
      if (!inner->is_object()) {
        keys.report().error(name, fmt::format("'{}' is no object", rope.name));
        continue;
      }
      object = &*inner;
    }
    rope.scaling.emplace(*object, keys.report(), rope.name + ".");
  }
  return rope;
}

double original(RopeKeys &rope) {
  std::optional<double> value = rope.positiveOrNone("original_max_position_embeddings");
  if (!value)
    rope.keys.report().error(rope.name,
                             fmt::format("'{}.original_max_position_embeddings' is missing", rope.name));
  return value.value_or(1);
}

/// `factor`, or the length now over the original one.
double stretch(RopeKeys &rope) {
  std::optional<double> factor = rope.scaling->positiveOrNone("factor"),
                        length = rope.keys.positiveOrNone("max_position_embeddings");
  if (!factor && !length)
    rope.keys.report().error(rope.name, fmt::format("'{}.factor' is missing", rope.name));
  return factor ? *factor : length.value_or(1) / original(rope);
}

void readLinear(RopeKeys &keys, Rope &rope) {
  rope.frequency = fmt::format("linear(factor = {})", spell(keys.scaling->positive("factor")));
}

void readLlama3(RopeKeys &keys, Rope &rope) {
  double factor = keys.scaling->positive("factor"), low = keys.scaling->positive("low_freq_factor"),
         high = keys.scaling->positive("high_freq_factor"), length = original(keys);
  if (low >= high)
    keys.scaling->refuse("low_freq_factor", "it must be below high_freq_factor");
  rope.frequency = fmt::format("llama3(factor = {}, low = {}, high = {}, original = {})", spell(factor),
                               spell(low), spell(high), spell(length));
}

/// 0.1 * m * log(factor) + 1.
std::string yarnMagnitude(double m, double factor) {
  std::string slope = m == 1 ? "0.1" : fmt::format("0.1 * {}", spell(m));
  return factor > 1 ? fmt::format("{} * log({}) + 1", slope, spell(factor)) : "1";
}

void readYarn(RopeKeys &keys, Rope &rope) {
  Keys &scaling = *keys.scaling;
  double factor = stretch(keys), length = original(keys);
  double fast = scaling.positiveOrNone("beta_fast").value_or(32),
         slow = scaling.positiveOrNone("beta_slow").value_or(1);
  if (fast <= slow)
    scaling.refuse("beta_fast", "it must be above beta_slow");
  bool isTruncated = scaling.has("truncate") ? scaling.flag("truncate", true) : true;
  std::string more =
      fast != 32 || slow != 1 ? fmt::format(", fast = {}, slow = {}", spell(fast), spell(slow)) : "";
  rope.frequency = fmt::format("yarn(factor = {}, original = {}{}{})", spell(factor), spell(length), more,
                               isTruncated ? "" : ", truncate = false");
  auto given = scaling.positiveOrNone("attention_factor");
  auto mscale = scaling.positiveOrNone("mscale"), all = scaling.positiveOrNone("mscale_all_dim");
  if (given)
    rope.magnitude = spell(*given);
  else if (mscale && all)
    rope.magnitude = *mscale == *all ? "1"
                                     : fmt::format("({}) / ({})", yarnMagnitude(*mscale, factor),
                                                   yarnMagnitude(*all, factor));
  else
    rope.magnitude = yarnMagnitude(1, factor);
}

std::vector<double> readFactors(Keys &scaling, std::string_view key, int64_t pairs) {
  std::vector<double> factors;
  const Json *list = scaling.list(key);
  for (const Json &value : list ? *list : Json::array())
    factors.push_back(value.is_number() && value.get<double>() > 0 ? value.get<double>() : 0);
  bool isWhole = std::find(factors.begin(), factors.end(), 0.0) == factors.end();
  if (!isWhole || int64_t(factors.size()) != pairs)
    scaling.refuse(key, fmt::format("it must list {} numbers above 0, one for each pair", pairs));
  return factors;
}

void readLongRope(RopeKeys &keys, Rope &rope, int64_t dim) {
  double factor = stretch(keys), length = original(keys);
  rope.factors = readFactors(*keys.scaling, "short_factor", dim / 2);
  std::vector<double> far = readFactors(*keys.scaling, "long_factor", dim / 2);
  if (far != rope.factors)
    keys.keys.report().warning(
        "long_factor",
        fmt::format("'long_factor' is not in the spec, which turns by 'short_factor': it holds for "
                    "sequences of up to {} tokens",
                    spell(length)));
  rope.frequency = "stretched";
  if (auto given = keys.scaling->positiveOrNone("attention_factor"))
    rope.magnitude = spell(*given);
  else if (factor > 1)
    rope.magnitude = fmt::format("(1 + log({}) / log({}))^(1/2)", spell(factor), spell(length));
}

void readScaling(RopeKeys &keys, Rope &rope, int64_t dim) {
  if (!keys.scaling)
    return;
  Keys &scaling = *keys.scaling;
  std::string type = scaling.has("rope_type|type") ? scaling.text("rope_type|type") : "default";
  scaling.positiveOrNone("rope_theta");
  if (type == "default")
    return;
  rope.scaling = type;
  if (type == "linear")
    readLinear(keys, rope);
  else if (type == "llama3")
    readLlama3(keys, rope);
  else if (type == "yarn")
    readYarn(keys, rope);
  else if (type == "longrope" || type == "su")
    readLongRope(keys, rope, dim);
  else if (type == "dynamic")
    scaling.refuse("rope_type|type", "frequencies that change with the length of the sequence would change "
                                     "keys that lie in the cache");
  else
    scaling.refuse("rope_type|type", "known are default, linear, llama3, yarn and longrope");
}

/// Channels of a head that are turned.
int64_t rotated(RopeKeys &keys, const Model &model, const RopeDefaults &defaults) {
  if (defaults.fractionKey.empty())
    return model.headDim;
  std::optional<double> given = keys.positiveOrNone(defaults.fractionKey);
  if (!given && keys.scaling && defaults.fractionKey != "partial_rotary_factor")
    given = keys.scaling->positiveOrNone("partial_rotary_factor");
  double fraction = given.value_or(defaults.fraction);
  if (!given)
    keys.keys.report().tookDefault(std::string(defaults.fractionKey), spell(fraction));
  int64_t dim = int64_t(double(model.headDim) * std::min(fraction, 2.0));
  if (fraction > 1 || dim < 2 || dim % 2 != 0)
    keys.keys.report().error(
        defaults.fractionKey,
        fmt::format("{} = {}: of {} channels of a head {} would be turned; that must be an "
                    "even number from 2 on",
                    defaults.fractionKey, spell(fraction), model.headDim, dim));
  return dim;
}

} // namespace

bool hasRopeByLayer(Keys &keys) {
  const Json *parameters = keys.object("rope_parameters");
  return parameters && isByLayer(*parameters);
}

Rope readRope(Keys &keys, const Model &model, const RopeDefaults &defaults, std::string_view layerType) {
  RopeKeys rope = openRope(keys, layerType);
  Rope result;
  std::optional<double> theta = rope.positiveOrNone(defaults.thetaKey);
  if (!theta && rope.scaling)
    theta = rope.scaling->positiveOrNone("rope_theta");
  result.theta = theta.value_or(defaults.theta);
  if (!theta)
    keys.report().tookDefault(std::string(defaults.thetaKey), spell(defaults.theta));
  int64_t dim = rotated(rope, model, defaults);
  if (dim != model.headDim)
    result.dim = dim;
  if (dim % 2 != 0)
    keys.report().error("head_dim", fmt::format("heads of {} channels cannot be turned in pairs", dim));
  readScaling(rope, result, dim);
  if (rope.scaling)
    rope.scaling->warnUnknown();
  return result;
}

} // namespace tenon::importer
