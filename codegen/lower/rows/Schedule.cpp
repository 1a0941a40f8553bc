// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/rows/Schedule.h"

#include "codegen/dialect/Tenon.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace tenon;
using namespace tenon::rows;

int64_t rows::rowSize(Value value) { return rowElements(value.getType()); }

Role rows::operandRole(Operation *op, Value operand, Role role) {
  int64_t size = rowSize(operand), all = rowSize(op->getResult(0));
  if (size == 1)
    return Role::scalar;
  if (size == all)
    return role;
  ArrayRef<int64_t> shape = rowShape(operand.getType());
  return shape.size() == 2 && shape.back() == 1 ? Role::perHead : Role::perColumn;
}

namespace {

/// From which cost on a value is kept rather than computed again: a store and
/// a load, and the room they take in the cache.
constexpr int64_t keepCost = 8;

class Scheduler {
public:
  Scheduler(ArrayRef<Operation *> ops, ArrayRef<Value> outputs) : ops(ops), outputs(outputs) {}

  Schedule run() {
    findLive();
    for (Operation *op : ops)
      if (live.contains(op))
        visit(op);
    for (auto [index, value] : llvm::enumerate(outputs))
      if (rowSize(value) > 1)
        sweepOf(value, nodes.lookup(value).heads).stores.push_back(index);
    orderByLevel();
    placeKept();
    keepExpensive();
    return std::move(schedule);
  }

private:
  /// `heads`: the space that a value's operations since the last sweep need, 1 if any will do.
  /// `level`: the first sweep that can compute it.
  struct Node {
    int64_t heads = 1;
    int64_t level = 0;
  };

  void findLive() {
    SmallVector<Value> work(outputs.begin(), outputs.end());
    llvm::SmallPtrSet<Operation *, 16> here(ops.begin(), ops.end());
    while (!work.empty()) {
      Operation *op = work.pop_back_val().getDefiningOp();
      if (op && here.contains(op) && live.insert(op).second)
        llvm::append_range(work, op->getOperands());
    }
  }

  void visit(Operation *op) {
    Node node = llvm::isa<SumOp, MeanOp>(op) ? reduce(op) : isa<ColumnsOp>(op) ? reorder(op) : combine(op);
    nodes[op->getResult(0)] = node;
  }

  Node reduce(Operation *op) {
    Value operand = op->getOperand(0);
    ArrayRef<int64_t> shape = rowShape(operand.getType());
    int64_t perHead = shape.size() == 2 ? shape.front() : 1;
    Node node = nodes.lookup(operand);
    if (perHead > 1 && node.heads != 1 && node.heads != perHead)
      node = keep(operand);
    Sweep &sweep = sweepFor({perHead > 1 ? perHead : node.heads, rowSize(operand)}, node.level);
    sweep.reductions.push_back(op);
    return {1, sweep.level + 1};
  }

  /// Columns are read out of order, so all of them are in memory first.
  Node reorder(Operation *op) {
    Value operand = op->getOperand(0);
    ArrayRef<int64_t> shape = rowShape(op->getResult(0).getType());
    int64_t heads = shape.size() == 2 ? shape.front() : 1;
    bool isMade = operand.getDefiningOp() && live.contains(operand.getDefiningOp()) &&
                  !isa<ConstantOp>(operand.getDefiningOp());
    return {heads, (isMade ? keep(operand) : nodes.lookup(operand)).level};
  }

  Node combine(Operation *op) {
    Node node;
    node.heads = broadcastHeads(op);
    for (Value operand : op->getOperands()) {
      Node input = nodes.lookup(operand);
      bool isStretched = rowSize(operand) != rowSize(op->getResult(0));
      bool fits = input.heads == 1 || (!isStretched && (node.heads == 1 || node.heads == input.heads));
      if (!fits && rowSize(operand) > 1)
        input = keep(operand);
      node.level = std::max(node.level, input.level);
      if (!isStretched && input.heads != 1)
        node.heads = input.heads;
    }
    return node;
  }

  /// The heads over which `op` stretches an operand of more than one element, else 1.
  int64_t broadcastHeads(Operation *op) {
    ArrayRef<int64_t> shape = rowShape(op->getResult(0).getType());
    if (shape.size() != 2)
      return 1;
    bool stretches = llvm::any_of(op->getOperands(), [&](Value operand) {
      return rowSize(operand) > 1 && rowSize(operand) != rowSize(op->getResult(0));
    });
    return stretches ? shape.front() : 1;
  }

  /// Puts `value` into scratch, for its users lie in another space.
  Node keep(Value value) {
    Node node = nodes.lookup(value);
    if (forced.insert(value).second)
      sweepOf(value, node.heads).keeps.push_back(value);
    return nodes[value] = {1, node.level + 1};
  }

  Sweep &sweepOf(Value value, int64_t heads) {
    int64_t level = nodes.lookup(value).level;
    return sweepFor({heads, rowSize(value)}, level);
  }

  /// The sweep of `level` over `space`, whose `columns` count all heads here.
  Sweep &sweepFor(Space space, int64_t level) {
    space.columns /= space.heads;
    for (Sweep &sweep : schedule.sweeps)
      if (sweep.level == level && sweep.space == space)
        return sweep;
    Sweep &sweep = schedule.sweeps.emplace_back();
    sweep.space = space;
    sweep.level = level;
    return sweep;
  }

  void orderByLevel() {
    std::vector<Sweep> ordered;
    for (int64_t level = 0; ordered.size() < schedule.sweeps.size(); ++level)
      llvm::copy_if(schedule.sweeps, std::back_inserter(ordered),
                    [&](const Sweep &sweep) { return sweep.level == level; });
    schedule.sweeps = std::move(ordered);
  }

  /// Gives scratch to results per head and to the values kept so far.
  void placeKept() {
    for (auto [index, sweep] : llvm::enumerate(schedule.sweeps)) {
      for (Operation *op : sweep.reductions)
        if (rowSize(op->getResult(0)) > 1)
          place(op->getResult(0), index);
      for (Value value : sweep.keeps)
        place(value, index);
    }
  }

  void place(Value value, size_t sweep) {
    if (schedule.kept.try_emplace(value, Kept{sweep, schedule.scratchFloats}).second)
      schedule.scratchFloats += llvm::alignTo(rowSize(value), 16);
  }

  void keepExpensive() {
    for (size_t index = 0; index < schedule.sweeps.size(); ++index) {
      SmallVector<Value> roots;
      for (Operation *op : schedule.sweeps[index].reductions)
        roots.push_back(op->getOperand(0));
      for (unsigned store : schedule.sweeps[index].stores)
        roots.push_back(outputs[store]);
      llvm::append_range(roots, schedule.sweeps[index].keeps);
      seen.clear();
      for (Value root : roots)
        descend(root, index);
    }
  }

  /// Notes the values that sweep `index` computes for `value`, and keeps those
  /// that an earlier sweep computed at some cost.
  void descend(Value value, size_t index) {
    Operation *op = value.getDefiningOp();
    if (!op || !live.contains(op) || llvm::isa<SumOp, MeanOp>(op) || !seen.insert(value).second)
      return;
    auto kept = schedule.kept.find(value);
    if (kept != schedule.kept.end() && kept->second.sweep < index)
      return;
    size_t first = madeIn.try_emplace(value, index).first->second;
    if (first < index && treeCost(value) >= keepCost && !getElementTypeOrSelf(value.getType()).isInteger(1)) {
      schedule.sweeps[first].keeps.push_back(value);
      place(value, first);
      return;
    }
    for (Value operand : op->getOperands())
      if (rowSize(operand) == rowSize(value) && rowSize(value) > 1)
        descend(operand, index);
  }

  int64_t treeCost(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || !live.contains(op) || llvm::isa<SumOp, MeanOp>(op) || schedule.kept.contains(value))
      return 1;
    auto [cost, isNew] = costs.try_emplace(value, 0);
    if (!isNew)
      return cost->second;
    int64_t total = cast<RowOpInterface>(op).getCost();
    for (Value operand : op->getOperands())
      total += rowSize(operand) > 1 ? treeCost(operand) : 0;
    return costs[value] = std::min(total, keepCost);
  }

  ArrayRef<Operation *> ops;
  ArrayRef<Value> outputs;
  llvm::SmallPtrSet<Operation *, 16> live;
  DenseMap<Value, Node> nodes;
  DenseSet<Value> forced;
  DenseSet<Value> seen;
  DenseMap<Value, size_t> madeIn;
  DenseMap<Value, int64_t> costs;
  Schedule schedule;
};

} // namespace

Schedule rows::makeSchedule(ArrayRef<Operation *> ops, ArrayRef<Value> outputs) {
  return Scheduler(ops, outputs).run();
}
