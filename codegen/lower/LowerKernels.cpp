// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/Passes.h"

#include "codegen/dialect/Tenon.h"
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
    SmallVector<Attribute> kernels, steps;
    auto numbers = parameterNumbers(function);
    for (auto kernel : function.getOps<KernelOp>()) {
      if (failed(rows::verifyRowOps(kernel.getBody().front())))
        return signalPassFailure();
      KernelPlan plan = planKernel(kernel, workspace, info, pack);
      kernels.push_back(plan.isAttention() ? lowerAttention(plan, info) : lowerKernel(plan, info));
      packWeights(plan, numbers, steps);
    }
    packRows(function, pack, numbers, steps);
    Builder b(&getContext());
    ModuleOp module = getOperation();
    module->setAttr("tenon.kernels", b.getArrayAttr(kernels));
    module->setAttr("tenon.pack", b.getArrayAttr(steps));
    for (auto [name, value] : {std::pair("tenon.row_bytes", workspace.rowBytes),
                               {"tenon.packed_bytes", pack.bytes},
                               {"tenon.cache_key_bytes", cacheKeyBytes},
                               {"tenon.key_granule", keyGranule}})
      module->setAttr(name, b.getI64IntegerAttr(value));
    function.erase();
  }

  using Number = std::pair<StringRef, int64_t>;
  using NamedPhase = std::pair<StringRef, func::FuncOp>;

  /// An entry of the launch list.
  Attribute launchEntry(const KernelPlan &plan, ArrayRef<Number> numbers, ArrayRef<NamedPhase> phases) {
    Builder b(&getContext());
    SmallVector<NamedAttribute> entry{b.getNamedAttr("name", b.getStringAttr(plan.name()))};
    for (auto [name, value] : numbers)
      entry.push_back(b.getNamedAttr(name, b.getI64IntegerAttr(value)));
    for (auto [name, function] : phases)
      if (function)
        entry.push_back(b.getNamedAttr(name, FlatSymbolRefAttr::get(function)));
    return b.getDictionaryAttr(entry);
  }

  /// Emits the phases of a kernel; returns its entry in the launch list.
  Attribute lowerKernel(KernelPlan &plan, const TargetInfo &info) {
    ModuleOp module = getOperation();
    EmittedPhase prologue, contraction;
    if (!plan.segments.empty()) {
      prologue = emitPrologue(module, plan, info);
      contraction = emitContraction(module, plan, info);
    }
    OpBuilder b(module.getContext());
    b.setInsertionPointToEnd(module.getBody());
    EmittedPhase finish = emitFinish(b, plan, info);
    int64_t scratch = std::max({prologue.scratchBytes, contraction.scratchBytes, finish.scratchBytes});
    return launchEntry(plan,
                       {{"block_rows", plan.segments.empty() ? 0 : info.blockRows},
                        {"tile_rows", plan.tileRows},
                        {"column_chunks", contraction.units},
                        {"panel_bytes", plan.panelBytes},
                        {"scratch_bytes", scratch}},
                       {{"prologue", prologue.function},
                        {"contraction", contraction.function},
                        {"finish", finish.function}});
  }

  Attribute lowerAttention(KernelPlan &plan, const TargetInfo &info) {
    ModuleOp module = getOperation();
    auto block = module->getAttrOfType<DictionaryAttr>("tenon.block");
    auto cache = block ? block.getAs<TypeAttr>("cache") : TypeAttr();
    Type stored = cache ? cache.getValue() : Type(Float32Type::get(&getContext()));
    AttentionPlan attention = planAttention(plan, stored, info);
    const AttentionShape &shape = attention.shape;
    func::FuncOp store = emitStorePhase(module, attention);
    EmittedPhase contraction = emitAttention(module, attention);
    Attribute entry = launchEntry(plan,
                                  {{"tile_rows", shape.tileTokens},
                                   {"scratch_bytes", contraction.scratchBytes},
                                   {"kv_heads", shape.kvHeads},
                                   {"key_bytes", shape.bytesPerKey()},
                                   {"cached", attention.cached},
                                   {"cache_offset", attention.cached ? cacheKeyBytes : 0}},
                                  {{"prologue", store}, {"contraction", contraction.function}});
    keyGranule = shape.panelKeys();
    cacheKeyBytes += attention.cached ? shape.bytesPerKey() : 0;
    return entry;
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

  /// Parameters that are no weights, and tables.
  void packRows(func::FuncOp function, const PackPlan &pack, const DenseMap<Value, int64_t> &numbers,
                SmallVectorImpl<Attribute> &steps) {
    auto add = [&](Value argument, const RowPacker &packer) {
      std::string name = "pack." + std::to_string(steps.size());
      steps.push_back(emitPacker(getOperation(), name, numbers.at(argument), packer));
    };
    for (BlockArgument argument : function.getArguments()) {
      auto type = cast<RankedTensorType>(argument.getType());
      if (auto vector = pack.vectors.find(argument); vector != pack.vectors.end())
        add(argument, RowPacker::vector(type, vector->second));
      if (auto table = pack.tables.find(argument); table != pack.tables.end())
        add(argument, RowPacker::of(type, table->second));
    }
  }

  // Of the attention kernels so far.
  int64_t cacheKeyBytes = 0, keyGranule = 0;
};

} // namespace
