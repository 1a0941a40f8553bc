// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In the place of codegen/pipeline, where Tenon is built with TENON_CODEGEN=OFF:
// the language, the reference and the stages of text remain.

#include "codegen/pipeline/Compiler.h"

namespace tenon {

namespace {

CompileResult refuse() {
  CompileResult result;
  result.status = CompileResult::Status::badInput;
  result.messages.emplace_back().text =
      "this tenon was built without its compiler (TENON_CODEGEN=OFF); it knows --target=reference, "
      "--emit=ast and --emit=graph";
  return result;
}

} // namespace

const std::vector<StageInfo> &allStages() {
  static const std::vector<StageInfo> stages = {
#define TENON_TEXT_STAGE(NAME, SPELLING, SUFFIX, WHAT, GATE) {Stage::NAME, SPELLING, SUFFIX, WHAT, GATE},
#include "codegen/pipeline/Stages.def"
  };
  return stages;
}

CompileResult compile(const graph::Block &, const std::vector<std::string> &, const CompileOptions &) {
  return refuse();
}

CompileResult compile(const graph::Stack &, const std::vector<std::string> &, const CompileOptions &) {
  return refuse();
}

CompileResult compileModule(std::string_view, std::string_view, const CompileOptions &) { return refuse(); }

std::vector<TargetSummary> listTargets() { return {}; }

std::optional<std::string> linkShared(const std::string &, const std::string &) {
  return refuse().messages.front().text;
}

} // namespace tenon
