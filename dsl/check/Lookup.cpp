// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a name stands for (rules 2, 3 and 6).
#include "dsl/check/Expander.h"

namespace tenon::checker {

using graph::Op;

bool isSublayer(std::string_view name) { return name == "attention" || name == "ffn"; }

Thunk *Expander::typedName(const std::string &name, Scope &scope) {
  switch (scope.form) {
  case Scope::Form::kind: {
    Frame &frame = static_cast<Frame &>(scope);
    auto index = frame.info->option(name);
    return index ? &frame.options[*index] : nullptr;
  }
  case Scope::Form::block: {
    LayerScope &layer = static_cast<LayerScope &>(scope);
    if (auto it = layer.params.find(name); it != layer.params.end())
      return &it->second;
    const Key *key = findBlockKey(name);
    Setting *setting = key ? settings.find(name) : nullptr;
    // A key may be set to a kind of its own name: the key being set is not meant.
    return setting && setting->thunk.state != Thunk::State::running ? &setting->thunk : nullptr;
  }
  case Scope::Form::stack: {
    StackScope &stack = static_cast<StackScope &>(scope);
    if (auto it = stack.params.find(name); it != stack.params.end())
      return &it->second;
    auto it = stack.keys.find(name);
    return it == stack.keys.end() ? nullptr : &it->second;
  }
  }
  return nullptr;
}

const Type *Expander::symbolType(const ast::Expr &expr, Scope &scope) {
  if (!expr.isBareName())
    return nullptr;
  Thunk *thunk = typedName(expr.path.names[0].text, scope);
  return thunk && thunk->typed && thunk->type.tag == Type::Tag::Symbols ? &thunk->type : nullptr;
}

std::optional<Value> Expander::frameName(const std::string &name, Frame &frame, const ast::Expr &expr) {
  if (auto it = frame.data.find(name); it != frame.data.end())
    return it->second;
  if (auto it = frame.lets.find(name); it != frame.lets.end())
    return force(it->second);
  if (auto it = frame.info->params.find(name); it != frame.info->params.end())
    return parameter(frame, *it->second, expr);
  if (frame.info->linears.count(name)) {
    error(CheckError::WrongForm, expr.range, frame, "'" + name + "' is a linear: call it with a row");
    return Poison{};
  }
  if (auto index = frame.info->option(name))
    return force(frame.options[*index]);
  if (name == "width" && frame.width)
    return Number(*frame.width);
  if (name == "heads" && frame.heads)
    return Number(*frame.heads);
  bool hasPosition = frame.word() == ast::KindWord::Norm || frame.word() == ast::KindWord::Attention ||
                     frame.word() == ast::KindWord::Ffn;
  if (name == "position" && hasPosition) {
    place(expr, frame);
    return Row{frame.graph->leaf(Op::position, {1})};
  }
  return std::nullopt;
}

std::vector<std::string> Expander::namesIn(Scope &scope) {
  std::vector<std::string> names;
  if (scope.form == Scope::Form::kind) {
    Frame &frame = static_cast<Frame &>(scope);
    for (const auto &[name, value] : frame.data)
      names.push_back(name);
    for (const auto &[name, let] : frame.info->lets)
      names.push_back(name);
    for (const auto &[name, param] : frame.info->params)
      names.push_back(name);
    for (const std::string &name : frame.info->optionNames())
      names.push_back(name);
    names.push_back("width");
    names.push_back("heads");
    return names;
  }
  if (scope.form == Scope::Form::block) {
    for (const auto &[name, thunk] : static_cast<LayerScope &>(scope).params)
      names.push_back(name);
    for (const Key &key : blockKeys())
      names.emplace_back(key.name);
    return names;
  }
  for (const auto &[name, thunk] : static_cast<StackScope &>(scope).params)
    names.push_back(name);
  names.push_back("width");
  return names;
}

Value Expander::evaluateName(const ast::Expr &expr, Scope &scope) {
  if (!expr.path.isSimple()) {
    error(CheckError::WrongForm, expr.range, scope,
          "'" + expr.path.str() + "' is a path: it stands before '=' in a block, or as a call '" +
              expr.path.str() + "(...)' in a kind");
    return Poison{};
  }
  const std::string &name = expr.path.names[0].text;
  if (scope.form == Scope::Form::kind) {
    if (auto value = frameName(name, static_cast<Frame &>(scope), expr))
      return *value;
  } else if (Thunk *thunk = typedName(name, scope)) {
    return force(*thunk);
  } else if (scope.form == Scope::Form::stack && name == "width") {
    if (auto width = static_cast<StackScope &>(scope).width)
      return Number(*width);
  }
  if (reporter.wasSaid(CheckError::UnknownName, expr.range) ||
      reporter.wasSaid(CheckError::WrongType, expr.range))
    return Poison{};
  const Key *key = findBlockKey(name);
  if (scope.form == Scope::Form::block && key && !settings.peek(name)) {
    error(CheckError::MissingKey, expr.range, scope, "'" + name + "' is read here and not set in the block");
    return Poison{};
  }
  bool needsRow = scope.form == Scope::Form::kind && (name == "width" || name == "heads");
  Diagnostic &diagnostic = error(
      CheckError::UnknownName, expr.range, scope,
      needsRow ? "'" + name + "' is not known here: " +
                     (name == "width"
                          ? "a " + std::string(spelling(static_cast<Frame &>(scope).word())) + " has no row"
                          : "the row has no axis of heads")
               : "unknown name '" + name + "'");
  if (!needsRow)
    suggest(diagnostic, expr.range, name, namesIn(scope));
  return Poison{};
}

std::optional<std::string> Expander::known(const std::string &name, Scope &scope) {
  if (scope.form == Scope::Form::kind) {
    Frame &frame = static_cast<Frame &>(scope);
    if (auto it = frame.data.find(name); it != frame.data.end())
      return asNumber(it->second) ? std::optional(asNumber(it->second)->str()) : std::nullopt;
    if (frame.info->params.count(name) || frame.info->linears.count(name))
      return std::nullopt;
    auto let = frame.lets.find(name);
    Thunk *thunk = let != frame.lets.end() ? &let->second : typedName(name, scope);
    if (!thunk && name == "width" && frame.width)
      return std::to_string(*frame.width);
    if (!thunk && name == "heads" && frame.heads)
      return std::to_string(*frame.heads);
    if (!thunk)
      return std::nullopt;
    if (thunk->state == Thunk::State::done && asNumber(thunk->value))
      return asNumber(thunk->value)->str();
    return std::nullopt;
  }
  if (scope.form == Scope::Form::stack && name == "width" && static_cast<StackScope &>(scope).width)
    return std::to_string(*static_cast<StackScope &>(scope).width);
  Thunk *thunk = typedName(name, scope);
  if (!thunk || thunk->state != Thunk::State::done || !asNumber(thunk->value))
    return std::nullopt;
  return asNumber(thunk->value)->str();
}

} // namespace tenon::checker
