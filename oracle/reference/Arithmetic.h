// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two arithmetics in which the interpreter evaluates one and the same graph.
#ifndef TENON_ORACLE_REFERENCE_ARITHMETIC_H
#define TENON_ORACLE_REFERENCE_ARITHMETIC_H

#include "dsl/graph/Graph.h"
#include "oracle/reference/Quantize.h"
#include "runtime/core/Environment.h"
#include "runtime/core/Half.h"

#include <cmath>
#include <vector>

namespace tenon::reference {

enum class Arithmetic : uint8_t {
  exact,   ///< f64; rounds only at a required `round`: what the spec means
  baseline ///< f32 operations, rounding at every permitted place: what an honest kernel may do. As in
           ///< kernels, inputs and results below 2^-126 are 0
};

/// What its operations run in.
inline core::Denormals denormalsIn(Arithmetic arithmetic) {
  return arithmetic == Arithmetic::exact ? core::Denormals::kept : core::Denormals::zero;
}

/// `value` rounded once to f32, bf16 or f16.
inline double roundTo(graph::Format format, double value) {
  switch (format) {
  case graph::Format::bf16:
    return core::fromBf16(core::toBf16(value));
  case graph::Format::f16:
    return core::fromF16(core::toF16(value));
  default:
    return static_cast<float>(value);
  }
}

/// How the exact policy computes: permitted rounding does not happen.
struct Exact {
  using Real = double;
  static Real permitted(graph::Format, Real value) { return value; }
  static void permittedLimbs(std::vector<Real> &, size_t) {}
};

/// How the baseline computes: every operation in f32.
struct Baseline {
  using Real = float;
  static Real permitted(graph::Format format, Real value) {
    return format == graph::Format::f32 ? value : static_cast<Real>(roundTo(format, value));
  }
  /// Rows of `width` numbers in front of a linear with quantised weights.
  static void permittedLimbs(std::vector<Real> &rows, size_t width) {
    for (size_t i = 0; i < rows.size(); i += width)
      quantizeActivations(std::span(rows).subspan(i, width));
  }
};

} // namespace tenon::reference

#endif
