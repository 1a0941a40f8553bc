// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The verbs of `tenon`, one file each. A verb adds its subcommand and stores in
// `action` what main runs once the command line has been read.
#ifndef TENON_TOOLS_TENON_VERBS_H
#define TENON_TOOLS_TENON_VERBS_H

#include <CLI/CLI.hpp>
#include <functional>

namespace tenon::cli {

/// Exit codes: what a script may rely on.
enum Exit : int {
  success = 0,
  badInput = 1, ///< the input is wrong, or validation failed
  badUsage = 2, ///< the command line is wrong
  internal = 3, ///< a fault of ours
};

/// What the chosen verb does; returns an exit code.
using Action = std::function<int()>;

/// A whole number from `least` to `most`; its help shows a name, not the range.
inline CLI::Validator inRange(size_t least, size_t most) { return CLI::Range(least, most).description(""); }

void addBench(CLI::App &app, Action &action);
void addCheck(CLI::App &app, Action &action);
void addCompile(CLI::App &app, Action &action);
void addExplain(CLI::App &app, Action &action);
void addFmt(CLI::App &app, Action &action);
void addGenerate(CLI::App &app, Action &action);
void addImport(CLI::App &app, Action &action);
void addRun(CLI::App &app, Action &action);
void addStd(CLI::App &app, Action &action);
void addTargets(CLI::App &app, Action &action);

} // namespace tenon::cli

#endif
