// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tenon fmt: specs in their canonical form.

#include "dsl/parse/Format.h"
#include "tools/tenon/Output.h"
#include "tools/tenon/Session.h"
#include <fmt/format.h>

namespace tenon::cli {

namespace {

struct Options {
  std::vector<std::string> specs;
  bool isWriting = false, isChecking = false;
};

/// The canonical form of every file; fewer after an error.
std::vector<OutputFile> format(Session &session, const Options &options) {
  std::vector<OutputFile> formatted;
  for (const std::string &path : options.specs) {
    std::optional<FileId> file = session.read(path);
    if (!file)
      continue;
    if (std::optional<std::string> text = tenon::format(session.sources, *file, session.diagnostics))
      formatted.push_back({path, std::move(*text)});
  }
  return formatted;
}

/// Those of `files` that are not what was read.
std::vector<OutputFile> changed(const Session &session, const std::vector<OutputFile> &files) {
  std::vector<OutputFile> others;
  for (const OutputFile &file : files)
    if (session.sources.file(*session.sources.find(file.path)).text != file.bytes)
      others.push_back(file);
  return others;
}

int runFmt(const Options &options) {
  Session session(false);
  std::vector<OutputFile> files = format(session, options);
  if (session.diagnostics.hasErrors())
    return session.fail();
  if (options.isWriting)
    return take(session, writeFiles(changed(session, files))) ? session.succeed() : session.fail();
  if (options.isChecking) {
    for (const OutputFile &file : changed(session, files))
      session.error(fmt::format("'{}' is not in canonical form", file.path));
    return session.diagnostics.hasErrors() ? session.fail() : session.succeed();
  }
  std::string text;
  for (const OutputFile &file : files)
    text += file.bytes;
  return session.succeed(text);
}

} // namespace

void addFmt(CLI::App &app, Action &action) {
  auto options = std::make_shared<Options>();
  CLI::App *verb = app.add_subcommand("fmt", "Prints specs in canonical form, comments kept");
  verb->footer("  tenon fmt block.tenon             to standard output\n"
               "  tenon fmt --write *.tenon         in place\n"
               "  tenon fmt --check *.tenon         exit 1 if one would change");
  verb->add_option("SPEC", options->specs, "the specs to read; - is standard input")->required();
  CLI::Option *write = verb->add_flag("--write", options->isWriting, "write them back");
  verb->add_flag("--check", options->isChecking, "only say which would change")->excludes(write);
  verb->callback([options, &action] { action = [options] { return runFmt(*options); }; });
}

} // namespace tenon::cli
