// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/check/Stacks.h"

#include "dsl/check/StackExpansion.h"

#include <algorithm>

namespace tenon::checker {

const ast::Setting *StackExpansion::setting(const char *key) const {
  auto it = keys.find(key);
  return it == keys.end() ? nullptr : it->second;
}

bool StackExpansion::readKeys() {
  static const std::vector<std::string> known = {"layers",    "embedding", "final_norm", "head",     "pool",
                                                 "normalize", "dtype",     "weights",    "residual", "cache"};
  scope.info = &info;
  for (const OptionInfo &param : info.params) {
    Thunk &thunk = scope.params[param.decl->name.text];
    thunk.source = {param.decl->value.get(), &scope};
    thunk.type = param.type;
    thunk.what = param.decl->name.text;
    thunk.place = param.decl->name.range;
  }
  for (const ast::SettingOrRequire &item : info.decl->settings.items) {
    auto *each = std::get_if<ast::Setting>(&item);
    if (!each)
      continue;
    const std::string path = each->path.str();
    if (std::find(known.begin(), known.end(), path) == known.end()) {
      suggest(reporter.error(CheckError::UnknownKey, each->path.range, "a stack has no key '" + path + "'"),
              each->path.range, path, known);
      misspelt = true;
      continue;
    }
    auto [it, isNew] = keys.emplace(path, each);
    if (!isNew)
      reporter.error(CheckError::KeyTwice, each->path.range, "'" + path + "' is set twice")
          .note(it->second->path.range, "first set here");
  }
  for (const char *key : {"dtype", "weights", "residual", "cache"})
    if (const ast::Setting *each = setting(key)) {
      Thunk &thunk = scope.keys[key];
      thunk.source = {each->value.get(), &scope};
      thunk.type = findBlockKey(key)->type;
      thunk.what = key;
      thunk.place = each->path.range;
    }
  if (setting("layers"))
    return true;
  if (!misspelt)
    reporter.error(CheckError::MissingKey, info.decl->name.range,
                   "stack '" + info.decl->name.text + "' sets no 'layers'");
  return false;
}

std::optional<graph::Format> StackExpansion::format(const char *key, graph::Format otherwise) {
  auto it = scope.keys.find(key);
  if (it == scope.keys.end())
    return otherwise;
  Value value = numbers.force(it->second);
  auto *symbol = std::get_if<Symbol>(&value);
  return symbol ? graph::parseFormat(symbol->name) : std::nullopt;
}

bool StackExpansion::readFormats() {
  auto dtype = format("dtype", graph::Format::f32);
  auto weights = format("weights", dtype.value_or(graph::Format::f32));
  auto residual = format("residual", dtype.value_or(graph::Format::f32));
  if (!dtype || !weights || !residual)
    return false;
  formats.dtype = stack.dtype = *dtype;
  formats.weights = stack.weights = *weights;
  formats.residual = *residual;
  return true;
}

bool StackExpansion::readLayers() {
  LayerList list(module, reporter, scope, numbers);
  auto layers = list.expand(*setting("layers")->value);
  if (!layers)
    return false;
  for (const BlockRef &layer : *layers)
    if (layer->width != layers->front()->width) {
      reporter.error(CheckError::LayersDisagree, setting("layers")->value->range,
                     "the layers have different widths: '" + layers->front()->name + "' " +
                         std::to_string(layers->front()->width) + ", '" + layer->name + "' " +
                         std::to_string(layer->width));
      return false;
    }
  stack.layers = std::move(*layers);
  stack.width = stack.layers.front()->width;
  scope.width = stack.width;
  return true;
}

void StackExpansion::add(graph::Parameter parameter) {
  parameter.location = numbers.locate(info.decl->name.range);
  stack.params.push_back(std::move(parameter));
}

void StackExpansion::addParameters(const graph::Block *block) {
  if (block)
    for (const graph::Parameter &parameter : block->params)
      stack.params.push_back(parameter);
}

/// Shared parameters keep their name and stand once.
void StackExpansion::addLayer(const graph::Block &block, const std::string &prefix) {
  for (graph::Parameter parameter : block.params) {
    if (!parameter.shared) {
      parameter.name = prefix + parameter.name;
      stack.params.push_back(std::move(parameter));
      continue;
    }
    auto [it, isNew] = shared.emplace(parameter.name, parameter.shape);
    if (isNew)
      stack.params.push_back(std::move(parameter));
    else if (it->second != parameter.shape)
      reporter.error(CheckError::InstanceShapes, setting("layers")->value->range,
                     "the shared parameter '" + parameter.name + "' would have the shapes " +
                         shapeText(it->second) + " and " + shapeText(parameter.shape));
  }
}

void StackExpansion::collectParameters() {
  auto table = [&](std::string name, int64_t rows, graph::Format storage, graph::Parameter::Role role) {
    graph::Parameter parameter;
    parameter.name = std::move(name);
    parameter.shape = {rows, stack.width};
    parameter.storage = storage;
    parameter.role = role;
    add(std::move(parameter));
  };
  if (stack.embedding) {
    const graph::Embedding &embedding = *stack.embedding;
    table("embedding.weight", embedding.vocab, stack.weights, graph::Parameter::Role::weight);
    if (embedding.positions == graph::Embedding::Positions::learned)
      table("embedding.positions", embedding.positionCount + embedding.positionOffset, graph::Format::f32,
            graph::Parameter::Role::param);
    if (embedding.types)
      table("embedding.types", embedding.types, graph::Format::f32, graph::Parameter::Role::param);
  }
  addParameters(stack.entry.get());
  for (size_t i = 0; i < stack.layers.size() && reporter.spend(stack.layers[i]->params.size()); ++i)
    addLayer(*stack.layers[i], "layers." + std::to_string(i) + ".");
  addParameters(stack.exit.get());
  if (stack.head && !stack.head->tied)
    table("head.weight", stack.head->vocab, stack.weights, graph::Parameter::Role::weight);
  if (stack.head && stack.head->bias) {
    graph::Parameter bias;
    bias.name = "head.bias";
    bias.shape = {stack.head->vocab};
    bias.role = graph::Parameter::Role::bias;
    add(std::move(bias));
  }
  addParameters(stack.logits.get());
}

namespace {

/// Whether the row that enters a layer reaches its result through additions only.
bool streamsThrough(const graph::Graph &graph) {
  std::vector<bool> reached(graph.nodes.size(), false);
  reached[graph.result] = true;
  for (size_t id = graph.nodes.size(); id-- > 0;) {
    const graph::Node &node = graph.nodes[id];
    if (reached[id] && node.op == graph::Op::input)
      return true;
    if (reached[id] && node.op == graph::Op::add)
      for (graph::ValueId operand : node.operands)
        reached[operand] = true;
  }
  return false;
}

} // namespace

void StackExpansion::warnUnbounded() {
  if (setting("final_norm"))
    return;
  std::set<const graph::Block *> seen;
  for (const BlockRef &layer : stack.layers)
    if (seen.insert(layer.get()).second && !streamsThrough(layer->graph))
      return;
  reporter.warning(CheckWarning::UnboundedStream, info.decl->name.range,
                   "nothing bounds the stream of '" + info.decl->name.text +
                       "': its layers only add to it, and there is no final_norm (final_norm = none says "
                       "that this is meant)");
}

std::optional<graph::Stack> StackExpansion::run() {
  size_t before = reporter.errorCount();
  stack.name = info.decl->name.text;
  stack.location = numbers.locate(info.decl->name.range);
  if (!readKeys() || !readFormats() || !readLayers())
    return std::nullopt;
  readEmbedding();
  readFinalNorm();
  readHead();
  readPool();
  for (const ast::SettingOrRequire &item : info.decl->settings.items)
    if (auto *require = std::get_if<ast::Require>(&item))
      numbers.checkRequire(*require, scope, info.decl->name.text);
  collectParameters();
  if (!reporter.spend(0))
    reporter.error(CheckError::TooMuch, info.decl->name.range, "the file expands to too many operations");
  if (reporter.errorCount() != before)
    return std::nullopt;
  warnUnbounded();
  return stack;
}

std::optional<graph::Stack> expandStack(const Module &module, Reporter &reporter, const StackInfo &stack) {
  return StackExpansion(module, reporter, stack).run();
}

} // namespace tenon::checker
