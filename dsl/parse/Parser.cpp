// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/parse/Parser.h"

#include "dsl/parse/Parse.h"

#include <fmt/format.h>

namespace tenon {

ast::File parse(const SourceManager &sources, FileId file, Diagnostics &diagnostics) {
  ast::File result;
  result.id = file;
  parsing::Tokens lexed = parsing::lex(sources, file, diagnostics);
  result.comments = std::move(lexed.comments);
  if (lexed.usable)
    result.items = parsing::Parser(sources, file, diagnostics, std::move(lexed.tokens)).parseItems();
  return result;
}

namespace parsing {

bool Parser::isWord(size_t index, std::string_view word) const {
  return index < tokens.size() && tokens[index].kind == TokenKind::Name && text(tokens[index]) == word;
}

bool Parser::accept(TokenKind kind) {
  if (!is(kind))
    return false;
  advance();
  return true;
}

std::string Parser::found() const {
  const Token &token = peek();
  if (token.kind == TokenKind::End || token.kind == TokenKind::String)
    return describe(token.kind);
  std::string_view word = text(token);
  return word.size() <= 40 ? fmt::format("'{}'", word) : fmt::format("'{}...'", word.substr(0, 37));
}

Diagnostic &Parser::fail(ParseError error, const Token &token, std::string message) {
  if (token.kind == TokenKind::Invalid || token.begin == lastError)
    return silent = Diagnostic();
  lastError = token.begin;
  return report(diagnostics, error, rangeOf(token), std::move(message));
}

Diagnostic &Parser::failExpected(ParseError error, std::string_view what) {
  return fail(error, fmt::format("expected {}, found {}", what, found()));
}

bool Parser::expect(TokenKind kind, std::string_view context) {
  if (accept(kind))
    return true;
  failExpected(ParseError::ExpectedToken, fmt::format("{} {}", describe(kind), context));
  return false;
}

bool Parser::expectClose(TokenKind kind, const Token &open, std::string_view orElse) {
  if (accept(kind))
    return true;
  bool isOpen = is(TokenKind::End) || startsDeclaration(at);
  failExpected(isOpen ? ParseError::OpenBracket : ParseError::ExpectedToken,
               fmt::format("{}{}", orElse, describe(kind)))
      .note(rangeOf(open), fmt::format("to match this {}", describe(open.kind)));
  return false;
}

std::optional<ast::Name> Parser::expectName(std::string_view what) {
  const Token &token = peek();
  if (token.kind == TokenKind::Name) {
    advance();
    return ast::Name{std::string(text(token)), rangeOf(token)};
  }
  if (isReservedWord(token.kind))
    failExpected(ParseError::ReservedWord, what).message += ", a reserved word";
  else
    failExpected(ParseError::ExpectedName, what);
  return std::nullopt;
}

std::optional<std::string> Parser::expectString(std::string_view what, SourceRange &range) {
  const Token &token = peek();
  if (token.kind != TokenKind::String) {
    failExpected(ParseError::ExpectedString, what);
    return std::nullopt;
  }
  advance();
  range = rangeOf(token);
  std::string_view content = text(token);
  return std::string(content.substr(1, content.size() - 2));
}

} // namespace parsing
} // namespace tenon
