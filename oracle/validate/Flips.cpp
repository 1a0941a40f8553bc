// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/validate/Flips.h"
#include "oracle/validate/Compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tenon::validate {
namespace {

using reference::Arithmetic;

/// How far f32 arithmetic may miss each number of one row: 4 times what the baseline missed in the row,
/// in absolute or relative terms, whichever is less, and two roundings.
class Misses {
public:
  Misses(std::span<const double> exact, std::span<const double> baseline) {
    for (size_t i = 0; i < exact.size(); ++i) {
      double miss = std::fabs(baseline[i] - exact[i]);
      if (!std::isfinite(miss) || miss == 0)
        continue;
      absolute = std::max(absolute, miss);
      relative = std::max(relative, miss / std::fabs(exact[i]));
    }
  }
  double at(double value) const {
    double size = std::fabs(value);
    return 4 * std::min(absolute, relative * size) + 2 * oneRounding(graph::Format::f32, value);
  }

private:
  double absolute = 0, relative = 0;
};

/// The other neighbour of `value` in `format` where it lies within `miss` of the middle; else NaN.
double otherSide(graph::Format format, double value, double miss) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  double nearest = reference::roundTo(format, value);
  if (nearest == value || !std::isfinite(nearest))
    return none;
  // A little more than half a step away, so that the shorter step below a power of two is found too.
  double step = 2 * oneRounding(format, nearest);
  double other = reference::roundTo(format, nearest + (value > nearest ? 0.51 : -0.51) * step);
  return std::fabs((nearest + other) / 2 - value) <= miss ? other : none;
}

reference::RoundOverrides findFlips(const graph::Block &block, size_t tokens,
                                    const reference::RoundTrace &exact,
                                    const reference::RoundTrace &baseline) {
  reference::RoundOverrides flips;
  for (const auto &[id, values] : exact) {
    std::span<const double> numbers = values, others = baseline.at(id);
    std::vector<double> &flip = flips[id];
    size_t width = tokens == 0 ? 0 : numbers.size() / tokens;
    for (size_t token = 0; token < tokens; ++token) {
      std::span<const double> row = numbers.subspan(token * width, width);
      Misses misses(row, others.subspan(token * width, width));
      for (double number : row)
        flip.push_back(otherSide(block.dtype, number, misses.at(number)));
    }
  }
  return flips;
}

} // namespace

References computeReferences(const graph::Block &block, const reference::Parameters &parameters,
                             const reference::Batch &batch, std::span<const double> x, size_t threads) {
  reference::RoundTrace exactTrace, baselineTrace;
  reference::Options options{Arithmetic::exact, threads, nullptr, &exactTrace, nullptr};
  References references;
  references.exact = reference::run(block, parameters, batch, x, options);
  options.arithmetic = Arithmetic::baseline;
  options.trace = &baselineTrace;
  references.baseline = reference::run(block, parameters, batch, x, options);
  if (exactTrace.empty())
    return references;
  reference::RoundOverrides flips = findFlips(block, batch.tokens, exactTrace, baselineTrace);
  options = {Arithmetic::exact, threads, nullptr, nullptr, &flips};
  references.flips = reference::run(block, parameters, batch, x, options);
  for (size_t i = 0; i < references.flips.size(); ++i) {
    double moved = std::fabs(references.flips[i] - references.exact[i]);
    references.flips[i] = std::isfinite(moved) ? moved : 0;
  }
  return references;
}

} // namespace tenon::validate
