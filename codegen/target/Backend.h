// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is code for a family of machines. What is a number is in TargetInfo.
#ifndef TENON_CODEGEN_TARGET_BACKEND_H
#define TENON_CODEGEN_TARGET_BACKEND_H

#include "codegen/dialect/Tenon.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir {
struct ConvertVectorToLLVMPassOptions;
} // namespace mlir

namespace tenon {

struct ProductCode;

namespace target {

struct Backend {
  llvm::Triple::ArchType architecture;
  /// Adds the dialects of which its products make operations.
  void (*addDialects)(mlir::DialectRegistry &registry);
  /// The code of `product`, where an instruction of the family computes it; else null.
  const ProductCode *(*codeOf)(Product product);
  /// Turns on how vectors of its dialects are lowered.
  void (*lowerVectors)(mlir::ConvertVectorToLLVMPassOptions &options);
  /// Makes LLVM's back end known, once.
  void (*initialise)();
};

} // namespace target
} // namespace tenon

#endif
