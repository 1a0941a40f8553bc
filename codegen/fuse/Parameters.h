// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which arguments of a block are parameters, and that weights are.
#ifndef TENON_CODEGEN_FUSE_PARAMETERS_H
#define TENON_CODEGEN_FUSE_PARAMETERS_H

#include "codegen/dialect/Tenon.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// The argument of the function behind `value`, which may be an argument of a kernel's body; null if
/// an operation makes it.
mlir::BlockArgument argumentBehind(mlir::Value value);

/// Reports arguments of `function` but the first, the rows, that are not named by `tenon.param`, and
/// weights and tables that are no arguments: such have no packed form.
llvm::LogicalResult checkParameters(mlir::func::FuncOp function);

} // namespace tenon

#endif
