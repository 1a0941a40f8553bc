// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/ast/AST.h"

#include <array>

namespace tenon::ast {

static constexpr std::array<std::string_view, 9> kindWords = {
    "norm", "activation", "placement", "attention", "ffn", "mask", "score", "rope", "frequency"};
static constexpr std::array<std::string_view, 13> binaryOps = {"or", "and", "==", "!=", "<", "<=", ">",
                                                               ">=", "+",   "-",  "*",  "/", "^"};

std::string_view spelling(BinaryOp op) { return binaryOps[static_cast<size_t>(op)]; }

std::string_view spelling(KindWord word) { return kindWords[static_cast<size_t>(word)]; }

std::optional<KindWord> parseKindWord(std::string_view text) {
  for (size_t i = 0; i < kindWords.size(); ++i)
    if (kindWords[i] == text)
      return static_cast<KindWord>(i);
  return std::nullopt;
}

std::string Path::str() const {
  std::string text;
  for (const Name &name : names) {
    if (!text.empty())
      text += '.';
    text += name.text;
  }
  return text;
}

} // namespace tenon::ast
