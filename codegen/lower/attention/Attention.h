// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The phases of an attention kernel: keys and values go to their store, then
// row tiles run over blocks of keys with a running softmax; no matrix of
// scores ever exists.
#ifndef TENON_CODEGEN_LOWER_ATTENTION_ATTENTION_H
#define TENON_CODEGEN_LOWER_ATTENTION_ATTENTION_H

#include "codegen/lower/attention/AttentionKernel.h"
#include "codegen/lower/contraction/Contraction.h"

namespace tenon {

/// Units are row tiles times key-value heads, heads fastest.
EmittedPhase emitAttention(mlir::ModuleOp module, const AttentionKernel &kernel);

} // namespace tenon

#endif
