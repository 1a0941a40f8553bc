// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// c = x - mean(x) becomes c - mean(c).

#include "codegen/fuse/Passes.h"

#define DEBUG_TYPE "tenon-compensate-means"

namespace tenon {
#define GEN_PASS_DEF_COMPENSATEMEANS
#include "codegen/fuse/Passes.h.inc"
} // namespace tenon

using namespace mlir;
using namespace tenon;

namespace {

/// Whether `op` is x - mean(x).
bool isCentring(SubOp op) {
  auto mean = op ? op.getRhs().getDefiningOp<MeanOp>() : MeanOp();
  return mean && mean.getOperand() == op.getLhs();
}

/// Whether `op` is one of two in a row.
bool isOneOfTwo(SubOp op) {
  return isCentring(op.getLhs().getDefiningOp<SubOp>()) || llvm::any_of(op->getUsers(), [&](Operation *user) {
           auto next = dyn_cast<SubOp>(user);
           return next && next.getLhs() == op.getResult() && isCentring(next);
         });
}

void compensate(SubOp centred) {
  OpBuilder builder(centred->getContext());
  builder.setInsertionPointAfter(centred);
  auto mean = MeanOp::create(builder, centred.getLoc(), centred);
  auto again = SubOp::create(builder, centred.getLoc(), centred, mean, centred.getStorageAttr());
  centred.removeStorageAttr();
  centred.getResult().replaceUsesWithIf(
      again, [&](OpOperand &use) { return use.getOwner() != mean && use.getOwner() != again; });
}

struct CompensateMeans : tenon::impl::CompensateMeansBase<CompensateMeans> {
  void runOnOperation() override {
    SmallVector<SubOp> found;
    getOperation().walk([&](SubOp op) {
      if (isCentring(op) && !isOneOfTwo(op))
        found.push_back(op);
    });
    llvm::for_each(found, compensate);
  }
};

} // namespace
