// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values with a type (rule 4), and sizes (rule 9).
#include "dsl/check/Expander.h"

#include <algorithm>

namespace tenon::checker {

using ast::ExprKind;

namespace {

// Larger than any width, vocabulary or context; products of two fit 64 bits.
constexpr int64_t maxSize = int64_t(1) << 31;

} // namespace

Value Expander::force(Thunk &thunk) {
  if (thunk.state == Thunk::State::done)
    return thunk.value;
  if (!thunk.source.expr)
    return Poison{};
  Scope &scope = *thunk.source.scope;
  if (thunk.state == Thunk::State::running) {
    error(CheckError::Circular, thunk.source.expr->range, scope, "'" + thunk.what + "' depends on itself");
    return Poison{};
  }
  thunk.state = Thunk::State::running;
  ++depth;
  if (charge(1, thunk.source.expr->range, scope))
    thunk.value = thunk.typed ? evaluateAs(*thunk.source.expr, scope, thunk.type, &thunk)
                              : evaluate(*thunk.source.expr, scope);
  --depth;
  thunk.state = Thunk::State::done;
  return thunk.value;
}

Value Expander::evaluateAs(const ast::Expr &expr, Scope &scope, const Type &type, const Thunk *place) {
  if (type.isKind())
    return evaluateKind(expr, scope, type.kind);
  if (type.tag == Type::Tag::Symbols)
    return evaluateSymbol(expr, scope, type);
  return convert(evaluate(expr, scope), type, expr, scope, place);
}

Value Expander::wrongType(const Value &value, const Type &type, const ast::Expr &expr, Scope &scope,
                          const std::string &what) {
  if (isPoison(value))
    return Poison{};
  if (asRow(value)) {
    error(CheckError::NotConstant, expr.range, scope,
          (what.empty() ? "this" : "'" + what + "'") + " must be known when the block is compiled, found " +
              describe(value, scope));
    return Poison{};
  }
  error(CheckError::WrongType, expr.range, scope,
        (what.empty() ? "" : "'" + what + "' ") + std::string("expects ") + type.str() + ", found " +
            describe(value, scope));
  return Poison{};
}

Value Expander::convert(const Value &value, const Type &type, const ast::Expr &expr, Scope &scope,
                        const Thunk *place) {
  std::string what = place ? place->what : "";
  if (type.tag == Type::Tag::Bool)
    return std::holds_alternative<bool>(value) ? value : wrongType(value, type, expr, scope, what);
  auto *number = asNumber(value);
  if (!number)
    return wrongType(value, type, expr, scope, what);
  return type.tag == Type::Tag::Size ? convertSize(*number, expr, scope, place) : value;
}

Value Expander::convertSize(const Number &number, const ast::Expr &expr, Scope &scope, const Thunk *place) {
  std::string what = place ? place->what : "a size";
  std::string shown = substituted(expr, scope);
  std::string value = shown == number.str() ? shown : shown + " = " + number.str();
  auto *exact = number.exact();
  if (!exact || !exact->isWhole()) {
    bool isDefault = place && place->isDefault;
    Diagnostic &diagnostic =
        error(CheckError::NotWhole, expr.range, scope,
              isDefault ? shown + " is not whole: give " + what
                        : "'" + what + "' must be whole, found " + value +
                              ": write floor(...), ceil(...) or round_up(..., 256) around it");
    if (!isDefault && !module.isLibrary(expr.range))
      diagnostic.fixIt(expr.range, "floor(" + std::string(reporter.sources.text(expr.range)) + ")");
    return Poison{};
  }
  if (exact->sign() <= 0) {
    error(CheckError::NotPositive, expr.range, scope, "'" + what + "' must be at least 1, found " + value);
    return Poison{};
  }
  if (exact->numerator() > maxSize) {
    error(CheckError::TooLarge, expr.range, scope,
          "'" + what + "' must be at most " + std::to_string(maxSize) + ", found " + value);
    return Poison{};
  }
  return number;
}

std::optional<int64_t> Expander::sizeOf(const ast::Expr &expr, Scope &scope, const std::string &what) {
  Thunk place;
  place.what = what;
  Value value = evaluateAs(expr, scope, Type::size(), &place);
  auto *number = asNumber(value);
  return number ? std::optional(int64_t(number->exact()->numerator())) : std::nullopt;
}

std::optional<bool> Expander::condition(const ast::Expr &expr, Scope &scope) {
  Value value = evaluate(expr, scope);
  if (auto *known = std::get_if<bool>(&value))
    return *known;
  wrongType(value, Type::boolean(), expr, scope, "");
  return std::nullopt;
}

Value Expander::evaluateSymbol(const ast::Expr &expr, Scope &scope, const Type &type) {
  if (expr.kind == ExprKind::If) {
    auto decision = condition(*expr.operands[0], scope);
    return decision ? evaluateSymbol(*expr.operands[*decision ? 1 : 2], scope, type) : Value(Poison{});
  }
  if (!expr.isBareName()) {
    error(CheckError::UnknownSymbol, expr.range, scope,
          "expected " + type.str() + ", found '" + text(expr) + "'");
    return Poison{};
  }
  const std::string &name = expr.path.names[0].text;
  auto contains = [&](const std::string &symbol) {
    return std::find(type.symbols.begin(), type.symbols.end(), symbol) != type.symbols.end();
  };
  if (symbolType(expr, scope)) {
    Value value = force(*typedName(name, scope));
    auto *symbol = std::get_if<Symbol>(&value);
    if (!symbol || contains(symbol->name))
      return value;
    error(CheckError::UnknownSymbol, expr.range, scope, "expected " + type.str() + ", found " + symbol->name);
    return Poison{};
  }
  if (contains(name))
    return Symbol{name};
  Diagnostic &diagnostic = error(CheckError::UnknownSymbol, expr.range, scope,
                                 "expected " + type.str() + ", found '" + name + "'");
  suggest(diagnostic, expr.range, name, type.symbols);
  return Poison{};
}

} // namespace tenon::checker
