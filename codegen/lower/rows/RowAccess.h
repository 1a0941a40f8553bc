// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of f32 from and to rows of any storage type.
#ifndef TENON_CODEGEN_LOWER_ROWS_ROWACCESS_H
#define TENON_CODEGEN_LOWER_ROWS_ROWACCESS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace tenon::rows {

/// Reads and writes `lanes` f32 values at once, or the first `valid` of them at
/// the end of a row, converting from and to the memref's element type.
class RowAccess {
public:
  RowAccess(mlir::OpBuilder &builder, mlir::Location loc, int64_t lanes)
      : b(builder), loc(loc), lanes(lanes) {}

  /// Elements index ... index + valid - 1; other lanes are 0.
  mlir::Value load(mlir::Value memref, mlir::Value index, int64_t valid);
  mlir::Value loadScalar(mlir::Value memref, mlir::Value index);
  /// Stores the first `valid` lanes, `memref`'s stride apart. `isEven`: `index`
  /// is even, so that pairs (a memref of rank 2) are stored whole.
  void store(mlir::Value vector, mlir::Value memref, mlir::Value index, int64_t valid, bool isEven = false);
  void storeScalar(mlir::Value scalar, mlir::Value memref, mlir::Value index);

  /// Whether neighbouring columns are neighbours in memory.
  static bool isContiguous(mlir::Value memref);

  /// The first `valid` of the lanes.
  mlir::Value mask(int64_t valid);

private:
  mlir::Value offset(mlir::Value index, int64_t by);
  mlir::Value loadPart(mlir::Value memref, mlir::Value index, int64_t valid);
  void storePart(mlir::Value vector, mlir::Value memref, mlir::Value index, int64_t valid);
  void storeStrided(mlir::Value vector, mlir::Value memref, mlir::Value index, int64_t valid);
  void storePairs(mlir::Value vector, mlir::Value memref, mlir::Value index, int64_t valid, bool isEven);
  llvm::SmallVector<mlir::Value> place(mlir::Value memref, mlir::Value index);

  mlir::OpBuilder &b;
  mlir::Location loc;
  int64_t lanes;
};

} // namespace tenon::rows

#endif
