// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/contraction/Contraction.h"

#include "codegen/lower/build/Emitter.h"
#include "codegen/lower/contraction/RowTiles.h"
#include "codegen/lower/contraction/TileProduct.h"
#include "codegen/lower/rows/RowViews.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tenon;

namespace {

/// Emits the units of one segment.
class SegmentEmitter : Emitter {
public:
  SegmentEmitter(Phase &phase, KernelOp kernel, SlotOp contraction, SlotOp epilogue, const RowTiles &tiles)
      : Emitter(phase.builder(), phase.loc()), phase(phase), kernel(kernel), contraction(contraction),
        epilogue(epilogue), schedule(cast<ContractionAttr>(kernel.getScheduleAttr())),
        panel(*contraction.getPanel()), layout(PanelLayout::of(contraction)), tiles(tiles) {
    rowStride = std::min(panel.getChunk(), layout.panels()) * layout.width() + schedule.getPadding();
    left = phase.buffer({"panel", 0, layout.leftWord()});
    weights = phase.buffer({"packed", contraction.getWeights()->getOffset(), layout.word()});
    stepWords = layout.words(layout.step());
    panelWords = layout.words(layout.panelElements());
    sums = phase.buffer({"scratch", 0, b.getF32Type()});
    rowCount = phase.size("rows");
  }

  /// Products and epilogue of `chunk`, at the builder.
  void emit(Value chunk) {
    firstPanel = mul(chunk, panel.getChunk());
    endPanel = min(add(firstPanel, index(panel.getChunk())), index(layout.panels()));
    multiply();
    emitEpilogue();
  }

  /// How many units there are.
  int64_t chunks() const { return llvm::divideCeil(layout.panels(), panel.getChunk()); }

  int64_t scratchBytes() const { return schedule.getBlockRows() * rowStride * int64_t(sizeof(float)); }

private:
  /// One case for each number of rows in [least, tileRows].
  void switchRows(Value rows, int64_t least, llvm::function_ref<void(int64_t)> body) {
    auto cases = llvm::to_vector(llvm::seq(least, schedule.getRows()));
    auto choice = scf::IndexSwitchOp::create(b, loc, TypeRange(), rows, cases, cases.size());
    OpBuilder::InsertionGuard guard(b);
    auto fill = [&](Region &region, int64_t rows) {
      b.setInsertionPointToStart(&region.emplaceBlock());
      body(rows);
      scf::YieldOp::create(b, loc);
    };
    for (auto [rows, region] : llvm::zip_equal(cases, choice.getCaseRegions()))
      fill(region, rows);
    fill(choice.getDefaultRegion(), schedule.getRows());
  }

  // Few rows fit one tile: the weights stream past it once, whole columns at a
  // time. More rows: blocks of k, so that a panel stays in cache while all
  // tiles use it.
  void multiply() {
    when(equal(tiles.count, index(1)), [&] { multiplyOneTile(); }, [&] { multiplyTiles(); });
  }

  void multiplyOneTile() {
    switchRows(rowCount, 1, [&](int64_t rows) {
      int64_t wide = panel.getAtOnce()[rows - 1];
      Value whole = firstPanel;
      if (wide > 1) {
        Value groups = div(sub(endPanel, firstPanel), wide);
        whole = add(firstPanel, mul(groups, wide));
        loop(firstPanel, whole, wide, [&](Value panel) { callOneTile(panel, rows, wide); });
      }
      loop(whole, endPanel, 1, [&](Value panel) { callOneTile(panel, rows, 1); });
    });
  }

  void callOneTile(Value panel, int64_t rows, int64_t panels) {
    Value zero = index(0);
    Value first = arith::ConstantIntOp::create(b, loc, 1, 1);
    multiplyTile(tile(rows, panels, Prefetch::ahead), zero, panel, zero, zero, index(layout.steps()), first,
                 zero, zero);
  }

  void multiplyTiles() {
    loop(index(0), index(layout.steps()), schedule.getKBlock(), [&](Value k) {
      Value depth = min(index(schedule.getKBlock()), sub(index(layout.steps()), k));
      Value first = equal(k, index(0));
      loop(firstPanel, endPanel, 1, [&](Value panel) {
        Value next = nextSubPanel(panel, k, depth);
        Value share = ceilDiv(index(stepWords), tiles.count);
        loop(index(0), tiles.count, 1, [&](Value tile) {
          Value start = tiles.start(b, tile);
          Value rows = sub(tiles.start(b, add(tile, index(1))), start);
          Value prefetch = add(next, mul(mul(tile, share), depth));
          switchRows(rows, RowTiles::leastRows(schedule.getRows()), [&](int64_t count) {
            multiplyTile(this->tile(count, 1, Prefetch::next), tile, panel, k, start, depth, first, prefetch,
                         share);
          });
        });
      });
    });
  }

  /// Offset of the weights that are needed after `panel` of the k block at `k`.
  Value nextSubPanel(Value panel, Value k, Value depth) {
    Value next = add(panel, index(1));
    Value isLast = equal(next, endPanel);
    Value nextK = add(k, depth);
    Value inThisBlock = add(mul(next, panelWords), mul(k, stepWords));
    Value inNextBlock = add(mul(firstPanel, panelWords), mul(nextK, stepWords));
    Value inNextChunk = mul(endPanel, panelWords);
    Value kEnds = equal(nextK, index(layout.steps()));
    Value after = select(kEnds, inNextChunk, inNextBlock);
    return select(isLast, after, inThisBlock);
  }

  TileAttr tile(int64_t rows, int64_t panels, Prefetch prefetch) {
    return tileOf(layout, rows, panels, TileStrides::packed(layout, schedule.getRows()), prefetch,
                  schedule.getStream());
  }

  void multiplyTile(TileAttr shape, Value tile, Value panel, Value k, Value firstRow, Value depth,
                    Value first, Value prefetch, Value prefetchStep) {
    TileOperands operands;
    operands.left = left;
    operands.leftOffset = add(mul(tile, layout.steps() * schedule.getRows()), mul(k, schedule.getRows()));
    operands.right = weights;
    operands.rightOffset = add(mul(panel, panelWords), mul(k, stepWords));
    operands.panelStride = index(panelWords);
    operands.accumulators = sums;
    operands.accumulatorOffset = add(mul(firstRow, rowStride), mul(sub(panel, firstPanel), layout.width()));
    operands.rowStride = index(rowStride);
    operands.depth = depth;
    operands.first = first;
    operands.prefetchOffset = prefetch;
    operands.prefetchStep = prefetchStep;
    emitTileProduct(b, loc, shape, operands);
  }

  void emitEpilogue() {
    SmallVector<Operation *> ops = opsOf(epilogue);
    bool hasTail = layout.tailColumns() < layout.columnsPerPanel();
    Value fullEnd = hasTail ? min(endPanel, index(layout.panels() - 1)) : endPanel;
    loop(index(0), rowCount, 1, [&](Value row) {
      rows::RowProgram program = rowProgram(ops, row);
      loop(firstPanel, fullEnd, 1,
           [&](Value panel) { emitPanelEpilogue(program, row, panel, layout.columnsPerPanel()); });
      if (hasTail)
        when(equal(endPanel, index(layout.panels())),
             [&] { emitPanelEpilogue(program, row, index(layout.panels() - 1), layout.tailColumns()); });
    });
  }

  /// Everything of the epilogue's program for `row` but the accumulators.
  rows::RowProgram rowProgram(ArrayRef<Operation *> ops, Value row) {
    rows::RowProgram program;
    program.ops = ops;
    RowViews views(phase);
    auto needs = [&](Value value) {
      return llvm::any_of(value.getUsers(), [&](Operation *user) {
        return llvm::is_contained(ops, user) || user == epilogue.getYield();
      });
    };
    PlacedValues inputs = inputsOf(kernel), stores = storesOf(epilogue);
    inputs.append(keptBy(kernel));
    for (auto [value, place] : inputs)
      if (needs(value))
        program.inputs[value] = views.row(place, value.getType(), row);
    // What later slots need goes first.
    for (bool isKept : {true, false})
      for (auto [value, place] : stores)
        if ((place.getKind() == PlaceKind::panel) == isKept)
          program.outputs.push_back({value, views.row(place, value.getType(), row)});
    if (llvm::any_of(ops, llvm::IsaPred<PositionOp>))
      program.position = views.position(row);
    return program;
  }

  void emitPanelEpilogue(rows::RowProgram program, Value row, Value panel, int64_t columns) {
    Value start = add(mul(row, rowStride), mul(sub(panel, firstPanel), layout.width()));
    for (OpResult product : contraction.getResults()) {
      Value offset = add(start, index(product.getResultNumber() * layout.columnsPerPanel()));
      program.inputs[product] = {stridedView(b, loc, sums, offset, layout.columnsPerPanel(), 1),
                                 /*fromRange=*/true, /*padded=*/true};
    }
    rows::emitColumns(b, loc, program, {mul(panel, layout.columnsPerPanel()), columns}, schedule.getLanes());
  }

  Phase &phase;
  KernelOp kernel;
  SlotOp contraction, epilogue;
  ContractionAttr schedule;
  PanelAttr panel;
  PanelLayout layout;
  const RowTiles &tiles;
  Value left, weights, sums, rowCount;
  Value firstPanel, endPanel;
  int64_t rowStride, stepWords, panelWords;
};

} // namespace

EmittedPhase tenon::emitContraction(ModuleOp module, KernelOp kernel) {
  Phase phase(module, kernel.getLoc(), kernel.getName().str() + ".contraction");
  OpBuilder &b = phase.builder();
  Location loc = phase.loc();
  RowTiles tiles(phase, cast<ContractionAttr>(kernel.getScheduleAttr()).getRows());
  EmittedPhase result;
  auto units = scf::ForOp::create(b, loc, phase.size("begin"), phase.size("end"),
                                  arith::ConstantIndexOp::create(b, loc, 1));
  for (SlotOp contraction : kernel.getBody().front().getOps<SlotOp>()) {
    if (contraction.getSlot() != Slot::contraction)
      continue;
    SegmentEmitter emitter(phase, kernel, contraction, cast<SlotOp>(contraction->getNextNode()), tiles);
    b.setInsertionPoint(units.getBody()->getTerminator());
    Value from = arith::ConstantIndexOp::create(b, loc, result.units);
    Value chunk = arith::SubIOp::create(b, loc, units.getInductionVar(), from);
    Value mine = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, chunk,
                                       arith::ConstantIndexOp::create(b, loc, emitter.chunks()));
    auto choice = scf::IfOp::create(b, loc, mine, /*withElseRegion=*/false);
    b.setInsertionPointToStart(choice.thenBlock());
    emitter.emit(chunk);
    result.scratchBytes = std::max(result.scratchBytes, emitter.scratchBytes());
    result.units += emitter.chunks();
  }
  b.setInsertionPointAfter(units);
  result.function = phase.finish();
  return result;
}
