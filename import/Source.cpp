// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Source.h"
#include "import/Folder.h"
#include <filesystem>
#include <fmt/format.h>

namespace tenon::importer {

using weights::Json;

namespace {

/// The keys of the language model: multimodal files keep them in `text_config`. What lies
/// beside it says nothing about that model, except for tying and the type of numbers.
Json textPart(const Json &config, Report &report) {
  auto text = config.find("text_config");
  if (text == config.end() || !text->is_object())
    return config;
  report.warning("text_config",
                 "only the model of 'text_config' is in the spec: the parts for pictures or sound are "
                 "left out, and not counted");
  Json merged = *text;
  for (const char *key : {"tie_word_embeddings", "torch_dtype", "dtype"})
    if (auto outer = config.find(key); outer != config.end() && !merged.contains(key))
      merged[key] = *outer;
  return merged;
}

std::optional<Source> readConfig(Sink &sink, const std::string &path) {
  std::optional<FileId> file = sink.read(path);
  if (!file)
    return std::nullopt;
  core::Result<Json> config = weights::parseJson(sink.sources.file(*file).text);
  if (!config || !config->is_object()) {
    sink.diagnostics.error(fmt::format("{}: {}", path, config ? "not a JSON object" : config.error()));
    return std::nullopt;
  }
  Report report(sink.diagnostics, *file);
  Source source;
  source.config = textPart(*config, report);
  source.file = *file;
  return source;
}

std::optional<Source> readMetadata(Sink &sink, const std::string &path) {
  core::Result<weights::Gguf> file = weights::Gguf::open(path);
  if (!file) {
    sink.diagnostics.error(file.error());
    return std::nullopt;
  }
  Report report(sink.diagnostics, noFile);
  std::optional<GgufModel> model = readGguf(*file, report);
  if (!model || sink.diagnostics.hasErrors())
    return std::nullopt;
  Source source;
  source.config = std::move(model->config);
  source.gguf = std::move(*file);
  source.checkpoint = path;
  source.names = model->names;
  source.moreNames = model->moreNames;
  return source;
}

} // namespace

std::optional<Source> readSource(Sink &sink, const std::string &path) {
  std::error_code error;
  bool isFolder = std::filesystem::is_directory(path, error);
  std::string file = isFolder ? path + "/config.json" : path;
  std::optional<Source> source =
      path != "-" && isGguf(file) ? readMetadata(sink, file) : readConfig(sink, file);
  if (source)
    source->label = path == "-" ? "standard input" : std::filesystem::path(file).filename().string();
  if (source && isFolder) {
    source->folder = path;
    source->checkpoint = findCheckpoint(path);
  }
  return source;
}

} // namespace tenon::importer
