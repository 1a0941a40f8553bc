// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dots of bf16 pairs: vdpbf16ps.

#include "codegen/target/x86/Products.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"

using namespace mlir;
using namespace tenon;

namespace {

/// The two bf16 of each word.
Value asPairs(Emitter &emit, const PanelLayout &right, Value words) {
  auto pairs = VectorType::get({2 * right.lanes}, right.element);
  return vector::BitCastOp::create(emit.builder(), emit.location(), pairs, words);
}

SmallVector<Value> loadStep(Emitter &emit, const PanelLayout &right, Value panel, Value at) {
  auto words = VectorType::get({right.lanes}, right.word());
  SmallVector<Value> factors;
  for (int64_t v = 0; v < right.vectors; ++v)
    factors.push_back(asPairs(emit, right,
                              vector::LoadOp::create(emit.builder(), emit.location(), words, panel,
                                                     emit.add(at, v * right.lanes))));
  return factors;
}

Value broadcastWord(Emitter &emit, const PanelLayout &right, Value word) {
  auto words = VectorType::get({right.lanes}, right.word());
  return asPairs(emit, right, vector::BroadcastOp::create(emit.builder(), emit.location(), words, word));
}

Value addProduct(Emitter &emit, Value left, Value right, Value sum) {
  return x86vector::DotBF16Op::create(emit.builder(), emit.location(), sum.getType(), sum, left, right);
}

} // namespace

ProductCode tenon::target::x86::dotBf16Code() { return {loadStep, broadcastWord, addProduct}; }
