// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/parse/Parser.h"

#include <fmt/format.h>

namespace tenon::parsing {

std::vector<ast::Item> Parser::parseItems() {
  std::vector<ast::Item> items;
  while (!is(TokenKind::End) && !diagnostics.isFull()) {
    size_t start = at;
    if (std::optional<ast::Item> item = parseItem())
      items.push_back(std::move(*item));
    else if (!endsDeclaration(start))
      skipToDeclaration(start);
  }
  return items;
}

std::optional<ast::Item> Parser::parseItem() {
  if (isWord("import"))
    return parseImport();
  if (isWord("block"))
    return parseBlock();
  if (isWord("stack"))
    return parseStack();
  if (is(TokenKind::Name)) {
    if (std::optional<ast::KindWord> word = ast::parseKindWord(text(peek())))
      return parseKind(*word);
  }
  std::string near;
  if (is(TokenKind::Name))
    near = nearest(text(peek()), {"import", "block", "stack", "norm", "activation", "placement", "attention",
                                  "ffn", "mask", "score", "rope", "frequency"});
  Diagnostic &diagnostic =
      failExpected(ParseError::ExpectedDeclaration, "a declaration (import, a kind word, block or stack)");
  if (!near.empty()) {
    diagnostic.message += fmt::format("; did you mean '{}'?", near);
    diagnostic.fixIt(rangeOf(peek()), near);
  }
  return std::nullopt;
}

std::optional<ast::Item> Parser::parseImport() {
  uint32_t begin = peek().begin;
  advance();
  ast::Import import;
  std::optional<std::string> file = expectString("the file to import, in quotes", import.fileRange);
  if (!file)
    return std::nullopt;
  import.file = std::move(*file);
  import.range = since(begin);
  return import;
}

std::optional<ast::Item> Parser::parseKind(ast::KindWord word) {
  uint32_t begin = peek().begin;
  ast::Kind kind;
  kind.word = word;
  kind.wordRange = rangeOf(peek());
  advance();
  if (!parseKindHeader(kind))
    return std::nullopt;
  kind.hasBody = is(TokenKind::LeftBrace);
  if (kind.hasBody) {
    if (!parseBody(kind))
      return std::nullopt;
  } else {
    if (!accept(TokenKind::Equal)) {
      failExpected(ParseError::ExpectedToken,
                   fmt::format("'=' or '{{' after the head of '{}'", kind.name.text));
      return std::nullopt;
    }
    kind.result = parseExpr();
    if (!kind.result)
      return std::nullopt;
  }
  kind.range = since(begin);
  return kind;
}

bool Parser::parseKindHeader(ast::Kind &kind) {
  std::optional<ast::Name> name = expectName(fmt::format("the name of the {}", ast::spelling(kind.word)));
  if (!name)
    return false;
  kind.name = std::move(*name);
  Token open = peek();
  if (!expect(TokenKind::LeftParen, fmt::format("after '{}'", kind.name.text)))
    return false;
  if (is(TokenKind::RightParen) || is(TokenKind::Semicolon)) {
    fail(ParseError::Empty, fmt::format("expected the data that '{}' takes, such as '{}(x)', found {}",
                                        kind.name.text, kind.name.text, found()));
    return false;
  }
  do {
    std::optional<ast::Name> param = expectName("the name of what the kind takes");
    if (!param)
      return false;
    kind.params.push_back(std::move(*param));
  } while (accept(TokenKind::Comma));
  if (accept(TokenKind::Semicolon) && !parseOptions(kind.options))
    return false;
  if (is(TokenKind::Semicolon) && !kind.options.empty()) {
    fail(ParseError::SecondSemicolon, "expected ',' or ')', found a second ';'");
    return false;
  }
  return expectClose(TokenKind::RightParen, open, kind.options.empty() ? "',', ';' or " : "',' or ");
}

bool Parser::parseOptions(std::vector<ast::Option> &options) {
  do {
    std::optional<ast::Option> option = parseOption();
    if (!option)
      return false;
    options.push_back(std::move(*option));
  } while (accept(TokenKind::Comma));
  return true;
}

bool Parser::parseParenthesisedOptions(std::vector<ast::Option> &options) {
  Token open = peek();
  if (!accept(TokenKind::LeftParen))
    return true;
  if (is(TokenKind::RightParen)) {
    fail(ParseError::Empty, "expected a parameter such as 'heads : size', found ')'");
    return false;
  }
  if (is(TokenKind::Semicolon)) {
    fail(ParseError::SecondSemicolon, "expected a parameter, found ';': a block takes no data");
    return false;
  }
  return parseOptions(options) && expectClose(TokenKind::RightParen, open, "',' or ");
}

std::optional<ast::Option> Parser::parseOption() {
  uint32_t begin = peek().begin;
  std::optional<ast::Name> name = expectName("the name of an option");
  if (!name)
    return std::nullopt;
  ast::Option option;
  option.name = std::move(*name);
  if (accept(TokenKind::Colon)) {
    option.type = parseType();
    if (!option.type)
      return std::nullopt;
  }
  if (accept(TokenKind::Equal)) {
    option.value = parseExpr();
    if (!option.value)
      return std::nullopt;
  }
  option.range = since(begin);
  return option;
}

std::optional<ast::Type> Parser::parseType() {
  const Token first = peek();
  ast::Type type;
  if (first.kind != TokenKind::Name) {
    failExpected(ParseError::ExpectedType, "a type (size, number, bool, a kind word or a list of symbols)");
    return std::nullopt;
  }
  std::string word(text(first));
  advance();
  if (is(TokenKind::Bar)) {
    type.tag = ast::Type::Tag::Symbols;
    type.symbols.push_back({word, rangeOf(first)});
    while (accept(TokenKind::Bar)) {
      std::optional<ast::Name> symbol = expectName("a symbol after '|'");
      if (!symbol)
        return std::nullopt;
      type.symbols.push_back(std::move(*symbol));
    }
  } else if (std::optional<ast::KindWord> kind = ast::parseKindWord(word)) {
    type.tag = ast::Type::Tag::Kind;
    type.kind = *kind;
  } else if (word == "size" || word == "number" || word == "bool") {
    type.tag = word == "size"     ? ast::Type::Tag::Size
               : word == "number" ? ast::Type::Tag::Number
                                  : ast::Type::Tag::Bool;
  } else {
    fail(ParseError::ExpectedType, first,
         fmt::format("expected a type (size, number, bool, a kind word or symbols such as 'a | b'), "
                     "found '{:.40}'",
                     word));
    return std::nullopt;
  }
  type.range = since(first.begin);
  return type;
}

std::optional<ast::Item> Parser::parseBlock() {
  uint32_t begin = peek().begin;
  advance();
  ast::Block block;
  std::optional<ast::Name> name = expectName("the name of the block");
  if (!name)
    return std::nullopt;
  block.name = std::move(*name);
  if (accept(TokenKind::Equal)) {
    if (!is(TokenKind::Name)) {
      failExpected(ParseError::ExpectedName, "the block that this one is made from");
      return std::nullopt;
    }
    block.base = parseCall();
    if (!block.base)
      return std::nullopt;
  } else {
    if (!parseParenthesisedOptions(block.options))
      return std::nullopt;
  }
  if (!block.base || is(TokenKind::LeftBrace)) {
    block.settings = parseSettings();
    if (!block.settings)
      return std::nullopt;
  }
  block.range = since(begin);
  return block;
}

std::optional<ast::Item> Parser::parseStack() {
  uint32_t begin = peek().begin;
  advance();
  ast::Stack stack;
  std::optional<ast::Name> name = expectName("the name of the stack");
  if (!name)
    return std::nullopt;
  stack.name = std::move(*name);
  if (!parseParenthesisedOptions(stack.options))
    return std::nullopt;
  std::optional<ast::Settings> settings = parseSettings();
  if (!settings)
    return std::nullopt;
  stack.settings = std::move(*settings);
  stack.range = since(begin);
  return stack;
}

} // namespace tenon::parsing
