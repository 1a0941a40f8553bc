// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where to read on after an error. What `starts...` finds cannot occur inside a
// well-formed neighbour; beyond that the layout of the lines is trusted.
#include "dsl/parse/Parser.h"

namespace tenon::parsing {

static bool isDeclarationWord(std::string_view word) {
  return word == "import" || word == "block" || word == "stack" || ast::parseKindWord(word);
}

bool Parser::startsDeclaration(size_t index) const {
  auto kindAt = [&](size_t i) { return tokens[std::min(i, tokens.size() - 1)].kind; };
  if (kindAt(index) != TokenKind::Name)
    return false;
  if (isWord(index, "import"))
    return kindAt(index + 1) == TokenKind::String;
  if (kindAt(index + 1) != TokenKind::Name)
    return false;
  TokenKind next = kindAt(index + 2);
  if (isWord(index, "block") || isWord(index, "stack"))
    return next == TokenKind::LeftParen || next == TokenKind::LeftBrace || next == TokenKind::Equal;
  return next == TokenKind::LeftParen && ast::parseKindWord(text(tokens[index]));
}

bool Parser::startsStatement(size_t index) const {
  if (tokens[index].kind == TokenKind::Return || isWord(index, "require"))
    return true;
  if (index + 1 >= tokens.size() || tokens[index + 1].kind != TokenKind::Name)
    return false;
  return isWord(index, "param") || isWord(index, "linear") || isWord(index, "let") || isWord(index, "shared");
}

bool Parser::startsSetting(size_t index) const {
  if (tokens[index].kind != TokenKind::Name)
    return false;
  if (isWord(index, "require"))
    return true;
  while (tokens[index + 1].kind == TokenKind::Dot && tokens[index + 2].kind == TokenKind::Name)
    index += 2;
  return tokens[index + 1].kind == TokenKind::Equal;
}

bool Parser::looksLikeDeclaration() const {
  const Token &token = peek();
  if (token.kind != TokenKind::Name || !isDeclarationWord(text(token)) || columnOfLineStart(token) != 1)
    return false;
  TokenKind next = peek(1).kind; // A setting, list or argument goes on with one of these.
  return next != TokenKind::Equal && next != TokenKind::Dot && next != TokenKind::Comma &&
         next != TokenKind::RightParen && next != TokenKind::RightBracket;
}

uint32_t Parser::columnOfLineStart(const Token &token) const {
  return token.startsLine ? sources.lineColumn(rangeOf(token)).column : 0;
}

bool Parser::endsDeclaration(size_t failed) const {
  return at > failed && tokens[at - 1].kind == TokenKind::RightBrace && peek().startsLine;
}

void Parser::skipToDeclaration(size_t failed) {
  if (at == failed)
    advance();
  while (!is(TokenKind::End) && !startsDeclaration(at) && !looksLikeDeclaration())
    advance();
}

size_t Parser::openBrackets(size_t from) const {
  size_t open = 0;
  for (size_t i = from; i < at; ++i) {
    TokenKind kind = tokens[i].kind;
    if (kind == TokenKind::LeftParen || kind == TokenKind::LeftBracket)
      ++open;
    else if (open && (kind == TokenKind::RightParen || kind == TokenKind::RightBracket))
      --open;
  }
  return open;
}

void Parser::skipTo(bool (Parser::*starts)(size_t) const, size_t failed) {
  // `name =` is also how an argument starts, so a setting starts only outside
  // brackets, or on a line of its own that is no further in than the failed one.
  size_t open = openBrackets(failed);
  uint32_t column = sources.lineColumn(rangeOf(tokens[failed])).column;
  if (at == failed)
    advance();
  for (; !is(TokenKind::End) && !is(TokenKind::RightBrace) && !startsDeclaration(at); advance()) {
    uint32_t start = columnOfLineStart(peek());
    bool isOwnLine = start != 0 && start <= column;
    bool isStart = (this->*starts)(at);
    if (open == 0 ? isStart || isOwnLine : isStart && isOwnLine)
      return;
    countBracket(open);
  }
}

void Parser::countBracket(size_t &open) const {
  if (is(TokenKind::LeftParen) || is(TokenKind::LeftBracket))
    ++open;
  else if (open && (is(TokenKind::RightParen) || is(TokenKind::RightBracket)))
    --open;
}

} // namespace tenon::parsing
