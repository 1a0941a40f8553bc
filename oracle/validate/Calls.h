// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the rows of sequences are spread over calls: at once, in chunks, token by
// token, behind earlier tokens. What is validated must compute the same in each way.
#ifndef TENON_ORACLE_VALIDATE_CALLS_H
#define TENON_ORACLE_VALIDATE_CALLS_H

#include "oracle/reference/Interpreter.h"
#include "runtime/core/Result.h"

#include <functional>

namespace tenon::validate {

/// Computes y from x, both [batch.tokens, width] in the block's residual type, contiguous, not
/// overlapping. Keys and values stay in their slots from call to call while `batch.cacheTokens`
/// is the same.
using Forward = std::function<core::Result<core::Done>(const reference::Batch &batch,
                                                       std::span<const std::byte> x, std::span<std::byte> y)>;

/// One call, and which rows of the whole batch it has.
struct Call {
  reference::Batch batch;
  std::vector<size_t> rows;
};

/// The calls that compute `batch`, each with at most `chunk` rows of every sequence that has rows left;
/// 0: one call.
std::vector<Call> callsOf(const reference::Batch &batch, size_t chunk);

/// Why the block cannot compute `batch` in chunks, or nothing.
core::Result<core::Done> checkCalls(const graph::Block &block, const reference::Batch &batch, size_t chunk);

/// Positions 0 to firstPosition of each sequence of `batch`, without the sequences that have none.
reference::Batch pastOf(const reference::Batch &batch);

/// The sequences of `batch` from position 0 on.
struct Whole {
  reference::Batch batch;
  std::vector<size_t> past, rows; ///< which rows of it are those of `pastOf(batch)` and of `batch`
};
Whole wholeOf(const reference::Batch &batch);

/// Rows of one call, as bytes; `past` are those of pastOf(batch), empty where earlier tokens do not matter.
struct CallData {
  std::span<const std::byte> past, x;
  std::span<std::byte> y;
};

/// Runs `batch` behind its past. y comes to `forward` filled with a NaN pattern, so that a row left
/// out is seen.
core::Result<core::Done> runInCalls(const Forward &forward, const reference::Batch &batch, CallData data,
                                    size_t chunk);

} // namespace tenon::validate

#endif
