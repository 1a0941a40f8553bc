// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/contraction/TileProduct.h"

using namespace mlir;
using namespace tenon;

TileAttr tenon::tileOf(const PanelLayout &right, int64_t rows, int64_t panels, const TileStrides &strides,
                       Prefetch prefetch, StreamAttr stream) {
  Product product = right.isDot() ? Product::dot_bf16 : Product::fma;
  return TileAttr::get(right.element.getContext(), product, right.element, right.encoding, right.lanes,
                       right.vectors, rows, panels, strides.leftRow, strides.leftStep, strides.rightStep,
                       prefetch, stream);
}

void tenon::emitTileProduct(OpBuilder &builder, Location loc, TileAttr tile, const TileOperands &operands) {
  TileProductOp::create(builder, loc, operands.left, operands.leftOffset, operands.right,
                        operands.rightOffset, operands.panelStride, operands.accumulators,
                        operands.accumulatorOffset, operands.rowStride, operands.depth, operands.first,
                        operands.prefetchOffset, operands.prefetchStep, tile);
}
