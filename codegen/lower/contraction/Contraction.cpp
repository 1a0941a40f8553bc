// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/contraction/Contraction.h"

#include "codegen/lower/contraction/Microkernel.h"
#include "codegen/lower/contraction/RowTiles.h"
#include "codegen/lower/launch/Emitter.h"
#include "codegen/lower/launch/RowViews.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tenon;

namespace {

// Between the accumulators of two rows: keeps rows that are a power of two
// apart out of the same sets of the first-level cache.
constexpr int64_t rowPadding = 16;

/// How many panels a unit of `layout` spans, and how many units there are.
int64_t panelsPerChunk(const PanelLayout &layout, const TargetInfo &target) {
  return std::max<int64_t>(1, target.columnChunk / layout.width());
}
int64_t chunksOf(const PanelLayout &layout, const TargetInfo &target) {
  return llvm::divideCeil(layout.panels(), panelsPerChunk(layout, target));
}

/// Emits the units of one segment.
class SegmentEmitter : Emitter {
public:
  SegmentEmitter(ModuleOp module, Phase &phase, const KernelPlan &plan, const SegmentPlan &segment,
                 const TargetInfo &target, const RowTiles &tiles)
      : Emitter(phase.builder(), phase.loc()), module(module), phase(phase), plan(plan), segment(segment),
        layout(segment.layout), target(target), tiles(tiles) {
    rowStride = std::min(panelsPerChunk(layout, target), layout.panels()) * layout.width() + rowPadding;
    left = phase.buffer({"panel", 0, layout.leftWord()});
    weights = phase.buffer({"packed", segment.packedOffset, layout.word()});
    stepWords = layout.words(layout.step());
    panelWords = layout.words(layout.panelElements());
    sums = phase.buffer({"scratch", 0, b.getF32Type()});
    rowCount = phase.size("rows");
  }

  /// Products and epilogue of `chunk`, at the builder.
  void emit(Value chunk) {
    firstPanel = mul(chunk, panelsPerChunk(layout, target));
    endPanel = min(add(firstPanel, index(panelsPerChunk(layout, target))), index(layout.panels()));
    multiply();
    emitEpilogue();
  }

  int64_t scratchBytes() const { return target.blockRows * rowStride * int64_t(sizeof(float)); }

private:
  /// One case for each number of rows in [least, tileRows].
  void switchRows(Value rows, int64_t least, llvm::function_ref<void(int64_t)> body) {
    auto cases = llvm::to_vector(llvm::seq(least, plan.tileRows));
    auto choice = scf::IndexSwitchOp::create(b, loc, TypeRange(), rows, cases, cases.size());
    OpBuilder::InsertionGuard guard(b);
    auto fill = [&](Region &region, int64_t rows) {
      b.setInsertionPointToStart(&region.emplaceBlock());
      body(rows);
      scf::YieldOp::create(b, loc);
    };
    for (auto [rows, region] : llvm::zip_equal(cases, choice.getCaseRegions()))
      fill(region, rows);
    fill(choice.getDefaultRegion(), plan.tileRows);
  }

  // Few rows fit one tile: the weights stream past it once, whole columns at a
  // time. More rows: blocks of k, so that a panel stays in cache while all
  // tiles use it.
  void multiply() {
    when(equal(tiles.count, index(1)), [&] { multiplyOneTile(); }, [&] { multiplyTiles(); });
  }

  void multiplyOneTile() {
    switchRows(rowCount, 1, [&](int64_t rows) {
      int64_t wide = panelsAtOnce(layout, rows, target.vectorRegisters);
      Value whole = firstPanel;
      if (wide > 1) {
        Value groups = div(sub(endPanel, firstPanel), wide);
        whole = add(firstPanel, mul(groups, wide));
        loop(firstPanel, whole, wide,
             [&](Value panel) { callOneTile(panel, {rows, wide, Prefetch::ahead}); });
      }
      loop(whole, endPanel, 1, [&](Value panel) { callOneTile(panel, {rows, 1, Prefetch::ahead}); });
    });
  }

  void callOneTile(Value panel, const RegisterTile &tile) {
    Value zero = index(0);
    Value first = arith::ConstantIntOp::create(b, loc, 1, 1);
    call(tile, zero, panel, zero, zero, index(layout.steps()), first, zero, zero);
  }

  void multiplyTiles() {
    loop(index(0), index(layout.steps()), target.kBlock, [&](Value k) {
      Value depth = min(index(target.kBlock), sub(index(layout.steps()), k));
      Value first = equal(k, index(0));
      loop(firstPanel, endPanel, 1, [&](Value panel) {
        Value next = nextSubPanel(panel, k, depth);
        Value share = ceilDiv(index(stepWords), tiles.count);
        loop(index(0), tiles.count, 1, [&](Value tile) {
          Value start = tiles.start(b, tile);
          Value rows = sub(tiles.start(b, add(tile, index(1))), start);
          Value prefetch = add(next, mul(mul(tile, share), depth));
          switchRows(rows, RowTiles::leastRows(plan.tileRows), [&](int64_t count) {
            call({count, 1, Prefetch::next}, tile, panel, k, start, depth, first, prefetch, share);
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

  void call(const RegisterTile &shape, Value tile, Value panel, Value k, Value firstRow, Value depth,
            Value first, Value prefetch, Value prefetchStep) {
    MicrokernelCall arguments;
    arguments.left = left;
    arguments.leftOffset = add(mul(tile, layout.steps() * plan.tileRows), mul(k, plan.tileRows));
    arguments.right = weights;
    arguments.rightOffset = add(mul(panel, panelWords), mul(k, stepWords));
    arguments.panelStride = index(panelWords);
    arguments.accumulators = sums;
    arguments.accumulatorOffset = add(mul(firstRow, rowStride), mul(sub(panel, firstPanel), layout.width()));
    arguments.rowStride = index(rowStride);
    arguments.depth = depth;
    arguments.first = first;
    arguments.prefetchOffset = prefetch;
    arguments.prefetchStep = prefetchStep;
    callMicrokernel(b, loc, getMicrokernel(module, Operands::packed(layout, plan.tileRows), shape),
                    arguments);
  }

  bool isOfSegment(Value value) {
    Operation *op = value.getDefiningOp();
    return op && (llvm::is_contained(segment.segment.epilogue, op) ||
                  llvm::any_of(segment.segment.linears, [&](LinearOp linear) { return linear == op; }));
  }

  void emitEpilogue() {
    SmallVector<Operation *> ops = llvm::filter_to_vector(plan.opsOf(Slot::epilogue), [&](Operation *op) {
      return llvm::is_contained(segment.segment.epilogue, op) || !hasTokens(op->getResult(0).getType());
    });
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
      return llvm::any_of(value.getUsers(), [&](Operation *user) { return llvm::is_contained(ops, user); });
    };
    for (auto [value, place] : plan.inputs)
      if (needs(value))
        program.inputs[value] = views.row(place, value.getType(), row);
    for (auto [value, place] : plan.kept) {
      if (isOfSegment(value))
        program.outputs.push_back({value, views.row(place, value.getType(), row)});
      else if (needs(value))
        program.inputs[value] = views.row(place, value.getType(), row);
    }
    for (auto [value, place] : plan.results)
      if (isOfSegment(value))
        program.outputs.push_back({value, views.row(place, value.getType(), row)});
    if (llvm::any_of(ops, llvm::IsaPred<PositionOp>))
      program.position = views.position(row);
    return program;
  }

  void emitPanelEpilogue(rows::RowProgram program, Value row, Value panel, int64_t columns) {
    Value start = add(mul(row, rowStride), mul(sub(panel, firstPanel), layout.width()));
    for (auto [number, product] : llvm::enumerate(segment.segment.linears)) {
      LinearOp linear = product;
      Value offset = add(start, index(number * layout.columnsPerPanel()));
      program.inputs[linear.getResult()] = {stridedView(b, loc, sums, offset, layout.columnsPerPanel(), 1),
                                            /*fromRange=*/true, /*padded=*/true};
    }
    rows::emitColumns(b, loc, program, {mul(panel, layout.columnsPerPanel()), columns}, target);
  }

  ModuleOp module;
  Phase &phase;
  const KernelPlan &plan;
  const SegmentPlan &segment;
  const PanelLayout &layout;
  const TargetInfo &target;
  const RowTiles &tiles;
  Value left, weights, sums, rowCount;
  Value firstPanel, endPanel;
  int64_t rowStride, stepWords, panelWords;
};

} // namespace

EmittedPhase tenon::emitContraction(ModuleOp module, const KernelPlan &plan, const TargetInfo &target) {
  Phase phase(module, plan.loc(), plan.name() + ".contraction");
  OpBuilder &b = phase.builder();
  Location loc = phase.loc();
  RowTiles tiles(phase, plan.tileRows);
  EmittedPhase result;
  auto units = scf::ForOp::create(b, loc, phase.size("begin"), phase.size("end"),
                                  arith::ConstantIndexOp::create(b, loc, 1));
  for (const SegmentPlan &segment : plan.segments) {
    SegmentEmitter emitter(module, phase, plan, segment, target, tiles);
    int64_t chunks = chunksOf(segment.layout, target);
    b.setInsertionPoint(units.getBody()->getTerminator());
    Value from = arith::ConstantIndexOp::create(b, loc, result.units);
    Value chunk = arith::SubIOp::create(b, loc, units.getInductionVar(), from);
    Value mine = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, chunk,
                                       arith::ConstantIndexOp::create(b, loc, chunks));
    auto choice = scf::IfOp::create(b, loc, mine, /*withElseRegion=*/false);
    b.setInsertionPointToStart(choice.thenBlock());
    emitter.emit(chunk);
    result.scratchBytes = std::max(result.scratchBytes, emitter.scratchBytes());
    result.units += chunks;
  }
  b.setInsertionPointAfter(units);
  result.function = phase.finish();
  return result;
}
