// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The recursive-descent parser behind Parse.h. One function per rule of the
// grammar (docs/language.md).
//
// A function that meets an error reports it and returns nothing (null, false
// or nullopt); its callers pass that on up to the nearest list of statements,
// settings or declarations, which skips to the next one and reads on.
#ifndef TENON_DSL_PARSE_PARSER_H
#define TENON_DSL_PARSE_PARSER_H

#include "dsl/parse/Errors.h"
#include "dsl/parse/Lexer.h"

namespace tenon::parsing {

class Parser {
public:
  Parser(const SourceManager &sources, FileId id, Diagnostics &diagnostics, std::vector<Token> tokens)
      : sources(sources), id(id), diagnostics(diagnostics), tokens(std::move(tokens)) {}

  std::vector<ast::Item> parseItems();

private:
  // Tokens.
  const Token &peek(size_t ahead = 0) const { return tokens[std::min(at + ahead, tokens.size() - 1)]; }
  bool is(TokenKind kind) const { return peek().kind == kind; }
  bool isWord(size_t index, std::string_view word) const;
  bool isWord(std::string_view word) const { return isWord(at, word); }
  bool accept(TokenKind kind);
  void advance() { at += at + 1 < tokens.size(); }
  std::string_view text(const Token &token) const { return sources.text(rangeOf(token)); }
  SourceRange rangeOf(const Token &token) const { return {id, token.begin, token.end}; }
  /// From byte `begin` to the end of the last token that was read.
  SourceRange since(uint32_t begin) const { return {id, begin, tokens[at - 1].end}; }
  /// How messages name the current token: "'width'", "the end of the file".
  std::string found() const;

  // Errors. Silent where the token was reported already: by the lexer, or by
  // the last error, so that one mistake gives one message.
  Diagnostic &fail(ParseError error, std::string message) { return fail(error, peek(), std::move(message)); }
  Diagnostic &fail(ParseError error, const Token &token, std::string message);
  /// "expected WHAT, found FOUND" at the current token.
  Diagnostic &failExpected(ParseError error, std::string_view what);
  /// Reads `kind`, or reports P11: "expected KIND CONTEXT, found FOUND".
  bool expect(TokenKind kind, std::string_view context);
  /// Reads the bracket `kind` that closes `open`, or reports P11 or P12.
  bool expectClose(TokenKind kind, const Token &open, std::string_view orElse = "");
  std::optional<ast::Name> expectName(std::string_view what);
  std::optional<std::string> expectString(std::string_view what, SourceRange &range);

  // Recovery (Recovery.cpp).
  bool startsDeclaration(size_t index) const;
  bool startsStatement(size_t index) const;
  bool startsSetting(size_t index) const;
  /// The declaration that began at token `failed` was read to its last brace.
  bool endsDeclaration(size_t failed) const;
  bool looksLikeDeclaration() const;
  /// The column of a token that starts its line, else 0.
  uint32_t columnOfLineStart(const Token &token) const;
  void skipToDeclaration(size_t failed);
  /// Skips to the next statement or setting, by what `starts` one, or to the brace.
  void skipTo(bool (Parser::*starts)(size_t) const, size_t failed);
  /// The brackets '(' and '[' that are open behind token `from`, at the current one.
  size_t openBrackets(size_t from) const;
  /// Counts the current token, if it is such a bracket, in `open`.
  void countBracket(size_t &open) const;

  // Declarations (Declarations.cpp).
  std::optional<ast::Item> parseItem();
  std::optional<ast::Item> parseImport();
  std::optional<ast::Item> parseKind(ast::KindWord word);
  std::optional<ast::Item> parseBlock();
  std::optional<ast::Item> parseStack();
  bool parseKindHeader(ast::Kind &kind);
  bool parseOptions(std::vector<ast::Option> &options);
  bool parseParenthesisedOptions(std::vector<ast::Option> &options);
  std::optional<ast::Option> parseOption();
  std::optional<ast::Type> parseType();

  // What stands between braces (Statements.cpp).
  bool parseBody(ast::Kind &kind);
  bool parseReturn(ast::Kind &kind, const Token &open);
  std::optional<ast::Statement> parseStatement();
  std::optional<ast::Statement> parseParam();
  std::optional<ast::Statement> parseLinear();
  std::optional<ast::Statement> parseLet();
  std::optional<ast::Require> parseRequire();
  std::optional<ast::Settings> parseSettings();
  std::optional<ast::SettingOrRequire> parseSetting();

  // Expressions (Expressions.cpp, Calls.cpp).
  class DepthGuard;
  ast::ExprPtr parseValue();
  ast::ExprPtr parseRepeat(ast::ExprPtr count, uint32_t begin);
  ast::ExprPtr parseList();
  ast::ExprPtr parseExpr();
  ast::ExprPtr parseIfOrBinary();
  ast::ExprPtr parseIf();
  ast::ExprPtr parseBinary(int precedence);
  ast::ExprPtr parseNot();
  ast::ExprPtr parseUnary();
  ast::ExprPtr parsePower();
  ast::ExprPtr parsePrimary();
  ast::ExprPtr parseParenthesised();
  ast::ExprPtr parseCall();
  bool parseCallArguments(ast::Expr &call);
  bool parseArguments(std::vector<ast::Argument> &arguments);
  std::optional<ast::Argument> parseArgument();
  std::optional<ast::Path> parsePath(std::string_view what);
  /// `expr { "," expr }` up to the bracket that closes `open`, which is read.
  bool parseExprList(std::vector<ast::ExprPtr> &list, const Token &open);
  static ast::ExprPtr makeExpr(ast::ExprKind kind);
  ast::ExprPtr makeLeaf(ast::ExprKind kind);
  /// Null, with P14, if the tree becomes too deep.
  ast::ExprPtr finish(ast::ExprPtr expr, uint32_t begin);

  const SourceManager &sources;
  FileId id;
  Diagnostics &diagnostics;
  std::vector<Token> tokens;
  size_t at = 0;
  uint32_t depth = 0;
  uint32_t lastError = UINT32_MAX; ///< the offset of the last error
  Diagnostic silent;               ///< stands for what is not reported
};

} // namespace tenon::parsing

#endif
