// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bugs in loops and packing: rows, columns, weights.
#include "oracle/validate/MutationList.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tenon::validate {
namespace {

using graph::Block;
using Rows = std::vector<double>;
using Values = std::vector<std::vector<float>>;

size_t width(const Block &block) { return static_cast<size_t>(block.width); }

/// What a row is that nobody has written.
constexpr double unwritten = std::numeric_limits<double>::quiet_NaN();

bool lastRowMissed(const Block &block, Rows &y) {
  std::fill(y.end() - static_cast<std::ptrdiff_t>(width(block)), y.end(), unwritten);
  return true;
}

bool staleRow(const Block &block, Rows &y) {
  if (y.size() < 2 * width(block))
    return false;
  std::copy_n(y.begin(), width(block), y.begin() + static_cast<std::ptrdiff_t>(width(block)));
  return true;
}

bool rowsSwapped(const Block &block, Rows &y) {
  if (y.size() < 2 * width(block))
    return false;
  std::swap_ranges(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(width(block)),
                   y.begin() + static_cast<std::ptrdiff_t>(width(block)));
  return true;
}

bool lastColumnMissed(const Block &block, Rows &y) {
  for (size_t i = width(block) - 1; i < y.size(); i += width(block))
    y[i] = 0;
  return true;
}

/// The neighbour of a row with a NaN gets one too, as when a tile of rows shares a register.
bool nanLeaks(const Block &block, Rows &y) {
  size_t rows = y.size() / width(block);
  for (size_t row = rows; row-- > 1;)
    if (std::isnan(y[row * width(block)]) && !std::isnan(y[(row - 1) * width(block)])) {
      y[(row - 1) * width(block)] = unwritten;
      return true;
    }
  return false;
}

/// They are normal numbers of f32, which an instruction for f16 may take for 0.
bool denormalsFlushed(const Block &block, Rows &y) {
  bool any = false;
  for (double &value : y)
    if (block.residual == graph::Format::f16 && value != 0 && std::fabs(value) < 0x1p-14) {
      value = 0;
      any = true;
    }
  return any;
}

/// The first linear weight, or nothing.
std::vector<float> *firstWeight(const Block &block, Values &values, size_t &rows, size_t &columns) {
  for (size_t i = 0; i < block.params.size(); ++i)
    if (const graph::Parameter &p = block.params[i]; p.role == graph::Parameter::Role::weight) {
      rows = static_cast<size_t>(p.shape[0]);
      columns = static_cast<size_t>(p.shape[1]);
      return &values[i];
    }
  return nullptr;
}

bool tileTransposed(const Block &block, Values &values) {
  size_t rows = 0, columns = 0;
  std::vector<float> *weight = firstWeight(block, values, rows, columns);
  size_t tile = std::min({rows, columns, size_t(8)});
  if (!weight || tile < 2)
    return false;
  for (size_t r = 0; r < tile; ++r)
    for (size_t c = 0; c < r; ++c)
      std::swap((*weight)[r * columns + c], (*weight)[c * columns + r]);
  return true;
}

bool depthTailMissed(const Block &block, Values &values) {
  size_t rows = 0, columns = 0;
  std::vector<float> *weight = firstWeight(block, values, rows, columns);
  if (!weight)
    return false;
  for (size_t r = 0; r < rows; ++r)
    (*weight)[r * columns + columns - 1] = 0;
  return true;
}

bool panelShifted(const Block &block, Values &values) {
  size_t rows = 0, columns = 0;
  std::vector<float> *weight = firstWeight(block, values, rows, columns);
  if (!weight || rows < 2)
    return false;
  std::rotate(weight->begin(), weight->begin() + static_cast<std::ptrdiff_t>(columns), weight->end());
  return true;
}

/// Sequences that continue read and write each other's slots.
void staleSlot(reference::Batch &batch) {
  bool continues = std::any_of(batch.firstPosition.begin(), batch.firstPosition.end(),
                               [](int64_t position) { return position > 0; });
  if (continues)
    std::rotate(batch.slot.begin(), batch.slot.begin() + 1, batch.slot.end());
}

/// Sequences that continue overwrite their last token.
void positionBehind(reference::Batch &batch) {
  for (int64_t &position : batch.firstPosition)
    position -= position > 0;
}

} // namespace

void addDataMutations(std::vector<Mutation> &list) {
  auto onRows = [&](std::string name, std::string bug, std::string revealedBy, auto apply) {
    list.push_back({std::move(name), std::move(bug), std::move(revealedBy), nullptr, nullptr, apply});
  };
  auto onParameters = [&](std::string name, std::string bug, std::string revealedBy, auto apply) {
    list.push_back({std::move(name), std::move(bug), std::move(revealedBy), nullptr, apply});
  };
  auto onBatch = [&](std::string name, std::string bug, std::string revealedBy, auto apply) {
    list.push_back(
        {std::move(name), std::move(bug), std::move(revealedBy), nullptr, nullptr, nullptr, apply});
  };
  onBatch("stale-slot", "keys are those of another sequence", "causal attention; chunks of two sequences",
          staleSlot);
  onBatch("position-behind", "a chunk overwrites the last token of the one before",
          "causal attention in chunks", positionBehind);
  onRows("tail-row-missed", "the last row is not written", "any block", lastRowMissed);
  onRows("stale-row", "a row is that of an earlier one", "any block; two tokens", staleRow);
  onRows("rows-swapped", "two rows are exchanged", "any block; two tokens", rowsSwapped);
  onRows("tail-column-missed", "the last column is 0", "any block", lastColumnMissed);
  onRows("nan-leaks", "a NaN reaches the row beside its own", "a block without attention", nanLeaks);
  onRows("denormals-flushed", "denormal results in f16 become 0", "a residual block in f16; denormal rows",
         denormalsFlushed);
  onParameters("tile-transposed", "a tile of a weight is packed transposed", "any linear", tileTransposed);
  onParameters("depth-tail-missed", "the last input of a linear is left out", "any linear", depthTailMissed);
  onParameters("panel-shifted", "a weight is packed one output too early", "any linear", panelShifted);
}

} // namespace tenon::validate
