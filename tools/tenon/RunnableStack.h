// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stack made ready to run on a target.
#ifndef TENON_TOOLS_TENON_RUNNABLESTACK_H
#define TENON_TOOLS_TENON_RUNNABLESTACK_H

#include "oracle/reference/Stack.h"
#include "tools/tenon/Compiling.h"
#include <functional>
#include <optional>
#include <vector>

namespace tenon::cli {

/// What goes into one call.
struct StackCall {
  reference::Batch batch;
  std::vector<int32_t> ids;                   ///< [tokens], of a stack with an embedding
  std::vector<float> rows;                    ///< [tokens, width], of another
  std::optional<std::vector<size_t>> outputs; ///< rows that are to come out, rising; nothing: all
  std::vector<int32_t> types = {};            ///< [tokens], or none: all 0
};

/// What runs, and under which name. Keys and values stay in their slots from call to
/// call as long as `batch.cacheTokens` is the same.
struct RunnableStack {
  std::function<core::Result<reference::StackOutput>(const StackCall &call)> run;
  std::string variant; ///< "reference", or that of the compiled stack which runs here
  size_t threads = 1;
};

/// `target` is "reference" or what tenon::compile takes; threads 0: one per core. `stack`
/// must outlive the result. Nothing after an error, with `exitCode` set.
std::optional<RunnableStack> makeRunnable(Session &session, const graph::Program &program,
                                          const graph::Stack &stack,
                                          std::vector<std::vector<float>> parameters,
                                          const std::string &target, size_t threads, Exit &exitCode);

/// The tensors of the weights struct, whose members are `members`; zero where a layer does not have one.
std::vector<tenon_tensor> tensorsOf(const graph::Stack &stack, const std::vector<std::string> &members,
                                    const std::vector<std::vector<float>> &parameters);

/// Why `call` makes no sense for `stack`, or nothing: ids beyond the vocabulary, types that do not
/// exist, positions beyond a table, sequences that do not begin at 0 or have no rows to pool.
core::Result<core::Done> checkCall(const graph::Stack &stack, const StackCall &call);

/// Runs `call` in calls of at most `chunk` rows of a sequence; 0: at once.
core::Result<reference::StackOutput> runInCalls(const RunnableStack &target, const graph::Stack &stack,
                                                const StackCall &call, size_t chunk);

} // namespace tenon::cli

#endif
