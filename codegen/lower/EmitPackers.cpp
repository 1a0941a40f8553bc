// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/LaunchList.h"
#include "codegen/lower/Passes.h"
#include "codegen/lower/pack/Packers.h"
#include "codegen/lower/plan/Places.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#define DEBUG_TYPE "tenon-emit-packers"

namespace tenon {
#define GEN_PASS_DEF_EMITPACKERS
#include "codegen/lower/Passes.h.inc"
} // namespace tenon

using namespace mlir;
using namespace tenon;

namespace {

/// Emits the packers of one function's parameters.
class PackList {
public:
  explicit PackList(func::FuncOp function)
      : function(function), module(function->getParentOfType<ModuleOp>()) {
    for (BlockArgument argument : function.getArguments())
      if (function.getArgAttr(argument.getArgNumber(), "tenon.param"))
        numbers.try_emplace(argument, numbers.size());
  }

  LogicalResult run() {
    for (auto kernel : function.getOps<KernelOp>()) {
      if (failed(checkPlaces(kernel)))
        return failure();
      if (!isLaunched(kernel))
        return kernel.emitOpError("has not been lowered: no pass knows its schedule");
      packWeights(kernel);
      listRows(kernel);
    }
    for (BlockArgument argument : function.getArguments())
      if (auto packer = rows.find(argument); packer != rows.end())
        steps.push_back(emitPacker(module, nextName(), numbers.at(argument), packer->second));
    module->setAttr("tenon.pack", ArrayAttr::get(module.getContext(), steps));
    return success();
  }

private:
  std::string nextName() { return "pack." + std::to_string(steps.size()); }

  /// The parameter behind argument `inside` of the body of `kernel`.
  static Value parameterOf(KernelOp kernel, Value inside) {
    return kernel.getInputs()[cast<BlockArgument>(inside).getArgNumber()];
  }

  void packWeights(KernelOp kernel) {
    for (SlotOp slot : kernel.getBody().front().getOps<SlotOp>())
      if (slot.getPanel())
        for (auto [place, linear] : llvm::enumerate(slot.getBody().front().getOps<LinearOp>()))
          steps.push_back(
              emitPacker(module, nextName(), numbers.at(parameterOf(kernel, linear.getWeight())),
                         PanelPacker{PanelLayout::of(slot), int64_t(place), slot.getWeights()->getOffset()}));
  }

  /// Parameters that are no weights, and tables.
  void listRows(KernelOp kernel) {
    auto add = [&](PlacedValue parameter, auto packerOf) {
      if (parameter.place.getKind() == PlaceKind::packed)
        rows.try_emplace(
            parameterOf(kernel, parameter.value),
            packerOf(cast<RankedTensorType>(parameter.value.getType()), parameter.place.getOffset()));
    };
    for (PlacedValue vector : inputsOf(kernel))
      add(vector, RowPacker::vector);
    for (PlacedValue table : tablesOf(kernel))
      add(table, RowPacker::of);
  }

  func::FuncOp function;
  ModuleOp module;
  DenseMap<Value, int64_t> numbers; ///< of each parameter among the block's
  DenseMap<Value, RowPacker> rows;  ///< by parameter
  SmallVector<Attribute> steps;
};

struct EmitPackers : tenon::impl::EmitPackersBase<EmitPackers> {
  void runOnOperation() override {
    for (auto function : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      if (function.getOps<KernelOp>().empty())
        continue;
      if (failed(PackList(function).run()))
        return signalPassFailure();
      function.erase();
    }
  }
};

} // namespace
