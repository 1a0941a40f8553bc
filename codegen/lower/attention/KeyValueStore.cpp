// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/attention/KeyValueStore.h"

#include "codegen/lower/launch/RowViews.h"
#include "codegen/lower/math/Convert.h"
#include "codegen/lower/rows/RowAccess.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace tenon;

namespace {

constexpr int64_t tileWords = 6; // 64-bit words of a tenon_tile

class StoreEmitter : Emitter {
public:
  StoreEmitter(Phase &phase, const AttentionPlan &plan)
      : Emitter(phase.builder(), phase.loc()), phase(phase), plan(plan), shape(plan.shape), views(phase) {}

  void emit(Value number) {
    RowTile tile(phase, number);
    Value base = phase.buffer({plan.storeFrame(), 0, shape.stored});
    // Elements past the end of a panel belong to the next, so one view serves all of it.
    store = flatView(b, loc, base, div(tile.store, shape.storedBytes()),
                     mul(tile.capacity, shape.bytesPerKey() / shape.storedBytes()));
    loop(index(0), index(shape.kvHeads), 1, [&](Value head) {
      loop(index(0), tile.tokens, 1, [&](Value token) { storeToken(tile, head, token); });
    });
  }

private:
  void storeToken(const RowTile &tile, Value head, Value token) {
    Value row = add(tile.row, token), key = add(tile.position, token);
    Value headBase = mul(mul(head, tile.capacity), shape.keyDim + shape.valueColumns());
    Value inPanel = rem(key, shape.panelKeys());
    Value panelBase = mul(div(key, shape.panelKeys()), shape.keyDim * shape.panelKeys());
    Value keyBase = add(add(headBase, panelBase), laneOf(inPanel));
    copy(plan.key, row, mul(head, shape.keyDim), shape.keyDim,
         [&](Value d) { return add(keyBase, mul(d, shape.panelKeys())); });

    Value valueBase = add(add(headBase, mul(tile.capacity, shape.keyDim)), mul(key, shape.valueColumns()));
    if (!shape.step().isPaired())
      return copyRow(plan.value, row, mul(head, shape.valueDim), valueBase);
    copy(plan.value, row, mul(head, shape.valueDim), shape.valueDim, [&](Value column) {
      Value step = mul(div(column, shape.panelKeys()), shape.panelKeys());
      return add(valueBase, add(step, laneOf(rem(column, shape.panelKeys()))));
    });
  }

  /// Place in a step of two vectors of its element `number`.
  Value laneOf(Value number) {
    PanelLayout step = shape.step();
    Value vector = div(number, shape.lanes), lane = rem(number, shape.lanes);
    Value offset = step.isPaired() ? vector : mul(vector, shape.lanes);
    return add(offset, mul(lane, step.laneStride()));
  }

  /// Copies the value of `row` that starts at column `first`, whose columns stay neighbours.
  void copyRow(const StoredRows &stored, Value row, Value first, Value to) {
    Value source = views.row(stored.place, stored.type, row).memref;
    rows::RowAccess access(b, loc, shape.lanes);
    int64_t whole = shape.valueDim / shape.lanes * shape.lanes;
    auto copyVector = [&](Value column, int64_t valid) {
      access.store(access.load(source, add(first, column), valid), store, add(to, column), valid);
    };
    loop(index(0), index(whole), shape.lanes, [&](Value column) { copyVector(column, shape.lanes); });
    if (whole < shape.valueDim)
      copyVector(index(whole), shape.valueDim - whole);
  }

  /// Copies columns [first, first + count) of `row` to where `place` says.
  void copy(const StoredRows &rows, Value row, Value first, int64_t count,
            llvm::function_ref<Value(Value)> place) {
    Value source = views.row(rows.place, rows.type, row).memref;
    loop(index(0), index(count), 1, [&](Value column) {
      Value number = memref::LoadOp::create(b, loc, source, add(first, column));
      Value wide = vmath::emitWiden(b, loc, number);
      memref::StoreOp::create(b, loc, vmath::emitNarrow(b, loc, wide, shape.stored), store, place(column));
    });
  }

  Phase &phase;
  const AttentionPlan &plan;
  const AttentionShape &shape;
  RowViews views;
  Value store;
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

HeadStore::HeadStore(OpBuilder &builder, Location loc, const AttentionShape &shape, const RowTile &tile,
                     Value kvHead) {
  Emitter emit(builder, loc);
  int64_t keyBytes = shape.keyDim * shape.storedBytes(),
          valueBytes = shape.valueColumns() * shape.storedBytes();
  keys = emit.add(tile.store, emit.mul(emit.mul(kvHead, tile.capacity), keyBytes + valueBytes));
  values = emit.add(keys, emit.mul(tile.capacity, keyBytes));
}

func::FuncOp tenon::emitStorePhase(ModuleOp module, const AttentionPlan &plan) {
  Phase phase(module, AttendOp(plan.attend).getLoc(), plan.name + ".prologue");
  StoreEmitter emitter(phase, plan);
  Emitter(phase.builder(), phase.loc()).loop(phase.size("begin"), phase.size("end"), 1, [&](Value tile) {
    emitter.emit(tile);
  });
  return phase.finish();
}
