// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the kernels that a plan describes.
#ifndef TENON_CODEGEN_FUSE_BUILD_H
#define TENON_CODEGEN_FUSE_BUILD_H

#include "codegen/fuse/Plan.h"

namespace tenon {

/// Replaces the body of `function` by one tenon.kernel for each kernel of `plan`.
void buildKernels(mlir::func::FuncOp function, const Plan &plan);

/// A name for `kernel` from the slot paths of its norms and the names of its
/// weights, such as "norm_gate_up"; `weights` are the function's.
std::string nameOf(const PlannedKernel &kernel, mlir::func::FuncOp function);

} // namespace tenon

#endif
