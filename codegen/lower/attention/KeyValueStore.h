// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts the keys and values of new tokens where attention reads them.
#ifndef TENON_CODEGEN_LOWER_ATTENTION_KEYVALUESTORE_H
#define TENON_CODEGEN_LOWER_ATTENTION_KEYVALUESTORE_H

#include "codegen/lower/attention/AttentionKernel.h"
#include "codegen/lower/build/Emitter.h"
#include "codegen/lower/build/Phase.h"

namespace tenon {

/// One row tile of a batch, as the support code lists it: consecutive new
/// tokens of one sequence (tenon_tile in runtime/abi/kernel.h).
struct RowTile {
  mlir::Value row;      ///< of its first token, counted in the row block
  mlir::Value tokens;   ///< 1 to tileTokens
  mlir::Value position; ///< of its first token in the sequence
  mlir::Value keys;     ///< keys of the sequence once this call's are stored
  mlir::Value store;    ///< byte offset of the sequence's store in its buffer
  mlir::Value capacity; ///< keys that the store has room for, a multiple of panelKeys

  /// Tile `number` of the frame's list.
  RowTile(Phase &phase, mlir::Value number);

  /// Where the store holds key `key` of the sequence: a ring comes round to its start.
  mlir::Value placeOf(Emitter &emit, const AttentionKernel &kernel, mlir::Value key) const;
};

/// Byte offsets of one head's keys (panel 0) and values in the store's buffer.
struct HeadStore {
  mlir::Value keys, values;

  HeadStore(mlir::OpBuilder &builder, mlir::Location loc, const AttentionShape &shape, const RowTile &tile,
            mlir::Value kvHead);
};

/// Units are row tiles: writes their tokens' keys and values.
mlir::func::FuncOp emitStorePhase(mlir::ModuleOp module, const AttentionKernel &kernel);

} // namespace tenon

#endif
