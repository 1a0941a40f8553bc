// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tenon: compiles, runs and explains transformer blocks.

#include "tools/tenon/Reproducer.h"
#include "tools/tenon/Verbs.h"

using namespace tenon::cli;

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
  addRun(app, action);
  addStd(app, action);
  addTargets(app, action);
  try {
    app.parse(argc, argv);
    return action();
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? success : badUsage;
  } catch (const std::exception &error) {
    return reportInternalError(error.what());
  }
}
