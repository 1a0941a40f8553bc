// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stages.def as data.

#include "codegen/pipeline/Compiler.h"

namespace tenon {

const std::vector<StageInfo> &allStages() {
  static const std::vector<StageInfo> stages = {
#define TENON_STAGE(NAME, SPELLING, SUFFIX, WHAT, GATE) {Stage::NAME, SPELLING, SUFFIX, WHAT, GATE},
#include "codegen/pipeline/Stages.def"
  };
  return stages;
}

} // namespace tenon
