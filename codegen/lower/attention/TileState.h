// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scratch of a row tile: where its rows, scores and running sums lie.
#ifndef TENON_CODEGEN_LOWER_ATTENTION_TILESTATE_H
#define TENON_CODEGEN_LOWER_ATTENTION_TILESTATE_H

#include "codegen/lower/attention/AttentionShape.h"

namespace tenon {

/// Offsets in f32 elements of the task's scratch; each part starts on a cache
/// line. A chunk's sums (`output`, `maximum`, `sums`) are folded into the
/// totals when the chunk ends.
struct TileState {
  int64_t rows;
  int64_t scoreStride; ///< padded: keeps rows that are a power of two apart out of the same cache sets
  int64_t query, scores, output, maximum, rescale, sums, totalOutput, totalMaximum, totalSums;
  int64_t floats = 0;

  TileState(const AttentionShape &shape, int64_t rows)
      : rows(rows), scoreStride(shape.schedule.getKeyBlock() + shape.schedule.getPadding()) {
    auto take = [&](int64_t count) {
      int64_t at = floats;
      floats += (count + 15) / 16 * 16;
      return at;
    };
    query = take(rows * shape.keyDim);
    scores = take(rows * scoreStride);
    output = take(rows * shape.valueColumns());
    maximum = take(rows);
    rescale = take(rows);
    sums = take(rows * shape.lanes());
    totalOutput = take(rows * shape.valueColumns());
    totalMaximum = take(rows);
    totalSums = take(rows * shape.lanes());
  }
};

} // namespace tenon

#endif
