// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tenon import: a spec and a name map from a model's configuration.

#include "import/Import.h"
#include "tools/tenon/Output.h"
#include "tools/tenon/Session.h"
#include <filesystem>
#include <fmt/format.h>

namespace tenon::cli {

namespace {

struct Options {
  std::string model, spec, names, name, dtype;
  bool isJson = false;
};

/// What is to be written where. In a folder both files are named after the stack.
std::vector<OutputFile> filesOf(const Options &options, const importer::Imported &imported) {
  std::vector<OutputFile> files;
  std::string map = imported.names.dump(2) + '\n';
  std::error_code error;
  if (std::filesystem::is_directory(options.spec, error)) {
    std::string stem = options.spec + '/' + imported.facts["name"].get<std::string>();
    files.push_back({stem + ".tenon", imported.spec});
    files.push_back({options.names.empty() ? stem + ".names.json" : options.names, map});
    return files;
  }
  if (!options.spec.empty())
    files.push_back({options.spec, imported.spec});
  if (!options.names.empty())
    files.push_back({options.names, map});
  return files;
}

/// Why the results cannot all go where they are to go, or "".
std::string complaint(const Options &options) {
  if (!options.names.empty() && options.spec == options.names)
    return fmt::format("-o and --names both name '{}': the spec and the map need places of their own",
                       options.spec);
  if (options.isJson && (options.spec == "-" || options.names == "-"))
    return "--json takes standard output: name files for the spec and the map";
  return "";
}

int runImport(const Options &options) {
  Session session(options.isJson);
  if (std::string reason = complaint(options); !reason.empty()) {
    session.error(reason);
    return session.fail();
  }
  importer::Sink sink{session.sources, session.diagnostics,
                      [&](const std::string &path) { return session.read(path); }};
  std::optional<importer::Imported> imported =
      importer::importModel(sink, options.model, options.name, options.dtype);
  if (!imported || !take(session, writeFiles(filesOf(options, *imported))))
    return session.fail();
  session.document.update(imported->facts);
  session.document["spec"] = imported->spec;
  return session.succeed(options.spec.empty() ? imported->spec : "");
}

} // namespace

void addImport(CLI::App &app, Action &action) {
  auto options = std::make_shared<Options>();
  CLI::App *verb = app.add_subcommand("import", "Makes a spec and a name map from a model's configuration");
  verb->footer("  tenon import config.json                         the spec to standard output\n"
               "  tenon import FOLDER -o model.tenon --names map.json");
  verb->add_option(
          "MODEL", options->model,
          "a config.json of Hugging Face transformers, a folder that holds one, or a GGUF file; - is\n"
          "standard input")
      ->required();
  verb->add_option("-o", options->spec, "where the spec goes, or a folder for both files")->type_name("SPEC");
  verb->add_option("--names", options->names, "where the name map goes, for --names of run")
      ->type_name("MAP.json");
  verb->add_option("--name", options->name, "of the stack, instead of the kind of model")->type_name("NAME");
  verb->add_option("--dtype", options->dtype, "f32, bf16 or f16, instead of what the configuration says")
      ->check(CLI::IsMember({"f32", "bf16", "f16"}).description(""))
      ->type_name("TYPE");
  verb->add_flag("--json", options->isJson,
                 "one JSON document on standard output: what the spec amounts to, and diagnostics");
  verb->callback([options, &action] { action = [options] { return runImport(*options); }; });
}

} // namespace tenon::cli
