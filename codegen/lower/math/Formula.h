// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic on SSA values that reads like the formula it stands for.
#ifndef TENON_CODEGEN_LOWER_MATH_FORMULA_H
#define TENON_CODEGEN_LOWER_MATH_FORMULA_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

namespace tenon::vmath {

/// A value of f32, i32 or i1, or a vector of them. Operators emit operations
/// at the builder's insertion point; plain numbers become (splat) constants of
/// the other operand's type. The builder must outlive it.
class Num {
public:
  Num(mlir::ImplicitLocOpBuilder &builder, mlir::Value value) : builder(&builder), value(value) {}
  operator mlir::Value() const { return value; }
  mlir::ImplicitLocOpBuilder &at() const { return *builder; }
  mlir::Type type() const { return value.getType(); }

  /// A constant of this value's type (f32 or i32).
  Num constant(double number) const {
    mlir::Type element = mlir::getElementTypeOrSelf(type());
    mlir::TypedAttr attribute;
    if (element.isF32())
      attribute = builder->getF32FloatAttr(static_cast<float>(number));
    else
      attribute = builder->getI32IntegerAttr(static_cast<int32_t>(number));
    if (auto shaped = mlir::dyn_cast<mlir::ShapedType>(type()))
      attribute = mlir::DenseElementsAttr::get(shaped, mlir::Attribute(attribute));
    return {*builder, mlir::arith::ConstantOp::create(*builder, attribute)};
  }
  bool isFloat() const { return mlir::isa<mlir::FloatType>(mlir::getElementTypeOrSelf(type())); }

  /// The same bits as i32 and as f32.
  Num bits() const { return cast<mlir::arith::BitcastOp>(builder->getI32Type()); }
  Num asFloat() const { return cast<mlir::arith::BitcastOp>(builder->getF32Type()); }
  /// The number nearest to an i32.
  Num toFloat() const { return cast<mlir::arith::SIToFPOp>(builder->getF32Type()); }

  template <typename Op> Num cast(mlir::Type element) const {
    mlir::Type to = element;
    if (auto shaped = mlir::dyn_cast<mlir::ShapedType>(type()))
      to = shaped.clone(element);
    return {*builder, Op::create(*builder, to, value)};
  }
  template <typename Op> Num apply(Num other) const {
    return {*builder, Op::create(*builder, value, other.value)};
  }

private:
  mlir::ImplicitLocOpBuilder *builder;
  mlir::Value value;
};

#define TENON_NUM_OPERATOR(SYMBOL, FLOAT, INTEGER)                                                           \
  inline Num operator SYMBOL(Num a, Num b) {                                                                 \
    return a.isFloat() ? a.apply<mlir::arith::FLOAT>(b) : a.apply<mlir::arith::INTEGER>(b);                  \
  }                                                                                                          \
  inline Num operator SYMBOL(Num a, double b) { return a SYMBOL a.constant(b); }                             \
  inline Num operator SYMBOL(double a, Num b) { return b.constant(a) SYMBOL b; }
TENON_NUM_OPERATOR(+, AddFOp, AddIOp)
TENON_NUM_OPERATOR(-, SubFOp, SubIOp)
TENON_NUM_OPERATOR(*, MulFOp, MulIOp)
TENON_NUM_OPERATOR(/, DivFOp, DivSIOp)
#undef TENON_NUM_OPERATOR

inline Num operator<<(Num a, int bits) { return a.apply<mlir::arith::ShLIOp>(a.constant(bits)); }
inline Num operator>>(Num a, int bits) { return a.apply<mlir::arith::ShRSIOp>(a.constant(bits)); }
inline Num operator-(Num a) { return {a.at(), mlir::arith::NegFOp::create(a.at(), a)}; }

/// Ordered comparisons of f32: false if either is NaN.
inline Num compare(mlir::arith::CmpFPredicate predicate, Num a, Num b) {
  return {a.at(), mlir::arith::CmpFOp::create(a.at(), predicate, a, b)};
}
inline Num operator<(Num a, Num b) { return compare(mlir::arith::CmpFPredicate::OLT, a, b); }
inline Num operator>(Num a, Num b) { return compare(mlir::arith::CmpFPredicate::OGT, a, b); }
inline Num operator==(Num a, Num b) { return compare(mlir::arith::CmpFPredicate::OEQ, a, b); }
inline Num operator<(Num a, double b) { return a < a.constant(b); }
inline Num operator>(Num a, double b) { return a > a.constant(b); }
inline Num operator==(Num a, double b) { return a == a.constant(b); }
inline Num isNan(Num a) { return compare(mlir::arith::CmpFPredicate::UNO, a, a); }

inline Num select(Num condition, Num a, Num b) {
  return {a.at(), mlir::arith::SelectOp::create(a.at(), condition, a, b)};
}
inline Num fma(Num a, Num b, Num c) { return {a.at(), mlir::math::FmaOp::create(a.at(), a, b, c)}; }
inline Num abs(Num a) { return {a.at(), mlir::math::AbsFOp::create(a.at(), a)}; }
inline Num copysign(Num a, Num sign) { return {a.at(), mlir::math::CopySignOp::create(a.at(), a, sign)}; }

/// Smaller and larger of `a` and a number: one instruction; NaN stays NaN.
inline Num atMost(Num a, double limit) { return select(a > limit, a.constant(limit), a); }
inline Num atLeast(Num a, double limit) { return select(a < limit, a.constant(limit), a); }

} // namespace tenon::vmath

#endif
