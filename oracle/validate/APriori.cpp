// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/validate/APriori.h"

#include "dsl/graph/Scalar.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tenon::validate {
namespace {

double square(double x) { return x * x; }

/// u^2 of one rounding to `format`; that of 16 bits with a scale for quantised ones.
double rounding(graph::Format format) {
  switch (format) {
  case graph::Format::f32:
    return square(0x1p-24);
  case graph::Format::bf16:
    return square(0x1p-8);
  case graph::Format::f16:
    return square(0x1p-11);
  default:
    return square(0x1p-15);
  }
}

/// Squared relative errors, node after node.
class Propagation {
public:
  Propagation(const graph::Block &block, size_t tokens)
      : block(block), keys(static_cast<double>(tokens)), error(block.graph.nodes.size()) {}

  double operator()() {
    for (size_t i = 0; i < error.size(); ++i) {
      const graph::Node &node = block.graph.nodes[i];
      error[i] = ofNode(node);
      if (node.storage != graph::Storage::none && node.op != graph::Op::input)
        error[i] += rounding(block.formatOf(node.storage));
    }
    return std::sqrt(error[block.graph.result] + rounding(block.residual));
  }

private:
  double operand(const graph::Node &node, size_t i) const { return error[node.operands[i]]; }
  double length(const graph::Node &node, size_t i) const {
    return static_cast<double>(block.graph.nodes[node.operands[i]].shape.back());
  }
  double largest(const graph::Node &node) const {
    double most = 0;
    for (graph::ValueId id : node.operands)
      most = std::max(most, error[id]);
    return most;
  }

  double ofNode(const graph::Node &node) const {
    using graph::Op;
    if (const graph::Unary *unary = graph::findUnary(node.op))
      return square(unary->condition) * operand(node, 0) + square(unary->roundings) * f32;
    switch (node.op) {
    case Op::round:
      return operand(node, 0) + rounding(block.dtype);
    case Op::power: {
      double exponent = std::get<graph::PowerAttr>(node.attributes).exponent;
      return square(exponent) * operand(node, 0) + exponent * f32;
    }
    case Op::add: // the terms as uncorrelated: the sum is as large as the larger one
    case Op::sub:
      return largest(node) + f32;
    case Op::mul:
    case Op::div:
      return product(node) + f32;
    case Op::mean:
    case Op::sum: // 8 chains; all terms of one sign, their errors in step
      return operand(node, 0) + (length(node, 0) / 8 + 4) * f32;
    case Op::linear:
      return linear(node);
    case Op::rotate:
      return operand(node, 0) + 4 * f32;
    case Op::attend:
      return attend(node);
    default: // leaves have none; the rest passes its operands on
      return largest(node);
    }
  }

  double product(const graph::Node &node) const {
    if (node.operands[0] == node.operands[1])
      return 4 * operand(node, 0);
    return operand(node, 0) + operand(node, 1);
  }

  /// A chain of k terms: the j-th addition rounds a sum of size sqrt(j), so the squares add up to k^2 / 2
  /// against a result of k; each product adds one u.
  double linear(const graph::Node &node) const {
    graph::Format weights = block.params[std::get<graph::LinearAttr>(node.attributes).weight].storage;
    double input = rounding(graph::isQuantised(weights) ? weights : block.dtype);
    return operand(node, 0) + input + (length(node, 0) / 2 + 1) * f32 + rounding(block.dtype);
  }

  /// Scores of a few units, so that their relative error counts about 3 times in the probabilities.
  double attend(const graph::Node &node) const {
    double rounded = rounding(block.dtype), cached = rounding(block.cache);
    double score = operand(node, 0) + rounded + operand(node, 1) + cached + (length(node, 0) / 2 + 2) * f32;
    double value = operand(node, 2) + cached + rounded + (keys / 2 + 2) * f32;
    return 9 * score + function + value + rounded;
  }

  const graph::Block &block;
  double keys;
  std::vector<double> error;
  const double f32 = rounding(graph::Format::f32);
  const double function = 16 * f32; ///< 2 ulp, which numerics allow a function of one number
};

} // namespace

double aPrioriBound(const graph::Block &block, size_t tokens) { return Propagation(block, tokens)(); }

} // namespace tenon::validate
