// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_DSL_CHECK_ERRORS_H
#define TENON_DSL_CHECK_ERRORS_H

#include "dsl/ast/Diagnostics.h"

#include <set>
#include <tuple>

namespace tenon::checker {

enum class CheckError : uint8_t {
#define TENON_CHECK_ERROR(NUMBER, NAME, DESCRIPTION) NAME = NUMBER,
#include "dsl/check/Errors.def"
};
enum class CheckWarning : uint8_t {
#define TENON_CHECK_WARNING(NUMBER, NAME, DESCRIPTION) NAME = NUMBER,
#include "dsl/check/Errors.def"
};

/// Reports numbered errors, each message only once at a place: a kind is
/// expanded many times, and what is wrong in its text would be said each time.
class Reporter {
public:
  Reporter(SourceManager &sources, Diagnostics &diagnostics) : sources(sources), diagnostics(diagnostics) {}

  /// The reference stays valid until the next report.
  Diagnostic &error(CheckError error, SourceRange range, std::string message);
  Diagnostic &warning(CheckWarning warning, SourceRange range, std::string message);
  /// Whether this error was reported at this very place.
  bool wasSaid(CheckError error, SourceRange range) const;
  /// Takes from what one run may cost in all; false once it is used up.
  bool spend(uint64_t steps) { return (spent += steps) <= maxSpent; }
  bool isFull() const { return diagnostics.isFull(); }
  size_t errorCount() const { return diagnostics.errorCount(); }

  SourceManager &sources;
  Diagnostics &diagnostics;

private:
  static constexpr uint64_t maxSpent = 10'000'000;
  uint64_t spent = 0;
  Diagnostic &once(Severity severity, std::string rule, SourceRange range, std::string message);
  std::set<std::tuple<std::string, FileId, uint32_t, uint32_t, std::string>> said;
  Diagnostic repeated; ///< what a caller may write to when it was said before
};

/// "did you mean X?" with a fix, if one of `candidates` is near.
void suggest(Diagnostic &diagnostic, SourceRange range, std::string_view name,
             const std::vector<std::string> &candidates);

} // namespace tenon::checker

#endif
