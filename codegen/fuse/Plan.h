// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What each kernel computes and stores, given where values are placed.
#ifndef TENON_CODEGEN_FUSE_PLAN_H
#define TENON_CODEGEN_FUSE_PLAN_H

#include "codegen/fuse/Placement.h"
#include <array>
#include <vector>

namespace tenon {

struct PlannedKernel {
  std::array<llvm::SmallVector<mlir::Operation *>, 4> ops; ///< by slot, in the order of the function
  llvm::SetVector<mlir::Value> results;                    ///< what later kernels need, or y
};

/// Kernels by number; kernel 0 is left out by whoever reads this if it has no results.
using Plan = std::vector<PlannedKernel>;

/// Follows y and the left operands back to the arguments of `function`.
Plan planKernels(mlir::func::FuncOp function, const Placement &placement);

/// A value that is cheaper to store than to compute again in each place where
/// `plan` needs it, and in how many places that is; the last one in the function.
std::optional<std::pair<mlir::Value, unsigned>> findCostly(mlir::func::FuncOp function,
                                                           const Placement &placement, const Plan &plan);

} // namespace tenon

#endif
