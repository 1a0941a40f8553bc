// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM modules to files.
#ifndef TENON_CODEGEN_TARGET_CPU_MACHINE_H
#define TENON_CODEGEN_TARGET_CPU_MACHINE_H

#include "codegen/target/TargetInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>

namespace tenon::target {

/// LLVM's back end for `target`: position independent, a section per function, no
/// contraction of products and sums but where the code says so. `code` is set up
/// for it.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machineFor(const TargetInfo &target, llvm::Module &code);

/// Tidies what the lowering left; keeps the order and kind of every floating-point operation.
void optimise(llvm::Module &code, llvm::TargetMachine &machine);

/// An object or assembly file. `code` is used up.
llvm::Expected<std::string> emitFile(llvm::Module &code, llvm::TargetMachine &machine,
                                     llvm::CodeGenFileType type);

} // namespace tenon::target

#endif
