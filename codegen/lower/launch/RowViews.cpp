// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/launch/RowViews.h"

#include "codegen/dialect/Tenon.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace tenon;
using rows::Place;

namespace {

StringRef frameOf(Place::Kind kind) {
  switch (kind) {
  case Place::Kind::x:
    return "x";
  case Place::Kind::y:
    return "y";
  case Place::Kind::workspace:
    return "workspace";
  case Place::Kind::panel:
    return "panel";
  case Place::Kind::packed:
    return "packed";
  }
  llvm_unreachable("a place of another kind");
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

rows::RowBuffer RowViews::row(const Place &place, Type type, Value row) {
  OpBuilder &b = phase.builder();
  Location loc = phase.loc();
  auto tensor = cast<RankedTensorType>(type);
  int64_t elements = 1;
  for (int64_t axis : rowShape(type))
    elements *= axis;
  Value base = phase.buffer({frameOf(place.kind), place.offset, tensor.getElementType()});
  bool ofCaller = place.kind == Place::Kind::x || place.kind == Place::Kind::y;
  Value offset;
  if (place.kind == Place::Kind::packed) {
    offset = arith::ConstantIndexOp::create(b, loc, 0);
  } else {
    Value index =
        place.kind == Place::Kind::panel ? row : arith::AddIOp::create(b, loc, phase.size("first"), row);
    Value stride =
        ofCaller
            ? phase.size(place.kind == Place::Kind::x ? "x_stride" : "y_stride")
            : arith::ConstantIndexOp::create(b, loc, place.rowBytes * 8 / tensor.getElementTypeBitWidth());
    offset = arith::MulIOp::create(b, loc, index, stride);
  }
  return {stridedView(b, loc, base, offset, elements, 1), /*fromRange=*/false, /*padded=*/!ofCaller};
}

rows::RowBuffer RowViews::embedded(EmbedOp embed, const Place &place, Value row) {
  OpBuilder &b = phase.builder();
  Location loc = phase.loc();
  auto table = cast<RankedTensorType>(embed.getTable().getType());
  Value index;
  if (embed.getIndex() == EmbedIndex::token) {
    auto ids = RankedTensorType::get({ShapedType::kDynamic, 1}, b.getI32Type());
    index = memref::LoadOp::create(b, loc, this->row({Place::Kind::x, 0, 0}, ids, row).memref,
                                   Value(arith::ConstantIndexOp::create(b, loc, 0)));
  } else {
    index = number(embed.getIndex() == EmbedIndex::position ? "positions" : "token_types", row);
  }
  index = arith::IndexCastOp::create(b, loc, b.getIndexType(), index);
  auto constant = [&](int64_t value) -> Value { return arith::ConstantIndexOp::create(b, loc, value); };
  Value at = arith::AddIOp::create(b, loc, index, constant(embed.getOffset()));
  Value stride = constant(place.rowBytes * 8 / table.getElementTypeBitWidth());
  Value base = phase.buffer({"packed", place.offset, table.getElementType()});
  Value offset = arith::MulIOp::create(b, loc, at, stride);
  return {stridedView(b, loc, base, offset, table.getDimSize(1), 1), /*fromRange=*/false, /*padded=*/true};
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
