// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Targets in IR: TargetInfo as `#tenon.target`, on the modules that were scheduled for it.
#ifndef TENON_CODEGEN_TARGET_TARGETATTR_H
#define TENON_CODEGEN_TARGET_TARGETATTR_H

#include "codegen/dialect/Tenon.h"
#include "codegen/target/TargetInfo.h"
#include "mlir/IR/BuiltinOps.h"

namespace tenon {

TargetAttr attributeOf(const TargetInfo &target, mlir::MLIRContext *context);

/// What `module` was scheduled for; null where it does not say so.
TargetAttr targetOf(mlir::ModuleOp module);

/// Makes `module` say that it is for `target`; an error where it says something else.
llvm::LogicalResult setTarget(mlir::ModuleOp module, const TargetInfo &target);

/// An error that names both where `module` is not for `target`.
llvm::LogicalResult checkTarget(mlir::ModuleOp module, const TargetInfo &target);

} // namespace tenon

#endif
