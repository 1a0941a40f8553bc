// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text to syntax tree.
#ifndef TENON_DSL_PARSE_PARSE_H
#define TENON_DSL_PARSE_PARSE_H

#include "dsl/ast/AST.h"
#include "dsl/ast/Diagnostics.h"

namespace tenon {

/// Parses one file. Never fails: what cannot be read is reported (P1, P2, ...)
/// and left out of the tree, so after an error the tree is incomplete and
/// should not be checked. Reports several errors, up to the sink's limit.
/// Safe and fast for any bytes.
ast::File parse(const SourceManager &sources, FileId file, Diagnostics &diagnostics);

} // namespace tenon

#endif
