// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/LaunchList.h"

using namespace mlir;
using namespace tenon;

LaunchOp tenon::launchOf(KernelOp kernel) {
  auto launches = kernel->getParentOfType<ModuleOp>().getOps<LaunchOp>();
  auto found = llvm::find_if(launches, [&](LaunchOp launch) { return launch.getName() == kernel.getName(); });
  return found == launches.end() ? LaunchOp() : *found;
}

LogicalResult tenon::checkNames(KernelOp kernel) {
  for (StringRef phase : {".prologue", ".contraction", ".finish"})
    if (kernel->getParentOfType<ModuleOp>().lookupSymbol((kernel.getName() + phase).str()))
      return kernel.emitOpError("cannot have a phase called '")
             << kernel.getName() << phase << "': another kernel or function has that name";
  return success();
}

void tenon::addLaunch(KernelOp kernel, LaunchKind kind, LaunchPhases phases, const LaunchSizes &sizes) {
  OpBuilder list(kernel->getParentOfType<func::FuncOp>());
  // In front of the next kernel that has been lowered.
  for (Operation *next = kernel->getNextNode(); next; next = next->getNextNode())
    if (auto other = dyn_cast<KernelOp>(next); other && launchOf(other)) {
      list.setInsertionPoint(launchOf(other));
      break;
    }
  auto name = [](func::FuncOp phase) { return phase ? FlatSymbolRefAttr::get(phase) : FlatSymbolRefAttr(); };
  LaunchOp::create(list, kernel.getLoc(), kernel.getName(), kind, name(phases.prologue),
                   name(phases.contraction), name(phases.finish), sizes.attribute(list.getContext()));
}
