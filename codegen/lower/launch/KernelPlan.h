// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the values of a kernel lie while it runs: decided once, before any
// code is emitted.
#ifndef TENON_CODEGEN_LOWER_LAUNCH_KERNELPLAN_H
#define TENON_CODEGEN_LOWER_LAUNCH_KERNELPLAN_H

#include "codegen/fuse/Segments.h"
#include "codegen/lower/launch/Workspace.h"
#include "codegen/lower/pack/PanelLayout.h"
#include "codegen/lower/rows/RowKernel.h"
#include "codegen/target/TargetInfo.h"

namespace tenon {

/// A segment with its weights' layout and their place in the packed block.
struct SegmentPlan {
  Segment segment;
  PanelLayout layout;
  int64_t packedOffset = 0; ///< bytes
};

/// Offsets of parameters in the packed block, filled as kernels are planned.
struct PackPlan {
  int64_t bytes = 0;
  llvm::DenseMap<mlir::Value, int64_t> vectors; ///< arguments of the function that are no weights
  llvm::DenseMap<mlir::Value, int64_t> tables;  ///< those of which rows are embedded
};

struct KernelPlan {
  KernelOp kernel;
  std::vector<SegmentPlan> segments;                             ///< none: a row kernel
  mlir::Value left;                                              ///< the left operand of every product
  int64_t tileRows = 1;                                          ///< rows of a tile of the left operand
  llvm::SmallVector<std::pair<mlir::Value, rows::Place>> inputs; ///< arguments of the body: rows and vectors
  llvm::SmallVector<std::pair<mlir::Value, rows::Place>> tables; ///< those of which rows are embedded
  llvm::SmallVector<std::pair<mlir::Value, rows::Place>> results;
  /// Values that a later phase needs: rows of f32 behind the left operand.
  llvm::SmallVector<std::pair<mlir::Value, rows::Place>> kept;
  /// Rows of a row block; 0 without segments. Twice the target's where pairs halve
  /// the left operand: the weights then pass by half as often.
  int64_t blockRows = 0;
  int64_t panelBytes = 0;

  std::string name() const { return KernelOp(kernel).getName().str(); }
  mlir::Location loc() const { return KernelOp(kernel).getLoc(); }
  bool isAttention() const { return !KernelOp(kernel).getBody().front().getOps<AttendOp>().empty(); }
  /// Of every segment, whose left operand is the same.
  const PanelLayout &layout() const { return segments.front().layout; }
  /// Operations of `slot`, and all that depend on no token and may be needed there.
  llvm::SmallVector<mlir::Operation *> opsOf(Slot slot) const;
};

/// Whether the products of `kernel` are dots of pairs of bf16: the block's dtype,
/// to which inputs of linears may be rounded, and the weights are bf16, and the
/// target gains by it.
bool multipliesPairs(KernelOp kernel, const TargetInfo &target);

/// Plans `kernel`; parameters that it reads first are given places in `pack`.
KernelPlan planKernel(KernelOp kernel, const Workspace &workspace, const TargetInfo &target, PackPlan &pack);

} // namespace tenon

#endif
