// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/schedule/PanelLayout.h"
#include "codegen/schedule/Passes.h"
#include "codegen/schedule/VerifySchedule.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "tenon-plan-memory"

namespace tenon {
#define GEN_PASS_DEF_PLANMEMORY
#include "codegen/schedule/Passes.h.inc"
} // namespace tenon

using namespace mlir;
using namespace tenon;

namespace {

/// A buffer and the kernels (counted in launch order) during which it is in use.
struct Lifetime {
  Value value;
  int64_t rowBytes;
  unsigned born, dies;
  int64_t offset = 0;

  bool overlaps(const Lifetime &other) const { return born <= other.dies && other.born <= dies; }
};

SmallVector<Lifetime> lifetimes(func::FuncOp function) {
  DenseMap<Operation *, unsigned> order;
  SmallVector<Lifetime> result;
  for (auto kernel : function.getOps<KernelOp>())
    order.try_emplace(kernel, order.size());
  for (auto kernel : function.getOps<KernelOp>())
    for (Value value : kernel.getResults()) {
      unsigned dies = 0;
      for (Operation *user : value.getUsers())
        if (isa<KernelOp>(user))
          dies = std::max(dies, order.lookup(user));
      if (dies)
        result.push_back({value, rowBytes(value.getType()), order.lookup(kernel), dies});
    }
  return result;
}

/// The lowest offset at which `wanted` meets none of `placed` that lives at the same time.
int64_t firstFit(const Lifetime &wanted, ArrayRef<Lifetime> placed) {
  SmallVector<std::pair<int64_t, int64_t>> taken;
  for (const Lifetime &other : placed)
    if (wanted.overlaps(other))
      taken.push_back({other.offset, other.offset + other.rowBytes});
  llvm::sort(taken);
  int64_t offset = 0;
  for (auto [from, to] : taken) {
    if (offset + wanted.rowBytes <= from)
      break;
    offset = std::max(offset, to);
  }
  return offset;
}

bool isWeight(BlockArgument argument) { return llvm::any_of(argument.getUsers(), llvm::IsaPred<LinearOp>); }
bool isTable(BlockArgument argument) { return llvm::any_of(argument.getUsers(), llvm::IsaPred<EmbedOp>); }

/// Gives places to the values of one function.
class Planner {
public:
  explicit Planner(func::FuncOp function) : function(function), b(function.getContext()) {}

  LogicalResult run() {
    planWorkspace();
    for (auto kernel : function.getOps<KernelOp>())
      if (failed(verifySchedule(kernel)) || failed(plan(kernel)))
        return failure();
    auto module = function->getParentOfType<ModuleOp>();
    module->setAttr("tenon.row_bytes", b.getI64IntegerAttr(workspaceBytes));
    module->setAttr("tenon.packed_bytes", b.getI64IntegerAttr(packedBytes));
    return success();
  }

private:
  PlaceAttr place(PlaceKind kind, int64_t offset = 0, int64_t rowBytes = 0) {
    return PlaceAttr::get(b.getContext(), kind, offset, rowBytes);
  }

  void planWorkspace() {
    SmallVector<Lifetime> wanted = lifetimes(function);
    for (size_t i = 0; i < wanted.size(); ++i) {
      wanted[i].offset = firstFit(wanted[i], ArrayRef(wanted).take_front(i));
      workspace[wanted[i].value] = place(PlaceKind::workspace, wanted[i].offset, wanted[i].rowBytes);
      workspaceBytes = std::max(workspaceBytes, wanted[i].offset + wanted[i].rowBytes);
      LDBG() << "workspace: kernel " << wanted[i].born << " to " << wanted[i].dies << " at "
             << wanted[i].offset;
    }
  }

  LogicalResult plan(KernelOp kernel) {
    SmallVector<Attribute> loads;
    for (auto [number, operand] : llvm::enumerate(kernel.getInputs())) {
      PlaceAttr where = placeOf(operand, kernel.argument(number));
      if (!where)
        return kernel.emitOpError("reads operand ")
               << number << ", a parameter that is no argument of the block with tenon.param";
      loads.push_back(where);
    }
    kernel.setLoadsAttr(b.getArrayAttr(loads));
    panelBytes = 0;
    for (SlotOp slot : kernel.getBody().front().getOps<SlotOp>()) {
      if (slot.getPanel())
        planWeights(slot);
      if (slot.getSlot() == Slot::prologue)
        if (auto products = dyn_cast_or_null<ContractionAttr>(kernel.getScheduleAttr()))
          panelBytes = leftBytes(kernel, products);
    }
    for (SlotOp slot : kernel.getBody().front().getOps<SlotOp>())
      planStores(kernel, slot);
    kernel.setPanelBytes(panelBytes);
    return success();
  }

  bool isParameter(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && function.getArgAttr(argument.getArgNumber(), "tenon.param");
  }

  /// Where a value of the function lies that the body sees as `inside`; null where it lies nowhere.
  PlaceAttr placeOf(Value value, BlockArgument inside) {
    if (PlaceAttr buffer = workspace.lookup(value))
      return buffer;
    if (hasTokens(value.getType()))
      return place(PlaceKind::x);
    if (!isParameter(value))
      return {};
    if (isWeight(inside))
      return place(PlaceKind::weights);
    auto type = cast<RankedTensorType>(value.getType());
    if (isTable(inside)) {
      int64_t bytes = rowBytes(type.clone(type.getShape().drop_front()));
      return place(PlaceKind::packed, pack(tables, value, type.getDimSize(0) * bytes), bytes);
    }
    return place(PlaceKind::packed, pack(vectors, value, rowBytes(type.clone(b.getF32Type()))));
  }

  /// The offset of `value` in the packed block; takes `bytes` at its first use.
  int64_t pack(DenseMap<Value, int64_t> &known, Value value, int64_t bytes) {
    auto [entry, isNew] = known.try_emplace(value, packedBytes);
    if (isNew)
      packedBytes += bytes;
    return entry->second;
  }

  void planWeights(SlotOp contraction) {
    contraction.setWeightsAttr(place(PlaceKind::packed, packedBytes));
    packedBytes += llvm::alignTo(PanelLayout::of(contraction).bytes(), cacheLine);
  }

  static int64_t leftBytes(KernelOp kernel, ContractionAttr products) {
    SlotOp contraction = kernel.findSlot(Slot::contraction);
    PanelLayout layout = PanelLayout::of(contraction);
    int64_t rows = llvm::alignTo(products.getBlockRows(), products.getRows());
    return llvm::alignTo(rows * layout.steps() * layout.leftWord().getIntOrFloatBitWidth() / 8, cacheLine);
  }

  /// Where each result of `slot` is written: for the products, for later slots, for later kernels, as y.
  void planStores(KernelOp kernel, SlotOp slot) {
    bool attends = isa<AttentionAttr>(kernel.getScheduleAttr());
    SmallVector<Attribute> lists;
    for (OpResult result : slot.getResults()) {
      SmallVector<Attribute> places;
      if (slot.getSlot() == Slot::prologue && result.getResultNumber() == 0 && !attends)
        places.push_back(place(PlaceKind::left));
      if (slot.getSlot() != Slot::contraction && !attends && isKept(result))
        places.push_back(keep(kernel, result));
      for (OpOperand &use : result.getUses())
        if (use.getOwner() == kernel.getYield())
          addResult(kernel.getResult(use.getOperandNumber()), places);
      lists.push_back(b.getArrayAttr(places));
    }
    slot.setStoresAttr(b.getArrayAttr(lists));
  }

  /// Whether a later slot sees `value` as rows rather than as the left operand.
  static bool isKept(OpResult value) {
    return llvm::any_of(value.getUsers(), [](Operation *user) {
      return !isa<LinearOp, AttendOp>(user) && isa<SlotOp>(user->getParentOp());
    });
  }

  PlaceAttr keep(KernelOp kernel, Value value) {
    int64_t bytes = rowBytes(value.getType()), at = panelBytes;
    panelBytes += bytes * cast<ContractionAttr>(kernel.getScheduleAttr()).getBlockRows();
    return place(PlaceKind::panel, at, bytes);
  }

  void addResult(Value result, SmallVectorImpl<Attribute> &places) {
    if (PlaceAttr buffer = workspace.lookup(result))
      places.push_back(buffer);
    if (llvm::any_of(result.getUsers(), llvm::IsaPred<func::ReturnOp>))
      places.push_back(place(PlaceKind::y));
  }

  func::FuncOp function;
  Builder b;
  DenseMap<Value, PlaceAttr> workspace;     ///< of kernel results that later kernels read
  DenseMap<Value, int64_t> vectors, tables; ///< arguments of the function: offsets in the packed block
  int64_t workspaceBytes = 0, packedBytes = 0;
  int64_t panelBytes = 0; ///< of the kernel that is planned
};

struct PlanMemory : tenon::impl::PlanMemoryBase<PlanMemory> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(Planner(function).run()))
        return signalPassFailure();
  }
};

} // namespace
