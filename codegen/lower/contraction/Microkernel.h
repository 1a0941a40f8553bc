// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The innermost loop of a contraction: a register tile of accumulators that
// runs over k.
#ifndef TENON_CODEGEN_LOWER_CONTRACTION_MICROKERNEL_H
#define TENON_CODEGEN_LOWER_CONTRACTION_MICROKERNEL_H

#include "codegen/lower/pack/PanelLayout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// How the operands of a product lie in memory: left[row * leftRow + step * leftStep]
/// in f32 elements or pairs of bf16, right[step * rightStep + word] in words of the layout.
struct Operands {
  PanelLayout right; ///< its element, lanes and vectors; extents play no part here
  int64_t leftRow = 0;
  int64_t leftStep = 0;
  int64_t rightStep = 0;

  /// A packed left operand with tiles of `tileRows` rows, and panels of `layout`.
  static Operands packed(const PanelLayout &layout, int64_t tileRows) {
    return {layout, 1, tileRows, layout.words(layout.step())};
  }
};

/// What a register tile prefetches of the right operand: the next panel, since
/// this one is used again by the next tiles; or its own panels some way ahead,
/// since they are read once or come from the outer caches.
enum class Prefetch { next, ahead };

/// One register tile: `rows` rows of the left operand times `panels` panels.
/// Every shape sums each column over ascending steps in a chain of its own, so
/// all of them give the same bits.
struct RegisterTile {
  int64_t rows = 0;
  int64_t panels = 1;
  Prefetch prefetch = Prefetch::ahead;
};

/// How many panels `rows` rows may take at once (4, 2 or 1): more panels hide the
/// latency of few rows' sums, as long as all stays in `registers` vector registers.
int64_t panelsAtOnce(const PanelLayout &layout, int64_t rows, int64_t registers);

/// What one call works on. Offsets and strides count elements; those of the
/// right operand count words of its layout.
struct MicrokernelCall {
  mlir::Value left, leftOffset;
  mlir::Value right, rightOffset, panelStride;
  mlir::Value accumulators, accumulatorOffset, rowStride; ///< f32 [rows][panel after panel]
  mlir::Value depth;                                      ///< steps of k
  mlir::Value first;                                      ///< i1: start from zero, not from the accumulators
  mlir::Value prefetchOffset;                             ///< into `right`; for Prefetch::next
  mlir::Value prefetchStep;                               ///< per step of k
};

/// The function for `tile` on such operands in `module`, made on first use.
mlir::func::FuncOp getMicrokernel(mlir::ModuleOp module, const Operands &operands, const RegisterTile &tile);

void callMicrokernel(mlir::OpBuilder &builder, mlir::Location loc, mlir::func::FuncOp microkernel,
                     const MicrokernelCall &call);

} // namespace tenon

#endif
