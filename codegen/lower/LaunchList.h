// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launch list while kernels are lowered.
#ifndef TENON_CODEGEN_LOWER_LAUNCHLIST_H
#define TENON_CODEGEN_LOWER_LAUNCHLIST_H

#include "codegen/dialect/Launch.h"
#include "codegen/lower/build/Phase.h"
#include "codegen/lower/plan/Places.h"
#include "codegen/schedule/VerifySchedule.h"

namespace tenon {

/// The phases of a kernel, in the order in which they run; null ones are left out.
struct LaunchPhases {
  mlir::func::FuncOp prologue, contraction, finish;
};

/// Adds the entry of `kernel` to the launch list of its module, in the order of the function's kernels,
/// whichever of them has been lowered first.
void addLaunch(KernelOp kernel, LaunchKind kind, LaunchPhases phases, const LaunchSizes &sizes);

/// The entry of `kernel` in the launch list; null before it is lowered.
LaunchOp launchOf(KernelOp kernel);

/// Reports `kernel` if a symbol of its module has the name of one of its phases.
llvm::LogicalResult checkNames(KernelOp kernel);

/// lower(module, kernel, schedule) for each kernel of the module's own functions whose schedule is a
/// `Schedule`; those must have places. Parts of a stack are modules of their own.
template <typename Schedule>
llvm::LogicalResult forEachKernel(mlir::ModuleOp module, void (*lower)(mlir::ModuleOp, KernelOp, Schedule)) {
  llvm::SmallVector<KernelOp> kernels;
  for (auto function : module.getOps<mlir::func::FuncOp>())
    llvm::append_range(kernels, function.getOps<KernelOp>());
  for (KernelOp kernel : kernels) {
    auto schedule = llvm::dyn_cast_or_null<Schedule>(kernel.getScheduleAttr());
    if (!schedule)
      continue;
    if (failed(checkNames(kernel)) || failed(verifySchedule(kernel)) || failed(checkPlaces(kernel)))
      return llvm::failure();
    lower(module, kernel, schedule);
  }
  return llvm::success();
}

} // namespace tenon

#endif
