// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/plan/Places.h"

using namespace mlir;
using namespace tenon;

namespace {

/// A parameter of several rows, of which one is taken for each token.
bool isTable(PlaceAttr place) { return place.getKind() == PlaceKind::packed && place.getRowBytes(); }

PlacedValues argumentsWhere(KernelOp kernel, llvm::function_ref<bool(PlaceAttr)> wanted) {
  PlacedValues found;
  for (auto [number, place] : llvm::enumerate(kernel.getLoadsAttr().getAsRange<PlaceAttr>()))
    if (wanted(place))
      found.push_back({kernel.argument(number), place});
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
  return argumentsWhere(
      kernel, [](PlaceAttr place) { return place.getKind() != PlaceKind::weights && !isTable(place); });
}

PlacedValues tenon::tablesOf(KernelOp kernel) { return argumentsWhere(kernel, isTable); }

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

namespace {

/// Where a row of the kernel's arguments may be read.
LogicalResult checkLoads(KernelOp kernel) {
  for (auto [number, place] : llvm::enumerate(kernel.getLoadsAttr().getAsRange<PlaceAttr>())) {
    BlockArgument argument = kernel.argument(number);
    PlaceKind kind = place.getKind();
    bool isWeight = llvm::any_of(argument.getUsers(), llvm::IsaPred<LinearOp>);
    bool isEmbedded = llvm::any_of(argument.getUsers(), llvm::IsaPred<EmbedOp>);
    bool fits = hasTokens(argument.getType()) ? kind == PlaceKind::x || kind == PlaceKind::workspace
                : isWeight                    ? kind == PlaceKind::weights
                                              : kind == PlaceKind::packed && isTable(place) == isEmbedded;
    if (!fits)
      return kernel.emitOpError("cannot read operand ") << number << " from " << place;
  }
  return success();
}

/// Whether a later slot sees `result` as rows, rather than as what it multiplies.
bool isKept(OpResult result) {
  return llvm::any_of(result.getUsers(), [](Operation *user) {
    return !isa<LinearOp, AttendOp>(user) && isa<SlotOp>(user->getParentOp());
  });
}

/// Whether `places` are those that lowering looks for: left operands and kept rows where they are, and
/// nothing that a slot cannot write.
LogicalResult checkStores(SlotOp slot, OpResult result, ArrayAttr places, bool multiplies) {
  auto count = [&](PlaceKind kind) {
    return llvm::count_if(places.getAsRange<PlaceAttr>(), [&](PlaceAttr p) { return p.getKind() == kind; });
  };
  bool isLeft = multiplies && slot.getSlot() == Slot::prologue && result.getResultNumber() == 0;
  bool keeps = multiplies && slot.getSlot() != Slot::contraction && isKept(result);
  bool writes = slot.getSlot() != Slot::contraction && (multiplies || slot.getSlot() != Slot::prologue);
  int64_t known =
      count(PlaceKind::left) + count(PlaceKind::panel) + count(PlaceKind::workspace) + count(PlaceKind::y);
  if (count(PlaceKind::left) == isLeft && count(PlaceKind::panel) >= keeps &&
      known == int64_t(places.size()) && (writes || places.empty()))
    return success();
  return slot.emitOpError("cannot store result ") << result.getResultNumber() << " in " << places;
}

} // namespace

LogicalResult tenon::checkPlaces(KernelOp kernel) {
  if (!kernel.getScheduleAttr() || !kernel.getLoadsAttr() || !kernel.getPanelBytes())
    return kernel.emitOpError(
        "has no schedule and places yet: --tenon-select-schedule and --tenon-plan-memory "
        "give them");
  if (failed(checkLoads(kernel)))
    return failure();
  bool multiplies = isa<ContractionAttr>(kernel.getScheduleAttr());
  for (SlotOp slot : kernel.getBody().front().getOps<SlotOp>()) {
    if (!slot.getStoresAttr())
      return slot.emitOpError("does not say where its results are stored");
    if (multiplies && slot.getSlot() == Slot::contraction && !slot.getWeights())
      return slot.emitOpError("does not say where its weights are packed");
    bool isAttention = kernel.findAttend() != AttendOp();
    for (auto [result, places] :
         llvm::zip_equal(slot.getResults(), slot.getStoresAttr().getAsRange<ArrayAttr>())) {
      if (failed(checkStores(slot, result, places, multiplies)))
        return failure();
      if (isAttention && slot.getSlot() == Slot::epilogue && places.size() != 1)
        return slot.emitOpError("stores an attention in one place, not in ") << places.size();
    }
  }
  return success();
}
