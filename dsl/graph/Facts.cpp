// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/graph/Facts.h"

#include <algorithm>

namespace tenon::graph {

namespace {

/// Calls `visit` for every node that `result` needs, not going past `argument`.
template <typename Visit> void walkBack(const Graph &graph, ValueId result, ValueId argument, Visit visit) {
  std::vector<bool> reached(graph.nodes.size(), false);
  reached[result] = true;
  for (size_t id = size_t(result) + 1; id-- > 0;) {
    if (!reached[id] || id == argument)
      continue;
    visit(graph.nodes[id]);
    for (ValueId operand : graph.nodes[id].operands)
      reached[operand] = true;
  }
}

std::optional<int64_t> hiddenOf(const Block &block) {
  std::optional<int64_t> hidden;
  for (const Region &region : block.regions)
    if (region.role == Region::Role::ffn)
      walkBack(block.graph, region.result, region.argument, [&](const Node &node) {
        // Nodes come latest first: the first linear is the one that makes the result.
        if (!hidden && node.op == Op::linear)
          hidden = block.graph.nodes[node.operands[0]].shape.back();
      });
  return hidden;
}

/// Whether the mask lets a query see only keys up to itself: `k <= q` stands in
/// its top-level conjunction.
bool isCausal(const Graph &mask, ValueId id) {
  const Node &node = mask.nodes[id];
  if (node.op == Op::logical_and)
    return isCausal(mask, node.operands[0]) || isCausal(mask, node.operands[1]);
  if (node.op != Op::le)
    return false;
  auto argument = [&](size_t index) {
    auto *attr = std::get_if<ArgumentAttr>(&mask.nodes[node.operands[index]].attributes);
    return attr ? std::optional(attr->argument) : std::nullopt;
  };
  return argument(0) == Argument::key && argument(1) == Argument::query;
}

double flopsOf(const Block &block, int64_t tokens) {
  double flops = 0, count = double(tokens);
  for (const Node &node : block.graph.nodes) {
    if (node.op == Op::linear)
      flops += 2.0 * count * double(block.graph.nodes[node.operands[0]].shape.back()) * double(node.shape[0]);
    if (node.op != Op::attend)
      continue;
    const auto &mask = std::get<AttendAttr>(node.attributes).mask;
    bool causal = mask && isCausal(*mask, mask->result);
    double pairs = causal ? count * (count + 1) / 2 : count * count;
    const Shape &query = block.graph.nodes[node.operands[0]].shape;
    flops += 2.0 * pairs * double(query[0]) * double(query[1] + node.shape[1]);
  }
  return flops;
}

int64_t parameterBytes(const std::vector<Parameter> &parameters) {
  int64_t bytes = 0;
  for (const Parameter &parameter : parameters)
    bytes += bytesOf(parameter.storage, elements(parameter.shape));
  return bytes;
}

int64_t kvBytes(const Block &block) {
  int64_t values = 0;
  for (const Node &node : block.graph.nodes)
    if (node.op == Op::attend)
      values += elements(block.graph.nodes[node.operands[1]].shape) +
                elements(block.graph.nodes[node.operands[2]].shape);
  return bytesOf(block.cache, values);
}

void countParameters(const Block &block, BlockFacts &facts) {
  for (const Parameter &parameter : block.params) {
    int64_t count = elements(parameter.shape);
    facts.parameterCount += count;
    if (parameter.role == Parameter::Role::weight)
      facts.matrixCount += count;
    switch (parameter.part) {
    case Parameter::Part::attention:
      facts.attentionCount += count;
      break;
    case Parameter::Part::ffn:
      facts.ffnCount += count;
      break;
    case Parameter::Part::norm:
      facts.normCount += count;
      break;
    case Parameter::Part::placement:
      facts.placementCount += count;
      break;
    }
  }
}

} // namespace

Work workOf(const Block &block, int64_t tokens) {
  int64_t bytesPerToken = 2 * bytesOf(block.residual, block.width) + kvBytes(block);
  return {tokens, flopsOf(block, tokens),
          double(parameterBytes(block.params)) + double(tokens) * double(bytesPerToken)};
}

BlockFacts facts(const Block &block) {
  BlockFacts facts;
  facts.name = block.name;
  facts.width = block.width;
  facts.hidden = hiddenOf(block);
  if (facts.hidden)
    facts.ratio = double(*facts.hidden) / double(block.width);
  for (const Node &node : block.graph.nodes) {
    if (node.op != Op::attend || facts.heads)
      continue;
    facts.heads = node.shape[0];
    facts.kvHeads = block.graph.nodes[node.operands[1]].shape[0];
    facts.headDim = block.graph.nodes[node.operands[0]].shape[1];
  }
  countParameters(block, facts);
  facts.kvBytesPerToken = kvBytes(block);
  for (int64_t tokens : {int64_t(1), int64_t(512)})
    facts.work.push_back(workOf(block, tokens));
  for (const Region &region : block.regions) {
    if (region.role != Region::Role::norm)
      continue;
    NormFacts norm{region.path, 0};
    walkBack(block.graph, region.result, region.argument,
             [&](const Node &node) { norm.reductions += node.op == Op::mean || node.op == Op::sum; });
    facts.norms.push_back(norm);
  }
  return facts;
}

StackFacts facts(const Stack &stack) {
  StackFacts facts;
  facts.name = stack.name;
  facts.layers = int64_t(stack.layers.size());
  facts.vocab = stack.embedding ? stack.embedding->vocab : stack.head ? stack.head->vocab : 0;
  facts.tied = stack.head && stack.head->tied;
  for (const Parameter &parameter : stack.params)
    facts.parameterCount += elements(parameter.shape);
  for (const auto &block : stack.layers)
    facts.kvBytesPerToken += kvBytes(*block);
  return facts;
}

} // namespace tenon::graph
