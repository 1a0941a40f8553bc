// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is true at the end of each stage, as checks: a stage that breaks its
// promise stops here and not three stages later.

#include "codegen/dialect/Launch.h"
#include "codegen/fuse/Parameters.h"
#include "codegen/lower/plan/Places.h"
#include "codegen/pipeline/Pipeline.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace tenon;

namespace {

/// Stored values are read from arguments and written to results; between them all is f32.
LogicalResult checkCasts(func::FuncOp function) {
  for (auto cast : function.getOps<CastOp>())
    if (!isa<BlockArgument>(cast.getOperand()) &&
        !llvm::all_of(cast->getUsers(), [](Operation *user) { return isa<func::ReturnOp>(user); }))
      return cast.emitError("stage tenon: a cast stands next to an argument or a result");
  return success();
}

/// One operation for each node of the graph, where the module says how many those were.
LogicalResult checkNodes(func::FuncOp function, IntegerAttr nodes) {
  int64_t operations = llvm::count_if(function.getBody().front().without_terminator(),
                                      [](Operation &op) { return !isa<CastOp, SpreadOp>(op); });
  if (!nodes || nodes.getInt() == operations)
    return success();
  return function.emitError("stage tenon: ")
         << operations << " operations for " << nodes.getInt()
         << " nodes of the graph; a module changed by hand leaves out 'nodes' of tenon.block";
}

LogicalResult checkTenon(ModuleOp module) {
  auto block = module->getAttrOfType<DictionaryAttr>("tenon.block");
  if (!block)
    return module.emitError("stage tenon: the module has no tenon.block or tenon.stack");
  if (!llvm::hasSingleElement(module.getOps<func::FuncOp>()))
    return module.emitError("stage tenon: the module holds one function, the block");
  auto function = *module.getOps<func::FuncOp>().begin();
  if (function.isExternal())
    return function.emitError("stage tenon: the block has no body");
  if (failed(checkParameters(function)) || failed(checkCasts(function)) ||
      failed(checkNodes(function, block.getAs<IntegerAttr>("nodes"))))
    return failure();
  auto found = module.walk([](Operation *op) {
    if (isa<TenonDialect, func::FuncDialect>(op->getDialect()) || isa<ModuleOp>(op))
      return WalkResult::advance();
    op->emitError("stage tenon: only operations of tenon and func are left here");
    return WalkResult::interrupt();
  });
  return failure(found.wasInterrupted());
}

LogicalResult checkKernels(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (failed(checkParameters(function)))
      return failure();
    for (Operation &op : function.getBody().front().without_terminator())
      if (!isa<KernelOp>(op))
        return op.emitError("stage kernels: lies in no kernel");
  }
  return success();
}

/// What is true of the kernels' slots the verifier says; here, that each was scheduled and placed.
LogicalResult checkSchedule(ModuleOp module) {
  if (failed(checkKernels(module)))
    return failure();
  auto found = module.walk([](KernelOp kernel) {
    return failed(checkPlaces(kernel)) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(found.wasInterrupted());
}

bool isLaunchList(Operation *op) { return isa<LaunchOp, PackOp, PartOp>(op); }

/// What the verifiers of the launch list do not see, because it lies between two operations.
LogicalResult checkLaunchList(ModuleOp module) {
  if (!llvm::hasSingleElement(module.getOps<PartOp>()))
    return module.emitError("a module of stage loops or llvm has one tenon.part");
  int64_t granule = partOpOf(module).getKeyGranule();
  for (auto launch : module.getOps<LaunchOp>())
    if (launch.getKind() == LaunchKind::attention &&
        (!granule || LaunchSizes::of(launch).ring_keys % granule))
      return launch.emitError("stores keys in multiples of the part's key_granule, which is ") << granule;
  auto block = module->getAttrOfType<DictionaryAttr>("tenon.block");
  auto parameters = block ? block.getAs<ArrayAttr>("parameters") : nullptr;
  for (auto step : module.getOps<PackOp>())
    if (!parameters || step.getParameter() >= parameters.size())
      return step.emitError("there is no parameter ") << step.getParameter();
  return success();
}

LogicalResult checkLoops(ModuleOp module) {
  auto found = module.walk([](Operation *op) {
    bool isOurs = isa<TileProductOp>(op) || isLaunchList(op);
    if (!isa<TenonDialect, tensor::TensorDialect>(op->getDialect()) || isOurs)
      return WalkResult::advance();
    op->emitError(
        "stage loops: no tensor is left here, and of tenon only register tiles and the launch list");
    return WalkResult::interrupt();
  });
  return failure(found.wasInterrupted() || failed(checkLaunchList(module)));
}

LogicalResult checkLlvm(ModuleOp module) {
  auto found = module.walk([](Operation *op) {
    if (isa<LLVM::LLVMDialect>(op->getDialect()) || isa<ModuleOp>(op) || isLaunchList(op))
      return WalkResult::advance();
    op->emitError("stage llvm: only the llvm dialect and the launch list are left here");
    return WalkResult::interrupt();
  });
  return failure(found.wasInterrupted() || failed(checkLaunchList(module)));
}

} // namespace

LogicalResult tenon::checkGate(ModuleOp module, Stage stage) {
  switch (stage) {
  case Stage::tenon:
    return checkTenon(module);
  case Stage::kernels:
    return checkKernels(module);
  case Stage::schedule:
    return checkSchedule(module);
  case Stage::loops:
    return checkLoops(module);
  case Stage::llvm:
    return checkLlvm(module);
  default:
    return success();
  }
}

Stage tenon::stageOf(ModuleOp module) {
  if (!module.getOps<LLVM::LLVMFuncOp>().empty())
    return Stage::llvm;
  if (partOpOf(module))
    return Stage::loops;
  Stage stage = Stage::tenon;
  module.walk([&](KernelOp kernel) {
    stage = kernel.getLoads() ? Stage::schedule : Stage::kernels;
    return WalkResult::interrupt();
  });
  return stage;
}
