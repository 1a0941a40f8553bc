// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a graph: shares equal values, folds identities and constants.
#ifndef TENON_DSL_GRAPH_BUILDER_H
#define TENON_DSL_GRAPH_BUILDER_H

#include "dsl/graph/Graph.h"

#include <functional>
#include <unordered_map>

namespace tenon::graph {

/// The shape of an element-wise result: axes of length 1 broadcast, missing
/// leading axes too. Nothing where the shapes do not fit.
std::optional<Shape> broadcast(const Shape &a, const Shape &b);

/// Adds nodes to one graph. Operands must have been made by the same builder
/// and fit the operation (the caller has checked shapes and types). A result
/// may be an earlier node or a constant: `x + 0` is x, `x * 1` is x.
class Builder {
public:
  /// Where the nodes made from here on come from.
  Location location;
  std::string path;

  const Node &node(ValueId id) const { return nodes[id]; }
  size_t size() const { return nodes.size(); }
  /// The single number that `id` is, if it is a constant of one element.
  std::optional<double> scalar(ValueId id) const;
  bool isConstant(ValueId id) const { return nodes[id].op == Op::constant; }

  ValueId constant(std::vector<double> values, Shape shape, bool isBool = false);
  ValueId number(double value) { return constant({value}, {1}); }
  ValueId leaf(Op op, Shape shape, Attributes attributes = {});
  /// Any element-wise operation but `power`; the shape is that of the broadcast.
  ValueId elementwise(Op op, std::vector<ValueId> operands);
  ValueId power(ValueId base, uint32_t exponent);
  ValueId reduce(Op op, ValueId operand);
  /// linear, split, merge, rotate, attend, lookup: nothing is folded.
  ValueId whole(Op op, std::vector<ValueId> operands, Shape shape, Attributes attributes);

  /// The nodes of `other`, whose input is `input` and whose parameters are those from
  /// `firstParam` on; its result.
  ValueId append(const Graph &other, ValueId input, ParamId firstParam);

  /// Permits rounding of `id`; of two permissions the later of
  /// dtype < residual < cache stays.
  void permit(ValueId id, Storage storage);

  /// The graph without dead nodes. `remap[id]` is the new place of a node, or
  /// UINT32_MAX for one that is gone.
  Graph finish(ValueId result, std::vector<ValueId> &remap) const;

private:
  ValueId add(Node node);
  std::optional<ValueId> foldConstants(Op op, const std::vector<ValueId> &operands, const Shape &shape);
  std::optional<ValueId> foldIdentity(Op op, const std::vector<ValueId> &operands, const Shape &shape);
  std::optional<ValueId> foldBool(Op op, const std::vector<ValueId> &operands);

  std::vector<Node> nodes;
  std::unordered_multimap<size_t, ValueId> known; ///< by hash, to share equal nodes
};

/// The value of an element-wise operation on numbers, as constants are folded.
double evaluate(Op op, const double *operands);

/// Gives every parameter that `node` (or its score and mask) names the number that `number` answers.
void renumberParameters(Node &node, const std::function<ParamId(ParamId)> &number);

/// Takes out parameters that no node of the graph (or of its scores and masks) names.
void dropUnusedParameters(Block &block);

} // namespace tenon::graph

#endif
