// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A syntax tree as text in its one canonical form.
#ifndef TENON_DSL_AST_PRINTER_H
#define TENON_DSL_AST_PRINTER_H

#include "dsl/ast/AST.h"

namespace tenon::ast {

inline constexpr size_t printedColumns = 100;

/// The file in canonical form: what `tenon fmt` and `--emit=ast` print.
///
/// `file` comes from `parse`, without errors, of a text that `sources` still
/// holds; comments, single empty lines and the choice between a body on one
/// line and on several are taken over from there. Parsing the result gives an
/// equal tree with the same comments, and printing that gives the same text.
std::string print(const SourceManager &sources, const File &file);

} // namespace tenon::ast

#endif
