// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/rows/RowKernel.h"

#include "codegen/dialect/Tenon.h"
#include "codegen/lower/launch/RowViews.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tenon;
using namespace tenon::rows;

namespace {

int64_t scratchFloatsOf(const RowPhase &phase) {
  SmallVector<Value> outputs;
  for (auto &[value, place] : phase.outputs)
    outputs.push_back(value);
  return scratchFloats(phase.ops, outputs);
}

/// The row program of `row` (counted in the row block).
RowProgram programOf(const RowPhase &phase, RowViews &views, Value row) {
  RowProgram program;
  program.ops = phase.ops;
  for (auto &[value, place] : phase.inputs)
    program.inputs[value] = views.row(place, value.getType(), row);
  for (auto &[table, place] : phase.tables)
    for (Operation *user : table.getUsers())
      program.inputs[user->getResult(0)] = views.embedded(cast<EmbedOp>(user), place, row);
  for (auto &[value, place] : phase.outputs)
    program.outputs.push_back({value, views.row(place, value.getType(), row)});
  if (llvm::any_of(phase.ops, llvm::IsaPred<PositionOp>))
    program.position = views.position(row);
  return program;
}

} // namespace

int64_t rows::scratchBytes(const RowPhase &phase) { return scratchFloatsOf(phase) * int64_t(sizeof(float)); }

func::FuncOp rows::emitRowPhase(OpBuilder &builder, Location loc, const RowPhase &phase,
                                const TargetInfo &target) {
  auto module = cast<ModuleOp>(builder.getInsertionBlock()->getParentOp());
  Phase function(module, loc, phase.name);
  OpBuilder &b = function.builder();
  auto index = [&](int64_t value) -> Value { return arith::ConstantIndexOp::create(b, loc, value); };
  auto firstOf = [&](Value tile) -> Value {
    return arith::MulIOp::create(b, loc, tile, index(phase.tileRows));
  };

  Value begin = firstOf(function.size("begin"));
  Value end = arith::MinUIOp::create(b, loc, firstOf(function.size("end")), function.size("rows"));
  Value scratch;
  if (int64_t floats = scratchFloatsOf(phase)) {
    Value base = function.buffer({"scratch", phase.scratchOffset, b.getF32Type()});
    scratch = flatView(b, loc, base, index(0), index(floats));
  }
  RowViews views(function);
  auto overRows = scf::ForOp::create(b, loc, begin, end, index(1));
  b.setInsertionPointToStart(overRows.getBody());
  RowProgram program = programOf(phase, views, overRows.getInductionVar());
  program.scratch = scratch;
  emitRow(b, loc, program, target);
  b.setInsertionPointAfter(overRows);
  return function.finish();
}
