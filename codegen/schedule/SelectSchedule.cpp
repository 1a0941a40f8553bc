// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one place of heuristics: tiles, products, panels, blocks.

#include "codegen/schedule/MaskRange.h"
#include "codegen/schedule/PanelLayout.h"
#include "codegen/schedule/Passes.h"
#include "codegen/schedule/VerifySchedule.h"
#include "codegen/target/TargetAttr.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "tenon-select-schedule"

namespace tenon {
#define GEN_PASS_DEF_SELECTSCHEDULE
#include "codegen/schedule/Passes.h.inc"
} // namespace tenon

using namespace mlir;
using namespace tenon;

namespace {

// Shorter products gain nothing by pairs, and what rounding would lose counts most there.
constexpr int64_t shortestDot = 32;
// Keys of a block between two updates of the running maximum, and of a chunk after which the sums start
// afresh; both counted from key 0 of the sequence, so that results do not depend on how it is cut into calls.
constexpr int64_t keyBlock = 256, keyChunk = 512;

/// The type under `key` in what the module says of its block; f32 where it says nothing.
Type blockType(KernelOp kernel, StringRef key) {
  auto block = kernel->getParentOfType<ModuleOp>()->getAttrOfType<DictionaryAttr>("tenon.block");
  auto type = block ? block.getAs<TypeAttr>(key) : TypeAttr();
  return type ? type.getValue() : Type(Float32Type::get(kernel.getContext()));
}

/// Decides for one kernel.
class Selection {
public:
  Selection(KernelOp kernel, const TargetInfo &target)
      : kernel(kernel), target(target), b(kernel.getContext()) {}

  void run() {
    if (AttendOp attend = kernel.findAttend())
      return schedule(attention(attend));
    if (!kernel.findSlot(Slot::contraction))
      return schedule(RowsAttr::get(kernel.getContext(), target.lanes(), target.rowTile));
    schedule(contractions());
  }

private:
  void schedule(Attribute decision) {
    if (!kernel.getScheduleAttr())
      kernel.setScheduleAttr(decision);
    LDBG() << kernel.getName() << ": " << kernel.getScheduleAttr();
  }

  StreamAttr stream() {
    return StreamAttr::get(b.getContext(), target.unroll, target.prefetchAhead, target.prefetchNextLines);
  }

  Attribute contractions() {
    auto given = dyn_cast_or_null<ContractionAttr>(kernel.getScheduleAttr());
    Product product = given ? given.getProduct() : this->product();
    int64_t rows = target.tiles.front().rows;
    for (SlotOp segment : kernel.getBody().front().getOps<SlotOp>())
      if (segment.getSlot() == Slot::contraction)
        rows = std::min(rows, target.tileFor(linearsOf(segment)).rows);
    rows = given ? given.getRows() : rows;
    for (SlotOp segment : kernel.getBody().front().getOps<SlotOp>())
      if (segment.getSlot() == Slot::contraction && !segment.getPanel())
        segment.setPanelAttr(panel(segment, product, rows));
    bool dots = product == Product::dot_bf16;
    Type element = dots ? Type(b.getBF16Type()) : b.getF32Type();
    int64_t step =
        dots ? 2 : 1; // pairs halve the left operand: blocks of twice the rows read weights half as often
    return ContractionAttr::get(b.getContext(), product, target.lanes(), rows, target.kBlock,
                                target.blockRows * step, target.rowPadding,
                                LeftAttr::get(b.getContext(), element, step), stream());
  }

  static int64_t linearsOf(SlotOp segment) { return segment.getNumResults(); }

  /// Dots of bf16 where the block's dtype, to which inputs of linears may be rounded, and all weights are
  /// bf16, and the target gains by it.
  Product product() {
    auto isDotted = [](LinearOp linear) {
      auto weight = cast<RankedTensorType>(linear.getWeight().getType());
      return weight.getElementType().isBF16() && weight.getDimSize(1) >= shortestDot;
    };
    bool dots = target.dotsBf16 && blockType(kernel, "dtype").isBF16();
    kernel.walk([&](LinearOp linear) { dots &= isDotted(linear); });
    return dots ? Product::dot_bf16 : Product::fma;
  }

  PanelAttr panel(SlotOp segment, Product product, int64_t rows) {
    int64_t vectors = target.tileFor(linearsOf(segment)).vectors;
    auto linear = cast<LinearOp>(segment.getBody().front().front());
    Type element = cast<RankedTensorType>(linear.getWeight().getType()).getElementType();
    Encoding encoding = product == Product::dot_bf16           ? Encoding::pair_dot
                        : element.isBF16() && vectors % 2 == 0 ? Encoding::paired
                                                               : Encoding::plain;
    int64_t chunk = std::max<int64_t>(1, target.columnChunk / (vectors * target.lanes()));
    return PanelAttr::get(b.getContext(), encoding, target.lanes(), vectors, chunk,
                          panelsAtOnce(vectors, rows));
  }

  /// How many panels tiles of 1 to `rows` rows take at once (4, 2 or 1): more panels hide the latency of few
  /// rows' sums, as long as all stays in registers.
  DenseI64ArrayAttr panelsAtOnce(int64_t vectors, int64_t rows) {
    SmallVector<int64_t> counts;
    for (int64_t count = 1; count <= rows; ++count) {
      int64_t panels = 4;
      while (panels > 1 && registersOf(count, panels * vectors) > target.vectorRegisters)
        panels /= 2;
      counts.push_back(panels);
    }
    return b.getDenseI64ArrayAttr(counts);
  }

  Attribute attention(AttendOp attend) {
    MaskRange mask = analyseMask(attend);
    int64_t heads = rowShape(attend.getQuery().getType())[0],
            kvHeads = rowShape(attend.getValue().getType())[0];
    // A tile holds as many whole groups of tokens as fit, or a share of one group.
    int64_t group = heads / kvHeads, rows = target.tileFor(1).rows;
    int64_t tileHeads = llvm::divideCeil(group, llvm::divideCeil(group, rows));
    int64_t tokens = std::max<int64_t>(1, rows / tileHeads);
    // Behind a window keys are overwritten: rows are taken in whole tiles, and the store has room for those
    // that are still seen while a block is visited (docs/design/attention.md), in whole blocks.
    bool isRing = mask.causal && mask.window;
    int64_t blockRows = keyBlock / tokens * tokens;
    int64_t ring = isRing ? llvm::alignTo(*mask.window + (keyBlock - 2) + blockRows, keyBlock) : 0;
    Type stored = blockType(kernel, "cache");
    return AttentionAttr::get(b.getContext(), target.lanes(), tokens, tileHeads, keyBlock, keyChunk, stored,
                              stored.isBF16() ? Encoding::paired : Encoding::plain, mask.causal, ring,
                              isRing ? blockRows : 0, target.rowPadding,
                              panelsAtOnce(/*vectors=*/2, tokens * tileHeads), stream());
  }

  KernelOp kernel;
  const TargetInfo &target;
  Builder b;
};

struct SelectSchedule : tenon::impl::SelectScheduleBase<SelectSchedule> {
  using Base::Base;

  void runOnOperation() override {
    auto variants = parseTargets(target);
    if (!variants || variants->size() != 1) {
      if (!variants)
        llvm::consumeError(variants.takeError());
      getOperation().emitError("expected the name of one target, not '") << target << "'";
      return signalPassFailure();
    }
    if (failed(setTarget(getOperation(), variants->front())))
      return signalPassFailure();
    getOperation().walk([&](KernelOp kernel) { Selection(kernel, variants->front()).run(); });
    if (failed(verifySchedules(getOperation(), &variants->front())))
      signalPassFailure();
  }
};

} // namespace
