// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/check/Primitives.h"

namespace tenon::checker {

namespace {

using ast::KindWord;
using graph::Op;
using Form = Primitive::Form;

template <typename... Words> constexpr uint32_t in(Words... words) { return (... | (1u << uint32_t(words))); }

constexpr uint32_t everywhere = ~0u;
/// Scores, masks and frequencies see numbers, not rows of the block.
constexpr uint32_t onRows = in(KindWord::Norm, KindWord::Activation, KindWord::Placement, KindWord::Attention,
                               KindWord::Ffn, KindWord::Rope);
/// What couples the elements of a row.
constexpr uint32_t rowwise = in(KindWord::Norm, KindWord::Placement, KindWord::Attention, KindWord::Ffn);
constexpr uint32_t heads = in(KindWord::Norm, KindWord::Attention, KindWord::Ffn);

} // namespace

const std::vector<Primitive> &primitives() {
  static const std::vector<Primitive> table = {
#define TENON_FUNCTION(NAME, SPELLING, VALUE, CONDITION, ROUNDINGS)                                          \
  {Form::unary, SPELLING, Op::NAME, {}, 0, everywhere},
#include "dsl/graph/Ops.def"
      {Form::round, "round", Op::round, {}, 0, onRows},
      {Form::minmax, "max", Op::max, {}, 0, everywhere},
      {Form::minmax, "min", Op::min, {}, 0, everywhere},
      {Form::reduction, "mean", Op::mean, {}, 0, rowwise},
      {Form::reduction, "sum", Op::sum, {}, 0, rowwise},
      {Form::unary, "ceil", Op::floor, {}, 0, everywhere},
      {Form::number, "log2", Op::log, {}, 0, everywhere},
      {Form::number, "round_up", Op::floor, {}, 0, everywhere},
      {Form::split, "split", Op::split, {"heads"}, 1, heads},
      {Form::merge, "merge", Op::merge, {}, 0, heads},
      {Form::rotate,
       "rotate",
       Op::rotate,
       {"theta", "dim", "pairs", "frequency", "magnitude"},
       1,
       in(KindWord::Rope, KindWord::Attention)},
      {Form::attend, "attend", Op::attend, {"scale", "mask", "score", "sinks"}, 1, in(KindWord::Attention)},
  };
  return table;
}

const Primitive *findPrimitive(std::string_view name) {
  for (const Primitive &primitive : primitives())
    if (primitive.name == name)
      return &primitive;
  return nullptr;
}

} // namespace tenon::checker
