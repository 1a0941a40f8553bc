// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Import.h"
#include "dsl/check/Check.h"
#include "dsl/parse/Format.h"
#include "import/Facts.h"
#include "import/Folder.h"
#include "import/Names.h"
#include "import/Source.h"
#include "import/Spec.h"
#include "import/families/Families.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::importer {

using weights::Json;

namespace {

const Family *selectFamily(const Json &config, Report &report) {
  auto type = config.find("model_type");
  if (type == config.end() || !type->is_string()) {
    report.error("model_type", type == config.end() ? "'model_type' is missing: it decides what the keys mean"
                                                    : "'model_type' must be a string");
    return nullptr;
  }
  std::string name = type->get<std::string>();
  if (const Family *family = findFamily(name))
    return family;
  std::vector<std::string> known;
  for (const Family &family : families())
    known.emplace_back(family.type);
  if (std::string_view why = whyRefused(name); !why.empty())
    report.error("model_type", fmt::format("model_type = \"{}\": {}", weights::printable(name), why));
  else if (std::string near = nearest(name, known); !near.empty())
    report.error("model_type", fmt::format("model_type = \"{}\" is not known; did you mean \"{}\"?",
                                           weights::printable(name), near));
  else
    report.error("model_type", fmt::format("model_type = \"{}\" is not known; known are {}",
                                           weights::printable(name), fmt::join(known, ", ")));
  return nullptr;
}

/// The type of numbers: `chosen`, else the file's, else f32.
std::string readType(Keys &keys, const std::string &chosen) {
  constexpr std::pair<std::string_view, std::string_view> types[] = {
      {"float32", "f32"}, {"float", "f32"}, {"bfloat16", "bf16"}, {"float16", "f16"}, {"half", "f16"}};
  std::string name = keys.has("dtype|torch_dtype") ? keys.text("dtype|torch_dtype") : "float32";
  if (name.starts_with("torch."))
    name = name.substr(6);
  for (const auto &[theirs, ours] : types)
    if (theirs == name)
      return chosen.empty() ? std::string(ours) : chosen;
  if (chosen.empty())
    keys.refuse("dtype|torch_dtype", "known are float32, bfloat16 and float16; --dtype chooses another");
  return "f32";
}

void noteDefaults(Report &report, std::string_view type) {
  std::vector<std::string> texts;
  for (const auto &[key, value] : report.takenDefaults())
    texts.push_back(fmt::format("{} = {}", key, value));
  if (!texts.empty())
    report.note(fmt::format("not in the file, so as class '{}' has it: {}", type, fmt::join(texts, ", ")));
}

std::optional<Model> readModel(const Source &source, const Family &family, const std::string &dtype,
                               Report &report) {
  Keys keys(source.config, report);
  Model model;
  model.type = family.type;
  family.read(keys, model);
  model.dtype = readType(keys, dtype);
  if (keys.peek("quantization_config"))
    report.warning("quantization_config",
                   "'quantization_config' is not in the spec: its tensors hold numbers "
                   "in a form that Tenon does not read");
  if (!source.folder.empty())
    readPooling(source.folder, model, report);
  if (source.gguf)
    applyTensors(*source.gguf, model, report);
  else
    keys.warnUnknown(); // of metadata it has been done
  noteDefaults(report, family.type);
  for (const LeftOut &part : model.leftOut)
    report.note(fmt::format("left out: {}, {} parameters: {}", part.what, part.parameters, part.why));
  return report.hasErrors() ? std::nullopt : std::optional(std::move(model));
}

/// A name that the language takes: letters, digits and '_'.
std::string asName(std::string_view text) {
  std::string name;
  for (char c : text)
    name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) ? "m_" + name : name;
}

struct Checked {
  std::string text;
  graph::Program program;
};

/// The text in canonical form, checked as if it had been read from a file.
std::optional<Checked> checkSpec(Sink &sink, const std::string &text) {
  FileId raw = sink.sources.add("<import>", text);
  std::optional<std::string> canonical = tenon::format(sink.sources, raw, sink.diagnostics);
  if (!canonical)
    return std::nullopt;
  FileId file = sink.sources.add("<imported spec>", *canonical);
  std::optional<graph::Program> program = check(sink.sources, file, sink.diagnostics);
  if (!program)
    return std::nullopt;
  return Checked{std::move(*canonical), std::move(*program)};
}

/// A name map for the tables of the source, else those of the family, fitted to the
/// tensors that are there.
nlohmann::ordered_json mapNames(Sink &sink, const graph::Stack &stack, const Model &model,
                                const Family &family, const Source &source, Report &report) {
  nlohmann::ordered_json names = source.gguf
                                     ? writeNames(stack, model, {source.names, source.moreNames}, report)
                                     : writeNames(stack, model, {family.names, family.moreNames}, report);
  if (source.checkpoint.empty())
    return names;
  core::Result<weights::Checkpoint> checkpoint = weights::Checkpoint::open(source.checkpoint);
  if (checkpoint)
    fitNames(names, *checkpoint, model.layers, report);
  else
    sink.diagnostics.error(checkpoint.error());
  return names;
}

std::optional<Imported> finish(Sink &sink, const Model &model, const Family &family, const Source &source,
                               const std::string &name, Report &report) {
  std::string stackName = asName(name.empty() ? model.type : name);
  std::string origin = fmt::format("Imported from {}, model_type {}.", source.label, model.type);
  std::optional<Checked> checked = checkSpec(sink, writeSpec(model, stackName, origin));
  if (!checked)
    return std::nullopt;
  const graph::Stack &stack = checked->program.stacks.front();
  Imported result{checked->text, {}, writeFacts(stack, model)};
  result.names = mapNames(sink, stack, model, family, source, report);
  for (const auto &[key, value] : report.takenDefaults())
    result.facts["defaults"][key] = value;
  return sink.diagnostics.hasErrors() ? std::nullopt : std::optional(std::move(result));
}

} // namespace

std::optional<Imported> importModel(Sink &sink, const std::string &path, const std::string &name,
                                    const std::string &dtype) {
  std::optional<Source> source = readSource(sink, path);
  if (!source)
    return std::nullopt;
  Report report(sink.diagnostics, source->file);
  const Family *family = selectFamily(source->config, report);
  std::optional<Model> model = family ? readModel(*source, *family, dtype, report) : std::nullopt;
  return model ? finish(sink, *model, *family, *source, name, report) : std::nullopt;
}

} // namespace tenon::importer
