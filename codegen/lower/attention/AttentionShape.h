// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The extents of one attention kernel and how its keys and values are stored.
#ifndef TENON_CODEGEN_LOWER_ATTENTION_ATTENTIONSHAPE_H
#define TENON_CODEGEN_LOWER_ATTENTION_ATTENTIONSHAPE_H

#include "codegen/dialect/Tenon.h"
#include "codegen/schedule/PanelLayout.h"

namespace tenon {

/// For each key-value head a store holds, for `capacity` keys (a multiple of
/// `panelKeys()`), first the keys and then the values:
///
///   keys   [capacity / panelKeys][keyDim][panelKeys]
///   values [capacity][valueColumns]
///
/// in the type and encoding of the schedule: steps of 2 * lanes elements have the lane
/// order of a weight panel, so that both products run in the same register tiles.
/// Key k of the sequence lies in place k mod capacity.
struct AttentionShape {
  int64_t heads = 0, kvHeads = 0, keyDim = 0, valueDim = 0;
  AttentionAttr schedule;

  AttentionShape(AttendOp attend, AttentionAttr schedule);

  int64_t lanes() const { return schedule.getLanes(); }
  /// Of a row tile: its tokens, and query heads, all of one group.
  int64_t tileTokens() const { return schedule.getTokens(); }
  int64_t tileHeads() const { return schedule.getHeads(); }
  int64_t group() const { return heads / kvHeads; }
  int64_t headTiles() const { return (group() + tileHeads() - 1) / tileHeads(); }
  int64_t panelKeys() const { return 2 * lanes(); }
  int64_t valueColumns() const { return (valueDim + panelKeys() - 1) / panelKeys() * panelKeys(); }
  int64_t storedBytes() const { return schedule.getStored().getIntOrFloatBitWidth() / 8; }
  /// Bytes of the store per key of its capacity, all heads together.
  int64_t bytesPerKey() const { return kvHeads * (keyDim + valueColumns()) * storedBytes(); }
  /// A step of keys or values: two vectors.
  PanelLayout step() const {
    return {schedule.getStored(), schedule.getEncoding(), lanes(), /*vectors=*/2, /*linears=*/1, 0, 0};
  }
  /// Panels of keys, or steps of values, that `rows` rows take at once.
  int64_t atOnce(int64_t rows) const { return schedule.getAtOnce()[rows - 1]; }
};

} // namespace tenon

#endif
