// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target/backends/Backends.h"
#include "codegen/target/cpu/Cpu.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void tenon::target::addLowerToLLVM(OpPassManager &passes, const TargetInfo &target) {
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true; // no library function converts bf16
  passes.addPass(arith::createArithExpandOpsPass(expand));
  passes.addPass(memref::createExpandStridedMetadataPass());
  passes.addPass(createLowerAffinePass()); // what the one before leaves behind
  passes.addPass(createConvertVectorToSCFPass());
  passes.addPass(createSCFToControlFlowPass());

  ConvertVectorToLLVMPassOptions vectors;
  vectors.vectorContractLowering = vector::VectorContractLowering::OuterProduct;
  if (const Backend *backend = backendOf(target.triple))
    backend->lowerVectors(vectors);
  passes.addPass(createConvertVectorToLLVMPass(vectors));
  passes.addPass(createFinalizeMemRefToLLVMConversionPass());
  passes.addPass(createConvertMathToLLVMPass());
  passes.addPass(createArithToLLVMConversionPass());
  passes.addPass(createConvertIndexToLLVMPass());

  ConvertFuncToLLVMPassOptions functions;
  functions.useBarePtrCallConv = true; // a phase takes pointers, not descriptors
  passes.addPass(createConvertFuncToLLVMPass(functions));
  passes.addPass(createConvertControlFlowToLLVMPass());
  passes.addPass(createUBToLLVMConversionPass());
  passes.addPass(createReconcileUnrealizedCastsPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
}
