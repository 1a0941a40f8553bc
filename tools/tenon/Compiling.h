// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Between the verbs and the compiler: its messages as diagnostics, its failures
// as exit codes, and the way from a block to something that runs.
#ifndef TENON_TOOLS_TENON_COMPILING_H
#define TENON_TOOLS_TENON_COMPILING_H

#include "codegen/pipeline/Compiler.h"
#include "runtime/core/Artifact.h"
#include "tools/tenon/Session.h"

namespace tenon::cli {

/// Takes the compiler's messages over; remarks only where wanted. True on
/// success; otherwise `exitCode` is what the verb returns by session.fail.
bool absorb(Session &session, const CompileResult &result, bool areRemarksWanted, Exit &exitCode);

/// What ships, linked and loaded.
struct Built {
  core::Artifact artifact;
  std::vector<std::string> parameters; ///< as CompileResult says
};

/// A block or stack compiled for `targets`: what ships is what runs. Nothing after an
/// error, with `exitCode` set.
template <typename Graph>
std::optional<Built> build(Session &session, const graph::Program &program, const Graph &graph,
                           const std::string &targets, Exit &exitCode);

/// The kernel report of a compiled block or stack, as docs/cli.md has it. The same errors.
template <typename Graph>
std::optional<Json> buildReport(Session &session, const graph::Program &program, const Graph &graph,
                                const std::string &targets, Exit &exitCode);

} // namespace tenon::cli

#endif
