// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/fuse/Parameters.h"

using namespace mlir;
using namespace tenon;

BlockArgument tenon::argumentBehind(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto kernel = argument ? dyn_cast<KernelOp>(argument.getOwner()->getParentOp()) : KernelOp();
  return kernel ? dyn_cast<BlockArgument>(kernel.getInputs()[argument.getArgNumber()]) : argument;
}

LogicalResult tenon::checkParameters(func::FuncOp function) {
  for (unsigned i = 1; i < function.getNumArguments(); ++i)
    if (!function.getArgAttr(i, "tenon.param"))
      return function.emitError("argument ")
             << i << " has no tenon.param: all but the first, the rows, are parameters";
  auto found = function.walk([](Operation *op) {
    auto linear = dyn_cast<LinearOp>(op);
    auto embed = dyn_cast<EmbedOp>(op);
    Value weight = linear ? linear.getWeight() : embed ? embed.getTable() : Value();
    if (!weight || argumentBehind(weight))
      return WalkResult::advance();
    op->emitOpError("takes its ") << (linear ? "weight" : "table")
                                  << " from a parameter, not from what an operation makes";
    return WalkResult::interrupt();
  });
  return failure(found.wasInterrupted());
}
