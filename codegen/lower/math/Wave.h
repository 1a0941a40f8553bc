// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sine and cosine of large angles.
#ifndef TENON_CODEGEN_LOWER_MATH_WAVE_H
#define TENON_CODEGEN_LOWER_MATH_WAVE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace tenon::vmath {

/// cos or sin of position * (high + low), all f32 of one shape, in f64 and
/// rounded once: within 1 ulp of that of the product in f64, for angles up to 1e9.
mlir::Value emitCosine(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value position, mlir::Value high,
                       mlir::Value low);
mlir::Value emitSine(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value position, mlir::Value high,
                     mlir::Value low);

} // namespace tenon::vmath

#endif
