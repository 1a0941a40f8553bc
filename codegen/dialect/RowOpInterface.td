// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_CODEGEN_DIALECT_ROWOPINTERFACE_TD
#define TENON_CODEGEN_DIALECT_ROWOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def Tenon_RowOpInterface : OpInterface<"RowOpInterface"> {
  let cppNamespace = "::tenon";
  let description = [{
    What an operation costs: the one model that fusion, the sweeps of row
    programs and the kernel report share.
  }];
  let methods = [
    InterfaceMethod<"Vector instructions for each vector of the result, about.", "int64_t", "getCost">,
    InterfaceMethod<[{Floating-point operations for one token: what a textbook counts, so a function is
      one, and moving, choosing and rounding are none.}], "int64_t", "getFlops">
  ];
}

def Tenon_VectorCodeInterface : OpInterface<"VectorCodeInterface"> {
  let cppNamespace = "::tenon";
  let description = [{
    Operations that have vector code which works element by element. The code
    is no business of the dialect: codegen/lower/rows attaches it.
  }];
  let methods = [
    InterfaceMethod<[{Emits the operation on `operands`: all scalars or all vectors of one length; f32, or i1
      for truth values. Values of bf16 and f16 tensors are f32 too, already rounded.}],
      "::mlir::Value", "emitVector",
      (ins "::mlir::OpBuilder &":$builder, "::llvm::ArrayRef<::mlir::Value>":$operands)>
  ];
}

#endif
