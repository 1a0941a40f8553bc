// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interpreter proper: node after node, each for all rows of the batch.
#ifndef TENON_ORACLE_REFERENCE_EVALUATOR_H
#define TENON_ORACLE_REFERENCE_EVALUATOR_H

#include "oracle/reference/Attend.h"
#include "oracle/reference/Broadcast.h"
#include "oracle/reference/Linear.h"
#include "oracle/reference/Reduce.h"

namespace tenon::reference {

template <class Policy> class Evaluator {
public:
  using Real = typename Policy::Real;

  /// One node's results: [tokens, size], or [1, size] where no token is involved.
  struct Value {
    std::vector<Real> data;
    size_t size = 0;
    bool perToken = false;

    const Real *row(size_t token) const { return data.data() + (perToken ? token * size : 0); }
  };

  Evaluator(const graph::Block &block, const Parameters &parameters, const Batch &batch,
            std::span<const double> x, const Options &options)
      : block(block), parameters(parameters), batch(batch), x(x), options(options),
        positions(batch.positions()), values(block.graph.nodes.size()) {
    if (options.cache == nullptr)
      this->options.cache = &ownCache;
  }

  /// Evaluates the graph; values are dropped after their last use.
  std::vector<double> run() {
    const std::vector<graph::Node> &nodes = block.graph.nodes;
    std::vector<size_t> lastUse(nodes.size(), 0);
    for (size_t i = 0; i < nodes.size(); ++i)
      for (graph::ValueId operand : nodes[i].operands)
        lastUse[operand] = i;
    lastUse[block.graph.result] = nodes.size();
    for (size_t i = 0; i < nodes.size(); ++i) {
      evaluate(static_cast<graph::ValueId>(i));
      for (graph::ValueId operand : nodes[i].operands)
        if (lastUse[operand] == i)
          values[operand].data = {};
    }
    return result();
  }

  /// Evaluates what involves no token, and keeps it.
  void runConstants() {
    for (size_t i = 0; i < values.size(); ++i)
      if (const graph::Node &node = block.graph.nodes[i]; !involvesToken(node))
        evaluate(static_cast<graph::ValueId>(i));
      else
        values[i].perToken = true;
  }
  const std::vector<Real> &value(graph::ValueId id) const { return values[id].data; }

private:
  const Value &operand(const graph::Node &node, size_t i) const { return values[node.operands[i]]; }
  size_t rows(const Value &value) const { return value.perToken ? batch.tokens : 1; }

  bool involvesToken(const graph::Node &node) const {
    using graph::Op;
    if (node.op == Op::input || node.op == Op::position || node.op == Op::rotate || node.op == Op::attend)
      return true;
    for (graph::ValueId operand : node.operands)
      if (values[operand].perToken)
        return true;
    return false;
  }

  void evaluate(graph::ValueId id) {
    const graph::Node &node = block.graph.nodes[id];
    Value &out = values[id];
    out.size = static_cast<size_t>(graph::elements(node.shape));
    out.perToken = involvesToken(node);
    out.data.resize(rows(out) * out.size);
    compute(id, node, out);
    if (node.storage != graph::Storage::none && !node.isBool)
      permit(out.data, block.formatOf(node.storage));
  }

  static void permit(std::vector<Real> &data, graph::Format format) {
    for (Real &number : data)
      number = Policy::permitted(format, number);
  }

  void compute(graph::ValueId id, const graph::Node &node, Value &out) {
    using graph::Op;
    if (isUnary(node.op))
      return elementwise(node, out, [&](Real a, Real, Real) { return unary(node.op, a); });
    if (isBinary(node.op))
      return elementwise(node, out, [&](Real a, Real b, Real) { return binary(node.op, a, b); });
    switch (node.op) {
    case Op::input:
      out.data.assign(x.begin(), x.end());
      return;
    case Op::param: {
      std::span<const float> data = parameters[std::get<graph::ParamAttr>(node.attributes).param];
      out.data.assign(data.begin(), data.end());
      return;
    }
    case Op::constant: {
      const std::vector<double> &numbers = std::get<graph::ConstantAttr>(node.attributes).values;
      for (size_t i = 0; i < out.size; ++i)
        out.data[i] = static_cast<Real>(numbers.size() == 1 ? numbers[0] : numbers[i]);
      return;
    }
    case Op::position:
      out.data.assign(positions.begin(), positions.end());
      return;
    case Op::round:
      return round(id, node, out);
    case Op::power: {
      uint32_t exponent = std::get<graph::PowerAttr>(node.attributes).exponent;
      return elementwise(node, out, [&](Real a, Real, Real) { return power(a, exponent); });
    }
    case Op::select:
      return elementwise(node, out, [](Real which, Real a, Real b) { return which != 0 ? a : b; });
    case Op::mean:
    case Op::sum:
      return reduce(node, out);
    case Op::linear:
      return product(node, out);
    case Op::split: // [h * n] and [h, n] lie in memory alike
    case Op::merge:
      out.data = operand(node, 0).data;
      return;
    case Op::rotate:
      return rotate(node, out);
    case Op::attend:
      return attend(id, node, out);
    default: // the rest occurs in scores and masks only (Expression.h)
      return;
    }
  }

  /// out[i] = f(first operand, second, third), operands broadcast; missing ones are the first.
  template <class F> void elementwise(const graph::Node &node, Value &out, F f) {
    const Value *in[3];
    std::vector<uint32_t> index[3];
    for (size_t i = 0; i < 3; ++i) {
      size_t which = i < node.operands.size() ? i : 0;
      in[i] = &operand(node, which);
      index[i] = broadcast(block.graph.nodes[node.operands[which]].shape, node.shape);
    }
    parallelFor(options.threads, rows(out), 8 * out.size, [&](size_t token) {
      const Real *a = in[0]->row(token), *b = in[1]->row(token), *c = in[2]->row(token);
      Real *y = out.data.data() + token * out.size;
      for (size_t i = 0; i < out.size; ++i)
        y[i] = f(a[index[0][i]], b[index[1][i]], c[index[2][i]]);
    });
  }

  void round(graph::ValueId id, const graph::Node &node, Value &out) {
    const Value &in = operand(node, 0);
    if (options.trace && out.perToken)
      (*options.trace)[id].assign(in.data.begin(), in.data.end());
    for (size_t i = 0; i < out.data.size(); ++i)
      out.data[i] = static_cast<Real>(roundTo(block.dtype, in.data[i]));
    if (!options.overrides || !options.overrides->contains(id))
      return;
    const std::vector<double> &instead = options.overrides->at(id);
    for (size_t i = 0; i < out.data.size(); ++i)
      if (instead[i] == instead[i])
        out.data[i] = static_cast<Real>(instead[i]);
  }

  void reduce(const graph::Node &node, Value &out) {
    const Value &in = operand(node, 0);
    size_t length = static_cast<size_t>(block.graph.nodes[node.operands[0]].shape.back());
    parallelFor(options.threads, out.data.size(), 2 * length, [&](size_t i) {
      const Real *numbers = in.data.data() + i * length;
      out.data[i] = node.op == graph::Op::mean ? mean(numbers, length) : sum(numbers, length);
    });
  }

  void product(const graph::Node &node, Value &out) {
    const auto &attributes = std::get<graph::LinearAttr>(node.attributes);
    const Value &in = operand(node, 0);
    std::vector<Real> left = in.data;
    if (graph::isQuantised(block.params[attributes.weight].storage))
      Policy::permittedLimbs(left, in.size);
    else
      permit(left, block.dtype);
    const float *bias = attributes.bias ? parameters[*attributes.bias].data() : nullptr;
    linear(out.data.data(), left.data(), parameters[attributes.weight].data(), bias, rows(out), in.size,
           out.size, options.threads);
    permit(out.data, block.dtype);
  }

  /// (a, b) becomes (a cos - b sin, b cos + a sin); angles are f64 in both arithmetics.
  void rotate(const graph::Node &node, Value &out) {
    const auto &attributes = std::get<graph::RotateAttr>(node.attributes);
    std::vector<double> frequencies = constantInF64(node.operands[1]);
    const Value &in = operand(node, 0);
    size_t channels = static_cast<size_t>(node.shape.back()), pairs = frequencies.size();
    bool half = attributes.pairs == graph::Pairs::half;
    parallelFor(options.threads, batch.tokens, 64 * pairs + out.size, [&](size_t token) {
      const Real *from = in.row(token);
      Real *to = out.data.data() + token * out.size;
      std::copy(from, from + out.size, to);
      for (size_t pair = 0; pair < pairs; ++pair) {
        double angle = static_cast<double>(positions[token]) * frequencies[pair];
        Real cosine = static_cast<Real>(std::cos(angle) * attributes.magnitude);
        Real sine = static_cast<Real>(std::sin(angle) * attributes.magnitude);
        for (size_t head = 0; head < out.size; head += channels) {
          size_t first = head + (half ? pair : 2 * pair), second = half ? first + pairs : first + 1;
          to[first] = from[first] * cosine - from[second] * sine;
          to[second] = from[second] * cosine + from[first] * sine;
        }
      }
    });
  }

  /// What involves no token has the same value in f64, whatever the policy.
  std::vector<double> constantInF64(graph::ValueId id) {
    static const Batch none;
    Evaluator<Exact> constants(block, parameters, none, {}, {});
    constants.runConstants();
    return constants.value(id);
  }

  void attend(graph::ValueId id, const graph::Node &node, Value &out) {
    const graph::Shape &queryShape = block.graph.nodes[node.operands[0]].shape;
    const graph::Shape &valueShape = block.graph.nodes[node.operands[2]].shape;
    std::vector<Real> queries = operand(node, 0).data;
    permit(queries, block.dtype);
    Attend<Policy> attend{block,         parameters,    std::get<graph::AttendAttr>(node.attributes),
                          queryShape[0], valueShape[0], queryShape[1],
                          valueShape[1], queries.data()};
    if (node.operands.size() > 3) {
      attend.sinks = operand(node, 3).data.data();
      attend.sinkStride = operand(node, 3).perToken ? queryShape[0] : 0;
    }
    for (size_t s = 0; s + 1 < batch.firstRow.size(); ++s) {
      const Cache::Entry &keys = append(id, node, s);
      size_t first = batch.firstRow[s];
      size_t work = keys.keys.size() * static_cast<size_t>(attend.heads / attend.keyHeads);
      parallelFor(options.threads, batch.firstRow[s + 1] - first, work, [&](size_t i) {
        attend(out.data.data() + (first + i) * out.size, first + i, positions[first + i], keys);
      });
    }
    permit(out.data, block.dtype);
  }

  /// Puts the keys and values of sequence `s` behind those of earlier calls;
  /// what the cache held from its first position on is replaced.
  const Cache::Entry &append(graph::ValueId id, const graph::Node &node, size_t s) {
    const Value &key = operand(node, 1), &value = operand(node, 2);
    Cache::Entry &entry = options.cache->entry(id, batch.slot[s]);
    if (entry.keys.empty())
      entry.begin = batch.firstPosition[s];
    size_t kept = static_cast<size_t>(batch.firstPosition[s] - entry.begin);
    entry.keys.resize(kept * key.size);
    entry.values.resize(kept * value.size);
    auto store = [&](std::vector<double> &to, const Value &from) {
      for (size_t i = batch.firstRow[s] * from.size; i < batch.firstRow[s + 1] * from.size; ++i)
        to.push_back(Policy::permitted(block.cache, from.data[i]));
    };
    store(entry.keys, key);
    store(entry.values, value);
    return entry;
  }

  std::vector<double> result() const {
    const Value &out = values[block.graph.result];
    std::vector<double> y(batch.tokens * out.size);
    for (size_t token = 0; token < batch.tokens; ++token)
      for (size_t i = 0; i < out.size; ++i)
        y[token * out.size + i] = Policy::permitted(block.residual, out.row(token)[i]);
    return y;
  }

  const graph::Block &block;
  const Parameters &parameters;
  const Batch &batch;
  std::span<const double> x;
  Options options;
  Cache ownCache;
  std::vector<int64_t> positions;
  std::vector<Value> values;
};

} // namespace tenon::reference

#endif
