// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One attention kernel: what it reads and writes, and where.
#ifndef TENON_CODEGEN_LOWER_ATTENTION_ATTENTIONKERNEL_H
#define TENON_CODEGEN_LOWER_ATTENTION_ATTENTIONKERNEL_H

#include "codegen/lower/attention/AttentionShape.h"
#include "codegen/lower/plan/Places.h"
#include "codegen/schedule/MaskRange.h"

namespace tenon {

/// Rows of a buffer, with the type of the value as stored.
struct StoredRows {
  PlaceAttr place;
  mlir::RankedTensorType type;
};

/// A scheduled kernel whose contraction is a `tenon.attend` between casts.
struct AttentionKernel {
  AttendOp attend;
  AttentionShape shape;
  MaskRange mask;
  StoredRows query, key, value, output;
  llvm::DenseMap<mlir::Value, PlaceAttr> parameters; ///< by argument of the kernel's body
  std::string name;

  explicit AttentionKernel(KernelOp kernel);

  /// Keys and values lie in the caller's cache; else in the panel, for one sequence at a time.
  bool isCached() const { return shape.schedule.getCached(); }
  mlir::StringRef storeFrame() const { return isCached() ? "cache" : "panel"; }
  bool isRing() const { return shape.schedule.getRingKeys() != 0; }
  /// The argument of the kernel behind `operand` of `attend`.
  static mlir::Value argumentBehind(mlir::Value operand);
};

} // namespace tenon

#endif
