// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/parse/Lexer.h"

#include "dsl/parse/Errors.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::parsing {

namespace {

struct Spelled {
  TokenKind kind;
  std::string_view text;
};

constexpr Spelled words[] = {
#define TENON_WORD(NAME, SPELLING) {TokenKind::NAME, SPELLING},
#include "dsl/parse/Tokens.def"
};

constexpr Spelled all[] = {
#define TENON_TOKEN(NAME, SPELLING) {TokenKind::NAME, SPELLING},
#include "dsl/parse/Tokens.def"
};

/// Characters that people type or paste for what the language spells in ASCII.
struct Lookalike {
  std::string_view text;
  TokenKind kind;
  bool accepted = false; ///< part of the language
};

constexpr Lookalike lookalikes[] = {
    {"·", TokenKind::Star, true}, {"×", TokenKind::Star, true}, {"−", TokenKind::Minus},
    {"–", TokenKind::Minus},      {"⋅", TokenKind::Star},       {"∗", TokenKind::Star},
    {"÷", TokenKind::Slash},      {"≤", TokenKind::LessEqual},  {"≥", TokenKind::GreaterEqual},
    {"≠", TokenKind::NotEqual},   {"→", TokenKind::Arrow},      {"∞", TokenKind::Inf},
    {"π", TokenKind::Pi},         {"&&", TokenKind::And},       {"||", TokenKind::Or},
    {"!", TokenKind::Not},        {"，", TokenKind::Comma},
};

std::string_view spelling(TokenKind kind) {
  for (const Spelled &each : all)
    if (each.kind == kind)
      return each.text;
  return {};
}

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool isControl(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n') || c == 0x7F;
}

/// The length of the UTF-8 character at `text[i]`, or 0 if it is not one:
/// Unicode 15, table 3-7.
size_t characterLength(std::string_view text, size_t i) {
  auto byte = [&](size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
  unsigned first = byte(i), second = byte(i + 1);
  if (first < 0x80)
    return 1;
  size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (length == 0 || second < low || second > high)
    return 0;
  for (size_t k = 2; k < length; ++k)
    if ((byte(i + k) & 0xC0) != 0x80)
      return 0;
  return length;
}

class Lexer {
public:
  Lexer(const SourceManager &sources, FileId file, Diagnostics &diagnostics)
      : file(file), text(sources.file(file).text), diagnostics(diagnostics) {}

  Tokens run() {
    if (text.size() > SourceManager::maxBytes)
      return refuse(ParseError::FileTooLarge, 0, 1, "expected at most 16 MiB, found a larger file");
    if (!checkUtf8())
      return std::move(result);
    if (text.substr(0, 3) == "\xEF\xBB\xBF") // a byte order mark
      at = 3;
    while (at < text.size() && !diagnostics.isFull()) {
      if (result.tokens.size() >= maxTokens)
        return refuse(ParseError::FileTooLarge, at, at + 1, "expected at most 2^20 tokens, found more");
      step();
    }
    result.usable = !diagnostics.isFull();
    at = result.tokens.empty() ? at : result.tokens.back().end; // so that errors show the last line
    push(TokenKind::End, at);
    return std::move(result);
  }

private:
  SourceRange range(size_t begin, size_t end) const {
    return {file, static_cast<uint32_t>(begin), static_cast<uint32_t>(std::min(end, text.size()))};
  }
  char peek(size_t offset = 0) const { return at + offset < text.size() ? text[at + offset] : '\0'; }

  Diagnostic &error(ParseError number, size_t begin, size_t end, std::string message) {
    return report(diagnostics, number, range(begin, end), std::move(message));
  }

  Tokens refuse(ParseError number, size_t begin, size_t end, std::string message) {
    error(number, begin, end, std::move(message));
    result.usable = false;
    return std::move(result);
  }

  bool checkUtf8() {
    for (size_t i = 0; i < text.size();) {
      size_t length = characterLength(text, i);
      if (length == 0) {
        refuse(ParseError::NotUtf8, i, i + 1,
               fmt::format("expected UTF-8 text, found byte 0x{:02x}", static_cast<unsigned char>(text[i])));
        return false;
      }
      i += length;
    }
    return true;
  }

  /// Appends the token [begin of `begin`, at).
  void push(TokenKind kind, size_t begin) {
    result.tokens.push_back({kind, lineIsNew, static_cast<uint32_t>(begin), static_cast<uint32_t>(at)});
    lineIsNew = false;
  }

  void step() {
    char c = peek();
    if (isBlank(c) && !(c == '\r' && peek(1) != '\n')) {
      lineIsNew |= c == '\n';
      ++at;
    } else if (isControl(c)) {
      controlCharacters();
    } else if (c == '#') {
      comment();
    } else if (isLetter(c)) {
      word();
    } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
      number();
    } else if (c == '"') {
      string();
    } else if (!punctuation() && !lookalike()) {
      unknown();
    }
  }

  void controlCharacters() {
    size_t begin = at;
    while (at < text.size() && isControl(text[at]))
      ++at;
    error(ParseError::ControlCharacter, begin, at,
          fmt::format("expected text, found control character 0x{:02x}", static_cast<int>(text[begin])));
  }

  void comment() {
    size_t begin = at, end = at;
    for (; at < text.size() && text[at] != '\n'; ++at) {
      if (isControl(text[at]) && !(text[at] == '\r' && peek(1) == '\n')) {
        controlCharacters();
        --at;
      }
      if (!isBlank(text[at]))
        end = at + 1;
    }
    result.comments.push_back({std::string(text.substr(begin, end - begin)), range(begin, end)});
  }

  /// The kind of the word [begin, at): `kind`, or Invalid if it is too long.
  TokenKind checkLength(TokenKind kind, size_t begin, std::string_view what) {
    if (at - begin <= maxWordBytes)
      return kind;
    error(ParseError::WordTooLong, begin, at,
          fmt::format("expected at most {} bytes in a {}, found {}", maxWordBytes, what, at - begin));
    return TokenKind::Invalid;
  }

  void word() {
    size_t begin = at;
    while (isLetter(peek()) || isDigit(peek()))
      ++at;
    std::string_view word = text.substr(begin, at - begin);
    auto reserved = std::ranges::find(words, word, &Spelled::text);
    TokenKind kind = reserved == std::end(words) ? TokenKind::Name : reserved->kind;
    push(checkLength(kind, begin, "name"), begin);
  }

  bool digits() {
    size_t begin = at;
    while (isDigit(peek()))
      ++at;
    return at > begin;
  }

  void number() {
    size_t begin = at;
    bool good = digits();
    if (peek() == '.') {
      ++at;
      good &= digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at;
      if (peek() == '+' || peek() == '-')
        ++at;
      good &= digits();
    }
    while (isLetter(peek()) || isDigit(peek()) || (peek() == '.' && isDigit(peek(1)))) {
      ++at;
      good = false;
    }
    TokenKind kind = checkLength(TokenKind::Number, begin, "number");
    if (!good)
      error(ParseError::MalformedNumber, begin, at,
            fmt::format("expected a number such as 4096, 0.5 or 1e-5, found '{:.40}'",
                        text.substr(begin, at - begin)));
    push(good ? kind : TokenKind::Invalid, begin);
  }

  void string() {
    size_t begin = at++;
    while (at < text.size() && text[at] != '"' && text[at] != '\n' && !isControl(text[at]))
      ++at;
    if (peek() == '"') {
      ++at;
      push(checkLength(TokenKind::String, begin, "string"), begin);
      return;
    }
    bool isAtEnd = at == text.size() || text[at] == '\n' || text.substr(at, 2) == "\r\n";
    if (isAtEnd) // Else the control character is the error.
      error(ParseError::OpenString, begin, begin + 1, "expected '\"' before the end of the line, found none");
    push(TokenKind::Invalid, begin);
  }

  bool punctuation() {
    std::string_view rest = text.substr(at);
    for (const Spelled &each : all) {
      if (isLetter(each.text[0]) || !rest.starts_with(each.text))
        continue;
      if (rest.starts_with("||"))
        return false;
      size_t begin = at;
      at += each.text.size();
      push(each.kind, begin);
      return true;
    }
    return false;
  }

  bool lookalike() {
    std::string_view rest = text.substr(at);
    for (const Lookalike &each : lookalikes) {
      if (!rest.starts_with(each.text))
        continue;
      size_t begin = at;
      at += each.text.size();
      if (!each.accepted)
        error(ParseError::UnknownCharacter, begin, at,
              fmt::format("expected '{}', found '{}'", spelling(each.kind), each.text))
            .fixIt(range(begin, at), std::string(spelling(each.kind)));
      push(each.kind, begin);
      return true;
    }
    return false;
  }

  void unknown() {
    size_t begin = at;
    at += characterLength(text, at);
    std::string found(text.substr(begin, at - begin));
    // One error for a whole word of another script, or for 'quoted text'.
    while (at < text.size() && static_cast<unsigned char>(text[at]) >= 0x80)
      ++at;
    if (found == "'")
      at = std::min(text.find_first_of("'\n", at), text.size());
    if (found == "'" && peek() == '\'')
      ++at;
    error(ParseError::UnknownCharacter, begin, at,
          fmt::format("expected a character of the language, found '{}'{}", found, hint(found)));
    push(TokenKind::Invalid, begin);
  }

  static std::string_view hint(std::string_view found) {
    if (found == "'" || found == "“" || found == "”" || found == "‘" || found == "’")
      return ": strings stand in \"";
    return static_cast<unsigned char>(found[0]) >= 0x80 ? ": names are ASCII" : "";
  }

  FileId file;
  std::string_view text;
  Diagnostics &diagnostics;
  Tokens result;
  size_t at = 0;
  bool lineIsNew = true;
};

} // namespace

std::string describe(TokenKind kind) {
  switch (kind) {
  case TokenKind::End:
    return "the end of the file";
  case TokenKind::Invalid:
    return "an unknown character";
  case TokenKind::Name:
    return "a name";
  case TokenKind::Number:
    return "a number";
  case TokenKind::String:
    return "a string";
  default:
    return fmt::format("'{}'", spelling(kind));
  }
}

bool isReservedWord(TokenKind kind) {
  return std::ranges::find(words, kind, &Spelled::kind) != std::end(words);
}

Tokens lex(const SourceManager &sources, FileId file, Diagnostics &diagnostics) {
  return Lexer(sources, file, diagnostics).run();
}

} // namespace tenon::parsing
