// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What needs no operation: constants, and operands that change nothing. Only
// rewrites that keep every value, NaN and infinities included, are made
// (0 * x stays: it is NaN where x is infinite); the sign of zero is free.
#include "dsl/graph/Builder.h"
#include "dsl/graph/Scalar.h"

#include <cmath>
#include <limits>

namespace tenon::graph {

namespace {

double propagateNan(double a, double b, bool wantMax) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<double>::quiet_NaN();
  return wantMax ? std::max(a, b) : std::min(a, b);
}

/// The element of `constant` that element `index` of `shape` reads.
size_t broadcastIndex(size_t index, const Shape &shape, const Shape &constant) {
  size_t result = 0, stride = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    size_t size = size_t(shape[shape.size() - 1 - i]);
    size_t position = index % size;
    index /= size;
    if (i >= constant.size())
      break;
    size_t own = size_t(constant[constant.size() - 1 - i]);
    result += (own == 1 ? 0 : position) * stride;
    stride *= own;
  }
  return result;
}

} // namespace

double evaluate(Op op, const double *v) {
  if (const Unary *unary = findUnary(op))
    return unary->value(v[0]);
  switch (op) {
  case Op::add:
    return v[0] + v[1];
  case Op::sub:
    return v[0] - v[1];
  case Op::mul:
    return v[0] * v[1];
  case Op::div:
    return v[0] / v[1];
  case Op::max:
    return propagateNan(v[0], v[1], true);
  case Op::min:
    return propagateNan(v[0], v[1], false);
  case Op::lt:
    return v[0] < v[1];
  case Op::le:
    return v[0] <= v[1];
  case Op::eq:
    return v[0] == v[1];
  case Op::logical_and:
    return v[0] != 0 && v[1] != 0;
  case Op::logical_or:
    return v[0] != 0 || v[1] != 0;
  case Op::logical_not:
    return v[0] == 0;
  case Op::select:
    return v[0] != 0 ? v[1] : v[2];
  default:
    return std::numeric_limits<double>::quiet_NaN();
  }
}

std::optional<ValueId> Builder::foldConstants(Op op, const std::vector<ValueId> &operands,
                                              const Shape &shape) {
  if (op == Op::round) // depends on the block's dtype, which the graph's reader knows
    return std::nullopt;
  for (ValueId operand : operands)
    if (!isConstant(operand))
      return std::nullopt;
  std::vector<double> values(elements(shape));
  for (size_t i = 0; i < values.size(); ++i) {
    double arguments[3] = {};
    for (size_t j = 0; j < operands.size(); ++j) {
      const Node &operand = nodes[operands[j]];
      arguments[j] =
          std::get<ConstantAttr>(operand.attributes).values[broadcastIndex(i, shape, operand.shape)];
    }
    values[i] = evaluate(op, arguments);
  }
  bool isBool = op == Op::lt || op == Op::le || op == Op::eq || op == Op::logical_and ||
                op == Op::logical_or || op == Op::logical_not ||
                (op == Op::select && nodes[operands[1]].isBool);
  return constant(std::move(values), shape, isBool);
}

std::optional<ValueId> Builder::foldBool(Op op, const std::vector<ValueId> &operands) {
  bool absorbing = op == Op::logical_or;
  for (size_t i = 0; i < 2; ++i)
    if (auto value = scalar(operands[i]))
      return (*value != 0) == absorbing ? operands[i] : operands[1 - i];
  return std::nullopt;
}

std::optional<ValueId> Builder::foldIdentity(Op op, const std::vector<ValueId> &operands,
                                             const Shape &shape) {
  auto keeps = [&](size_t index) { return nodes[operands[index]].shape == shape; };
  auto is = [&](size_t index, double value) { return scalar(operands[index]) == value; };
  constexpr double inf = std::numeric_limits<double>::infinity();
  switch (op) {
  case Op::add:
    return is(0, 0) && keeps(1)   ? std::optional(operands[1])
           : is(1, 0) && keeps(0) ? std::optional(operands[0])
                                  : std::nullopt;
  case Op::mul:
    return is(0, 1) && keeps(1)   ? std::optional(operands[1])
           : is(1, 1) && keeps(0) ? std::optional(operands[0])
                                  : std::nullopt;
  case Op::sub:
    return is(1, 0) && keeps(0) ? std::optional(operands[0]) : std::nullopt;
  case Op::div:
    return is(1, 1) && keeps(0) ? std::optional(operands[0]) : std::nullopt;
  case Op::max:
  case Op::min: {
    double neutral = op == Op::max ? -inf : inf;
    return operands[0] == operands[1]   ? std::optional(operands[0])
           : is(0, neutral) && keeps(1) ? std::optional(operands[1])
           : is(1, neutral) && keeps(0) ? std::optional(operands[0])
                                        : std::nullopt;
  }
  case Op::neg:
    return nodes[operands[0]].op == Op::neg ? std::optional(nodes[operands[0]].operands[0]) : std::nullopt;
  case Op::logical_and:
  case Op::logical_or:
    return keeps(0) && keeps(1) ? foldBool(op, operands) : std::nullopt;
  case Op::logical_not:
    return nodes[operands[0]].op == Op::logical_not ? std::optional(nodes[operands[0]].operands[0])
                                                    : std::nullopt;
  case Op::select: {
    auto condition = scalar(operands[0]);
    if (condition) {
      size_t taken = *condition != 0 ? 1 : 2;
      return keeps(taken) ? std::optional(operands[taken]) : std::nullopt;
    }
    return operands[1] == operands[2] && keeps(1) ? std::optional(operands[1]) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

} // namespace tenon::graph
