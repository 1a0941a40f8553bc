// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target/x86/Backend.h"
#include "codegen/target/x86/Products.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"
#include "llvm/Support/TargetSelect.h"

using namespace tenon;

static void addDialects(mlir::DialectRegistry &registry) {
  registry.insert<mlir::x86vector::X86VectorDialect>();
}

static const ProductCode *codeOf(Product product) {
  static const ProductCode dotBf16 = target::x86::dotBf16Code();
  return product == Product::dot_bf16 ? &dotBf16 : nullptr;
}

static void lowerVectors(mlir::ConvertVectorToLLVMPassOptions &options) { options.x86Vector = true; }

static void initialise() {
  static const bool done = [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser(); // inline assembly
    return true;
  }();
  (void)done;
}

const target::Backend target::x86::backend{.architecture = llvm::Triple::x86_64,
                                           .addDialects = addDialects,
                                           .codeOf = codeOf,
                                           .lowerVectors = lowerVectors,
                                           .initialise = initialise};
