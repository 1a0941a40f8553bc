// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_ORACLE_REFERENCE_REDUCE_H
#define TENON_ORACLE_REFERENCE_REDUCE_H

#include <cmath>
#include <cstddef>

namespace tenon::reference {

/// The sum of f(numbers[i]) in 16 lanes, as a vector unit would have them, so
/// that the baseline's error is that of a kernel and not of one long chain.
template <class Real, class F> Real laneSum(const Real *numbers, size_t count, F f) {
  Real lane[16] = {};
  for (size_t i = 0; i < count; ++i)
    lane[i % 16] += f(numbers[i]);
  for (size_t width = 8; width != 0; width /= 2)
    for (size_t i = 0; i < width; ++i)
      lane[i] += lane[i + width];
  return lane[0];
}

template <class Real> Real sum(const Real *numbers, size_t count) {
  return laneSum(numbers, count, [](Real x) { return x; });
}

/// The mean in two passes: the second adds the mean of what the first left
/// over. Without it a row of equal numbers has a mean beside them, and eps is
/// too small to hide the difference from what follows.
template <class Real> Real mean(const Real *numbers, size_t count) {
  Real first = sum(numbers, count) / static_cast<Real>(count);
  if (!std::isfinite(first))
    return first;
  return first + laneSum(numbers, count, [first](Real x) { return x - first; }) / static_cast<Real>(count);
}

} // namespace tenon::reference

#endif
