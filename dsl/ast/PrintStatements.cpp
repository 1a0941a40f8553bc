// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands between braces: the body of a kind, the settings of a block.
#include "dsl/ast/PrinterImpl.h"

namespace tenon::ast {

/// How far what stands between braces is indented.
static constexpr int inner = 2;
/// Longer paths do not move the '=' of their neighbours.
static constexpr size_t longestAlignedPath = 32;

void Printer::body(const Kind &kind, bool oneLine) {
  text(oneLine ? " { " : " {");
  group(inner, [&] {
    isFirst = true;
    for (const Statement &each : kind.statements) {
      if (!oneLine)
        separate(rangeOf(each).begin, false);
      group(continuation, [&] { std::visit([&](const auto &node) { statement(node); }, each); });
      if (oneLine)
        text("  ");
    }
    if (!oneLine)
      separate(kind.returnRange.begin, false);
    group(continuation, [&] {
      text("return ");
      expr(*kind.result);
    });
    comments(kind.range.end - 1);
    isFirst = false;
  });
  if (!oneLine)
    out.push_back(Doc::make(Doc::Kind::Line));
  text(oneLine ? " }" : "}");
}

void Printer::settings(const Settings &settings, bool oneLine) {
  comments(settings.range.begin);
  text(" {");
  if (settings.items.empty() && commentsBetween(settings.range.begin, settings.range.end).empty())
    return text("}");
  std::vector<size_t> widths = oneLine ? std::vector<size_t>(settings.items.size()) : alignedWidths(settings);
  group(inner, [&] {
    isFirst = true;
    for (size_t i = 0; i < settings.items.size(); ++i) {
      const SettingOrRequire &each = settings.items[i];
      if (oneLine)
        text(i == 0 ? " " : "  ");
      else
        separate(rangeOf(each).begin, false);
      group(continuation, [&] {
        const auto *setting = std::get_if<Setting>(&each);
        if (!setting)
          return statement(std::get<Require>(each));
        path(setting->path);
        size_t width = setting->path.str().size();
        text(std::string(std::max(widths[i], width) - width, ' ') + " = ");
        expr(*setting->value);
      });
    }
    comments(settings.range.end - 1);
    isFirst = false;
  });
  if (!oneLine)
    out.push_back(Doc::make(Doc::Kind::Line));
  text(oneLine ? " }" : "}");
}

/// The width that each setting's path is padded to: that of the longest in its
/// run of neighbouring lines.
std::vector<size_t> Printer::alignedWidths(const Settings &settings) const {
  std::vector<size_t> widths(settings.items.size());
  size_t longest = 0, first = 0;
  uint32_t previousEnd = settings.range.begin;
  auto endRun = [&](size_t end) {
    std::fill(widths.begin() + first, widths.begin() + end, longest);
    longest = 0;
    first = end;
  };
  for (size_t i = 0; i < settings.items.size(); ++i) {
    SourceRange range = rangeOf(settings.items[i]);
    bool hasComment = hasOwnComment(previousEnd, range.begin);
    previousEnd = range.end;
    const auto *setting = std::get_if<Setting>(&settings.items[i]);
    if (!setting || hasComment || blankBefore(range.begin))
      endRun(i);
    if (setting && setting->path.str().size() <= longestAlignedPath)
      longest = std::max(longest, setting->path.str().size());
  }
  endRun(settings.items.size());
  return widths;
}

void Printer::statement(const Param &param) {
  text(param.shared ? "shared param " : "param ");
  name(param.name);
  text("[");
  commaList(param.shape, [&](const ExprPtr &axis) { expr(*axis); });
  text("] = ");
  expr(*param.identity);
}

void Printer::statement(const Linear &linear) {
  text("linear ");
  name(linear.name);
  text("[");
  expr(*linear.in);
  text(" -> ");
  expr(*linear.out);
  text("]");
  if (!linear.bias)
    return;
  text("(");
  expr(*linear.bias);
  text(")");
}

void Printer::statement(const Let &let) {
  text("let ");
  name(let.name);
  text(" = ");
  expr(*let.value);
}

void Printer::statement(const Require &require) {
  text("require ");
  expr(*require.condition);
  comments(require.reasonRange.begin);
  lineBreak();
  text('"' + require.reason + '"');
}

} // namespace tenon::ast
