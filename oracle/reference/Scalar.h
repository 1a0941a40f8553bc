// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The primitive operations on single numbers. A boolean is 1 or 0.
#ifndef TENON_ORACLE_REFERENCE_SCALAR_H
#define TENON_ORACLE_REFERENCE_SCALAR_H

#include "oracle/reference/Arithmetic.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace tenon::reference {

/// 1 / (1 + e^-x), without overflow and with full relative accuracy below 0.
inline double sigmoid(double x) {
  double e = std::exp(-std::fabs(x));
  return x < 0 ? e / (1 + e) : 1 / (1 + e);
}

/// The distribution function of N(0, 1); erfc keeps relative accuracy in the tail.
inline double normalCdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

/// A function of one number, evaluated in f64 and rounded once to Real: for
/// the baseline this is the best f32 function there can be.
template <class Real> Real unary(graph::Op op, Real x) {
  using graph::Op;
  double v = x;
  switch (op) {
  case Op::neg:
    return -x;
  case Op::abs:
    return std::fabs(x);
  case Op::exp:
    return static_cast<Real>(std::exp(v));
  case Op::expm1:
    return static_cast<Real>(std::expm1(v));
  case Op::log:
    return static_cast<Real>(std::log(v));
  case Op::log1p:
    return static_cast<Real>(std::log1p(v));
  case Op::tanh:
    return static_cast<Real>(std::tanh(v));
  case Op::sigmoid:
    return static_cast<Real>(sigmoid(v));
  case Op::sqrt:
    return std::sqrt(x);
  case Op::normal_cdf:
    return static_cast<Real>(normalCdf(v));
  case Op::floor:
    return std::floor(x);
  case Op::logical_not:
    return x == 0 ? Real(1) : Real(0);
  default:
    return std::numeric_limits<Real>::quiet_NaN();
  }
}

inline bool isUnary(graph::Op op) {
  return (op >= graph::Op::neg && op <= graph::Op::floor) || op == graph::Op::logical_not;
}

template <class Real> Real binary(graph::Op op, Real a, Real b) {
  using graph::Op;
  switch (op) {
  case Op::add:
    return a + b;
  case Op::sub:
    return a - b;
  case Op::mul:
    return a * b;
  case Op::div:
    return a / b;
  case Op::max: // NaN propagates, whichever side it is on
    return a != a || a > b ? a : b;
  case Op::min:
    return a != a || a < b ? a : b;
  case Op::lt:
    return a < b;
  case Op::le:
    return a <= b;
  case Op::eq:
    return a == b;
  case Op::logical_and:
    return a != 0 && b != 0;
  case Op::logical_or:
    return a != 0 || b != 0;
  default:
    return std::numeric_limits<Real>::quiet_NaN();
  }
}

inline bool isBinary(graph::Op op) { return op >= graph::Op::add && op <= graph::Op::logical_or; }

/// x^exponent by squaring; x^0 is 1.
template <class Real> Real power(Real x, uint32_t exponent) {
  Real result = 1;
  for (Real square = x; exponent != 0; exponent >>= 1, square *= square)
    if (exponent & 1)
      result *= square;
  return result;
}

} // namespace tenon::reference

#endif
