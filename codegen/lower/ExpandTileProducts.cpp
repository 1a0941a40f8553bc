// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/Passes.h"
#include "codegen/lower/tile/RegisterTile.h"
#include "codegen/target/x86/Products.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"
#include "mlir/IR/SymbolTable.h"

#define DEBUG_TYPE "tenon-expand-tile-products"

namespace tenon {
#define GEN_PASS_DEF_EXPANDTILEPRODUCTS
#include "codegen/lower/Passes.h.inc"
} // namespace tenon

using namespace mlir;
using namespace tenon;

namespace {

ProductCode codeOf(Product product) {
  switch (product) {
  case Product::fma:
    return fmaCode();
  case Product::dot_bf16:
    return target::x86::dotBf16Code();
  }
  llvm_unreachable("a product without code");
}

struct ExpandTileProducts : tenon::impl::ExpandTileProductsBase<ExpandTileProducts> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    DenseMap<TileAttr, func::FuncOp> functions;
    SmallVector<TileProductOp> products;
    getOperation().walk([&](TileProductOp product) { products.push_back(product); });
    for (TileProductOp product : products) {
      func::FuncOp &function = functions[product.getTile()];
      if (!function) {
        function =
            emitRegisterTile(getOperation(), product.getTile(), codeOf(product.getTile().getProduct()));
        function->remove();
        symbols.insert(function); // makes the name unique
      }
      OpBuilder b(product);
      func::CallOp::create(b, product.getLoc(), function, product.getOperands());
      product.erase();
    }
  }
};

} // namespace
