// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tenon compile: a spec, or a module of any stage, to a later stage or to files.

#include "dsl/ast/Printer.h"
#include "dsl/parse/Parse.h"
#include "tools/tenon/Compiling.h"
#include "tools/tenon/Output.h"
#include "tools/tenon/Reproducer.h"
#include <filesystem>
#include <fmt/format.h>

namespace fs = std::filesystem;

namespace tenon::cli {

namespace {

struct Options : SpecOptions {
  std::string emit;
  std::string output;
  bool areRemarksWanted = false;
  CompileOptions compiler;
};

/// A folder where there are several files (or one that exists), else a file.
int write(Session &session, const Options &options, const std::vector<tenon::OutputFile> &files) {
  std::vector<OutputFile> outputs;
  std::error_code ignored;
  bool isFolder =
      files.size() != 1 || options.output.ends_with('/') || fs::is_directory(options.output, ignored);
  if (!isFolder || options.output == "-") {
    if (files.size() != 1) {
      session.error(
          fmt::format("{} files cannot go to standard output: name a folder with -o", files.size()));
      return session.fail();
    }
    outputs.push_back({options.output, files.front().bytes});
  } else if (!take(session, makeFolder(options.output))) {
    return session.fail();
  }
  if (outputs.empty())
    for (const tenon::OutputFile &file : files)
      outputs.push_back({(fs::path(options.output) / file.name).string(), file.bytes});
  if (!take(session, writeFiles(outputs)))
    return session.fail();
  for (const OutputFile &output : outputs)
    session.document["files"].push_back(output.path);
  return session.succeed();
}

int compileSyntax(Session &session, const Options &options) {
  std::optional<FileId> file = session.read(options.spec);
  if (!file)
    return session.fail();
  ast::File tree = parse(session.sources, *file, session.diagnostics);
  if (session.diagnostics.hasErrors())
    return session.fail();
  return write(session, options, {{"ast.tenon", ast::print(session.sources, tree)}});
}

int compileGraph(Session &session, const Options &options) {
  std::optional<graph::Program> program = session.load(options.spec);
  if (!program)
    return session.fail();
  Candidate candidate = select(session, *program, options.block);
  if (!candidate.isFound())
    return session.fail();
  std::string text = candidate.block ? graph::print(*candidate.block) : graph::print(*candidate.stack);
  return write(session, options, {{"block.graph", text}});
}

int finish(Session &session, const Options &options, const CompileResult &result) {
  Exit exitCode = badInput;
  if (!absorb(session, result, options.areRemarksWanted, exitCode))
    return session.fail(exitCode);
  return write(session, options, result.files);
}

int compileFurther(Session &session, const Options &options) {
  session.progress.show("compiling");
  if (options.spec.ends_with(".mlir")) {
    std::optional<FileId> file = session.read(options.spec);
    if (!file)
      return session.fail();
    if (!options.block.empty()) {
      session.error("--block chooses from a spec; a module holds one block or stack");
      return session.fail();
    }
    return finish(session, options,
                  compileModule(session.sources.file(*file).text, options.spec, options.compiler));
  }
  std::optional<graph::Program> program = session.load(options.spec);
  Candidate candidate = program ? select(session, *program, options.block) : Candidate();
  if (!candidate.isFound())
    return session.fail();
  return finish(session, options,
                candidate.block ? compile(*candidate.block, program->files, options.compiler)
                                : compile(*candidate.stack, program->files, options.compiler));
}

int runCompile(Options options) {
  Session session(options.isJson);
  options.compiler.emit = parseStage(options.emit);
  options.compiler.reproducer = moduleReproducerPath();
  if (options.emit == "ast")
    return compileSyntax(session, options);
  if (options.emit == "graph")
    return compileGraph(session, options);
  return compileFurther(session, options);
}

/// Texts go to standard output unless a place is named; what is linked needs one.
std::string checkOutput(const Options &options) {
  if (options.output.empty() && options.emit.empty())
    return "-o is needed: a folder for the library, its header and the report";
  if (options.isJson && (options.output.empty() || options.output == "-"))
    return "--json takes standard output: name a place for the result with -o";
  return "";
}

std::vector<std::string> stageNames() {
  std::vector<std::string> names;
  for (const StageInfo &info : allStages())
    names.emplace_back(info.spelling);
  return names;
}

std::string footer() {
  std::string text = "Without --emit it makes a library, its header, tenon.h and the kernel report.\n"
                     "A module that --emit wrote is taken up again: tenon compile block.mlir ...\n\n";
  for (const StageInfo &info : allStages())
    text += fmt::format("  --emit={:<10} {}\n", info.spelling, info.what);
  return text + "\n  tenon compile llama.tenon --target=x86-64-v3+x86-64-v4 -o out/\n"
                "  tenon compile llama.tenon --emit=kernels";
}

} // namespace

void addCompile(CLI::App &app, Action &action) {
  auto options = std::make_shared<Options>();
  CLI::App *verb = app.add_subcommand("compile", "Compiles a block to a library, or to any stage before it");
  verb->footer(footer());
  addSpec(*verb, *options);
  addBlock(*verb, *options);
  verb->add_option("--target", options->compiler.targets,
                   "what to compile for (tenon targets); several joined by +")
      ->type_name("TARGET")
      ->capture_default_str();
  verb->add_option("--emit", options->emit, "where to stop")
      ->check(CLI::IsMember(stageNames()))
      ->type_name("STAGE");
  verb->add_option("-o", options->output,
                   "a folder where several files are written, else a file; - is standard output")
      ->type_name("PATH");
  verb->add_option("--prefix", options->compiler.prefix, "in front of the exported C names")
      ->type_name("TEXT");
  verb->add_option("--dump-dir", options->compiler.dumpDir, "write every stage there, numbered")
      ->type_name("DIR");
  verb->add_flag("--remarks", options->areRemarksWanted, "say which fusions were refused, and why");
  addJson(*verb, *options);
  verb->callback([options, &action] {
    if (std::string problem = checkOutput(*options); !problem.empty())
      throw CLI::ValidationError(problem);
    if (options->output.empty())
      options->output = "-";
    action = [options] { return runCompile(*options); };
  });
}

} // namespace tenon::cli
