// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators on numbers, truth values and rows (rule 9).
#include "dsl/check/Expander.h"

#include <algorithm>
#include <cmath>

namespace tenon::checker {

using ast::BinaryOp;
using ast::ExprKind;
using graph::Op;
using graph::ValueId;

namespace {

// Enough for any block that has been published, a hundred times over, and far
// below what would exhaust the stack or a minute.
constexpr uint32_t maxDepth = 600;
constexpr uint64_t maxSteps = 1'000'000;
constexpr size_t maxNodes = 50'000;

} // namespace

bool Expander::charge(uint64_t amount, SourceRange range, const Scope &scope) {
  steps += amount;
  bool isFine = steps <= maxSteps && depth <= maxDepth && builder.size() <= maxNodes;
  if (reporter.spend(amount) && isFine && !reporter.isFull())
    return true;
  if (!exhausted)
    error(CheckError::TooMuch, range, scope,
          depth > maxDepth ? "calls and values are nested too deeply"
          : isFine         ? "the file expands to too many operations"
                           : "the block expands to too many operations");
  exhausted = true;
  return false;
}

Value Expander::evaluate(const ast::Expr &expr, Scope &scope) {
  if (exhausted)
    return Poison{};
  ++depth;
  Value result = charge(1, expr.range, scope) ? evaluateNode(expr, scope) : Value(Poison{});
  --depth;
  return result;
}

Value Expander::evaluateNode(const ast::Expr &expr, Scope &scope) {
  switch (expr.kind) {
  case ExprKind::Number:
    return numberValue(parseNumber(expr.spelling), expr, scope);
  case ExprKind::True:
    return true;
  case ExprKind::False:
    return false;
  case ExprKind::None:
    error(CheckError::NoneNeedsKind, expr.range, scope,
          "none is the identity kind: no kind is expected here");
    return Poison{};
  case ExprKind::Infinity:
    return Number::inexact(HUGE_VAL);
  case ExprKind::Pi:
    return Number::inexact(M_PI);
  case ExprKind::Call:
    return expr.hasParens ? evaluateCall(expr, scope) : evaluateName(expr, scope);
  case ExprKind::Index:
    return lookup(expr, scope);
  case ExprKind::Negate:
    return evaluateNegate(expr, scope);
  case ExprKind::Not:
    return evaluateNot(expr, scope);
  case ExprKind::Binary:
    return evaluateBinary(expr, scope);
  case ExprKind::If:
    return evaluateIf(expr, scope);
  case ExprKind::List:
  case ExprKind::Repeat:
    error(CheckError::WrongForm, expr.range, scope,
          "a list stands only behind 'layers' in a stack and 'sublayers' in a block");
    return Poison{};
  }
  return Poison{};
}

Value Expander::numberValue(const NumberResult &result, const ast::Expr &expr, Scope &scope) {
  if (auto *number = std::get_if<Number>(&result))
    return *number;
  switch (std::get<NumberError>(result)) {
  case NumberError::overflow:
    error(CheckError::NumberOverflow, expr.range, scope,
          "'" + substituted(expr, scope) + "' is beyond the range of numbers");
    break;
  case NumberError::divideZero:
    error(CheckError::UndefinedNumber, expr.range, scope, "'" + substituted(expr, scope) + "' divides by 0");
    break;
  case NumberError::undefined:
    error(CheckError::UndefinedNumber, expr.range, scope,
          "'" + substituted(expr, scope) + "' is not a number");
    break;
  }
  return Poison{};
}

void Expander::place(const ast::Expr &expr, Frame &frame) {
  frame.graph->location = locate(userPlace(expr.range, frame));
  frame.graph->path = frame.path.str();
}

std::optional<ValueId> Expander::rowOf(const Value &value, const ast::Expr &expr, Scope &scope) {
  if (scope.form == Scope::Form::kind) {
    Frame &frame = static_cast<Frame &>(scope);
    if (auto *row = asRow(value); row && !frame.graph->node(row->id).isBool)
      return row->id;
    if (auto *number = asNumber(value)) {
      place(expr, frame);
      return frame.graph->number(number->toDouble());
    }
  }
  bool isNumber = asNumber(value) != nullptr; // in a block: the other operand is at fault
  if (!isPoison(value) && !isNumber)
    error(CheckError::IllTyped, expr.range, scope,
          "'" + text(expr) + "' must be a number or a row, found " + describe(value, scope));
  return std::nullopt;
}

std::optional<ValueId> Expander::truthOf(const Value &value, const ast::Expr &expr, Scope &scope) {
  if (scope.form == Scope::Form::kind) {
    Frame &frame = static_cast<Frame &>(scope);
    if (auto *row = asRow(value); row && frame.graph->node(row->id).isBool)
      return row->id;
    if (auto *known = std::get_if<bool>(&value)) {
      place(expr, frame);
      return frame.graph->constant({*known ? 1.0 : 0.0}, {1}, true);
    }
  }
  if (!isPoison(value))
    error(CheckError::IllTyped, expr.range, scope,
          "'" + text(expr) + "' must be true or false, found " + describe(value, scope));
  return std::nullopt;
}

Value Expander::elementwise(Op op, std::vector<ValueId> operands, const ast::Expr &expr, Scope &scope) {
  Frame &frame = static_cast<Frame &>(scope);
  graph::Shape shape = frame.graph->node(operands[0]).shape;
  for (ValueId operand : operands) {
    const graph::Shape &other = frame.graph->node(operand).shape;
    auto common = graph::broadcast(shape, other);
    if (!common) {
      error(CheckError::ShapesDiffer, expr.range, scope,
            "shapes " + shapeText(shape) + " and " + shapeText(other) + " do not fit in '" + text(expr) +
                "': only axes of length 1 broadcast");
      return Poison{};
    }
    shape = *common;
  }
  // Constants are folded element by element: tables are not free.
  bool isTable = std::all_of(operands.begin(), operands.end(),
                             [&](ValueId operand) { return frame.graph->isConstant(operand); });
  if (isTable && !charge(uint64_t(graph::elements(shape)) / 64, expr.range, scope))
    return Poison{};
  place(expr, frame);
  return Row{frame.graph->elementwise(op, std::move(operands))};
}

Value Expander::evaluateNegate(const ast::Expr &expr, Scope &scope) {
  Value value = evaluate(*expr.operands[0], scope);
  if (auto *number = asNumber(value))
    return negate(*number);
  auto row = rowOf(value, *expr.operands[0], scope);
  return row ? elementwise(Op::neg, {*row}, expr, scope) : Value(Poison{});
}

Value Expander::evaluateNot(const ast::Expr &expr, Scope &scope) {
  Value value = evaluate(*expr.operands[0], scope);
  if (auto *known = std::get_if<bool>(&value))
    return !*known;
  auto row = truthOf(value, *expr.operands[0], scope);
  return row ? elementwise(Op::logical_not, {*row}, expr, scope) : Value(Poison{});
}

Value Expander::evaluateBinary(const ast::Expr &expr, Scope &scope) {
  if (expr.op == BinaryOp::Or || expr.op == BinaryOp::And)
    return evaluateLogical(expr, scope);
  if (expr.op < BinaryOp::Add)
    return evaluateComparison(expr, scope);
  if (expr.op == BinaryOp::Power)
    return evaluatePower(expr, scope);
  Value left = evaluate(*expr.operands[0], scope), right = evaluate(*expr.operands[1], scope);
  if (isPoison(left) || isPoison(right))
    return Poison{};
  auto *a = asNumber(left), *b = asNumber(right);
  bool adds = expr.op == BinaryOp::Add, subtracts = expr.op == BinaryOp::Sub,
       multiplies = expr.op == BinaryOp::Mul;
  if (a && b)
    return numberValue(adds         ? add(*a, *b)
                       : subtracts  ? subtract(*a, *b)
                       : multiplies ? multiply(*a, *b)
                                    : divide(*a, *b),
                       expr, scope);
  auto x = rowOf(left, *expr.operands[0], scope), y = rowOf(right, *expr.operands[1], scope);
  if (!x || !y)
    return Poison{};
  if (expr.op == BinaryOp::Div && b && b->toDouble() == 0)
    return numberValue(NumberError::divideZero, expr, scope);
  return elementwise(adds         ? Op::add
                     : subtracts  ? Op::sub
                     : multiplies ? Op::mul
                                  : Op::div,
                     {*x, *y}, expr, scope);
}

Value Expander::evaluateLogical(const ast::Expr &expr, Scope &scope) {
  bool isOr = expr.op == BinaryOp::Or;
  Value left = evaluate(*expr.operands[0], scope);
  if (auto *known = std::get_if<bool>(&left); known && *known == isOr)
    return isOr;
  Value right = evaluate(*expr.operands[1], scope);
  if (std::holds_alternative<bool>(left) && std::holds_alternative<bool>(right))
    return right;
  auto x = truthOf(left, *expr.operands[0], scope), y = truthOf(right, *expr.operands[1], scope);
  if (!x || !y)
    return Poison{};
  return elementwise(isOr ? Op::logical_or : Op::logical_and, {*x, *y}, expr, scope);
}

Value Expander::symbolComparison(const ast::Expr &expr, Scope &scope, const Type &type) {
  if (expr.op != BinaryOp::Eq && expr.op != BinaryOp::Ne) {
    error(CheckError::IllTyped, expr.range, scope, "symbols have no order: compare them with == or !=");
    return Poison{};
  }
  Value left = evaluateSymbol(*expr.operands[0], scope, type);
  Value right = evaluateSymbol(*expr.operands[1], scope, type);
  auto *a = std::get_if<Symbol>(&left), *b = std::get_if<Symbol>(&right);
  if (!a || !b)
    return Poison{};
  return (a->name == b->name) == (expr.op == BinaryOp::Eq);
}

Value Expander::evaluateComparison(const ast::Expr &expr, Scope &scope) {
  for (const auto &operand : expr.operands)
    if (const Type *type = symbolType(*operand, scope))
      return symbolComparison(expr, scope, *type);
  Value left = evaluate(*expr.operands[0], scope), right = evaluate(*expr.operands[1], scope);
  if (isPoison(left) || isPoison(right))
    return Poison{};
  bool equality = expr.op == BinaryOp::Eq || expr.op == BinaryOp::Ne;
  if (std::holds_alternative<bool>(left) && std::holds_alternative<bool>(right) && equality)
    return (std::get<bool>(left) == std::get<bool>(right)) == (expr.op == BinaryOp::Eq);
  auto *a = asNumber(left), *b = asNumber(right);
  if (a && b) {
    auto order = compare(*a, *b);
    switch (expr.op) {
    case BinaryOp::Eq:
      return order == 0;
    case BinaryOp::Ne:
      return order != 0;
    case BinaryOp::Lt:
      return order < 0;
    case BinaryOp::Le:
      return order <= 0;
    case BinaryOp::Gt:
      return order > 0;
    default:
      return order >= 0;
    }
  }
  auto x = rowOf(left, *expr.operands[0], scope), y = rowOf(right, *expr.operands[1], scope);
  if (!x || !y)
    return Poison{};
  if (expr.op == BinaryOp::Gt || expr.op == BinaryOp::Ge)
    std::swap(x, y);
  Op op = equality ? Op::eq : expr.op == BinaryOp::Lt || expr.op == BinaryOp::Gt ? Op::lt : Op::le;
  Value result = elementwise(op, {*x, *y}, expr, scope);
  if (auto *row = asRow(result); row && expr.op == BinaryOp::Ne)
    return elementwise(Op::logical_not, {row->id}, expr, scope);
  return result;
}

namespace {

/// Whether `id` depends on no argument of a score or mask but the head.
bool onHeadAlone(const graph::Builder &graph, ValueId id) {
  std::vector<ValueId> pending = {id};
  std::set<ValueId> seen;
  while (!pending.empty()) {
    ValueId next = pending.back();
    pending.pop_back();
    if (!seen.insert(next).second)
      continue;
    const graph::Node &node = graph.node(next);
    if (auto *leaf = std::get_if<graph::ArgumentAttr>(&node.attributes))
      if (leaf->argument != graph::Argument::head)
        return false;
    if (node.op == Op::param || node.op == Op::lookup)
      return false;
    pending.insert(pending.end(), node.operands.begin(), node.operands.end());
  }
  return true;
}

} // namespace

Value Expander::evaluatePower(const ast::Expr &expr, Scope &scope) {
  Value base = evaluate(*expr.operands[0], scope), exponent = evaluate(*expr.operands[1], scope);
  if (isPoison(base) || isPoison(exponent))
    return Poison{};
  auto *a = asNumber(base), *b = asNumber(exponent);
  if (a && b)
    return numberValue(power(*a, *b), expr, scope);
  auto x = rowOf(base, *expr.operands[0], scope), y = rowOf(exponent, *expr.operands[1], scope);
  if (!x || !y)
    return Poison{};
  Frame &frame = static_cast<Frame &>(scope);
  if (b && b->exact() && b->exact()->isWhole() && b->exact()->sign() >= 0 && b->toDouble() <= 64) {
    place(expr, frame);
    return Row{frame.graph->power(*x, uint32_t(b->toDouble()))};
  }
  // A function of the head alone is a table: there a number may have any power.
  if (a && a->toDouble() > 0 && frame.isExpression && onHeadAlone(*frame.graph, *y)) {
    place(expr, frame);
    ValueId logarithm = frame.graph->number(std::log(a->toDouble()));
    return Row{frame.graph->elementwise(Op::exp, {frame.graph->elementwise(Op::mul, {*y, logarithm})})};
  }
  error(CheckError::BadExponent, expr.operands[1]->range, scope,
        "on rows an exponent is a whole constant from 0 to 64, found '" + text(*expr.operands[1]) + "'");
  return Poison{};
}

Value Expander::evaluateIf(const ast::Expr &expr, Scope &scope) {
  Value decision = evaluate(*expr.operands[0], scope);
  if (auto *known = std::get_if<bool>(&decision))
    return evaluate(*expr.operands[*known ? 1 : 2], scope);
  auto choice = truthOf(decision, *expr.operands[0], scope);
  Value left = evaluate(*expr.operands[1], scope), right = evaluate(*expr.operands[2], scope);
  if (!choice || isPoison(left) || isPoison(right))
    return Poison{};
  Frame &frame = static_cast<Frame &>(scope);
  auto isTruth = [&](const Value &value) {
    auto *row = asRow(value);
    return std::holds_alternative<bool>(value) || (row && frame.graph->node(row->id).isBool);
  };
  bool truths = isTruth(left) && isTruth(right);
  auto x = truths ? truthOf(left, *expr.operands[1], scope) : rowOf(left, *expr.operands[1], scope);
  auto y = truths ? truthOf(right, *expr.operands[2], scope) : rowOf(right, *expr.operands[2], scope);
  return x && y ? elementwise(Op::select, {*choice, *x, *y}, expr, scope) : Value(Poison{});
}

} // namespace tenon::checker
