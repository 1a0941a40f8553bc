// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/fuse/Segments.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;
using namespace tenon;

namespace {

bool isEpilogue(Operation *op) { return slotOf(op) == Slot::epilogue; }

/// Unites the products that meet in an operation of the epilogue.
llvm::EquivalenceClasses<Operation *> meetings(Block &body) {
  llvm::EquivalenceClasses<Operation *> classes;
  DenseMap<Operation *, Operation *> product; // of an operation of the epilogue: one of its products
  for (Operation &op : body) {
    if (isa<LinearOp>(op))
      classes.insert(product[&op] = &op);
    if (!isEpilogue(&op))
      continue;
    for (Value operand : op.getOperands()) {
      Operation *below = product.lookup(operand.getDefiningOp());
      if (!below)
        continue;
      Operation *&mine = product[&op];
      mine ? (void)classes.unionSets(mine, below) : (void)(mine = below);
    }
  }
  return classes;
}

/// The operations of the epilogue that depend on `linears`, and what those need of it.
SmallVector<Operation *> epilogueOf(ArrayRef<LinearOp> linears, Block &body) {
  DenseSet<Operation *> wanted(linears.begin(), linears.end());
  for (Operation &op : body)
    if (isEpilogue(&op) &&
        llvm::any_of(op.getOperands(), [&](Value v) { return wanted.contains(v.getDefiningOp()); }))
      wanted.insert(&op);
  for (Operation &op : llvm::reverse(body))
    if (isEpilogue(&op) && llvm::any_of(op.getUsers(), [&](Operation *user) {
          return isEpilogue(user) && wanted.contains(user);
        }))
      wanted.insert(&op);
  return llvm::filter_to_vector(llvm::make_pointer_range(body),
                                [&](Operation *op) { return isEpilogue(op) && wanted.contains(op); });
}

} // namespace

SmallVector<Segment> tenon::segmentsOf(KernelOp kernel) {
  Block &body = kernel.getBody().front();
  auto classes = meetings(body);
  SmallVector<Segment> segments;
  DenseMap<Operation *, unsigned> index; // of the leader of each class
  for (auto linear : body.getOps<LinearOp>()) {
    auto [it, isNew] = index.try_emplace(classes.getLeaderValue(linear), segments.size());
    if (isNew)
      segments.emplace_back();
    segments[it->second].linears.push_back(linear);
  }
  for (Segment &segment : segments)
    segment.epilogue = epilogueOf(segment.linears, body);
  return segments;
}
