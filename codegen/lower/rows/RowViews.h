// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of a kernel's buffers as the row program sees them.
#ifndef TENON_CODEGEN_LOWER_ROWS_ROWVIEWS_H
#define TENON_CODEGEN_LOWER_ROWS_ROWVIEWS_H

#include "codegen/dialect/Tenon.h"
#include "codegen/lower/build/Phase.h"
#include "codegen/lower/rows/RowProgram.h"

namespace tenon {

/// Emits views of buffers into a phase.
class RowViews {
public:
  explicit RowViews(Phase &phase) : phase(phase) {}

  /// Row `row` (counted in the row block) of a buffer that holds values of `type`.
  rows::RowBuffer row(PlaceAttr place, mlir::Type type, mlir::Value row);

  /// The row that `embed` takes for row `row` of the row block from the table at `place`.
  rows::RowBuffer embedded(EmbedOp embed, PlaceAttr place, mlir::Value row);

  /// The position of row `row` of the row block in its sequence, i64.
  mlir::Value position(mlir::Value row);

private:
  /// The same where the place is rows of the caller that holds ids.
  mlir::Value idOf(mlir::Value row);
  mlir::Value number(llvm::StringRef frame, mlir::Value row);

  Phase &phase;
};

/// Elements [offset, offset + count * stride) of `base` (rank 0), every
/// `stride`-th of them, as a rank-1 memref.
mlir::Value stridedView(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value base, mlir::Value offset,
                        int64_t count, int64_t stride);

} // namespace tenon

#endif
