// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Multiply-adds of f32.

#include "codegen/lower/tile/RegisterTile.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace tenon;

namespace {

/// Two bf16 vectors in one load: the low halves by a shift, the high ones by a mask.
SmallVector<Value> loadPairs(Emitter &emit, const PanelLayout &right, Value panel, Value at) {
  auto &b = emit.builder();
  Location loc = emit.location();
  auto words = VectorType::get({right.lanes}, right.word());
  auto vector = VectorType::get({right.lanes}, b.getF32Type());
  auto constant = [&](uint32_t bits) {
    return arith::ConstantOp::create(b, loc,
                                     DenseElementsAttr::get(words, b.getI32IntegerAttr(int32_t(bits))));
  };
  SmallVector<Value> factors;
  Value sixteen = constant(16), high = constant(0xffff0000);
  for (int64_t v = 0; v < right.vectors; v += 2) {
    Value word = vector::LoadOp::create(b, loc, words, panel, emit.add(at, right.words(v * right.lanes)));
    for (Value half : {Value(arith::ShLIOp::create(b, loc, word, sixteen)),
                       Value(arith::AndIOp::create(b, loc, word, high))})
      factors.push_back(arith::BitcastOp::create(b, loc, vector, half));
  }
  return factors;
}

SmallVector<Value> loadStep(Emitter &emit, const PanelLayout &right, Value panel, Value at) {
  if (right.isPaired())
    return loadPairs(emit, right, panel, at);
  auto &b = emit.builder();
  auto vector = VectorType::get({right.lanes}, b.getF32Type());
  SmallVector<Value> factors;
  for (int64_t v = 0; v < right.vectors; ++v) {
    Value loaded = vector::LoadOp::create(b, emit.location(), vector.clone(right.element), panel,
                                          emit.add(at, v * right.lanes));
    factors.push_back(right.element.isF32() ? loaded
                                            : arith::ExtFOp::create(b, emit.location(), vector, loaded));
  }
  return factors;
}

Value broadcastWord(Emitter &emit, const PanelLayout &right, Value word) {
  auto vector = VectorType::get({right.lanes}, word.getType());
  return vector::BroadcastOp::create(emit.builder(), emit.location(), vector, word);
}

Value addProduct(Emitter &emit, Value left, Value right, Value sum) {
  return vector::FMAOp::create(emit.builder(), emit.location(), left, right, sum);
}

} // namespace

ProductCode tenon::fmaCode() { return {loadStep, broadcastWord, addProduct}; }
