// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/contraction/RowTiles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tenon;

RowTiles::RowTiles(Phase &phase, int64_t tileRows) : loc(phase.loc()), rows(phase.size("rows")) {
  OpBuilder &b = phase.builder();
  count = arith::CeilDivUIOp::create(b, loc, rows, arith::ConstantIndexOp::create(b, loc, tileRows));
}

Value RowTiles::start(OpBuilder &b, Value tile) const {
  return arith::DivUIOp::create(b, loc, arith::MulIOp::create(b, loc, tile, rows), count);
}
