// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of this folder; Passes.td describes them.
#ifndef TENON_CODEGEN_SCHEDULE_PASSES_H
#define TENON_CODEGEN_SCHEDULE_PASSES_H

#include "codegen/dialect/Tenon.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tenon {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "codegen/schedule/Passes.h.inc"
} // namespace tenon

#endif
