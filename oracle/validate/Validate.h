// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a forward pass and the reference on the same rows and judges: all that
// `tenon run --validate` needs. In order:
//
//   auto values = seedParameters(block.params, seed);      // or given ones, as stored
//   Forward forward = ...;                                   // a compiled block, or referenceForward(...)
//   auto report = validate({.block = &block, .parameters = views(values), .tokens = 128}, forward);
//   if (!report) ...                                       // it failed: a sentence
//   report->verdict                                        // pass, figures, worst element
#ifndef TENON_ORACLE_VALIDATE_VALIDATE_H
#define TENON_ORACLE_VALIDATE_VALIDATE_H

#include "oracle/reference/Interpreter.h"
#include "oracle/validate/Calls.h"
#include "oracle/validate/Compare.h"
#include "oracle/validate/Seed.h"
#include "runtime/core/Result.h"

#include <optional>

namespace tenon::validate {

/// The interpreter: exact arithmetic rounded once at the end, or the baseline. `block` and the
/// parameters must outlive it. Copies share one cache.
Forward referenceForward(const graph::Block &block, reference::Parameters parameters,
                         reference::Arithmetic arithmetic = reference::Arithmetic::exact, size_t threads = 0);

/// Views of owned values, for the interpreter.
reference::Parameters views(const std::vector<std::vector<float>> &values);

/// Numbers to and from their stored bytes (f32, bf16, f16), little-endian; rounded once.
std::vector<std::byte> encode(graph::Format format, std::span<const double> values);
std::vector<std::byte> encode(graph::Format format, std::span<const float> values);
std::vector<double> decode(graph::Format format, std::span<const std::byte> bytes);

struct Request {
  const graph::Block *block = nullptr;
  reference::Parameters parameters; ///< in the order of Block::params
  uint64_t seed = 1;                ///< of the rows
  size_t tokens = 128;              ///< rows per call, > 0
  std::vector<size_t> sequences{};  ///< rows of each sequence of a call, > 0; empty: one sequence of `tokens`
  size_t chunk = 0;                 ///< calls of at most so many rows of a sequence; 0: of all
  size_t threads = 0;               ///< of the reference
  /// Given rows [batch.tokens, width] instead of seeded ones, as stored.
  std::optional<std::vector<float>> x = std::nullopt;
  std::optional<reference::Batch> batch = std::nullopt; ///< of given rows; else one sequence
  /// Rows of pastOf(batch): with attention, where given sequences do not begin at position 0.
  std::vector<float> past{};

  std::vector<size_t> rowsOfSequences() const;
};

struct Report {
  Verdict verdict;
  double aPrioriBound = 0; ///< aPrioriBound(block, tokens), of the rms error
  size_t rows = 0, calls = 0;
  std::vector<double> y; ///< what `forward` computed, [rows, width]
};

/// Runs what Trials.h says. An error: what `forward` said, or why the request makes no sense.
core::Result<Report> validate(const Request &request, const Forward &forward);

} // namespace tenon::validate

#endif
