// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/validate/Calls.h"
#include "dsl/graph/Facts.h"

#include <algorithm>

namespace tenon::validate {
namespace {

using reference::Batch;

/// Rows that are computed only for their keys and values go in calls of so many.
constexpr size_t pastChunk = 512;

void append(Batch &batch, size_t rows, int64_t position, uint32_t slot) {
  batch.tokens += rows;
  batch.firstRow.push_back(batch.tokens);
  batch.firstPosition.push_back(position);
  batch.slot.push_back(slot);
}

size_t rowsOf(const Batch &batch, size_t sequence) {
  return batch.firstRow[sequence + 1] - batch.firstRow[sequence];
}

core::Result<core::Done> runAll(const Forward &forward, const std::vector<Call> &calls,
                                std::span<const std::byte> x, std::span<std::byte> y, size_t rowBytes) {
  for (const Call &call : calls) {
    std::vector<std::byte> in(call.rows.size() * rowBytes), out(in.size(), std::byte{0xff});
    for (size_t i = 0; i < call.rows.size(); ++i)
      std::copy_n(x.begin() + ptrdiff_t(call.rows[i] * rowBytes), rowBytes,
                  in.begin() + ptrdiff_t(i * rowBytes));
    if (auto done = forward(call.batch, in, out); !done)
      return done;
    for (size_t i = 0; i < call.rows.size() && !y.empty(); ++i)
      std::copy_n(out.begin() + ptrdiff_t(i * rowBytes), rowBytes,
                  y.begin() + ptrdiff_t(call.rows[i] * rowBytes));
  }
  return core::Done{};
}

} // namespace

std::vector<Call> callsOf(const Batch &batch, size_t chunk) {
  size_t longest = 0;
  for (size_t s = 0; s < batch.slot.size(); ++s)
    longest = std::max(longest, rowsOf(batch, s));
  size_t step = chunk ? chunk : std::max<size_t>(1, longest);
  std::vector<Call> calls;
  for (size_t done = 0; done < std::max<size_t>(1, longest); done += step) {
    Call call{{0, {0}, {}, {}, batch.cacheTokens}, {}};
    for (size_t s = 0; s < batch.slot.size(); ++s) {
      size_t rows = rowsOf(batch, s) > done ? std::min(step, rowsOf(batch, s) - done) : 0;
      if (rows == 0 && done > 0)
        continue;
      append(call.batch, rows, batch.firstPosition[s] + int64_t(done), batch.slot[s]);
      for (size_t i = 0; i < rows; ++i)
        call.rows.push_back(batch.firstRow[s] + done + i);
    }
    calls.push_back(std::move(call));
  }
  return calls;
}

core::Result<core::Done> checkCalls(const graph::Block &block, const Batch &batch, size_t chunk) {
  if (!graph::attends(block) || batch.tokens == 0)
    return core::Done{};
  for (size_t s = 0; s < batch.slot.size(); ++s)
    if (rowsOf(batch, s) == 0)
      return core::Error{"sequence " + std::to_string(s) + " has no rows, which attention needs"};
  if (!graph::seesLaterTokens(block))
    return core::Done{};
  std::string why =
      "; its attention sees later tokens, so that a sequence is computed at once, from position 0";
  for (size_t s = 0; s < batch.slot.size(); ++s)
    if (batch.firstPosition[s] > 0)
      return core::Error{"block '" + block.name + "': sequence " + std::to_string(s) +
                         " begins at position " + std::to_string(batch.firstPosition[s]) + why};
  if (chunk && chunk < batch.length())
    return core::Error{"block '" + block.name + "' cannot be computed in chunks" + why};
  return core::Done{};
}

Batch pastOf(const Batch &batch) {
  Batch past{0, {0}, {}, {}, batch.cacheTokens};
  for (size_t s = 0; s < batch.slot.size(); ++s)
    if (batch.firstPosition[s] > 0)
      append(past, size_t(batch.firstPosition[s]), 0, batch.slot[s]);
  return past;
}

Whole wholeOf(const Batch &batch) {
  Whole whole{{0, {0}, {}, {}, batch.cacheTokens}, {}, {}};
  for (size_t s = 0; s < batch.slot.size(); ++s) {
    size_t past = size_t(batch.firstPosition[s]), begin = whole.batch.tokens;
    append(whole.batch, past + rowsOf(batch, s), 0, batch.slot[s]);
    for (size_t row = begin; row < whole.batch.tokens; ++row)
      (row < begin + past ? whole.past : whole.rows).push_back(row);
  }
  return whole;
}

core::Result<core::Done> runInCalls(const Forward &forward, const Batch &batch, CallData data, size_t chunk) {
  if (batch.tokens == 0)
    return forward(batch, data.x, data.y);
  Batch sized = batch;
  sized.cacheTokens = std::max(batch.cacheTokens, batch.length());
  size_t rowBytes = data.x.size() / batch.tokens;
  if (!data.past.empty()) {
    if (auto done = runAll(forward, callsOf(pastOf(sized), pastChunk), data.past, {}, rowBytes); !done)
      return done;
  }
  return runAll(forward, callsOf(sized, chunk), data.x, data.y, rowBytes);
}

} // namespace tenon::validate
