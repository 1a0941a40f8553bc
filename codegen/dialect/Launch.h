// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launch list in C++: the words of runtime/abi/Kernel.def, and how they are written.
#ifndef TENON_CODEGEN_DIALECT_LAUNCH_H
#define TENON_CODEGEN_DIALECT_LAUNCH_H

#include "codegen/dialect/Tenon.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tenon {

/// The numbers of a kernel in the launch list, by the names that Kernel.def gives them.
struct LaunchSizes {
#define TENON_KERNEL_SIZE(NAME, KIND, LEAST) int64_t NAME = 0;
#include "runtime/abi/Kernel.def"

  static LaunchSizes of(LaunchOp launch);
  /// As `tenon.launch` holds them: without those that are 0.
  mlir::DictionaryAttr attribute(mlir::MLIRContext *context) const;
};

/// The `tenon.part` of a module of stage `loops` or `llvm`; null in one of another stage.
PartOp partOpOf(mlir::ModuleOp module);

/// A word of tenon_frame.
struct FrameWord {
  llvm::StringRef name;
  bool isBuffer;   ///< an address, else a number
  bool isConstant; ///< an address of what nobody writes while phases run
};

/// The index of the word called `name`, by which an argument of a phase is bound.
std::optional<unsigned> frameIndex(llvm::StringRef name);
const FrameWord &frameWord(unsigned index);

/// What an argument of a phase or packer stands for: the address of a buffer plus `offset`
/// bytes (per token in the workspace), or a number.
struct Binding {
  llvm::StringRef name;
  bool isBuffer = false;
  int64_t offset = 0;
};

/// What argument `index` is bound to; none where that is nothing, or two things.
std::optional<Binding> bindingOf(mlir::FunctionOpInterface function, unsigned index);

mlir::ParseResult parseLaunchKind(mlir::OpAsmParser &parser, LaunchKindAttr &kind);
void printLaunchKind(mlir::OpAsmPrinter &printer, mlir::Operation *op, LaunchKindAttr kind);

/// {block_rows = 144, tile_rows = 12}, in the order of Kernel.def.
mlir::ParseResult parseLaunchSizes(mlir::OpAsmParser &parser, mlir::DictionaryAttr &sizes);
void printLaunchSizes(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::DictionaryAttr sizes);

} // namespace tenon

#endif
