// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queries times keys, and weights times values, in the microkernels that
// projections use.
#include "codegen/lower/attention/TileEmitter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <numeric>

using namespace mlir;
using namespace tenon;

void TileEmitter::multiplyScores(Value block, Value panels) {
  PanelLayout step = shape.step();
  int64_t wordBytes = step.word().getIntOrFloatBitWidth() / 8;
  int64_t panelWords = step.words(shape.panelKeys()) * shape.keyDim;
  Operands operands{step, shape.keyDim, 1, step.words(shape.panelKeys())};
  Value base = phase.buffer({plan.storeFrame(), 0, step.word()});
  Value blockStart = add(div(store->keys, wordBytes), mul(div(block, shape.panelKeys()), panelWords));

  auto multiply = [&](Value from, Value to, int64_t atOnce) {
    auto kernel = getMicrokernel(module, operands, {state.rows, atOnce, Prefetch::ahead});
    loop(from, to, atOnce, [&](Value panel) {
      MicrokernelCall call;
      call.left = call.accumulators = scratchBase;
      call.leftOffset = index(state.query);
      call.right = base;
      call.rightOffset = add(blockStart, mul(panel, panelWords));
      call.panelStride = index(panelWords);
      call.accumulatorOffset = add(mul(panel, shape.panelKeys()), state.scores);
      call.rowStride = index(TileState::scoreStride);
      call.depth = index(shape.keyDim);
      call.first = arith::ConstantIntOp::create(b, loc, 1, 1);
      call.prefetchOffset = call.prefetchStep = index(0);
      callMicrokernel(b, loc, kernel, call);
    });
  };
  int64_t atOnce = panelsAtOnce(step, state.rows, shape.registers);
  Value whole = mul(div(panels, atOnce), atOnce);
  multiply(index(0), whole, atOnce);
  if (atOnce > 1)
    multiply(whole, panels, 1);
}

void TileEmitter::multiplyValues(Value block, Value keys, Value isBoundary) {
  // A value of infinity or NaN must not reach rows that do not see its key:
  // their weight is 0, and 0 times infinity is NaN. Only blocks that some row
  // sees in part can hold such a value.
  auto spoilt = choose(
      isBoundary, TypeRange(b.getI1Type()), [&] { return SmallVector<Value>{hasInfinities(block, keys)}; },
      [&] { return SmallVector<Value>{arith::ConstantIntOp::create(b, loc, 0, 1)}; });
  when(
      spoilt.front(), [&] { multiplySeenValues(block, keys); },
      [&] { emitValueProduct(state.rows, index(0), block, index(0), keys); });
}

void TileEmitter::emitValueProduct(int64_t rows, Value firstRow, Value block, Value firstKey, Value keys) {
  PanelLayout step = shape.step();
  int64_t wordBytes = step.word().getIntOrFloatBitWidth() / 8;
  int64_t stepWords = step.words(shape.panelKeys()), rowWords = step.words(shape.valueColumns());
  int64_t columnSteps = shape.valueColumns() / shape.panelKeys();
  int64_t atOnce = std::gcd(columnSteps, panelsAtOnce(step, rows, shape.registers));
  auto kernel =
      getMicrokernel(module, {step, TileState::scoreStride, 1, rowWords}, {rows, atOnce, Prefetch::ahead});
  Value rowStart = add(div(store->values, wordBytes), mul(add(block, firstKey), rowWords));
  loop(index(0), index(columnSteps), atOnce, [&](Value column) {
    MicrokernelCall call;
    call.left = call.accumulators = scratchBase;
    call.leftOffset = add(add(mul(firstRow, TileState::scoreStride), firstKey), state.scores);
    call.right = phase.buffer({plan.storeFrame(), 0, step.word()});
    call.rightOffset = add(rowStart, mul(column, stepWords));
    call.panelStride = index(stepWords);
    call.accumulatorOffset =
        add(add(mul(firstRow, shape.valueColumns()), mul(column, shape.panelKeys())), state.output);
    call.rowStride = index(shape.valueColumns());
    call.depth = keys;
    call.first = arith::ConstantIntOp::create(b, loc, 0, 1);
    call.prefetchOffset = call.prefetchStep = index(0);
    callMicrokernel(b, loc, kernel, call);
  });
}

/// Row by row and key by key, leaving out weights of 0; the order of the sums
/// is that of the whole product.
void TileEmitter::multiplySeenValues(Value block, Value keys) {
  loop(index(0), keys, 1, [&](Value key) {
    forEachRow([&](Value row) {
      Value weight = loadScalar(add(add(mul(row, TileState::scoreStride), key), state.scores));
      Value isSeen = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE, weight, scalarConstant(0));
      when(isSeen, [&] { emitValueProduct(1, row, block, key, index(1)); });
    });
  });
}

/// Whether one of the block's values is infinite or NaN: all bits of an exponent set.
Value TileEmitter::hasInfinities(Value block, Value keys) {
  unsigned bits = shape.storedBytes() * 8;
  Type integer = b.getIntegerType(bits);
  auto integers = VectorType::get({shape.lanes}, integer);
  int64_t exponent = shape.stored.isF32() ? 0x7f800000 : shape.stored.isBF16() ? 0x7f80 : 0x7c00;
  Value mask = arith::ConstantOp::create(
      b, loc, DenseElementsAttr::get(integers, b.getIntegerAttr(integer, exponent)));
  auto truth = VectorType::get({shape.lanes}, b.getI1Type());
  Value none = arith::ConstantOp::create(b, loc, DenseElementsAttr::get(truth, false));
  Value base = phase.buffer({plan.storeFrame(), 0, integer});
  Value start = add(div(store->values, shape.storedBytes()), mul(block, shape.valueColumns()));
  Value count = mul(keys, shape.valueColumns());
  Value values = flatView(b, loc, base, start, count);
  Value found = loop(index(0), count, shape.lanes, none, [&](Value at, ValueRange carried) {
                  Value loaded = vector::LoadOp::create(b, loc, integers, values, at);
                  Value masked = arith::AndIOp::create(b, loc, loaded, mask);
                  Value hit = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, masked, mask);
                  return SmallVector<Value>{arith::OrIOp::create(b, loc, carried.front(), hit)};
                }).front();
  return vector::ReductionOp::create(b, loc, vector::CombiningKind::OR, found);
}
