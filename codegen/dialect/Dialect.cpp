// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration, shapes, folds.

#include "codegen/dialect/Launch.h"
#include "codegen/dialect/Tenon.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/FoldInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tenon;

#include "codegen/dialect/RowOpInterface.cpp.inc"
#include "codegen/dialect/TenonDialect.cpp.inc"
#include "codegen/dialect/TenonEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "codegen/dialect/TenonAttributes.cpp.inc"
#define GET_OP_CLASSES
#include "codegen/dialect/TenonOps.cpp.inc"

namespace {

/// Folding leaves constants in their slot: the body of a kernel consists of slots.
struct FoldsInSlots : DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;
  bool shouldMaterializeInto(Region *region) const final { return isa<SlotOp>(region->getParentOp()); }
};

} // namespace

void TenonDialect::initialize() {
  addInterfaces<FoldsInSlots>();
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

int64_t tenon::rowElements(Type type) {
  int64_t count = 1;
  for (int64_t axis : rowShape(type))
    count *= axis;
  return count;
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

bool tenon::hasRowShape(Type type) {
  // Offsets count bytes in 64 bits, columns in 32: whatever fits no machine is refused here.
  constexpr int64_t longest = (int64_t(1) << 31) - 1, most = int64_t(1) << 40;
  if (!isa<RankedTensorType>(type) || rowShape(type).empty())
    return false;
  int64_t elements = 1;
  for (int64_t axis : rowShape(type)) {
    if (axis <= 0 || axis > longest || axis > most / elements)
      return false;
    elements *= axis;
  }
  return true;
}

bool tenon::isStorageType(Type type) { return type.isF32() || type.isBF16() || type.isF16(); }

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

Operation *TenonDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  auto numbers = dyn_cast<ElementsAttr>(value);
  if (!numbers || cast<ShapedType>(type).getShape() != numbers.getShapedType().getShape())
    return nullptr;
  return ConstantOp::create(builder, loc, numbers);
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
