// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_CODEGEN_FUSE_PASSES_TD
#define TENON_CODEGEN_FUSE_PASSES_TD

include "mlir/Pass/PassBase.td"

def CompensateMeans : Pass<"tenon-compensate-means", "::mlir::ModuleOp"> {
  let summary = "Centres rows a second time, so that little is left of a mean's rounding";
  let description = [{
    A mean that is rounded once is still off by half a unit, which is much beside
    rows far from 0 with small deviations: c = x - mean(x) becomes c - mean(c)
    (docs/design/rows.md). What is centred a second time already stays.
  }];
  let dependentDialects = ["::tenon::TenonDialect"];
}

def ExpandRotations : Pass<"tenon-expand-rotations", "::mlir::ModuleOp"> {
  let summary = "Rotations as products with rows of cosines and sines";
  let description = [{
    `tenon.rotate` becomes element by element work, but for the order of the
    columns, so that fusion and row programs need not know it. Angles are rows
    of the token: queries, keys and heads share them.
  }];
  let dependentDialects = ["::tenon::TenonDialect"];
}

def FormKernels : Pass<"tenon-form-kernels", "::mlir::ModuleOp"> {
  let summary = "Groups the operations of a block into fused kernels";
  let description = [{
    Afterwards the body of the block consists of `tenon.kernel` in launch order,
    whose slots hold its operations. docs/design/fusion.md explains the
    algorithm. A fusion that the block implies and that is refused is a remark.
  }];
  let dependentDialects = ["::tenon::TenonDialect"];
}

#endif
