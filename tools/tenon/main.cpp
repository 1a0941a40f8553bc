// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tenon: compiles, runs and explains transformer blocks.

#include "dsl/ast/Diagnostics.h"
#include "tools/tenon/Reproducer.h"
#include "tools/tenon/Verbs.h"
#include <algorithm>
#include <fmt/format.h>

using namespace tenon::cli;

namespace {

/// "check" for "chek": what CLI11 would only call a missing subcommand.
bool isKnownVerb(const CLI::App &app, const std::string &name) {
  std::vector<std::string> verbs;
  for (const CLI::App *verb : app.get_subcommands(nullptr))
    verbs.push_back(verb->get_name());
  if (name.starts_with('-') || std::find(verbs.begin(), verbs.end(), name) != verbs.end())
    return true;
  std::string near = tenon::nearest(name, verbs);
  fmt::print(stderr, "there is no verb '{}'{}\nRun with --help for more information.\n", name,
             near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
  return false;
}

} // namespace

int main(int argc, char **argv) {
  installReproducer(argc, argv);
  CLI::App app("Compiles transformer blocks to fused kernels, and proves them right.", "tenon");
  app.footer("tenon VERB --help explains a verb. Exit codes: 0 success; 1 the input is wrong or\n"
             "validation failed; 2 the command line is wrong; 3 an internal error.");
  app.set_version_flag("--version", "tenon " TENON_VERSION);
  app.require_subcommand(1);
  Action action;
  addBench(app, action);
  addCheck(app, action);
  addCompile(app, action);
  addExplain(app, action);
  addFmt(app, action);
  addGenerate(app, action);
  addImport(app, action);
  addRun(app, action);
  addStd(app, action);
  addTargets(app, action);
  if (argc == 1)
    fmt::print(stderr, "{}", app.help());
  if (argc == 1 || !isKnownVerb(app, argv[1]))
    return badUsage;
  try {
    app.parse(argc, argv);
    return action();
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? success : badUsage;
  } catch (const std::exception &error) {
    return reportInternalError(error.what());
  }
}
