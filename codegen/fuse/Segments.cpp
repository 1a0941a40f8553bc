// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/fuse/Segments.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;
using namespace tenon;

namespace {

/// Unites the products that meet in an operation of the epilogue.
llvm::EquivalenceClasses<Operation *> meetings(ArrayRef<Operation *> products,
                                               ArrayRef<Operation *> epilogue) {
  llvm::EquivalenceClasses<Operation *> classes;
  DenseMap<Operation *, Operation *> product; // of an operation of the epilogue: one of its products
  for (Operation *op : products)
    classes.insert(product[op] = op);
  for (Operation *op : epilogue)
    for (Value operand : op->getOperands()) {
      Operation *below = product.lookup(operand.getDefiningOp());
      if (!below)
        continue;
      Operation *&mine = product[op];
      mine ? (void)classes.unionSets(mine, below) : (void)(mine = below);
    }
  return classes;
}

/// The operations of `epilogue` that depend on `products`, and what those need of it.
SmallVector<Operation *> epilogueOf(ArrayRef<Operation *> products, ArrayRef<Operation *> epilogue) {
  DenseSet<Operation *> wanted(products.begin(), products.end());
  for (Operation *op : epilogue)
    if (llvm::any_of(op->getOperands(), [&](Value v) { return wanted.contains(v.getDefiningOp()); }))
      wanted.insert(op);
  for (Operation *op : llvm::reverse(epilogue))
    if (llvm::any_of(op->getUsers(), [&](Operation *user) {
          return wanted.contains(user) && llvm::is_contained(epilogue, user);
        }))
      wanted.insert(op);
  return llvm::filter_to_vector(epilogue, [&](Operation *op) { return wanted.contains(op); });
}

} // namespace

SmallVector<Segment> tenon::segmentsOf(const PlannedKernel &kernel) {
  ArrayRef<Operation *> products = kernel.ops[unsigned(Slot::contraction)];
  ArrayRef<Operation *> epilogue = kernel.ops[unsigned(Slot::epilogue)];
  auto classes = meetings(products, epilogue);
  SmallVector<Segment> segments;
  DenseMap<Operation *, unsigned> index; // of the leader of each class
  for (Operation *product : products) {
    auto [it, isNew] = index.try_emplace(classes.getLeaderValue(product), segments.size());
    if (isNew)
      segments.emplace_back();
    segments[it->second].products.push_back(product);
  }
  for (Segment &segment : segments)
    segment.epilogue = epilogueOf(segment.products, epilogue);
  return segments;
}
