// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_CODEGEN_LOWER_PASSES_H
#define TENON_CODEGEN_LOWER_PASSES_H

#include "mlir/Pass/Pass.h"

namespace tenon {
#define GEN_PASS_DECL
#include "codegen/lower/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "codegen/lower/Passes.h.inc"
} // namespace tenon

#endif
