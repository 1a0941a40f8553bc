// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The constant tables of runtime/abi/kernel.h.
#ifndef TENON_CODEGEN_TARGET_CPU_TABLES_H
#define TENON_CODEGEN_TARGET_CPU_TABLES_H

#include "codegen/target/cpu/Cpu.h"
#include "llvm/IR/Module.h"

namespace tenon::target {

/// The hidden name by which the block object finds the tenon_part of `part` in a variant.
std::string partSymbol(const Interface &interface, llvm::StringRef part, const TargetInfo &target);

/// Adds the entries of the launch list in `module`, its tables and the tenon_part called `symbol` to
/// `code`, the translation of `module`.
void addTables(llvm::Module &code, mlir::ModuleOp module, llvm::StringRef symbol);

/// An internal constant string; the address of its first character.
llvm::Constant *textConstant(llvm::Module &code, llvm::StringRef text);

/// An anonymous struct of 64-bit words and pointers, as kernel.h lays its structs out.
llvm::Constant *record(llvm::Module &code, llvm::ArrayRef<llvm::Constant *> fields);

/// A 64-bit word.
llvm::Constant *word(llvm::Module &code, uint64_t value);

/// A constant array called `name`; null where it is empty.
llvm::Constant *table(llvm::Module &code, llvm::StringRef name, llvm::ArrayRef<llvm::Constant *> rows);

} // namespace tenon::target

#endif
