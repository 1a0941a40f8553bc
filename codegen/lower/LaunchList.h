// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launch list while kernels are lowered.
#ifndef TENON_CODEGEN_LOWER_LAUNCHLIST_H
#define TENON_CODEGEN_LOWER_LAUNCHLIST_H

#include "codegen/dialect/Tenon.h"
#include "codegen/lower/build/Phase.h"
#include "codegen/lower/plan/Places.h"

namespace tenon {

using LaunchNumber = std::pair<llvm::StringRef, int64_t>;
using LaunchPhase = std::pair<llvm::StringRef, mlir::func::FuncOp>;

/// Adds the entry of `kernel` to the launch list of its module, in the order of the function's kernels,
/// whichever of them has been lowered first. Null phases are left out.
void addLaunch(KernelOp kernel, llvm::ArrayRef<LaunchNumber> numbers, llvm::ArrayRef<LaunchPhase> phases);

/// Whether `kernel` is in the launch list.
bool isLaunched(KernelOp kernel);

/// lower(module, kernel, schedule) for each kernel whose schedule is a `Schedule`; those must have places.
template <typename Schedule>
llvm::LogicalResult forEachKernel(mlir::ModuleOp module, void (*lower)(mlir::ModuleOp, KernelOp, Schedule)) {
  llvm::SmallVector<KernelOp> kernels;
  module.walk([&](KernelOp kernel) { kernels.push_back(kernel); });
  for (KernelOp kernel : kernels) {
    auto schedule = llvm::dyn_cast_or_null<Schedule>(kernel.getScheduleAttr());
    if (!schedule)
      continue;
    if (failed(checkPlaces(kernel)))
      return llvm::failure();
    lower(module, kernel, schedule);
  }
  return llvm::success();
}

} // namespace tenon

#endif
