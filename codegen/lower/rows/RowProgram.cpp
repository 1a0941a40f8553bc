// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/rows/RowProgram.h"

#include "codegen/dialect/Tenon.h"
#include "codegen/lower/rows/RowEmitter.h"

using namespace mlir;
using namespace tenon;
using namespace tenon::rows;

int64_t rows::scratchFloats(ArrayRef<Operation *> ops, ArrayRef<Value> outputs) {
  return makeSchedule(ops, outputs).scratchFloats;
}

void rows::emitRow(OpBuilder &builder, Location loc, const RowProgram &program, int64_t lanes) {
  SmallVector<Value> outputs;
  for (auto &[value, sink] : program.outputs)
    outputs.push_back(value);
  Schedule schedule = makeSchedule(program.ops, outputs);
  RowEmitter(builder, loc, program, schedule, lanes).emitRow();
}

void rows::emitColumns(OpBuilder &builder, Location loc, const RowProgram &program, const ColumnRange &range,
                       int64_t lanes) {
  Schedule nothingKept;
  RowEmitter(builder, loc, program, nothingKept, lanes).emitColumns(range);
}
