// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel report: what was fused, what it costs, and what was not fused and why.
#ifndef TENON_CODEGEN_EMIT_REPORT_H
#define TENON_CODEGEN_EMIT_REPORT_H

#include "codegen/target/cpu/Cpu.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace tenon::emit {

/// JSON of a module of stage `kernels` and the variants compiled from it. Counts are
/// for one token; an elementary function counts as one operation, and `bytes` are
/// those of the weights and rows that a kernel reads and writes. `scheduled` is the module
/// of stage `schedule` of each variant; none where compilation began behind it.
std::string makeReport(mlir::ModuleOp kernels, const target::Interface &interface,
                       llvm::ArrayRef<target::Variant> variants, llvm::ArrayRef<mlir::ModuleOp> scheduled);

} // namespace tenon::emit

#endif
