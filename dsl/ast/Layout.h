// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Line breaking for the printer: text with places where a line may end.
#ifndef TENON_DSL_AST_LAYOUT_H
#define TENON_DSL_AST_LAYOUT_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tenon::ast {

/// A piece of a document. A group that fits stays on its line; in one that
/// does not, each break ends the line if what follows it, up to the group's
/// next break, would not fit. A comment ends its line always.
struct Doc {
  enum class Kind : uint8_t {
    Text,
    Break,        ///< a blank, or the end of a line
    Line,         ///< the end of a line
    BlankLine,    ///< the end of a line, and an empty one
    OwnComment,   ///< a comment on a line of its own
    TrailComment, ///< a comment behind what stands on the line
    Group,
  };
  Kind kind = Kind::Text;
  std::string text;          ///< Text and comments
  int indent = 0;            ///< Group: columns its lines are further in than those around it
  std::vector<Doc> children; ///< Group
  size_t width = 0;          ///< columns if laid out on one line, or `unbounded`

  static constexpr size_t unbounded = size_t(1) << 40;

  static Doc make(Kind kind, std::string text = "");
  static Doc group(int indent, std::vector<Doc> children);
};

/// The sum of the widths of `docs`, at most `unbounded`.
size_t widthOf(const std::vector<Doc> &docs);

/// Characters, not bytes.
size_t columnsOf(const std::string &text);

/// Lays out `root` (a Group) in lines of at most `columns` columns where it
/// can, each ended by a newline; trailing comments of neighbouring lines are
/// aligned and do not count.
std::string layOut(const Doc &root, size_t columns);

} // namespace tenon::ast

#endif
