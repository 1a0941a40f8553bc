// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/graph/Builder.h"

namespace tenon::graph {

namespace {

/// Calls `visit` with a reference to every parameter that `attributes` name.
template <typename Visit> void forEachParameter(Attributes &attributes, const Visit &visit);

/// Scores and masks are shared and constant: a changed copy takes their place.
template <typename Visit> void inExpression(std::shared_ptr<const Graph> &expression, const Visit &visit) {
  if (!expression)
    return;
  auto copy = std::make_shared<Graph>(*expression);
  for (Node &node : copy->nodes)
    forEachParameter(node.attributes, visit);
  expression = std::move(copy);
}

template <typename Visit> void forEachParameter(Attributes &attributes, const Visit &visit) {
  if (auto *param = std::get_if<ParamAttr>(&attributes)) {
    visit(param->param);
  } else if (auto *linear = std::get_if<LinearAttr>(&attributes)) {
    visit(linear->weight);
    if (linear->bias)
      visit(*linear->bias);
  } else if (auto *table = std::get_if<LookupAttr>(&attributes)) {
    visit(table->table);
  } else if (auto *embed = std::get_if<EmbedAttr>(&attributes)) {
    visit(embed->table);
  } else if (auto *attend = std::get_if<AttendAttr>(&attributes)) {
    inExpression(attend->score, visit);
    inExpression(attend->mask, visit);
  }
}

} // namespace

void renumberParameters(Node &node, const std::function<ParamId(ParamId)> &number) {
  forEachParameter(node.attributes, [&](ParamId &id) { id = number(id); });
}

void dropUnusedParameters(Block &block) {
  std::vector<bool> used(block.params.size(), false);
  for (Node &node : block.graph.nodes)
    forEachParameter(node.attributes, [&](ParamId &id) { used[id] = true; });
  std::vector<ParamId> place(block.params.size(), 0);
  std::vector<Parameter> kept;
  for (size_t id = 0; id < used.size(); ++id) {
    place[id] = ParamId(kept.size());
    if (used[id])
      kept.push_back(std::move(block.params[id]));
  }
  block.params = std::move(kept);
  for (Node &node : block.graph.nodes)
    renumberParameters(node, [&](ParamId id) { return place[id]; });
}

} // namespace tenon::graph
