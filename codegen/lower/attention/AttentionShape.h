// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The extents of one attention kernel and how its keys and values are stored.
#ifndef TENON_CODEGEN_LOWER_ATTENTION_ATTENTIONSHAPE_H
#define TENON_CODEGEN_LOWER_ATTENTION_ATTENTIONSHAPE_H

#include "codegen/dialect/Tenon.h"
#include "codegen/lower/pack/PanelLayout.h"
#include "codegen/target/TargetInfo.h"

namespace tenon {

/// Keys of a block between two updates of the running maximum, and of a chunk
/// after which the sums start afresh; both counted from key 0 of the sequence,
/// so that results do not depend on how a sequence is cut into calls.
inline constexpr int64_t keyBlock = 256;
inline constexpr int64_t keyChunk = 512;

/// What a mask says beyond "every key up to the last one is seen".
struct MaskRange {
  bool causal = false;           ///< k <= q
  std::optional<int64_t> window; ///< q - k < window
  bool rest = false;             ///< something else that is evaluated key by key
};

/// Reads the top-level conjunction of the mask of `attend`.
MaskRange analyseMask(AttendOp attend);

/// For each key-value head a store holds, for `capacity` keys (a multiple of
/// `panelKeys()`), first the keys and then the values:
///
///   keys   [capacity / panelKeys][keyDim][panelKeys]
///   values [capacity][valueColumns]
///
/// Key k of the sequence lies in place k mod capacity.
/// in the cache's type; steps of 2 * lanes elements have the lane order of a
/// weight panel, so that both products run in the same microkernels.
struct AttentionShape {
  int64_t heads = 0, kvHeads = 0, keyDim = 0, valueDim = 0;
  mlir::Type stored; ///< f32, bf16 or f16
  int64_t lanes = 0;
  int64_t tileTokens = 0; ///< tokens of a row tile
  int64_t tileHeads = 0;  ///< query heads of a row tile, all of one group
  int64_t registers = 0;

  static AttentionShape of(AttendOp attend, mlir::Type stored, const TargetInfo &target);

  int64_t group() const { return heads / kvHeads; }
  int64_t headTiles() const { return (group() + tileHeads - 1) / tileHeads; }
  int64_t panelKeys() const { return 2 * lanes; }
  int64_t valueColumns() const { return (valueDim + 2 * lanes - 1) / (2 * lanes) * (2 * lanes); }
  int64_t storedBytes() const { return stored.getIntOrFloatBitWidth() / 8; }
  /// Bytes of the store per key of its capacity, all heads together.
  int64_t bytesPerKey() const { return kvHeads * (keyDim + valueColumns()) * storedBytes(); }
  /// Rows of a row block where keys that a window has left behind are overwritten: whole tiles.
  int64_t blockRows() const { return keyBlock / tileTokens * tileTokens; }
  /// Keys for which a store must have room so that, behind a window, none is
  /// overwritten while its block is visited (docs/design/attention.md). Whole blocks.
  int64_t ringKeys(int64_t window) const;
  /// A step of keys or values: two vectors.
  PanelLayout step() const { return {stored, lanes, 2, 1, 0, 0}; }
};

} // namespace tenon

#endif
