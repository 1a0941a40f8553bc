// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text to tokens.
#ifndef TENON_DSL_PARSE_LEXER_H
#define TENON_DSL_PARSE_LEXER_H

#include "dsl/ast/AST.h"
#include "dsl/ast/Diagnostics.h"

namespace tenon::parsing {

enum class TokenKind : uint8_t {
  End,
  Invalid, ///< reported already: the parser is silent about it
  Name,
  Number,
  String, ///< with its quotes
#define TENON_TOKEN(NAME, SPELLING) NAME,
#include "dsl/parse/Tokens.def"
};

/// "'('" for punctuation and words, "a name" and so on for the others.
std::string describe(TokenKind kind);
bool isReservedWord(TokenKind kind);

struct Token {
  TokenKind kind = TokenKind::End;
  bool startsLine = false; ///< the first token of its line
  uint32_t begin = 0, end = 0;
};

/// Limits that keep hostile input cheap.
inline constexpr size_t maxTokens = size_t(1) << 20;
inline constexpr size_t maxWordBytes = 1000;

struct Tokens {
  std::vector<Token> tokens; ///< ends with End
  std::vector<ast::Comment> comments;
  bool usable = true; ///< false: too large, not text, or too many errors; do not parse
};

/// Reports P1 to P7. Reads on after all but P1 and P6.
Tokens lex(const SourceManager &sources, FileId file, Diagnostics &diagnostics);

} // namespace tenon::parsing

#endif
