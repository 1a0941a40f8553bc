// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/check/Number.h"

#include "dsl/graph/Builder.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace tenon::checker {

namespace {

/// A double as a result: infinite only if `mayBeInfinite`.
NumberResult checked(double value, bool mayBeInfinite) {
  if (std::isnan(value))
    return NumberError::undefined;
  if (std::isinf(value) && !mayBeInfinite)
    return NumberError::overflow;
  return Number::inexact(value);
}

bool infinite(const Number &a) { return std::isinf(a.toDouble()); }
bool isZero(const Number &a) { return a.toDouble() == 0; }

/// `base` to a whole power by squaring, while it fits.
std::optional<Rational> wholePower(Rational base, uint64_t exponent) {
  Rational result(1);
  for (;;) {
    if (exponent & 1) {
      auto product = result.times(base);
      if (!product)
        return std::nullopt;
      result = *product;
    }
    exponent >>= 1;
    if (exponent == 0)
      return result;
    auto square = base.times(base);
    if (!square)
      return std::nullopt;
    base = *square;
  }
}

/// The exact result, where there is one that fits.
std::optional<Rational> exactPower(const Rational &base, const Rational &exponent) {
  Rational root = base;
  if (exponent.denominator() == 2) {
    auto exactRoot = base.root();
    if (!exactRoot)
      return std::nullopt;
    root = *exactRoot;
  } else if (!exponent.isWhole()) {
    return std::nullopt;
  }
  Int128 count = exponent.numerator();
  bool inverse = count < 0;
  if (inverse)
    count = -count;
  if (count > 10000 || (inverse && root.sign() == 0))
    return std::nullopt;
  auto result = wholePower(root, uint64_t(count));
  return result && inverse ? Rational(1).over(*result) : result;
}

/// The exact value of a whole double, so that floor(...) gives a size.
NumberResult whole(double value) {
  if (!std::isfinite(value))
    return NumberError::undefined;
  if (std::abs(value) < 0x1p62)
    return Number(Rational(int64_t(value)));
  return Number::inexact(value);
}

double nearestOf(double value, int mantissaBits, int minExponent, double limit) {
  if (value == 0 || !std::isfinite(value))
    return value;
  int exponent = std::max(std::ilogb(value), minExponent);
  double step = std::ldexp(1.0, exponent - mantissaBits);
  // nearbyint rounds ties to even; value / step is exact (a power of two).
  double rounded = std::nearbyint(value / step) * step;
  return std::abs(rounded) > limit ? std::copysign(HUGE_VAL, value) : rounded;
}

} // namespace

std::string Number::str() const {
  return exact() ? exact()->str() : fmt::format("{}", std::get<double>(value));
}

NumberResult parseNumber(std::string_view digits) {
  Int128 mantissa = 0;
  int64_t exponent = 0;
  bool fits = true, point = false;
  size_t i = 0;
  for (; i < digits.size() && digits[i] != 'e' && digits[i] != 'E'; ++i) {
    if (digits[i] == '.') {
      point = true;
      continue;
    }
    auto shifted = multiply(mantissa, 10);
    fits &= shifted.has_value() && *shifted < (Int128(1) << 126) - 10;
    if (fits)
      mantissa = *shifted + (digits[i] - '0');
    exponent -= point;
  }
  std::string text(digits);
  if (i < digits.size()) {
    long written = std::strtol(text.c_str() + i + 1, nullptr, 10);
    exponent += std::max(-100000L, std::min(100000L, written));
  }
  if (fits && mantissa == 0)
    return Number(0);
  if (fits && std::abs(exponent) <= 38)
    if (auto scale = wholePower(Rational(10), uint64_t(std::abs(exponent))))
      if (auto top = Rational::make(mantissa, 1))
        if (auto value = exponent < 0 ? top->over(*scale) : top->times(*scale))
          return Number(*value);
  double value = std::strtod(text.c_str(), nullptr);
  if (value == 0)
    return NumberError::overflow; // digits that are not 0, yet too small for a double
  return checked(value, false);
}

NumberResult add(const Number &a, const Number &b) {
  if (a.exact() && b.exact())
    if (auto sum = a.exact()->plus(*b.exact()))
      return Number(*sum);
  return checked(a.toDouble() + b.toDouble(), infinite(a) || infinite(b));
}

NumberResult subtract(const Number &a, const Number &b) { return add(a, negate(b)); }

NumberResult multiply(const Number &a, const Number &b) {
  if (a.exact() && b.exact())
    if (auto product = a.exact()->times(*b.exact()))
      return Number(*product);
  return checked(a.toDouble() * b.toDouble(), infinite(a) || infinite(b));
}

NumberResult divide(const Number &a, const Number &b) {
  if (isZero(b))
    return NumberError::divideZero;
  if (a.exact() && b.exact())
    if (auto quotient = a.exact()->over(*b.exact()))
      return Number(*quotient);
  return checked(a.toDouble() / b.toDouble(), infinite(a));
}

NumberResult power(const Number &base, const Number &exponent) {
  if (isZero(base) && exponent.toDouble() < 0)
    return NumberError::divideZero;
  if (base.exact() && exponent.exact())
    if (auto result = exactPower(*base.exact(), *exponent.exact()))
      return Number(*result);
  return checked(std::pow(base.toDouble(), exponent.toDouble()), infinite(base) || infinite(exponent));
}

Number negate(const Number &a) {
  return a.exact() ? Number(a.exact()->negated()) : Number::inexact(-a.toDouble());
}

std::partial_ordering compare(const Number &a, const Number &b) {
  if (a.exact() && b.exact())
    if (auto order = a.exact()->compare(*b.exact()))
      return *order;
  return a.toDouble() <=> b.toDouble();
}

NumberResult floorOf(const Number &a) {
  return a.exact() ? NumberResult(Number(a.exact()->floored())) : whole(std::floor(a.toDouble()));
}

NumberResult ceilOf(const Number &a) {
  NumberResult down = floorOf(negate(a));
  if (auto *value = std::get_if<Number>(&down))
    return negate(*value);
  return down;
}

NumberResult roundUp(const Number &a, const Number &step) {
  NumberResult quotient = divide(a, step);
  if (!std::holds_alternative<Number>(quotient))
    return quotient;
  NumberResult count = ceilOf(std::get<Number>(quotient));
  return std::holds_alternative<Number>(count) ? multiply(std::get<Number>(count), step) : count;
}

NumberResult rootOf(const Number &a) {
  if (a.exact())
    if (auto root = a.exact()->root())
      return Number(*root);
  return checked(std::sqrt(a.toDouble()), infinite(a));
}

NumberResult log2Of(const Number &a) {
  if (a.toDouble() <= 0)
    return NumberError::undefined;
  double value = std::log2(a.toDouble());
  // Exact for powers of two, so that floor(log2(heads)) is what it says.
  if (value == std::floor(value) && a.exact() && std::abs(value) < 120)
    if (auto back = exactPower(Rational(2), Rational(int64_t(value))))
      if (auto order = back->compare(*a.exact()); order && *order == 0)
        return Number(Rational(int64_t(value)));
  return checked(value, infinite(a));
}

NumberResult roundTo(const Number &a, graph::Format format) {
  double value = a.toDouble();
  switch (format) {
  case graph::Format::bf16:
    value = nearestOf(value, 7, -126, 0x1.FEp127);
    break;
  case graph::Format::f16:
    value = nearestOf(value, 10, -14, 65504);
    break;
  default:
    value = nearestOf(value, 23, -126, 0x1.FFFFFEp127);
    break;
  }
  if (std::isinf(value))
    return checked(value, infinite(a));
  return value == a.toDouble() ? NumberResult(a) : NumberResult(Number::inexact(value));
}

NumberResult apply(graph::Op op, const Number &a) {
  double argument = a.toDouble();
  if ((op == graph::Op::log && argument == 0) || (op == graph::Op::log1p && argument == -1))
    return NumberError::undefined; // a pole, not a number too large
  return checked(graph::evaluate(op, &argument), infinite(a));
}

} // namespace tenon::checker
