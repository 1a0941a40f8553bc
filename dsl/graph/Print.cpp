// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs as text: one parameter or value a line. No name of a kind and no
// place in a file appears, so two spellings of one block print the same.
#include "dsl/graph/Graph.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace tenon::graph {

namespace {

std::string shapeText(const Shape &shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

std::string_view storageText(Storage storage) {
  constexpr std::string_view words[] = {"", " dtype", " residual", " cache"};
  return words[size_t(storage)];
}

/// The shortest text that reads back as the same double.
std::string numberText(double value) { return fmt::format("{}", value); }

std::string constantText(const Node &node) {
  const auto &values = std::get<ConstantAttr>(node.attributes).values;
  if (node.isBool && values.size() == 1)
    return values[0] != 0 ? " true" : " false";
  std::string text = " ";
  size_t shown = std::min<size_t>(values.size(), 64);
  for (size_t i = 0; i < shown; ++i)
    text += (i ? ", " : "") + numberText(values[i]);
  return shown < values.size() ? text + ", ..." : text;
}

struct AttributeText {
  const Block &block;
  const Node &node;

  std::string name(ParamId id) const { return block.params[id].name; }
  std::string operator()(const std::monostate &) const { return ""; }
  std::string operator()(const ConstantAttr &) const { return constantText(node); }
  std::string operator()(const ParamAttr &attr) const { return " " + name(attr.param); }
  std::string operator()(const ArgumentAttr &attr) const {
    constexpr std::string_view words[] = {" s", " q", " k", " head"};
    return std::string(words[size_t(attr.argument)]);
  }
  std::string operator()(const PowerAttr &attr) const { return fmt::format(" ^ {}", attr.exponent); }
  std::string operator()(const LinearAttr &attr) const {
    return " " + name(attr.weight) + (attr.bias ? " + " + name(*attr.bias) : "");
  }
  std::string operator()(const RotateAttr &attr) const {
    std::string_view pairs = attr.pairs == Pairs::half ? "half" : "interleaved";
    return fmt::format(" dim {} {} magnitude {}", attr.dim, pairs, numberText(attr.magnitude));
  }
  std::string operator()(const AttendAttr &attr) const { return " scale " + numberText(attr.scale); }
  std::string operator()(const LookupAttr &attr) const { return " " + name(attr.table); }
  std::string operator()(const EmbedAttr &attr) const {
    constexpr std::string_view words[] = {"token", "position", "type"};
    return fmt::format(" {} by {} + {}", name(attr.table), words[size_t(attr.index)], attr.offset);
  }
};

void printGraph(std::string &out, const Block &block, const Graph &graph, const std::string &indent);

void printExpression(std::string &out, const Block &block, const char *title,
                     const std::shared_ptr<const Graph> &graph, const std::string &indent) {
  if (!graph)
    return;
  out += indent + title + " {\n";
  printGraph(out, block, *graph, indent + "  ");
  out += indent + "}\n";
}

void printNode(std::string &out, const Block &block, const Node &node, size_t id, const std::string &indent) {
  out += fmt::format("{}%{} = {}", indent, id, spelling(node.op));
  for (size_t i = 0; i < node.operands.size(); ++i)
    out += fmt::format("{}%{}", i ? ", " : " ", node.operands[i]);
  out += std::visit(AttributeText{block, node}, node.attributes);
  out += " : " + (node.isBool ? "bool" + shapeText(node.shape) : shapeText(node.shape));
  out += storageText(node.storage);
  out += (node.path.empty() ? "" : "  # " + node.path) + "\n";
  if (auto *attend = std::get_if<AttendAttr>(&node.attributes)) {
    printExpression(out, block, "score", attend->score, indent + "  ");
    printExpression(out, block, "mask", attend->mask, indent + "  ");
  }
}

void printGraph(std::string &out, const Block &block, const Graph &graph, const std::string &indent) {
  for (size_t id = 0; id < graph.nodes.size(); ++id)
    printNode(out, block, graph.nodes[id], id, indent);
  out += fmt::format("{}return %{}\n", indent, graph.result);
}

std::string parameterText(const Parameter &parameter) {
  return fmt::format("  {} {} : {} {} identity {}{}\n",
                     parameter.role == Parameter::Role::weight ? "weight"
                     : parameter.role == Parameter::Role::bias ? "bias"
                                                               : "param",
                     parameter.name, shapeText(parameter.shape), spelling(parameter.storage),
                     numberText(parameter.identity), parameter.shared ? " shared" : "");
}

std::string embeddingText(const Embedding &embedding) {
  std::string text =
      fmt::format("  embedding vocab {} scale {}", embedding.vocab, numberText(embedding.scale));
  if (embedding.positions == Embedding::Positions::learned)
    text += fmt::format(" positions learned {} offset {}", embedding.positionCount, embedding.positionOffset);
  if (embedding.positions == Embedding::Positions::sinusoidal)
    text += fmt::format(" positions sinusoidal {}", embedding.positionCount);
  return text + (embedding.types ? fmt::format(" types {}\n", embedding.types) : "\n");
}

std::string layersText(const Stack &stack) {
  std::string text;
  for (size_t i = 0; i < stack.layers.size(); ++i)
    text += fmt::format("  layer {}: {}\n", i, stack.layers[i]->name);
  return text;
}

} // namespace

std::string print(const Block &block) {
  std::string out = fmt::format("block {} width {} dtype {} weights {} residual {} cache {}\n", block.name,
                                block.width, spelling(block.dtype), spelling(block.weights),
                                spelling(block.residual), spelling(block.cache));
  for (const Parameter &parameter : block.params)
    out += parameterText(parameter);
  printGraph(out, block, block.graph, "  ");
  return out;
}

std::string print(const Stack &stack) {
  std::string out = fmt::format("stack {} width {} dtype {} weights {}\n", stack.name, stack.width,
                                spelling(stack.dtype), spelling(stack.weights));
  if (stack.embedding)
    out += embeddingText(*stack.embedding);
  out += layersText(stack);
  if (stack.head)
    out += fmt::format("  head {} scale {}{}\n", stack.head->tied ? "tied" : "untied",
                       numberText(stack.head->scale), stack.head->bias ? " bias" : "");
  if (stack.pool != Pool::none)
    out += stack.pool == Pool::mean ? "  pool mean\n" : "  pool first\n";
  if (stack.normalize)
    out += "  normalize\n";
  for (const Parameter &parameter : stack.params)
    out += parameterText(parameter);
  // Each different block once, and the ends.
  std::set<const Block *> seen;
  for (const auto &block : {stack.entry, stack.exit, stack.logits})
    if (block)
      out += print(*block);
  for (const auto &block : stack.layers)
    if (seen.insert(block.get()).second)
      out += print(*block);
  return out;
}

} // namespace tenon::graph
