// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One attention kernel: what it reads and writes, and where.
#ifndef TENON_CODEGEN_LOWER_ATTENTION_ATTENTIONPLAN_H
#define TENON_CODEGEN_LOWER_ATTENTION_ATTENTIONPLAN_H

#include "codegen/lower/attention/AttentionShape.h"
#include "codegen/lower/launch/KernelPlan.h"

namespace tenon {

/// Rows of a buffer, with the type of the value as stored.
struct StoredRows {
  rows::Place place;
  mlir::RankedTensorType type;
};

struct AttentionPlan {
  AttendOp attend;
  AttentionShape shape;
  MaskRange mask;
  StoredRows query, key, value, output;
  /// Parameters that score, mask and sinks read, by the operand of `attend`.
  llvm::DenseMap<mlir::Value, rows::Place> parameters;
  /// Keys and values lie in the caller's cache; else in the panel, for one
  /// sequence at a time.
  bool cached = false;
  std::string name;

  mlir::StringRef storeFrame() const { return cached ? "cache" : "panel"; }
  /// Keys of a cached store behind a window, which is a ring; 0: the store holds every key.
  int64_t ringKeys() const { return cached && mask.window ? shape.ringKeys(*mask.window) : 0; }
};

/// Reads `plan`, whose kernel consists of a `tenon.attend` between casts.
/// `cacheType` is the block's type for keys and values.
AttentionPlan planAttention(const KernelPlan &plan, mlir::Type cacheType, const TargetInfo &target);

} // namespace tenon

#endif
