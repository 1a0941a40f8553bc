// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/parse/Parser.h"

#include <fmt/format.h>

namespace tenon::parsing {

using ast::BinaryOp;
using ast::Expr;
using ast::ExprKind;
using ast::ExprPtr;

namespace {

/// Binding strength, loosest first. `not` stands between And and Comparison.
enum Precedence { Lowest, OrLevel, AndLevel, NotLevel, ComparisonLevel, SumLevel, ProductLevel };

struct Operator {
  BinaryOp op = BinaryOp::Or;
  int precedence = Lowest; ///< Lowest: not a binary operator
};

Operator operatorOf(TokenKind kind) {
  switch (kind) {
  case TokenKind::Or:
    return {BinaryOp::Or, OrLevel};
  case TokenKind::And:
    return {BinaryOp::And, AndLevel};
  case TokenKind::EqualEqual:
    return {BinaryOp::Eq, ComparisonLevel};
  case TokenKind::NotEqual:
    return {BinaryOp::Ne, ComparisonLevel};
  case TokenKind::Less:
    return {BinaryOp::Lt, ComparisonLevel};
  case TokenKind::LessEqual:
    return {BinaryOp::Le, ComparisonLevel};
  case TokenKind::Greater:
    return {BinaryOp::Gt, ComparisonLevel};
  case TokenKind::GreaterEqual:
    return {BinaryOp::Ge, ComparisonLevel};
  case TokenKind::Plus:
    return {BinaryOp::Add, SumLevel};
  case TokenKind::Minus:
    return {BinaryOp::Sub, SumLevel};
  case TokenKind::Star:
    return {BinaryOp::Mul, ProductLevel};
  case TokenKind::Slash:
    return {BinaryOp::Div, ProductLevel};
  default:
    return {};
  }
}

} // namespace

/// Counts nesting, so that hostile input cannot exhaust the stack.
class Parser::DepthGuard {
public:
  explicit DepthGuard(Parser &parser) : parser(parser) { ++parser.depth; }
  ~DepthGuard() { --parser.depth; }
  bool isTooDeep() const {
    if (parser.depth <= ast::maxDepth)
      return false;
    parser.fail(ParseError::TooDeep,
                fmt::format("expected at most {} levels of nesting, found more", ast::maxDepth));
    return true;
  }

private:
  Parser &parser;
};

ExprPtr Parser::parseValue() {
  DepthGuard guard(*this);
  if (guard.isTooDeep())
    return nullptr;
  if (is(TokenKind::LeftBracket))
    return parseList();
  if (is(TokenKind::Of)) {
    failExpected(ParseError::MalformedRepeat, "a count before 'of'");
    return nullptr;
  }
  uint32_t begin = peek().begin;
  ExprPtr expr = parseIfOrBinary();
  if (expr && is(TokenKind::Of))
    return parseRepeat(std::move(expr), begin);
  if (expr && is(TokenKind::Equal)) {
    fail(ParseError::Assignment, "expected an expression, found '=': '==' compares")
        .fixIt(rangeOf(peek()), "==");
    return nullptr;
  }
  return expr;
}

ExprPtr Parser::parseRepeat(ExprPtr count, uint32_t begin) {
  bool isCompound = count->kind == ExprKind::Negate || count->kind == ExprKind::Not ||
                    count->kind == ExprKind::Binary || count->kind == ExprKind::If;
  if (isCompound && !count->inParens) {
    fail(ParseError::MalformedRepeat, "expected a number, a name or parentheses before 'of', found more")
        .note(count->range, "put this in parentheses");
    return nullptr;
  }
  advance();
  if (!is(TokenKind::Name) && !is(TokenKind::LeftBracket)) {
    failExpected(ParseError::MalformedRepeat, "the name of a block or a list after 'of'");
    return nullptr;
  }
  ExprPtr repeated = is(TokenKind::LeftBracket) ? parseList() : parseCall();
  if (!repeated)
    return nullptr;
  ExprPtr expr = makeExpr(ExprKind::Repeat);
  expr->operands.push_back(std::move(count));
  expr->operands.push_back(std::move(repeated));
  return finish(std::move(expr), begin);
}

ExprPtr Parser::parseList() {
  Token open = peek();
  advance();
  if (is(TokenKind::RightBracket)) {
    fail(ParseError::Empty, "expected an element of the list, found ']'");
    return nullptr;
  }
  ExprPtr list = makeExpr(ExprKind::List);
  do {
    ExprPtr element = parseValue();
    if (!element)
      return nullptr;
    list->operands.push_back(std::move(element));
  } while (accept(TokenKind::Comma));
  if (!expectClose(TokenKind::RightBracket, open, "',' or "))
    return nullptr;
  if (operatorOf(peek().kind).precedence != Lowest || is(TokenKind::Caret)) {
    fail(ParseError::MisplacedList,
         fmt::format("expected the end of a value, found {}: a list is no operand", found()))
        .note(since(open.begin), "this list");
    return nullptr;
  }
  return finish(std::move(list), open.begin);
}

ExprPtr Parser::parseExpr() {
  DepthGuard guard(*this);
  if (guard.isTooDeep())
    return nullptr;
  ExprPtr expr = parseIfOrBinary();
  if (expr && is(TokenKind::Of)) {
    fail(ParseError::MisplacedList,
         "expected an expression, found 'of': a repeat stands only in a list or as a setting or argument");
    return nullptr;
  }
  if (expr && is(TokenKind::Equal)) {
    fail(ParseError::Assignment, "expected an expression, found '=': '==' compares")
        .fixIt(rangeOf(peek()), "==");
    return nullptr;
  }
  return expr;
}

ExprPtr Parser::parseIfOrBinary() { return is(TokenKind::If) ? parseIf() : parseBinary(OrLevel); }

ExprPtr Parser::parseIf() {
  const Token start = peek();
  ExprPtr expr = makeExpr(ExprKind::If);
  for (TokenKind word : {TokenKind::If, TokenKind::Then, TokenKind::Else}) {
    if (!accept(word)) {
      failExpected(ParseError::IncompleteIf, describe(word)).note(rangeOf(start), "to go with this 'if'");
      return nullptr;
    }
    ExprPtr part = parseExpr();
    if (!part)
      return nullptr;
    expr->operands.push_back(std::move(part));
  }
  return finish(std::move(expr), start.begin);
}

ExprPtr Parser::parseBinary(int precedence) {
  uint32_t begin = peek().begin;
  ExprPtr left = precedence <= NotLevel && is(TokenKind::Not) ? parseNot() : parseUnary();
  while (left) {
    Operator current = operatorOf(peek().kind);
    if (current.precedence < precedence || current.precedence == Lowest)
      return left;
    advance();
    uint32_t rightBegin = peek().begin;
    ExprPtr right = parseBinary(current.precedence + 1);
    if (!right)
      return nullptr;
    SourceRange middle = since(rightBegin);
    ExprPtr expr = makeExpr(ExprKind::Binary);
    expr->op = current.op;
    expr->operands.push_back(std::move(left));
    expr->operands.push_back(std::move(right));
    left = finish(std::move(expr), begin);
    if (current.precedence == ComparisonLevel && operatorOf(peek().kind).precedence == ComparisonLevel) {
      std::string again(sources.text(middle));
      fail(ParseError::ChainedComparison,
           fmt::format("expected 'and' between two comparisons, found {}", found()))
          .fixIt({id, peek().begin, peek().begin}, fmt::format("and {} ", again));
      return nullptr;
    }
  }
  return nullptr;
}

ExprPtr Parser::parseNot() {
  DepthGuard guard(*this);
  if (guard.isTooDeep())
    return nullptr;
  uint32_t begin = peek().begin;
  advance();
  ExprPtr operand = parseBinary(NotLevel);
  if (!operand)
    return nullptr;
  ExprPtr expr = makeExpr(ExprKind::Not);
  expr->operands.push_back(std::move(operand));
  return finish(std::move(expr), begin);
}

ExprPtr Parser::parseUnary() {
  if (!is(TokenKind::Minus))
    return parsePower();
  DepthGuard guard(*this);
  if (guard.isTooDeep())
    return nullptr;
  uint32_t begin = peek().begin;
  advance();
  ExprPtr operand = parseUnary();
  if (!operand)
    return nullptr;
  ExprPtr expr = makeExpr(ExprKind::Negate);
  expr->operands.push_back(std::move(operand));
  return finish(std::move(expr), begin);
}

ExprPtr Parser::parsePower() {
  uint32_t begin = peek().begin;
  ExprPtr base = parsePrimary();
  if (!base || !accept(TokenKind::Caret))
    return base;
  DepthGuard guard(*this);
  if (guard.isTooDeep())
    return nullptr;
  uint32_t exponentBegin = peek().begin;
  bool isNegative = accept(TokenKind::Minus);
  ExprPtr exponent = isNegative ? parsePrimary() : parsePower();
  if (exponent && isNegative) {
    ExprPtr negated = makeExpr(ExprKind::Negate);
    negated->operands.push_back(std::move(exponent));
    exponent = finish(std::move(negated), exponentBegin);
  }
  if (!exponent)
    return nullptr;
  if (isNegative && is(TokenKind::Caret)) {
    fail(ParseError::SignedExponent,
         "expected parentheses around an exponent with a sign, found '^' behind it");
    return nullptr;
  }
  ExprPtr expr = makeExpr(ExprKind::Binary);
  expr->op = BinaryOp::Power;
  expr->operands.push_back(std::move(base));
  expr->operands.push_back(std::move(exponent));
  return finish(std::move(expr), begin);
}

ExprPtr Parser::parsePrimary() {
  switch (peek().kind) {
  case TokenKind::Number:
    return makeLeaf(ExprKind::Number);
  case TokenKind::True:
    return makeLeaf(ExprKind::True);
  case TokenKind::False:
    return makeLeaf(ExprKind::False);
  case TokenKind::None:
    return makeLeaf(ExprKind::None);
  case TokenKind::Inf:
    return makeLeaf(ExprKind::Infinity);
  case TokenKind::Pi:
    return makeLeaf(ExprKind::Pi);
  case TokenKind::Name:
    return parseCall();
  case TokenKind::LeftParen:
    return parseParenthesised();
  case TokenKind::LeftBracket:
    failExpected(ParseError::MisplacedList, "an expression").message +=
        ": a list stands only in a list or as a setting or argument";
    return nullptr;
  case TokenKind::If:
  case TokenKind::Not:
    failExpected(ParseError::ExpectedExpression, "an operand").message += ": put it in parentheses";
    return nullptr;
  default:
    failExpected(ParseError::ExpectedExpression, "an expression");
    return nullptr;
  }
}

ExprPtr Parser::parseParenthesised() {
  Token open = peek();
  advance();
  if (is(TokenKind::RightParen)) {
    fail(ParseError::Empty, "expected an expression between the parentheses, found ')'");
    return nullptr;
  }
  ExprPtr expr = parseExpr();
  if (!expr || !expectClose(TokenKind::RightParen, open))
    return nullptr;
  expr->inParens = true;
  return expr;
}

} // namespace tenon::parsing
