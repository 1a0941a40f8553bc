// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a block means: its graph, interpreted with plain loops.
#ifndef TENON_ORACLE_REFERENCE_INTERPRETER_H
#define TENON_ORACLE_REFERENCE_INTERPRETER_H

#include "dsl/graph/Graph.h"
#include "oracle/reference/Arithmetic.h"
#include "runtime/core/Result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace tenon::reference {

/// The stored values of the parameters, in the order of Block::params (or
/// Stack::params), each row-major with the elements of its shape.
using Parameters = std::vector<std::span<const float>>;

/// The rows of one call. Sequences never see each other.
struct Batch {
  size_t tokens = 0;
  std::vector<size_t> firstRow;       ///< [sequences + 1], from 0 to tokens
  std::vector<int64_t> firstPosition; ///< [sequences]: position of the first row, >= 0
  std::vector<uint32_t> slot;         ///< [sequences]: which slot of the cache; all different
  size_t cacheTokens = 0;             ///< capacity of a slot; 0: what this batch needs

  /// One sequence.
  static Batch sequence(size_t tokens, int64_t firstPosition = 0);
  /// `count` sequences of `tokensEach` rows, all from position 0.
  static Batch sequences(size_t count, size_t tokensEach);
  /// Sequences of so many rows each, from position 0. Slots count down, so that a kernel
  /// that takes a sequence's number for its slot is seen.
  static Batch of(const std::vector<size_t> &rowsOfEach);
  /// One past the largest position.
  size_t length() const;
  /// Position in its sequence, of every row.
  std::vector<int64_t> positions() const;
};

/// Keys and values of earlier calls, for each `attend` of a block and each slot.
class Cache {
public:
  /// Consecutive positions from `begin` on.
  struct Entry {
    int64_t begin = 0;
    std::vector<double> keys;   ///< [count, key elements]
    std::vector<double> values; ///< [count, value elements]
  };
  Entry &entry(graph::ValueId attend, uint32_t slot) { return entries[{attend, slot}]; }

private:
  std::map<std::pair<graph::ValueId, uint32_t>, Entry> entries;
};

/// What stood in front of every required rounding, for the analysis of
/// roundings that may fall to the other side (docs/design/validation.md).
using RoundTrace = std::map<graph::ValueId, std::vector<double>>;
/// Results that take the place of a `round`'s own where they are not NaN.
using RoundOverrides = std::map<graph::ValueId, std::vector<double>>;

struct Options {
  Arithmetic arithmetic = Arithmetic::exact;
  size_t threads = 0;     ///< 0: one per processor; results do not depend on it
  Cache *cache = nullptr; ///< null: a sequence sees the keys of this call alone
  RoundTrace *trace = nullptr;
  const RoundOverrides *overrides = nullptr;
};

/// Why a batch contradicts itself, or nothing.
core::Result<core::Done> check(const Batch &batch);

/// Why `run` cannot be called so (a parameter of the wrong size, positions that
/// leave a gap in the cache, ...), or nothing.
core::Result<core::Done> check(const graph::Block &block, const Parameters &parameters, const Batch &batch,
                               std::span<const double> x, const Options &options = {});

/// y [tokens, width] for x [tokens, width]. Exact: not rounded, not even to the
/// type of the stream. Baseline: as stored. `check` must have found no fault.
std::vector<double> run(const graph::Block &block, const Parameters &parameters, const Batch &batch,
                        std::span<const double> x, const Options &options = {});

} // namespace tenon::reference

#endif
