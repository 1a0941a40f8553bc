// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes over the rows of a tile: queries in, scores to weights, results out.
#include "codegen/lower/attention/Expression.h"
#include "codegen/lower/attention/Softmax.h"
#include "codegen/lower/attention/TileEmitter.h"
#include "codegen/lower/rows/RowAccess.h"
#include "codegen/lower/rows/RowViews.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <limits>

using namespace mlir;
using namespace tenon;

static constexpr double minusInfinity = -std::numeric_limits<double>::infinity();

/// Scaled queries, [rows][keyDim].
void TileEmitter::loadQueries(Value firstHead) {
  Value scale = vectorConstant(AttendOp(kernel.attend).getScale().convertToDouble());
  rows::RowAccess access(b, loc, shape.lanes());
  RowViews views(phase);
  forEachRow([&](Value row) {
    Value source = views.row(kernel.query.place, kernel.query.type, add(tile->row, tokenOf(row))).memref;
    Value first = mul(headOf(row, firstHead), shape.keyDim);
    Value target = add(mul(row, shape.keyDim), state.query);
    forEachVector(shape.keyDim, shape.lanes(), [&](Value d, int64_t valid) {
      Value loaded = access.load(source, add(first, d), valid);
      access.store(arith::MulFOp::create(b, loc, loaded, scale), scratch, add(target, d), valid);
    });
  });
}

void TileEmitter::reset(int64_t output, int64_t maximum, int64_t sums) {
  Value zero = vectorConstant(0);
  forEachRow([&](Value row) {
    storeScalar(scalarConstant(minusInfinity), add(row, maximum));
    storeVector(zero, add(mul(row, shape.lanes()), sums));
    loop(index(0), index(shape.valueColumns()), shape.lanes(),
         [&](Value column) { storeVector(zero, add(add(mul(row, shape.valueColumns()), column), output)); });
  });
}

/// body(place of the scores, query, key and head as numbers) for each vector of
/// the keys [block, block + count) and each row.
void TileEmitter::forEachScore(Value block, Value count, Value firstHead,
                               llvm::function_ref<void(Value, Value, Value, Value)> body) {
  forEachRow([&](Value row) {
    Value query = splat(toFloat(add(tile->position, tokenOf(row))));
    Value head = splat(toFloat(headOf(row, firstHead)));
    Value start = add(mul(row, state.scoreStride), state.scores);
    loop(index(0), count, shape.lanes(),
         [&](Value key) { body(add(start, key), query, positions(add(block, key)), head); });
  });
}

/// Replaces the scores of keys [block, block + count) by what the score expression makes of them.
void TileEmitter::modifyScores(Value block, Value count, Value firstHead) {
  forEachScore(block, count, firstHead, [&](Value at, Value query, Value key, Value head) {
    Value arguments[] = {loadVector(at), query, key, head};
    storeVector(emitExpression(phase, kernel, AttendOp(kernel.attend).getScore(), arguments), at);
  });
}

/// Sets the scores of keys that a row must not see, and of keys that do not
/// exist, to minus infinity.
void TileEmitter::maskScores(Value block, Value count, Value firstHead) {
  Region &mask = AttendOp(kernel.attend).getMask();
  Value hidden = vectorConstant(minusInfinity);
  Value keys = splat(toFloat(tile->keys));
  forEachScore(block, count, firstHead, [&](Value at, Value query, Value key, Value head) {
    Value seen = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, key, keys);
    if (!mask.empty()) {
      Value arguments[] = {query, key, head};
      seen = arith::AndIOp::create(b, loc, seen, emitExpression(phase, kernel, mask, arguments));
    }
    storeVector(select(seen, loadVector(at), hidden), at);
  });
}

/// Turns `count` scores into weights relative to the new maximum, adds them to
/// the lanes' sums and rescales what was summed before.
void TileEmitter::updateSoftmax(Value count) {
  forEachRow([&](Value row) {
    Value start = add(mul(row, state.scoreStride), state.scores);
    // Two vectors at a time, in chains of their own: any order finds the same maximum.
    SmallVector<Value> none(2, vectorConstant(minusInfinity));
    SmallVector<Value> halves =
        loop(index(0), count, 2 * shape.lanes(), none, [&](Value key, ValueRange carried) {
          SmallVector<Value> next;
          for (int64_t half : {0, 1})
            next.push_back(
                largerScore(num(loadVector(add(add(start, key), half * shape.lanes()))), num(carried[half])));
          return next;
        });
    Value lanes = largerScore(num(halves[0]), num(halves[1]));
    Value before = loadScalar(add(row, state.maximum));
    Value maximum = largerScore(num(reduceMaximum(lanes)), num(before));
    storeScalar(maximum, add(row, state.maximum));
    Value base = finiteMaximum(num(maximum));
    Value rescale = splat(expOfDifference(num(before) - num(base)));
    Value bases = splat(base);

    Value sumsAt = add(mul(row, shape.lanes()), state.sums);
    Value first = arith::MulFOp::create(b, loc, loadVector(sumsAt), rescale);
    Value sums = loop(index(0), count, 2 * shape.lanes(), first, [&](Value key, ValueRange carried) {
                   Value sum = carried.front();
                   for (int64_t half : {0, 1}) {
                     Value at = add(add(start, key), half * shape.lanes());
                     Value weight = expOfDifference(num(loadVector(at)) - num(bases));
                     storeVector(weight, at);
                     sum = arith::AddFOp::create(b, loc, sum, weight);
                   }
                   return SmallVector<Value>{sum};
                 }).front();
    storeVector(sums, sumsAt);
    loop(index(0), index(shape.valueColumns()), shape.lanes(), [&](Value column) {
      Value at = add(add(mul(row, shape.valueColumns()), column), state.output);
      storeVector(arith::MulFOp::create(b, loc, loadVector(at), rescale), at);
    });
  });
}

/// Adds the chunk's sums to the totals, both brought to the larger maximum.
void TileEmitter::foldChunk() {
  forEachRow([&](Value row) {
    Value chunk = loadScalar(add(row, state.maximum)), total = loadScalar(add(row, state.totalMaximum));
    Value maximum = largerScore(num(chunk), num(total));
    Value base = finiteMaximum(num(maximum));
    Value chunkFactor = splat(expOfDifference(num(chunk) - num(base)));
    Value totalFactor = splat(expOfDifference(num(total) - num(base)));
    storeScalar(maximum, add(row, state.totalMaximum));
    auto fold = [&](int64_t from, int64_t to, int64_t width) {
      loop(index(0), index(width), shape.lanes(), [&](Value column) {
        Value at = add(mul(row, width), column);
        Value kept = arith::MulFOp::create(b, loc, loadVector(add(at, to)), totalFactor);
        storeVector(vector::FMAOp::create(b, loc, loadVector(add(at, from)), chunkFactor, kept), add(at, to));
      });
    };
    fold(state.output, state.totalOutput, shape.valueColumns());
    fold(state.sums, state.totalSums, shape.lanes());
  });
  reset(state.output, state.maximum, state.sums);
}

/// Divides by the sums, sink included, and stores the rows that exist; a row
/// that saw nothing is 0.
void TileEmitter::storeOutput(Value firstHead) {
  RowViews views(phase);
  rows::RowAccess access(b, loc, shape.lanes());
  Value rows = mul(tile->tokens, shape.tileHeads());
  loop(index(0), rows, 1, [&](Value row) {
    Value head = add(firstHead, rem(row, shape.tileHeads()));
    when(compare(arith::CmpIPredicate::ule, head, lastHead), [&] {
      Value total = reduceSum(loadVector(add(mul(row, shape.lanes()), state.totalSums)));
      Value maximum = loadScalar(add(row, state.totalMaximum));
      Value factor = outputFactor(total, maximum, head);
      Value target =
          views.row(kernel.output.place, kernel.output.type, add(tile->row, div(row, shape.tileHeads())))
              .memref;
      Value first = mul(head, shape.valueDim);
      Value factors = splat(factor);
      forEachVector(shape.valueDim, shape.lanes(), [&](Value column, int64_t valid) {
        Value sum = loadVector(add(add(mul(row, shape.valueColumns()), column), state.totalOutput));
        access.store(arith::MulFOp::create(b, loc, sum, factors), target, add(first, column), valid);
      });
    });
  });
}

/// What a row's sums are multiplied by in the end: 1 / total, where a sink adds
/// its own weight to the total.
Value TileEmitter::outputFactor(Value total, Value maximum, Value head) {
  Value sinks = AttendOp(kernel.attend).getSinks();
  Value one = scalarConstant(1), zero = scalarConstant(0);
  Value scale = one;
  if (sinks) {
    Value view =
        RowViews(phase)
            .row(kernel.parameters.at(AttentionKernel::argumentBehind(sinks)), sinks.getType(), index(0))
            .memref;
    Value sink = memref::LoadOp::create(b, loc, view, head);
    Value base = finiteMaximum(largerScore(num(sink), num(maximum)));
    scale = expOfDifference(num(maximum) - num(base));
    total = num(total) * num(scale) + expOfDifference(num(sink) - num(base));
  }
  Value isEmpty = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, total, zero);
  return select(isEmpty, zero, arith::DivFOp::create(b, loc, scale, total));
}

Value TileEmitter::reduceMaximum(Value value) {
  return reduceHalves(value, [&](Value x, Value y) -> Value { return largerScore(num(x), num(y)); });
}

Value TileEmitter::reduceSum(Value value) {
  return reduceHalves(value, [&](Value x, Value y) -> Value { return arith::AddFOp::create(b, loc, x, y); });
}
