// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls, paths and lists of expressions, and how a node is finished.
#include "dsl/parse/Parser.h"

#include <fmt/format.h>

namespace tenon::parsing {

using ast::Expr;
using ast::ExprKind;
using ast::ExprPtr;

ExprPtr Parser::makeExpr(ExprKind kind) {
  auto expr = std::make_unique<Expr>();
  expr->kind = kind;
  return expr;
}

static uint32_t depthOf(const Expr &expr) {
  uint32_t deepest = 0;
  for (const ExprPtr &operand : expr.operands)
    deepest = std::max(deepest, operand->depth);
  for (const auto *arguments : {&expr.data, &expr.options})
    for (const ast::Argument &argument : *arguments)
      deepest = std::max(deepest, argument.value->depth);
  return deepest + 1;
}

ExprPtr Parser::finish(ExprPtr expr, uint32_t begin) {
  expr->range = since(begin);
  expr->depth = depthOf(*expr);
  if (expr->depth <= ast::maxDepth)
    return expr;
  fail(ParseError::TooDeep, fmt::format("expected at most {} levels of nesting, found more", ast::maxDepth));
  return nullptr;
}

ExprPtr Parser::makeLeaf(ExprKind kind) {
  ExprPtr expr = makeExpr(kind);
  if (kind == ExprKind::Number)
    expr->spelling = text(peek());
  uint32_t begin = peek().begin;
  advance();
  return finish(std::move(expr), begin);
}

ExprPtr Parser::parseCall() {
  uint32_t begin = peek().begin;
  std::optional<ast::Path> path = parsePath("a name");
  if (!path)
    return nullptr;
  ExprPtr expr = makeExpr(ExprKind::Call);
  expr->path = std::move(*path);
  if (is(TokenKind::LeftParen)) {
    if (!parseCallArguments(*expr))
      return nullptr;
  } else if (Token open = peek(); accept(TokenKind::LeftBracket)) {
    expr->kind = ExprKind::Index;
    if (!parseExprList(expr->operands, open))
      return nullptr;
  }
  return finish(std::move(expr), begin);
}

bool Parser::parseCallArguments(Expr &call) {
  Token open = peek();
  advance();
  call.hasParens = true;
  if (accept(TokenKind::RightParen))
    return true;
  if (!is(TokenKind::Semicolon) && !parseArguments(call.data))
    return false;
  if (accept(TokenKind::Semicolon)) {
    call.hasSemicolon = true;
    if (!parseArguments(call.options))
      return false;
    if (is(TokenKind::Semicolon)) {
      fail(ParseError::SecondSemicolon, "expected ',' or ')', found a second ';'");
      return false;
    }
  }
  return expectClose(TokenKind::RightParen, open, call.hasSemicolon ? "',' or " : "',', ';' or ");
}

bool Parser::parseArguments(std::vector<ast::Argument> &arguments) {
  do {
    std::optional<ast::Argument> argument = parseArgument();
    if (!argument)
      return false;
    arguments.push_back(std::move(*argument));
  } while (accept(TokenKind::Comma));
  return true;
}

std::optional<ast::Argument> Parser::parseArgument() {
  uint32_t begin = peek().begin;
  ast::Argument argument;
  if (is(TokenKind::Name) && peek(1).kind == TokenKind::Equal) {
    argument.name = ast::Name{std::string(text(peek())), rangeOf(peek())};
    advance();
    advance();
  }
  argument.value = parseValue();
  if (!argument.value)
    return std::nullopt;
  argument.range = since(begin);
  return argument;
}

std::optional<ast::Path> Parser::parsePath(std::string_view what) {
  uint32_t begin = peek().begin;
  ast::Path path;
  do {
    std::optional<ast::Name> name = expectName(path.names.empty() ? what : "a name after '.'");
    if (!name)
      return std::nullopt;
    path.names.push_back(std::move(*name));
  } while (accept(TokenKind::Dot));
  path.range = since(begin);
  return path;
}

bool Parser::parseExprList(std::vector<ExprPtr> &list, const Token &open) {
  if (is(TokenKind::RightBracket)) {
    fail(ParseError::Empty, "expected an expression between the brackets, found ']'");
    return false;
  }
  do {
    ExprPtr expr = parseExpr();
    if (!expr)
      return false;
    list.push_back(std::move(expr));
  } while (accept(TokenKind::Comma));
  return expectClose(TokenKind::RightBracket, open, "',' or ");
}

} // namespace tenon::parsing
