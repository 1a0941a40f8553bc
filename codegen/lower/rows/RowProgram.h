// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Row-wise code: from `tenon` operations of one slot of a kernel to vector
// code for one row. Used by prologues, epilogues, finishes and row kernels.
#ifndef TENON_CODEGEN_LOWER_ROWS_ROWPROGRAM_H
#define TENON_CODEGEN_LOWER_ROWS_ROWPROGRAM_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <utility>

namespace tenon::rows {

/// Where the elements of a value of one row lie: a rank-1 memref of f32, bf16
/// or f16 whose element 0 is column 0 of the row (heads one after another:
/// [h, n] is h * n columns). A source is read with stride 1; a sink may have
/// any static stride of at least 1 (a left operand panel has stride MR), or be
/// of rank 2, [column / 2][column % 2], with pairs contiguous.
struct RowBuffer {
  mlir::Value memref;

  /// In emitColumns: element 0 is the first column of the range rather than
  /// column 0 of the row. (Accumulators of a panel.)
  bool fromRange = false;

  /// Whole vectors may be read beyond the last column: parameters in `packed`
  /// and rows in scratch, not rows of the caller.
  bool padded = false;
};

/// The operations of one slot (a subset of a kernel's body, in order) and
/// where their outer values are found and put.
///
/// `inputs` holds every operand that no operation of `ops` defines: kernel
/// arguments and results of linears. `outputs` names values with the place
/// where they are stored, converted to the element type of the memref; one
/// value may be stored twice. Values of `ops` that nobody needs emit nothing.
struct RowProgram {
  llvm::ArrayRef<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Value, RowBuffer> inputs;
  llvm::SmallVector<std::pair<mlir::Value, RowBuffer>> outputs;

  /// i64, the position of the row; needed if `ops` holds a tenon.position.
  mlir::Value position;

  /// memref<?xf32> or memref<Nxf32> of at least scratchFloats(...) elements,
  /// 64-byte aligned, for values kept from one pass over the columns to the
  /// next; may be null where scratchFloats is 0. Nothing survives in it from
  /// row to row.
  mlir::Value scratch;
};

/// Elements of RowProgram::scratch that emitRow needs for `ops` when the
/// values `outputs` are stored; a multiple of 16.
int64_t scratchFloats(llvm::ArrayRef<mlir::Operation *> ops, llvm::ArrayRef<mlir::Value> outputs);

/// Emits the code for one complete row at the insertion point of `builder`.
/// Reductions cut the row into passes; each pass is one loop over vectors.
/// Widths are static. Nothing is read or written beyond the last column of a
/// row, `padded` sources apart.
void emitRow(mlir::OpBuilder &builder, mlir::Location loc, const RowProgram &program, int64_t lanes);

/// A range of columns: [first, first + count), `first` an index value.
struct ColumnRange {
  mlir::Value first;
  int64_t count = 0;
};

/// Emits the code for the columns `range` of one row. `ops` holds no
/// reductions and no head axis ([h, n] values); values are [n] or [1].
/// Sources with `padded` are read in whole vectors from the start of the range.
void emitColumns(mlir::OpBuilder &builder, mlir::Location loc, const RowProgram &program,
                 const ColumnRange &range, int64_t lanes);

} // namespace tenon::rows

#endif
