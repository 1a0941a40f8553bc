// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Folder.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <sstream>

namespace tenon::importer {

using weights::Json;

namespace {

/// A file of JSON, null where there is none.
Json readJson(const std::string &path, Report &report) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf()))
    return nullptr;
  core::Result<Json> json = weights::parseJson(text.str());
  if (json)
    return std::move(*json);
  report.error("", fmt::format("{}: {}", path, json.error()));
  return nullptr;
}

/// A prefix of names, and what stands there instead.
struct Change {
  std::string from, to;

  std::string apply(const std::string &name) const {
    return name.starts_with(from) ? to + name.substr(from.size()) : name;
  }
};

/// What is known to differ: `base` is what the first name begins with, "transformer.".
std::vector<Change> changesOf(const std::string &base) {
  return {{"", ""},
          {base, ""},
          {"", "bert."},
          {"", "language_model."},
          {base, "model.language_model."},
          {base, "language_model.model."}};
}

std::string atLayer(std::string name, int64_t layer) {
  size_t star = name.find('*');
  return star == std::string::npos ? name : name.replace(star, 1, std::to_string(layer));
}

} // namespace

namespace {

/// The modules of a sentence encoder, in order: those that a spec can say, and no others.
void readModules(const Json &modules, Model &model, Report &report) {
  if (!modules.is_array())
    return report.error("", "modules.json: it is not a list of modules");
  for (const Json &module : modules) {
    std::string type = module.is_object() ? weights::stringAt(module, "type").value_or("") : "";
    std::string kind = type.substr(type.rfind('.') + 1);
    model.isNormalized |= kind == "Normalize";
    if (kind != "Transformer" && kind != "Pooling" && kind != "Normalize")
      report.error(
          "", fmt::format("modules.json: a module of type '{}': known are Transformer, Pooling and Normalize",
                          weights::printable(type)));
  }
}

} // namespace

void readPooling(const std::string &folder, Model &model, Report &report) {
  Json modules = readJson(folder + "/modules.json", report);
  if (modules.is_null())
    return;
  if (model.hasHead || model.isCausal)
    return report.warning("", "modules.json: pooling behind a model that predicts tokens is left out");
  readModules(modules, model, report);
  Json pooling = readJson(folder + "/1_Pooling/config.json", report);
  if (!pooling.is_object())
    return report.error("", "1_Pooling/config.json: modules.json needs it, and it is not there or no object");
  std::vector<std::string> modes;
  for (const auto &[key, value] : pooling.items())
    if (key.starts_with("pooling_mode_") && value == true)
      modes.push_back(key.substr(13));
  if (modes == std::vector<std::string>{"mean_tokens"})
    model.pool = "mean";
  else if (modes == std::vector<std::string>{"cls_token"})
    model.pool = "first";
  else
    report.error("", fmt::format("1_Pooling/config.json: pooling by {}: known are mean_tokens and cls_token",
                                 modes.empty() ? "nothing" : fmt::format("{}", fmt::join(modes, " and "))));
}

std::string findCheckpoint(const std::string &folder) {
  std::error_code error;
  for (const char *name : {"/model.safetensors", "/model.safetensors.index.json"})
    if (std::filesystem::exists(folder + name, error))
      return folder + name;
  return "";
}

void fitNames(nlohmann::ordered_json &names, const weights::Checkpoint &checkpoint, int64_t layers,
              Report &report) {
  auto &tensors = names["tensors"];
  if (tensors.empty())
    return;
  std::string first = tensors.front()["from"];
  std::vector<Change> changes = changesOf(first.substr(0, first.find('.') + 1));
  auto change = std::find_if(changes.begin(), changes.end(),
                             [&](const Change &one) { return checkpoint.contains(one.apply(first)); });
  std::vector<std::string> missing;
  for (auto &[name, entry] : tensors.items()) {
    std::string from = entry["from"];
    if (change != changes.end() && (checkpoint.contains(atLayer(change->apply(from), 0))))
      entry["from"] = from = change->apply(from);
    for (int64_t layer : {int64_t(0), layers - 1})
      if (!checkpoint.contains(atLayer(from, layer)) && missing.size() < 3)
        missing.push_back(atLayer(from, layer));
  }
  if (!missing.empty())
    report.warning("", fmt::format("{} has no tensor '{}'", checkpoint.path(), fmt::join(missing, "', '")));
}

} // namespace tenon::importer
