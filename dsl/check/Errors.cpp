// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/check/Errors.h"

namespace tenon::checker {

Diagnostic &Reporter::once(Severity severity, std::string rule, SourceRange range, std::string message) {
  if (!said.insert({rule, range.file, range.begin, range.end, message}).second)
    return repeated = Diagnostic();
  return diagnostics.report(severity, rule, range, std::move(message));
}

Diagnostic &Reporter::error(CheckError error, SourceRange range, std::string message) {
  return once(Severity::error, "C" + std::to_string(int(error)), range, std::move(message));
}

bool Reporter::wasSaid(CheckError error, SourceRange range) const {
  auto it = said.lower_bound({"C" + std::to_string(int(error)), range.file, range.begin, range.end, ""});
  return it != said.end() && std::get<0>(*it) == "C" + std::to_string(int(error)) &&
         std::get<1>(*it) == range.file && std::get<2>(*it) == range.begin && std::get<3>(*it) == range.end;
}

Diagnostic &Reporter::warning(CheckWarning warning, SourceRange range, std::string message) {
  return once(Severity::warning, "W" + std::to_string(int(warning)), range, std::move(message));
}

void suggest(Diagnostic &diagnostic, SourceRange range, std::string_view name,
             const std::vector<std::string> &candidates) {
  std::string near = nearest(name, candidates);
  if (near.empty())
    return;
  diagnostic.message += ": did you mean '" + near + "'?";
  diagnostic.fixIt(range, near);
}

} // namespace tenon::checker
