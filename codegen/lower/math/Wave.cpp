// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Angles are brought to [-pi/4, pi/4] by multiples of pi/2 in two parts (Cody
// and Waite), and the series of sine and cosine summed there; their remainders
// at pi/4 are below 1e-11, which f32 does not see.
#include "codegen/lower/math/Wave.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace {

class Wave {
public:
  Wave(OpBuilder &builder, Location loc, Type shape)
      : b(loc, builder), f32(shape), f64(withElement(b.getF64Type())), i32(withElement(b.getI32Type())) {}

  /// sin(position * (high + low) + quarters * pi/2)
  Value emit(Value position, Value high, Value low, int32_t quarters) {
    Value frequency = add(wide(high), wide(low));
    Value angle = arith::MulFOp::create(b, wide(position), frequency);
    Value turns = math::RoundEvenOp::create(b, arith::MulFOp::create(b, angle, number(0x1.45f306dc9c883p-1)));
    Value rest = fma(turns, number(-0x1.921fb54442d18p+0), angle); // -pi/2, nearest
    rest = fma(turns, number(-0x1.1a62633145c07p-54), rest);       // what it lacks
    Value quarter = arith::AddIOp::create(b, arith::FPToSIOp::create(b, i32, turns), integer(quarters));

    Value square = arith::MulFOp::create(b, rest, rest);
    Value sine = arith::MulFOp::create(
        b, rest, series(square, {1, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800}));
    Value cosine =
        series(square, {1, -0.5, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600});
    Value value = arith::SelectOp::create(b, hasBit(quarter, 1), cosine, sine);
    value = arith::SelectOp::create(b, hasBit(quarter, 2), arith::NegFOp::create(b, value), value);
    return arith::TruncFOp::create(b, f32, value);
  }

private:
  Type withElement(Type element) const {
    if (auto vector = dyn_cast<VectorType>(f32))
      return vector.clone(element);
    return element;
  }
  Value constant(Type type, TypedAttr attribute) {
    if (auto vector = dyn_cast<VectorType>(type))
      attribute = DenseElementsAttr::get(vector, Attribute(attribute));
    return arith::ConstantOp::create(b, attribute);
  }
  Value number(double value) { return constant(f64, b.getF64FloatAttr(value)); }
  Value integer(int32_t value) { return constant(i32, b.getI32IntegerAttr(int32_t(value))); }
  Value wide(Value value) { return arith::ExtFOp::create(b, f64, value); }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  Value fma(Value x, Value y, Value z) { return math::FmaOp::create(b, x, y, z); }

  Value series(Value x, ArrayRef<double> coefficients) {
    Value sum = number(coefficients.back());
    for (double coefficient : llvm::reverse(coefficients.drop_back()))
      sum = fma(sum, x, number(coefficient));
    return sum;
  }

  Value hasBit(Value value, int32_t bit) {
    Value masked = arith::AndIOp::create(b, value, integer(bit));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, masked, integer(0));
  }

  ImplicitLocOpBuilder b;
  Type f32, f64, i32;
};

} // namespace

Value tenon::vmath::emitSine(OpBuilder &builder, Location loc, Value position, Value high, Value low) {
  return Wave(builder, loc, position.getType()).emit(position, high, low, 0);
}

Value tenon::vmath::emitCosine(OpBuilder &builder, Location loc, Value position, Value high, Value low) {
  return Wave(builder, loc, position.getType()).emit(position, high, low, 1);
}
