// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of primitive functions, on numbers and on rows.
#include "dsl/check/Expander.h"

#include <algorithm>

namespace tenon::checker {

using graph::Op;
using graph::ValueId;
using Form = Primitive::Form;

Value Expander::callPrimitive(const ast::Expr &expr, Scope &scope, const Primitive &primitive) {
  std::string name(primitive.name);
  if (primitive.options.empty() && !expr.options.empty()) {
    error(CheckError::WrongDataCount, expr.range, scope, "'" + name + "' has no options");
    return Poison{};
  }
  std::vector<Value> arguments;
  bool whole = true;
  for (const ast::Argument &argument : expr.data) {
    if (argument.name) {
      error(CheckError::WrongDataCount, argument.range, scope, "'" + name + "' takes its data by place");
      return Poison{};
    }
    arguments.push_back(evaluate(*argument.value, scope));
    whole &= !isPoison(arguments.back());
  }
  if (arguments.size() < primitive.minimum() || arguments.size() > primitive.maximum()) {
    error(CheckError::WrongDataCount, expr.range, scope,
          "'" + name + "' takes " + std::to_string(primitive.minimum()) +
              (primitive.maximum() == SIZE_MAX ? " or more" : "") + " data, found " +
              std::to_string(arguments.size()));
    return Poison{};
  }
  if (!whole)
    return Poison{};
  bool numbers = true;
  for (const Value &argument : arguments)
    numbers &= asNumber(argument) != nullptr;
  bool onNumbers = primitive.form == Form::unary || primitive.form == Form::minmax ||
                   primitive.form == Form::round || primitive.form == Form::number;
  if (numbers && onNumbers)
    return numberFunction(expr, scope, primitive, arguments);
  if (primitive.form == Form::number || scope.form != Scope::Form::kind) {
    for (size_t i = 0; i < arguments.size(); ++i)
      if (!asNumber(arguments[i]))
        wrongType(arguments[i], Type::number(), *expr.data[i].value, scope, name);
    if (numbers)
      error(CheckError::PrimitiveNotHere, expr.range, scope,
            "'" + name + "' works on rows: it stands in kinds alone");
    return Poison{};
  }
  Frame &frame = static_cast<Frame &>(scope);
  if (!primitive.allowedIn(frame.word())) {
    if (!reporter.wasSaid(CheckError::PrimitiveNotHere, expr.range))
      error(CheckError::PrimitiveNotHere, expr.range, scope,
            "'" + name + "' may not stand in " + withArticle(frame.word()));
    return Poison{};
  }
  return rowFunction(expr, frame, primitive, arguments);
}

Value Expander::numberFunction(const ast::Expr &expr, Scope &scope, const Primitive &primitive,
                               const std::vector<Value> &arguments) {
  const Number &first = *asNumber(arguments[0]);
  if (primitive.form == Form::minmax) {
    Number result = first;
    for (size_t i = 1; i < arguments.size(); ++i) {
      const Number &next = *asNumber(arguments[i]);
      bool less = compare(next, result) < 0;
      if (less == (primitive.op == Op::min))
        result = next;
    }
    return result;
  }
  if (primitive.form == Form::round)
    return numberValue(roundTo(first, block.dtype), expr, scope);
  if (primitive.name == "floor")
    return numberValue(floorOf(first), expr, scope);
  if (primitive.name == "ceil")
    return numberValue(ceilOf(first), expr, scope);
  if (primitive.name == "sqrt")
    return numberValue(rootOf(first), expr, scope);
  if (primitive.name == "log2")
    return numberValue(log2Of(first), expr, scope);
  if (primitive.name == "abs")
    return first.toDouble() < 0 ? negate(first) : first;
  if (primitive.name != "round_up")
    return numberValue(apply(primitive.op, first), expr, scope);
  const Number &step = *asNumber(arguments[1]);
  if (!(step.toDouble() > 0)) {
    error(CheckError::NotPositive, expr.data[1].value->range, scope,
          "'round_up' needs a positive multiple, found " + step.str());
    return Poison{};
  }
  return numberValue(roundUp(first, step), expr, scope);
}

Value Expander::rowFunction(const ast::Expr &expr, Frame &frame, const Primitive &primitive,
                            const std::vector<Value> &arguments) {
  if (primitive.form == Form::attend)
    return callAttend(expr, frame, arguments);
  std::vector<ValueId> rows;
  for (size_t i = 0; i < arguments.size(); ++i) {
    auto row = rowOf(arguments[i], *expr.data[i].value, frame);
    if (!row)
      return Poison{};
    rows.push_back(*row);
  }
  switch (primitive.form) {
  case Form::minmax: {
    Value result = Row{rows[0]};
    for (size_t i = 1; i < rows.size() && asRow(result); ++i)
      result = elementwise(primitive.op, {asRow(result)->id, rows[i]}, expr, frame);
    return result;
  }
  case Form::reduction:
    place(expr, frame);
    return Row{frame.graph->reduce(primitive.op, rows[0])};
  case Form::split:
    return callSplit(expr, frame, rows[0]);
  case Form::merge:
    return callMerge(expr, frame, rows[0]);
  case Form::rotate:
    return callRotate(expr, frame, rows[0]);
  default:
    break;
  }
  if (primitive.name != "ceil")
    return elementwise(primitive.op, rows, expr, frame);
  place(expr, frame);
  ValueId below = frame.graph->elementwise(Op::floor, {frame.graph->elementwise(Op::neg, rows)});
  return Row{frame.graph->elementwise(Op::neg, {below})};
}

bool Expander::bindPrimitive(const ast::Expr &expr, Frame &frame, const Primitive &primitive,
                             std::vector<const ast::Expr *> &options) {
  options.assign(primitive.options.size(), nullptr);
  std::vector<std::string> names(primitive.options.begin(), primitive.options.end());
  std::string who(primitive.name);
  size_t next = 0;
  bool fits = true;
  for (const ast::Argument &argument : expr.options) {
    size_t index = next++;
    if (argument.name) {
      index = size_t(std::find(names.begin(), names.end(), argument.name->text) - names.begin());
      if (index == names.size()) {
        suggest(error(CheckError::UnknownOption, argument.name->range, frame,
                      "'" + who + "' has no option '" + argument.name->text + "'"),
                argument.name->range, argument.name->text, names);
        return false;
      }
    }
    if (index >= names.size()) {
      error(CheckError::TooManyArguments, argument.range, frame,
            "'" + who + "' has " + std::to_string(names.size()) + " options: " + join(names));
      return false;
    }
    if (options[index]) {
      error(CheckError::OptionTwice, argument.range, frame, "'" + names[index] + "' is given twice");
      fits = false;
    }
    options[index] = argument.value.get();
  }
  for (size_t i = 0; i < primitive.required; ++i)
    if (!options[i]) {
      error(CheckError::MissingOption, expr.range, frame, "'" + who + "' needs '" + names[i] + "'");
      fits = false;
    }
  return fits;
}

Value Expander::callSplit(const ast::Expr &expr, Frame &frame, ValueId row) {
  std::vector<const ast::Expr *> options;
  if (!bindPrimitive(expr, frame, *findPrimitive("split"), options))
    return Poison{};
  auto heads = sizeOf(*options[0], frame, "heads");
  if (!heads)
    return Poison{};
  const graph::Shape shape = frame.graph->node(row).shape;
  if (shape.size() != 1 || shape[0] % *heads != 0) {
    error(CheckError::BadSplit, expr.range, frame,
          "a row of shape " + shapeText(shape) + " does not split into " + std::to_string(*heads) + " heads");
    return Poison{};
  }
  place(expr, frame);
  return Row{frame.graph->whole(Op::split, {row}, {*heads, shape[0] / *heads}, {})};
}

Value Expander::callMerge(const ast::Expr &expr, Frame &frame, ValueId row) {
  const graph::Shape shape = frame.graph->node(row).shape;
  if (shape.size() != 2) {
    error(CheckError::BadSplit, expr.range, frame,
          "merge needs a row of heads, found shape " + shapeText(shape));
    return Poison{};
  }
  place(expr, frame);
  return Row{frame.graph->whole(Op::merge, {row}, {shape[0] * shape[1]}, {})};
}

} // namespace tenon::checker
