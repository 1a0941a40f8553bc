// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Keys.h"
#include <cmath>
#include <fmt/format.h>

namespace tenon::importer {

using weights::Json;

namespace {

std::vector<std::string> synonyms(std::string_view name) {
  std::vector<std::string> names;
  for (size_t begin = 0; begin <= name.size();) {
    size_t end = std::min(name.find('|', begin), name.size());
    names.emplace_back(name.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

/// A value as it stands in the file, cut where it is long.
std::string shownValue(const Json &value) {
  return weights::printable(value.dump(-1, ' ', true, Json::error_handler_t::replace));
}

constexpr std::string_view blanks = " \t\r\n";

/// Keys that any file may have and that say nothing about what is computed.
constexpr std::string_view immaterial[] = {
    "_attn_implementation",
    "_commit_hash",
    "_name_or_path",
    "activation_dropout",
    "architectures",
    "attention_dropout",
    "attention_probs_dropout_prob",
    "attn_implementation",
    "attn_pdrop",
    "auto_map",
    "bos_token_id",
    "cache_implementation",
    "classifier_dropout",
    "custom_pipelines",
    "dropout",
    "dropout_rate",
    "embd_pdrop",
    "embedding_dropout",
    "eos_token_id",
    "finetuning_task",
    "gradient_checkpointing",
    "hidden_dropout",
    "hidden_dropout_prob",
    "id2label",
    "init_device",
    "initializer_factor",
    "initializer_range",
    "init_std",
    "label2id",
    "layerdrop",
    "max_position_embeddings",
    "model_max_length",
    "model_type",
    "n_ctx",
    "output_attentions",
    "output_hidden_states",
    "output_past",
    "pad_token_id",
    "prefix",
    "pretraining_tp",
    "resid_pdrop",
    "residual_dropout",
    "return_dict",
    "task_specific_params",
    "tokenizer_class",
    "torchscript",
    "transformers_version",
    "unk_token_id",
    "use_cache",
    "use_return_dict",
};

} // namespace

std::string spell(double value) {
  std::string text = fmt::format("{}", value);
  if (value == std::floor(value) && std::abs(value) < 1e15)
    return fmt::format("{:.0f}", value);
  size_t exponent = text.find('e');
  if (exponent == std::string::npos)
    return text;
  std::string_view digits = std::string_view(text).substr(exponent + 1);
  bool isNegative = digits.front() == '-';
  digits.remove_prefix(std::min(digits.find_first_not_of("+-0"), digits.size() - 1));
  return text.substr(0, exponent) + (isNegative ? "e-" : "e") + std::string(digits);
}

SourceRange Report::locate(std::string_view key) const {
  if (file == noFile || key.empty())
    return {};
  // Behind the last point, and the first of several names.
  key = key.substr(0, key.find('|'));
  key = key.substr(key.rfind('.') == std::string_view::npos ? 0 : key.rfind('.') + 1);
  std::string quoted = fmt::format("\"{}\"", key);
  std::string_view text = diagnostics.sourceManager().file(file).text;
  SourceRange found;
  for (size_t at = text.find(quoted); at != std::string_view::npos; at = text.find(quoted, at + 1)) {
    size_t colon = text.find_first_not_of(blanks, at + quoted.size());
    if (colon == std::string_view::npos || text[colon] != ':')
      continue;
    if (found.isValid())
      return {};
    found = {file, uint32_t(at), uint32_t(at + quoted.size())};
  }
  return found;
}

void Report::say(Severity severity, std::string_view key, std::string message) {
  diagnostics.report(severity, "", locate(key), std::move(message));
}

Keys::Keys(const Json &object, Report &report, std::string path)
    : values(object), sink(report), path(std::move(path)) {
  for (std::string_view name : immaterial)
    skip(name);
}

std::string Keys::shown(std::string_view name) const { return path + synonyms(name).front(); }

const Json *Keys::find(std::string_view name) {
  const Json *found = nullptr;
  std::string first;
  for (std::string &synonym : synonyms(name)) {
    known.insert(synonym);
    auto at = values.find(synonym);
    if (at == values.end() || at->is_null())
      continue;
    if (found && *found != *at)
      sink.error(path + synonym, fmt::format("'{}{}' is {} and '{}{}' is {}: they name one thing", path,
                                             first, shownValue(*found), path, synonym, shownValue(*at)));
    if (!found)
      first = synonym;
    found = found ? found : &*at;
  }
  return found;
}

bool Keys::has(std::string_view name) const {
  for (const std::string &synonym : synonyms(name))
    if (auto at = values.find(synonym); at != values.end() && !at->is_null())
      return true;
  return false;
}

bool Keys::isNull(std::string_view name) const {
  for (const std::string &synonym : synonyms(name))
    if (auto at = values.find(synonym); at != values.end() && at->is_null())
      return true;
  return false;
}

void Keys::wrongType(std::string_view name, const Json &value, std::string_view expected) {
  sink.error(shown(name), fmt::format("'{}' must be {}, found {}", shown(name), expected, shownValue(value)));
}

void Keys::missing(std::string_view name) { sink.error("", fmt::format("'{}' is missing", shown(name))); }

std::optional<int64_t> Keys::sizeOrNone(std::string_view name) {
  const Json *value = find(name);
  if (!value)
    return std::nullopt;
  double size = value->is_number() ? value->get<double>() : 0;
  if (size >= 1 && size <= 0x1p31 && size == std::floor(size))
    return int64_t(size);
  wrongType(name, *value, "a whole number from 1 to 2^31");
  return 1;
}

int64_t Keys::size(std::string_view name, std::optional<int64_t> fallback) {
  if (std::optional<int64_t> value = sizeOrNone(name))
    return *value;
  if (!fallback)
    missing(name);
  else
    sink.tookDefault(shown(name), fmt::format("{}", *fallback));
  return fallback.value_or(1);
}

double Keys::number(std::string_view name, std::optional<double> fallback) {
  const Json *value = find(name);
  if (value && value->is_number() && std::isfinite(value->get<double>()))
    return value->get<double>();
  if (value)
    wrongType(name, *value, "a number");
  else if (!fallback)
    missing(name);
  else
    sink.tookDefault(shown(name), spell(*fallback));
  return fallback.value_or(1);
}

std::optional<double> Keys::positiveOrNone(std::string_view name) {
  const Json *value = find(name);
  if (!value)
    return std::nullopt;
  if (value->is_number() && std::isfinite(value->get<double>()) && value->get<double>() > 0)
    return value->get<double>();
  wrongType(name, *value, "a number above 0");
  return 1;
}

std::optional<int64_t> Keys::sizeOrNone(std::string_view name, int64_t fallback) {
  return has(name) || isNull(name) ? sizeOrNone(name) : size(name, fallback);
}

std::optional<double> Keys::positiveOrNone(std::string_view name, double fallback) {
  return has(name) || isNull(name) ? positiveOrNone(name) : positive(name, fallback);
}

double Keys::positive(std::string_view name, std::optional<double> fallback) {
  if (std::optional<double> value = positiveOrNone(name))
    return *value;
  return number(name, fallback);
}

bool Keys::flag(std::string_view name, bool fallback) {
  const Json *value = find(name);
  if (value && value->is_boolean())
    return value->get<bool>();
  if (value)
    wrongType(name, *value, "true or false");
  else
    sink.tookDefault(shown(name), fallback ? "true" : "false");
  return fallback;
}

std::string Keys::text(std::string_view name, std::optional<std::string> fallback) {
  const Json *value = find(name);
  if (value && value->is_string())
    return value->get<std::string>();
  if (value)
    wrongType(name, *value, "a string");
  else if (!fallback)
    missing(name);
  else
    sink.tookDefault(shown(name), *fallback);
  return fallback.value_or("");
}

const Json *Keys::object(std::string_view name) {
  const Json *value = find(name);
  if (!value || value->is_object())
    return value;
  wrongType(name, *value, "an object");
  return nullptr;
}

const Json *Keys::list(std::string_view name) {
  const Json *value = find(name);
  if (!value || value->is_array())
    return value;
  wrongType(name, *value, "a list");
  return nullptr;
}

const Json *Keys::peek(std::string_view name) { return find(name); }

void Keys::refuse(std::string_view name, std::string_view why) {
  const Json *value = find(name);
  sink.error(shown(name), fmt::format("{} = {}: {}", shown(name), value ? shownValue(*value) : "null", why));
}

void Keys::refuseIf(std::string_view name, std::string_view why) {
  const Json *value = find(name);
  if (value && !value->is_boolean())
    wrongType(name, *value, "true or false");
  else if (value && value->get<bool>())
    refuse(name, why);
}

void Keys::warnUnknown() {
  for (const auto &[name, value] : values.items())
    if (!known.contains(name))
      sink.warning(path + name, fmt::format("'{}{}' is not known: it is ignored, whatever it means", path,
                                            weights::printable(name)));
}

} // namespace tenon::importer
