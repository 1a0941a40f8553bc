// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/attention/AttentionPlan.h"

using namespace mlir;
using namespace tenon;

namespace {

/// The stored value behind `value`: through the casts and reshapes that only
/// change how it is seen.
Value behind(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<CastOp, SplitOp, MergeOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

rows::Place inputPlace(const KernelPlan &plan, Value value) {
  for (auto [input, place] : plan.inputs)
    if (input == value)
      return place;
  llvm_unreachable("an operand of the kernel has no place");
}

StoredRows storedRows(const KernelPlan &plan, Value operand) {
  Value stored = behind(operand);
  return {inputPlace(plan, stored), cast<RankedTensorType>(stored.getType())};
}

} // namespace

AttentionPlan tenon::planAttention(const KernelPlan &kernel, Type cacheType, const TargetInfo &target) {
  AttentionPlan plan;
  Block &body = KernelOp(kernel.kernel).getBody().front();
  plan.attend = *body.getOps<AttendOp>().begin();
  plan.name = kernel.name();
  plan.shape = AttentionShape::of(plan.attend, cacheType, target);
  plan.mask = analyseMask(plan.attend);
  plan.cached = plan.mask.causal;
  plan.query = storedRows(kernel, plan.attend.getQuery());
  plan.key = storedRows(kernel, plan.attend.getKey());
  plan.value = storedRows(kernel, plan.attend.getValue());
  auto [result, place] = kernel.results.front();
  plan.output = {place, cast<RankedTensorType>(result.getType())};
  for (auto [value, where] : kernel.inputs)
    if (where.kind == rows::Place::Kind::packed)
      plan.parameters[value] = where;
  return plan;
}
