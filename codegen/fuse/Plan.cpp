// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/fuse/Plan.h"

using namespace mlir;
using namespace tenon;

namespace {

constexpr Slot slots[] = {Slot::prologue, Slot::contraction, Slot::epilogue, Slot::finish};

class Planner {
public:
  Planner(func::FuncOp function, const Placement &placement)
      : function(function), placement(placement), plan(placement.contractions().size() + 1) {}

  /// Kernels from last to first: by then all that later ones need of one is known.
  Plan run() {
    Operation *end = function.getBody().front().getTerminator();
    plan.back().results.insert(end->getOperand(0));
    for (unsigned kernel = plan.size(); kernel-- > 0;)
      planKernel(kernel);
    return std::move(plan);
  }

private:
  void planKernel(unsigned kernel) {
    for (auto &set : needed)
      set.clear();
    if (kernel > 0) {
      auto &products = placement.contractions()[kernel - 1];
      for (Operation *product : products)
        for (Value operand : product->getOperands())
          need(operand, kernel, Slot::prologue);
      plan[kernel].ops[unsigned(Slot::contraction)].assign(products.begin(), products.end());
    }
    for (Value result : plan[kernel].results)
      need(result, kernel, Slot::finish);
    for (Operation &op : llvm::reverse(function.getBody().front().without_terminator()))
      place(&op, kernel);
    for (auto &ops : plan[kernel].ops)
      if (!ops.empty() && !isProduct(ops.front()))
        std::reverse(ops.begin(), ops.end());
  }

  void need(Value value, unsigned kernel, Slot slot) {
    Source source = placement.sourceOf(value, kernel, slot);
    if (source.kind == Source::Kind::computed)
      needed[unsigned(source.slot)].insert(value.getDefiningOp());
    if (source.kind == Source::Kind::stored)
      plan[source.kernel].results.insert(value);
  }

  /// All users of `op` have been placed. What the prologue finds by looking at
  /// complete rows is kept for later slots, not found again.
  void place(Operation *op, unsigned kernel) {
    bool keep = !op->hasTrait<tenon::OpTrait::PerElement>() &&
                needed[unsigned(Slot::prologue)].contains(op) && hasTokens(op->getResult(0).getType());
    for (Slot slot : slots) {
      if (!needed[unsigned(slot)].contains(op) || (keep && slot != Slot::prologue))
        continue;
      plan[kernel].ops[unsigned(slot)].push_back(op);
      for (Value operand : op->getOperands())
        need(operand, kernel, slot);
    }
  }

  func::FuncOp function;
  const Placement &placement;
  Plan plan;
  std::array<DenseSet<Operation *>, 4> needed; ///< by slot, of the kernel being planned
};

/// What storing an element and loading it again costs, in the unit of RowOpInterface.
constexpr double storeCost = 32;

/// Instructions to compute a value from what is stored anyway, and the longest
/// row on the way: a pass that stores the value reads that too.
struct Recomputation {
  double cost = 0;
  int64_t longestRow = 1;
};

Recomputation recomputationOf(Value value, const Placement &placement) {
  Recomputation result;
  SetVector<Value> worklist;
  worklist.insert(value);
  for (size_t i = 0; i < worklist.size(); ++i) {
    Operation *op = worklist[i].getDefiningOp();
    if (!op || !placement.isRecomputed(op))
      continue;
    int64_t elements = rowElements(op->getResult(0).getType());
    for (Value operand : op->getOperands())
      elements = std::max(elements, rowElements(operand.getType()));
    result.cost += double(cast<RowOpInterface>(op).getCost()) * double(elements);
    result.longestRow = std::max(result.longestRow, elements);
    worklist.insert(op->operand_begin(), op->operand_end());
  }
  return result;
}

} // namespace

Plan tenon::planKernels(func::FuncOp function, const Placement &placement) {
  return Planner(function, placement).run();
}

std::optional<std::pair<Value, unsigned>> tenon::findCostly(func::FuncOp function, const Placement &placement,
                                                            const Plan &plan) {
  DenseMap<Operation *, unsigned> places;
  for (const PlannedKernel &kernel : plan)
    for (auto &ops : kernel.ops)
      for (Operation *op : ops)
        ++places[op];
  for (Operation &op : llvm::reverse(function.getBody().front().without_terminator())) {
    Value value = op.getResult(0);
    unsigned count = places.lookup(&op);
    bool storable =
        hasTokens(value.getType()) && !cast<RankedTensorType>(value.getType()).getElementType().isInteger(1);
    if (count < 2 || !storable || !placement.isRecomputed(&op))
      continue;
    Recomputation again = recomputationOf(value, placement);
    if (again.cost * (count - 1) > storeCost * double(again.longestRow))
      return std::make_pair(value, count);
  }
  return std::nullopt;
}
