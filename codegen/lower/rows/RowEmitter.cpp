// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of a row program: sweeps over heads and columns, reductions, stores.
#include "codegen/lower/rows/RowEmitter.h"

#include "codegen/dialect/Tenon.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tenon;
using namespace tenon::rows;

namespace {

bool isPerHead(Operation *reduction) { return rowSize(reduction->getResult(0)) > 1; }

/// The two values, as long as their product `value`, that make it; null if it is none.
std::pair<Value, Value> factorsOf(Value value) {
  auto power = value.getDefiningOp<PowerOp>();
  if (power && power.getExponent() == 2)
    return {power.getOperand(), power.getOperand()};
  auto product = value.getDefiningOp<MulOp>();
  if (product && rowSize(product.getLhs()) == rowSize(value) && rowSize(product.getRhs()) == rowSize(value))
    return {product.getLhs(), product.getRhs()};
  return {};
}

/// Whether the terms of a reduction may cancel. In f32 their sum then lacks
/// digits that x - mean(x) is made of; squares and magnitudes only add up.
bool mayCancel(Operation *reduction) {
  Operation *term = makerOf(reduction->getOperand(0));
  auto power = dyn_cast_or_null<PowerOp>(term);
  auto product = dyn_cast_or_null<MulOp>(term);
  bool isPositive = isa_and_nonnull<AbsOp>(term) || (power && power.getExponent() % 2 == 0) ||
                    (product && product.getLhs() == product.getRhs());
  return !isPositive;
}

} // namespace

void RowEmitter::emitRow() {
  for (size_t number = 0; number < schedule.sweeps.size(); ++number)
    emitSweep(number);
  sweepNumber = schedule.sweeps.size();
  storeScalars();
}

void RowEmitter::emitColumns(const ColumnRange &range) {
  rangeStart = range.first;
  sweep.space = {1, range.count};
  for (unsigned output = 0; output < program.outputs.size(); ++output)
    sweep.stores.push_back(output);
  prepareSweep(Role::scalar);
  Values none;
  emitColumnLoop(range.count, none);
}

void RowEmitter::emitSweep(size_t number) {
  sweep = schedule.sweeps[number];
  sweepNumber = number;
  prepareSweep(Role::scalar);
  if (sweep.space.heads > 1)
    return emitHeads();
  Values accumulators = emptySums(sweep.reductions);
  emitColumnLoop(sweep.space.columns, accumulators);
  for (auto [slot, reduction] : llvm::enumerate(sweep.reductions))
    scalars[reduction->getResult(0)] =
        combine(reduction, ValueRange(accumulators).slice(slot * accumulatorsEach, accumulatorsEach));
}

void RowEmitter::emitHeads() {
  // Sums per head start anew in each head; those over the whole row go on.
  Values carried = emptySums(sweep.reductions);
  Values sums = emitLoop(sweep.space.heads, 1, carried, [&](Value iv, Values &accumulators) {
    head = iv;
    headStart = arith::MulIOp::create(b, loc, iv, index(sweep.space.columns));
    perHead.clear();
    prepareSweep(Role::perHead);
    for (auto [slot, reduction] : llvm::enumerate(sweep.reductions))
      if (isPerHead(reduction))
        llvm::copy(emptySums(reduction), accumulators.begin() + slot * accumulatorsEach);
    emitColumnLoop(sweep.space.columns, accumulators);
    for (auto [slot, reduction] : llvm::enumerate(sweep.reductions)) {
      if (!isPerHead(reduction))
        continue;
      Value sum =
          combine(reduction, ValueRange(accumulators).slice(slot * accumulatorsEach, accumulatorsEach));
      int64_t base = schedule.kept.lookup(reduction->getResult(0)).offset;
      access.storeScalar(sum, program.scratch, add(head, index(base)));
    }
  });
  head = headStart = Value();
  for (auto [slot, reduction] : llvm::enumerate(sweep.reductions))
    if (!isPerHead(reduction))
      scalars[reduction->getResult(0)] =
          combine(reduction, ValueRange(sums).slice(slot * accumulatorsEach, accumulatorsEach));
}

template <typename Body>
RowEmitter::Values RowEmitter::emitLoop(int64_t end, int64_t step, Values values, Body body) {
  auto loop = scf::ForOp::create(b, loc, index(0), index(end), index(step), values);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Values inside(loop.getRegionIterArgs());
  body(loop.getInductionVar(), inside);
  if (!values.empty())
    scf::YieldOp::create(b, loc, inside);
  return Values(loop.getResults());
}

void RowEmitter::emitColumnLoop(int64_t columns, Values &accumulators) {
  // With four accumulators in turn, vector i always adds to number i mod 4,
  // whether it lies in the loop or behind it.
  int64_t unroll = accumulators.empty() ? 2 : accumulatorsEach;
  int64_t whole = columns / lanes, done = 0;
  if (whole >= 2 * unroll) {
    done = whole / unroll * unroll;
    accumulators = emitLoop(done * lanes, unroll * lanes, accumulators, [&](Value iv, Values &inside) {
      for (int64_t number = 0; number < unroll; ++number)
        emitPoint(pointAt(add(iv, index(number * lanes)), lanes), number, inside);
    });
  }
  for (; done < whole; ++done)
    emitPoint(pointAt(index(done * lanes), lanes), done, accumulators);
  if (columns % lanes != 0)
    emitPoint(pointAt(index(whole * lanes), columns % lanes), whole, accumulators);
}

RowEmitter::Point RowEmitter::pointAt(Value column, int64_t valid) {
  Value start = head ? headStart : rangeStart;
  return {column, start ? add(start, column) : column, column, valid};
}

void RowEmitter::emitPoint(const Point &point, int64_t number, Values &accumulators) {
  Memo memo;
  for (auto [slot, reduction] : llvm::enumerate(sweep.reductions))
    accumulate(reduction, slot * accumulatorsEach + number % accumulatorsEach, point, memo, accumulators);
  for (Value value : sweep.keeps)
    if (!sinkOf(value)) {
      Value at = add(point.flat, index(schedule.kept.lookup(value).offset));
      // A whole vector where there is room: what is read later should be a number.
      access.store(asNumber(vectorOf(value, Role::full, point, memo)), program.scratch, at,
                   head ? point.valid : lanes);
    }
  for (unsigned output : sweep.stores)
    storeOutput(output, point, memo);
}

void RowEmitter::accumulate(Operation *reduction, size_t slot, const Point &point, Memo &memo,
                            Values &accumulators) {
  auto termOf = [&](Value value) -> Value {
    Value term = vectorOf(value, Role::full, point, memo);
    if (point.valid < lanes) {
      Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(term.getType()));
      term = arith::SelectOp::create(b, loc, access.mask(point.valid), term, zero);
    }
    Type type = accumulators[slot].getType();
    return term.getType() == type ? term : arith::ExtFOp::create(b, loc, type, term);
  };
  Value operand = reduction->getOperand(0);
  Value &sum = accumulators[slot];
  auto [left, right] = isInMemory(operand) ? std::pair<Value, Value>() : factorsOf(operand);
  if (left) // one instruction, and one rounding fewer
    sum = math::FmaOp::create(b, loc, termOf(left), termOf(right), sum);
  else
    sum = arith::AddFOp::create(b, loc, sum, termOf(operand));
}

void RowEmitter::storeOutput(unsigned output, const Point &point, Memo &memo) {
  auto &[value, sink] = program.outputs[output];
  Type element = cast<MemRefType>(sink.memref.getType()).getElementType();
  // The store rounds: no need to round to the same type first.
  Value exact = value;
  if (auto cast = value.getDefiningOp<CastOp>();
      cast && !isInMemory(value) && getElementTypeOrSelf(value.getType()) == element)
    exact = cast.getOperand();
  Value vector = vectorOf(exact, Role::full, point, memo);
  bool isEven = !head || sweep.space.columns % 2 == 0; // where vectors of a row begin
  access.store(vector, sink.memref, sink.fromRange ? point.rangeColumn : point.flat, point.valid, isEven);
}

void RowEmitter::storeScalars() {
  for (auto &[value, sink] : program.outputs)
    if (rowSize(value) == 1)
      access.storeScalar(scalar(value, Role::scalar), sink.memref, index(0));
}

RowEmitter::Values RowEmitter::emptySums(ArrayRef<Operation *> reductions) {
  Values sums;
  for (Operation *reduction : reductions) {
    auto type = VectorType::get({lanes}, mayCancel(reduction) ? Type(b.getF64Type()) : b.getF32Type());
    sums.append(accumulatorsEach, arith::ConstantOp::create(b, loc, b.getZeroAttr(type)));
  }
  return sums;
}

Value RowEmitter::combine(Operation *reduction, ValueRange accumulators) {
  auto plus = [&](Value x, Value y) -> Value { return arith::AddFOp::create(b, loc, x, y); };
  Value sum = plus(plus(accumulators[0], accumulators[1]), plus(accumulators[2], accumulators[3]));
  for (int64_t half = lanes / 2; half >= 1; half /= 2) {
    auto slice = [&](int64_t start) -> Value {
      return vector::ExtractStridedSliceOp::create(b, loc, sum, ArrayRef<int64_t>{start},
                                                   ArrayRef<int64_t>{half}, ArrayRef<int64_t>{1});
    };
    sum = plus(slice(0), slice(half));
  }
  Value result = vector::ExtractOp::create(b, loc, sum, 0);
  if (isa<MeanOp>(reduction)) {
    double count = lastAxis(reduction->getOperand(0).getType());
    Value divisor = arith::ConstantOp::create(b, loc, b.getFloatAttr(result.getType(), count));
    result = arith::DivFOp::create(b, loc, result, divisor);
  }
  return result.getType().isF32() ? result : arith::TruncFOp::create(b, loc, b.getF32Type(), result);
}
