// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_DSL_PARSE_ERRORS_H
#define TENON_DSL_PARSE_ERRORS_H

#include "dsl/ast/Diagnostics.h"

namespace tenon::parsing {

/// The numbered errors of Errors.def.
enum class ParseError : uint8_t {
#define TENON_PARSE_ERROR(NUMBER, NAME, DESCRIPTION) NAME = NUMBER,
#include "dsl/parse/Errors.def"
};

inline Diagnostic &report(Diagnostics &diagnostics, ParseError error, SourceRange range,
                          std::string message) {
  return diagnostics.error("P" + std::to_string(static_cast<int>(error)), range, std::move(message));
}

} // namespace tenon::parsing

#endif
