// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/parse/Format.h"

#include "dsl/ast/Printer.h"
#include "dsl/parse/Parse.h"

#include <algorithm>

namespace tenon {

static bool means(const std::string &text, const ast::File &expected) {
  SourceManager sources;
  Diagnostics diagnostics(sources);
  ast::File file = parse(sources, sources.add("", text), diagnostics);
  return !diagnostics.hasErrors() && ast::equal(file, expected) &&
         std::ranges::equal(file.comments, expected.comments, {}, &ast::Comment::text, &ast::Comment::text);
}

std::optional<std::string> format(const SourceManager &sources, FileId file, Diagnostics &diagnostics) {
  size_t before = diagnostics.errorCount();
  ast::File tree = parse(sources, file, diagnostics);
  if (diagnostics.errorCount() != before)
    return std::nullopt;
  std::string text = ast::print(sources, tree);
  if (!means(text, tree)) {
    diagnostics.error("", {file, 0, 0},
                      "internal error: the formatted text differs in meaning; nothing is changed");
    return std::nullopt;
  }
  return text;
}

} // namespace tenon
