// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a scheduled kernel says about its values, as lowering asks for it.
#ifndef TENON_CODEGEN_LOWER_PLAN_PLACES_H
#define TENON_CODEGEN_LOWER_PLAN_PLACES_H

#include "codegen/dialect/Tenon.h"

namespace tenon {

/// A value and a place where it is read or written.
struct PlacedValue {
  mlir::Value value;
  PlaceAttr place;
};
using PlacedValues = llvm::SmallVector<PlacedValue>;

/// Operations of `slot`, without those that have no row-wise code (products, embeddings, the end).
llvm::SmallVector<mlir::Operation *> opsOf(SlotOp slot);

/// Arguments of the body of `kernel` that its slots read as rows or vectors: no weights, no tables.
PlacedValues inputsOf(KernelOp kernel);

/// Arguments of which `tenon.embed` takes rows.
PlacedValues tablesOf(KernelOp kernel);

/// Results of slots that later slots read from the row block's panel.
PlacedValues keptBy(KernelOp kernel);

/// What `slot` writes: values of its body, in the order in which they are stored.
PlacedValues storesOf(SlotOp slot);

/// Reports the first operand or result of `kernel` that has no place, or one that lowering cannot read or
/// write: what it relies on. Offsets are taken as they are.
llvm::LogicalResult checkPlaces(KernelOp kernel);

} // namespace tenon

#endif
