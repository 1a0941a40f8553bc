// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/graph/Builder.h"

#include <algorithm>
#include <bit>

namespace tenon::graph {

std::optional<Shape> broadcast(const Shape &a, const Shape &b) {
  Shape result(std::max(a.size(), b.size()), 1);
  for (size_t i = 0; i < result.size(); ++i) {
    int64_t left = i < a.size() ? a[a.size() - 1 - i] : 1;
    int64_t right = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (left != right && left != 1 && right != 1)
      return std::nullopt;
    result[result.size() - 1 - i] = left == 1 ? right : left;
  }
  return result;
}

namespace {

bool isComparison(Op op) { return op == Op::lt || op == Op::le || op == Op::eq; }
bool isLogical(Op op) { return op == Op::logical_and || op == Op::logical_or || op == Op::logical_not; }

size_t mix(size_t seed, uint64_t value) { return (seed ^ value) * 0x9E3779B97F4A7C15ull + (seed >> 29); }

struct HashAttributes {
  size_t operator()(const std::monostate &) const { return 0; }
  size_t operator()(const ConstantAttr &attr) const {
    size_t hash = attr.values.size();
    for (double value : attr.values)
      hash = mix(hash, std::bit_cast<uint64_t>(value));
    return hash;
  }
  size_t operator()(const ParamAttr &attr) const { return attr.param; }
  size_t operator()(const ArgumentAttr &attr) const { return size_t(attr.argument); }
  size_t operator()(const PowerAttr &attr) const { return attr.exponent; }
  size_t operator()(const LinearAttr &attr) const { return attr.weight; }
  size_t operator()(const RotateAttr &attr) const { return size_t(attr.dim); }
  size_t operator()(const AttendAttr &attr) const { return std::bit_cast<uint64_t>(attr.scale); }
  size_t operator()(const LookupAttr &attr) const { return attr.table; }
  size_t operator()(const EmbedAttr &attr) const { return attr.table; }
};

bool sameBits(double a, double b) { return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b); }

struct SameAttributes {
  template <typename A, typename B> bool operator()(const A &, const B &) const { return false; }
  bool operator()(const std::monostate &, const std::monostate &) const { return true; }
  bool operator()(const ConstantAttr &a, const ConstantAttr &b) const {
    return std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(), sameBits);
  }
  bool operator()(const ParamAttr &a, const ParamAttr &b) const { return a.param == b.param; }
  bool operator()(const ArgumentAttr &a, const ArgumentAttr &b) const { return a.argument == b.argument; }
  bool operator()(const PowerAttr &a, const PowerAttr &b) const { return a.exponent == b.exponent; }
  bool operator()(const LinearAttr &a, const LinearAttr &b) const {
    return a.weight == b.weight && a.bias == b.bias;
  }
  bool operator()(const RotateAttr &a, const RotateAttr &b) const {
    return a.dim == b.dim && a.pairs == b.pairs && sameBits(a.magnitude, b.magnitude);
  }
  /// Two attends are the same only if they share their expressions.
  bool operator()(const AttendAttr &a, const AttendAttr &b) const {
    return sameBits(a.scale, b.scale) && a.score == b.score && a.mask == b.mask;
  }
  bool operator()(const LookupAttr &a, const LookupAttr &b) const { return a.table == b.table; }
  bool operator()(const EmbedAttr &a, const EmbedAttr &b) const {
    return a.index == b.index && a.table == b.table && a.offset == b.offset;
  }
};

size_t hashOf(const Node &node) {
  size_t hash = mix(size_t(node.op), std::visit(HashAttributes{}, node.attributes));
  for (ValueId operand : node.operands)
    hash = mix(hash, operand);
  for (int64_t size : node.shape)
    hash = mix(hash, uint64_t(size));
  return hash;
}

bool sameNode(const Node &a, const Node &b) {
  return a.op == b.op && a.operands == b.operands && a.shape == b.shape && a.isBool == b.isBool &&
         std::visit(SameAttributes{}, a.attributes, b.attributes);
}

} // namespace

ValueId Builder::add(Node node) {
  size_t hash = hashOf(node);
  auto [first, last] = known.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (sameNode(nodes[it->second], node))
      return it->second;
  node.location = location;
  node.path = path;
  nodes.push_back(std::move(node));
  ValueId id = ValueId(nodes.size() - 1);
  known.emplace(hash, id);
  return id;
}

std::optional<double> Builder::scalar(ValueId id) const {
  if (!isConstant(id) || elements(nodes[id].shape) != 1)
    return std::nullopt;
  return std::get<ConstantAttr>(nodes[id].attributes).values[0];
}

ValueId Builder::constant(std::vector<double> values, Shape shape, bool isBool) {
  Node node;
  node.op = Op::constant;
  node.shape = std::move(shape);
  node.isBool = isBool;
  node.attributes = ConstantAttr{std::move(values)};
  return add(std::move(node));
}

ValueId Builder::leaf(Op op, Shape shape, Attributes attributes) {
  return whole(op, {}, std::move(shape), std::move(attributes));
}

ValueId Builder::whole(Op op, std::vector<ValueId> operands, Shape shape, Attributes attributes) {
  Node node;
  node.op = op;
  node.operands = std::move(operands);
  node.shape = std::move(shape);
  node.attributes = std::move(attributes);
  return add(std::move(node));
}

ValueId Builder::elementwise(Op op, std::vector<ValueId> operands) {
  Shape shape = nodes[operands[0]].shape;
  for (ValueId operand : operands)
    shape = *broadcast(shape, nodes[operand].shape);
  if (auto folded = foldIdentity(op, operands, shape))
    return *folded;
  if (auto folded = foldConstants(op, operands, shape))
    return *folded;
  bool isBool = isComparison(op) || isLogical(op) || (op == Op::select && nodes[operands[1]].isBool);
  Node node;
  node.op = op;
  node.operands = std::move(operands);
  node.shape = std::move(shape);
  node.isBool = isBool;
  return add(std::move(node));
}

ValueId Builder::power(ValueId base, uint32_t exponent) {
  if (exponent == 0)
    return constant(std::vector<double>(elements(nodes[base].shape), 1.0), nodes[base].shape);
  if (exponent == 1)
    return base;
  if (isConstant(base)) {
    std::vector<double> values = std::get<ConstantAttr>(nodes[base].attributes).values;
    for (double &value : values) {
      double factor = value;
      for (uint32_t i = 1; i < exponent; ++i)
        value *= factor;
    }
    return constant(std::move(values), nodes[base].shape);
  }
  return whole(Op::power, {base}, nodes[base].shape, PowerAttr{exponent});
}

ValueId Builder::reduce(Op op, ValueId operand) {
  Shape shape = nodes[operand].shape;
  if (shape.back() == 1)
    return operand; // the mean and the sum of one value
  shape.back() = 1;
  return whole(op, {operand}, std::move(shape), {});
}

ValueId Builder::append(const Graph &other, ValueId input, ParamId firstParam) {
  std::vector<ValueId> places;
  for (Node node : other.nodes) {
    if (node.op == Op::input) {
      places.push_back(input);
      continue;
    }
    for (ValueId &operand : node.operands)
      operand = places[operand];
    renumberParameters(node, [&](ParamId id) { return firstParam + id; });
    location = node.location;
    path = node.path;
    places.push_back(add(std::move(node)));
  }
  return places[other.result];
}

void Builder::permit(ValueId id, Storage storage) {
  Op op = nodes[id].op;
  if (op == Op::constant || op == Op::param)
    return; // stored as parameters are, or exact
  nodes[id].storage = std::max(nodes[id].storage, storage);
}

Graph Builder::finish(ValueId result, std::vector<ValueId> &remap) const {
  std::vector<bool> live(nodes.size(), false);
  live[result] = true;
  for (size_t id = nodes.size(); id-- > 0;)
    if (live[id])
      for (ValueId operand : nodes[id].operands)
        live[operand] = true;
  Graph graph;
  remap.assign(nodes.size(), UINT32_MAX);
  for (size_t id = 0; id < nodes.size(); ++id) {
    if (!live[id])
      continue;
    remap[id] = ValueId(graph.nodes.size());
    graph.nodes.push_back(nodes[id]);
    for (ValueId &operand : graph.nodes.back().operands)
      operand = remap[operand];
  }
  graph.result = remap[result];
  return graph;
}

} // namespace tenon::graph
