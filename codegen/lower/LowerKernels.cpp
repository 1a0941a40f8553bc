// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/Passes.h"

#include "codegen/dialect/Tenon.h"
#include "codegen/lower/contraction/Contraction.h"
#include "codegen/lower/launch/KernelPlan.h"
#include "codegen/lower/pack/Packers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace tenon {
#define GEN_PASS_DEF_LOWERKERNELS
#include "codegen/lower/Passes.h.inc"
} // namespace tenon

using namespace mlir;
using namespace tenon;

namespace {

/// The index of each parameter among the block's.
DenseMap<Value, int64_t> parameterNumbers(func::FuncOp function) {
  DenseMap<Value, int64_t> numbers;
  for (BlockArgument argument : function.getArguments())
    if (function.getArgAttr(argument.getArgNumber(), "tenon.param"))
      numbers.try_emplace(argument, numbers.size());
  return numbers;
}

/// The finish of `plan`, or all of a row kernel.
EmittedPhase emitFinish(OpBuilder &builder, const KernelPlan &plan, const TargetInfo &target) {
  std::string name = plan.name() + ".finish";
  SmallVector<Operation *> ops = plan.opsOf(Slot::finish);
  rows::RowPhase phase{name, ops, {}, {}, plan.tileRows};
  phase.inputs.append(plan.inputs.begin(), plan.inputs.end());
  phase.inputs.append(plan.kept.begin(), plan.kept.end());
  for (auto [value, place] : plan.results) {
    Operation *op = value.getDefiningOp();
    if (!op || slotOf(op) == Slot::finish || plan.segments.empty())
      phase.outputs.push_back({value, place});
  }
  if (phase.outputs.empty())
    return {};
  return {rows::emitRowPhase(builder, plan.loc(), phase, target), rows::scratchBytes(phase)};
}

class LowerKernelsPass : public tenon::impl::LowerKernelsBase<LowerKernelsPass> {
public:
  using Base::Base;

  void runOnOperation() override {
    auto functions = llvm::to_vector(getOperation().getOps<func::FuncOp>());
    auto variants = parseTargets(target);
    if (!variants || variants->size() != 1 || functions.size() != 1) {
      if (!variants)
        llvm::consumeError(variants.takeError());
      getOperation().emitError("expected one block and the name of one target, found ")
          << functions.size() << " functions and target '" << target << "'";
      return signalPassFailure();
    }
    lower(functions.front(), variants->front());
  }

private:
  void lower(func::FuncOp function, const TargetInfo &info) {
    Workspace workspace = planWorkspace(function);
    PackPlan pack;
    SmallVector<Attribute> kernels, steps;
    auto numbers = parameterNumbers(function);
    for (auto kernel : function.getOps<KernelOp>()) {
      KernelPlan plan = planKernel(kernel, workspace, info, pack);
      kernels.push_back(lowerKernel(plan, info));
      packWeights(plan, numbers, steps);
    }
    packVectors(function, pack, numbers, steps);
    OpBuilder b(function);
    ModuleOp module = getOperation();
    module->setAttr("tenon.kernels", b.getArrayAttr(kernels));
    module->setAttr("tenon.pack", b.getArrayAttr(steps));
    module->setAttr("tenon.row_bytes", b.getI64IntegerAttr(workspace.rowBytes));
    module->setAttr("tenon.packed_bytes", b.getI64IntegerAttr(pack.bytes));
    function.erase();
  }

  /// Emits the phases of a kernel; returns its entry in the launch list.
  Attribute lowerKernel(KernelPlan &plan, const TargetInfo &info) {
    ModuleOp module = getOperation();
    OpBuilder b(module.getContext());
    EmittedPhase prologue, contraction;
    if (!plan.segments.empty()) {
      prologue = emitPrologue(module, plan, info);
      contraction = emitContraction(module, plan, info);
    }
    b.setInsertionPointToEnd(module.getBody());
    EmittedPhase finish = emitFinish(b, plan, info);

    int64_t scratch = std::max({prologue.scratchBytes, contraction.scratchBytes, finish.scratchBytes});
    auto number = [&](StringRef name, int64_t value) {
      return b.getNamedAttr(name, b.getI64IntegerAttr(value));
    };
    SmallVector<NamedAttribute> entry{b.getNamedAttr("name", plan.kernel.getNameAttr()),
                                      number("block_rows", plan.segments.empty() ? 0 : info.blockRows),
                                      number("tile_rows", plan.tileRows),
                                      number("column_chunks", contraction.units),
                                      number("panel_bytes", plan.panelBytes),
                                      number("scratch_bytes", scratch)};
    auto phase = [&](StringRef name, const EmittedPhase &emitted) {
      if (emitted.function)
        entry.push_back(b.getNamedAttr(name, FlatSymbolRefAttr::get(emitted.function)));
    };
    phase("prologue", prologue);
    phase("contraction", contraction);
    phase("finish", finish);
    return b.getDictionaryAttr(entry);
  }

  /// The parameter behind argument `inside` of a kernel's body.
  static Value parameterOf(KernelOp kernel, Value inside) {
    return kernel.getInputs()[cast<BlockArgument>(inside).getArgNumber()];
  }

  void packWeights(const KernelPlan &plan, const DenseMap<Value, int64_t> &numbers,
                   SmallVectorImpl<Attribute> &steps) {
    for (const SegmentPlan &segment : plan.segments)
      for (auto [place, linear] : llvm::enumerate(segment.segment.linears)) {
        int64_t parameter = numbers.at(parameterOf(plan.kernel, LinearOp(linear).getWeight()));
        std::string name = "pack." + std::to_string(steps.size());
        steps.push_back(emitPacker(getOperation(), name, parameter,
                                   PanelPacker{segment.layout, int64_t(place), segment.packedOffset}));
      }
  }

  void packVectors(func::FuncOp function, const PackPlan &pack, const DenseMap<Value, int64_t> &numbers,
                   SmallVectorImpl<Attribute> &steps) {
    for (BlockArgument argument : function.getArguments()) {
      auto offset = pack.vectors.find(argument);
      if (offset == pack.vectors.end())
        continue;
      int64_t elements = cast<RankedTensorType>(argument.getType()).getNumElements();
      std::string name = "pack." + std::to_string(steps.size());
      steps.push_back(
          emitPacker(getOperation(), name, numbers.at(argument), VectorPacker{elements, offset->second}));
    }
  }
};

} // namespace
