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
      : function(function), module(function->getParentOfType<ModuleOp>()), list(function) {
    for (BlockArgument argument : function.getArguments())
      if (function.getArgAttr(argument.getArgNumber(), "tenon.param"))
        numbers.try_emplace(argument, numbers.size());
  }

  LogicalResult run() {
    for (auto kernel : function.getOps<KernelOp>()) {
      if (failed(checkPlaces(kernel)))
        return failure();
      if (!launchOf(kernel))
        return kernel.emitOpError("has not been lowered: no pass knows its schedule");
      packWeights(kernel);
      if (auto attention = dyn_cast<AttentionAttr>(kernel.getScheduleAttr()))
        keyGranule = 2 * attention.getLanes(); // keys of a panel
      listRows(kernel);
    }
    for (BlockArgument argument : function.getArguments())
      if (auto packer = rows.find(argument); packer != rows.end())
        emitPacker(list, numbers.at(argument), packer->second);
    auto size = [&](StringRef name) { return cast<IntegerAttr>(module->removeAttr(name)).getInt(); };
    int64_t rowBytes = size("tenon.row_bytes"), packedBytes = size("tenon.packed_bytes");
    PartOp::create(list, function.getLoc(), rowBytes, packedBytes, keyGranule);
    return success();
  }

private:
  /// The parameter behind argument `inside` of the body of `kernel`.
  static Value parameterOf(KernelOp kernel, Value inside) {
    return kernel.getInputs()[cast<BlockArgument>(inside).getArgNumber()];
  }

  void packWeights(KernelOp kernel) {
    for (SlotOp slot : kernel.getBody().front().getOps<SlotOp>())
      if (slot.getPanel())
        for (auto [place, linear] : llvm::enumerate(slot.getBody().front().getOps<LinearOp>()))
          emitPacker(list, numbers.at(parameterOf(kernel, linear.getWeight())),
                     PanelPacker{PanelLayout::of(slot), int64_t(place), slot.getWeights()->getOffset()});
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
  OpBuilder list;                   ///< in front of the function
  int64_t keyGranule = 0;
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
