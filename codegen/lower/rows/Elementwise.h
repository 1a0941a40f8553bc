// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_CODEGEN_LOWER_ROWS_ELEMENTWISE_H
#define TENON_CODEGEN_LOWER_ROWS_ELEMENTWISE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Operation.h"

namespace tenon::rows {

/// Attaches VectorCodeInterface to the operations of `tenon` that work element by element.
void registerVectorCode(mlir::DialectRegistry &registry);

/// Emits `op`, which works element by element, on `operands`: all scalars or
/// all vectors of one length; f32, or i1 for truth values. Values of bf16 and
/// f16 tensors are f32 too, already rounded.
mlir::Value emitElementwise(mlir::OpBuilder &builder, mlir::Operation *op,
                            llvm::ArrayRef<mlir::Value> operands);

/// Emits a * tail(x) for a tenon.sigmoid or tenon.normal_cdf `tail`, which is
/// accurate also where tail(x) alone would be below 2^-126.
mlir::Value emitProduct(mlir::OpBuilder &builder, mlir::Operation *tail, mlir::Value a, mlir::Value x);

} // namespace tenon::rows

#endif
