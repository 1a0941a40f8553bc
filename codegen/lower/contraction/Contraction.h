// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The phases of a kernel with products: the prologue packs rows into the left
// operand's panel, the contraction multiplies and runs the epilogue.
#ifndef TENON_CODEGEN_LOWER_CONTRACTION_CONTRACTION_H
#define TENON_CODEGEN_LOWER_CONTRACTION_CONTRACTION_H

#include "codegen/lower/launch/KernelPlan.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// A phase with what the launch list says about it.
struct EmittedPhase {
  mlir::func::FuncOp function;
  int64_t scratchBytes = 0; ///< of one task
  int64_t units = 0;        ///< column chunks of a contraction; row tiles depend on the rows
};

/// Units are tiles of rows. Writes panel[tile][k][row of the tile] in f32, or
/// panel[tile][k / 2][row of the tile][k % 2] in bf16 for products of pairs: the
/// rows of a block are spread evenly over as few tiles as hold them.
EmittedPhase emitPrologue(mlir::ModuleOp module, const KernelPlan &plan, const TargetInfo &target);

/// Units are chunks of columns, segment after segment.
EmittedPhase emitContraction(mlir::ModuleOp module, const KernelPlan &plan, const TargetInfo &target);

} // namespace tenon

#endif
