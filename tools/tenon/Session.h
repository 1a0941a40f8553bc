// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One run of a verb: the spec it reads, what is said about it, and how it ends.
#ifndef TENON_TOOLS_TENON_SESSION_H
#define TENON_TOOLS_TENON_SESSION_H

#include "dsl/ast/Diagnostics.h"
#include "dsl/graph/Graph.h"
#include "runtime/core/Result.h"
#include "tools/tenon/Output.h"
#include "tools/tenon/Verbs.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace tenon::cli {

using Json = nlohmann::ordered_json;

/// The options that most verbs share.
struct SpecOptions {
  std::string spec;  ///< a path, or "-"
  std::string block; ///< empty: the only one
  bool isJson = false;
};
void addSpec(CLI::App &verb, SpecOptions &options);
void addBlock(CLI::App &verb, SpecOptions &options);
void addJson(CLI::App &verb, SpecOptions &options);

/// Collects diagnostics and, under --json, one document; `end` lets go of both:
/// diagnostics to stderr, or inside the document to stdout.
class Session {
public:
  explicit Session(bool isJson) : isJson(isJson), diagnostics(sources) {}

  /// Reads a spec; nothing after an error.
  std::optional<FileId> read(const std::string &path);
  /// Reads and checks a spec; nothing after an error.
  std::optional<graph::Program> load(const std::string &path);

  /// An error without a place in a spec: of a file, a tensor, an option's value.
  /// Each line of `message` is one of its own.
  void error(const std::string &message) { diagnostics.error(message); }

  /// What --json prints, from {"format": 1} on; verbs add to it.
  Json document = {{"format", 1}};

  /// Taken away when the session ends.
  Progress progress;

  /// The end without success: prints the diagnostics. Returns `code`.
  int fail(Exit code = badInput);
  /// The end with a result: prints warnings, then `text` or the document.
  int succeed(const std::string &text = "") { return end(text, success); }
  int end(const std::string &text, Exit code);

private:
  void printDiagnostics();
  bool isJson;

public:
  SourceManager sources;
  Diagnostics diagnostics;
};

/// The value of `result`; nothing, and its sentence as an error, where it has none.
template <typename T> std::optional<T> take(Session &session, core::Result<T> result) {
  if (result)
    return std::move(*result);
  session.error(result.error());
  return std::nullopt;
}

/// A block or stack of a program by name, or the only one, or the only stack. Exactly one of
/// the two is set, or neither after an error.
struct Candidate {
  std::shared_ptr<const graph::Block> block;
  const graph::Stack *stack = nullptr;
  bool isFound() const { return block || stack; }
};
Candidate select(Session &session, const graph::Program &program, const std::string &name);

/// `select` where the verb works on blocks alone; null after an error.
std::shared_ptr<const graph::Block> selectBlock(Session &session, const graph::Program &program,
                                                const std::string &name);

/// `select` where the verb works on stacks alone; null after an error.
const graph::Stack *selectStack(Session &session, const graph::Program &program, const std::string &name);

} // namespace tenon::cli

#endif
