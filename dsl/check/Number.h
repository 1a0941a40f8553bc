// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compile-time numbers (rule 9): fractions while exact, doubles afterwards.
#ifndef TENON_DSL_CHECK_NUMBER_H
#define TENON_DSL_CHECK_NUMBER_H

#include "dsl/check/Rational.h"
#include "dsl/graph/Graph.h"

#include <string_view>
#include <variant>

namespace tenon::checker {

class Number {
public:
  Number(Rational value = {}) : value(value) {}
  Number(int64_t whole) : value(Rational(whole)) {}
  static Number inexact(double value) {
    Number number;
    number.value = value;
    return number;
  }

  /// The fraction, if the number is known exactly.
  const Rational *exact() const { return std::get_if<Rational>(&value); }
  double toDouble() const { return exact() ? exact()->toDouble() : std::get<double>(value); }
  /// As in messages: "32768/3", "0.08838834764831845", "inf".
  std::string str() const;

private:
  std::variant<Rational, double> value;
};

/// Why an operation has no result.
enum class NumberError : uint8_t {
  overflow,   ///< finite operands, a result beyond double's range
  divideZero, ///< a division by 0
  undefined,  ///< not a number: sqrt(-1), log(0), inf - inf
};
using NumberResult = std::variant<Number, NumberError>;

NumberResult parseNumber(std::string_view digits);
NumberResult add(const Number &a, const Number &b);
NumberResult subtract(const Number &a, const Number &b);
NumberResult multiply(const Number &a, const Number &b);
NumberResult divide(const Number &a, const Number &b);
NumberResult power(const Number &base, const Number &exponent);
Number negate(const Number &a);
std::partial_ordering compare(const Number &a, const Number &b);

NumberResult floorOf(const Number &a);
NumberResult ceilOf(const Number &a);
/// The least multiple of `step` that is not less than `a`; `step` is positive.
NumberResult roundUp(const Number &a, const Number &step);
NumberResult rootOf(const Number &a);
NumberResult log2Of(const Number &a);
/// The nearest value of `format` (f32, bf16, f16), ties to even.
NumberResult roundTo(const Number &a, graph::Format format);
/// Any unary operation of the graph on a double.
NumberResult apply(graph::Op op, const Number &a);

} // namespace tenon::checker

#endif
