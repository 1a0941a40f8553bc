// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/validate/GraphEdit.h"

#include <algorithm>

namespace tenon::validate {

using graph::Op;

graph::ValueId GraphEdit::insertAfter(ValueId at, Op op, std::vector<ValueId> operands, graph::Shape shape,
                                      graph::Attributes attributes) {
  auto shift = [at](ValueId &id) {
    if (id > at)
      ++id;
  };
  for (graph::Node &node : nodes)
    std::for_each(node.operands.begin(), node.operands.end(), shift);
  std::for_each(pending.begin(), pending.end(), shift);
  shift(block.graph.result);
  graph::Node node;
  node.op = op;
  node.operands = std::move(operands);
  node.shape = std::move(shape);
  node.attributes = std::move(attributes);
  node.location = nodes[at].location;
  node.path = nodes[at].path;
  nodes.insert(nodes.begin() + at + 1, std::move(node));
  return at + 1;
}

graph::ValueId GraphEdit::insertConstant(ValueId at, double value) {
  return insertAfter(at, Op::constant, {}, {1}, graph::ConstantAttr{{value}});
}

graph::Block GraphEdit::take() {
  std::vector<bool> needed(nodes.size(), false);
  needed[block.graph.result] = true;
  for (size_t id = nodes.size(); id-- > 0;)
    for (ValueId operand : nodes[id].operands)
      needed[operand] = needed[operand] || needed[id];
  std::vector<ValueId> place(nodes.size());
  std::vector<graph::Node> kept;
  for (size_t id = 0; id < nodes.size(); ++id) {
    place[id] = static_cast<ValueId>(kept.size());
    if (needed[id])
      kept.push_back(std::move(nodes[id]));
  }
  for (graph::Node &node : kept)
    for (ValueId &operand : node.operands)
      operand = place[operand];
  block.graph.result = place[block.graph.result];
  nodes = std::move(kept);
  graph::Storage &result = nodes[block.graph.result].storage;
  result = std::max(result, graph::Storage::residual);
  return std::move(block);
}

void GraphEdit::replaceUses(ValueId from, ValueId to, ValueId except) {
  for (ValueId id = 0; id < nodes.size(); ++id)
    if (id != except)
      std::replace(nodes[id].operands.begin(), nodes[id].operands.end(), from, to);
  if (block.graph.result == from)
    block.graph.result = to;
}

double GraphEdit::constant(ValueId id) const {
  return std::get<graph::ConstantAttr>(nodes[id].attributes).values[0];
}

bool GraphEdit::constantOperand(ValueId id, ValueId &other, ValueId &constant) const {
  const std::vector<ValueId> &operands = nodes[id].operands;
  for (size_t i = 0; i < 2 && operands.size() == 2; ++i)
    if (isConstant(operands[i]) && !isConstant(operands[1 - i])) {
      constant = operands[i];
      other = operands[1 - i];
      return true;
    }
  return false;
}

bool GraphEdit::isCentred(ValueId id) const {
  const graph::Node &node = nodes[id];
  return node.op == Op::sub && operand(id, 1).op == Op::mean &&
         operand(id, 1).operands[0] == node.operands[0];
}

bool GraphEdit::isTokenFree(ValueId id) const {
  const graph::Node &node = nodes[id];
  if (node.op == Op::input || node.op == Op::position || node.op == Op::attend)
    return false;
  return std::all_of(node.operands.begin(), node.operands.end(),
                     [this](ValueId operand) { return isTokenFree(operand); });
}

std::vector<bool> GraphEdit::dependents(ValueId from) const {
  std::vector<bool> depends(nodes.size(), false);
  depends[from] = true;
  for (ValueId id = from + 1; id < nodes.size(); ++id)
    for (ValueId operand : nodes[id].operands)
      if (depends[operand])
        depends[id] = true;
  return depends;
}

} // namespace tenon::validate
