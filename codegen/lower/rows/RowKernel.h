// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A phase that works on complete rows: row kernels and `finish` slots.
#ifndef TENON_CODEGEN_LOWER_ROWS_ROWKERNEL_H
#define TENON_CODEGEN_LOWER_ROWS_ROWKERNEL_H

#include "codegen/lower/rows/RowProgram.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <utility>

namespace tenon::rows {

/// Which buffer of the frame holds a value, in the terms of the argument
/// attributes of a phase (`tenon.buffer`, `tenon.offset`).
struct Place {
  enum class Kind : uint8_t {
    x,         ///< rows of the caller, `x_stride` elements apart
    y,         ///< rows of the caller, `y_stride` elements apart
    workspace, ///< rows `rowBytes` apart, from byte offset * tokens on
    panel,     ///< rows `rowBytes` apart in the row block's panel: row 0 is the block's first
    packed     ///< a parameter, padded to whole vectors
  };
  Kind kind = Kind::x;
  int64_t offset = 0;   ///< bytes
  int64_t rowBytes = 0; ///< workspace, panel and tables: multiple of 64
};

/// One phase over complete rows.
struct RowPhase {
  llvm::StringRef name; ///< symbol: "<kernel>.finish"
  llvm::ArrayRef<mlir::Operation *> ops;
  llvm::SmallVector<std::pair<mlir::Value, Place>> inputs;
  llvm::SmallVector<std::pair<mlir::Value, Place>> outputs;
  int64_t tileRows = 1;                                         ///< rows in a unit of [begin, end)
  llvm::SmallVector<std::pair<mlir::Value, Place>> tables = {}; ///< of which `tenon.embed` takes rows

  /// Byte offset in the task's scratch from which the phase may use it.
  int64_t scratchOffset = 0;
};

/// Bytes of scratch that the phase needs behind `scratchOffset`; a multiple of 64.
int64_t scratchBytes(const RowPhase &phase);

/// Emits func.func `phase.name` at the insertion point of `builder`: units
/// [begin, end) are tiles of `tileRows` rows of the row block, the last one may
/// be shorter. Arguments carry `tenon.buffer`, `tenon.offset`,
/// `tenon.row_bytes` and `tenon.size`.
mlir::func::FuncOp emitRowPhase(mlir::OpBuilder &builder, mlir::Location loc, const RowPhase &phase,
                                const TargetInfo &target);

} // namespace tenon::rows

#endif
