// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_ORACLE_REFERENCE_ATTEND_H
#define TENON_ORACLE_REFERENCE_ATTEND_H

#include "oracle/reference/Expression.h"
#include "oracle/reference/Parallel.h"

#include <optional>

namespace tenon::reference {

/// attend(q, k, v; scale, mask, score, sinks), formula by formula:
///   s[j] = score(scale * (q . k[j])), only where mask(q, k) holds
///   p[j] = e^(s[j] - m) / (sum of e^(s - m) + e^(sink - m)),  m = max(s, sink)
///   y    = sum of p[j] * v[j]
/// A query that sees no key gives 0.
template <class Policy> struct Attend {
  using Real = typename Policy::Real;

  const graph::Block &block;
  const Parameters &parameters;
  const graph::AttendAttr &attributes;
  int64_t heads, keyHeads, queryWidth, valueWidth; ///< widths of one head
  const Real *queries;                             ///< [tokens, heads, queryWidth]
  const Real *sinks = nullptr;                     ///< [heads], or null
  int64_t sinkStride = 0;                          ///< between tokens

  /// Row `row` of the batch, at `position`, over the keys of one cache entry.
  void operator()(Real *y, size_t row, int64_t position, const Cache::Entry &keys) const {
    int64_t keyElements = keyHeads * queryWidth;
    int64_t count = static_cast<int64_t>(keys.keys.size()) / keyElements;
    std::vector<Real> scores(static_cast<size_t>(count));
    std::vector<bool> seen(static_cast<size_t>(count));
    std::optional<Expression<Policy>> score, mask;
    if (attributes.score)
      score.emplace(*attributes.score, block, parameters);
    if (attributes.mask)
      mask.emplace(*attributes.mask, block, parameters);
    for (int64_t head = 0; head < heads; ++head) {
      const Real *query = queries + (static_cast<int64_t>(row) * heads + head) * queryWidth;
      int64_t keyHead = head / (heads / keyHeads);
      for (int64_t j = 0; j < count; ++j) {
        Arguments<Real> arguments{0, static_cast<Real>(position), static_cast<Real>(keys.begin + j),
                                  static_cast<Real>(head)};
        seen[j] = !mask || (*mask)(arguments) != 0;
        if (!seen[j])
          continue;
        arguments.score = dot(query, &keys.keys[j * keyElements + keyHead * queryWidth]);
        scores[j] = score ? (*score)(arguments) : arguments.score;
      }
      combine(y + head * valueWidth, scores, seen, sink(row, head), keys, keyHead);
    }
  }

private:
  Real dot(const Real *query, const double *key) const {
    Real sum = 0;
    for (int64_t i = 0; i < queryWidth; ++i)
      sum += query[i] * static_cast<Real>(key[i]);
    return sum * static_cast<Real>(attributes.scale);
  }

  Real sink(size_t row, int64_t head) const {
    return sinks ? sinks[static_cast<int64_t>(row) * sinkStride + head]
                 : -std::numeric_limits<Real>::infinity();
  }

  void combine(Real *y, const std::vector<Real> &scores, const std::vector<bool> &seen, Real sink,
               const Cache::Entry &keys, int64_t keyHead) const {
    std::fill(y, y + valueWidth, Real(0));
    Real largest = sink;
    for (size_t j = 0; j < scores.size(); ++j)
      if (seen[j])
        largest = binary(graph::Op::max, largest, scores[j]);
    if (largest == -std::numeric_limits<Real>::infinity())
      return;
    Real total = unary(graph::Op::exp, sink - largest);
    for (size_t j = 0; j < scores.size(); ++j) {
      if (!seen[j])
        continue;
      Real probability = unary(graph::Op::exp, scores[j] - largest);
      total += probability;
      probability = Policy::permitted(block.dtype, probability);
      const double *value = &keys.values[(j * keyHeads + keyHead) * valueWidth];
      for (int64_t i = 0; i < valueWidth; ++i)
        y[i] += probability * static_cast<Real>(value[i]);
    }
    for (int64_t i = 0; i < valueWidth; ++i)
      y[i] /= total;
  }
};

} // namespace tenon::reference

#endif
