// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A phase that works on complete rows: row kernels and `finish` slots.
#ifndef TENON_CODEGEN_LOWER_ROWS_ROWPHASE_H
#define TENON_CODEGEN_LOWER_ROWS_ROWPHASE_H

#include "codegen/lower/build/Phase.h"
#include "codegen/lower/plan/Places.h"
#include "codegen/lower/rows/RowProgram.h"

namespace tenon::rows {

/// A phase over complete rows. Scratch starts at that of the task.
struct RowPhase {
  std::string name; ///< symbol: "<kernel>.finish"
  llvm::SmallVector<mlir::Operation *> ops;
  PlacedValues inputs, outputs;
  int64_t tileRows = 1; ///< rows in a unit of [begin, end)
  int64_t lanes = 0;
  PlacedValues tables = {}; ///< of which `tenon.embed` takes rows
};

/// The finish of `kernel`, or all of a row kernel; without outputs where it has neither.
RowPhase finishOf(KernelOp kernel);

/// Emits func.func `phase.name` at the end of `module`: units [begin, end) are tiles of `tileRows` rows of
/// the row block, the last one may be shorter.
EmittedPhase emitRowPhase(mlir::ModuleOp module, mlir::Location loc, const RowPhase &phase);

} // namespace tenon::rows

#endif
