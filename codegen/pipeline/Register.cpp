// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/pipeline/Register.h"
#include "codegen/dialect/Tenon.h"
#include "codegen/fuse/Passes.h"
#include "codegen/lower/Passes.h"
#include "codegen/lower/rows/Elementwise.h"
#include "codegen/schedule/Passes.h"
#include "codegen/target/backends/Backends.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

void tenon::registerDialects(mlir::DialectRegistry &registry) {
  using namespace mlir;
  registry.insert<TenonDialect, arith::ArithDialect, cf::ControlFlowDialect, func::FuncDialect,
                  LLVM::LLVMDialect, math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                  tensor::TensorDialect, ub::UBDialect, vector::VectorDialect>();
  for (const target::Backend *backend : target::allBackends())
    backend->addDialects(registry);
  rows::registerVectorCode(registry);
}

void tenon::registerPasses() {
  registerfusePasses();
  registerschedulePasses();
  registerlowerPasses();
  mlir::registerTransformsPasses();
  mlir::registerConversionPasses();
  mlir::registerSCFPasses();
  mlir::arith::registerArithPasses();
  mlir::memref::registerMemRefPasses();
  mlir::vector::registerVectorPasses();
}
