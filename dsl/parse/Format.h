// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `tenon fmt` does to one file.
#ifndef TENON_DSL_PARSE_FORMAT_H
#define TENON_DSL_PARSE_FORMAT_H

#include "dsl/ast/Diagnostics.h"

namespace tenon {

/// The canonical text of a file (ast/Printer.h), or nothing where it does not
/// parse: the reasons are then in `diagnostics`. The text is parsed again
/// before it is handed out, so that formatting can never change a meaning or
/// lose a comment; should that check fail, `diagnostics` has an error too.
std::optional<std::string> format(const SourceManager &sources, FileId file, Diagnostics &diagnostics);

} // namespace tenon

#endif
