// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launch list and the pack list that stage `loops` leaves on the module, read
// into structs; the bindings of a phase's arguments.
#ifndef TENON_CODEGEN_TARGET_CPU_ATTRIBUTES_H
#define TENON_CODEGEN_TARGET_CPU_ATTRIBUTES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <array>
#include <string>
#include <vector>

namespace tenon::target {

/// A fault of ours: the module does not say what this stage needs.
inline llvm::Error fault(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

/// A tenon_kernel. Phases are names of functions, empty where there is none.
struct KernelEntry {
  std::string name;
  std::string prologue, contraction, finish;
  int64_t blockRows = 0, tileRows = 1, columnChunks = 0, panelBytes = 0, scratchBytes = 0;
  int64_t kvHeads = 0, keyBytes = 0, cached = 0, cacheOffset = 0; ///< of attention
};

/// A tenon_pack_step: functions by tenon_type.
struct PackEntry {
  int64_t parameter = 0;
  std::array<std::string, 3> from;
  int64_t units = 0;
};

struct LaunchList {
  std::vector<KernelEntry> kernels;
  std::vector<PackEntry> packs;
  int64_t rowBytes = 0, packedBytes = 0;
  int64_t parameterCount = 0;                ///< of the part
  int64_t cacheKeyBytes = 0, keyGranule = 0; ///< of attention
};

llvm::Expected<LaunchList> readLaunchList(mlir::ModuleOp module);

/// What an argument of a phase stands for: a buffer (an address plus `offset`
/// bytes; per token in the workspace) or a size.
struct Binding {
  std::string buffer;
  std::string size;
  int64_t offset = 0;
};

/// The bindings of all arguments of the function called `name` (stage `llvm`).
llvm::Expected<std::vector<Binding>> readBindings(mlir::ModuleOp module, llvm::StringRef name);

} // namespace tenon::target

#endif
