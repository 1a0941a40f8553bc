// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/rows/Elementwise.h"

#include "codegen/dialect/Tenon.h"
#include "codegen/lower/math/Convert.h"
#include "codegen/lower/math/VectorMath.h"
#include "codegen/lower/math/Wave.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tenon;

namespace {

template <typename Made> Value unary(OpBuilder &b, Operation *op, ArrayRef<Value> in) {
  return Made::create(b, op->getLoc(), in[0]);
}
template <typename Made> Value binary(OpBuilder &b, Operation *op, ArrayRef<Value> in) {
  return Made::create(b, op->getLoc(), in[0], in[1]);
}
template <arith::CmpFPredicate predicate> Value compare(OpBuilder &b, Operation *op, ArrayRef<Value> in) {
  return arith::CmpFOp::create(b, op->getLoc(), predicate, in[0], in[1]);
}

/// What codegen/lower/math has a function for.
template <auto function> Value call(OpBuilder &b, Operation *op, ArrayRef<Value> in) {
  if constexpr (std::is_invocable_v<decltype(function), OpBuilder &, Location, Value>)
    return function(b, op->getLoc(), in[0]);
  else if constexpr (std::is_invocable_v<decltype(function), OpBuilder &, Location, Value, Value>)
    return function(b, op->getLoc(), in[0], in[1]);
  else
    return function(b, op->getLoc(), in[0], in[1], in[2]);
}

/// Nothing to do: the elements stay as they are.
Value same(OpBuilder &, Operation *, ArrayRef<Value> in) { return in[0]; }

Value logicalNot(OpBuilder &b, Operation *op, ArrayRef<Value> in) {
  TypedAttr truth = b.getBoolAttr(true);
  if (auto vector = dyn_cast<VectorType>(in[0].getType()))
    truth = DenseElementsAttr::get(vector, true);
  return arith::XOrIOp::create(b, op->getLoc(), in[0], arith::ConstantOp::create(b, op->getLoc(), truth));
}
Value select(OpBuilder &b, Operation *op, ArrayRef<Value> in) {
  return arith::SelectOp::create(b, op->getLoc(), in[0], in[1], in[2]);
}
Value power(OpBuilder &b, Operation *op, ArrayRef<Value> in) {
  return vmath::emitPower(b, op->getLoc(), in[0], cast<PowerOp>(op).getExponent());
}
Value round(OpBuilder &b, Operation *op, ArrayRef<Value> in) {
  return vmath::emitRoundTo(b, op->getLoc(), in[0], cast<RoundOp>(op).getFormat());
}
/// To a storage type and back: what a store would leave. From one: nothing to do.
Value castBack(OpBuilder &b, Operation *op, ArrayRef<Value> in) {
  return vmath::emitRoundTo(b, op->getLoc(), in[0], getElementTypeOrSelf(op->getResult(0).getType()));
}

template <typename Op, auto emit> struct Model : VectorCodeInterface::ExternalModel<Model<Op, emit>, Op> {
  Value emitVector(Operation *op, OpBuilder &builder, ArrayRef<Value> operands) const {
    return emit(builder, op, operands);
  }
};

template <typename Op, auto emit> void add(MLIRContext *context) {
  Op::template attachInterface<Model<Op, emit>>(*context);
}

/// The one table of vector code, a line for each operation.
void addAll(MLIRContext *context, TenonDialect *) {
  using Predicate = arith::CmpFPredicate;
  add<NegOp, unary<arith::NegFOp>>(context);
  add<AbsOp, unary<mlir::math::AbsFOp>>(context);
  add<SqrtOp, unary<mlir::math::SqrtOp>>(context);
  add<FloorOp, unary<mlir::math::FloorOp>>(context);
  add<ExpOp, unary<mlir::math::ExpOp>>(context);
  add<Expm1Op, unary<mlir::math::ExpM1Op>>(context);
  add<LogOp, unary<mlir::math::LogOp>>(context);
  add<Log1pOp, unary<mlir::math::Log1pOp>>(context);
  add<TanhOp, unary<mlir::math::TanhOp>>(context);
  add<SigmoidOp, call<vmath::emitSigmoid>>(context);
  add<NormalCdfOp, call<vmath::emitNormalCdf>>(context);
  add<RoundOp, round>(context);
  add<PowerOp, power>(context);
  add<AddOp, binary<arith::AddFOp>>(context);
  add<SubOp, binary<arith::SubFOp>>(context);
  add<MulOp, binary<arith::MulFOp>>(context);
  add<DivOp, binary<arith::DivFOp>>(context);
  add<MaxOp, call<vmath::emitMaximum>>(context);
  add<MinOp, call<vmath::emitMinimum>>(context);
  add<LtOp, compare<Predicate::OLT>>(context);
  add<LeOp, compare<Predicate::OLE>>(context);
  add<EqOp, compare<Predicate::OEQ>>(context);
  add<AndOp, binary<arith::AndIOp>>(context);
  add<OrOp, binary<arith::OrIOp>>(context);
  add<NotOp, logicalNot>(context);
  add<SelectOp, select>(context);
  add<CosineOp, call<vmath::emitCosine>>(context);
  add<SineOp, call<vmath::emitSine>>(context);
  add<CastOp, castBack>(context);
  add<SplitOp, same>(context);
  add<MergeOp, same>(context);
  add<SpreadOp, same>(context);
}

} // namespace

void rows::registerVectorCode(DialectRegistry &registry) { registry.addExtension(&addAll); }

Value rows::emitElementwise(OpBuilder &builder, Operation *op, ArrayRef<Value> operands) {
  return cast<VectorCodeInterface>(op).emitVector(builder, operands);
}

Value rows::emitProduct(OpBuilder &builder, Operation *tail, Value a, Value x) {
  auto emit = isa<SigmoidOp>(tail) ? vmath::emitTimesSigmoid : vmath::emitTimesNormalCdf;
  return emit(builder, tail->getLoc(), a, x);
}
