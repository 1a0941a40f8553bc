// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/contraction/Contraction.h"
#include "codegen/lower/contraction/RowTiles.h"
#include "codegen/lower/launch/RowViews.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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
  Value panel = phase.buffer({"panel", 0, b.getF32Type()});
  RowViews views(phase);
  rows::RowProgram program;
  program.ops = ops;
  if (scratch)
    program.scratch =
        flatView(b, loc, phase.buffer({"scratch", 0, b.getF32Type()}), index(0), index(scratch));
  int64_t tileSize = plan.depth() * plan.tileRows;

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
  program.outputs.push_back({plan.left, {stridedView(b, loc, panel, offset, plan.depth(), plan.tileRows)}});
  for (auto [value, place] : stored)
    program.outputs.push_back({value, views.row(place, value.getType(), row)});
  if (llvm::any_of(ops, llvm::IsaPred<PositionOp>))
    program.position = views.position(row);
  rows::emitRow(b, loc, program, target);
  b.setInsertionPointAfter(overTiles);
  return {phase.finish(), scratch * int64_t(sizeof(float))};
}
