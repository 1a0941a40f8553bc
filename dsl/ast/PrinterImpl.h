// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns a tree into a Doc (Layout.h), for Printer.h. Comments are not in the
// tree: each is written before the first node that begins behind it, so none
// is lost.
#ifndef TENON_DSL_AST_PRINTERIMPL_H
#define TENON_DSL_AST_PRINTERIMPL_H

#include "dsl/ast/AST.h"
#include "dsl/ast/Layout.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace tenon::ast {

using Docs = std::vector<Doc>;

/// How far a statement's further lines are indented.
inline constexpr int continuation = 4;

class Printer {
public:
  Printer(const SourceManager &sources, const File &file) : source(sources.file(file.id).text), file(file) {}

  std::string run();

private:
  // Output.
  void text(std::string value) { out.push_back(Doc::make(Doc::Kind::Text, std::move(value))); }
  void lineBreak() { out.push_back(Doc::make(Doc::Kind::Break)); }

  /// What `body` writes, apart.
  template <typename Body> Docs collect(Body body) {
    Docs outer = std::move(out);
    out.clear();
    body();
    std::swap(outer, out);
    return outer;
  }
  template <typename Body> void group(int indent, Body body) {
    Docs docs = collect(body);
    out.push_back(Doc::group(indent, std::move(docs)));
  }

  // Comments and empty lines.
  std::span<const Comment> commentsBetween(uint32_t begin, uint32_t end) const;
  bool hasOwnComment(uint32_t begin, uint32_t end) const;
  bool isOnOneLine(const SourceRange &range) const;
  bool blankBefore(uint32_t offset) const;
  bool isTrailing(const Comment &comment) const;
  void comments(uint32_t before, bool forceBlank = false);
  void separate(uint32_t before, bool forceBlank);

  // Nodes.
  static bool hasBraces(const Item &item);
  size_t flatWidth(const Item &item);
  void print(const Item &item, bool oneLine) {
    std::visit([&](const auto &each) { this->item(each, oneLine); }, item);
  }
  void item(const Import &import, bool oneLine);
  void item(const Kind &kind, bool oneLine);
  void item(const Block &block, bool oneLine);
  void item(const Stack &stack, bool oneLine);
  void kindHead(const Kind &kind);
  void options(const std::vector<Option> &options);
  void type(const Type &type);
  void body(const Kind &kind, bool oneLine);
  void settings(const Settings &settings, bool oneLine);
  std::vector<size_t> alignedWidths(const Settings &settings) const;
  void statement(const Param &param);
  void statement(const Linear &linear);
  void statement(const Let &let);
  void statement(const Require &require);
  void name(const Name &name);
  void path(const Path &path);
  template <typename Nodes, typename Each> void commaList(const Nodes &nodes, Each each);
  void value(const ExprPtr &value) { expr(*value); }
  void expr(const Expr &expr);
  void bare(const Expr &expr);
  void call(const Expr &call);
  void arguments(const std::vector<Argument> &arguments);
  void bracketed(const Expr &expr);
  void conditional(const Expr &expr);
  void binary(const Expr &expr);
  void operands(const Expr &expr, BinaryOp like);

  const std::string &source;
  const File &file;
  Docs out;
  size_t nextComment = 0;
  bool isFirst = true; ///< nothing yet behind the brace or the file's start
};

template <typename Nodes, typename Each> void Printer::commaList(const Nodes &nodes, Each each) {
  auto beginOf = [](const auto &node) {
    if constexpr (std::is_same_v<std::decay_t<decltype(node)>, ExprPtr>)
      return node->range.begin;
    else
      return node.range.begin;
  };
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (i != 0) {
      text(",");
      comments(beginOf(nodes[i]));
      lineBreak();
    }
    each(nodes[i]);
  }
}

} // namespace tenon::ast

#endif
