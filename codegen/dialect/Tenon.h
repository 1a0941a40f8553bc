// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The `tenon` dialect in C++: operations, and the rules of shapes that they share.
#ifndef TENON_CODEGEN_DIALECT_TENON_H
#define TENON_CODEGEN_DIALECT_TENON_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <array>

namespace tenon {

namespace OpTrait {
/// Each element of the result depends on the elements of the operands that
/// broadcast to its place.
template <typename Op> class PerElement : public mlir::OpTrait::TraitBase<Op, PerElement> {};
/// Each element of the result depends on all of the operand's last axis.
template <typename Op> class Reducing : public mlir::OpTrait::TraitBase<Op, Reducing> {};
} // namespace OpTrait

/// Whether `type` is a row per token (`?` leads), not a parameter or constant.
bool hasTokens(mlir::Type type);

/// The axes of `type` without the token axis: [n] or [h, n].
llvm::ArrayRef<int64_t> rowShape(mlir::Type type);

/// The last axis of `type`.
int64_t lastAxis(mlir::Type type);

/// The shape to which `a` and `b` (without token axis) broadcast: axes of
/// length 1 stretch, missing leading axes are added. None where they do not.
std::optional<llvm::SmallVector<int64_t>> broadcast(llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b);

/// Whether values of `type` can be stored between kernels, or be a parameter: f32, bf16 or f16.
bool isStorageType(mlir::Type type);

} // namespace tenon

#include "codegen/dialect/TenonEnums.h.inc"

#include "codegen/dialect/TenonDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "codegen/dialect/TenonAttributes.h.inc"
#define GET_OP_CLASSES
#include "codegen/dialect/TenonOps.h.inc"

namespace tenon {

/// The slot that `op` states, if any.
std::optional<Slot> slotOf(mlir::Operation *op);
void setSlot(mlir::Operation *op, Slot slot);

} // namespace tenon

#endif
