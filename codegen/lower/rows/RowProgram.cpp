// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/rows/RowProgram.h"

#include "codegen/dialect/Tenon.h"
#include "codegen/lower/rows/RowEmitter.h"
#include "codegen/target/TargetInfo.h"

using namespace mlir;
using namespace tenon;
using namespace tenon::rows;

LogicalResult rows::verifyRowOps(Block &body) {
  bool isRowKernel = body.getOps<LinearOp>().empty() && body.getOps<AttendOp>().empty();
  for (Operation &op : body) {
    bool hasOtherCode =
        isa<LinearOp, AttendOp, YieldOp, ConstantOp, PositionOp, ColumnsOp, SumOp, MeanOp>(op) ||
        (isa<EmbedOp>(op) && isRowKernel);
    if (!hasOtherCode && !isa<VectorCodeInterface>(op))
      return op.emitError("stage loops: '") << op.getName() << "' has no row-wise code";
  }
  return success();
}

int64_t rows::scratchFloats(ArrayRef<Operation *> ops, ArrayRef<Value> outputs) {
  return makeSchedule(ops, outputs).scratchFloats;
}

void rows::emitRow(OpBuilder &builder, Location loc, const RowProgram &program, const TargetInfo &target) {
  SmallVector<Value> outputs;
  for (auto &[value, sink] : program.outputs)
    outputs.push_back(value);
  Schedule schedule = makeSchedule(program.ops, outputs);
  RowEmitter(builder, loc, program, schedule, target.lanes()).emitRow();
}

void rows::emitColumns(OpBuilder &builder, Location loc, const RowProgram &program, const ColumnRange &range,
                       const TargetInfo &target) {
  Schedule nothingKept;
  RowEmitter(builder, loc, program, nothingKept, target.lanes()).emitColumns(range);
}
