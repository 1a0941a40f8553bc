// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_CODEGEN_DIALECT_TENONDIALECT_TD
#define TENON_CODEGEN_DIALECT_TENONDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/AttrTypeBase.td"

def Tenon_Dialect : Dialect {
  let name = "tenon";
  let cppNamespace = "::tenon";
  let summary = "What a transformer block computes, row by row";
  let description = [{
    One operation per node of the block graph, on tensors whose leading axis is
    the token (`?`), and `tenon.kernel`, which groups operations into one fused
    kernel.

    Values are real functions of the row: `f32` stands for "f32 or better".
    Tensors of another element type exist only where a value is stored:
    arguments and results of the block, weights, and what crosses from one
    kernel to the next; `tenon.cast` goes between the two.

    A shape such as `[n]` or `[h, n]` leaves out the token axis.
    Operands broadcast: axes of length 1 stretch, and missing leading axes
    (parameters have no token axis) are added. Nothing else.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
}

#endif
