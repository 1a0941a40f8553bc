// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/ast/Printer.h"

#include "dsl/ast/PrinterImpl.h"

namespace tenon::ast {

std::string print(const SourceManager &sources, const File &file) { return Printer(sources, file).run(); }

std::string Printer::run() {
  bool afterBraces = false;
  for (const Item &item : file.items) {
    SourceRange range = rangeOf(item);
    bool oneLine = isOnOneLine(range) && flatWidth(item) <= printedColumns;
    bool braces = hasBraces(item) && !oneLine;
    separate(range.begin, !isFirst && (afterBraces || braces));
    print(item, oneLine);
    afterBraces = braces;
  }
  separate(static_cast<uint32_t>(source.size()) + 1, false);
  return layOut(Doc::group(0, std::move(out)), printedColumns);
}

std::span<const Comment> Printer::commentsBetween(uint32_t begin, uint32_t end) const {
  auto beginOf = [](const Comment &comment) { return comment.range.begin; };
  auto first = std::ranges::lower_bound(file.comments, begin, {}, beginOf);
  auto last = std::ranges::lower_bound(first, file.comments.end(), end, {}, beginOf);
  return {first, last};
}

bool Printer::hasOwnComment(uint32_t begin, uint32_t end) const {
  return std::ranges::any_of(commentsBetween(begin, end),
                             [&](const Comment &each) { return !isTrailing(each); });
}

bool Printer::isOnOneLine(const SourceRange &range) const {
  std::string_view words = std::string_view(source).substr(range.begin, range.end - range.begin);
  return words.find('\n') == std::string_view::npos && commentsBetween(range.begin, range.end).empty();
}

bool Printer::blankBefore(uint32_t offset) const {
  int lineEnds = 0;
  while (offset > 0 && std::string_view(" \t\r\n").find(source[offset - 1]) != std::string_view::npos)
    lineEnds += source[--offset] == '\n';
  return lineEnds > 1;
}

bool Printer::isTrailing(const Comment &comment) const {
  uint32_t offset = comment.range.begin;
  while (offset > 0 && (source[offset - 1] == ' ' || source[offset - 1] == '\t'))
    --offset;
  return offset > 0 && source[offset - 1] != '\n';
}

/// Writes the comments that begin before offset `before`; the first on its own
/// line gets an empty line before it if `forceBlank`.
void Printer::comments(uint32_t before, bool forceBlank) {
  for (; nextComment < file.comments.size(); ++nextComment) {
    const Comment &comment = file.comments[nextComment];
    if (comment.range.begin >= before)
      return;
    if (isTrailing(comment)) {
      out.push_back(Doc::make(Doc::Kind::TrailComment, comment.text));
      continue;
    }
    if (!isFirst && (forceBlank || blankBefore(comment.range.begin)))
      out.push_back(Doc::make(Doc::Kind::BlankLine));
    out.push_back(Doc::make(Doc::Kind::OwnComment, comment.text));
    isFirst = forceBlank = false;
  }
}

/// Ends the line before the node at `before`, with the comments and the empty
/// line that stand there.
void Printer::separate(uint32_t before, bool forceBlank) {
  size_t first = nextComment;
  comments(before, forceBlank);
  bool hadOwn = nextComment > first && hasOwnComment(file.comments[first].range.begin, before);
  bool blank = !isFirst && before <= source.size() && ((forceBlank && !hadOwn) || blankBefore(before));
  out.push_back(Doc::make(blank ? Doc::Kind::BlankLine : Doc::Kind::Line));
  isFirst = false;
}

} // namespace tenon::ast
