// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/attention/KeyValueStore.h"

#include "codegen/lower/math/Convert.h"
#include "codegen/lower/rows/RowAccess.h"
#include "codegen/lower/rows/RowViews.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace tenon;

namespace {

constexpr int64_t tileWords = 6; // 64-bit words of a tenon_tile

class StoreEmitter : Emitter {
public:
  StoreEmitter(Phase &phase, const AttentionKernel &kernel)
      : Emitter(phase.builder(), phase.loc()), phase(phase), kernel(kernel), shape(kernel.shape),
        views(phase), access(b, loc, kernel.shape.lanes()) {}

  void emit(Value number) {
    RowTile tile(phase, number);
    base = phase.buffer({kernel.storeFrame(), 0, shape.schedule.getStored()});
    storeStart = div(tile.store, shape.storedBytes());
    // Elements past the end of a panel belong to the next, so one view serves all of it.
    store = flatView(b, loc, base, storeStart, mul(tile.capacity, shape.bytesPerKey() / shape.storedBytes()));
    loop(index(0), index(shape.kvHeads), 1, [&](Value head) {
      loop(index(0), tile.tokens, 1, [&](Value token) { storeToken(tile, head, token); });
    });
  }

private:
  void storeToken(const RowTile &tile, Value head, Value token) {
    Value row = add(tile.row, token), key = tile.placeOf(*this, kernel, add(tile.position, token));
    Value headBase = mul(mul(head, tile.capacity), shape.keyDim + shape.valueColumns());
    Value panelBase = mul(div(key, shape.panelKeys()), shape.keyDim * shape.panelKeys());
    storeKey(row, mul(head, shape.keyDim),
             add(add(headBase, panelBase), laneOf(rem(key, shape.panelKeys()))));
    storeValue(row, mul(head, shape.valueDim),
               add(add(headBase, mul(tile.capacity, shape.keyDim)), mul(key, shape.valueColumns())));
  }

  /// Place in a step of two vectors of its element `number`.
  Value laneOf(Value number) {
    PanelLayout step = shape.step();
    Value vector = div(number, shape.lanes()), lane = rem(number, shape.lanes());
    Value offset = step.isPaired() ? vector : mul(vector, shape.lanes());
    return add(offset, mul(lane, step.laneStride()));
  }

  /// The key of `row` from column `first` on becomes a column of its panel.
  void storeKey(Value row, Value first, Value to) {
    Value source = rowOf(kernel.key, row);
    Value column = stridedView(b, loc, base, add(storeStart, to), shape.keyDim, shape.panelKeys());
    forEachVector(shape.keyDim, shape.lanes(), [&](Value d, int64_t valid) {
      access.store(access.load(source, add(first, d), valid), column, d, valid);
    });
  }

  /// The value of `row` from column `first` on becomes a row of whole steps.
  void storeValue(Value row, Value first, Value to) {
    Value source = rowOf(kernel.value, row);
    if (shape.step().isPaired())
      return forEachVector(shape.valueDim, shape.panelKeys(), [&](Value column, int64_t valid) {
        Value pair = loadPair(source, add(first, column), valid);
        vector::StoreOp::create(b, loc, pair, store, add(to, column));
      });
    forEachVector(shape.valueDim, shape.lanes(), [&](Value column, int64_t valid) {
      access.store(access.load(source, add(first, column), valid), store, add(to, column), valid);
    });
  }

  /// Two vectors of `source` from `at` on, lane beside lane; elements behind the first `valid` are 0.
  Value loadPair(Value source, Value at, int64_t valid) {
    SmallVector<Value> halves;
    for (int64_t start : {int64_t(0), shape.lanes()}) {
      Value wide = access.load(source, add(at, start), std::clamp<int64_t>(valid - start, 0, shape.lanes()));
      halves.push_back(vmath::emitNarrow(b, loc, wide, shape.schedule.getStored()));
    }
    return vector::InterleaveOp::create(b, loc, halves[0], halves[1]);
  }

  Value rowOf(const StoredRows &rows, Value row) { return views.row(rows.place, rows.type, row).memref; }

  Phase &phase;
  const AttentionKernel &kernel;
  const AttentionShape &shape;
  RowViews views;
  rows::RowAccess access;
  Value base, storeStart; ///< the buffer, and the tile's store in it, in elements
  Value store;            ///< the tile's store
};

} // namespace

RowTile::RowTile(Phase &phase, Value number) {
  OpBuilder &b = phase.builder();
  Emitter emit(b, phase.loc());
  Value base = phase.buffer({"tiles", 0, b.getI64Type()});
  Value words = stridedView(b, phase.loc(), base, emit.mul(number, tileWords), tileWords, 1);
  int64_t word = 0;
  for (Value *field : {&row, &tokens, &position, &keys, &store, &capacity}) {
    Value loaded = memref::LoadOp::create(b, phase.loc(), words, emit.index(word++));
    *field = arith::IndexCastOp::create(b, phase.loc(), b.getIndexType(), loaded);
  }
}

Value RowTile::placeOf(Emitter &emit, const AttentionKernel &kernel, Value key) const {
  return kernel.isRing() ? emit.rem(key, capacity) : key;
}

HeadStore::HeadStore(OpBuilder &builder, Location loc, const AttentionShape &shape, const RowTile &tile,
                     Value kvHead) {
  Emitter emit(builder, loc);
  int64_t keyBytes = shape.keyDim * shape.storedBytes(),
          valueBytes = shape.valueColumns() * shape.storedBytes();
  keys = emit.add(tile.store, emit.mul(emit.mul(kvHead, tile.capacity), keyBytes + valueBytes));
  values = emit.add(keys, emit.mul(tile.capacity, keyBytes));
}

func::FuncOp tenon::emitStorePhase(ModuleOp module, const AttentionKernel &kernel) {
  Phase phase(module, AttendOp(kernel.attend).getLoc(), kernel.name + ".prologue");
  StoreEmitter emitter(phase, kernel);
  Emitter(phase.builder(), phase.loc()).loop(phase.size("begin"), phase.size("end"), 1, [&](Value tile) {
    emitter.emit(tile);
  });
  return phase.finish();
}
