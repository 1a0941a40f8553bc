// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands between braces: the body of a kind, the settings of a block.
#include "dsl/parse/Parser.h"

#include <fmt/format.h>

namespace tenon::parsing {

bool Parser::parseBody(ast::Kind &kind) {
  Token open = peek();
  advance();
  bool good = true;
  while (!is(TokenKind::Return)) {
    if (is(TokenKind::RightBrace)) {
      failExpected(ParseError::MisplacedReturn, fmt::format("'return' in the body of '{}'", kind.name.text));
      advance();
      return false;
    }
    if (is(TokenKind::End) || startsDeclaration(at) || diagnostics.isFull()) {
      expectClose(TokenKind::RightBrace, open, "a statement or ");
      return false;
    }
    size_t start = at;
    if (std::optional<ast::Statement> statement = parseStatement()) {
      kind.statements.push_back(std::move(*statement));
    } else {
      good = false;
      skipTo(&Parser::startsStatement, start);
    }
  }
  return parseReturn(kind, open) && good;
}

bool Parser::parseReturn(ast::Kind &kind, const Token &open) {
  kind.returnRange = rangeOf(peek());
  advance();
  size_t start = at;
  kind.result = parseExpr();
  if (!kind.result)
    skipTo(&Parser::startsStatement, start);
  bool good = kind.result != nullptr;
  if (startsStatement(at)) {
    fail(ParseError::MisplacedReturn,
         fmt::format("expected '}}' after the result of '{}', found {}", kind.name.text, found()))
        .note(rangeOf(open), "'return' ends this body");
    while (startsStatement(at))
      skipTo(&Parser::startsStatement, at);
    good = false;
  }
  return expectClose(TokenKind::RightBrace, open) && good;
}

std::optional<ast::Statement> Parser::parseStatement() {
  if (isWord("let"))
    return parseLet();
  if (isWord("linear"))
    return parseLinear();
  if (isWord("param") || isWord("shared"))
    return parseParam();
  if (isWord("require"))
    return parseRequire();
  std::string near = is(TokenKind::Name)
                         ? nearest(text(peek()), {"let", "linear", "param", "shared", "require", "return"})
                         : "";
  Diagnostic &diagnostic =
      failExpected(ParseError::ExpectedStatement, "a statement (param, linear, let, require or return)");
  if (!near.empty())
    diagnostic.fixIt(rangeOf(peek()), near).message += fmt::format("; did you mean '{}'?", near);
  return std::nullopt;
}

std::optional<ast::Statement> Parser::parseParam() {
  uint32_t begin = peek().begin;
  ast::Param param;
  param.shared = isWord("shared");
  if (param.shared)
    advance();
  if (!isWord("param")) {
    failExpected(ParseError::ExpectedToken, "'param' after 'shared'");
    return std::nullopt;
  }
  advance();
  std::optional<ast::Name> name = expectName("the name of the parameter");
  if (!name)
    return std::nullopt;
  param.name = std::move(*name);
  Token open = peek();
  if (!expect(TokenKind::LeftBracket, fmt::format("and the shape of '{}'", param.name.text)) ||
      !parseExprList(param.shape, open) ||
      !expect(TokenKind::Equal, fmt::format("and the identity value of '{}'", param.name.text)))
    return std::nullopt;
  param.identity = parseExpr();
  if (!param.identity)
    return std::nullopt;
  param.range = since(begin);
  return param;
}

std::optional<ast::Statement> Parser::parseLinear() {
  uint32_t begin = peek().begin;
  advance();
  std::optional<ast::Name> name = expectName("the name of the linear");
  if (!name)
    return std::nullopt;
  ast::Linear linear;
  linear.name = std::move(*name);
  Token open = peek();
  if (!expect(TokenKind::LeftBracket, fmt::format("and the sizes of '{}'", linear.name.text)))
    return std::nullopt;
  linear.in = parseExpr();
  if (!linear.in || !expect(TokenKind::Arrow, "between the two sizes"))
    return std::nullopt;
  linear.out = parseExpr();
  if (!linear.out || !expectClose(TokenKind::RightBracket, open))
    return std::nullopt;
  if (Token paren = peek(); accept(TokenKind::LeftParen)) {
    linear.bias = parseExpr();
    if (!linear.bias || !expectClose(TokenKind::RightParen, paren))
      return std::nullopt;
  }
  linear.range = since(begin);
  return linear;
}

std::optional<ast::Statement> Parser::parseLet() {
  uint32_t begin = peek().begin;
  advance();
  std::optional<ast::Name> name = expectName("a name after 'let'");
  if (!name || !expect(TokenKind::Equal, fmt::format("after '{}'", name->text)))
    return std::nullopt;
  ast::Let let;
  let.name = std::move(*name);
  let.value = parseExpr();
  if (!let.value)
    return std::nullopt;
  let.range = since(begin);
  return let;
}

std::optional<ast::Require> Parser::parseRequire() {
  uint32_t begin = peek().begin;
  advance();
  ast::Require require;
  require.condition = parseExpr();
  if (!require.condition)
    return std::nullopt;
  std::optional<std::string> reason = expectString("the reason, in quotes", require.reasonRange);
  if (!reason)
    return std::nullopt;
  require.reason = std::move(*reason);
  require.range = since(begin);
  return require;
}

std::optional<ast::Settings> Parser::parseSettings() {
  Token open = peek();
  if (!expect(TokenKind::LeftBrace, "and the settings"))
    return std::nullopt;
  ast::Settings settings;
  bool good = true;
  while (!is(TokenKind::RightBrace)) {
    if (is(TokenKind::End) || startsDeclaration(at) || diagnostics.isFull()) {
      expectClose(TokenKind::RightBrace, open, "a setting or ");
      return std::nullopt;
    }
    size_t start = at;
    if (std::optional<ast::SettingOrRequire> setting = parseSetting()) {
      settings.items.push_back(std::move(*setting));
    } else {
      good = false;
      skipTo(&Parser::startsSetting, start);
    }
  }
  advance();
  settings.range = since(open.begin);
  if (!good)
    return std::nullopt;
  return settings;
}

std::optional<ast::SettingOrRequire> Parser::parseSetting() {
  if (isWord("require"))
    return parseRequire();
  if (!is(TokenKind::Name) && !isReservedWord(peek().kind)) {
    failExpected(ParseError::ExpectedSetting, "a setting such as 'width = 4096', or '}'");
    return std::nullopt;
  }
  uint32_t begin = peek().begin;
  std::optional<ast::Path> path = parsePath("the name of a setting");
  if (!path || !expect(TokenKind::Equal, fmt::format("after '{:.40}'", path->str())))
    return std::nullopt;
  if (peek().startsLine && startsSetting(at)) {
    failExpected(ParseError::ExpectedExpression, fmt::format("a value for '{:.40}'", path->str()));
    return std::nullopt;
  }
  ast::Setting setting;
  setting.path = std::move(*path);
  setting.value = parseValue();
  if (!setting.value)
    return std::nullopt;
  setting.range = since(begin);
  return setting;
}

} // namespace tenon::parsing
