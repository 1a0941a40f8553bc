// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Diagnostics as text for people: one header line, the source line, a caret.
#include "dsl/ast/Diagnostics.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon {

namespace {

/// Colours of the header line, or empty strings.
struct Palette {
  std::string_view bold, reset, error, warning, note, caret;

  static Palette make(bool colour) {
    if (!colour)
      return {};
    return {"\033[1m", "\033[0m", "\033[1;31m", "\033[1;35m", "\033[1;36m", "\033[1;32m"};
  }
  std::string_view of(Severity severity) const {
    return severity == Severity::error ? error : severity == Severity::warning ? warning : note;
  }
};

/// Bytes of a long line that are shown before and behind the place.
constexpr uint32_t bytesBefore = 60, bytesBehind = 80;

bool continuesCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

/// The bytes of a well-formed UTF-8 character at the start of `text`, or 0.
size_t characterLength(std::string_view text) {
  auto first = static_cast<unsigned char>(text[0]);
  size_t length = first < 0x80   ? 1
                  : first < 0xC2 ? 0
                  : first < 0xE0 ? 2
                  : first < 0xF0 ? 3
                  : first < 0xF5 ? 4
                                 : 0;
  if (length == 0 || length > text.size())
    return 0;
  for (size_t i = 1; i < length; ++i)
    if (!continuesCharacter(text[i]))
      return 0;
  return length;
}

/// One column per character; what a terminal could stumble over becomes '?'.
std::string printable(std::string_view text, size_t *columns = nullptr) {
  std::string result;
  size_t count = 0;
  for (size_t i = 0; i < text.size(); ++count) {
    size_t length = characterLength(text.substr(i));
    auto byte = static_cast<unsigned char>(text[i]);
    if (length == 0 || (length == 1 && (byte < 0x20 || byte == 0x7F)))
      result += byte == '\t' ? ' ' : '?';
    else
      result += text.substr(i, length);
    i += std::max<size_t>(length, 1);
  }
  if (columns)
    *columns = count;
  return result;
}

class Renderer {
public:
  Renderer(const SourceManager &sources, bool colour) : sources(sources), palette(Palette::make(colour)) {}

  void add(const Diagnostic &diagnostic) {
    std::string message = diagnostic.path.empty() ? "" : diagnostic.path + ": ";
    message += diagnostic.message;
    if (!diagnostic.rule.empty())
      message += " [" + diagnostic.rule + "]";
    header(diagnostic.severity, diagnostic.range, message);
    if (diagnostic.range.isValid())
      snippet(diagnostic.range, diagnostic.fix);
    for (const Note &note : diagnostic.notes) {
      header(Severity::note, note.range, note.message);
      if (note.range.isValid())
        snippet(note.range, std::nullopt);
    }
  }

  void header(Severity severity, const SourceRange &range, std::string_view message) {
    text += palette.bold;
    if (range.isValid()) {
      LineColumn place = sources.lineColumn(range);
      text += fmt::format("{}:{}:{}: ", printable(sources.file(range.file).path), place.line, place.column);
    }
    text += fmt::format("{}{}:{} {}{}{}\n", palette.of(severity), spelling(severity), palette.reset,
                        palette.bold, printable(message), palette.reset);
  }

  std::string take() { return std::move(text); }

private:
  void snippet(const SourceRange &range, const std::optional<FixIt> &fix) {
    SourceRange line = sources.line(range.file, range.begin);
    SourceRange window = around(line, std::min(range.begin, line.end));
    std::string_view prefix = window.begin > line.begin ? "..." : "";
    std::string_view suffix = window.end < line.end ? "..." : "";
    text += fmt::format("  {}{}{}\n", prefix, printable(sources.text(window)), suffix);

    size_t indent = 2 + prefix.size() + columnsBetween(window, window.begin, range.begin);
    size_t width = columnsBetween(window, range.begin, range.end);
    text += fmt::format("{:{}}{}^{:~<{}}{}\n", "", indent, palette.caret, "", std::max<size_t>(width, 1) - 1,
                        palette.reset);
    if (fix && fix->range.file == range.file && !fix->text.empty())
      text +=
          fmt::format("{:{}}{}fix: {}{}\n", "", indent, palette.caret, printable(fix->text), palette.reset);
  }

  /// The part of `line` that is shown around byte `offset`, cut at characters.
  SourceRange around(SourceRange line, uint32_t offset) const {
    const std::string &bytes = sources.file(line.file).text;
    SourceRange window = line;
    if (offset - line.begin > bytesBefore)
      window.begin = offset - bytesBefore;
    if (line.end - offset > bytesBehind)
      window.end = offset + bytesBehind;
    while (window.begin < offset && continuesCharacter(bytes[window.begin]))
      ++window.begin;
    while (window.end > offset && window.end < line.end && continuesCharacter(bytes[window.end]))
      --window.end;
    return window;
  }

  size_t columnsBetween(const SourceRange &window, uint32_t begin, uint32_t end) const {
    begin = std::clamp(begin, window.begin, window.end);
    end = std::clamp(end, begin, window.end);
    size_t columns = 0;
    printable(sources.text({window.file, begin, end}), &columns);
    return columns;
  }

  const SourceManager &sources;
  Palette palette;
  std::string text;
};

} // namespace

std::string Diagnostics::render(bool colour) const {
  Renderer renderer(sources, colour);
  for (const Diagnostic &diagnostic : list)
    renderer.add(diagnostic);
  if (isFull())
    renderer.header(Severity::note, {}, fmt::format("stopped after {} errors", limit));
  return renderer.take();
}

} // namespace tenon
