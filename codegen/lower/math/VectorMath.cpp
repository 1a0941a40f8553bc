// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/math/VectorMath.h"
#include "codegen/lower/math/Formula.h"

#include <iterator>
#include <limits>
#include <optional>

using namespace mlir;
using namespace tenon::vmath;

namespace {

#define TENON_POLYNOMIAL(NAME, ...) constexpr float NAME[] = {__VA_ARGS__};
#include "codegen/lower/math/Polynomials.def"

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

// log(2) in two parts; products of the first with whole numbers up to 2^14 are exact.
constexpr double ln2High = 0.693359375;
constexpr double ln2Low = -2.12194440e-4;
constexpr double log2e = 1.44269504088896340736;

/// exp(x) is below 2^-126 for x < leastNormal and finite for x < leastFinite: the f32
/// next to -126 log(2), and the one behind 128 log(2).
constexpr double leastNormal = -0x1.5d589ep+6;
constexpr double leastFinite = 0x1.62e430p+6;

/// 1.5 * 2^23: adding it rounds to a whole number, which is then found in the
/// low bits of the sum.
constexpr double roundingShift = 12582912.0;
constexpr int32_t one = 0x3f800000;      // bits of 1.0f
constexpr int32_t sqrtHalf = 0x3f3504f3; // bits of sqrt(1/2)
constexpr int mantissaBits = 23;

/// Horner's scheme down to coefficient `lowest`.
template <size_t N> Num polynomial(const float (&coefficients)[N], Num x) {
  Num sum = x.constant(coefficients[N - 1]);
  for (size_t i = N - 1; i-- > 0;)
    sum = fma(sum, x, x.constant(coefficients[i]));
  return sum;
}

/// exp(x) = (1 + w) * 2^n with |w| < 0.42; `shifted` has n in its low bits.
struct Exponential {
  Num w;
  Num n;
  Num shifted;
};

/// exp(x + low) for |x| < 2^13; `low` is what x lacks to be exact.
Exponential reduceExp(Num x, std::optional<Num> low = std::nullopt) {
  Num sum = fma(x, x.constant(log2e), x.constant(roundingShift));
  Num n = sum - roundingShift;
  Num high = fma(n, x.constant(-ln2High), x); // exact
  Num rest = low ? fma(n, x.constant(-ln2Low), *low) : n * -ln2Low;
  Num r = high + rest;
  Num error = (high - r) + rest;
  return {fma(r * r, polynomial(expTail, r), error) + r, n, sum.bits()};
}

/// 2^n for -126 <= n <= 127. A product with it keeps NaN, whatever n is then.
Num powerOfTwo(Num n) { return ((n << mantissaBits) + one).asFloat(); }

/// A number as y times 1 or 2^-64. y is a normal number also where the number is
/// below 2^-126 and so 0, but not what it is a factor of.
struct Scaled {
  Num y;
  Num factor;
  operator Num() const { return y * factor; }
};

/// y * 2^n for -126 <= n <= 127, or where `isSmall` for -190 <= n <= 63, and 0.03 < y < 3.
Scaled scale(Num y, Num shifted, Num isSmall) {
  Num exponentOfOne = select(isSmall, shifted.constant(one + (64 << mantissaBits)), shifted.constant(one));
  Num power = ((shifted << mantissaBits) + exponentOfOne).asFloat();
  return {y * power, select(isSmall, y.constant(0x1p-64), y.constant(1))};
}

/// log(2^e * (1 + f)) for 1 + f in [sqrt(1/2), sqrt(2)].
Num logOf(Num f, Num e) {
  Num square = f * f;
  Num tail = fma(square * f, polynomial(logTail, f), e * ln2Low);
  tail = fma(square, f.constant(-0.5), tail);
  return fma(e, f.constant(ln2High), f + tail);
}

/// x = 2^exponent * mantissa with the mantissa in [sqrt(1/2), sqrt(2)), x normal and positive.
struct Split {
  Num exponent; // i32
  Num mantissa;
};
Split split(Num x) {
  Num exponent = (x.bits() - sqrtHalf) >> mantissaBits;
  return {exponent, (x.bits() - (exponent << mantissaBits)).asFloat()};
}

Num exp(Num x) {
  // n goes to the exponent, where it fits: from -126 on the result is normal, up to 128 finite.
  Exponential e = reduceExp(x);
  Num y = ((1.0 + e.w).bits() + (e.shifted << mantissaBits)).asFloat();
  y = select(x < leastFinite, y, x * infinity); // infinity and NaN
  return select(x < leastNormal, x.constant(0), y);
}

Num expm1(Num x) {
  Exponential e = reduceExp(atLeast(atMost(x, 89.0), -20.0));
  // Half of 2^n, which may be 2^128; n = 0 apart, lest a half is below 2^-126.
  Num half = ((e.shifted << mantissaBits) + (one - (1 << mantissaBits))).asFloat();
  Num y = fma(half, e.w, half - 0.5);
  return select(e.n == 0.0, e.w, y + y);
}

Num log(Num x) {
  Split s = split(x);
  Num y = logOf(s.mantissa - 1.0, s.exponent.toFloat());
  y = select(x == 0.0, x.constant(-infinity), y);
  y = select(x < infinity, y, x); // infinity and NaN
  return select(x < 0.0, x.constant(notANumber), y);
}

Num log1p(Num x) {
  // 1 + x = u + c exactly; c goes into the reduced argument.
  Num u = 1.0 + x;
  Num added = u - x;
  Num c = (x - (u - added)) + (1.0 - added);
  Split s = split(u);
  Num exponent = s.exponent.constant(127) - s.exponent;
  Num zero = exponent.constant(0);
  exponent = {x.at(), arith::MaxSIOp::create(x.at(), exponent, zero)};
  Num f = (s.mantissa - 1.0) + c * (exponent << mantissaBits).asFloat();
  Num y = logOf(f, s.exponent.toFloat());
  y = select(x == -1.0, x.constant(-infinity), y);
  y = select(x < infinity, y, x); // infinity and NaN
  return select(x < -1.0, x.constant(notANumber), y);
}

Num tanh(Num x) {
  Num square = x * x;
  Num near = fma(x * square, polynomial(tanhTail, square), x);
  // 1 - 2 / (exp(2|x|) + 1)
  Num a = abs(x);
  Num limited = atMost(a, 10.0);
  Exponential e = reduceExp(limited + limited);
  Num power = (1.0 + e.w) * powerOfTwo(e.shifted);
  Num far = 1.0 - 2.0 / (power + 1.0);
  return copysign(select(a < 0.625, near, far), x); // of a zero too
}

Scaled sigmoid(Num x) {
  // With e = exp(-|x|): e / (1 + e) or 1 / (1 + e); the quotient is corrected
  // for its own rounding and that of 1 + e.
  Num zero = x.constant(0);
  Num unit = x.constant(1);
  Num a = atMost(abs(x), 110.0);
  Num isNegative = x < 0.0;
  Exponential parts = reduceExp(-a);
  Scaled e = scale(1.0 + parts.w, parts.shifted, a > 45.0);
  Num sum = 1.0 + Num(e);
  Num sumError = (1.0 - sum) + Num(e);
  Num numerator = select(isNegative, e.y, unit);
  Num reciprocal = 1.0 / sum;
  Num y = numerator * reciprocal;
  Num residue = fma(-y, sumError, fma(-y, sum, numerator));
  y = fma(residue, reciprocal, y);
  y = select(x < -110.0, zero, y); // there x * sigmoid(x) is 0 too
  return {y, select(isNegative, e.factor, unit)};
}

/// The coefficient of degree i, 0 beyond the last.
template <size_t N> double coefficient(const float (&coefficients)[N], size_t i) {
  return i < N ? coefficients[i] : 0.0f;
}

Scaled normalCdf(Num x) {
  // With a = |x| and R(a) = exp(a^2 / 2) * normal_cdf(-a): R is a polynomial in
  // a - 1 up to a = 2.125 and 1 / a times one in 1 / a beyond. What each
  // rounding loses on the way is carried along, so that one is left at the end.
  Num zero = x.constant(0);
  Num unit = x.constant(1);
  Num a = atMost(abs(x), 14.5);
  Num isNear = a < 2.125;
  Num divisor = select(isNear, unit, a);
  Num factor = 1.0 / divisor;
  Num factorError = fma(-divisor, factor, unit);
  Num v = select(isNear, a - 1.0, factor);
  auto c = [&](size_t i) {
    return select(isNear, x.constant(coefficient(cdfNear, i)), x.constant(coefficient(cdfFar, i)));
  };
  Num q = c(std::size(cdfNear) - 1);
  for (size_t i = std::size(cdfNear) - 1; i-- > 1;)
    q = fma(q, v, c(i));
  Num lowest = c(0);
  Num r = fma(q, v, lowest);
  Num rError = fma(q, v, lowest - r);
  Num halfA = a * -0.5;
  Num exponent = halfA * a;
  Exponential e = reduceExp(exponent, fma(halfA, a, -exponent));
  // y = r * exp(...) = r + r * w
  Num rest = fma(r, e.w + factorError, rError);
  Num y = r + rest;
  Num yError = (r - y) + rest;
  Scaled tail = scale(fma(y, factor, yError * factor), e.shifted, a > 9.5);
  tail.y = select(x < -14.5, zero, tail.y); // there x * normal_cdf(x) is 0 too
  Num isPositive = x > 0.0;
  return {select(isPositive, 1.0 - Num(tail), tail.y), select(isPositive, unit, tail.factor)};
}

template <Num (*Function)(Num)> Value emit(OpBuilder &builder, Location loc, Value x) {
  ImplicitLocOpBuilder at(loc, builder);
  return Function(Num(at, x));
}

template <Scaled (*Function)(Num)> Value emitScaled(OpBuilder &builder, Location loc, Value x) {
  ImplicitLocOpBuilder at(loc, builder);
  return Num(Function(Num(at, x)));
}

template <Scaled (*Function)(Num)> Value emitProduct(OpBuilder &builder, Location loc, Value a, Value x) {
  ImplicitLocOpBuilder at(loc, builder);
  Scaled value = Function(Num(at, x));
  return Num(at, a) * value.y * value.factor;
}

} // namespace

namespace tenon::vmath {

Value emitExp(OpBuilder &builder, Location loc, Value x) { return emit<exp>(builder, loc, x); }
Value emitExpm1(OpBuilder &builder, Location loc, Value x) { return emit<expm1>(builder, loc, x); }
Value emitLog(OpBuilder &builder, Location loc, Value x) { return emit<log>(builder, loc, x); }
Value emitLog1p(OpBuilder &builder, Location loc, Value x) { return emit<log1p>(builder, loc, x); }
Value emitTanh(OpBuilder &builder, Location loc, Value x) { return emit<tanh>(builder, loc, x); }
Value emitSigmoid(OpBuilder &builder, Location loc, Value x) { return emitScaled<sigmoid>(builder, loc, x); }
Value emitNormalCdf(OpBuilder &builder, Location loc, Value x) {
  return emitScaled<normalCdf>(builder, loc, x);
}
Value emitTimesSigmoid(OpBuilder &builder, Location loc, Value a, Value x) {
  return emitProduct<sigmoid>(builder, loc, a, x);
}
Value emitTimesNormalCdf(OpBuilder &builder, Location loc, Value a, Value x) {
  return emitProduct<normalCdf>(builder, loc, a, x);
}

} // namespace tenon::vmath
