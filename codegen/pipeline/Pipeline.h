// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of each MLIR stage, in order, and the check at its end.
#ifndef TENON_CODEGEN_PIPELINE_PIPELINE_H
#define TENON_CODEGEN_PIPELINE_PIPELINE_H

#include "codegen/pipeline/Compiler.h"
#include "codegen/target/TargetInfo.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

namespace tenon {

/// tenon → kernels.
void addKernelsStage(mlir::OpPassManager &passes);
/// kernels → schedule, for one target.
void addScheduleStage(mlir::OpPassManager &passes, const TargetInfo &target);
/// schedule → loops.
void addLoopsStage(mlir::OpPassManager &passes);
/// loops → llvm, for the same target.
void addLlvmStage(mlir::OpPassManager &passes, const TargetInfo &target);

/// Whether `module` is what `stage` promises (Stages.def); emits an error where it is not.
llvm::LogicalResult checkGate(mlir::ModuleOp module, Stage stage);

/// The MLIR stage that `module` is at, by what it holds.
Stage stageOf(mlir::ModuleOp module);

} // namespace tenon

#endif
