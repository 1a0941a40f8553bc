// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration, shapes, slots, folds.

#include "codegen/dialect/Launch.h"
#include "codegen/dialect/Tenon.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tenon;

#include "codegen/dialect/TenonDialect.cpp.inc"
#include "codegen/dialect/TenonEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "codegen/dialect/TenonAttributes.cpp.inc"
#define GET_OP_CLASSES
#include "codegen/dialect/TenonOps.cpp.inc"

void TenonDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "codegen/dialect/TenonAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "codegen/dialect/TenonOps.cpp.inc"
      >();
}

bool tenon::hasTokens(Type type) {
  auto shape = cast<RankedTensorType>(type).getShape();
  return !shape.empty() && ShapedType::isDynamic(shape.front());
}

ArrayRef<int64_t> tenon::rowShape(Type type) {
  return cast<RankedTensorType>(type).getShape().drop_front(hasTokens(type) ? 1 : 0);
}

int64_t tenon::lastAxis(Type type) { return cast<RankedTensorType>(type).getShape().back(); }

std::optional<SmallVector<int64_t>> tenon::broadcast(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  if (a.size() < b.size())
    std::swap(a, b);
  SmallVector<int64_t> result(a);
  for (size_t i = 0; i < b.size(); ++i) {
    int64_t &axis = result[result.size() - 1 - i];
    int64_t other = b[b.size() - 1 - i];
    if (axis != other && axis != 1 && other != 1)
      return std::nullopt;
    axis = axis == 1 ? other : axis;
  }
  return result;
}

bool tenon::isStorageType(Type type) { return type.isF32() || type.isBF16() || type.isF16(); }

std::optional<Slot> tenon::slotOf(Operation *op) {
  if (auto slot = op->getAttrOfType<SlotAttr>("slot"))
    return slot.getValue();
  return std::nullopt;
}

void tenon::setSlot(Operation *op, Slot slot) { op->setAttr("slot", SlotAttr::get(op->getContext(), slot)); }

YieldOp KernelOp::getYield() { return cast<YieldOp>(getBody().front().getTerminator()); }

LogicalResult ConstantOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange,
                                           DictionaryAttr attributes, OpaqueProperties properties,
                                           RegionRange, SmallVectorImpl<Type> &types) {
  ConstantOp::Adaptor adaptor(ValueRange(), attributes, *properties.as<ConstantOp::Properties *>());
  auto type = cast<ShapedType>(adaptor.getValue().getType());
  Type element = type.getElementType().isInteger(1) ? type.getElementType() : Float32Type::get(context);
  types.push_back(RankedTensorType::get(type.getShape(), element));
  return success();
}

/// f32 is what values are: rounding to it changes nothing.
OpFoldResult RoundOp::fold(FoldAdaptor) { return getFormat().isF32() ? getOperand() : Value(); }

OpFoldResult CastOp::fold(FoldAdaptor) {
  return getOperand().getType() == getType() ? getOperand() : Value();
}

/// split(merge(x)) is x where both mean the same heads.
OpFoldResult SplitOp::fold(FoldAdaptor) {
  auto merge = getOperand().getDefiningOp<MergeOp>();
  return merge && merge.getOperand().getType() == getType() ? merge.getOperand() : Value();
}

/// merge(split(x)) is x.
OpFoldResult MergeOp::fold(FoldAdaptor) {
  auto split = getOperand().getDefiningOp<SplitOp>();
  return split && split.getOperand().getType() == getType() ? split.getOperand() : Value();
}
