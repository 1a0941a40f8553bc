// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/ast/PrinterImpl.h"

namespace tenon::ast {

void Printer::name(const Name &name) {
  comments(name.range.begin);
  text(name.text);
}

void Printer::path(const Path &path) {
  comments(path.range.begin);
  text(path.str());
}

void Printer::expr(const Expr &expr) {
  if (!expr.inParens)
    return bare(expr);
  group(0, [&] {
    text("(");
    bare(expr);
    text(")");
  });
}

void Printer::bare(const Expr &expr) {
  comments(expr.range.begin);
  switch (expr.kind) {
  case ExprKind::Number:
    return text(expr.spelling);
  case ExprKind::True:
    return text("true");
  case ExprKind::False:
    return text("false");
  case ExprKind::None:
    return text("none");
  case ExprKind::Infinity:
    return text("inf");
  case ExprKind::Pi:
    return text("pi");
  case ExprKind::Call:
    return call(expr);
  case ExprKind::Index:
  case ExprKind::List:
    return bracketed(expr);
  case ExprKind::Negate:
    text("-");
    return value(expr.operands[0]);
  case ExprKind::Not:
    text("not ");
    return value(expr.operands[0]);
  case ExprKind::Binary:
    return binary(expr);
  case ExprKind::If:
    return conditional(expr);
  case ExprKind::Repeat:
    value(expr.operands[0]);
    text(" of ");
    return value(expr.operands[1]);
  }
}

void Printer::call(const Expr &call) {
  path(call.path);
  if (!call.hasParens)
    return;
  group(0, [&] {
    text("(");
    arguments(call.data);
    if (call.hasSemicolon) {
      text(";");
      comments(call.options.front().range.begin);
      lineBreak();
      arguments(call.options);
    }
    comments(call.range.end - 1);
    text(")");
  });
}

void Printer::arguments(const std::vector<Argument> &arguments) {
  commaList(arguments, [&](const Argument &argument) {
    if (argument.name) {
      name(*argument.name);
      text(" = ");
    }
    expr(*argument.value);
  });
}

void Printer::bracketed(const Expr &expr) {
  if (expr.kind == ExprKind::Index)
    path(expr.path);
  group(0, [&] {
    text("[");
    commaList(expr.operands, [&](const ExprPtr &each) { value(each); });
    comments(expr.range.end - 1);
    text("]");
  });
}

void Printer::conditional(const Expr &expr) {
  group(0, [&] {
    static constexpr const char *words[] = {"if ", "then ", "else "};
    for (size_t i = 0; i < 3; ++i) {
      if (i != 0) {
        comments(expr.operands[i]->range.begin);
        lineBreak();
      }
      text(words[i]);
      value(expr.operands[i]);
    }
  });
}

void Printer::binary(const Expr &expr) {
  if (expr.op == BinaryOp::Power) {
    value(expr.operands[0]);
    text("^");
    return value(expr.operands[1]);
  }
  group(0, [&] { operands(expr, expr.op); });
}

/// Operators that share a level stand in one group: `a - b + c`.
static int levelOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return -1;
  case BinaryOp::Mul:
  case BinaryOp::Div:
    return -2;
  default:
    return static_cast<int>(op);
  }
}

static bool isLiteral(const Expr &expr) {
  if (expr.inParens)
    return false;
  return expr.kind == ExprKind::Number || expr.kind == ExprKind::Pi ||
         (expr.kind == ExprKind::Negate && isLiteral(*expr.operands[0]));
}

void Printer::operands(const Expr &expr, BinaryOp like) {
  const Expr &left = *expr.operands[0], &right = *expr.operands[1];
  bool sameLevel = left.kind == ExprKind::Binary && !left.inParens && levelOf(left.op) == levelOf(like);
  if (sameLevel)
    operands(left, like);
  else
    this->expr(left);
  if (expr.op == BinaryOp::Div && isLiteral(left) && isLiteral(right)) {
    text("/"); // A number, as people write it: 8/3 * width.
  } else {
    comments(right.range.begin);
    lineBreak();
    text(std::string(spelling(expr.op)) + " ");
  }
  this->expr(right);
}

} // namespace tenon::ast
