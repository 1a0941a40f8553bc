// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block's parameters and settings, and those of the blocks it is derived from (rule 11).
#include "dsl/check/BlockExpansion.h"

#include <algorithm>

namespace tenon::checker {

std::optional<int> BlockExpansion::collect(const BlockInfo &layer, const std::vector<Delayed> &arguments) {
  for (const BlockInfo *outer : active)
    if (outer == &layer) {
      reporter.error(CheckError::BlockRecursion, active.back()->decl->base->range,
                     "block '" + layer.decl->name.text + "' is derived from itself");
      return std::nullopt;
    }
  if (active.size() >= 64) {
    reporter.error(CheckError::TooMuch, layer.decl->name.range, "blocks are derived more than 64 times");
    return std::nullopt;
  }
  auto owned = std::make_unique<LayerScope>();
  LayerScope &scope = *owned;
  scope.info = &layer;
  active.push_back(&layer);
  int level = 0;
  if (layer.decl->base) {
    const ast::Expr &base = *layer.decl->base;
    auto it = base.path.isSimple() ? module.blocks.find(base.path.names[0].text) : module.blocks.end();
    if (it == module.blocks.end())
      return std::nullopt; // reported with the declaration
    auto below = collect(it->second, bindBlockArguments(base, it->second, scope, reporter));
    if (!below)
      return std::nullopt;
    level = *below + 1;
  }
  active.pop_back();
  std::set<std::string> keys;
  addParams(layer, scope, arguments, level, keys);
  if (layer.decl->settings)
    addSettings(*layer.decl->settings, scope, level, keys);
  layers.push_back(std::move(owned));
  return level;
}

/// A parameter named like a key is that key (rule 11); the others are names.
void BlockExpansion::addParams(const BlockInfo &layer, LayerScope &scope,
                               const std::vector<Delayed> &arguments, int level,
                               std::set<std::string> &keys) {
  for (size_t i = 0; i < layer.params.size(); ++i) {
    const OptionInfo &param = layer.params[i];
    const std::string &name = param.decl->name.text;
    Delayed source = i < arguments.size() ? arguments[i] : Delayed{};
    bool isDefault = !source.expr;
    if (isDefault && param.decl->value)
      source = {param.decl->value.get(), &scope};
    if (findBlockKey(name)) {
      keys.insert(name);
      if (source.expr)
        if (Setting *setting = settings.add(name, param.decl->name.range, source, level))
          setting->thunk.type = param.type;
      continue;
    }
    Thunk &thunk = scope.params[name];
    thunk.source = source;
    thunk.type = param.type;
    thunk.isDefault = isDefault;
    thunk.what = name;
    thunk.place = param.decl->name.range;
    if (source.expr)
      continue;
    thunk.state = Thunk::State::done; // Poison
    const BlockInfo &caller = active.empty() ? info : *active.back();
    SourceRange site = caller.decl->base ? caller.decl->base->range : layer.decl->name.range;
    reporter
        .error(CheckError::MissingOption, site,
               "'" + layer.decl->name.text + "' needs '" + name + "', which has no default")
        .note(param.decl->name.range, "declared here");
  }
}

void BlockExpansion::addSetting(const ast::Setting &setting, LayerScope &scope, int level,
                                const std::set<std::string> &keys) {
  std::string path = setting.path.str();
  const std::string &first = setting.path.names[0].text;
  if (!findBlockKey(first) && first != "sublayers") {
    expander.misspelt = true; // reported with the declaration
    return;
  }
  auto report = [&](SourceRange other, const char *where) {
    reporter.error(CheckError::KeyTwice, setting.path.range, "'" + path + "' is set twice")
        .note(other, where);
  };
  if (keys.count(path)) {
    for (const OptionInfo &param : scope.info->params)
      if (param.decl->name.text == path)
        report(param.decl->name.range, "it is a parameter of the block");
    return;
  }
  Setting *added = settings.add(path, setting.path.range, {setting.value.get(), &scope}, level);
  if (!added) {
    report(settings.peek(path)->pathRange, "first set here");
    return;
  }
  if (const Key *key = findBlockKey(path))
    added->thunk.type = key->type;
}

void BlockExpansion::addSettings(const ast::Settings &list, LayerScope &scope, int level,
                                 const std::set<std::string> &keys) {
  for (const ast::SettingOrRequire &item : list.items)
    if (auto *setting = std::get_if<ast::Setting>(&item))
      addSetting(*setting, scope, level, keys);
}

void BlockExpansion::inherit(StackScope &stack) {
  for (auto &[name, thunk] : stack.keys)
    if (!settings.peek(name) && thunk.source.expr)
      if (Setting *setting = settings.add(name, thunk.place, thunk.source, -1)) {
        setting->thunk.type = thunk.type;
        setting->used = true;
      }
}

std::vector<Delayed> bindBlockArguments(const ast::Expr &call, const BlockInfo &block, Scope &scope,
                                        Reporter &reporter) {
  std::vector<Delayed> bound(block.params.size());
  std::vector<std::string> names;
  for (const OptionInfo &param : block.params)
    names.push_back(param.decl->name.text);
  size_t next = 0;
  for (const ast::Argument &argument : call.data) {
    size_t index = next;
    if (argument.name) {
      index = size_t(std::find(names.begin(), names.end(), argument.name->text) - names.begin());
      if (index == names.size()) {
        suggest(reporter.error(CheckError::UnknownOption, argument.name->range,
                               "block '" + block.decl->name.text + "' has no parameter '" +
                                   argument.name->text + "'"),
                argument.name->range, argument.name->text, names);
        continue;
      }
    } else if (next++ >= names.size()) {
      reporter
          .error(CheckError::TooManyArguments, argument.range,
                 "block '" + block.decl->name.text + "' has " + std::to_string(names.size()) +
                     " parameters, found one more")
          .note(block.decl->name.range, "declared here");
      continue;
    }
    if (bound[index].expr)
      reporter.error(CheckError::OptionTwice, argument.range, "'" + names[index] + "' is given twice")
          .note(bound[index].expr->range, "first given here");
    else
      bound[index] = {argument.value.get(), &scope};
  }
  if (call.hasSemicolon)
    reporter.error(CheckError::WrongForm, call.range, "arguments of a block are given without ';'");
  return bound;
}

} // namespace tenon::checker
