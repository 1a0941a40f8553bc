// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lays out the buffers between kernels.
#ifndef TENON_CODEGEN_LOWER_LAUNCH_WORKSPACE_H
#define TENON_CODEGEN_LOWER_LAUNCH_WORKSPACE_H

#include "codegen/dialect/Tenon.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// A rows buffer in the workspace: row r of a call of n tokens starts
/// `rowOffset * n + r * rowBytes` bytes behind its beginning.
struct WorkspaceBuffer {
  int64_t rowOffset = 0;
  int64_t rowBytes = 0;
};

struct Workspace {
  llvm::DenseMap<mlir::Value, WorkspaceBuffer> buffers; ///< of kernel results that later kernels read
  int64_t rowBytes = 0;                                 ///< of all of them together
};

/// Bytes of a row of `type`, rounded up to whole cache lines, so that each row
/// starts on one.
int64_t rowBytes(mlir::Type type);

/// Gives each result that a later kernel of `function` reads a place; places
/// are used again once the last reader is done.
Workspace planWorkspace(mlir::func::FuncOp function);

} // namespace tenon

#endif
