// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tools may know of targets, without MLIR's headers.

#include "codegen/pipeline/Compiler.h"
#include "codegen/target/TargetInfo.h"
#include "codegen/target/cpu/Cpu.h"
#include "llvm/Support/FormatVariadic.h"

namespace tenon {

std::vector<TargetSummary> listTargets() {
  std::vector<TargetSummary> summaries;
  for (const TargetInfo &info : allTargets()) {
    std::string description = llvm::formatv("{0}-bit vectors, tiles of {1} x {2} values", info.vectorBits,
                                            info.tileFor(1).rows, info.tileFor(1).vectors * info.lanes());
    summaries.push_back({info.name, info.cpu, std::move(description), tenon::runsHere(info)});
  }
  return summaries;
}

std::optional<std::string> linkShared(const std::string &archive, const std::string &output) {
  if (llvm::Error error = target::linkShared(archive, output))
    return llvm::toString(std::move(error));
  return std::nullopt;
}

} // namespace tenon
