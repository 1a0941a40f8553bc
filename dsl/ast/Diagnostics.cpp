// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/ast/Diagnostics.h"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <tuple>

namespace tenon {

std::string_view spelling(Severity severity) {
  switch (severity) {
  case Severity::error:
    return "error";
  case Severity::warning:
    return "warning";
  case Severity::note:
    return "note";
  }
  return {};
}

Diagnostic &Diagnostic::note(SourceRange place, std::string text) {
  notes.push_back({std::move(text), place});
  return *this;
}

Diagnostic &Diagnostic::fixIt(SourceRange place, std::string text) {
  fix = FixIt{place, std::move(text)};
  return *this;
}

Diagnostic &Diagnostic::slot(std::string slotPath) {
  path = std::move(slotPath);
  return *this;
}

Diagnostic &Diagnostics::report(Severity severity, std::string_view rule, SourceRange range,
                                std::string message) {
  bool keep = !isFull();
  errors += severity == Severity::error;
  Diagnostic &diagnostic = keep ? list.emplace_back() : dropped = Diagnostic();
  diagnostic.severity = severity;
  diagnostic.rule = rule;
  diagnostic.range = range;
  diagnostic.message = std::move(message);
  return diagnostic;
}

void Diagnostics::error(const std::string &message) {
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);)
    error("", {}, line);
}

void Diagnostics::sort() {
  // A diagnostic without a place comes first: it is about the run as a whole.
  auto place = [](const Diagnostic &diagnostic) {
    return std::tuple(diagnostic.range.file + 1, diagnostic.range.begin);
  };
  list.sort([&](const Diagnostic &a, const Diagnostic &b) { return place(a) < place(b); });
}

/// Letters put in, left out, replaced or swapped with their neighbour.
static size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1), above(b.size() + 1), twoAbove(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t(0));
  for (size_t i = 0; i < a.size(); ++i) {
    twoAbove.swap(above);
    above.swap(row);
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({above[j] + (a[i] != b[j]), row[j] + 1, above[j + 1] + 1});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
        row[j + 1] = std::min(row[j + 1], twoAbove[j - 1] + 1);
    }
  }
  return row.back();
}

std::string nearest(std::string_view name, const std::vector<std::string> &candidates) {
  size_t best = std::max<size_t>(1, name.size() / 3) + 1;
  const std::string *found = nullptr;
  for (const std::string &candidate : candidates) {
    size_t difference =
        candidate.size() > name.size() ? candidate.size() - name.size() : name.size() - candidate.size();
    if (difference >= best || candidate == name)
      continue;
    size_t distance = editDistance(name, candidate);
    if (distance < best) {
      best = distance;
      found = &candidate;
    }
  }
  return found ? *found : std::string();
}

} // namespace tenon
