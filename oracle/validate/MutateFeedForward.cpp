// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bugs in activations, gates, biases and placement.
#include "oracle/validate/GraphEdit.h"
#include "oracle/validate/MutationList.h"

#include <cmath>
#include <numbers>
#include <set>

namespace tenon::validate {
namespace {

using graph::Block;
using graph::Op;
using graph::ValueId;

/// The tanh form for the exact one: sigmoid(2 sqrt(2/pi) (z + 0.044715 z^3)) for the cdf of z.
std::optional<Block> tanhForErf(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    if (edit.nodes[id].op != Op::normal_cdf)
      return false;
    graph::Shape shape = edit.nodes[id].shape;
    ValueId z = edit.nodes[id].operands[0];
    ValueId cube = edit.insertAfter(id, Op::power, {z}, shape, graph::PowerAttr{3});
    ValueId factor = edit.insertConstant(cube, 0.044715);
    ValueId term = edit.insertAfter(factor, Op::mul, {factor, cube}, shape);
    ValueId sum = edit.insertAfter(term, Op::add, {z, term}, shape);
    ValueId scale = edit.insertConstant(sum, 2 * std::sqrt(2 / std::numbers::pi));
    ValueId inner = edit.insertAfter(scale, Op::mul, {scale, sum}, shape);
    ValueId form = edit.insertAfter(inner, Op::sigmoid, {inner}, shape);
    edit.replaceUses(id, form);
    return true;
  });
}

/// The exact form for the tanh form: a sigmoid of something with z^3 becomes the cdf of z.
std::optional<Block> erfForTanh(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    if (edit.nodes[id].op != Op::power || std::get<graph::PowerAttr>(edit.nodes[id].attributes).exponent != 3)
      return false;
    std::vector<bool> depends = edit.dependents(id);
    for (ValueId user = id; user < edit.nodes.size(); ++user) {
      graph::Node &node = edit.nodes[user];
      if (!depends[user] || node.op != Op::sigmoid || node.shape != edit.nodes[id].shape)
        continue;
      node.op = Op::normal_cdf;
      node.operands = edit.nodes[id].operands;
      return true;
    }
    return false;
  });
}

std::optional<Block> siluForGelu(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    if (edit.nodes[id].op != Op::normal_cdf)
      return false;
    edit.nodes[id].op = Op::sigmoid;
    return true;
  });
}

/// Two linears of one shape over one operand whose results meet in a product, with different ways there.
std::optional<Block> gateUpSwapped(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    if (edit.nodes[id].op != Op::linear)
      return false;
    for (ValueId other = 0; other < id; ++other) {
      graph::Node &a = edit.nodes[id], &b = edit.nodes[other];
      if (b.op != Op::linear || a.operands != b.operands || a.shape != b.shape)
        continue;
      for (const graph::Node &user : edit.nodes)
        if (user.op == Op::mul &&
            (user.operands[0] == id || user.operands[1] == id || user.operands[0] == other ||
             user.operands[1] == other) &&
            user.operands[0] != user.operands[1] && user.shape == a.shape) {
          std::swap(a.attributes, b.attributes);
          return true;
        }
    }
    return false;
  });
}

/// x for x^2 behind a maximum (the square of a ReLU).
std::optional<Block> squareDropped(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    if (edit.nodes[id].op != Op::power || edit.operand(id, 0).op != Op::max)
      return false;
    edit.replaceUses(id, edit.nodes[id].operands[0]);
    return true;
  });
}

std::optional<Block> biasDropped(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    if (edit.nodes[id].op != Op::linear)
      return false;
    auto &attributes = std::get<graph::LinearAttr>(edit.nodes[id].attributes);
    bool had = attributes.bias.has_value();
    attributes.bias.reset();
    return had;
  });
}

/// Whether `to` depends on `from` by way of a linear.
bool dependsThroughLinear(const GraphEdit &edit, ValueId from, ValueId to) {
  std::vector<bool> depends = edit.dependents(from), through(edit.nodes.size(), false);
  for (ValueId id = from + 1; id <= to; ++id) {
    through[id] = depends[id] && edit.nodes[id].op == Op::linear;
    for (ValueId operand : edit.nodes[id].operands)
      through[id] = through[id] || through[operand];
  }
  return through[to];
}

/// x + f(x) becomes f(x), once: at the sum nearest to the result.
std::optional<Block> residualDropped(const Block &block) {
  bool done = false;
  return GraphEdit(block).changeEach([&done](GraphEdit &edit, ValueId id) {
    if (done || edit.nodes[id].op != Op::add)
      return false;
    for (size_t i = 0; i < 2 && !done; ++i) {
      ValueId stream = edit.nodes[id].operands[i], branch = edit.nodes[id].operands[1 - i];
      if (edit.nodes[stream].shape != edit.nodes[id].shape || edit.isTokenFree(stream) ||
          !dependsThroughLinear(edit, stream, branch))
        continue;
      edit.replaceUses(id, branch);
      done = true;
    }
    return done;
  });
}

/// What stands between a stream and the linears that read it: its result, and where it starts.
struct NormRegion {
  ValueId start = 0, result = 0;
  std::vector<ValueId> inside; ///< in order, the result the last
};

/// A linear's operand that comes, through a reduction and element-wise operations only, from one value of
/// its own shape.
std::optional<NormRegion> findNorm(const GraphEdit &edit, ValueId result) {
  NormRegion region{0, result, {}};
  std::set<ValueId> starts, inside;
  std::vector<ValueId> work{result};
  bool reduces = false;
  while (!work.empty()) {
    ValueId id = work.back();
    work.pop_back();
    const graph::Node &node = edit.nodes[id];
    bool stream = node.op == Op::input || node.op == Op::linear || node.op == Op::merge ||
                  node.op == Op::split || node.op == Op::attend ||
                  (id != result && node.storage == graph::Storage::residual);
    if (stream) {
      starts.insert(id);
    } else if (inside.insert(id).second) {
      reduces |= node.op == Op::mean || node.op == Op::sum;
      work.insert(work.end(), node.operands.begin(), node.operands.end());
    }
  }
  if (starts.size() != 1 || !reduces || edit.nodes[*starts.begin()].shape != edit.nodes[result].shape)
    return std::nullopt;
  region.start = *starts.begin();
  region.inside.assign(inside.begin(), inside.end());
  return region;
}

/// The last norm in front of linears.
std::optional<NormRegion> lastNorm(const GraphEdit &edit) {
  for (ValueId id = static_cast<ValueId>(edit.nodes.size()); id-- > 0;)
    if (edit.nodes[id].op == Op::linear)
      if (auto region = findNorm(edit, edit.nodes[id].operands[0]))
        return region;
  return std::nullopt;
}

std::optional<Block> normDropped(const Block &block) {
  GraphEdit edit(block);
  auto norm = lastNorm(edit);
  if (!norm)
    return std::nullopt;
  edit.replaceUses(norm->result, norm->start);
  return edit.take();
}

/// x + f(norm(x)) becomes norm(x + f(x)).
std::optional<Block> postForPreNorm(const Block &block) {
  GraphEdit edit(block);
  auto norm = lastNorm(edit);
  const graph::Node &result = edit.nodes[block.graph.result];
  if (!norm || result.op != Op::add || result.shape != edit.nodes[norm->start].shape)
    return std::nullopt;
  edit.replaceUses(norm->result, norm->start);
  std::vector<ValueId> copyOf(edit.nodes.size());
  for (ValueId id = 0; id < copyOf.size(); ++id)
    copyOf[id] = id;
  copyOf[norm->start] = edit.block.graph.result;
  for (ValueId id : norm->inside) {
    graph::Node copy = edit.nodes[id];
    for (ValueId &operand : copy.operands)
      operand = copyOf[operand];
    copyOf[id] = static_cast<ValueId>(edit.nodes.size());
    edit.nodes.push_back(std::move(copy));
  }
  edit.block.graph.result = copyOf[norm->result];
  return edit.take();
}

} // namespace

void addFeedForwardMutations(std::vector<Mutation> &list) {
  auto add = [&](std::string name, std::string bug, std::string revealedBy, auto apply) {
    list.push_back({std::move(name), std::move(bug), std::move(revealedBy), apply});
  };
  add("tanh-for-erf", "GELU by tanh where erf is asked for", "an f32 block with gelu_erf", tanhForErf);
  add("erf-for-tanh", "GELU by erf where tanh is asked for", "an f32 block with gelu_tanh", erfForTanh);
  add("silu-for-gelu", "z sigmoid(z) for z Phi(z)", "a block with gelu_erf", siluForGelu);
  add("gate-up-swapped", "act(up) * gate for act(gate) * up", "any gated feed-forward", gateUpSwapped);
  add("square-dropped", "relu for its square", "a block with relu2", squareDropped);
  add("bias-dropped", "biases of linears are left out", "any linear with a bias", biasDropped);
  add("residual-dropped", "f(x) for x + f(x)", "any placement with a residual; any row", residualDropped);
  add("norm-dropped", "f(x) for f(norm(x))", "pre-norm; rows at another scale than 1", normDropped);
  add("post-for-pre-norm", "norm(x + f(x)) for x + f(norm(x))", "pre-norm; any row", postForPreNorm);
}

} // namespace tenon::validate
