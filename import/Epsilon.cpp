// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The eps of a checkpoint, beside that of a spec.
#include "import/Gguf.h"
#include "import/Import.h"
#include "import/Structure.h"
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace tenon::importer {

namespace {

constexpr const char *configKeys[] = {"rms_norm_eps", "layer_norm_eps", "layer_norm_epsilon", "norm_epsilon",
                                      "norm_eps"};

std::optional<double> fromMetadata(const std::string &path) {
  auto file = weights::Gguf::open(path);
  const weights::MetadataValue *name = file ? file->metadata("general.architecture") : nullptr;
  if (!name || !name->asText())
    return std::nullopt;
  for (std::string_view key : {"attention.layer_norm_rms_epsilon", "attention.layer_norm_epsilon"})
    if (auto *value = file->metadata(fmt::format("{}.{}", *name->asText(), key)); value && value->asNumber())
      return asWritten(*value);
  return std::nullopt;
}

std::optional<double> fromConfig(const std::filesystem::path &path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf()))
    return std::nullopt;
  auto config = weights::parseJson(text.str());
  if (!config || !config->is_object())
    return std::nullopt;
  auto inner = config->find("text_config");
  const weights::Json &keys = inner != config->end() && inner->is_object() ? *inner : *config;
  for (const char *key : configKeys)
    if (auto value = keys.find(key); value != keys.end() && value->is_number())
      return value->get<double>();
  return std::nullopt;
}

/// The eps that a checkpoint says its norms have; nothing where none is said.
std::optional<double> epsilonOf(const std::string &checkpoint) {
  std::error_code error;
  std::filesystem::path path(checkpoint);
  if (std::filesystem::is_directory(path, error))
    return fromConfig(path / "config.json");
  return isGguf(checkpoint) ? fromMetadata(checkpoint) : fromConfig(path.parent_path() / "config.json");
}

} // namespace

void warnOfEpsilon(Diagnostics &diagnostics, const std::vector<const graph::Block *> &blocks,
                   const std::string &checkpoint) {
  std::optional<double> theirs = epsilonOf(checkpoint);
  for (const graph::Block *block : blocks)
    for (const graph::Region &region : block->regions) {
      if (!theirs || region.role != graph::Region::Role::norm)
        continue;
      double ours = normOf(*block, region.result, region.argument).eps;
      if (ours == 0 || std::abs(ours - *theirs) <= 1e-6 * *theirs) // 0: a norm without statistics
        continue;
      diagnostics.warning("", {},
                          fmt::format("'{}' has eps {} in the spec, and '{}' was trained with {}",
                                      region.path, spell(ours), checkpoint, spell(*theirs)));
      return;
    }
}

} // namespace tenon::importer
