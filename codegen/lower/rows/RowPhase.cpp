// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/rows/RowPhase.h"

#include "codegen/dialect/Tenon.h"
#include "codegen/lower/rows/RowViews.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tenon;
using namespace tenon::rows;

namespace {

int64_t scratchFloatsOf(const RowPhase &phase) {
  SmallVector<Value> outputs;
  for (auto [value, place] : phase.outputs)
    outputs.push_back(value);
  return scratchFloats(phase.ops, outputs);
}

/// The row program of `row` (counted in the row block).
RowProgram programOf(const RowPhase &phase, RowViews &views, Value row) {
  RowProgram program;
  program.ops = phase.ops;
  for (auto [value, place] : phase.inputs)
    program.inputs[value] = views.row(place, value.getType(), row);
  for (auto [table, place] : phase.tables)
    for (Operation *user : table.getUsers())
      program.inputs[user->getResult(0)] = views.embedded(cast<EmbedOp>(user), place, row);
  for (auto [value, place] : phase.outputs)
    program.outputs.push_back({value, views.row(place, value.getType(), row)});
  if (llvm::any_of(phase.ops, llvm::IsaPred<PositionOp>))
    program.position = views.position(row);
  return program;
}

} // namespace

RowPhase tenon::rows::finishOf(KernelOp kernel) {
  RowPhase phase;
  auto rows = dyn_cast<RowsAttr>(kernel.getScheduleAttr());
  SlotOp slot = kernel.findSlot(rows ? Slot::rows : Slot::finish);
  if (!slot)
    return phase;
  phase.name = kernel.getName().str() + ".finish";
  phase.ops = opsOf(slot);
  phase.inputs = inputsOf(kernel);
  phase.inputs.append(keptBy(kernel));
  phase.outputs = storesOf(slot);
  phase.tables = tablesOf(kernel);
  auto products = dyn_cast<ContractionAttr>(kernel.getScheduleAttr());
  phase.tileRows = rows ? rows.getTile() : products.getRows();
  phase.lanes = rows ? rows.getLanes() : products.getLanes();
  return phase;
}

EmittedPhase rows::emitRowPhase(ModuleOp module, Location loc, const RowPhase &phase) {
  if (phase.outputs.empty())
    return {};
  Phase function(module, loc, phase.name);
  OpBuilder &b = function.builder();
  auto index = [&](int64_t value) -> Value { return arith::ConstantIndexOp::create(b, loc, value); };
  auto firstOf = [&](Value tile) -> Value {
    return arith::MulIOp::create(b, loc, tile, index(phase.tileRows));
  };

  Value begin = firstOf(function.size("begin"));
  Value end = arith::MinUIOp::create(b, loc, firstOf(function.size("end")), function.size("rows"));
  int64_t floats = scratchFloatsOf(phase);
  Value scratch;
  if (floats) {
    Value base = function.buffer({"scratch", 0, b.getF32Type()});
    scratch = flatView(b, loc, base, index(0), index(floats));
  }
  RowViews views(function);
  auto overRows = scf::ForOp::create(b, loc, begin, end, index(1));
  b.setInsertionPointToStart(overRows.getBody());
  RowProgram program = programOf(phase, views, overRows.getInductionVar());
  program.scratch = scratch;
  emitRow(b, loc, program, phase.lanes);
  b.setInsertionPointAfter(overRows);
  return {function.finish(), floats * int64_t(sizeof(float))};
}
