// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks made by hand, for tests of the interpreter and of the criterion.
#ifndef TENON_TESTS_ORACLE_INPUTS_BLOCKS_H
#define TENON_TESTS_ORACLE_INPUTS_BLOCKS_H

#include "dsl/graph/Builder.h"

#include <cmath>
#include <functional>
#include <numbers>

namespace tenon::tests {

using graph::Block;
using graph::Builder;
using graph::Format;
using graph::Op;
using graph::Shape;
using graph::ValueId;

/// Formats of a block: inside, and of the stream.
struct Types {
  Format dtype = Format::f32, residual = Format::f32;
};

/// A graph in the making, with the parameters it uses.
class Maker {
public:
  Maker(std::string name, int64_t width, Types types = {}) {
    block.name = std::move(name);
    block.width = width;
    block.dtype = block.weights = block.cache = types.dtype;
    block.residual = types.residual;
    x = builder.leaf(Op::input, {width});
    builder.permit(x, graph::Storage::residual);
  }

  Builder builder;
  Block block;
  ValueId x;

  ValueId number(double value) { return builder.number(value); }
  ValueId op(Op op, ValueId a) { return builder.elementwise(op, {a}); }
  ValueId op(Op op, ValueId a, ValueId b) { return builder.elementwise(op, {a, b}); }
  ValueId add(ValueId a, ValueId b) { return op(Op::add, a, b); }
  ValueId sub(ValueId a, ValueId b) { return op(Op::sub, a, b); }
  ValueId mul(ValueId a, ValueId b) { return op(Op::mul, a, b); }
  ValueId div(ValueId a, ValueId b) { return op(Op::div, a, b); }
  ValueId mean(ValueId a) { return builder.reduce(Op::mean, a); }
  int64_t size(ValueId a) const { return builder.node(a).shape.back(); }

  ValueId param(const std::string &name, Shape shape, double identity) {
    return builder.leaf(Op::param, shape,
                        graph::ParamAttr{addParam(name, shape, identity, graph::Parameter::Role::param)});
  }
  ValueId linear(const std::string &name, ValueId a, int64_t out, bool bias = false) {
    graph::LinearAttr attributes{
        addParam(name + ".weight", {out, size(a)}, 0, graph::Parameter::Role::weight), std::nullopt};
    if (bias)
      attributes.bias = addParam(name + ".bias", {out}, 0, graph::Parameter::Role::bias);
    ValueId result = builder.whole(Op::linear, {a}, {out}, attributes);
    builder.permit(result, graph::Storage::dtype);
    return result;
  }

  ValueId rmsNorm(const std::string &name, ValueId a, double eps, double offset = 0, bool cast = false) {
    ValueId n = div(a, op(Op::sqrt, add(mean(builder.power(a, 2)), number(eps))));
    if (cast)
      n = op(Op::round, n);
    return mul(n, add(number(offset), param(name + ".gain", {size(a)}, 1 - offset)));
  }
  ValueId layerNorm(const std::string &name, ValueId a, double eps) {
    ValueId c = sub(a, mean(a));
    ValueId n = div(c, op(Op::sqrt, add(mean(builder.power(c, 2)), number(eps))));
    return add(mul(n, param(name + ".gain", {size(a)}, 1)), param(name + ".bias", {size(a)}, 0));
  }
  ValueId silu(ValueId z) { return mul(z, op(Op::sigmoid, z)); }
  ValueId geluErf(ValueId z) { return mul(z, op(Op::normal_cdf, z)); }
  ValueId geluTanh(ValueId z) {
    ValueId inner = add(z, mul(number(0.044715), builder.power(z, 3)));
    return mul(z, op(Op::sigmoid, mul(number(2 * std::sqrt(2 / std::numbers::pi)), inner)));
  }
  ValueId relu2(ValueId z) { return builder.power(op(Op::max, z, number(0)), 2); }

  using Activation = std::function<ValueId(ValueId)>;
  ValueId glu(ValueId a, int64_t hidden, Activation act, bool bias = false) {
    ValueId gate = linear("ffn.gate", a, hidden, bias), up = linear("ffn.up", a, hidden, bias);
    return linear("ffn.down", mul(act(gate), up), size(a), bias);
  }
  ValueId mlp(ValueId a, int64_t hidden, Activation act, bool bias = false) {
    return linear("ffn.down", act(linear("ffn.up", a, hidden, bias)), size(a), bias);
  }

  struct Attention {
    int64_t heads = 2, keyHeads = 2, headSize = 4;
    double theta = 0; ///< 0: no rotation
    graph::Pairs pairs = graph::Pairs::half;
    double scale = 0; ///< 0: 1 / sqrt(headSize)
    std::shared_ptr<const graph::Graph> mask = nullptr, score = nullptr;
    bool sinks = false;
  };
  ValueId heads(const std::string &name, ValueId a, int64_t count, const Attention &options, bool rotate) {
    ValueId rows = linear(name, a, count * options.headSize);
    ValueId split = builder.whole(Op::split, {rows}, {count, options.headSize}, {});
    if (!rotate || options.theta == 0)
      return split;
    std::vector<double> frequencies;
    for (int64_t i = 0; i < options.headSize / 2; ++i)
      frequencies.push_back(
          std::pow(options.theta, -2.0 * static_cast<double>(i) / static_cast<double>(options.headSize)));
    ValueId table = builder.constant(frequencies, {options.headSize / 2});
    return builder.whole(Op::rotate, {split, table}, {count, options.headSize},
                         graph::RotateAttr{options.headSize, options.pairs, 1});
  }
  ValueId attention(ValueId a, const Attention &options) {
    std::vector<ValueId> operands{heads("attention.q", a, options.heads, options, true),
                                  heads("attention.k", a, options.keyHeads, options, true),
                                  heads("attention.v", a, options.keyHeads, options, false)};
    if (options.sinks)
      operands.push_back(param("attention.sinks", {options.heads}, -INFINITY));
    double scale = options.scale != 0 ? options.scale : 1 / std::sqrt(static_cast<double>(options.headSize));
    ValueId attended = builder.whole(Op::attend, operands, {options.heads, options.headSize},
                                     graph::AttendAttr{scale, options.score, options.mask});
    ValueId merged = builder.whole(Op::merge, {attended}, {options.heads * options.headSize}, {});
    return linear("attention.o", merged, size(a));
  }

  ValueId residual(ValueId a, ValueId branch) {
    ValueId sum = add(a, branch);
    builder.permit(sum, graph::Storage::residual);
    return sum;
  }

  Block finish(ValueId result) {
    std::vector<ValueId> remap;
    block.graph = builder.finish(result, remap);
    return block;
  }

private:
  graph::ParamId addParam(const std::string &name, Shape shape, double identity,
                          graph::Parameter::Role role) {
    graph::Parameter parameter;
    parameter.name = name;
    parameter.shape = std::move(shape);
    parameter.storage = role == graph::Parameter::Role::weight ? block.weights : Format::f32;
    parameter.identity = identity;
    parameter.role = role;
    block.params.push_back(std::move(parameter));
    return static_cast<graph::ParamId>(block.params.size() - 1);
  }
};

/// k <= q, and q - k < window where one is given.
inline std::shared_ptr<const graph::Graph> causalMask(int64_t window = 0) {
  Builder b;
  ValueId q = b.leaf(Op::argument, {1}, graph::ArgumentAttr{graph::Argument::query});
  ValueId k = b.leaf(Op::argument, {1}, graph::ArgumentAttr{graph::Argument::key});
  ValueId mask = b.elementwise(Op::le, {k, q});
  if (window > 0) {
    ValueId near =
        b.elementwise(Op::lt, {b.elementwise(Op::sub, {q, k}), b.number(static_cast<double>(window))});
    mask = b.elementwise(Op::logical_and, {mask, near});
  }
  std::vector<ValueId> remap;
  return std::make_shared<graph::Graph>(b.finish(mask, remap));
}

/// cap * tanh(s / cap)
inline std::shared_ptr<const graph::Graph> softcapScore(double cap) {
  Builder b;
  ValueId s = b.leaf(Op::argument, {1}, graph::ArgumentAttr{graph::Argument::score});
  ValueId inner = b.elementwise(Op::tanh, {b.elementwise(Op::div, {s, b.number(cap)})});
  std::vector<ValueId> remap;
  return std::make_shared<graph::Graph>(b.finish(b.elementwise(Op::mul, {b.number(cap), inner}), remap));
}

} // namespace tenon::tests

#endif
