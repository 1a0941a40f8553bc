// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scores and masks: expressions over the numbers of one (query, key, head).
#ifndef TENON_ORACLE_REFERENCE_EXPRESSION_H
#define TENON_ORACLE_REFERENCE_EXPRESSION_H

#include "oracle/reference/Interpreter.h"
#include "oracle/reference/Scalar.h"

#include <array>

namespace tenon::reference {

/// What the `argument` leaves stand for.
template <class Real> struct Arguments {
  Real score, query, key, head;
};

/// Evaluates one score or mask graph. Cheap to copy, so that each thread has its own.
template <class Policy> class Expression {
public:
  using Real = typename Policy::Real;

  Expression(const graph::Graph &graph, const graph::Block &block, const Parameters &parameters)
      : graph(&graph), block(&block), parameters(&parameters), values(graph.nodes.size()) {}

  Real operator()(const Arguments<Real> &arguments) {
    for (size_t i = 0; i < graph->nodes.size(); ++i)
      values[i] = evaluate(graph->nodes[i], arguments);
    return values[graph->result];
  }

private:
  Real operand(const graph::Node &node, size_t i) const { return values[node.operands[i]]; }

  Real evaluate(const graph::Node &node, const Arguments<Real> &arguments) const {
    using graph::Op;
    if (isUnary(node.op))
      return unary(node.op, operand(node, 0));
    if (isBinary(node.op))
      return binary(node.op, operand(node, 0), operand(node, 1));
    switch (node.op) {
    case Op::argument:
      return argument(std::get<graph::ArgumentAttr>(node.attributes).argument, arguments);
    case Op::constant:
      return static_cast<Real>(std::get<graph::ConstantAttr>(node.attributes).values[0]);
    case Op::param:
      return param(std::get<graph::ParamAttr>(node.attributes).param, arguments);
    case Op::round:
      return static_cast<Real>(roundTo(block->dtype, operand(node, 0)));
    case Op::power:
      return power(operand(node, 0), std::get<graph::PowerAttr>(node.attributes).exponent);
    case Op::select: // the untaken value never matters
      return operand(node, 0) != 0 ? operand(node, 1) : operand(node, 2);
    case Op::lookup:
      return lookup(std::get<graph::LookupAttr>(node.attributes).table, operand(node, 0), operand(node, 1));
    default: // mean and sum of one number, split and merge: the number itself
      return operand(node, 0);
    }
  }

  static Real argument(graph::Argument which, const Arguments<Real> &arguments) {
    switch (which) {
    case graph::Argument::score:
      return arguments.score;
    case graph::Argument::query:
      return arguments.query;
    case graph::Argument::key:
      return arguments.key;
    case graph::Argument::head:
      break;
    }
    return arguments.head;
  }

  /// A parameter with one element, or with one per head.
  Real param(graph::ParamId id, const Arguments<Real> &arguments) const {
    std::span<const float> data = (*parameters)[id];
    return data.size() == 1 ? data[0] : data[static_cast<size_t>(arguments.head)];
  }

  /// table[row, column]; outside of the table there is no number.
  Real lookup(graph::ParamId id, Real row, Real column) const {
    const graph::Shape &shape = block->params[id].shape;
    bool inside = row >= 0 && column >= 0 && row < shape[0] && column < shape[1];
    if (!inside)
      return std::numeric_limits<Real>::quiet_NaN();
    return (*parameters)[id][static_cast<size_t>(row) * shape[1] + static_cast<size_t>(column)];
  }

  const graph::Graph *graph;
  const graph::Block *block;
  const Parameters *parameters;
  std::vector<Real> values;
};

} // namespace tenon::reference

#endif
