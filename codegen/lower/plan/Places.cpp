// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/plan/Places.h"

using namespace mlir;
using namespace tenon;

namespace {

bool isTable(BlockArgument argument) { return llvm::any_of(argument.getUsers(), llvm::IsaPred<EmbedOp>); }

PlacedValues argumentsWhere(KernelOp kernel, llvm::function_ref<bool(BlockArgument, PlaceAttr)> wanted) {
  PlacedValues found;
  for (auto [number, place] : llvm::enumerate(kernel.getLoadsAttr().getAsRange<PlaceAttr>()))
    if (BlockArgument argument = kernel.argument(number); wanted(argument, place))
      found.push_back({argument, place});
  return found;
}

} // namespace

SmallVector<Operation *> tenon::opsOf(SlotOp slot) {
  SmallVector<Operation *> ops;
  for (Operation &op : slot.getBody().front().without_terminator())
    if (!isa<LinearOp, AttendOp, EmbedOp>(op))
      ops.push_back(&op);
  return ops;
}

PlacedValues tenon::inputsOf(KernelOp kernel) {
  return argumentsWhere(kernel, [](BlockArgument argument, PlaceAttr place) {
    return place.getKind() != PlaceKind::weights && !isTable(argument);
  });
}

PlacedValues tenon::tablesOf(KernelOp kernel) {
  return argumentsWhere(kernel, [](BlockArgument argument, PlaceAttr) { return isTable(argument); });
}

PlacedValues tenon::keptBy(KernelOp kernel) {
  PlacedValues kept;
  for (SlotOp slot : kernel.getBody().front().getOps<SlotOp>())
    for (auto [result, places] :
         llvm::zip_equal(slot.getResults(), slot.getStoresAttr().getAsRange<ArrayAttr>()))
      for (auto place : places.getAsRange<PlaceAttr>())
        if (place.getKind() == PlaceKind::panel)
          kept.push_back({result, place});
  return kept;
}

PlacedValues tenon::storesOf(SlotOp slot) {
  PlacedValues stores;
  for (auto [value, places] :
       llvm::zip_equal(slot.getYield().getValues(), slot.getStoresAttr().getAsRange<ArrayAttr>()))
    for (auto place : places.getAsRange<PlaceAttr>())
      stores.push_back({value, place});
  return stores;
}

LogicalResult tenon::checkPlaces(KernelOp kernel) {
  if (!kernel.getScheduleAttr() || !kernel.getLoadsAttr() || !kernel.getPanelBytes())
    return kernel.emitOpError(
        "has no schedule and places yet: --tenon-select-schedule and --tenon-plan-memory "
        "give them");
  for (SlotOp slot : kernel.getBody().front().getOps<SlotOp>())
    if (!slot.getStoresAttr())
      return slot.emitOpError("does not say where its results are stored");
  return success();
}
