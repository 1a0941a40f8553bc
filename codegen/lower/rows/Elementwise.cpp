// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/rows/Elementwise.h"

#include "codegen/dialect/Tenon.h"
#include "codegen/lower/math/Convert.h"
#include "codegen/lower/math/VectorMath.h"
#include "codegen/lower/math/Wave.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tenon;

namespace {

/// Emits one operation; a member for each form.
struct Emitter {
  OpBuilder &b;
  Location loc;
  ArrayRef<Value> in;

  template <typename Op> Value unary() { return Op::create(b, loc, in[0]); }
  template <typename Op> Value binary() { return Op::create(b, loc, in[0], in[1]); }
  Value compare(arith::CmpFPredicate predicate) {
    return arith::CmpFOp::create(b, loc, predicate, in[0], in[1]);
  }
  Value logicalNot() {
    auto type = in[0].getType();
    TypedAttr truth = b.getBoolAttr(true);
    if (auto vector = dyn_cast<VectorType>(type))
      truth = DenseElementsAttr::get(vector, true);
    return arith::XOrIOp::create(b, loc, in[0], arith::ConstantOp::create(b, loc, truth));
  }
  /// To a storage type and back: what a store would leave. From one: nothing to do.
  Value cast(CastOp op) { return vmath::emitRoundTo(b, loc, in[0], getElementTypeOrSelf(op.getType())); }
};

} // namespace

Value rows::emitElementwise(OpBuilder &builder, Operation *op, ArrayRef<Value> operands) {
  Emitter e{builder, op->getLoc(), operands};
  using Predicate = arith::CmpFPredicate;
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<NegOp>([&](auto) { return e.unary<arith::NegFOp>(); })
      .Case<AbsOp>([&](auto) { return e.unary<mlir::math::AbsFOp>(); })
      .Case<SqrtOp>([&](auto) { return e.unary<mlir::math::SqrtOp>(); })
      .Case<FloorOp>([&](auto) { return e.unary<mlir::math::FloorOp>(); })
      .Case<ExpOp>([&](auto) { return e.unary<mlir::math::ExpOp>(); })
      .Case<Expm1Op>([&](auto) { return e.unary<mlir::math::ExpM1Op>(); })
      .Case<LogOp>([&](auto) { return e.unary<mlir::math::LogOp>(); })
      .Case<Log1pOp>([&](auto) { return e.unary<mlir::math::Log1pOp>(); })
      .Case<TanhOp>([&](auto) { return e.unary<mlir::math::TanhOp>(); })
      .Case<SigmoidOp>([&](auto) { return vmath::emitSigmoid(builder, e.loc, operands[0]); })
      .Case<NormalCdfOp>([&](auto) { return vmath::emitNormalCdf(builder, e.loc, operands[0]); })
      .Case<RoundOp>(
          [&](RoundOp round) { return vmath::emitRoundTo(builder, e.loc, operands[0], round.getFormat()); })
      .Case<PowerOp>(
          [&](PowerOp power) { return vmath::emitPower(builder, e.loc, operands[0], power.getExponent()); })
      .Case<AddOp>([&](auto) { return e.binary<arith::AddFOp>(); })
      .Case<SubOp>([&](auto) { return e.binary<arith::SubFOp>(); })
      .Case<MulOp>([&](auto) { return e.binary<arith::MulFOp>(); })
      .Case<DivOp>([&](auto) { return e.binary<arith::DivFOp>(); })
      .Case<MaxOp>([&](auto) { return vmath::emitMaximum(builder, e.loc, operands[0], operands[1]); })
      .Case<MinOp>([&](auto) { return vmath::emitMinimum(builder, e.loc, operands[0], operands[1]); })
      .Case<LtOp>([&](auto) { return e.compare(Predicate::OLT); })
      .Case<LeOp>([&](auto) { return e.compare(Predicate::OLE); })
      .Case<EqOp>([&](auto) { return e.compare(Predicate::OEQ); })
      .Case<AndOp>([&](auto) { return e.binary<arith::AndIOp>(); })
      .Case<OrOp>([&](auto) { return e.binary<arith::OrIOp>(); })
      .Case<NotOp>([&](auto) { return e.logicalNot(); })
      .Case<SelectOp>([&](auto) -> Value {
        return arith::SelectOp::create(builder, e.loc, operands[0], operands[1], operands[2]);
      })
      .Case<CosineOp>(
          [&](auto) { return vmath::emitCosine(builder, e.loc, operands[0], operands[1], operands[2]); })
      .Case<SineOp>(
          [&](auto) { return vmath::emitSine(builder, e.loc, operands[0], operands[1], operands[2]); })
      .Case<CastOp>([&](CastOp cast) { return e.cast(cast); })
      .Case<SplitOp, MergeOp>([&](auto) { return operands[0]; });
}

Value rows::emitProduct(OpBuilder &builder, Operation *tail, Value a, Value x) {
  auto emit = isa<SigmoidOp>(tail) ? vmath::emitTimesSigmoid : vmath::emitTimesNormalCdf;
  return emit(builder, tail->getLoc(), a, x);
}
