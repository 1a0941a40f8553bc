// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/Passes.h"

#include "codegen/lower/math/VectorMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

#define DEBUG_TYPE "tenon-expand-math"

namespace tenon {
#define GEN_PASS_DEF_EXPANDMATH
#include "codegen/lower/Passes.h.inc"
} // namespace tenon

using namespace mlir;
using namespace tenon;

namespace {

using Emit = Value (*)(OpBuilder &, Location, Value);

Emit expansionOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Emit>(op)
      .Case<math::ExpOp>([](auto) { return vmath::emitExp; })
      .Case<math::ExpM1Op>([](auto) { return vmath::emitExpm1; })
      .Case<math::LogOp>([](auto) { return vmath::emitLog; })
      .Case<math::Log1pOp>([](auto) { return vmath::emitLog1p; })
      .Case<math::TanhOp>([](auto) { return vmath::emitTanh; })
      .Default([](Operation *) { return nullptr; });
}

class ExpandMathPass : public tenon::impl::ExpandMathBase<ExpandMathPass> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      Emit emit = expansionOf(op);
      if (!emit || !getElementTypeOrSelf(op->getResult(0)).isF32())
        return;
      OpBuilder builder(op);
      op->getResult(0).replaceAllUsesWith(emit(builder, op->getLoc(), op->getOperand(0)));
      op->erase();
    });
  }
};

} // namespace
