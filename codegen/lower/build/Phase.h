// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A phase of a kernel while it is being built: a function whose arguments say
// what they are bound to (the words of tenon_frame in runtime/abi/Kernel.def).
#ifndef TENON_CODEGEN_LOWER_BUILD_PHASE_H
#define TENON_CODEGEN_LOWER_BUILD_PHASE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace tenon {

/// Where a buffer starts. Bytes; for "workspace" `offset` counts per token.
struct BufferBinding {
  llvm::StringRef frame; ///< a buffer of the frame, or "scratch"; in packers "source" or "packed"
  int64_t offset = 0;
  mlir::Type element;
};

class Phase {
public:
  /// Starts function `name` at the end of `module`.
  Phase(mlir::ModuleOp module, mlir::Location loc, llvm::StringRef name);

  /// The bound buffer as a rank-0 memref, the same value for the same binding.
  mlir::Value buffer(const BufferBinding &binding);
  /// A number of the frame, or "begin" or "end".
  mlir::Value size(llvm::StringRef what);

  /// Inserts at the end of the body.
  mlir::OpBuilder &builder() { return body; }
  mlir::Location loc() const { return location; }

  /// Ends the function by returning `results`.
  mlir::func::FuncOp finish(mlir::ValueRange results = {});

private:
  mlir::Value argument(mlir::Type type, mlir::DictionaryAttr binding);

  mlir::Location location;
  mlir::func::FuncOp function;
  mlir::OpBuilder body;
  llvm::SmallVector<mlir::DictionaryAttr> bindings;
};

/// A phase with what the launch list says about it.
struct EmittedPhase {
  mlir::func::FuncOp function; ///< null where there is nothing to do
  int64_t scratchBytes = 0;    ///< of one task
  int64_t units = 0;           ///< column chunks of a contraction; row tiles depend on the rows
};

/// `base` (rank 0) from element `offset` on, as `count` contiguous elements.
mlir::Value flatView(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value base, mlir::Value offset,
                     mlir::Value count);

} // namespace tenon

#endif
