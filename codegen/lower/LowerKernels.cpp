// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/Passes.h"

#include "codegen/dialect/Launch.h"
#include "codegen/lower/attention/Attention.h"
#include "codegen/lower/attention/KeyValueStore.h"
#include "codegen/lower/contraction/Contraction.h"
#include "codegen/lower/launch/KernelPlan.h"
#include "codegen/lower/pack/Packers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"
#include "mlir/Pass/Pass.h"

#define DEBUG_TYPE "tenon-lower-kernels"

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
  phase.tables = plan.tables;
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
    OpBuilder list(function);
    auto numbers = parameterNumbers(function);
    for (auto kernel : function.getOps<KernelOp>()) {
      if (failed(rows::verifyRowOps(kernel.getBody().front())))
        return signalPassFailure();
      KernelPlan plan = planKernel(kernel, workspace, info, pack);
      plan.isAttention() ? lowerAttention(list, plan, info) : lowerKernel(list, plan, info);
      packWeights(list, plan, numbers);
    }
    packRows(list, function, pack, numbers);
    for (PackOp step : llvm::to_vector(getOperation().getOps<PackOp>()))
      step->moveBefore(function);
    PartOp::create(list, function.getLoc(), workspace.rowBytes, pack.bytes, keyGranule);
    function.erase();
  }

  /// Adds `plan` to the launch list.
  static void launch(OpBuilder &list, const KernelPlan &plan, LaunchKind kind, func::FuncOp prologue,
                     func::FuncOp contraction, func::FuncOp finish, const LaunchSizes &sizes) {
    auto name = [](func::FuncOp phase) {
      return phase ? FlatSymbolRefAttr::get(phase) : FlatSymbolRefAttr();
    };
    LaunchOp::create(list, plan.loc(), plan.name(), kind, name(prologue), name(contraction), name(finish),
                     sizes.attribute(list.getContext()));
  }

  /// Emits the phases of a kernel.
  void lowerKernel(OpBuilder &list, KernelPlan &plan, const TargetInfo &info) {
    ModuleOp module = getOperation();
    EmittedPhase prologue, contraction;
    if (!plan.segments.empty()) {
      prologue = emitPrologue(module, plan, info);
      contraction = emitContraction(module, plan, info);
    }
    OpBuilder b(module.getContext());
    b.setInsertionPointToEnd(module.getBody());
    EmittedPhase finish = emitFinish(b, plan, info);
    launch(
        list, plan, LaunchKind::rows, prologue.function, contraction.function, finish.function,
        {.block_rows = plan.blockRows,
         .tile_rows = plan.tileRows,
         .column_chunks = contraction.units,
         .panel_bytes = plan.panelBytes,
         .scratch_bytes = std::max({prologue.scratchBytes, contraction.scratchBytes, finish.scratchBytes})});
  }

  void lowerAttention(OpBuilder &list, KernelPlan &plan, const TargetInfo &info) {
    ModuleOp module = getOperation();
    auto block = module->getAttrOfType<DictionaryAttr>("tenon.block");
    auto cache = block ? block.getAs<TypeAttr>("cache") : TypeAttr();
    Type stored = cache ? cache.getValue() : Type(Float32Type::get(&getContext()));
    AttentionPlan attention = planAttention(plan, stored, info);
    const AttentionShape &shape = attention.shape;
    func::FuncOp store = emitStorePhase(module, attention);
    EmittedPhase contraction = emitAttention(module, attention);
    launch(list, plan, LaunchKind::attention, store, contraction.function, {},
           {.block_rows = attention.ringKeys() ? shape.blockRows() : 0,
            .tile_rows = shape.tileTokens,
            .scratch_bytes = contraction.scratchBytes,
            .kv_heads = shape.kvHeads,
            .key_bytes = shape.bytesPerKey(),
            .cached = attention.cached,
            .ring_keys = attention.ringKeys()});
    keyGranule = shape.panelKeys();
  }

  /// The parameter behind argument `inside` of a kernel's body.
  static Value parameterOf(KernelOp kernel, Value inside) {
    return kernel.getInputs()[cast<BlockArgument>(inside).getArgNumber()];
  }

  void packWeights(OpBuilder &list, const KernelPlan &plan, const DenseMap<Value, int64_t> &numbers) {
    for (const SegmentPlan &segment : plan.segments)
      for (auto [place, linear] : llvm::enumerate(segment.segment.linears)) {
        int64_t parameter = numbers.at(parameterOf(plan.kernel, LinearOp(linear).getWeight()));
        emitPacker(list, parameter, PanelPacker{segment.layout, int64_t(place), segment.packedOffset});
      }
  }

  /// Parameters that are no weights, and tables.
  void packRows(OpBuilder &list, func::FuncOp function, const PackPlan &pack,
                const DenseMap<Value, int64_t> &numbers) {
    for (BlockArgument argument : function.getArguments()) {
      auto type = cast<RankedTensorType>(argument.getType());
      if (auto vector = pack.vectors.find(argument); vector != pack.vectors.end())
        emitPacker(list, numbers.at(argument), RowPacker::vector(type, vector->second));
      if (auto table = pack.tables.find(argument); table != pack.tables.end())
        emitPacker(list, numbers.at(argument), RowPacker::of(type, table->second));
    }
  }

  int64_t keyGranule = 0; ///< of the attention kernels so far
};

} // namespace
