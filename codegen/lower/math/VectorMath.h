// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementary functions of f32 as plain vector code: no calls, no tables.
#ifndef TENON_CODEGEN_LOWER_MATH_VECTORMATH_H
#define TENON_CODEGEN_LOWER_MATH_VECTORMATH_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace tenon::vmath {

// `x` is f32 or a vector of f32. Inputs and results below 2^-126 are 0, as in the
// environment in which the code runs (runtime/abi/environment.h); all others are within
// 2 ulp of the exact value; NaN stays NaN and the limits at infinity are exact. Code is emitted at the
// insertion point of `builder` and consists of arith, vector and math.{fma, floor, roundeven, sqrt, absf,
// copysign}.

mlir::Value emitExp(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x);
mlir::Value emitExpm1(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x);
mlir::Value emitLog(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x);
mlir::Value emitLog1p(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x);
mlir::Value emitTanh(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x);

/// 1 / (1 + exp(-x)), to full relative accuracy for every x.
mlir::Value emitSigmoid(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x);

/// The normal distribution function, to full relative accuracy in the lower
/// tail (where it is about exp(-x^2 / 2) / |x|).
mlir::Value emitNormalCdf(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x);

/// a * sigmoid(x) and a * normal_cdf(x), accurate also where the second factor
/// is below 2^-126 and the product is not.
mlir::Value emitTimesSigmoid(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value x);
mlir::Value emitTimesNormalCdf(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value x);

} // namespace tenon::vmath

#endif
