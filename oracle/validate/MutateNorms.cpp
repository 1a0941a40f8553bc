// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bugs in statistics, gains and casts.
#include "oracle/validate/GraphEdit.h"
#include "oracle/validate/MutationList.h"

namespace tenon::validate {
namespace {

using graph::Block;
using graph::Op;
using graph::ValueId;

/// sqrt(m + eps), with eps a constant.
bool rootOfEps(const GraphEdit &edit, ValueId id, ValueId &statistic, ValueId &eps) {
  return edit.nodes[id].op == Op::sqrt && edit.operand(id, 0).op == Op::add &&
         edit.constantOperand(edit.nodes[id].operands[0], statistic, eps);
}

std::optional<Block> epsOutsideRoot(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    ValueId statistic, eps;
    if (!rootOfEps(edit, id, statistic, eps))
      return false;
    edit.nodes[id].operands[0] = statistic;
    ValueId sum = edit.insertAfter(id, Op::add, {id, eps}, edit.nodes[id].shape);
    edit.replaceUses(id, sum, sum);
    return true;
  });
}

std::optional<Block> scaleEps(const Block &block, double factor) {
  return GraphEdit(block).changeEach([factor](GraphEdit &edit, ValueId id) {
    ValueId statistic, eps;
    if (!rootOfEps(edit, id, statistic, eps))
      return false;
    ValueId add = edit.nodes[id].operands[0];
    double value = edit.constant(eps) * factor;
    ValueId other = edit.insertConstant(std::max(statistic, eps), value);
    edit.nodes[add + 1].operands = {statistic, other};
    return true;
  });
}

bool isVariance(const GraphEdit &edit, ValueId id) {
  return edit.nodes[id].op == Op::mean && edit.operand(id, 0).op == Op::power &&
         edit.isCentred(edit.operand(id, 0).operands[0]);
}

std::optional<Block> unbiasedVariance(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    double count =
        static_cast<double>(edit.nodes[id].operands.empty() ? 0 : edit.operand(id, 0).shape.back());
    if (!isVariance(edit, id) || count < 2)
      return false;
    ValueId factor = edit.insertConstant(id, count / (count - 1));
    ValueId product = edit.insertAfter(factor, Op::mul, {id, factor}, edit.nodes[id].shape);
    edit.replaceUses(id, product, product);
    return true;
  });
}

std::optional<Block> uncentredVariance(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    if (!isVariance(edit, id))
      return false;
    graph::Node &square = edit.nodes[edit.nodes[id].operands[0]];
    square.operands[0] = edit.nodes[square.operands[0]].operands[0];
    return true;
  });
}

std::optional<Block> notCentred(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    if (!isVariance(edit, id))
      return false;
    ValueId square = edit.nodes[id].operands[0], centred = edit.nodes[square].operands[0];
    edit.replaceUses(centred, edit.nodes[centred].operands[0], square);
    return true;
  });
}

std::optional<Block> sumForMean(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    if (edit.nodes[id].op != Op::mean || edit.operand(id, 0).shape.back() == 1)
      return false;
    edit.nodes[id].op = Op::sum;
    return true;
  });
}

/// A product of rows and something without tokens that a parameter takes part in.
bool isGain(const GraphEdit &edit, ValueId id, size_t &gain) {
  if (edit.nodes[id].op != Op::mul)
    return false;
  for (gain = 0; gain < 2; ++gain)
    if (ValueId factor = edit.nodes[id].operands[gain]; edit.isTokenFree(factor) &&
                                                        !edit.isConstant(factor) &&
                                                        !edit.isTokenFree(edit.nodes[id].operands[1 - gain]))
      return true;
  return false;
}

/// w for 1 + w, and 1 + w for w.
std::optional<Block> gainOffset(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    size_t which;
    if (!isGain(edit, id, which))
      return false;
    ValueId gain = edit.nodes[id].operands[which], parameter, offset;
    if (edit.nodes[gain].op == Op::add && edit.constantOperand(gain, parameter, offset)) {
      edit.nodes[id].operands[which] = parameter;
      return true;
    }
    ValueId one = edit.insertConstant(gain, 1);
    ValueId sum = edit.insertAfter(one, Op::add, {one, gain}, edit.nodes[gain].shape);
    edit.nodes[id + 2].operands[which] = sum;
    return true;
  });
}

std::optional<Block> gainDropped(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    size_t which;
    if (!isGain(edit, id, which) || edit.operand(id, 1 - which).shape != edit.nodes[id].shape)
      return false;
    edit.replaceUses(id, edit.nodes[id].operands[1 - which]);
    return true;
  });
}

/// round(n) * g becomes round(n * g).
std::optional<Block> castAfterGain(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    size_t which;
    if (!block16(edit.block) || !isGain(edit, id, which) || edit.operand(id, 1 - which).op != Op::round)
      return false;
    edit.nodes[id].operands[1 - which] = edit.operand(id, 1 - which).operands[0];
    ValueId rounded = edit.insertAfter(id, Op::round, {id}, edit.nodes[id].shape);
    edit.replaceUses(id, rounded, rounded);
    return true;
  });
}

std::optional<Block> castDropped(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    if (!block16(edit.block) || edit.nodes[id].op != Op::round)
      return false;
    edit.replaceUses(id, edit.nodes[id].operands[0]);
    return true;
  });
}

/// n * g becomes round(n) * g: rounded once more than the spec says.
std::optional<Block> doubleRounding(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    size_t which;
    if (!block16(edit.block) || !isGain(edit, id, which) || edit.operand(id, 1 - which).op == Op::round)
      return false;
    ValueId normed = edit.nodes[id].operands[1 - which];
    ValueId rounded = edit.insertAfter(normed, Op::round, {normed}, edit.nodes[normed].shape);
    edit.nodes[id + 1].operands[1 - which] = rounded;
    return true;
  });
}

std::optional<Block> roundedStatistic(const Block &block) {
  return GraphEdit(block).changeEach([](GraphEdit &edit, ValueId id) {
    if (!block16(edit.block) || edit.nodes[id].op != Op::sqrt)
      return false;
    ValueId rounded = edit.insertAfter(id, Op::round, {id}, edit.nodes[id].shape);
    edit.replaceUses(id, rounded, rounded);
    return true;
  });
}

} // namespace

void addNormMutations(std::vector<Mutation> &list) {
  auto add = [&](std::string name, std::string bug, std::string revealedBy, auto apply) {
    list.push_back({std::move(name), std::move(bug), std::move(revealedBy), apply});
  };
  add("eps-outside-root", "sqrt(m) + eps for sqrt(m + eps)", "any norm with eps; rows at sqrt(eps)",
      epsOutsideRoot);
  add("eps-times-ten", "eps is ten times what the spec says", "any norm with eps; rows at sqrt(eps)",
      [](const Block &block) { return scaleEps(block, 10); });
  add("eps-dropped", "eps is left out", "any norm with eps; rows at sqrt(eps) and the zero row",
      [](const Block &block) { return scaleEps(block, 0); });
  add("unbiased-variance", "the variance is divided by n - 1", "a centred norm of small width",
      unbiasedVariance);
  add("uncentred-variance", "the variance is the mean square", "a centred norm; rows of mean 1000",
      uncentredVariance);
  add("not-centred", "the mean is not subtracted from the row", "a centred norm; any row", notCentred);
  add("sum-for-mean", "a mean is not divided by n", "any norm with a mean; any row", sumForMean);
  add("gain-offset", "1 + w for w, or w for 1 + w", "any norm with a gain; any row", gainOffset);
  add("gain-dropped", "a gain is not applied", "any norm with a gain; any row", gainDropped);
  add("cast-after-gain", "round(n * g) for round(n) * g",
      "a norm alone, dtype bf16 or f16, residual f32, cast before the gain", castAfterGain);
  add("cast-dropped", "a required rounding is left out",
      "a norm alone, dtype bf16 or f16, residual f32, cast before the gain", castDropped);
  add("double-rounding", "rounded in front of the gain and again behind it",
      "a norm alone, dtype bf16 or f16, residual f32", doubleRounding);
  add("rounded-statistic", "the root of a statistic is kept in dtype",
      "a norm alone, dtype bf16 or f16, residual f32", roundedStatistic);
}

} // namespace tenon::validate
