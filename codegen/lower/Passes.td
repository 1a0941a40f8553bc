// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes of the `loops` stage, in pipeline order.
#ifndef TENON_CODEGEN_LOWER_PASSES_TD
#define TENON_CODEGEN_LOWER_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerKernels : Pass<"tenon-lower-kernels", "::mlir::ModuleOp"> {
  let summary = "Turn fused kernels into phases over tiles, vectors and buffers";
  let description = [{
    Replaces the function of `tenon.kernel` ops by up to three phases for each
    kernel (prologue, contraction, finish), the packers of its parameters, and
    the launch list (`tenon.launch`, `tenon.pack`, `tenon.part`).
    Every choice that depends on the machine comes from the target's
    description.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"x86-64-v3\"", "name of the variant to lower for">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
    "::mlir::x86vector::X86VectorDialect"
  ];
}

def ExpandMath : Pass<"tenon-expand-math"> {
  let summary = "Expand elementary functions of f32 into plain vector code";
  let description = [{
    math.exp, expm1, log, log1p and tanh of f32 and of vectors of f32 become
    polynomials (codegen/lower/math/VectorMath.h) that call no library.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

#endif
