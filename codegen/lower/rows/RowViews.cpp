// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/rows/RowViews.h"

#include "codegen/dialect/Tenon.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace tenon;

namespace {

/// The word of the frame that points to a place's memory.
StringRef frameOf(PlaceKind kind) {
  bool isPacked = kind == PlaceKind::packed || kind == PlaceKind::weights;
  return isPacked ? "packed" : kind == PlaceKind::left ? "panel" : stringifyPlaceKind(kind);
}

} // namespace

Value tenon::stridedView(OpBuilder &builder, Location loc, Value base, Value offset, int64_t count,
                         int64_t stride) {
  auto element = cast<MemRefType>(base.getType()).getElementType();
  auto layout = StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, {stride});
  return memref::ReinterpretCastOp::create(builder, loc, MemRefType::get({count}, element, layout), base,
                                           OpFoldResult(offset),
                                           ArrayRef<OpFoldResult>{builder.getIndexAttr(count)},
                                           ArrayRef<OpFoldResult>{builder.getIndexAttr(stride)});
}

rows::RowBuffer RowViews::row(PlaceAttr place, Type type, Value row) {
  OpBuilder &b = phase.builder();
  Location loc = phase.loc();
  Type element = cast<RankedTensorType>(type).getElementType();
  PlaceKind kind = place.getKind();
  Value base = phase.buffer({frameOf(kind), place.getOffset(), element});
  bool ofCaller = kind == PlaceKind::x || kind == PlaceKind::y;
  Value offset;
  if (kind == PlaceKind::packed) {
    offset = arith::ConstantIndexOp::create(b, loc, 0);
  } else {
    Value index = kind == PlaceKind::panel ? row : arith::AddIOp::create(b, loc, phase.size("first"), row);
    Value stride = ofCaller ? phase.size(kind == PlaceKind::x ? "x_stride" : "y_stride")
                            : arith::ConstantIndexOp::create(
                                  b, loc, place.getRowBytes() * 8 / element.getIntOrFloatBitWidth());
    offset = arith::MulIOp::create(b, loc, index, stride);
  }
  return {stridedView(b, loc, base, offset, rowElements(type), 1), /*fromRange=*/false, /*padded=*/!ofCaller};
}

rows::RowBuffer RowViews::embedded(EmbedOp embed, PlaceAttr place, Value row) {
  OpBuilder &b = phase.builder();
  Location loc = phase.loc();
  auto table = cast<RankedTensorType>(embed.getTable().getType());
  Value index = embed.getIndex() == EmbedIndex::token      ? idOf(row)
                : embed.getIndex() == EmbedIndex::position ? number("positions", row)
                                                           : number("token_types", row);
  index = arith::IndexCastOp::create(b, loc, b.getIndexType(), index);
  auto constant = [&](int64_t value) -> Value { return arith::ConstantIndexOp::create(b, loc, value); };
  Value at = arith::AddIOp::create(b, loc, index, constant(embed.getOffset()));
  Value stride = constant(place.getRowBytes() * 8 / table.getElementTypeBitWidth());
  Value base = phase.buffer({"packed", place.getOffset(), table.getElementType()});
  Value offset = arith::MulIOp::create(b, loc, at, stride);
  return {stridedView(b, loc, base, offset, table.getDimSize(1), 1), /*fromRange=*/false, /*padded=*/true};
}

Value RowViews::idOf(Value row) {
  OpBuilder &b = phase.builder();
  auto ids = RankedTensorType::get({ShapedType::kDynamic, 1}, b.getI32Type());
  Value view = this->row(PlaceAttr::get(b.getContext(), PlaceKind::x, 0, 0), ids, row).memref;
  return memref::LoadOp::create(b, phase.loc(), view,
                                Value(arith::ConstantIndexOp::create(b, phase.loc(), 0)));
}

Value RowViews::position(Value row) { return number("positions", row); }

/// Row `row` of the row block in a list of whole numbers, i64.
Value RowViews::number(StringRef frame, Value row) {
  OpBuilder &b = phase.builder();
  Value base = phase.buffer({frame, 0, b.getI64Type()});
  Value index = arith::AddIOp::create(b, phase.loc(), phase.size("first"), row);
  Value one = stridedView(b, phase.loc(), base, index, 1, 1);
  return memref::LoadOp::create(b, phase.loc(), one,
                                Value(arith::ConstantIndexOp::create(b, phase.loc(), 0)));
}
