// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/check/Layers.h"

#include "dsl/check/Expander.h"

namespace tenon::checker {

using ast::ExprKind;

namespace {

constexpr size_t maxLayers = 10'000;

} // namespace

BlockRef LayerList::block(const ast::Expr &call) {
  const std::string name = call.path.str();
  auto it = module.blocks.find(name);
  if (it == module.blocks.end()) {
    std::vector<std::string> names;
    for (const auto &[each, info] : module.blocks)
      names.push_back(each);
    suggest(reporter.error(CheckError::UnknownBlock, call.path.range, "no block is named '" + name + "'"),
            call.path.range, name, names);
    return nullptr;
  }
  bool isPlain = call.data.empty();
  if (isPlain)
    if (auto known = plain.find(name); known != plain.end())
      return known->second;
  if (auto known = called.find(&call); known != called.end())
    return known->second;
  BlockRef expanded;
  auto arguments = bindBlockArguments(call, it->second, scope, reporter);
  bool whole = true;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const OptionInfo &param = it->second.params[i];
    if (arguments[i].expr || param.decl->value)
      continue;
    whole = false;
    reporter
        .error(CheckError::MissingOption, call.range,
               "'" + name + "' needs '" + param.decl->name.text + "', which has no default")
        .note(param.decl->name.range, "declared here");
  }
  if (whole)
    expanded = expandBlock(module, reporter, it->second, arguments, &scope);
  (isPlain ? plain[name] : called[&call]) = expanded;
  return expanded;
}

std::optional<std::vector<BlockRef>> LayerList::repeat(const ast::Expr &value) {
  auto count = numbers.sizeOf(*value.operands[0], scope, "the number of layers");
  auto body = expand(*value.operands[1]);
  if (!count || !body)
    return std::nullopt;
  if (size_t(*count) > maxLayers) {
    reporter.error(CheckError::TooLarge, value.operands[0]->range,
                   "a stack has at most " + std::to_string(maxLayers) + " layers, found " +
                       std::to_string(*count));
    return std::nullopt;
  }
  std::vector<BlockRef> layers;
  for (size_t i = 0; i < size_t(*count); ++i)
    layers.push_back((*body)[i % body->size()]);
  return layers;
}

std::optional<std::vector<BlockRef>> LayerList::expand(const ast::Expr &value) {
  if (value.kind == ExprKind::Repeat)
    return repeat(value);
  if (value.kind == ExprKind::Call) {
    BlockRef ref = block(value);
    return ref ? std::optional(std::vector<BlockRef>{ref}) : std::nullopt;
  }
  if (value.kind != ExprKind::List) {
    reporter.error(CheckError::BadLayers, value.range,
                   "layers are blocks, 'N of X' and lists of them, found '" +
                       std::string(reporter.sources.text(value.range)) + "'");
    return std::nullopt;
  }
  std::vector<BlockRef> layers;
  bool whole = true;
  for (const auto &element : value.operands) {
    auto part = expand(*element);
    whole &= part.has_value();
    if (!part)
      continue;
    layers.insert(layers.end(), part->begin(), part->end());
    if (layers.size() > maxLayers) {
      reporter.error(CheckError::TooLarge, value.range,
                     "a stack has at most " + std::to_string(maxLayers) + " layers");
      return std::nullopt;
    }
  }
  return whole ? std::optional(std::move(layers)) : std::nullopt;
}

} // namespace tenon::checker
