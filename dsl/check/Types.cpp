// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/check/Types.h"

namespace tenon::checker {

Type Type::of(const ast::Type &written) {
  Type type;
  type.tag = written.tag;
  type.kind = written.kind;
  for (const ast::Name &symbol : written.symbols)
    type.symbols.push_back(symbol.text);
  return type;
}

std::string withArticle(ast::KindWord word) {
  std::string text(spelling(word));
  bool vowel = text[0] == 'a';
  return (vowel ? "an " : word == ast::KindWord::Ffn ? "an " : "a ") + text;
}

std::string join(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string Type::str() const {
  switch (tag) {
  case Tag::Size:
    return "a size";
  case Tag::Number:
    return "a number";
  case Tag::Bool:
    return "true or false";
  case Tag::Kind:
    return withArticle(kind);
  case Tag::Symbols:
    return "one of " + join(symbols);
  }
  return "";
}

const std::vector<Key> &blockKeys() {
  static const std::vector<std::string> plain = {"f32", "bf16", "f16"};
  static const std::vector<std::string> all = {"f32", "bf16", "f16", "q8_0", "q4_0", "q4_1"};
  static const std::vector<Key> keys = {
      {"width", Type::size()},
      {"norm", Type::of(ast::KindWord::Norm)},
      {"placement", Type::of(ast::KindWord::Placement)},
      {"attention", Type::of(ast::KindWord::Attention)},
      {"ffn", Type::of(ast::KindWord::Ffn)},
      {"dtype", Type::oneOf(plain)},
      {"weights", Type::oneOf(all)},
      {"residual", Type::oneOf(plain)},
      {"cache", Type::oneOf(plain)},
  };
  return keys;
}

const Key *findBlockKey(std::string_view name) {
  for (const Key &key : blockKeys())
    if (key.name == name)
      return &key;
  return nullptr;
}

} // namespace tenon::checker
