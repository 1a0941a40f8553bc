// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/graph/Scalar.h"

#include <cmath>
#include <numbers>

namespace tenon::graph {

namespace {

/// 1 / (1 + e^-x), without overflow and with full relative accuracy below 0.
double sigmoid(double x) {
  double e = std::exp(-std::fabs(x));
  return x < 0 ? e / (1 + e) : 1 / (1 + e);
}

/// The distribution function of N(0, 1); erfc keeps relative accuracy in the tail.
double normalCdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

} // namespace

const Unary *findUnary(Op op) {
  switch (op) {
#define TENON_UNARY(NAME, SPELLING, VALUE, CONDITION, ROUNDINGS)                                             \
  case Op::NAME: {                                                                                           \
    static constexpr Unary unary{[](double x) -> double { return VALUE; }, CONDITION, ROUNDINGS};            \
    return &unary;                                                                                           \
  }
#include "dsl/graph/Ops.def"
  default:
    return nullptr;
  }
}

} // namespace tenon::graph
