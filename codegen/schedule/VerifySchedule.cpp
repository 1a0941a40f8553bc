// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/schedule/VerifySchedule.h"

#include "codegen/schedule/MaskRange.h"
#include "codegen/schedule/PanelLayout.h"
#include "codegen/target/TargetInfo.h"

using namespace mlir;
using namespace tenon;

int64_t tenon::registersOf(int64_t rows, int64_t vectors) {
  int64_t weights = rows > 1 ? vectors : 0;
  return rows * vectors + weights + 2;
}

namespace {

/// Checks the schedule of one kernel. A broken rule is reported by its name.
class Checker {
public:
  Checker(KernelOp kernel, const TargetInfo *target) : kernel(kernel), target(target) {}

  LogicalResult run() {
    Attribute schedule = kernel.getScheduleAttr();
    if (!schedule)
      return kernel.emitOpError("has no schedule yet: --tenon-select-schedule gives one");
    SlotOp contraction = kernel.findSlot(Slot::contraction);
    AttendOp attends = kernel.findAttend();
    if (auto rows = dyn_cast_or_null<RowsAttr>(schedule); rows && !contraction)
      return check(rows);
    if (auto attention = dyn_cast_or_null<AttentionAttr>(schedule); attention && attends)
      return check(attention, attends);
    if (auto products = dyn_cast_or_null<ContractionAttr>(schedule); products && contraction && !attends)
      return check(products);
    return broken("kind", contraction ? attends ? "a kernel with an attention needs #tenon.attention"
                                                : "a kernel with linears needs #tenon.contraction"
                                      : "a kernel without products needs #tenon.rows");
  }

private:
  // Sizes beyond these serve nobody: code and offsets stay within reason.
  static constexpr int64_t mostRows = 256, mostPadding = 4096, mostElements = 1 << 20;
  static bool isSize(int64_t size, int64_t most = mostElements) { return size >= 1 && size <= most; }
  static bool isPadding(int64_t elements) { return elements >= 0 && elements <= mostPadding; }

  LogicalResult broken(StringRef rule, const Twine &text) {
    return kernel.emitOpError("schedule breaks rule '") << rule << "': " << text;
  }

  LogicalResult check(RowsAttr rows) {
    if (!isSize(rows.getTile()))
      return broken("sizes", "a unit holds at least one row, not " + Twine(rows.getTile()));
    return checkLanes(rows.getLanes());
  }

  LogicalResult checkLanes(int64_t lanes) {
    if (target && lanes != target->lanes())
      return broken("lanes", "vectors of " + target->name + " have " + Twine(target->lanes()) +
                                 " lanes of f32, not " + Twine(lanes));
    if (lanes < 2 || lanes > 64 || !llvm::isPowerOf2_64(lanes))
      return broken("lanes", "vectors have a power of two of lanes, 2 to 64, not " + Twine(lanes));
    return success();
  }

  LogicalResult check(ContractionAttr products) {
    if (!isSize(products.getRows(), mostRows) || !isSize(products.getKBlock()) ||
        !isSize(products.getBlockRows()) || !isPadding(products.getPadding()))
      return broken("sizes", "rows, k_block and block_rows are at least 1 and within reason (256 rows, "
                             "2^20), padding 0 to 4096");
    bool dots = products.getProduct() == Product::dot_bf16;
    LeftAttr left = products.getLeft();
    if (left.getStep() != (dots ? 2 : 1) || !(dots ? left.getElement().isBF16() : left.getElement().isF32()))
      return broken("left", dots ? "dot_bf16 reads pairs of bf16: #tenon.left<bf16, step = 2>"
                                 : "fma reads single f32: #tenon.left<f32, step = 1>");
    if (dots && target && !target->hasBf16())
      return broken("product", target->name + " has no dots of bf16");
    if (failed(checkLanes(products.getLanes())))
      return failure();
    for (SlotOp segment : kernel.getBody().front().getOps<SlotOp>())
      if (segment.getSlot() == Slot::contraction && failed(check(segment, products)))
        return failure();
    return success();
  }

  LogicalResult check(SlotOp segment, ContractionAttr products) {
    if (!segment.getPanel())
      return broken("panel", "a contraction of linears says how its weights are packed");
    PanelAttr panel = *segment.getPanel();
    if (failed(checkLanes(panel.getLanes())))
      return failure();
    int64_t linears = segment.getNumResults();
    if (!isSize(panel.getVectors(), 64) || panel.getVectors() % linears || !isSize(panel.getChunk()))
      return broken("vectors", Twine(panel.getVectors()) + " vectors do not divide among " + Twine(linears) +
                                   " linears, or a chunk holds no panel");
    PanelLayout layout = PanelLayout::of(segment, panel);
    if (layout.isDot() != (products.getProduct() == Product::dot_bf16))
      return broken("encoding", "pair_dot is for dot_bf16 and for it alone");
    if (layout.isPaired() && (!layout.element.isBF16() || (!layout.isDot() && panel.getVectors() % 2)))
      return broken("encoding", "pairs are of bf16, an even number of vectors");
    return checkTiles(panel.getAtOnce(), products.getRows(), panel.getVectors());
  }

  /// Every register tile fits the registers.
  LogicalResult checkTiles(DenseI64ArrayAttr atOnce, int64_t rows, int64_t vectors) {
    if (atOnce.size() != rows)
      return broken("at_once",
                    "one count of panels for 1 to " + Twine(rows) + " rows, not " + Twine(atOnce.size()));
    if (failed(checkRegisters(rows, vectors)))
      return failure();
    for (auto [row, panels] : llvm::enumerate(atOnce.asArrayRef()))
      if (panels < 1 || panels > 4)
        return broken("at_once", "1 to 4 panels share a register tile, not " + Twine(panels));
      else if (panels > 1 && failed(checkRegisters(row + 1, panels * vectors)))
        return failure();
    return success();
  }

  /// Where the weights of a step do not fit beside the accumulators, the products read them from memory.
  LogicalResult checkRegisters(int64_t rows, int64_t vectors) {
    int64_t least = rows * vectors + 2;
    if (!target || least <= target->vectorRegisters)
      return success();
    return broken("registers", "a tile of " + Twine(rows) + " rows by " + Twine(vectors) + " vectors needs " +
                                   Twine(least) + " registers, and " + target->name + " has " +
                                   Twine(target->vectorRegisters));
  }

  LogicalResult check(AttentionAttr attention, AttendOp attend) {
    int64_t group = rowShape(attend.getQuery().getType())[0] / rowShape(attend.getValue().getType())[0];
    if (!isSize(attention.getTokens(), mostRows) ||
        !isSize(attention.getHeads(), std::min(group, mostRows)) || !isPadding(attention.getPadding()))
      return broken("sizes", "a tile has at least one token, and 1 to " + Twine(group) + " heads of a group");
    int64_t panel = 2 * attention.getLanes();
    if (failed(checkLanes(attention.getLanes())))
      return failure();
    if (!isSize(attention.getKeyBlock()) || attention.getKeyBlock() % panel ||
        !isSize(attention.getKeyChunk()) || attention.getKeyChunk() % attention.getKeyBlock())
      return broken("keys", "a block is whole panels of " + Twine(panel) + " keys, a chunk whole blocks");
    if (!isStorageType(attention.getStored()) || attention.getEncoding() == Encoding::pair_dot ||
        (attention.getEncoding() == Encoding::paired) != attention.getStored().isBF16())
      return broken("encoding", "keys and values are stored as f32 or f16 plainly, as bf16 in pairs");
    if (failed(checkStore(attention, analyseMask(attend))))
      return failure();
    return checkTiles(attention.getAtOnce(), attention.getTokens() * attention.getHeads(), 2);
  }

  /// A mask that no later token passes makes a cache possible; a window bounds it.
  LogicalResult checkStore(AttentionAttr attention, const MaskRange &mask) {
    if (attention.getCached() != mask.causal)
      return broken("store", mask.causal ? "a causal mask has a cache" : "only a causal mask has a cache");
    int64_t ring = attention.getRingKeys(), rows = attention.getBlockRows(), block = attention.getKeyBlock();
    if (ring == 0)
      return rows == 0 ? success()
                       : broken("store", "rows are taken in blocks only where the cache is a ring");
    if (!mask.causal || !mask.window)
      return broken("store", "only a causal mask with a window has a ring of keys");
    if (ring < 0 || ring % block || ring < *mask.window + (block - 2) + rows || rows < 1 ||
        rows % attention.getTokens())
      return broken("store",
                    "a ring is whole blocks of keys with room for the window, a block and block_rows rows "
                    "in whole tiles");
    return success();
  }

  KernelOp kernel;
  const TargetInfo *target; ///< null: rules about the machine are left out
};

} // namespace

LogicalResult tenon::verifySchedules(ModuleOp module, const TargetInfo *target) {
  auto result = module.walk([&](KernelOp kernel) {
    return failed(Checker(kernel, target).run()) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult tenon::verifySchedule(KernelOp kernel) { return Checker(kernel, nullptr).run(); }
