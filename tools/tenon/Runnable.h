// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block made ready to run on a target.
#ifndef TENON_TOOLS_TENON_RUNNABLE_H
#define TENON_TOOLS_TENON_RUNNABLE_H

#include "oracle/validate/Validate.h"
#include "tools/tenon/Compiling.h"
#include "tools/tenon/RunData.h"

namespace tenon::cli {

/// What runs, and under which name.
struct RunnableBlock {
  validate::Forward run;
  std::string variant; ///< "reference", or that of the compiled block which runs here
  size_t threads = 1;
};

/// `target` is "reference" or what tenon::compile takes; threads 0: one per
/// core. `block` and `parameters` must outlive the result. Nothing after an
/// error, with `exitCode` set.
std::optional<RunnableBlock> makeRunnable(Session &session, const graph::Program &program,
                                          const graph::Block &block,
                                          const std::vector<std::vector<float>> &parameters,
                                          const std::string &target, size_t threads, Exit &exitCode);

/// `batch` as the C contract has it; valid while `batch` lives.
tenon_batch argumentsOf(const reference::Batch &batch);

/// `cpu`, or `reference` where Tenon is built without its compiler.
std::string defaultTarget();

/// The options of verbs that run things: what, on what data, and where.
struct RunOptions : SpecOptions {
  DataOptions data;
  std::string target = defaultTarget();
  size_t threads = 0; ///< 0: one per core
};
void addRunOptions(CLI::App &verb, RunOptions &options);

} // namespace tenon::cli

#endif
