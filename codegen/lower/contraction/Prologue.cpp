// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/contraction/Contraction.h"
#include "codegen/lower/contraction/RowTiles.h"
#include "codegen/lower/rows/RowViews.h"
#include "codegen/schedule/PanelLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tenon;

namespace {

int64_t scratchFloatsOf(ArrayRef<Operation *> ops, ArrayRef<PlacedValue> stores) {
  SmallVector<Value> outputs;
  for (auto [value, place] : stores)
    outputs.push_back(value);
  return rows::scratchFloats(ops, outputs);
}

/// The row of the left operand that begins with word `offset` of the panel:
/// [k], or [k / 2][k % 2] with the half behind an odd depth set to zero.
Value viewLeftRow(OpBuilder &b, Location loc, Value panel, Value offset, const PanelLayout &layout,
                  int64_t tileRows) {
  if (!layout.isDot())
    return stridedView(b, loc, panel, offset, layout.depth, tileRows);
  auto index = [&](int64_t value) -> Value { return arith::ConstantIndexOp::create(b, loc, value); };
  int64_t sizes[] = {layout.steps(), 2}, strides[] = {2 * tileRows, 1};
  auto type = MemRefType::get(sizes, layout.element,
                              StridedLayoutAttr::get(b.getContext(), ShapedType::kDynamic, strides));
  Value start = arith::MulIOp::create(b, loc, offset, index(2));
  Value row = memref::ReinterpretCastOp::create(b, loc, type, panel, OpFoldResult(start),
                                                getAsIndexOpFoldResult(b.getContext(), sizes),
                                                getAsIndexOpFoldResult(b.getContext(), strides));
  if (layout.depth % 2 != 0) {
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(layout.element));
    memref::StoreOp::create(b, loc, zero, row, ValueRange{index(layout.steps() - 1), index(1)});
  }
  return row;
}

} // namespace

EmittedPhase tenon::emitPrologue(ModuleOp module, KernelOp kernel) {
  Phase phase(module, kernel.getLoc(), kernel.getName().str() + ".prologue");
  OpBuilder &b = phase.builder();
  Location loc = phase.loc();
  auto index = [&](int64_t value) -> Value { return arith::ConstantIndexOp::create(b, loc, value); };

  auto schedule = cast<ContractionAttr>(kernel.getScheduleAttr());
  PanelLayout layout = PanelLayout::of(kernel.findSlot(Slot::contraction));
  SlotOp slot = kernel.findSlot(Slot::prologue);
  SmallVector<Operation *> ops = opsOf(slot);
  PlacedValues inputs = inputsOf(kernel), stores = storesOf(slot);
  int64_t scratch = scratchFloatsOf(ops, stores);

  RowTiles tiles(phase, schedule.getRows());
  Value panel = phase.buffer({"panel", 0, schedule.getLeft().getElement()});
  RowViews views(phase);
  rows::RowProgram program;
  program.ops = ops;
  if (scratch)
    program.scratch =
        flatView(b, loc, phase.buffer({"scratch", 0, b.getF32Type()}), index(0), index(scratch));
  int64_t tileSize = layout.steps() * schedule.getRows();

  auto overTiles = scf::ForOp::create(b, loc, phase.size("begin"), phase.size("end"), index(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(overTiles.getBody());
  Value tile = overTiles.getInductionVar();
  Value start = tiles.start(b, tile);
  Value end = tiles.start(b, arith::AddIOp::create(b, loc, tile, index(1)));
  auto overRows = scf::ForOp::create(b, loc, start, end, index(1));
  b.setInsertionPointToStart(overRows.getBody());
  Value row = overRows.getInductionVar();
  for (auto [value, place] : inputs)
    program.inputs[value] = views.row(place, value.getType(), row);
  Value offset = arith::AddIOp::create(b, loc, arith::MulIOp::create(b, loc, tile, index(tileSize)),
                                       arith::SubIOp::create(b, loc, row, start));
  for (auto [value, place] : stores)
    program.outputs.push_back(
        {value, place.getKind() == PlaceKind::left
                    ? rows::RowBuffer{viewLeftRow(b, loc, panel, offset, layout, schedule.getRows())}
                    : views.row(place, value.getType(), row)});
  if (llvm::any_of(ops, llvm::IsaPred<PositionOp>))
    program.position = views.position(row);
  rows::emitRow(b, loc, program, schedule.getLanes());
  b.setInsertionPointAfter(overTiles);
  return {phase.finish(), scratch * int64_t(sizeof(float))};
}
