// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the rows of a block are cut into tiles of the left operand; prologue and
// contraction must agree.
#ifndef TENON_CODEGEN_LOWER_CONTRACTION_ROWTILES_H
#define TENON_CODEGEN_LOWER_CONTRACTION_ROWTILES_H

#include "codegen/lower/build/Phase.h"

namespace tenon {

/// `rows` rows lie in ceil(rows / tileRows) tiles; tile t holds the rows from
/// t * rows / tiles up to (t + 1) * rows / tiles, so that 13 rows are 6 + 7
/// rather than 12 + 1.
class RowTiles {
public:
  RowTiles(Phase &phase, int64_t tileRows);

  mlir::Value count;                                                   ///< tiles
  mlir::Value start(mlir::OpBuilder &builder, mlir::Value tile) const; ///< first row of a tile

  /// The fewest rows that a tile has when there are several.
  static int64_t leastRows(int64_t tileRows) { return (tileRows + 1) / 2; }

private:
  mlir::Location loc;
  mlir::Value rows;
};

} // namespace tenon

#endif
