// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/contraction/Contraction.h"
#include "codegen/lower/contraction/RowTiles.h"
#include "codegen/lower/launch/RowViews.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tenon;

namespace {

/// What the prologue stores besides the left operand: results and kept values
/// that it makes.
SmallVector<std::pair<Value, rows::Place>> storedValues(const KernelPlan &plan) {
  SmallVector<std::pair<Value, rows::Place>> stored;
  for (const auto *list : {&plan.results, &plan.kept})
    for (auto [value, place] : *list)
      if (Operation *op = value.getDefiningOp(); op && slotOf(op) == Slot::prologue)
        stored.push_back({value, place});
  return stored;
}

int64_t scratchFloatsOf(const KernelPlan &plan, ArrayRef<Operation *> ops,
                        ArrayRef<std::pair<Value, rows::Place>> stored) {
  SmallVector<Value> outputs{plan.left};
  for (auto [value, place] : stored)
    outputs.push_back(value);
  return rows::scratchFloats(ops, outputs);
}

Type leftElement(const PanelLayout &layout) {
  return layout.dots ? layout.element : Type(Float32Type::get(layout.element.getContext()));
}

/// The row of the left operand that begins with word `offset` of the panel:
/// [k], or [k / 2][k % 2] with the half behind an odd depth set to zero.
Value viewLeftRow(OpBuilder &b, Location loc, Value panel, Value offset, const KernelPlan &plan) {
  const PanelLayout &layout = plan.layout();
  if (!layout.dots)
    return stridedView(b, loc, panel, offset, layout.depth, plan.tileRows);
  auto index = [&](int64_t value) -> Value { return arith::ConstantIndexOp::create(b, loc, value); };
  int64_t sizes[] = {layout.steps(), 2}, strides[] = {2 * plan.tileRows, 1};
  auto type = MemRefType::get(sizes, leftElement(layout),
                              StridedLayoutAttr::get(b.getContext(), ShapedType::kDynamic, strides));
  Value start = arith::MulIOp::create(b, loc, offset, index(2));
  Value row = memref::ReinterpretCastOp::create(b, loc, type, panel, OpFoldResult(start),
                                                getAsIndexOpFoldResult(b.getContext(), sizes),
                                                getAsIndexOpFoldResult(b.getContext(), strides));
  if (layout.depth % 2 != 0) {
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(leftElement(layout)));
    memref::StoreOp::create(b, loc, zero, row, ValueRange{index(layout.steps() - 1), index(1)});
  }
  return row;
}

} // namespace

EmittedPhase tenon::emitPrologue(ModuleOp module, const KernelPlan &plan, const TargetInfo &target) {
  Phase phase(module, plan.loc(), plan.name() + ".prologue");
  OpBuilder &b = phase.builder();
  Location loc = phase.loc();
  auto index = [&](int64_t value) -> Value { return arith::ConstantIndexOp::create(b, loc, value); };

  SmallVector<Operation *> ops = plan.opsOf(Slot::prologue);
  auto stored = storedValues(plan);
  int64_t scratch = scratchFloatsOf(plan, ops, stored);

  RowTiles tiles(phase, plan.tileRows);
  Value panel = phase.buffer({"panel", 0, leftElement(plan.layout())});
  RowViews views(phase);
  rows::RowProgram program;
  program.ops = ops;
  if (scratch)
    program.scratch =
        flatView(b, loc, phase.buffer({"scratch", 0, b.getF32Type()}), index(0), index(scratch));
  int64_t tileSize = plan.layout().steps() * plan.tileRows;

  auto overTiles = scf::ForOp::create(b, loc, phase.size("begin"), phase.size("end"), index(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(overTiles.getBody());
  Value tile = overTiles.getInductionVar();
  Value start = tiles.start(b, tile);
  Value end = tiles.start(b, arith::AddIOp::create(b, loc, tile, index(1)));
  auto overRows = scf::ForOp::create(b, loc, start, end, index(1));
  b.setInsertionPointToStart(overRows.getBody());
  Value row = overRows.getInductionVar();
  for (auto [value, place] : plan.inputs)
    program.inputs[value] = views.row(place, value.getType(), row);
  Value offset = arith::AddIOp::create(b, loc, arith::MulIOp::create(b, loc, tile, index(tileSize)),
                                       arith::SubIOp::create(b, loc, row, start));
  Value leftRow = viewLeftRow(b, loc, panel, offset, plan);
  program.outputs.push_back({plan.left, {leftRow}});
  for (auto [value, place] : stored)
    program.outputs.push_back({value, views.row(place, value.getType(), row)});
  if (llvm::any_of(ops, llvm::IsaPred<PositionOp>))
    program.position = views.position(row);
  rows::emitRow(b, loc, program, target);
  b.setInsertionPointAfter(overTiles);
  return {phase.finish(), scratch * int64_t(sizeof(float))};
}
