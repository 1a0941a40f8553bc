// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/check/Rational.h"

#include <cmath>

namespace tenon::checker {

namespace {

using Unsigned = unsigned __int128;
// The most negative value is left out, so that negation never overflows.
constexpr Int128 largest = Int128((Unsigned(1) << 127) - 1);

Unsigned magnitude(Int128 value) { return value < 0 ? Unsigned(0) - Unsigned(value) : Unsigned(value); }

Unsigned gcd(Unsigned a, Unsigned b) {
  while (b != 0) {
    Unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

std::optional<Int128> add(Int128 a, Int128 b) {
  if ((b > 0 && a > largest - b) || (b < 0 && a < -largest - b))
    return std::nullopt;
  return a + b;
}

/// The whole square root of `value`, rounded down.
Unsigned wholeRoot(Unsigned value) {
  Unsigned root = 0;
  for (int bit = 63; bit >= 0; --bit) {
    Unsigned next = root | (Unsigned(1) << bit);
    if (next * next <= value) // next < 2^64: the square fits
      root = next;
  }
  return root;
}

} // namespace

std::optional<Int128> multiply(Int128 a, Int128 b) {
  if (a == 0 || b == 0)
    return Int128(0);
  if (magnitude(a) > Unsigned(largest) / magnitude(b))
    return std::nullopt;
  return a * b;
}

std::string decimal(Int128 value) {
  Unsigned rest = magnitude(value);
  std::string digits;
  do {
    digits.insert(digits.begin(), char('0' + int(rest % 10)));
    rest /= 10;
  } while (rest != 0);
  return value < 0 ? "-" + digits : digits;
}

std::optional<Rational> Rational::make(Int128 top, Int128 bottom) {
  if (bottom == 0)
    return std::nullopt;
  Int128 divisor = Int128(gcd(magnitude(top), magnitude(bottom)));
  Rational result;
  result.top = top / divisor;
  result.bottom = bottom / divisor;
  if (result.bottom < 0) {
    result.top = -result.top;
    result.bottom = -result.bottom;
  }
  return result;
}

std::optional<Rational> Rational::plus(const Rational &other) const {
  Int128 divisor = Int128(gcd(magnitude(bottom), magnitude(other.bottom)));
  auto left = multiply(top, other.bottom / divisor);
  auto right = multiply(other.top, bottom / divisor);
  auto common = multiply(bottom, other.bottom / divisor);
  if (!left || !right || !common)
    return std::nullopt;
  auto sum = add(*left, *right);
  return sum ? make(*sum, *common) : std::nullopt;
}

std::optional<Rational> Rational::times(const Rational &other) const {
  // Crosswise first: the products are then in lowest terms, hence as small as they can be.
  Int128 a = Int128(gcd(magnitude(top), magnitude(other.bottom)));
  Int128 b = Int128(gcd(magnitude(other.top), magnitude(bottom)));
  auto newTop = multiply(top / a, other.top / b);
  auto newBottom = multiply(bottom / b, other.bottom / a);
  return newTop && newBottom ? make(*newTop, *newBottom) : std::nullopt;
}

std::optional<Rational> Rational::over(const Rational &other) const {
  auto inverse = make(other.bottom, other.top);
  return inverse ? times(*inverse) : std::nullopt;
}

Rational Rational::negated() const {
  Rational result = *this;
  result.top = -result.top;
  return result;
}

std::optional<std::strong_ordering> Rational::compare(const Rational &other) const {
  if (sign() != other.sign())
    return sign() <=> other.sign();
  Rational a = floored(), b = other.floored();
  if (a.top != b.top)
    return a.top < b.top ? std::strong_ordering::less : std::strong_ordering::greater;
  auto difference = plus(other.negated());
  if (!difference)
    return std::nullopt;
  return difference->sign() <=> 0;
}

Rational Rational::floored() const {
  Rational result;
  result.top = top / bottom;
  if (top % bottom != 0 && top < 0)
    --result.top;
  return result;
}

std::optional<Rational> Rational::root() const {
  if (top < 0)
    return std::nullopt;
  Unsigned a = wholeRoot(Unsigned(top)), b = wholeRoot(Unsigned(bottom));
  if (a * a != Unsigned(top) || b * b != Unsigned(bottom))
    return std::nullopt;
  return make(Int128(a), Int128(b));
}

double Rational::toDouble() const {
  Unsigned a = magnitude(top), b = Unsigned(bottom);
  if (a == 0)
    return 0;
  // Long division: the whole part, then bits of the fraction until 64 are
  // known; what is left only decides ties, so it goes into the last bit.
  Unsigned quotient = a / b, rest = a % b;
  int exponent = 0;
  while (quotient >> 63 == 0 && exponent > -1100) {
    rest <<= 1; // b < 2^127, so this fits
    quotient = quotient << 1 | Unsigned(rest >= b);
    if (rest >= b)
      rest -= b;
    --exponent;
  }
  bool sticky = rest != 0;
  while (quotient >> 64 != 0) {
    sticky |= bool(quotient & 1);
    quotient >>= 1;
    ++exponent;
  }
  double result = std::ldexp(double(uint64_t(quotient) | uint64_t(sticky)), exponent);
  return top < 0 ? -result : result;
}

std::string Rational::str() const { return isWhole() ? decimal(top) : decimal(top) + "/" + decimal(bottom); }

} // namespace tenon::checker
