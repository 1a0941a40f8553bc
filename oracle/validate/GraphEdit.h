// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small changes of a graph, for mutations.
#ifndef TENON_ORACLE_VALIDATE_GRAPHEDIT_H
#define TENON_ORACLE_VALIDATE_GRAPHEDIT_H

#include "dsl/graph/Graph.h"

#include <optional>
#include <vector>

namespace tenon::validate {

/// Edits a copy of a block. Operands are earlier nodes, so an insertion moves
/// the ids behind it; ids that must survive one lie in `pending`.
class GraphEdit {
public:
  using ValueId = graph::ValueId;

  explicit GraphEdit(const graph::Block &original) : block(original), nodes(block.graph.nodes) {}
  GraphEdit(const GraphEdit &) = delete; // `nodes` refers to its own block

  graph::Block block;
  std::vector<graph::Node> &nodes;
  std::vector<ValueId> pending;

  /// Calls change(*this, id) for each node of the original, the last first; it says whether it changed
  /// something. The edited block, or nothing where nothing changed.
  template <class F> std::optional<graph::Block> changeEach(F change) {
    for (ValueId id = 0; id < nodes.size(); ++id)
      pending.push_back(id);
    bool changed = false;
    while (!pending.empty()) {
      ValueId id = pending.back();
      pending.pop_back();
      changed |= change(*this, id);
    }
    return changed ? std::optional(take()) : std::nullopt;
  }

  /// The edited block, without the nodes that nothing needs any more.
  graph::Block take();

  /// Puts an element-wise node right behind `at`; `operands` are at or before it.
  ValueId insertAfter(ValueId at, graph::Op op, std::vector<ValueId> operands, graph::Shape shape,
                      graph::Attributes attributes = {});
  ValueId insertConstant(ValueId at, double value);

  /// Makes every user of `from` use `to`, but `except`.
  void replaceUses(ValueId from, ValueId to, ValueId except = ~ValueId(0));

  const graph::Node &operand(ValueId id, size_t i) const { return nodes[nodes[id].operands[i]]; }
  bool isConstant(ValueId id) const { return nodes[id].op == graph::Op::constant; }
  double constant(ValueId id) const;
  /// The operand of a binary node that is not a constant and the one that is, or false.
  bool constantOperand(ValueId id, ValueId &other, ValueId &constant) const;
  /// Whether `id` is sub(x, mean(x)).
  bool isCentred(ValueId id) const;
  /// A value without a token axis: parameters, constants, and what is made of them.
  bool isTokenFree(ValueId id) const;
  /// Nodes that depend on `from`, itself included.
  std::vector<bool> dependents(ValueId from) const;
};

} // namespace tenon::validate

#endif
