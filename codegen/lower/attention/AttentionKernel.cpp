// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/attention/AttentionKernel.h"

using namespace mlir;
using namespace tenon;

Value AttentionKernel::argumentBehind(Value operand) {
  while (Operation *op = makerOf(operand))
    operand = op->getOperand(0); // casts and views, says the verifier
  while (auto slot = operand.getDefiningOp<SlotOp>())
    operand = slot.yielded(cast<OpResult>(operand).getResultNumber());
  return operand;
}

AttentionKernel::AttentionKernel(KernelOp kernel)
    : attend(kernel.findAttend()), shape(attend, cast<AttentionAttr>(kernel.getScheduleAttr())),
      mask(analyseMask(attend)), name(kernel.getName().str()) {
  for (auto [argument, place] : inputsOf(kernel))
    parameters[argument] = place;
  auto stored = [&](Value operand) -> StoredRows {
    Value argument = argumentBehind(operand);
    return {parameters.at(argument), cast<RankedTensorType>(argument.getType())};
  };
  query = stored(attend.getQuery());
  key = stored(attend.getKey());
  value = stored(attend.getValue());
  auto [result, place] = storesOf(kernel.findSlot(Slot::epilogue)).front();
  output = {place, cast<RankedTensorType>(result.getType())};
}
