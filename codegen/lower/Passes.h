// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_CODEGEN_LOWER_PASSES_H
#define TENON_CODEGEN_LOWER_PASSES_H

#include "codegen/dialect/Tenon.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace tenon {
#define GEN_PASS_DECL
#include "codegen/lower/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "codegen/lower/Passes.h.inc"
} // namespace tenon

#endif
