// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of a register tile: accumulators that run over k.
#ifndef TENON_CODEGEN_LOWER_TILE_REGISTERTILE_H
#define TENON_CODEGEN_LOWER_TILE_REGISTERTILE_H

#include "codegen/lower/build/Emitter.h"
#include "codegen/schedule/PanelLayout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// What differs by product: how the operands of one step are read, and how they are added to a sum. Vectors
/// have the lanes of the tile. Code is emitted at the builder.
struct ProductCode {
  /// The factors of the step that starts at word `at` of `panel`, one for each vector.
  llvm::SmallVector<mlir::Value> (*loadStep)(Emitter &emit, const PanelLayout &right, mlir::Value panel,
                                             mlir::Value at);
  /// One word of the left operand as a factor of every lane.
  mlir::Value (*broadcast)(Emitter &emit, const PanelLayout &right, mlir::Value word);
  /// sum + left * right
  mlir::Value (*add)(Emitter &emit, mlir::Value left, mlir::Value right, mlir::Value sum);
};

/// Multiply-adds of f32, to which weights are widened as they are loaded: any vectors.
ProductCode fmaCode();

/// The function for `tile`, named after it, at the end of `module`; it takes the operands of
/// `tenon.tile_product`.
mlir::func::FuncOp emitRegisterTile(mlir::ModuleOp module, TileAttr tile, const ProductCode &code);

} // namespace tenon

#endif
