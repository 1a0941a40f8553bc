// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/reference/Interpreter.h"
#include "oracle/reference/Evaluator.h"

#include <set>

namespace tenon::reference {

Batch Batch::sequence(size_t tokens, int64_t firstPosition) {
  return {tokens, {0, tokens}, {firstPosition}, {0}, 0};
}

Batch Batch::sequences(size_t count, size_t tokensEach) {
  Batch batch{count * tokensEach, {0}, {}, {}, 0};
  for (size_t s = 0; s < count; ++s) {
    batch.firstRow.push_back((s + 1) * tokensEach);
    batch.firstPosition.push_back(0);
    batch.slot.push_back(static_cast<uint32_t>(s));
  }
  return batch;
}

Batch Batch::of(const std::vector<size_t> &rowsOfEach) {
  Batch batch{0, {0}, {}, {}, 0};
  for (size_t rows : rowsOfEach) {
    batch.tokens += rows;
    batch.firstRow.push_back(batch.tokens);
    batch.firstPosition.push_back(0);
    batch.slot.push_back(static_cast<uint32_t>(rowsOfEach.size() - batch.slot.size() - 1));
  }
  return batch;
}

size_t Batch::length() const {
  size_t length = 0;
  for (size_t s = 0; s < firstPosition.size(); ++s)
    length = std::max(length, size_t(firstPosition[s]) + firstRow[s + 1] - firstRow[s]);
  return length;
}

std::vector<int64_t> Batch::positions() const {
  std::vector<int64_t> positions(tokens);
  for (size_t s = 0; s + 1 < firstRow.size(); ++s)
    for (size_t row = firstRow[s]; row < firstRow[s + 1]; ++row)
      positions[row] = firstPosition[s] + static_cast<int64_t>(row - firstRow[s]);
  return positions;
}

namespace {

core::Error failure(std::string message) { return core::Error{std::move(message)}; }

/// A new chunk must continue or replace what its slot holds.
core::Result<core::Done> checkCache(const graph::Block &block, const Batch &batch, Cache &cache) {
  for (size_t i = 0; i < block.graph.nodes.size(); ++i) {
    const graph::Node &node = block.graph.nodes[i];
    if (node.op != graph::Op::attend)
      continue;
    int64_t keyElements = graph::elements(block.graph.nodes[node.operands[1]].shape);
    for (size_t s = 0; s < batch.slot.size(); ++s) {
      const Cache::Entry &entry = cache.entry(static_cast<graph::ValueId>(i), batch.slot[s]);
      int64_t end = entry.begin + static_cast<int64_t>(entry.keys.size()) / keyElements;
      if (!entry.keys.empty() && (batch.firstPosition[s] < entry.begin || batch.firstPosition[s] > end))
        return failure("sequence " + std::to_string(s) + " begins at position " +
                       std::to_string(batch.firstPosition[s]) + ", but its cache slot holds positions " +
                       std::to_string(entry.begin) + " to " + std::to_string(end - 1));
    }
  }
  return core::Done{};
}

} // namespace

core::Result<core::Done> check(const Batch &batch) {
  size_t sequences = batch.firstPosition.size();
  if (batch.firstRow.size() != sequences + 1 || batch.slot.size() != sequences)
    return failure("a batch needs one first position and slot per sequence, and one more first row");
  if (batch.firstRow.front() != 0 || batch.firstRow.back() != batch.tokens)
    return failure("the sequences of a batch do not cover its rows");
  if (!std::is_sorted(batch.firstRow.begin(), batch.firstRow.end()))
    return failure("the first rows of a batch's sequences are not in order");
  for (size_t s = 0; s < sequences; ++s)
    if (size_t rows = batch.firstRow[s + 1] - batch.firstRow[s]; batch.firstPosition[s] < 0)
      return failure("a first position is negative");
    else if (rows > size_t(INT64_MAX - batch.firstPosition[s]))
      return failure("positions of sequence " + std::to_string(s) + " do not fit in 64 bits");
  if (std::set<uint32_t>(batch.slot.begin(), batch.slot.end()).size() != sequences)
    return failure("two sequences of a batch have one cache slot");
  return core::Done{};
}

core::Result<core::Done> check(const graph::Block &block, const Parameters &parameters, const Batch &batch,
                               std::span<const double> x, const Options &options) {
  if (parameters.size() != block.params.size())
    return failure("block '" + block.name + "' has " + std::to_string(block.params.size()) +
                   " parameters, not " + std::to_string(parameters.size()));
  for (size_t i = 0; i < parameters.size(); ++i)
    if (size_t expected = static_cast<size_t>(graph::elements(block.params[i].shape));
        parameters[i].size() != expected)
      return failure("parameter '" + block.params[i].name + "' has " + std::to_string(expected) +
                     " elements, not " + std::to_string(parameters[i].size()));
  if (x.size() != batch.tokens * static_cast<size_t>(block.width))
    return failure("the input has " + std::to_string(x.size()) + " elements, not " +
                   std::to_string(batch.tokens) + " rows of " + std::to_string(block.width));
  if (auto result = check(batch); !result)
    return result;
  return options.cache ? checkCache(block, batch, *options.cache) : core::Result<core::Done>(core::Done{});
}

std::vector<double> run(const graph::Block &block, const Parameters &parameters, const Batch &batch,
                        std::span<const double> x, const Options &options) {
  core::Environment environment(denormalsIn(options.arithmetic));
  if (options.arithmetic == Arithmetic::exact)
    return Evaluator<Exact>(block, parameters, batch, x, options).run();
  return Evaluator<Baseline>(block, parameters, batch, x, options).run();
}

} // namespace tenon::reference
