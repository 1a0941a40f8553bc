// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/check/Names.h"

#include <algorithm>

namespace tenon::checker {

using ast::BinaryOp;
using ast::ExprKind;
using ast::KindWord;

std::optional<Type> primitiveOptionType(std::string_view option) {
  if (option == "mask")
    return Type::of(KindWord::Mask);
  if (option == "score")
    return Type::of(KindWord::Score);
  if (option == "frequency")
    return Type::of(KindWord::Frequency);
  if (option == "pairs")
    return Type::oneOf({"half", "interleaved"});
  if (option == "sinks")
    return std::nullopt;
  return Type::number();
}

const OptionInfo *NameWalk::option(const std::string &name) const {
  for (const OptionInfo &each : options)
    if (each.decl->name.text == name)
      return &each;
  return nullptr;
}

bool NameWalk::seesKeys() const {
  return kind && (kind->decl->word == KindWord::Placement || kind->decl->word == KindWord::Attention ||
                  kind->decl->word == KindWord::Ffn);
}

void NameWalk::unknown(const ast::Name &name, const char *what, std::vector<std::string> candidates) {
  unknownNames = true;
  if (const KindInfo *named = module.kind(name.text)) {
    reporter.error(CheckError::WrongType, name.range,
                   "'" + name.text + "' is " + withArticle(named->decl->word) +
                       ": a number or a row is expected here");
    return;
  }
  suggest(reporter.error(CheckError::UnknownName, name.range,
                         "unknown " + std::string(what) + " '" + name.text + "'"),
          name.range, name.text, candidates);
}

void NameWalk::note(const ast::Expr &expr) {
  if (expr.kind == ExprKind::Call || expr.kind == ExprKind::Index)
    read.insert(expr.path.names[0].text);
  for (const auto &operand : expr.operands)
    note(*operand);
  for (const auto *arguments : {&expr.data, &expr.options})
    for (const ast::Argument &argument : *arguments)
      note(*argument.value);
}

void NameWalk::walk(const ast::Expr &expr, const Type *type) {
  if (reporter.isFull())
    return; // suggestions are not cheap
  if (expr.kind == ExprKind::If) {
    walk(*expr.operands[0]);
    walk(*expr.operands[1], type);
    walk(*expr.operands[2], type);
    return;
  }
  if (type && type->isKind())
    return walkKind(expr, type->kind);
  if (type && type->tag == Type::Tag::Symbols)
    return walkSymbol(expr, *type);
  if (expr.kind == ExprKind::Call)
    return expr.hasParens ? walkCall(expr) : walkName(expr);
  if (expr.kind == ExprKind::Binary && expr.op < BinaryOp::Add && expr.op > BinaryOp::And)
    return walkComparison(expr);
  if (expr.kind == ExprKind::Index)
    read.insert(expr.path.names[0].text);
  for (const auto &operand : expr.operands)
    walk(*operand);
}

const Type *NameWalk::symbolsOf(const ast::Expr &expr) const {
  if (!expr.isBareName())
    return nullptr;
  const std::string &name = expr.path.names[0].text;
  if (const OptionInfo *info = option(name))
    return info->type.tag == Type::Tag::Symbols ? &info->type : nullptr;
  const Key *key = kind ? nullptr : findBlockKey(name);
  return key && key->type.tag == Type::Tag::Symbols ? &key->type : nullptr;
}

void NameWalk::walkComparison(const ast::Expr &expr) {
  const Type *type = symbolsOf(*expr.operands[0]);
  if (!type)
    type = symbolsOf(*expr.operands[1]);
  for (const auto &operand : expr.operands)
    walk(*operand, type);
}

void NameWalk::walkSymbol(const ast::Expr &expr, const Type &type) {
  if (!expr.isBareName())
    return note(expr);
  const std::string &name = expr.path.names[0].text;
  read.insert(name);
  if (symbolsOf(expr))
    return;
  for (const std::string &symbol : type.symbols)
    if (symbol == name)
      return;
  suggest(reporter.error(CheckError::UnknownSymbol, expr.range,
                         "expected " + type.str() + ", found '" + name + "'"),
          expr.range, name, type.symbols);
}

/// Names of this declaration that stand for values.
std::vector<std::string> NameWalk::valueNames() const {
  std::vector<std::string> names;
  for (const OptionInfo &each : options)
    names.push_back(each.decl->name.text);
  if (!kind) {
    for (const Key &key : blockKeys())
      names.emplace_back(key.name);
    return names;
  }
  for (const ast::Name &datum : kind->decl->params)
    names.push_back(datum.text);
  for (const auto &[each, let] : kind->lets)
    names.push_back(each);
  for (const auto &[each, param] : kind->params)
    names.push_back(each);
  for (const auto &[each, linear] : kind->linears)
    names.push_back(each);
  names.push_back("width");
  names.push_back("heads");
  return names;
}

bool NameWalk::isValue(const std::string &name) const {
  if (option(name))
    return true;
  if (!kind)
    return findBlockKey(name) != nullptr;
  for (const ast::Name &datum : kind->decl->params)
    if (datum.text == name)
      return true;
  KindWord word = kind->decl->word;
  bool hasPosition = word == KindWord::Norm || word == KindWord::Attention || word == KindWord::Ffn;
  return kind->lets.count(name) || kind->params.count(name) || kind->linears.count(name) || name == "width" ||
         name == "heads" || (name == "position" && hasPosition);
}

void NameWalk::walkName(const ast::Expr &expr) {
  const ast::Name &name = expr.path.names[0];
  if (!expr.path.isSimple())
    return; // reported in use
  read.insert(name.text);
  if (!isValue(name.text))
    unknown(name, "name", valueNames());
}

void NameWalk::walkKind(const ast::Expr &expr, KindWord word) {
  if (expr.kind != ExprKind::Call || !expr.path.isSimple())
    return note(expr); // reported in use
  const ast::Name &name = expr.path.names[0];
  if (!expr.hasParens) {
    read.insert(name.text);
    bool isKey = seesKeys() && name.text == spelling(KindWord::Norm);
    const Key *key = kind ? nullptr : findBlockKey(name.text);
    if (option(name.text) || isKey || (key && key->type.isKind()))
      return;
  }
  const KindInfo *called = module.kind(name.text);
  if (!called) {
    suggest(reporter.error(CheckError::UnknownKind, name.range,
                           "no " + std::string(spelling(word)) + " is named '" + name.text + "'"),
            name.range, name.text, module.kindNames(word));
    return;
  }
  kinds.emplace(name.text, &expr);
  walkArguments(expr, *called, expr.data);
  walkArguments(expr, *called, expr.options);
}

void NameWalk::walkArguments(const ast::Expr &expr, const KindInfo &called,
                             const std::vector<ast::Argument> &arguments) {
  size_t next = 0;
  for (const ast::Argument &argument : arguments) {
    auto index = argument.name ? called.option(argument.name->text) : std::optional(next++);
    if (index && *index < called.options.size()) {
      walk(*argument.value, &called.options[*index].type);
      continue;
    }
    note(*argument.value);
    if (!argument.name)
      continue; // reported in use
    Diagnostic &diagnostic =
        reporter.error(CheckError::UnknownOption, argument.name->range,
                       "'" + called.name() + "' has no option '" + argument.name->text + "'");
    suggest(diagnostic, argument.name->range, argument.name->text, called.optionNames());
    diagnostic.note(called.decl->name.range,
                    called.options.empty() ? "it has no options" : "it has " + join(called.optionNames()));
  }
}

void NameWalk::walkPrimitive(const ast::Expr &expr, const Primitive &primitive) {
  bool fixed = primitive.form == Primitive::Form::reduction || !primitive.options.empty() ||
               primitive.form == Primitive::Form::merge;
  if (fixed && kind && !primitive.allowedIn(kind->decl->word))
    reporter.error(CheckError::PrimitiveNotHere, expr.range,
                   "'" + std::string(primitive.name) + "' may not stand in " + withArticle(kind->decl->word));
  for (const ast::Argument &argument : expr.data)
    walk(*argument.value);
  size_t next = 0;
  for (const ast::Argument &argument : expr.options) {
    std::string_view name;
    if (argument.name)
      name = argument.name->text;
    else if (next < primitive.options.size())
      name = primitive.options[next++];
    auto type = primitiveOptionType(name);
    walk(*argument.value, type ? &*type : nullptr);
  }
}

void NameWalk::walkCall(const ast::Expr &expr) {
  const ast::Name &name = expr.path.names[0];
  read.insert(name.text);
  auto walkAll = [&] {
    for (const ast::Argument &argument : expr.data)
      walk(*argument.value);
    for (const ast::Argument &argument : expr.options)
      note(*argument.value);
  };
  bool isOwn = option(name.text) != nullptr;
  if (kind) {
    for (const ast::Name &datum : kind->decl->params)
      isOwn |= datum.text == name.text;
    isOwn |= kind->lets.count(name.text) || kind->params.count(name.text) || kind->linears.count(name.text) ||
             (seesKeys() && name.text == spelling(KindWord::Norm));
  }
  if (isOwn)
    return walkAll();
  if (const Primitive *primitive = expr.path.isSimple() ? findPrimitive(name.text) : nullptr)
    return walkPrimitive(expr, *primitive);
  if (const KindInfo *called = kind ? module.kind(name.text) : nullptr) {
    kinds.emplace(name.text, &expr);
    for (const ast::Argument &argument : expr.data)
      walk(*argument.value);
    return walkArguments(expr, *called, expr.options);
  }
  walkAll();
  if (!kind && module.kind(name.text))
    return; // reported in use
  std::vector<std::string> candidates;
  for (const Primitive &each : primitives())
    candidates.emplace_back(each.name);
  if (kind) {
    for (const std::string &each : module.kindNames(std::nullopt))
      candidates.push_back(each);
    for (const auto &[each, linear] : kind->linears)
      candidates.push_back(each);
    for (const OptionInfo &each : options)
      candidates.push_back(each.decl->name.text);
  }
  unknown(name, "function", std::move(candidates));
}

} // namespace tenon::checker
