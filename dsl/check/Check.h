// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From text to block graphs: the entry to names, types, sizes and expansion.
#ifndef TENON_DSL_CHECK_CHECK_H
#define TENON_DSL_CHECK_CHECK_H

#include "dsl/ast/Diagnostics.h"
#include "dsl/ast/Source.h"
#include "dsl/graph/Graph.h"

#include <optional>
#include <span>
#include <string_view>

namespace tenon {

/// Checks the spec in `file` with everything it imports (relative to the
/// importing file; `sources` takes them over, and the library's files under
/// the names "<std>/norm.tenon", ...) and expands all blocks and stacks that
/// have no open parameters.
///
/// Reports every error it finds to `diagnostics` and returns nothing if there
/// is one (syntax errors included). Never throws, never recurses without
/// bound; time and memory are limited by numbered errors.
std::optional<graph::Program> check(SourceManager &sources, FileId file, Diagnostics &diagnostics);

/// One file of the standard library, which is part of the binary.
struct LibraryFile {
  std::string_view name; ///< "norm.tenon"
  std::string_view text;
};
std::span<const LibraryFile> library();

} // namespace tenon

#endif
