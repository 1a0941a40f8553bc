// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Register tiles where contractions and attention ask for them.
#ifndef TENON_CODEGEN_LOWER_CONTRACTION_TILEPRODUCT_H
#define TENON_CODEGEN_LOWER_CONTRACTION_TILEPRODUCT_H

#include "codegen/schedule/PanelLayout.h"

namespace tenon {

/// The operands of `tenon.tile_product`, in their order.
struct TileOperands {
  mlir::Value left, leftOffset;
  mlir::Value right, rightOffset, panelStride;
  mlir::Value accumulators, accumulatorOffset, rowStride;
  mlir::Value depth;
  mlir::Value first;
  mlir::Value prefetchOffset;
  mlir::Value prefetchStep;
};

/// Strides of the operands: see `#tenon.tile`.
struct TileStrides {
  int64_t leftRow = 0, leftStep = 0, rightStep = 0;

  /// A packed left operand with tiles of `tileRows` rows, and panels of `layout`.
  static TileStrides packed(const PanelLayout &layout, int64_t tileRows) {
    return {1, tileRows, layout.words(layout.step())};
  }
};

/// The tile of `rows` rows by `panels` panels of `right`.
TileAttr tileOf(const PanelLayout &right, int64_t rows, int64_t panels, const TileStrides &strides,
                Prefetch prefetch, StreamAttr stream);

void emitTileProduct(mlir::OpBuilder &builder, mlir::Location loc, TileAttr tile,
                     const TileOperands &operands);

} // namespace tenon

#endif
