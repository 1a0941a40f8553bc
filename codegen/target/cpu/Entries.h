// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entries: functions with the C signatures of runtime/abi/kernel.h, which load what the
// arguments of a phase are bound to and call it.
#ifndef TENON_CODEGEN_TARGET_CPU_ENTRIES_H
#define TENON_CODEGEN_TARGET_CPU_ENTRIES_H

#include "codegen/dialect/Launch.h"
#include "llvm/IR/Module.h"

namespace tenon::target {

/// What the launch list calls. `code` is the translation of `module`, which holds the phases
/// and says what their arguments are bound to.
class Entries {
public:
  Entries(llvm::Module &code, mlir::ModuleOp module) : code(code), module(module) {}

  /// A tenon_phase for the function called `phase`; null where there is none.
  llvm::Constant *phase(mlir::FlatSymbolRefAttr phase);
  /// A tenon_pack_phase.
  llvm::Constant *packer(mlir::FlatSymbolRefAttr packer);

private:
  llvm::Module &code;
  mlir::ModuleOp module;
};

} // namespace tenon::target

#endif
