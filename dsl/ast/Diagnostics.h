// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors, warnings and notes: collected, sorted, and shown as text or JSON.
#ifndef TENON_DSL_AST_DIAGNOSTICS_H
#define TENON_DSL_AST_DIAGNOSTICS_H

#include "dsl/ast/Source.h"

#include <list>
#include <nlohmann/json_fwd.hpp>

namespace tenon {

enum class Severity : uint8_t { error, warning, note };
std::string_view spelling(Severity severity);

/// A second place that matters to a diagnostic.
struct Note {
  std::string message;
  SourceRange range; ///< may be invalid: a note without a place
};

/// Replace the text of `range` (which may be empty: an insertion) by `text`.
struct FixIt {
  SourceRange range;
  std::string text;
};

struct Diagnostic {
  Severity severity = Severity::error;
  std::string rule; ///< "C12", "P3": the number in docs/language.md; empty for none
  std::string message;
  SourceRange range; ///< may be invalid, e.g. for a file that cannot be read
  std::string path;  ///< the slot path it is about ("ffn.norm"), or empty
  std::vector<Note> notes;
  std::optional<FixIt> fix;

  Diagnostic &note(SourceRange place, std::string text);
  Diagnostic &fixIt(SourceRange place, std::string text);
  Diagnostic &slot(std::string slotPath);
};

/// Collects diagnostics. Nothing is written to any stream.
///
///   diagnostics.error("C12", range, "width must be positive, found 0")
///       .note(other, "set here")
///       .fixIt(range, "1");
class Diagnostics {
public:
  /// Beyond this many errors further diagnostics are counted but not kept.
  explicit Diagnostics(const SourceManager &sources, size_t errorLimit = 50)
      : sources(sources), limit(errorLimit) {}

  /// The reference stays valid as long as the sink does, or until the next one beyond the limit.
  Diagnostic &report(Severity severity, std::string_view rule, SourceRange range, std::string message);
  Diagnostic &error(std::string_view rule, SourceRange range, std::string message) {
    return report(Severity::error, rule, range, std::move(message));
  }
  /// Errors without a place, of a file or an option: each line of `message` is one of its own.
  void error(const std::string &message);
  Diagnostic &warning(std::string_view rule, SourceRange range, std::string message) {
    return report(Severity::warning, rule, range, std::move(message));
  }

  size_t errorCount() const { return errors; }
  bool hasErrors() const { return errors != 0; }
  /// True once `errorLimit` errors were reported: stop looking for more.
  bool isFull() const { return errors >= limit; }
  bool empty() const { return list.empty(); }
  const std::list<Diagnostic> &all() const { return list; }
  const SourceManager &sourceManager() const { return sources; }

  /// Orders by file, then place; diagnostics at one place keep their order.
  void sort();

  /// All diagnostics in the familiar form, each ended by a newline:
  ///
  ///   a.tenon:3:11: error: width must be positive, found 0 [C12]
  ///     width = 0
  ///             ^
  ///             fix: 1
  ///   a.tenon:1:7: note: in this block
  ///
  /// with ANSI colours if `colour`. Call `sort` first.
  std::string render(bool colour = false) const;

  /// `[{severity, rule, path, message, file, line, column, notes, fix}]`: the
  /// value of "diagnostics" in the CLI's JSON. `line` and `column` are 0 and
  /// `file` empty without a place. A note is `{message, file, line, column}`;
  /// `fix` is null or `{range: {begin, end}, text}`, where begin and end are
  /// `{line, column, offset}` (offset in bytes). Call `sort` first.
  nlohmann::json toJson() const;

private:
  const SourceManager &sources;
  size_t limit;
  size_t errors = 0;
  std::list<Diagnostic> list;
  Diagnostic dropped; ///< what a caller may write to after the limit
};

/// The name in `candidates` nearest to `name` (edit distance at most a third
/// of its length, at least 1), or empty: for "did you mean".
std::string nearest(std::string_view name, const std::vector<std::string> &candidates);

} // namespace tenon

#endif
