// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The `tenon` dialect in C++: operations, and the rules of shapes that they share.
#ifndef TENON_CODEGEN_DIALECT_TENON_H
#define TENON_CODEGEN_DIALECT_TENON_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <array>

namespace tenon {

/// Whether `type` is a row per token (`?` leads), not a parameter or constant.
bool hasTokens(mlir::Type type);

/// The axes of `type` without the token axis: [n] or [h, n].
llvm::ArrayRef<int64_t> rowShape(mlir::Type type);

/// The last axis times the heads: elements of a row of `type`, or of a parameter.
int64_t rowElements(mlir::Type type);

/// The last axis of `type`.
int64_t lastAxis(mlir::Type type);

/// The shape to which `a` and `b` (without token axis) broadcast: axes of
/// length 1 stretch, missing leading axes are added. None where they do not.
std::optional<llvm::SmallVector<int64_t>> broadcast(llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b);

/// Elements of a row of `type`, or of the whole parameter.
int64_t rowElements(mlir::Type type);

/// Whether `type` is a ranked tensor with static axes behind an optional token axis: one at least, none empty,
/// none beyond 2^31 - 1, 2^40 elements at most.
bool hasRowShape(mlir::Type type);

/// Whether values of `type` can be stored between kernels, or be a parameter: f32, bf16 or f16.
bool isStorageType(mlir::Type type);

/// `shape` behind a token axis, if it has `tokens`.
mlir::RankedTensorType rowsType(llvm::ArrayRef<int64_t> shape, mlir::Type element, bool tokens);

/// The type of `operand` with a last axis of length 1; reports what is no row.
llvm::FailureOr<mlir::RankedTensorType> reducedType(std::optional<mlir::Location> location,
                                                    mlir::Value operand);

/// The type of a result that has the shape to which `operands` broadcast, and a token axis if one of
/// them has; reports operands that do not.
llvm::FailureOr<mlir::RankedTensorType> broadcastType(std::optional<mlir::Location> location,
                                                      mlir::ValueRange operands, mlir::Type element);

/// Adds to `state` the type of the result that follows from the rest of it.
void inferResult(mlir::OpBuilder &builder, mlir::OperationState &state);

namespace OpTrait {
/// Each element of the result depends on the elements of the operands that
/// broadcast to its place.
template <typename Op> class PerElement : public mlir::OpTrait::TraitBase<Op, PerElement> {};

/// The result depends on all of the operand's last axis, which it has in length 1.
template <typename Op> class Reducing : public mlir::OpTrait::TraitBase<Op, Reducing> {
public:
  static llvm::LogicalResult inferReturnTypes(mlir::MLIRContext *, std::optional<mlir::Location> location,
                                              mlir::ValueRange operands, mlir::DictionaryAttr,
                                              mlir::OpaqueProperties, mlir::RegionRange,
                                              llvm::SmallVectorImpl<mlir::Type> &types) {
    auto type = reducedType(location, operands[0]);
    if (succeeded(type))
      types.push_back(*type);
    return type;
  }
};

/// The result has the shape to which the operands broadcast, and the elements of the last of them.
template <typename Op> class Broadcasting : public mlir::OpTrait::TraitBase<Op, Broadcasting> {
public:
  static llvm::LogicalResult inferReturnTypes(mlir::MLIRContext *, std::optional<mlir::Location> location,
                                              mlir::ValueRange operands, mlir::DictionaryAttr,
                                              mlir::OpaqueProperties, mlir::RegionRange,
                                              llvm::SmallVectorImpl<mlir::Type> &types) {
    auto type = broadcastType(location, operands, mlir::getElementTypeOrSelf(operands.back().getType()));
    if (succeeded(type))
      types.push_back(*type);
    return type;
  }
};

/// The result has the shape to which the operands broadcast, and elements that are true or false.
template <typename Op> class Comparing : public mlir::OpTrait::TraitBase<Op, Comparing> {
public:
  static llvm::LogicalResult inferReturnTypes(mlir::MLIRContext *context,
                                              std::optional<mlir::Location> location,
                                              mlir::ValueRange operands, mlir::DictionaryAttr,
                                              mlir::OpaqueProperties, mlir::RegionRange,
                                              llvm::SmallVectorImpl<mlir::Type> &types) {
    auto type = broadcastType(location, operands, mlir::IntegerType::get(context, 1));
    if (succeeded(type))
      types.push_back(*type);
    return type;
  }
};
} // namespace OpTrait

} // namespace tenon

#include "codegen/dialect/TenonEnums.h.inc"

#include "codegen/dialect/RowOpInterface.h.inc"

#include "codegen/dialect/TenonDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "codegen/dialect/TenonAttributes.h.inc"
#define GET_OP_CLASSES
#include "codegen/dialect/TenonOps.h.inc"

namespace tenon {

/// The operation that makes `value`, in whichever slot of the kernel; null: an argument.
mlir::Operation *makerOf(mlir::Value value);

} // namespace tenon

#endif
