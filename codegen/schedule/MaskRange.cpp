// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/schedule/MaskRange.h"

#include <cmath>

using namespace mlir;
using namespace tenon;

namespace {

Value argumentOf(AttendOp attend, unsigned number) { return attend.getMask().front().getArgument(number); }

std::optional<int64_t> wholeConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto numbers = constant ? dyn_cast<DenseFPElementsAttr>(constant.getValue()) : DenseFPElementsAttr();
  if (!numbers || numbers.getNumElements() != 1)
    return std::nullopt;
  double number = (*numbers.begin()).convertToDouble();
  if (!(std::abs(number) <= 0x1p53)) // beyond, doubles are no longer counts
    return std::nullopt;
  auto whole = int64_t(number);
  return double(whole) == number ? std::optional(whole) : std::nullopt;
}

/// Notes what one term of the conjunction says.
void analyseTerm(AttendOp attend, Value term, MaskRange &range) {
  Value query = argumentOf(attend, 0), key = argumentOf(attend, 1);
  if (auto both = term.getDefiningOp<AndOp>()) {
    analyseTerm(attend, both.getLhs(), range);
    return analyseTerm(attend, both.getRhs(), range);
  }
  if (auto atMost = term.getDefiningOp<LeOp>();
      atMost && atMost.getLhs() == key && atMost.getRhs() == query) {
    range.causal = true;
    return;
  }
  if (auto below = term.getDefiningOp<LtOp>()) {
    auto distance = below.getLhs().getDefiningOp<SubOp>();
    auto window = wholeConstant(below.getRhs());
    if (distance && window && distance.getLhs() == query && distance.getRhs() == key) {
      range.window = std::min(range.window.value_or(*window), *window);
      return;
    }
  }
  range.rest = true;
}

} // namespace

MaskRange tenon::analyseMask(AttendOp attend) {
  MaskRange range;
  if (!attend.getMask().empty())
    analyseTerm(attend, attend.getMask().front().getTerminator()->getOperand(0), range);
  return range;
}
