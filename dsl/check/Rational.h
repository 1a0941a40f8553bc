// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exact fractions of 128-bit integers.
#ifndef TENON_DSL_CHECK_RATIONAL_H
#define TENON_DSL_CHECK_RATIONAL_H

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace tenon::checker {

using Int128 = __int128;

/// `numerator / denominator` in lowest terms, the denominator positive. Every
/// operation answers nothing where the result does not fit.
class Rational {
public:
  Rational() = default;
  Rational(int64_t value) : top(value) {}
  /// Lowest terms of `top / bottom`; nothing if `bottom` is 0.
  static std::optional<Rational> make(Int128 top, Int128 bottom);

  Int128 numerator() const { return top; }
  Int128 denominator() const { return bottom; }
  bool isWhole() const { return bottom == 1; }
  int sign() const { return top < 0 ? -1 : top > 0; }

  std::optional<Rational> plus(const Rational &other) const;
  std::optional<Rational> times(const Rational &other) const;
  std::optional<Rational> over(const Rational &other) const; ///< nothing too if `other` is 0
  Rational negated() const;
  /// Nothing where the order cannot be told within 128 bits.
  std::optional<std::strong_ordering> compare(const Rational &other) const;
  /// The largest whole number that is not greater.
  Rational floored() const;
  /// The exact square root, if it is a fraction.
  std::optional<Rational> root() const;
  /// The nearest double, ties to even.
  double toDouble() const;
  /// "32768/3", "11008".
  std::string str() const;

private:
  Int128 top = 0;
  Int128 bottom = 1;
};

/// `a * b`, or nothing on overflow.
std::optional<Int128> multiply(Int128 a, Int128 b);
std::string decimal(Int128 value);

} // namespace tenon::checker

#endif
