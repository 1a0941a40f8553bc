// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that bring a block's parameters from the caller's tensors into
// the packed form that its kernels read.
#ifndef TENON_CODEGEN_LOWER_PACK_PACKERS_H
#define TENON_CODEGEN_LOWER_PACK_PACKERS_H

#include "codegen/schedule/PanelLayout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// Packs one linear of a segment; units are its panels.
struct PanelPacker {
  PanelLayout layout;
  int64_t linear = 0;     ///< which of the interleaved linears
  int64_t byteOffset = 0; ///< of the segment's panels in the packed block
};

/// Packs a parameter row by row, as `element`; units are its rows. Whole vectors may be
/// read from a row, so each is padded with zeros to cache lines.
struct RowPacker {
  int64_t rows = 1, columns = 0;
  mlir::Type element;
  int64_t byteOffset = 0;

  /// A parameter that is neither weight nor table: one row of f32.
  static RowPacker vector(mlir::RankedTensorType type, int64_t byteOffset);
  /// A table [rows, columns] as it is stored.
  static RowPacker of(mlir::RankedTensorType table, int64_t byteOffset);

  int64_t paddedColumns() const;
  int64_t bytes() const;
};

/// Adds the `tenon.pack` of `parameter` at `list`, the insertion point in a module, and at the end of
/// that module its functions `pack.N.f32`, `pack.N.bf16` and `pack.N.f16`, one for each type of the
/// source. Each returns the index of the first element that becomes infinite, or -1.
void emitPacker(mlir::OpBuilder &list, int64_t parameter, const PanelPacker &packer);
void emitPacker(mlir::OpBuilder &list, int64_t parameter, const RowPacker &packer);

} // namespace tenon

#endif
