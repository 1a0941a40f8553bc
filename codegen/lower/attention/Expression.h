// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Score and mask expressions on a vector of keys.
#ifndef TENON_CODEGEN_LOWER_ATTENTION_EXPRESSION_H
#define TENON_CODEGEN_LOWER_ATTENTION_EXPRESSION_H

#include "codegen/lower/attention/AttentionKernel.h"
#include "codegen/lower/build/Phase.h"

namespace tenon {

/// Emits `region` on `arguments` (vectors of f32 of one length, in the order
/// of its arguments) and returns what it yields: scores, or truth values.
mlir::Value emitExpression(Phase &phase, const AttentionKernel &kernel, mlir::Region &region,
                           llvm::ArrayRef<mlir::Value> arguments);

} // namespace tenon

#endif
