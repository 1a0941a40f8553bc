// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Structure.h"
#include <algorithm>

namespace tenon::importer {

using namespace graph;

namespace {

const ConstantAttr *constantOf(const Graph &graph, ValueId id) {
  return std::get_if<ConstantAttr>(&graph.nodes[id].attributes);
}

const Parameter *parameterOf(const Block &block, const Node &node) {
  auto *attr = std::get_if<ParamAttr>(&node.attributes);
  return attr ? &block.params[attr->param] : nullptr;
}

bool isNamed(const Parameter *parameter, std::string_view last) {
  return parameter && parameter->name.ends_with(last);
}

bool has(const std::vector<const Node *> &nodes, Op op) {
  return std::any_of(nodes.begin(), nodes.end(), [&](const Node *node) { return node->op == op; });
}

bool hasPower(const std::vector<const Node *> &nodes, uint32_t exponent) {
  return std::any_of(nodes.begin(), nodes.end(), [&](const Node *node) {
    auto *attr = std::get_if<PowerAttr>(&node->attributes);
    return attr && attr->exponent == exponent;
  });
}

bool hasConstant(const std::vector<const Node *> &nodes, double value) {
  return std::any_of(nodes.begin(), nodes.end(), [&](const Node *node) {
    auto *attr = std::get_if<ConstantAttr>(&node->attributes);
    return attr && attr->values == std::vector{value};
  });
}

std::string activationOf(const std::vector<const Node *> &nodes) {
  if (has(nodes, Op::normal_cdf))
    return "gelu_erf";
  if (has(nodes, Op::sigmoid))
    return hasPower(nodes, 3) ? "gelu_tanh" : hasConstant(nodes, 1.702) ? "gelu_quick" : "silu";
  if (has(nodes, Op::tanh))
    return has(nodes, Op::log1p) ? "mish" : "tanh";
  if (has(nodes, Op::max))
    return hasPower(nodes, 2) ? "relu2" : "relu";
  return "other";
}

/// The norm whose result `value` is, or whose argument.
const Region *normInto(const Block &block, ValueId value) {
  for (const Region &region : block.regions)
    if (region.role == Region::Role::norm && region.result == value)
      return &region;
  return nullptr;
}

bool isNormed(const Block &block, ValueId value) {
  return std::any_of(block.regions.begin(), block.regions.end(), [&](const Region &region) {
    return region.role == Region::Role::norm && region.argument == value;
  });
}

} // namespace

std::vector<const Node *> nodesOf(const Graph &graph, ValueId result, ValueId argument) {
  std::vector<bool> reached(graph.nodes.size(), false);
  std::vector<const Node *> nodes;
  reached[result] = true;
  for (size_t id = size_t(result) + 1; id-- > 0;) {
    if (!reached[id] || id == argument)
      continue;
    nodes.push_back(&graph.nodes[id]);
    for (ValueId operand : graph.nodes[id].operands)
      reached[operand] = true;
  }
  return nodes;
}

NormShape normOf(const Block &block, ValueId result, ValueId argument) {
  NormShape norm;
  int means = 0;
  for (const Node *node : nodesOf(block.graph, result, argument)) {
    means += node->op == Op::mean;
    const Parameter *parameter = parameterOf(block, *node);
    norm.gain |= isNamed(parameter, "gain");
    norm.bias |= isNamed(parameter, "bias");
    if (node->op == Op::sqrt) // of the mean square and eps
      for (ValueId operand : block.graph.nodes[node->operands[0]].operands)
        if (const ConstantAttr *constant = constantOf(block.graph, operand))
          norm.eps = constant->values[0];
    if (node->op == Op::add)
      for (ValueId operand : node->operands)
        if (isNamed(parameterOf(block, block.graph.nodes[operand]), "gain"))
          norm.offset = 1;
  }
  norm.type = means == 2 ? "layernorm" : "rmsnorm";
  return norm;
}

NormShape normOf(const Block &block) {
  ValueId argument = 0;
  for (size_t id = 0; id < block.graph.nodes.size(); ++id)
    if (block.graph.nodes[id].op == Op::input)
      argument = ValueId(id);
  return normOf(block, block.graph.result, argument);
}

const Region *findRegion(const Block &block, Region::Role role) {
  auto at = std::find_if(block.regions.begin(), block.regions.end(),
                         [&](const Region &region) { return region.role == role; });
  return at == block.regions.end() ? nullptr : &*at;
}

const Region *findRegion(const Block &block, std::string_view path) {
  auto at = std::find_if(block.regions.begin(), block.regions.end(),
                         [&](const Region &region) { return region.path == path; });
  return at == block.regions.end() ? nullptr : &*at;
}

FeedForwardShape feedForwardOf(const Block &block) {
  const Region *region = findRegion(block, Region::Role::ffn);
  if (!region)
    return {};
  std::vector<const Node *> nodes = nodesOf(block.graph, region->result, region->argument);
  auto linears =
      std::count_if(nodes.begin(), nodes.end(), [](const Node *node) { return node->op == Op::linear; });
  return {linears == 3, activationOf(nodes)};
}

std::string placementOf(const Block &block) {
  const Region *attention = findRegion(block, Region::Role::attention),
               *ffn = findRegion(block, Region::Role::ffn);
  if (!attention || !ffn)
    return "other";
  const Region *before = normInto(block, attention->argument), *next = normInto(block, ffn->argument);
  bool isBehind = isNormed(block, attention->result);
  if (before && before == next)
    return "parallel_shared";
  if (before && next && before->argument == next->argument)
    return "parallel_two";
  if (isBehind)
    return before ? "sandwich" : "res_post";
  return before ? "pre" : "post";
}

const AttendAttr *attendOf(const Block &block) {
  for (const Node &node : block.graph.nodes)
    if (auto *attr = std::get_if<AttendAttr>(&node.attributes))
      return attr;
  return nullptr;
}

const RotateAttr *rotateOf(const Block &block) {
  for (const Node &node : block.graph.nodes)
    if (auto *attr = std::get_if<RotateAttr>(&node.attributes))
      return attr;
  return nullptr;
}

std::optional<double> softcapOf(const Graph &expression) {
  for (const Node &node : expression.nodes) {
    if (node.op != Op::tanh)
      continue;
    for (ValueId operand : expression.nodes[node.operands[0]].operands)
      if (const ConstantAttr *constant = constantOf(expression, operand))
        return constant->values[0];
  }
  return std::nullopt;
}

} // namespace tenon::importer
