// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/launch/KernelPlan.h"

#include "codegen/lower/pack/Packers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tenon;
using rows::Place;

namespace {

constexpr int64_t cacheLine = 64;
// Shorter products gain nothing by pairs, and what rounding would lose counts most there.
constexpr int64_t shortestDot = 32;
constexpr int64_t rowKernelTile = 8; // rows of a unit of a row kernel: enough to outweigh its start

/// Phases run one after the other: prologue, contraction with epilogue, finish.
unsigned phaseOf(Slot slot) { return slot == Slot::prologue ? 0 : slot == Slot::finish ? 2 : 1; }

bool isWeight(Value argument) {
  return llvm::any_of(argument.getUses(), [&](OpOperand &use) {
    auto linear = dyn_cast<LinearOp>(use.getOwner());
    return linear && linear.getWeight() == argument;
  });
}

bool isTable(Value argument) { return llvm::any_of(argument.getUsers(), llvm::IsaPred<EmbedOp>); }

class Planner {
public:
  Planner(KernelOp kernel, const Workspace &workspace, const TargetInfo &target, PackPlan &pack)
      : workspace(workspace), target(target), pack(pack) {
    plan.kernel = kernel;
  }

  KernelPlan run() {
    planInputs();
    planSegments();
    planResults();
    planKept();
    return std::move(plan);
  }

private:
  Block &body() { return plan.kernel.getBody().front(); }

  /// The place of a value of the function that is not a weight.
  Place placeOf(Value value) {
    if (auto buffer = workspace.buffers.find(value); buffer != workspace.buffers.end())
      return {Place::Kind::workspace, buffer->second.rowOffset, buffer->second.rowBytes};
    if (hasTokens(value.getType()))
      return {Place::Kind::x, 0, 0};
    auto [known, isNew] = pack.vectors.try_emplace(value, pack.bytes);
    if (isNew)
      pack.bytes += RowPacker::vector(cast<RankedTensorType>(value.getType()), 0).bytes();
    return {Place::Kind::packed, known->second, 0};
  }

  Place tableAt(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    auto [known, isNew] = pack.tables.try_emplace(value, pack.bytes);
    if (isNew)
      pack.bytes += RowPacker::of(type, 0).bytes();
    return {Place::Kind::packed, known->second, rowBytes(type.clone(type.getShape().drop_front()))};
  }

  void planInputs() {
    for (auto [inside, outside] : llvm::zip_equal(body().getArguments(), plan.kernel.getInputs()))
      if (isTable(inside))
        plan.tables.push_back({inside, tableAt(outside)});
      else if (!isWeight(inside))
        plan.inputs.push_back({inside, placeOf(outside)});
  }

  PanelLayout layoutOf(Segment &segment) {
    LinearOp linear = segment.linears.front();
    auto weight = cast<RankedTensorType>(linear.getWeight().getType());
    int64_t linears = segment.linears.size();
    return {weight.getElementType(), target.lanes(),       target.tileFor(linears).vectors,     linears,
            weight.getDimSize(0),    weight.getDimSize(1), multipliesPairs(plan.kernel, target)};
  }

  void planSegments() {
    for (Segment &segment : segmentsOf(plan.kernel)) {
      PanelLayout layout = layoutOf(segment);
      int64_t rows = target.tileFor(layout.linears).rows;
      plan.tileRows = plan.segments.empty() ? rows : std::min(plan.tileRows, rows);
      plan.segments.push_back({segment, layout, pack.bytes});
      pack.bytes += llvm::alignTo(layout.bytes(), cacheLine);
    }
    if (plan.segments.empty()) {
      plan.tileRows = rowKernelTile;
      return;
    }
    plan.left = plan.segments.front().segment.linears.front().getOperand();
    int64_t rows = llvm::alignTo(target.blockRows, plan.tileRows);
    int64_t wordBytes = plan.layout().leftWord().getIntOrFloatBitWidth() / 8;
    plan.panelBytes = llvm::alignTo(rows * plan.layout().steps() * wordBytes, cacheLine);
  }

  void planResults() {
    for (auto [inside, outside] :
         llvm::zip_equal(plan.kernel.getYield().getValues(), plan.kernel.getResults())) {
      if (auto buffer = workspace.buffers.find(outside); buffer != workspace.buffers.end())
        plan.results.push_back(
            {inside, {Place::Kind::workspace, buffer->second.rowOffset, buffer->second.rowBytes}});
      if (llvm::any_of(outside.getUsers(), [](Operation *user) { return isa<func::ReturnOp>(user); }))
        plan.results.push_back({inside, {Place::Kind::y, 0, 0}});
    }
  }

  bool isNeededLater(Operation *op) {
    auto slot = slotOf(op);
    return slot && llvm::any_of(op->getUsers(), [&](Operation *user) {
             auto later = slotOf(user);
             return later && phaseOf(*later) > phaseOf(*slot) && !isa<LinearOp, AttendOp>(user);
           });
  }

  void planKept() {
    for (Operation &op : body()) {
      if (op.getNumResults() != 1 || !hasTokens(op.getResult(0).getType()) || !isNeededLater(&op))
        continue;
      int64_t bytes = rowBytes(op.getResult(0).getType());
      plan.kept.push_back({op.getResult(0), {Place::Kind::panel, plan.panelBytes, bytes}});
      plan.panelBytes += bytes * target.blockRows;
    }
  }

  KernelPlan plan;
  const Workspace &workspace;
  const TargetInfo &target;
  PackPlan &pack;
};

} // namespace

SmallVector<Operation *> KernelPlan::opsOf(Slot slot) const {
  auto belongs = [&](Operation &op) {
    if (op.getNumResults() != 1 || isa<LinearOp, EmbedOp>(op))
      return false;
    return slotOf(&op) == slot || !hasTokens(op.getResult(0).getType());
  };
  SmallVector<Operation *> ops;
  for (Operation &op : KernelOp(kernel).getBody().front())
    if (belongs(op))
      ops.push_back(&op);
  return ops;
}

bool tenon::multipliesPairs(KernelOp kernel, const TargetInfo &target) {
  auto block = kernel->getParentOfType<ModuleOp>()->getAttrOfType<DictionaryAttr>("tenon.block");
  auto dtype = block ? block.getAs<TypeAttr>("dtype") : TypeAttr();
  auto linears = kernel.getBody().front().getOps<LinearOp>();
  return target.dotsBf16 && dtype && dtype.getValue().isBF16() && !linears.empty() &&
         llvm::all_of(linears, [](LinearOp linear) {
           auto weight = cast<RankedTensorType>(linear.getWeight().getType());
           return weight.getElementType().isBF16() && weight.getDimSize(1) >= shortestDot;
         });
}

KernelPlan tenon::planKernel(KernelOp kernel, const Workspace &workspace, const TargetInfo &target,
                             PackPlan &pack) {
  return Planner(kernel, workspace, target, pack).run();
}
