// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two arithmetics in which the interpreter evaluates one and the same graph.
#ifndef TENON_ORACLE_REFERENCE_ARITHMETIC_H
#define TENON_ORACLE_REFERENCE_ARITHMETIC_H

#include "dsl/graph/Graph.h"
#include "oracle/reference/Linear.h"
#include "oracle/reference/Quantize.h"
#include "runtime/core/Half.h"

#include <cmath>
#include <vector>

namespace tenon::reference {

enum class Arithmetic : uint8_t {
  exact,   ///< f64; rounds only at a required `round`: what the spec means
  baseline ///< f32 operations, rounding at every permitted place: what an honest kernel may do
};

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
  static Denormals denormalsIn(graph::Format, graph::Format) { return Denormals::kept; }
};

/// How the baseline computes: every operation in f32, and products of bf16 by bf16
/// as the instructions for them do, which flush denormals.
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
  static Denormals denormalsIn(graph::Format left, graph::Format weight) {
    bool isBf16 = left == graph::Format::bf16 && weight == graph::Format::bf16;
    return isBf16 ? Denormals::flushed : Denormals::kept;
  }
};

} // namespace tenon::reference

#endif
