// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler: from a block graph (or an MLIR file of any stage) to text or
// files. The only header of codegen that tools need; free of MLIR.
#ifndef TENON_CODEGEN_PIPELINE_COMPILER_H
#define TENON_CODEGEN_PIPELINE_COMPILER_H

#include "dsl/graph/Graph.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {

/// Where compilation stops, or what it hands out: Stages.def.
enum class Stage : uint8_t {
#define TENON_STAGE(NAME, SPELLING, SUFFIX, WHAT, GATE) NAME,
#include "codegen/pipeline/Stages.def"
};

struct StageInfo {
  Stage stage;
  std::string_view spelling; ///< as in `--emit=`
  std::string_view suffix;   ///< of file names, without dot
  std::string_view what;
  std::string_view gate; ///< what is true afterwards
};

/// All stages, in order; those of text alone where Tenon is built without its compiler.
const std::vector<StageInfo> &allStages();

inline std::optional<Stage> parseStage(std::string_view text) {
  for (const StageInfo &info : allStages())
    if (info.spelling == text)
      return info.stage;
  return std::nullopt;
}

struct CompileOptions {
  std::string targets = "cpu"; ///< "x86-64-v3+x86-64-v4"; CPU targets only
  std::optional<Stage> emit;   ///< `tenon` or later; none: library, header, report and tenon.h
  std::string dumpDir;         ///< where each stage is written, numbered; empty: nowhere
  std::string prefix;          ///< of the exported C names
  std::string reproducer = "tenon-reproducer.mlir"; ///< written on an internal error
};

/// A file by name and content; `name` has no folder.
struct OutputFile {
  std::string name;
  std::string bytes;
};

/// What the compiler has to say about a place in the spec.
struct Message {
  enum class Kind : uint8_t { error, warning, remark, note } kind = Kind::error;
  std::string file; ///< as in Program::files; empty where no place is known
  uint32_t line = 0;
  uint32_t column = 0;
  std::string text;
};

struct CompileResult {
  enum class Status : uint8_t {
    success,
    badInput, ///< the spec asks for what this compiler refuses; exit 1
    internal  ///< a fault of ours; exit 3
  } status = Status::success;
  std::vector<OutputFile> files; ///< empty unless `success`
  std::vector<std::string>
      parameters;                ///< members of the weights struct, in order; "": its layer does not have it
  std::vector<Message> messages; ///< errors, and a remark for each fusion refused
  std::string reproducer;        ///< on `internal`: the file that shows it, if one could be written
};

/// Compiles `block`; `files` are those of its program (Program::files).
CompileResult compile(const graph::Block &block, const std::vector<std::string> &files,
                      const CompileOptions &options);

/// Compiles a stack: its layers and ends are parts of one library.
CompileResult compile(const graph::Stack &stack, const std::vector<std::string> &files,
                      const CompileOptions &options);

/// Continues from an MLIR file that an earlier `--emit=` wrote. The stage is
/// recognised by what the module holds. `name` is for messages.
CompileResult compileModule(std::string_view text, std::string_view name, const CompileOptions &options);

/// A target as `tenon targets` lists it.
struct TargetSummary {
  std::string name;
  std::string cpu;         ///< LLVM's name for the instruction set
  std::string description; ///< one line: vectors, tiles
  bool runsHere = false;
};
/// What `CompileOptions::targets` may name, best first.
std::vector<TargetSummary> listTargets();

/// Links a library that `compile` made, whole, into a shared one that tools
/// load: the same objects that an embedder links. Returns why not, or nothing.
std::optional<std::string> linkShared(const std::string &archive, const std::string &output);

} // namespace tenon

#endif
