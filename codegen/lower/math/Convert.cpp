// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/math/Convert.h"
#include "codegen/lower/math/Formula.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tenon::vmath;

namespace {

Type withElement(Type type, Type element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(element);
  return element;
}

Num unsignedShiftRight(Num a, int bits) { return a.apply<arith::ShRUIOp>(a.constant(bits)); }
Num bitAnd(Num a, Num b) { return a.apply<arith::AndIOp>(b); }

/// The bits of `x` rounded to a bf16 in the high half; the low half is not cleared.
Num roundBits(Num x) {
  Num bits = x.bits();
  Num odd = bitAnd(unsignedShiftRight(bits, 16), bits.constant(1));
  Num rounded = bits + (odd + 0x7fff);
  // Rounding could carry a NaN to zero; a quiet bit keeps its top half a NaN.
  Num quiet = bits.apply<arith::OrIOp>(bits.constant(0x00400000));
  return select(isNan(x), quiet, rounded);
}

bool isNumber(Value value) {
  FloatAttr scalar;
  if (matchPattern(value, m_Constant(&scalar)))
    return !scalar.getValue().isNaN();
  DenseFPElementsAttr elements;
  return matchPattern(value, m_Constant(&elements)) && elements.isSplat() &&
         !elements.getSplatValue<APFloat>().isNaN();
}

/// `a` where `a predicate b`, else `b`, in the form of one min or max
/// instruction: `b` if one of them is NaN.
Value pick(OpBuilder &builder, Location loc, arith::CmpFPredicate predicate, Value first, Value second) {
  ImplicitLocOpBuilder at(loc, builder);
  Num a(at, first), b(at, second);
  if (isNumber(second))
    std::swap(a, b);
  Num picked = select(compare(predicate, a, b), a, b);
  return isNumber(a) ? picked : select(isNan(a), a, picked);
}

} // namespace

namespace tenon::vmath {

Value emitWiden(OpBuilder &builder, Location loc, Value x) {
  Type element = getElementTypeOrSelf(x);
  if (element.isF32())
    return x;
  if (!element.isBF16())
    return arith::ExtFOp::create(builder, loc, withElement(x.getType(), builder.getF32Type()), x);
  ImplicitLocOpBuilder at(loc, builder);
  Value half = arith::BitcastOp::create(at, withElement(x.getType(), at.getI16Type()), x);
  Num wide(at, arith::ExtUIOp::create(at, withElement(x.getType(), at.getI32Type()), half));
  return (wide << 16).asFloat();
}

Value emitNarrow(OpBuilder &builder, Location loc, Value x, Type element) {
  if (element.isF32())
    return x;
  Type type = withElement(x.getType(), element);
  if (!element.isBF16())
    return arith::TruncFOp::create(builder, loc, type, x);
  ImplicitLocOpBuilder at(loc, builder);
  Value high = unsignedShiftRight(roundBits(Num(at, x)), 16);
  Value half = arith::TruncIOp::create(at, withElement(x.getType(), at.getI16Type()), high);
  return arith::BitcastOp::create(at, type, half);
}

Value emitRoundTo(OpBuilder &builder, Location loc, Value x, Type element) {
  if (!element.isBF16())
    return emitWiden(builder, loc, emitNarrow(builder, loc, x, element));
  ImplicitLocOpBuilder at(loc, builder);
  Num bits = roundBits(Num(at, x));
  return bitAnd(bits, bits.constant(-65536.0)).asFloat();
}

Value emitMaximum(OpBuilder &builder, Location loc, Value a, Value b) {
  return pick(builder, loc, arith::CmpFPredicate::OGT, a, b);
}

Value emitMinimum(OpBuilder &builder, Location loc, Value a, Value b) {
  return pick(builder, loc, arith::CmpFPredicate::OLT, a, b);
}

Value emitPower(OpBuilder &builder, Location loc, Value x, uint64_t exponent) {
  ImplicitLocOpBuilder at(loc, builder);
  Num square(at, x);
  std::optional<Num> product;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      product = product ? *product * square : square;
    if (exponent > 1)
      square = square * square;
  }
  return product ? *product : square.constant(1);
}

} // namespace tenon::vmath
