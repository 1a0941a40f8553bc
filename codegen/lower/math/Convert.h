// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Between f32 and the 16-bit storage types, and f32 operations whose plain
// `arith` form costs more or means something else.
#ifndef TENON_CODEGEN_LOWER_MATH_CONVERT_H
#define TENON_CODEGEN_LOWER_MATH_CONVERT_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace tenon::vmath {

// Values are scalars or vectors. No library is called: f16 goes through F16C,
// bf16 through integers.

/// bf16, f16 or f32 to f32: exact, NaN kept.
mlir::Value emitWiden(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x);

/// f32 to `element` (bf16, f16 or f32): to nearest, ties to even, NaN kept.
mlir::Value emitNarrow(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x, mlir::Type element);

/// f32 rounded to the nearest value of `element`, as f32.
mlir::Value emitRoundTo(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x, mlir::Type element);

/// Larger and smaller of two f32; NaN where one of them is NaN. Of two zeros it may be either.
mlir::Value emitMaximum(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b);
mlir::Value emitMinimum(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b);

/// x^exponent for a whole exponent >= 0, by repeated squaring; x^0 is 1.
mlir::Value emitPower(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x, uint64_t exponent);

} // namespace tenon::vmath

#endif
