// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The phases of a kernel with products: the prologue packs rows into the left
// operand's panel, the contraction multiplies and runs the epilogue.
#ifndef TENON_CODEGEN_LOWER_CONTRACTION_CONTRACTION_H
#define TENON_CODEGEN_LOWER_CONTRACTION_CONTRACTION_H

#include "codegen/lower/build/Phase.h"
#include "codegen/lower/plan/Places.h"

namespace tenon {

/// Units are tiles of rows. Writes panel[tile][k][row of the tile] in f32, or
/// panel[tile][k / 2][row of the tile][k % 2] in bf16 for products of pairs: the
/// rows of a block are spread evenly over as few tiles as hold them.
EmittedPhase emitPrologue(mlir::ModuleOp module, KernelOp kernel);

/// Units are chunks of columns, segment after segment.
EmittedPhase emitContraction(mlir::ModuleOp module, KernelOp kernel);

} // namespace tenon

#endif
