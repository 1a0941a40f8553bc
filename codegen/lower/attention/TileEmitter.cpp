// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/attention/TileEmitter.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace tenon;

TileEmitter::TileEmitter(Phase &phase, const AttentionKernel &kernel, int64_t tokens)
    : Emitter(phase.builder(), phase.loc()), phase(phase), kernel(kernel), shape(kernel.shape),
      state(kernel.shape, tokens * kernel.shape.tileHeads()), formulas(phase.loc(), phase.builder()),
      vector(VectorType::get({kernel.shape.lanes()}, phase.builder().getF32Type())) {
  scratchBase = phase.buffer({"scratch", 0, b.getF32Type()});
}

void TileEmitter::emit(const RowTile &rowTile, Value kvHead) {
  tile = &rowTile;
  scratch = flatView(b, loc, scratchBase, index(0), index(state.floats));
  store.emplace(b, loc, shape, rowTile, kvHead);
  Value groupStart = mul(kvHead, shape.group());
  lastHead = add(groupStart, shape.group() - 1);
  loop(index(0), index(shape.headTiles()), 1,
       [&](Value headTile) { emitHeads(add(groupStart, mul(headTile, shape.tileHeads()))); });
}

void TileEmitter::emitHeads(Value firstHead) {
  loadQueries(firstHead);
  reset(state.output, state.maximum, state.sums);
  reset(state.totalOutput, state.totalMaximum, state.totalSums);
  auto [start, end] = keyRange();
  loop(start, end, shape.schedule.getKeyBlock(), [&](Value block) { emitBlock(block, end, firstHead); });
  storeOutput(firstHead);
}

/// Takes in the keys from `block` to the end of their block, or to `end`.
void TileEmitter::emitBlock(Value block, Value end, Value firstHead) {
  Value blockEnd = min(add(block, shape.schedule.getKeyBlock()), end);
  Value panels = ceilDiv(sub(blockEnd, block), index(shape.panelKeys()));
  Value place = tile->placeOf(*this, kernel, block);
  multiplyScores(place, panels);
  Value scored = mul(panels, shape.panelKeys());
  if (!AttendOp(kernel.attend).getScore().empty())
    modifyScores(block, scored, firstHead);

  // Keys past the end of a panel, and those that some row must not see.
  Value lastScored = add(block, scored);
  Value isBoundary = compare(arith::CmpIPredicate::ugt, lastScored,
                             kernel.mask.causal ? add(tile->position, 1) : tile->keys);
  if (kernel.mask.window) {
    Value lastRow = add(tile->position, tile->tokens);
    isBoundary = arith::OrIOp::create(b, loc, isBoundary, less(add(block, *kernel.mask.window), lastRow));
  }
  if (kernel.mask.rest)
    isBoundary = arith::ConstantIntOp::create(b, loc, 1, 1);
  when(isBoundary, [&] { maskScores(block, scored, firstHead); });

  updateSoftmax(scored);
  multiplyValues(place, sub(blockEnd, block), isBoundary);
  Value chunkEnds = equal(rem(blockEnd, shape.schedule.getKeyChunk()), index(0));
  when(arith::OrIOp::create(b, loc, chunkEnds, equal(blockEnd, end)), [&] { foldChunk(); });
}

/// First block and end of the keys that some row of the tile may see.
std::pair<Value, Value> TileEmitter::keyRange() {
  Value end = tile->keys;
  if (kernel.mask.causal)
    end = min(end, add(tile->position, tile->tokens));
  if (!kernel.mask.window)
    return {index(0), end};
  // The first row sees keys from position - window + 1 on.
  Value seen = add(tile->position, 1);
  Value hidden = sub(max(seen, index(*kernel.mask.window)), index(*kernel.mask.window));
  return {mul(div(hidden, shape.schedule.getKeyBlock()), shape.schedule.getKeyBlock()), end};
}

Value TileEmitter::tokenOf(Value row) {
  return min(div(row, shape.tileHeads()), sub(tile->tokens, index(1)));
}

Value TileEmitter::headOf(Value row, Value firstHead) {
  return min(add(firstHead, rem(row, shape.tileHeads())), lastHead);
}

Value TileEmitter::loadVector(Value at) { return vector::LoadOp::create(b, loc, vector, scratch, at); }

void TileEmitter::storeVector(Value value, Value at) { vector::StoreOp::create(b, loc, value, scratch, at); }

Value TileEmitter::loadScalar(Value at) { return memref::LoadOp::create(b, loc, scratch, at); }

void TileEmitter::storeScalar(Value scalar, Value at) {
  memref::StoreOp::create(b, loc, scalar, scratch, at);
}

Value TileEmitter::splat(Value scalar) { return vector::BroadcastOp::create(b, loc, vector, scalar); }

Value TileEmitter::scalarConstant(double number) {
  return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(float(number)));
}

Value TileEmitter::toFloat(Value number) {
  Value integer = arith::IndexCastOp::create(b, loc, b.getI32Type(), number);
  return arith::SIToFPOp::create(b, loc, b.getF32Type(), integer);
}

Value TileEmitter::positions(Value first) {
  SmallVector<float> lanes;
  for (int64_t lane = 0; lane < shape.lanes(); ++lane)
    lanes.push_back(float(lane));
  Value offsets = arith::ConstantOp::create(b, loc, DenseElementsAttr::get(vector, ArrayRef<float>(lanes)));
  return arith::AddFOp::create(b, loc, splat(toFloat(first)), offsets);
}

vmath::Num TileEmitter::num(Value value) {
  formulas.restoreInsertionPoint(b.saveInsertionPoint());
  return {formulas, value};
}

Value TileEmitter::reduceHalves(Value value, llvm::function_ref<Value(Value, Value)> merge) {
  for (int64_t half = shape.lanes() / 2; half; half /= 2) {
    SmallVector<int64_t> order;
    for (int64_t lane = 0; lane < shape.lanes(); ++lane)
      order.push_back((lane + half) % shape.lanes());
    value = merge(value, vector::ShuffleOp::create(b, loc, value, value, order));
  }
  return vector::ExtractOp::create(b, loc, value, 0);
}
