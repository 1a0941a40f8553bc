// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structural comparison of trees: same nodes and words, wherever they stand.
#include "dsl/ast/AST.h"

#include <algorithm>

namespace tenon::ast {

namespace {

bool same(const Name &a, const Name &b) { return a.text == b.text; }
bool same(const Path &a, const Path &b) {
  return std::ranges::equal(a.names, b.names, {}, &Name::text, &Name::text);
}

// Declared before the templates, which find only what stands above them.
bool same(const ExprPtr &a, const ExprPtr &b);
bool same(const Argument &a, const Argument &b);
bool same(const Type &a, const Type &b);
bool same(const Option &a, const Option &b);
bool same(const Setting &a, const Setting &b);
bool same(const Settings &a, const Settings &b);
bool same(const Param &a, const Param &b);
bool same(const Linear &a, const Linear &b);
bool same(const Let &a, const Let &b);
bool same(const Require &a, const Require &b);
bool same(const Import &a, const Import &b);
bool same(const Kind &a, const Kind &b);
bool same(const Block &a, const Block &b);
bool same(const Stack &a, const Stack &b);

template <typename T> bool same(const std::optional<T> &a, const std::optional<T> &b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

template <typename... Nodes> bool same(const std::variant<Nodes...> &a, const std::variant<Nodes...> &b) {
  if (a.index() != b.index())
    return false;
  return std::visit([&](const auto &node) { return same(node, std::get<std::decay_t<decltype(node)>>(b)); },
                    a);
}

template <typename T> bool same(const std::vector<T> &a, const std::vector<T> &b) {
  return std::ranges::equal(a, b, [](const T &x, const T &y) { return same(x, y); });
}

bool same(const ExprPtr &a, const ExprPtr &b) { return !a == !b && (!a || equal(*a, *b)); }
bool same(const Argument &a, const Argument &b) { return same(a.name, b.name) && same(a.value, b.value); }
bool same(const Type &a, const Type &b) {
  return a.tag == b.tag && (a.tag != Type::Tag::Kind || a.kind == b.kind) && same(a.symbols, b.symbols);
}
bool same(const Option &a, const Option &b) {
  return same(a.name, b.name) && same(a.type, b.type) && same(a.value, b.value);
}
bool same(const Setting &a, const Setting &b) { return same(a.path, b.path) && same(a.value, b.value); }
bool same(const Settings &a, const Settings &b) { return same(a.items, b.items); }
bool same(const Param &a, const Param &b) {
  return same(a.name, b.name) && a.shared == b.shared && same(a.shape, b.shape) &&
         same(a.identity, b.identity);
}
bool same(const Linear &a, const Linear &b) {
  return same(a.name, b.name) && same(a.in, b.in) && same(a.out, b.out) && same(a.bias, b.bias);
}
bool same(const Let &a, const Let &b) { return same(a.name, b.name) && same(a.value, b.value); }
bool same(const Require &a, const Require &b) {
  return same(a.condition, b.condition) && a.reason == b.reason;
}
bool same(const Import &a, const Import &b) { return a.file == b.file; }
bool same(const Kind &a, const Kind &b) {
  return a.word == b.word && same(a.name, b.name) && same(a.params, b.params) && same(a.options, b.options) &&
         a.hasBody == b.hasBody && same(a.statements, b.statements) && same(a.result, b.result);
}
bool same(const Block &a, const Block &b) {
  return same(a.name, b.name) && same(a.options, b.options) && same(a.base, b.base) &&
         same(a.settings, b.settings);
}
bool same(const Stack &a, const Stack &b) {
  return same(a.name, b.name) && same(a.options, b.options) && same(a.settings, b.settings);
}

} // namespace

bool equal(const Expr &a, const Expr &b) {
  return a.kind == b.kind && a.spelling == b.spelling && (a.kind != ExprKind::Binary || a.op == b.op) &&
         a.hasParens == b.hasParens && a.hasSemicolon == b.hasSemicolon && same(a.path, b.path) &&
         same(a.operands, b.operands) && same(a.data, b.data) && same(a.options, b.options);
}

bool equal(const File &a, const File &b) { return same(a.items, b.items); }

} // namespace tenon::ast
