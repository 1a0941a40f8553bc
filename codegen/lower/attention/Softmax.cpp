// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/attention/Softmax.h"

#include <cmath>
#include <limits>

using namespace tenon;
using vmath::Num;

namespace {

// Adding it rounds to a whole number, which then stands in the low bits.
constexpr double roundingMagic = 0x1.8p23;
constexpr double log2e = 1.4426950408889634;
// 100 * log 2: weights below 2^-100 count as 0.
constexpr double underflow = -69.31471805599453;
// 2^f on [-1/2, 1/2] is 1 + f * P(f): minimax of degree 5 for the relative
// error, found by the Remez exchange.
constexpr double coefficients[] = {0.6931470036506653, 0.24022242426872253, 0.05550733581185341,
                                   0.009671512991189957, 0.001326472731307149};

} // namespace

Num tenon::expOfDifference(Num x) {
  Num scale = x.constant(log2e), magic = x.constant(roundingMagic);
  Num shifted = fma(x, scale, magic);
  Num whole = shifted - magic;
  Num fraction = fma(x, scale, -whole);
  Num power = x.constant(coefficients[4]);
  for (int i = 3; i >= 0; --i)
    power = fma(power, fraction, x.constant(coefficients[i]));
  power = fma(power, fraction, x.constant(1));
  Num scaled = (power.bits() + (shifted.bits() << 23)).asFloat();
  return select(isNan(x), x, select(x < underflow, x.constant(0), scaled));
}

Num tenon::largerScore(Num a, Num b) { return select(a > b, a, b); }

Num tenon::finiteMaximum(Num maximum) {
  Num nothing = maximum.constant(-std::numeric_limits<double>::infinity());
  return select(compare(mlir::arith::CmpFPredicate::OEQ, maximum, nothing), maximum.constant(0), maximum);
}
