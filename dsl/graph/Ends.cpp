// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/graph/Ends.h"

#include "dsl/graph/Builder.h"

#include <algorithm>
#include <cmath>

namespace tenon::graph {

namespace {

/// A block under construction.
class EndBuilder {
public:
  EndBuilder(const Stack &stack, std::string name) : stack(stack) {
    block.name = std::move(name);
    block.width = stack.width;
    block.dtype = stack.dtype;
    block.weights = stack.weights;
    block.residual = stack.layers.front()->residual;
    block.location = nodes.location = stack.location;
  }

  Block finish(ValueId result) {
    std::vector<ValueId> places;
    block.graph = nodes.finish(result, places);
    return std::move(block);
  }

  /// The parameter of the stack called `name`.
  ParamId parameter(std::string_view name) {
    auto found = std::find_if(stack.params.begin(), stack.params.end(),
                              [&](const Parameter &each) { return each.name == name; });
    block.params.push_back(*found);
    return ParamId(block.params.size() - 1);
  }

  ValueId embed(std::string_view table, EmbedAttr::Index index, int64_t offset = 0) {
    return nodes.leaf(Op::embed, {stack.width}, EmbedAttr{index, parameter(table), offset});
  }

  /// `part` applied to `x`; null is the identity.
  ValueId apply(const Block *part, ValueId x) {
    if (!part)
      return x;
    auto first = ParamId(block.params.size());
    block.params.insert(block.params.end(), part->params.begin(), part->params.end());
    ValueId result = nodes.append(part->graph, x, first);
    nodes.location = stack.location;
    nodes.path = "";
    return result;
  }

  ValueId scaled(double scale, ValueId x) { return nodes.elementwise(Op::mul, {nodes.number(scale), x}); }

  /// (0, 1) turned by an angle is (-sin, cos).
  ValueId sinusoids() {
    auto half = size_t(stack.width / 2);
    std::vector<double> frequencies(half), start(2 * half, 0), sign(2 * half, 1);
    for (size_t i = 0; i < half; ++i) {
      frequencies[i] = std::pow(10000.0, -2.0 * double(i) / double(stack.width));
      start[2 * i + 1] = 1;
      sign[2 * i] = -1;
    }
    ValueId x = nodes.constant(std::move(start), {1, stack.width});
    ValueId table = nodes.constant(std::move(frequencies), {int64_t(half)});
    ValueId turned =
        nodes.whole(Op::rotate, {x, table}, {1, stack.width}, RotateAttr{stack.width, Pairs::interleaved, 1});
    ValueId row = nodes.whole(Op::merge, {turned}, {stack.width}, {});
    return nodes.elementwise(Op::mul, {row, nodes.constant(std::move(sign), {stack.width})});
  }

  ValueId head(ValueId x) {
    const Head &head = *stack.head;
    nodes.permit(x, Storage::dtype);
    LinearAttr linear{parameter(head.tied ? "embedding.weight" : "head.weight"), std::nullopt};
    ValueId logits = scaled(head.scale, nodes.whole(Op::linear, {x}, {head.vocab}, linear));
    if (head.bias) {
      ParamId bias = parameter("head.bias");
      logits = nodes.elementwise(Op::add, {logits, nodes.leaf(Op::param, {head.vocab}, ParamAttr{bias})});
    }
    return apply(stack.logits.get(), logits);
  }

  ValueId normalized(ValueId x) {
    ValueId length = nodes.elementwise(Op::sqrt, {nodes.reduce(Op::sum, nodes.power(x, 2))});
    return nodes.elementwise(Op::div, {x, nodes.elementwise(Op::max, {length, nodes.number(1e-12)})});
  }

  const Stack &stack;
  Block block;
  Builder nodes;
};

} // namespace

Block embedBlock(const Stack &stack) {
  using Index = EmbedAttr::Index;
  EndBuilder end(stack, "embed");
  const Embedding &embedding = *stack.embedding;
  ValueId row = end.scaled(embedding.scale, end.embed("embedding.weight", Index::token));
  auto add = [&](ValueId other) { row = end.nodes.elementwise(Op::add, {row, other}); };
  if (embedding.positions == Embedding::Positions::learned)
    add(end.embed("embedding.positions", Index::position, embedding.positionOffset));
  else if (embedding.positions == Embedding::Positions::sinusoidal)
    add(end.sinusoids());
  if (embedding.types)
    add(end.embed("embedding.types", Index::type));
  return end.finish(end.apply(stack.entry.get(), row));
}

Block exitBlock(const Stack &stack) {
  EndBuilder end(stack, "exit");
  if (outputFormat(stack) != end.block.residual)
    end.block.output = outputFormat(stack);
  ValueId row = end.apply(stack.exit.get(), end.nodes.leaf(Op::input, {stack.width}));
  if (stack.head)
    row = end.head(row);
  if (stack.normalize && stack.pool != Pool::mean)
    row = end.normalized(row);
  return end.finish(row);
}

Block normalizeBlock(const Stack &stack) {
  EndBuilder end(stack, "normalize");
  end.block.width = outputWidth(stack);
  end.block.residual = Format::f32;
  return end.finish(end.normalized(end.nodes.leaf(Op::input, {end.block.width})));
}

int64_t outputWidth(const Stack &stack) { return stack.head ? stack.head->vocab : stack.width; }

Format outputFormat(const Stack &stack) {
  bool isF32 = stack.head || stack.pool != Pool::none;
  return isF32 ? Format::f32 : stack.layers.front()->residual;
}

} // namespace tenon::graph
