// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In which order a row program runs over the columns of its row.
#ifndef TENON_CODEGEN_LOWER_ROWS_SCHEDULE_H
#define TENON_CODEGEN_LOWER_ROWS_SCHEDULE_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace tenon::rows {

/// What a loop nest over a row runs over: `columns` of each of `heads` heads.
struct Space {
  int64_t heads = 1;
  int64_t columns = 0;
  bool operator==(const Space &) const = default;
};

/// How a value is addressed in a space. `full`: an element for each point;
/// `perHead`, `perColumn`: broadcast along the other axis; `scalar`: one element.
enum class Role : uint8_t { scalar, perHead, perColumn, full };

/// Elements of a value's row.
int64_t rowSize(mlir::Value value);

/// The role of `operand` of `op`, whose result has the role `role`.
Role operandRole(mlir::Operation *op, mlir::Value operand, Role role);

/// One loop over all columns, with what it makes from them.
struct Sweep {
  Space space;
  int64_t level = 0;
  llvm::SmallVector<mlir::Operation *> reductions; ///< tenon.sum, tenon.mean of this space
  llvm::SmallVector<unsigned> stores;              ///< indices of outputs
  llvm::SmallVector<mlir::Value> keeps;            ///< values put into scratch for later sweeps
};

/// A value that later sweeps read from scratch.
struct Kept {
  size_t sweep = 0;   ///< that makes it
  int64_t offset = 0; ///< elements from the start of scratch
};

struct Schedule {
  std::vector<Sweep> sweeps;
  llvm::DenseMap<mlir::Value, Kept> kept; ///< includes results of reductions per head
  int64_t scratchFloats = 0;
};

/// Cuts the row into as few sweeps as the reductions allow. A later sweep
/// computes cheap values again and reads expensive ones from scratch.
Schedule makeSchedule(llvm::ArrayRef<mlir::Operation *> ops, llvm::ArrayRef<mlir::Value> outputs);

} // namespace tenon::rows

#endif
