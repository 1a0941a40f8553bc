// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes of the `loops` and `llvm` stages, in pipeline order.
#ifndef TENON_CODEGEN_LOWER_PASSES_TD
#define TENON_CODEGEN_LOWER_PASSES_TD

include "mlir/Pass/PassBase.td"

class LoweringPass<string flag> : Pass<flag, "::mlir::ModuleOp"> {
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
    "::tenon::TenonDialect"
  ];
}

def LowerContractions : LoweringPass<"tenon-lower-contractions"> {
  let summary = "Kernels with linears as phases over tiles of rows and chunks of columns";
  let description = [{
    Each kernel with a `#tenon.contraction` becomes a prologue that packs rows into
    the left operand, a contraction of `tenon.tile_product`s with its epilogues, and a
    finish where it has one, and an entry of the launch list. The kernel stays, until
    its weights have their packers.
  }];
}

def LowerAttention : LoweringPass<"tenon-lower-attention"> {
  let summary = "Kernels with an attention as phases over tiles of tokens";
  let description = [{
    Each kernel with a `#tenon.attention` becomes a prologue that stores keys and values
    and a contraction that runs over blocks of keys with a running softmax, and an entry
    of the launch list. The kernel stays, until its parameters have their packers.
  }];
}

def LowerRows : LoweringPass<"tenon-lower-rows"> {
  let summary = "Row kernels as phases over rows";
  let description = [{
    Each kernel with a `#tenon.rows` becomes a finish, and an entry of the launch list.
    The kernel stays, until its parameters have their packers.
  }];
}

def EmitPackers : LoweringPass<"tenon-emit-packers"> {
  let summary = "The functions that pack a block's parameters";
  let description = [{
    For each weight, vector and table that a kernel reads, functions that bring it from
    the caller's tensor into the packed block, as the kernels' places and panels say.
    Nothing of the function with the kernels is needed any more: it goes.
  }];
}

def ExpandMath : Pass<"tenon-expand-math"> {
  let summary = "Expand elementary functions of f32 into plain vector code";
  let description = [{
    math.exp, expm1, log, log1p and tanh of f32 and of vectors of f32 become
    polynomials (codegen/lower/math/VectorMath.h) that call no library.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def ExpandTileProducts : LoweringPass<"tenon-expand-tile-products"> {
  let summary = "Register tiles as functions";
  let description = [{
    Each `tenon.tile_product` becomes a call; equal tiles share one function. How a
    product is computed is code of its kind: multiply-adds in codegen/lower/tile, those
    of an instruction set in the back end of the module's target.
  }];
}

#endif
