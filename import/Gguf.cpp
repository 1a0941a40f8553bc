// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Gguf.h"
#include "import/GgufTables.h"
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>

namespace tenon::importer {

using namespace gguf;
using weights::Gguf;
using weights::Json;
using weights::MetadataType;
using weights::MetadataValue;

bool isGguf(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  char magic[4] = {};
  return stream.read(magic, sizeof magic) && std::string_view(magic, sizeof magic) == "GGUF";
}

double asWritten(const MetadataValue &value) {
  double number = value.asNumber().value_or(0);
  return value.type() == MetadataType::f32 ? std::strtod(fmt::format("{}", float(number)).c_str(), nullptr)
                                           : number;
}

namespace {

/// Reads the metadata of one file, whose keys begin with the architecture's name.
class Reader {
public:
  Reader(const Gguf &file, const Architecture &architecture, Report &report)
      : file(file), architecture(architecture), report(report) {}

  Json read() {
    config["model_type"] = architecture.type;
    for (const KeyRow &row : keyRows)
      take(row);
    readEpsilon();
    readVocabulary();
    readBiases();
    if (file.contains("blk.0.attn_q_norm.weight") || architecture.type == "cohere")
      config[architecture.type == "cohere" ? "use_qk_norm" : "qk_layernorm"] =
          file.contains("blk.0.attn_q_norm.weight");
    readRotation();
    readAlibi();
    readFalcon();
    readScale();
    refuseExperts();
    warnUnknown();
    return std::move(config);
  }

private:
  std::string full(std::string_view key) const { return fmt::format("{}.{}", architecture.name, key); }
  const MetadataValue *find(std::string_view key) const { return file.metadata(full(key)); }

  /// A row holds for its architecture; one for all where none is its own.
  bool holds(const KeyRow &row) const {
    if (!row.only.empty())
      return row.only == architecture.name;
    return std::none_of(std::begin(keyRows), std::end(keyRows), [&](const KeyRow &other) {
      return other.gguf == row.gguf && other.only == architecture.name;
    });
  }

  /// A number above 0 that the configuration has so far.
  double number(const char *key, double fallback) const {
    auto found = config.find(key);
    bool isGiven = found != config.end() && found->is_number() && found->get<double>() > 0;
    return isGiven ? found->get<double>() : fallback;
  }

  static std::optional<Json> toJson(const MetadataValue &value) {
    if (std::optional<bool> flag = value.asBool())
      return Json(*flag);
    if (std::optional<uint64_t> whole = value.asUnsigned())
      return Json(*whole);
    return value.asNumber() ? std::optional(Json(asWritten(value))) : std::nullopt;
  }

  void take(const KeyRow &row) {
    if (!holds(row))
      return;
    const MetadataValue *value = find(row.gguf);
    if (!value && row.isNeeded)
      report.error("", fmt::format("'{}' is missing", full(row.gguf)));
    if (!value)
      return;
    if (std::optional<Json> json = toJson(*value))
      config[std::string(row.config)] = *json;
    else
      report.error("",
                   fmt::format("'{}' must be a number, found {}", full(row.gguf), spelling(value->type())));
  }

  void readEpsilon() {
    if (architecture.epsilon.empty())
      return;
    std::string_view key = architecture.epsilon == "rms_norm_eps" ? "attention.layer_norm_rms_epsilon"
                                                                  : "attention.layer_norm_epsilon";
    const MetadataValue *value = find(key);
    if (value && value->asNumber())
      config[std::string(architecture.epsilon)] = asWritten(*value);
    else
      report.error("", fmt::format("'{}' is missing, or no number: it cannot be guessed", full(key)));
  }

  void readVocabulary() {
    std::optional<core::Shape> table = file.shapeOf("token_embd.weight");
    if (!table || table->size() != 2) {
      report.error("", "there is no matrix 'token_embd.weight'");
      return;
    }
    config["vocab_size"] = (*table)[0];
    if (const MetadataValue *value = find("vocab_size"); value && value->asInteger() != (*table)[0])
      report.error("", fmt::format("'{}' is {}, and 'token_embd.weight' has {} rows", full("vocab_size"),
                                   value->asInteger().value_or(-1), (*table)[0]));
    if (architecture.type != "bert")
      config["tie_word_embeddings"] = !file.contains("output.weight");
    if (auto types = file.shapeOf("token_types.weight"); types && !types->empty())
      config["type_vocab_size"] = (*types)[0];
  }

  void readBiases() {
    bool q = file.contains("blk.0.attn_q.bias") || file.contains("blk.0.attn_qkv.bias"),
         o = file.contains("blk.0.attn_output.bias"), ffn = file.contains("blk.0.ffn_down.bias");
    std::string_view type = architecture.type;
    if (type == "stablelm")
      config["use_qkv_bias"] = q;
    else if (type == "starcoder2")
      config["use_bias"] = q;
    else if (type == "falcon")
      config["bias"] = q;
    else if (type == "mpt")
      config["no_bias"] = !q;
    else if (type == "llama" || type == "granite" || type == "smollm3")
      config["mlp_bias"] = ffn;
    if (type != "qwen2" && type != "stablelm" && !type.starts_with("phi") && type != "starcoder2")
      config["attention_bias"] = q && o;
    if (type == "llama" && q && !o)
      report.error("",
                   "'blk.0.attn_q.bias' is there, and 'blk.0.attn_output.bias' is not: the class has both");
  }

  void readRotation() {
    const MetadataValue *kind = find("rope.scaling.type"), *factor = find("rope.scaling.factor");
    // llama.cpp's own default.
    if (!config.contains("rope_theta"))
      config["rope_theta"] = 10000;
    std::string type(kind ? kind->asText().value_or("?") : factor ? "linear" : "none");
    if (type != "none") {
      Json &scaling = config["rope_scaling"] = {{"rope_type", type}};
      const std::pair<std::string_view, const char *> members[] = {
          {"rope.scaling.factor", "factor"},
          {"rope.scaling.attn_factor", "attention_factor"},
          {"rope.scaling.original_context_length", "original_max_position_embeddings"},
          {"rope.scaling.yarn_beta_fast", "beta_fast"},
          {"rope.scaling.yarn_beta_slow", "beta_slow"}};
      for (const auto &[key, member] : members)
        if (const MetadataValue *value = find(key); value && value->asNumber())
          scaling[member] = asWritten(*value);
    }
    std::optional<int64_t> dim =
        find("rope.dimension_count") ? find("rope.dimension_count")->asInteger() : std::nullopt;
    double headDim = number("head_dim", number("hidden_size", 1) / number("num_attention_heads", 1));
    if (dim && double(*dim) != headDim)
      config["partial_rotary_factor"] = double(*dim) / headDim;
  }

  void readAlibi() {
    const MetadataValue *bias = find("attention.max_alibi_bias"), *clamp = find("attention.clamp_kqv");
    if (architecture.type == "mpt") {
      Json &attention = config["attn_config"] = {{"alibi", bias && bias->asNumber().value_or(0) > 0}};
      if (bias && bias->asNumber().value_or(0) > 0)
        attention["alibi_bias_max"] = asWritten(*bias);
      if (clamp && clamp->asNumber())
        attention["clip_qkv"] = asWritten(*clamp);
      config["max_seq_len"] = number("max_position_embeddings", 2048);
      double width = number("d_model", 0), hidden = number("intermediate_size", 0);
      if (width > 0 && hidden > 0)
        config["expansion_ratio"] = hidden / width;
      return;
    }
    if (architecture.type == "olmo" && clamp && clamp->asNumber())
      config["clip_qkv"] = asWritten(*clamp);
  }

  void readFalcon() {
    if (architecture.type != "falcon")
      return;
    bool isNew = file.contains("blk.0.attn_norm_2.weight");
    config["new_decoder_architecture"] = isNew;
    config["multi_query"] = number("num_kv_heads", 1) == 1;
    config["parallel_attn"] = isNew || !file.contains("blk.0.ffn_norm.weight");
  }

  /// As llama.cpp has it: the width of a head, except in the 27B models.
  void readScale() {
    bool isGemma2 = architecture.name == "gemma2", isGemma3 = architecture.name == "gemma3";
    if (!isGemma2 && !isGemma3)
      return;
    double headDim = number("head_dim", 256), width = number("hidden_size", 1),
           heads = number("num_attention_heads", 1);
    bool isLarge = number("num_hidden_layers", 0) == (isGemma2 ? 46 : 62);
    config["query_pre_attn_scalar"] = isLarge && heads > 0 ? width / heads : headDim;
    if (const MetadataValue *scale = find("attention.scale"); scale && scale->asNumber().value_or(0) > 0)
      config["query_pre_attn_scalar"] = 1 / (asWritten(*scale) * asWritten(*scale));
  }

  /// Files of dense models may say 0.
  void refuseExperts() {
    const MetadataValue *count = find("expert_count");
    double experts = count ? count->asNumber().value_or(0) : 0;
    if (experts != 0)
      report.error("", fmt::format("'{}' is {}: a mixture of experts, and the language has no routing",
                                   full("expert_count"), experts));
  }

  void warnUnknown() {
    for (const auto &[key, value] : file.metadata()) {
      if (!key.starts_with(full("")))
        continue;
      std::string_view name = std::string_view(key).substr(architecture.name.size() + 1);
      bool isKnown = std::find(std::begin(otherKeys), std::end(otherKeys), name) != std::end(otherKeys) ||
                     std::any_of(std::begin(keyRows), std::end(keyRows),
                                 [&](const KeyRow &row) { return row.gguf == name; });
      if (!isKnown)
        report.warning(
            "", fmt::format("'{}' is not known: it is ignored, whatever it means", weights::printable(key)));
    }
  }

  const Gguf &file;
  const Architecture &architecture;
  Report &report;
  Json config = Json::object();
};

} // namespace

std::optional<GgufModel> readGguf(const Gguf &file, Report &report) {
  const MetadataValue *value = file.metadata("general.architecture");
  std::string name(value ? value->asText().value_or("") : "");
  for (const Architecture &architecture : architectures)
    if (architecture.name == name)
      return GgufModel{Reader(file, architecture, report).read(), architecture.names, commonNames};
  std::vector<std::string_view> known;
  for (const Architecture &architecture : architectures)
    known.push_back(architecture.name);
  report.error("", name.empty() ? "'general.architecture' is missing: it decides what the keys mean"
                                : fmt::format("general.architecture = \"{}\" is not known; known are {}",
                                              weights::printable(name), fmt::join(known, ", ")));
  return std::nullopt;
}

void applyTensors(const Gguf &file, Model &model, Report &report) {
  if (file.contains("rope_factors_short.weight") || file.contains("rope_factors_long.weight"))
    report.error("",
                 "'rope_factors_short.weight': frequencies that change with the length of the sequence would "
                 "change keys that lie in the cache");
  if (!file.contains("rope_freqs.weight"))
    return;
  for (Layer &layer : model.kinds)
    if (layer.rope) {
      layer.rope->frequency = "longrope"; // divides by stored numbers, as these are used
      layer.rope->scaling = "rope_freqs";
    }
}

} // namespace tenon::importer
