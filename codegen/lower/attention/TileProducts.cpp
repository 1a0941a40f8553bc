// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queries times keys, and weights times values, in the register tiles that
// projections use.
#include "codegen/lower/attention/TileEmitter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <numeric>

using namespace mlir;
using namespace tenon;

void TileEmitter::multiplyScores(Value place, Value panels) {
  PanelLayout step = shape.step();
  int64_t wordBytes = step.word().getIntOrFloatBitWidth() / 8;
  int64_t panelWords = step.words(shape.panelKeys()) * shape.keyDim;
  TileStrides strides{shape.keyDim, 1, step.words(shape.panelKeys())};
  Value base = phase.buffer({kernel.storeFrame(), 0, step.word()});
  Value blockStart = add(div(store->keys, wordBytes), mul(div(place, shape.panelKeys()), panelWords));

  auto multiply = [&](Value from, Value to, int64_t atOnce) {
    TileAttr tile = tileOf(step, state.rows, atOnce, strides, Prefetch::ahead, shape.schedule.getStream());
    loop(from, to, atOnce, [&](Value panel) {
      TileOperands operands;
      operands.left = operands.accumulators = scratchBase;
      operands.leftOffset = index(state.query);
      operands.right = base;
      operands.rightOffset = add(blockStart, mul(panel, panelWords));
      operands.panelStride = index(panelWords);
      operands.accumulatorOffset = add(mul(panel, shape.panelKeys()), state.scores);
      operands.rowStride = index(state.scoreStride);
      operands.depth = index(shape.keyDim);
      operands.first = arith::ConstantIntOp::create(b, loc, 1, 1);
      operands.prefetchOffset = operands.prefetchStep = index(0);
      emitTileProduct(b, loc, tile, operands);
    });
  };
  int64_t atOnce = shape.atOnce(state.rows);
  Value whole = mul(div(panels, atOnce), atOnce);
  multiply(index(0), whole, atOnce);
  if (atOnce > 1)
    multiply(whole, panels, 1);
}

void TileEmitter::multiplyValues(Value place, Value keys, Value isBoundary) {
  // A value of infinity or NaN must not reach rows that do not see its key:
  // their weight is 0, and 0 times infinity is NaN. Only blocks that some row
  // sees in part can hold such a value.
  auto spoilt = choose(
      isBoundary, TypeRange(b.getI1Type()), [&] { return SmallVector<Value>{hasInfinities(place, keys)}; },
      [&] { return SmallVector<Value>{arith::ConstantIntOp::create(b, loc, 0, 1)}; });
  when(
      spoilt.front(), [&] { multiplySeenValues(place, keys); },
      [&] { emitValueProduct(state.rows, index(0), place, index(0), keys); });
}

void TileEmitter::emitValueProduct(int64_t rows, Value firstRow, Value place, Value firstKey, Value keys) {
  PanelLayout step = shape.step();
  int64_t wordBytes = step.word().getIntOrFloatBitWidth() / 8;
  int64_t stepWords = step.words(shape.panelKeys()), rowWords = step.words(shape.valueColumns());
  int64_t columnSteps = shape.valueColumns() / shape.panelKeys();
  int64_t atOnce = std::gcd(columnSteps, shape.atOnce(rows));
  TileAttr tile = tileOf(step, rows, atOnce, {state.scoreStride, 1, rowWords}, Prefetch::ahead,
                         shape.schedule.getStream());
  Value rowStart = add(div(store->values, wordBytes), mul(add(place, firstKey), rowWords));
  loop(index(0), index(columnSteps), atOnce, [&](Value column) {
    TileOperands operands;
    operands.left = operands.accumulators = scratchBase;
    operands.leftOffset = add(add(mul(firstRow, state.scoreStride), firstKey), state.scores);
    operands.right = phase.buffer({kernel.storeFrame(), 0, step.word()});
    operands.rightOffset = add(rowStart, mul(column, stepWords));
    operands.panelStride = index(stepWords);
    operands.accumulatorOffset =
        add(add(mul(firstRow, shape.valueColumns()), mul(column, shape.panelKeys())), state.output);
    operands.rowStride = index(shape.valueColumns());
    operands.depth = keys;
    operands.first = arith::ConstantIntOp::create(b, loc, 0, 1);
    operands.prefetchOffset = operands.prefetchStep = index(0);
    emitTileProduct(b, loc, tile, operands);
  });
}

/// Row by row and key by key, leaving out weights of 0; the order of the sums
/// is that of the whole product.
void TileEmitter::multiplySeenValues(Value place, Value keys) {
  loop(index(0), keys, 1, [&](Value key) {
    forEachRow([&](Value row) {
      Value weight = loadScalar(add(add(mul(row, state.scoreStride), key), state.scores));
      Value isSeen = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE, weight, scalarConstant(0));
      when(isSeen, [&] { emitValueProduct(1, row, place, key, index(1)); });
    });
  });
}

/// Whether one of the block's values is infinite or NaN: all bits of an exponent set.
Value TileEmitter::hasInfinities(Value place, Value keys) {
  unsigned bits = shape.storedBytes() * 8;
  Type integer = b.getIntegerType(bits);
  auto integers = VectorType::get({shape.lanes()}, integer);
  int64_t exponent = shape.schedule.getStored().isF32()    ? 0x7f800000
                     : shape.schedule.getStored().isBF16() ? 0x7f80
                                                           : 0x7c00;
  Value mask = arith::ConstantOp::create(
      b, loc, DenseElementsAttr::get(integers, b.getIntegerAttr(integer, exponent)));
  auto truth = VectorType::get({shape.lanes()}, b.getI1Type());
  Value none = arith::ConstantOp::create(b, loc, DenseElementsAttr::get(truth, false));
  Value base = phase.buffer({kernel.storeFrame(), 0, integer});
  Value start = add(div(store->values, shape.storedBytes()), mul(place, shape.valueColumns()));
  Value count = mul(keys, shape.valueColumns());
  Value values = flatView(b, loc, base, start, count);
  Value found = loop(index(0), count, shape.lanes(), none, [&](Value at, ValueRange carried) {
                  Value loaded = vector::LoadOp::create(b, loc, integers, values, at);
                  Value masked = arith::AndIOp::create(b, loc, loaded, mask);
                  Value hit = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, masked, mask);
                  return SmallVector<Value>{arith::OrIOp::create(b, loc, carried.front(), hit)};
                }).front();
  return vector::ReductionOp::create(b, loc, vector::CombiningKind::OR, found);
}
