// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/check/BlockExpansion.h"

#include <algorithm>

namespace tenon::checker {

using ast::KindWord;
using graph::Op;
using graph::Storage;
using graph::ValueId;

bool isClosed(const std::vector<OptionInfo> &params) {
  for (const OptionInfo &param : params)
    if (!param.decl->value)
      return false;
  return true;
}

std::optional<graph::Format> BlockExpansion::format(const char *key, graph::Format otherwise) {
  Setting *setting = settings.find(key);
  if (!setting)
    return otherwise;
  Value value = expander.force(setting->thunk);
  auto *symbol = std::get_if<Symbol>(&value);
  return symbol ? graph::parseFormat(symbol->name) : std::nullopt;
}

bool BlockExpansion::readFormats() {
  auto dtype = format("dtype", graph::Format::f32);
  auto weights = format("weights", dtype.value_or(graph::Format::f32));
  auto residual = format("residual", dtype.value_or(graph::Format::f32));
  auto cache = format("cache", dtype.value_or(graph::Format::f32));
  if (!dtype || !weights || !residual || !cache)
    return false;
  block->dtype = *dtype;
  block->weights = *weights;
  block->residual = *residual;
  block->cache = *cache;
  return true;
}

std::optional<std::vector<std::string>> BlockExpansion::listed(Setting &setting) {
  const ast::Expr &list = *setting.thunk.source.expr;
  std::vector<std::string> names;
  bool fits = list.kind == ast::ExprKind::List;
  if (fits)
    for (const auto &element : list.operands) {
      std::string name = element->isBareName() ? element->path.names[0].text : "";
      fits &= isSublayer(name) && std::find(names.begin(), names.end(), name) == names.end();
      names.push_back(name);
    }
  if (!fits) {
    reporter.error(CheckError::BadSublayers, list.range,
                   "sublayers is a list of attention and ffn, each once: [attention, ffn]");
    return std::nullopt;
  }
  for (const std::string &name : names)
    if (!settings.peek(name)) {
      reporter.error(CheckError::MissingKey, list.range, "the block sets no '" + name + "'");
      return std::nullopt;
    }
  return names;
}

std::optional<std::vector<std::string>> BlockExpansion::sublayers() {
  if (Setting *setting = settings.find("sublayers"))
    return listed(*setting);
  std::vector<std::string> names;
  for (const char *name : {"attention", "ffn"})
    if (settings.peek(name))
      names.push_back(name);
  return names;
}

/// One call of a placement: `x` and its functions, each called exactly once.
Value BlockExpansion::place(const KindRef &kind, const SlotPath &path, const std::string &context,
                            Value stream, const std::vector<std::string> &functions) {
  expander.calls.clear();
  Invocation invocation;
  invocation.kind = kind;
  invocation.path = path;
  invocation.context = context;
  invocation.site = kind->site;
  invocation.owner = &module;
  invocation.part = graph::Parameter::Part::placement;
  invocation.graph = &expander.builder;
  invocation.data.push_back(stream);
  const auto &names = kind->kind->decl->params;
  for (size_t i = 1; i < names.size(); ++i)
    invocation.data.push_back(Sublayer{names.size() == 3 ? names[i].text : functions[0]});
  Value result = expander.invoke(std::move(invocation));
  for (const std::string &name : functions)
    if (!expander.failed && expander.calls[name] != 1) {
      reporter
          .error(CheckError::CalledOnce, kind->site,
                 "'" + kind->kind->name() + "' must call " + name + " exactly once, found " +
                     std::to_string(expander.calls[name]) + " calls")
          .note(kind->kind->decl->name.range, "declared here");
      return Poison{};
    }
  return result;
}

std::optional<ValueId> BlockExpansion::stream() {
  ValueId x = expander.builder.leaf(Op::input, {block->width});
  expander.builder.permit(x, Storage::residual);
  auto functions = sublayers();
  if (!functions)
    return std::nullopt;
  auto misfit = [&](const KindRef &kind, std::string message) {
    reporter.error(CheckError::BadPlacement, kind->site, "'" + kind->kind->name() + "' " + std::move(message))
        .note(kind->kind->decl->name.range, "declared here");
    return std::nullopt;
  };
  // A placement over (x, attention, ffn) or x alone takes the block, one over (x, f) each sublayer in order.
  bool hasOwn = false;
  for (const std::string &name : *functions)
    hasOwn |= settings.peek(name + ".placement") != nullptr;
  KindRef common;
  if (!hasOwn || functions->empty()) {
    common = expander.keyKind(SlotPath("placement"), KindWord::Placement, info.decl->name.range, nullptr);
    if (!common)
      return std::nullopt;
  }
  size_t arity = common ? common->kind->decl->params.size() : 2;
  if (arity == 3 && functions->size() != 2)
    return misfit(common, "takes attention and ffn: the block sets only " +
                              (functions->empty() ? "neither" : (*functions)[0]));
  if (arity == 1 && !functions->empty())
    return misfit(common, "takes no sublayer, and the block sets " + (*functions)[0]);
  if (arity == 2 && functions->empty() && expander.misspelt)
    return std::nullopt;
  if (arity == 2 && functions->empty())
    return misfit(common, "takes a sublayer: set attention or ffn in the block");
  if (arity != 2) {
    Value result = place(common, SlotPath("placement"), "", Row{x}, *functions);
    auto *row = asRow(result);
    return row ? std::optional(row->id) : std::nullopt;
  }
  Value value = Row{x};
  for (const std::string &name : *functions) {
    SlotPath path = SlotPath::inside(name, "placement");
    KindRef kind = expander.keyKind(path, KindWord::Placement, info.decl->name.range, nullptr);
    if (!kind)
      return std::nullopt;
    if (kind->kind->decl->params.size() != 2)
      return misfit(kind, "takes the whole block: it cannot serve " + name + " alone");
    // After an error the other sublayer is still worth checking, on a row of the same shape.
    Value next = place(kind, path, name, value, {name});
    expander.failed |= !asRow(next);
    if (asRow(next)) {
      value = next;
      expander.builder.permit(asRow(value)->id, Storage::residual);
    }
  }
  return asRow(value)->id;
}

void BlockExpansion::checkRequires() {
  for (const auto &scope : layers)
    if (scope->info->decl->settings)
      for (const ast::SettingOrRequire &item : scope->info->decl->settings->items)
        if (auto *require = std::get_if<ast::Require>(&item))
          expander.checkRequire(*require, *scope, scope->info->decl->name.text);
}

void BlockExpansion::checkUnread() {
  for (const auto &[path, setting] : settings.all) {
    if (setting.used || reporter.isFull())
      continue;
    Diagnostic &diagnostic = reporter.error(CheckError::NobodyReads, setting.pathRange,
                                            "nothing in the block reads '" + path + "'");
    // Near is what differs in the last word alone.
    size_t dot = path.rfind('.');
    std::string prefix = dot == std::string::npos ? "" : path.substr(0, dot + 1);
    std::vector<std::string> words;
    for (const std::string &other : settings.asked())
      if (other.rfind(prefix, 0) == 0 && other.find('.', prefix.size()) == std::string::npos)
        words.push_back(other.substr(prefix.size()));
    std::string near = prefix.empty() ? "" : nearest(path.substr(prefix.size()), words);
    if (near.empty())
      continue;
    diagnostic.message += ": did you mean '" + prefix + near + "'?";
    diagnostic.fixIt(setting.pathRange, prefix + near);
  }
}

void BlockExpansion::finish(ValueId result) {
  expander.builder.permit(result, Storage::residual);
  std::vector<ValueId> remap;
  block->graph = expander.builder.finish(result, remap);
  std::vector<graph::Region> regions;
  for (graph::Region region : block->regions) {
    region.argument = remap[region.argument];
    region.result = remap[region.result];
    if (region.argument != UINT32_MAX && region.result != UINT32_MAX)
      regions.push_back(region);
  }
  block->regions = std::move(regions);
  graph::dropUnusedParameters(*block);
}

std::shared_ptr<const graph::Block> BlockExpansion::run(std::vector<Delayed> arguments,
                                                        StackScope *inherited) {
  size_t before = reporter.errorCount();
  if (!collect(info, arguments))
    return nullptr;
  if (inherited)
    inherit(*inherited);
  bool formats = readFormats();
  Setting *width = settings.find("width");
  if (!width && !expander.misspelt)
    reporter.error(CheckError::MissingKey, info.decl->name.range,
                   "block '" + info.decl->name.text + "' sets no 'width'");
  Value size = width ? expander.force(width->thunk) : Value(Poison{});
  if (!formats || !asNumber(size)) {
    for (auto &[path, setting] : settings.all)
      if (setting.thunk.type.isKind())
        expander.force(setting.thunk); // what is wrong in it whatever the width
    return nullptr;
  }
  block->width = int64_t(asNumber(size)->exact()->numerator());
  auto result = stream();
  checkRequires();
  if (!result || expander.failed || reporter.errorCount() != before)
    return nullptr;
  checkUnread();
  if (reporter.errorCount() != before)
    return nullptr;
  finish(*result);
  return block;
}

std::shared_ptr<const graph::Block> expandBlock(const Module &module, Reporter &reporter,
                                                const BlockInfo &block, std::vector<Delayed> arguments,
                                                StackScope *inherited) {
  return BlockExpansion(module, reporter, block).run(std::move(arguments), inherited);
}

} // namespace tenon::checker
