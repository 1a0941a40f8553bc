// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types of options and parameters (rule 4).
#ifndef TENON_DSL_CHECK_TYPES_H
#define TENON_DSL_CHECK_TYPES_H

#include "dsl/ast/AST.h"

#include <string>
#include <vector>

namespace tenon::checker {

struct Type {
  using Tag = ast::Type::Tag;
  Tag tag = Tag::Number;
  ast::KindWord kind = ast::KindWord::Norm; ///< Kind
  std::vector<std::string> symbols;         ///< Symbols

  static Type size() { return {Tag::Size, {}, {}}; }
  static Type number() { return {Tag::Number, {}, {}}; }
  static Type boolean() { return {Tag::Bool, {}, {}}; }
  static Type of(ast::KindWord word) { return {Tag::Kind, word, {}}; }
  static Type oneOf(std::vector<std::string> names) { return {Tag::Symbols, {}, std::move(names)}; }
  static Type of(const ast::Type &written);

  bool isKind() const { return tag == Tag::Kind; }
  bool isNumber() const { return tag == Tag::Number || tag == Tag::Size; }
  /// As in messages: "a size", "one of half, interleaved", "a norm".
  std::string str() const;
};

/// "a norm", "an activation".
std::string withArticle(ast::KindWord word);
/// "half, interleaved"
std::string join(const std::vector<std::string> &names);

/// A key of blocks or stacks, with the type of its value.
struct Key {
  std::string_view name;
  Type type;
};
/// width, norm, placement, attention, ffn, dtype, weights, residual, cache; `sublayers` is a list.
const std::vector<Key> &blockKeys();
const Key *findBlockKey(std::string_view name);

} // namespace tenon::checker

#endif
