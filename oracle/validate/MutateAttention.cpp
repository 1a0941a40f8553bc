// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bugs in masks, scores, heads and rotation.
#include "oracle/validate/GraphEdit.h"
#include "oracle/validate/MutationList.h"

#include <memory>

namespace tenon::validate {
namespace {

using graph::Block;
using graph::Graph;
using graph::Op;
using graph::ValueId;

/// Calls change(node) for each node of one kind.
template <class F> std::optional<Block> changeEachOf(Op op, const Block &block, F change) {
  return GraphEdit(block).changeEach([&](GraphEdit &edit, ValueId id) {
    return edit.nodes[id].op == op && change(edit, id, edit.nodes[id]);
  });
}

graph::AttendAttr &attend(graph::Node &node) { return std::get<graph::AttendAttr>(node.attributes); }

/// Replaces comparisons of one kind in masks where a constant takes part (or where none does).
std::optional<Block> changeMask(const Block &block, Op from, Op to, bool withConstant) {
  return changeEachOf(Op::attend, block, [&](GraphEdit &, ValueId, graph::Node &node) {
    if (!attend(node).mask)
      return false;
    auto mask = std::make_shared<Graph>(*attend(node).mask);
    bool changed = false;
    for (graph::Node &inner : mask->nodes) {
      if (inner.op != from)
        continue;
      bool constant = mask->nodes[inner.operands[0]].op == Op::constant ||
                      mask->nodes[inner.operands[1]].op == Op::constant;
      if (constant == withConstant) {
        inner.op = to;
        changed = true;
      }
    }
    attend(node).mask = mask;
    return changed;
  });
}

std::optional<Block> maskDropped(const Block &block) {
  return changeEachOf(Op::attend, block, [](GraphEdit &, ValueId, graph::Node &node) {
    bool had = attend(node).mask != nullptr;
    attend(node).mask.reset();
    return had;
  });
}

std::optional<Block> scoreDropped(const Block &block) {
  return changeEachOf(Op::attend, block, [](GraphEdit &, ValueId, graph::Node &node) {
    bool had = attend(node).score != nullptr;
    attend(node).score.reset();
    return had;
  });
}

std::optional<Block> scaleDropped(const Block &block) {
  return changeEachOf(Op::attend, block, [](GraphEdit &, ValueId, graph::Node &node) {
    bool had = attend(node).scale != 1;
    attend(node).scale = 1;
    return had;
  });
}

std::optional<Block> sinksDropped(const Block &block) {
  return changeEachOf(Op::attend, block, [](GraphEdit &, ValueId, graph::Node &node) {
    bool had = node.operands.size() > 3;
    node.operands.resize(3);
    return had;
  });
}

std::optional<Block> keyForValue(const Block &block) {
  return changeEachOf(Op::attend, block, [](GraphEdit &edit, ValueId, graph::Node &node) {
    bool alike = edit.nodes[node.operands[1]].shape == edit.nodes[node.operands[2]].shape;
    if (alike)
      node.operands[2] = node.operands[1];
    return alike;
  });
}

std::optional<Block> pairsSwapped(const Block &block) {
  return changeEachOf(Op::rotate, block, [](GraphEdit &, ValueId, graph::Node &node) {
    auto &rotate = std::get<graph::RotateAttr>(node.attributes);
    rotate.pairs = rotate.pairs == graph::Pairs::half ? graph::Pairs::interleaved : graph::Pairs::half;
    return rotate.dim > 2; // with one pair the two are one
  });
}

std::optional<Block> rotatedBackwards(const Block &block) {
  bool first = true; // turning both q and k the other way round gives the same scores
  return changeEachOf(Op::rotate, block, [&first](GraphEdit &edit, ValueId id, graph::Node &node) {
    if (!first)
      return false;
    first = false;
    ValueId table = node.operands[1];
    ValueId minus = edit.insertAfter(table, Op::neg, {table}, edit.nodes[table].shape);
    edit.nodes[id + 1].operands[1] = minus;
    return true;
  });
}

std::optional<Block> rotationDropped(const Block &block) {
  return changeEachOf(Op::rotate, block, [](GraphEdit &edit, ValueId id, graph::Node &node) {
    edit.replaceUses(id, node.operands[0]);
    return true;
  });
}

} // namespace

void addAttentionMutations(std::vector<Mutation> &list) {
  auto add = [&](std::string name, std::string bug, std::string revealedBy, auto apply) {
    list.push_back({std::move(name), std::move(bug), std::move(revealedBy), apply});
  };
  add("causal-off-by-one", "k < q for k <= q", "a causal mask; two tokens",
      [](const Block &block) { return changeMask(block, Op::le, Op::lt, false); });
  add("window-off-by-one", "a window is one token too long", "a sliding mask; more tokens than the window",
      [](const Block &block) { return changeMask(block, Op::lt, Op::le, true); });
  add("mask-dropped", "every key is seen", "any mask; two tokens", maskDropped);
  add("score-dropped", "the score modifier is left out", "alibi, softcap; two tokens", scoreDropped);
  add("scale-dropped", "scores are not scaled", "attention; two tokens", scaleDropped);
  add("sinks-dropped", "sinks are left out", "attention with sinks", sinksDropped);
  add("key-for-value", "keys are summed instead of values", "attention", keyForValue);
  add("pairs-swapped", "interleaved for half pairs, or the reverse",
      "rope with more than one pair; two tokens", pairsSwapped);
  add("rotated-backwards", "keys are rotated the other way", "rope; two tokens", rotatedBackwards);
  add("rotation-dropped", "queries and keys are not rotated", "rope; two tokens", rotationDropped);
}

} // namespace tenon::validate
