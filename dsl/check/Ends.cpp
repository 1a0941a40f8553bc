// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The norms and the activation at the ends of a stack.
#include "dsl/check/Blocks.h"
#include "dsl/check/Expander.h"

namespace tenon::checker {

using graph::Op;
using graph::Storage;
using graph::ValueId;

std::shared_ptr<const graph::Block> expandEnd(const Module &module, Reporter &reporter,
                                              const std::string &path, const Delayed &kind,
                                              ast::KindWord word, int64_t width, const graph::Block &formats,
                                              SourceRange site) {
  auto block = std::make_shared<graph::Block>();
  block->name = path;
  block->width = width;
  block->dtype = formats.dtype;
  block->weights = formats.weights;
  block->residual = formats.residual;
  block->cache = formats.cache;
  SettingTable settings;
  Expander expander(module, reporter, *block, settings);
  expander.blockSite = site;
  block->location = expander.locate(site);
  Value value = expander.evaluateKind(*kind.expr, *kind.scope, word);
  auto *bound = std::get_if<KindRef>(&value);
  if (!bound || !(*bound)->kind)
    return nullptr;
  ValueId x = expander.builder.leaf(Op::input, {width});
  expander.builder.permit(x, Storage::residual);
  Invocation invocation;
  invocation.kind = *bound;
  invocation.path = SlotPath(path);
  invocation.site = site;
  invocation.owner = &module;
  invocation.part = graph::Parameter::Part::norm;
  invocation.graph = &expander.builder;
  invocation.data = {Row{x}};
  Value result = expander.invoke(std::move(invocation));
  auto *row = asRow(result);
  if (!row || expander.failed)
    return nullptr;
  expander.builder.permit(row->id, Storage::residual);
  std::vector<ValueId> remap;
  block->graph = expander.builder.finish(row->id, remap);
  block->regions.clear();
  graph::dropUnusedParameters(*block);
  return block;
}

} // namespace tenon::checker
