// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/ast/PrinterImpl.h"

namespace tenon::ast {

bool Printer::hasBraces(const Item &item) {
  if (const auto *kind = std::get_if<Kind>(&item))
    return kind->hasBody;
  if (const auto *block = std::get_if<Block>(&item))
    return block->settings && !block->settings->items.empty();
  return std::holds_alternative<Stack>(item);
}

/// The width of an item that has no comments inside, on one line.
size_t Printer::flatWidth(const Item &item) {
  size_t saved = std::exchange(nextComment, file.comments.size());
  Docs docs = collect([&] { print(item, true); });
  nextComment = saved;
  return widthOf(docs);
}

void Printer::item(const Import &import, bool) {
  text("import ");
  comments(import.fileRange.begin);
  text('"' + import.file + '"');
}

void Printer::item(const Kind &kind, bool oneLine) {
  if (kind.hasBody) {
    group(continuation, [&] { kindHead(kind); });
    body(kind, oneLine);
    return;
  }
  group(continuation, [&] {
    group(0, [&] { kindHead(kind); });
    comments(kind.result->range.begin);
    lineBreak();
    text("= ");
    expr(*kind.result);
  });
}

void Printer::kindHead(const Kind &kind) {
  text(std::string(spelling(kind.word)) + " ");
  name(kind.name);
  text("(");
  commaList(kind.params, [&](const Name &param) { name(param); });
  if (!kind.options.empty()) {
    text(";");
    comments(kind.options.front().range.begin);
    lineBreak();
    options(kind.options);
  }
  text(")");
}

void Printer::options(const std::vector<Option> &options) {
  commaList(options, [&](const Option &option) {
    name(option.name);
    if (option.type) {
      text(" : ");
      type(*option.type);
    }
    if (option.value) {
      text(" = ");
      expr(*option.value);
    }
  });
}

void Printer::type(const Type &type) {
  comments(type.range.begin);
  switch (type.tag) {
  case Type::Tag::Size:
    return text("size");
  case Type::Tag::Number:
    return text("number");
  case Type::Tag::Bool:
    return text("bool");
  case Type::Tag::Kind:
    return text(std::string(spelling(type.kind)));
  case Type::Tag::Symbols:
    break;
  }
  for (size_t i = 0; i < type.symbols.size(); ++i) {
    if (i != 0)
      text(" | ");
    name(type.symbols[i]);
  }
}

void Printer::item(const Block &block, bool oneLine) {
  group(continuation, [&] {
    text("block ");
    name(block.name);
    if (block.base) {
      text(" = ");
      expr(*block.base);
    } else if (!block.options.empty()) {
      text("(");
      options(block.options);
      text(")");
    }
  });
  if (block.settings)
    settings(*block.settings, oneLine);
}

void Printer::item(const Stack &stack, bool oneLine) {
  group(continuation, [&] {
    text("stack ");
    name(stack.name);
    if (!stack.options.empty()) {
      text("(");
      options(stack.options);
      text(")");
    }
  });
  settings(stack.settings, oneLine);
}

} // namespace tenon::ast
