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

bool isArgument(const Graph &graph, ValueId id, Argument argument) {
  auto *attr = std::get_if<ArgumentAttr>(&graph.nodes[id].attributes);
  return attr && attr->argument == argument;
}

void collectTerms(const Graph &mask, ValueId id, MaskRange &range) {
  const Node &node = mask.nodes[id];
  if (node.op == Op::logical_and)
    for (ValueId operand : node.operands)
      collectTerms(mask, operand, range);
  if (node.op == Op::le)
    range.isCausal |= isArgument(mask, node.operands[0], Argument::key) &&
                      isArgument(mask, node.operands[1], Argument::query);
  if (node.op != Op::lt)
    return;
  const Node &distance = mask.nodes[node.operands[0]], &window = mask.nodes[node.operands[1]];
  auto *constant = std::get_if<ConstantAttr>(&window.attributes);
  if (constant && constant->values.size() == 1 && distance.op == Op::sub &&
      isArgument(mask, distance.operands[0], Argument::query) &&
      isArgument(mask, distance.operands[1], Argument::key)) {
    int64_t size = int64_t(constant->values[0]);
    range.window = range.window ? std::min(*range.window, size) : size;
  }
}

/// The first key that the query at `position` sees.
int64_t firstSeen(const MaskRange &range, int64_t position) {
  return range.window ? std::max<int64_t>(0, position - *range.window + 1) : 0;
}

/// Pairs of a query and a key that it sees.
double pairsOf(const MaskRange &range, int64_t tokens, int64_t past) {
  double pairs = 0;
  for (int64_t position = past; position < past + tokens; ++position)
    pairs += double((range.isCausal ? position + 1 : past + tokens) - firstSeen(range, position));
  return pairs;
}

double flopsOf(const Block &block, int64_t tokens, int64_t past) {
  double flops = 0, count = double(tokens);
  for (const Node &node : block.graph.nodes) {
    if (node.op == Op::linear)
      flops += 2.0 * count * double(block.graph.nodes[node.operands[0]].shape.back()) * double(node.shape[0]);
    if (node.op != Op::attend)
      continue;
    double pairs = pairsOf(maskRange(std::get<AttendAttr>(node.attributes)), tokens, past);
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

/// Bytes of one token's keys and values for one attend.
int64_t kvBytes(const Block &block, const Node &attend) {
  return bytesOf(block.cache, elements(block.graph.nodes[attend.operands[1]].shape) +
                                  elements(block.graph.nodes[attend.operands[2]].shape));
}

int64_t kvBytes(const Block &block) {
  int64_t bytes = 0;
  for (const Node &node : block.graph.nodes)
    if (node.op == Op::attend)
      bytes += kvBytes(block, node);
  return bytes;
}

double seenBytes(const Block &block, int64_t tokens, int64_t past) {
  double bytes = 0;
  for (const Node &node : block.graph.nodes)
    if (node.op == Op::attend)
      bytes += double(past + tokens - firstSeen(maskRange(std::get<AttendAttr>(node.attributes)), past)) *
               double(kvBytes(block, node));
  return bytes;
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

MaskRange maskRange(const AttendAttr &attend) {
  MaskRange range;
  if (attend.mask)
    collectTerms(*attend.mask, attend.mask->result, range);
  return range;
}

bool attends(const Block &block) {
  return std::any_of(block.graph.nodes.begin(), block.graph.nodes.end(),
                     [](const Node &node) { return node.op == Op::attend; });
}

bool seesLaterTokens(const Block &block) {
  return std::any_of(block.graph.nodes.begin(), block.graph.nodes.end(), [](const Node &node) {
    return node.op == Op::attend && !maskRange(std::get<AttendAttr>(node.attributes)).isCausal;
  });
}

Work workOf(const Block &block, int64_t tokens, int64_t past) {
  return {tokens, past, flopsOf(block, tokens, past),
          double(parameterBytes(block.params)) +
              double(tokens) * double(2 * bytesOf(block.residual, block.width)) +
              seenBytes(block, tokens, past)};
}

Work workOf(const Stack &stack, int64_t tokens, int64_t past) {
  Work all{tokens, past, 0, 0};
  for (const auto &layer : stack.layers) {
    Work one = workOf(*layer, tokens, past);
    all.flops += one.flops;
    all.bytes += one.bytes;
  }
  if (stack.embedding)
    all.bytes += double(bytesOf(stack.weights, tokens * stack.width));
  if (stack.head) {
    int64_t weights = stack.head->vocab * stack.width;
    all.flops += 2 * double(weights);
    all.bytes += double(bytesOf(stack.weights, weights));
  }
  return all;
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
