// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/Passes.h"
#include "codegen/lower/tile/RegisterTile.h"
#include "codegen/target/TargetAttr.h"
#include "codegen/target/backends/Backends.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/SymbolTable.h"

#define DEBUG_TYPE "tenon-expand-tile-products"

namespace tenon {
#define GEN_PASS_DEF_EXPANDTILEPRODUCTS
#include "codegen/lower/Passes.h.inc"
} // namespace tenon

using namespace mlir;
using namespace tenon;

namespace {

/// Multiply-adds need no instructions of their own; other products are those of the module's target.
const ProductCode *codeOf(Product product, TargetAttr target) {
  static const ProductCode fma = fmaCode();
  if (product == Product::fma)
    return &fma;
  const target::Backend *backend = target ? target::backendOf(target.getTriple()) : nullptr;
  return backend ? backend->codeOf(product) : nullptr;
}

struct ExpandTileProducts : tenon::impl::ExpandTileProductsBase<ExpandTileProducts> {
  void getDependentDialects(DialectRegistry &registry) const override {
    ExpandTileProductsBase::getDependentDialects(registry);
    for (const target::Backend *backend : target::allBackends())
      backend->addDialects(registry);
  }

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    DenseMap<TileAttr, func::FuncOp> functions;
    SmallVector<TileProductOp> products;
    getOperation().walk([&](TileProductOp product) { products.push_back(product); });
    for (TileProductOp product : products) {
      func::FuncOp &function = functions[product.getTile()];
      if (!function && !(function = emit(product, symbols)))
        return signalPassFailure();
      OpBuilder b(product);
      func::CallOp::create(b, product.getLoc(), function, product.getOperands());
      product.erase();
    }
  }

private:
  /// The function of a tile; null, with an error, where the target has no such product.
  func::FuncOp emit(TileProductOp product, SymbolTable &symbols) {
    TileAttr tile = product.getTile();
    const ProductCode *code = codeOf(tile.getProduct(), targetOf(getOperation()));
    if (!code) {
      product.emitError("the target of the module has no product ") << stringifyProduct(tile.getProduct());
      return {};
    }
    func::FuncOp function = emitRegisterTile(getOperation(), tile, *code);
    function->remove();
    symbols.insert(function); // makes the name unique
    return function;
  }
};

} // namespace
