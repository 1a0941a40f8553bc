// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/ast/Layout.h"

#include <algorithm>

namespace tenon::ast {

size_t columnsOf(const std::string &text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

size_t widthOf(const std::vector<Doc> &docs) {
  size_t width = 0;
  for (const Doc &doc : docs)
    width = std::min(Doc::unbounded, width + doc.width);
  return width;
}

Doc Doc::make(Kind kind, std::string text) {
  Doc doc;
  doc.kind = kind;
  doc.width = kind == Kind::Text ? columnsOf(text) : kind == Kind::Break ? 1 : unbounded;
  doc.text = std::move(text);
  return doc;
}

Doc Doc::group(int indent, std::vector<Doc> children) {
  Doc doc;
  doc.kind = Kind::Group;
  doc.indent = indent;
  doc.width = widthOf(children);
  doc.children = std::move(children);
  return doc;
}

namespace {

struct Line {
  std::string code, comment;
  int indent = 0;
  bool isEmpty() const { return code.empty() && comment.empty(); }
};

class Writer {
public:
  explicit Writer(size_t columns) : columns(columns) {}

  /// `behind`: the width of what must follow the group on its last line.
  void write(const Doc &group, int indent, size_t behind, bool flat) {
    const std::vector<Doc> &docs = group.children;
    for (size_t i = 0; i < docs.size(); ++i) {
      const Doc &doc = docs[i];
      switch (doc.kind) {
      case Doc::Kind::Text:
        put(doc.text, indent);
        break;
      case Doc::Kind::Break:
        if (flat || fits(1 + chunk(docs, i + 1, behind)))
          put(" ", indent);
        else
          endLine(indent);
        break;
      case Doc::Kind::Line:
        endLine(indent);
        break;
      case Doc::Kind::BlankLine:
        endLine(indent);
        if (!lines.empty() && !lines.back().isEmpty())
          lines.emplace_back();
        break;
      case Doc::Kind::OwnComment:
        endLine(indent);
        comment(doc.text, indent);
        break;
      case Doc::Kind::TrailComment:
        comment(doc.text, indent);
        break;
      case Doc::Kind::Group: {
        size_t rest = chunk(docs, i + 1, behind);
        write(doc, indent + doc.indent, rest, flat || fits(doc.width + rest));
        break;
      }
      }
    }
  }

  std::string take() {
    endLine(0);
    alignComments();
    std::string text;
    for (const Line &line : lines) {
      if (!line.isEmpty())
        text.append(static_cast<size_t>(line.indent), ' ').append(line.code).append(line.comment);
      text += '\n';
    }
    return text;
  }

private:
  /// Adds the width of `docs` from `first` up to the first place where the
  /// line may end, and says whether there is one.
  static bool addChunk(const std::vector<Doc> &docs, size_t first, size_t &width) {
    for (size_t i = first; i < docs.size(); ++i) {
      if (docs[i].width < Doc::unbounded && docs[i].kind != Doc::Kind::Break)
        width += docs[i].width;
      else if (docs[i].kind != Doc::Kind::Group || addChunk(docs[i].children, 0, width))
        return true;
    }
    return false;
  }

  static size_t chunk(const std::vector<Doc> &docs, size_t first, size_t behind) {
    size_t width = 0;
    return addChunk(docs, first, width) ? width : width + behind;
  }

  bool fits(size_t width) const {
    return current.comment.empty() && static_cast<size_t>(current.indent) + used + width <= columns;
  }

  void put(const std::string &text, int indent) {
    if (!current.comment.empty())
      endLine(indent);
    size_t blanks = current.code.empty() ? std::min(text.find_first_not_of(' '), text.size()) : 0;
    current.code.append(text, blanks);
    used += columnsOf(text) - blanks;
  }

  void comment(const std::string &text, int indent) {
    if (!current.comment.empty())
      endLine(indent);
    current.comment = text;
  }

  /// The next line is indented by `indent`.
  void endLine(int indent) {
    current.code.erase(current.code.find_last_not_of(' ') + 1);
    if (!current.isEmpty())
      lines.push_back(std::move(current));
    current = Line();
    current.indent = indent;
    used = 0;
  }

  /// Lines longer than this neither move others' comments nor have theirs moved.
  static constexpr size_t longestAligned = 72;

  void alignComments() {
    auto isTrailing = [](const Line &line) { return !line.code.empty() && !line.comment.empty(); };
    auto width = [](const Line &line) { return static_cast<size_t>(line.indent) + columnsOf(line.code); };
    for (size_t i = 0; i < lines.size();) {
      size_t end = i, column = 0;
      for (; end < lines.size() && isTrailing(lines[end]) && lines[end].indent == lines[i].indent; ++end)
        if (width(lines[end]) <= longestAligned)
          column = std::max(column, width(lines[end]));
      for (size_t k = i; k < end; ++k)
        lines[k].comment.insert(0, std::max(column, width(lines[k])) - width(lines[k]) + 2, ' ');
      i = std::max(end, i + 1);
    }
  }

  size_t columns;
  std::vector<Line> lines;
  Line current;
  size_t used = 0; ///< columns of `current.code`
};

} // namespace

std::string layOut(const Doc &root, size_t columns) {
  Writer writer(columns);
  writer.write(root, 0, 0, false);
  return writer.take();
}

} // namespace tenon::ast
