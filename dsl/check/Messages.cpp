// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What errors say, and where they point.
#include "dsl/check/Expander.h"

namespace tenon::checker {

std::string shapeText(const graph::Shape &shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

graph::Location Expander::locate(SourceRange range) const {
  if (!range.isValid())
    return {};
  LineColumn place = reporter.sources.lineColumn(range);
  return {range.file, place.line, place.column};
}

SourceRange Expander::userPlace(SourceRange range, const Scope &scope) const {
  if (range.isValid() && !module.isLibrary(range))
    return range;
  if (scope.form != Scope::Form::kind)
    return range;
  for (const Frame *frame = &static_cast<const Frame &>(scope); frame; frame = frame->caller)
    for (SourceRange site : {frame->bound ? frame->bound->site : SourceRange{}, frame->callSite})
      if (site.isValid() && !module.isLibrary(site))
        return site;
  return blockSite.isValid() ? blockSite : range;
}

Diagnostic &Expander::error(CheckError error, SourceRange range, const Scope &scope, std::string message) {
  SourceRange place = userPlace(range, scope);
  Diagnostic &diagnostic = reporter.error(error, place, std::move(message));
  if (!(place == range))
    diagnostic.note(range, "in the library, here");
  if (scope.form == Scope::Form::kind)
    diagnostic.slot(static_cast<const Frame &>(scope).path.str());
  return diagnostic;
}

std::string Expander::text(const ast::Expr &expr) const {
  std::string_view whole = reporter.sources.text(expr.range);
  std::string source(whole.substr(0, 80));
  for (char &character : source)
    if (character == '\n' || character == '\r' || character == '\t')
      character = ' ';
  return whole.size() > 80 ? source.substr(0, 77) + "..." : source;
}

std::string Expander::describe(const Value &value, Scope &scope) const {
  if (auto *number = asNumber(value))
    return "the number " + number->str();
  if (auto *known = std::get_if<bool>(&value))
    return *known ? "true" : "false";
  if (auto *symbol = std::get_if<Symbol>(&value))
    return "the symbol " + symbol->name;
  if (auto *row = asRow(value)) {
    const graph::Node &node = static_cast<Frame &>(scope).graph->node(row->id);
    return (node.isBool ? "truth values of shape " : "a row of shape ") + shapeText(node.shape);
  }
  if (auto *kind = std::get_if<KindRef>(&value))
    return (*kind)->kind ? "the " + std::string(spelling((*kind)->word)) + " " + (*kind)->kind->name()
                         : "none";
  if (auto *sublayer = std::get_if<Sublayer>(&value))
    return "the function " + sublayer->name;
  return "an error";
}

namespace {

/// Calls `visit` for every bare name in `expr`, in the order of the text.
template <typename Visit> void forEachName(const ast::Expr &expr, const Visit &visit) {
  if (expr.isBareName())
    visit(expr);
  for (const auto &operand : expr.operands)
    forEachName(*operand, visit);
  for (const auto *arguments : {&expr.data, &expr.options})
    for (const ast::Argument &argument : *arguments)
      forEachName(*argument.value, visit);
}

} // namespace

std::string Expander::substituted(const ast::Expr &expr, Scope &scope) {
  if (expr.range.end - expr.range.begin > 200)
    return text(expr);
  std::string source(reporter.sources.text(expr.range));
  std::vector<std::pair<SourceRange, std::string>> changes;
  forEachName(expr, [&](const ast::Expr &name) {
    if (auto value = known(name.path.names[0].text, scope))
      changes.push_back({name.range, *value});
  });
  for (size_t i = changes.size(); i-- > 0;) {
    size_t begin = changes[i].first.begin - expr.range.begin;
    if (begin <= source.size())
      source.replace(begin, changes[i].first.end - changes[i].first.begin, changes[i].second);
  }
  for (char &character : source)
    if (character == '\n' || character == '\r' || character == '\t')
      character = ' ';
  return source;
}

std::string Expander::knownValues(const ast::Expr &expr, Scope &scope) {
  if (expr.range.end - expr.range.begin > 1000)
    return "";
  std::string result;
  std::set<std::string> seen;
  forEachName(expr, [&](const ast::Expr &name) {
    const std::string &word = name.path.names[0].text;
    auto value = known(word, scope);
    if (value && seen.insert(word).second)
      result += (result.empty() ? "" : ", ") + word + " = " + *value;
  });
  return result;
}

} // namespace tenon::checker
