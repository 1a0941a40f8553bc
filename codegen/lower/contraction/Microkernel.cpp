// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/contraction/Microkernel.h"

#include "codegen/lower/launch/Emitter.h"
#include "codegen/lower/launch/Phase.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tenon;

namespace {

// Steps of k in one iteration of the main loop; the rest runs one by one.
constexpr int64_t unroll = 4;
constexpr int64_t cacheLine = 64;
// How far ahead Prefetch::ahead looks: far enough for DRAM, near enough
// to stay in the first-level cache.
constexpr int64_t streamDistanceBytes = 2048;
// Lines of the next panel that a tile prefetches per iteration of the main
// loop; covers the panel when two tiles or more share the work.
constexpr int64_t nextPanelLines = 4;

class MicrokernelEmitter : Emitter {
public:
  MicrokernelEmitter(OpBuilder &builder, func::FuncOp function, const Operands &operands,
                     const RegisterTile &tile)
      : Emitter(builder, function.getLoc()), operands(operands), layout(operands.right), tile(tile),
        vector(VectorType::get({layout.lanes}, builder.getF32Type())) {
    auto arguments = function.getArguments();
    call = {arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],  arguments[5],
            arguments[6], arguments[7], arguments[8], arguments[9], arguments[10], arguments[11]};
  }

  void emit() {
    makeViews();
    Value whole = mul(div(call.depth, unroll), unroll);
    SmallVector<Value> sums = sumLoop(index(0), whole, unroll, initialSums());
    storeSums(sumLoop(whole, call.depth, 1, sums));
    func::ReturnOp::create(b, loc);
  }

private:
  int64_t wordBytes() const { return layout.word().getIntOrFloatBitWidth() / 8; }
  int64_t stepBytes() const { return layout.words(layout.step()) * wordBytes(); }
  int64_t sumCount() const { return tile.rows * tile.panels * layout.vectors; }

  void makeViews() {
    Value leftSize = add(mul(call.depth, operands.leftStep), tile.rows * operands.leftRow);
    left = flatView(b, loc, call.left, call.leftOffset, leftSize);
    Value panelSize = mul(call.depth, operands.rightStep);
    Value offset = call.rightOffset;
    for (int64_t panel = 0; panel < tile.panels; ++panel) {
      if (panel)
        offset = add(offset, call.panelStride);
      panels.push_back(flatView(b, loc, call.right, offset, panelSize));
    }
    next = flatView(b, loc, call.right, call.prefetchOffset, panelSize);
    accumulators =
        flatView(b, loc, call.accumulators, call.accumulatorOffset, mul(call.rowStride, tile.rows));
  }

  template <typename Fn> void forEachSum(Fn fn) {
    for (int64_t row = 0; row < tile.rows; ++row)
      for (int64_t panel = 0; panel < tile.panels; ++panel)
        for (int64_t v = 0; v < layout.vectors; ++v)
          fn(add(mul(call.rowStride, row), panel * layout.width() + v * layout.lanes));
  }

  SmallVector<Value> initialSums() {
    auto zeros = [&] {
      Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(vector));
      return SmallVector<Value>(sumCount(), zero);
    };
    auto load = [&] {
      SmallVector<Value> sums;
      forEachSum([&](Value at) { sums.push_back(vector::LoadOp::create(b, loc, vector, accumulators, at)); });
      return sums;
    };
    return choose(call.first, SmallVector<Type>(sumCount(), vector), zeros, load);
  }

  void storeSums(ArrayRef<Value> sums) {
    size_t at = 0;
    forEachSum([&](Value where) { vector::StoreOp::create(b, loc, sums[at++], accumulators, where); });
  }

  SmallVector<Value> sumLoop(Value from, Value to, int64_t steps, ArrayRef<Value> sums) {
    bool isMain = steps > 1;
    return loop(from, to, steps, sums, [&](Value k, ValueRange carried) {
      SmallVector<Value> current(carried);
      if (isMain && tile.prefetch == Prefetch::next)
        prefetchNext(k);
      for (int64_t step = 0; step < steps; ++step)
        current = multiply(k, step, current, isMain && tile.prefetch == Prefetch::ahead);
      return current;
    });
  }

  void prefetch(Value view, Value at, unsigned locality) {
    memref::PrefetchOp::create(b, loc, view, at, /*isWrite=*/false, locality, /*isDataCache=*/true);
  }

  void prefetchNext(Value k) {
    Value base = mul(k, call.prefetchStep);
    for (int64_t line = 0; line < nextPanelLines; ++line)
      prefetch(next, add(base, line * cacheLine / wordBytes()), /*locality=*/2);
  }

  void prefetchAhead(Value panel, Value base) {
    for (int64_t byte = 0; byte < stepBytes(); byte += cacheLine)
      prefetch(panel, add(base, (streamDistanceBytes + byte) / wordBytes()), /*locality=*/3);
  }

  /// Adds the products of step `k + step` to the sums.
  SmallVector<Value> multiply(Value k, int64_t step, ArrayRef<Value> sums, bool prefetchesAhead) {
    SmallVector<Value> factors;
    Value base = add(mul(k, operands.rightStep), step * operands.rightStep);
    for (Value panel : panels) {
      if (prefetchesAhead)
        prefetchAhead(panel, base);
      loadStep(panel, base, factors);
    }
    Value leftBase = mul(k, operands.leftStep);
    SmallVector<Value> result;
    for (int64_t row = 0; row < tile.rows; ++row) {
      Value at = add(leftBase, step * operands.leftStep + row * operands.leftRow);
      Value word = memref::LoadOp::create(b, loc, left, at);
      Value broadcast = asFactor(vector::BroadcastOp::create(b, loc, vector.clone(word.getType()), word));
      for (Value factor : factors)
        result.push_back(addProduct(broadcast, factor, sums[result.size()]));
    }
    return result;
  }

  /// What is multiplied: f32, or the two bf16 of each word.
  Value asFactor(Value words) {
    if (!layout.dots)
      return words;
    auto pairs = VectorType::get({2 * layout.lanes}, layout.element);
    return vector::BitCastOp::create(b, loc, pairs, words);
  }

  Value addProduct(Value x, Value y, Value sum) {
    if (layout.dots)
      return x86vector::DotBF16Op::create(b, loc, vector, sum, x, y);
    return vector::FMAOp::create(b, loc, x, y, sum);
  }

  /// Appends the vectors of one step, widened to f32 or as pairs.
  void loadStep(Value panel, Value base, SmallVectorImpl<Value> &factors) {
    if (layout.isPaired() && !layout.dots)
      return loadPairs(panel, base, factors);
    auto type = VectorType::get({layout.lanes}, layout.word());
    for (int64_t v = 0; v < layout.vectors; ++v) {
      Value loaded = vector::LoadOp::create(b, loc, type, panel, add(base, v * layout.lanes));
      bool isNarrow = layout.element.getIntOrFloatBitWidth() < 32 && !layout.dots;
      factors.push_back(isNarrow ? arith::ExtFOp::create(b, loc, vector, loaded) : asFactor(loaded));
    }
  }

  /// Two bf16 vectors in one load: the low halves by a shift, the high ones by a mask.
  void loadPairs(Value panel, Value base, SmallVectorImpl<Value> &factors) {
    auto words = VectorType::get({layout.lanes}, layout.word());
    auto constant = [&](uint32_t bits) {
      return arith::ConstantOp::create(b, loc,
                                       DenseElementsAttr::get(words, b.getI32IntegerAttr(int32_t(bits))));
    };
    Value sixteen = constant(16), high = constant(0xffff0000);
    for (int64_t v = 0; v < layout.vectors; v += 2) {
      Value word = vector::LoadOp::create(b, loc, words, panel, add(base, layout.words(v * layout.lanes)));
      for (Value half : {Value(arith::ShLIOp::create(b, loc, word, sixteen)),
                         Value(arith::AndIOp::create(b, loc, word, high))})
        factors.push_back(arith::BitcastOp::create(b, loc, vector, half));
    }
  }

  const Operands &operands;
  const PanelLayout &layout;
  RegisterTile tile;
  VectorType vector;
  MicrokernelCall call;
  Value left, next, accumulators;
  SmallVector<Value> panels;
};

/// gemm_bf16_12x2_next, gemm_f32_1x2x4_ahead, dot_bf16_8x3_next: right operand, rows x
/// vectors (x panels); rows of a tile that is not full say of how many, and the strides follow
/// where the operands are not packed.
std::string microkernelName(const Operands &operands, const RegisterTile &tile) {
  const PanelLayout &layout = operands.right;
  std::string element;
  llvm::raw_string_ostream(element) << layout.element;
  constexpr StringLiteral suffix[] = {"_next", "_ahead"};
  std::string panels = tile.panels > 1 ? llvm::formatv("x{0}", tile.panels).str() : "";
  bool isPacked = operands.leftRow == 1 && operands.rightStep == layout.words(layout.step());
  std::string strides =
      isPacked ? operands.leftStep == tile.rows ? "" : llvm::formatv("_of{0}", operands.leftStep).str()
               : llvm::formatv("_{0}_{1}_{2}", operands.leftRow, operands.leftStep, operands.rightStep).str();
  return llvm::formatv("{0}_{1}_{2}x{3}{4}{5}{6}", layout.dots ? "dot" : "gemm", element, tile.rows,
                       layout.vectors, panels, strides, suffix[int(tile.prefetch)]);
}

} // namespace

int64_t tenon::panelsAtOnce(const PanelLayout &layout, int64_t rows, int64_t registers) {
  for (int64_t panels : {4, 2}) {
    int64_t vectors = panels * layout.vectors;
    int64_t weights = rows > 1 ? vectors : 0; // one row reads each weight from memory, once
    if (rows * vectors + weights + 2 <= registers)
      return panels;
  }
  return 1;
}

func::FuncOp tenon::getMicrokernel(ModuleOp module, const Operands &operands, const RegisterTile &tile) {
  std::string name = microkernelName(operands, tile);
  if (auto known = module.lookupSymbol<func::FuncOp>(name))
    return known;
  OpBuilder b(module.getContext());
  b.setInsertionPointToEnd(module.getBody());
  Type index = b.getIndexType();
  Type floats = MemRefType::get({}, b.getF32Type());
  Type left = MemRefType::get({}, operands.right.leftWord());
  Type right = MemRefType::get({}, operands.right.word());
  auto type = b.getFunctionType(
      {left, index, right, index, index, floats, index, index, index, b.getI1Type(), index, index}, {});
  auto function = func::FuncOp::create(b, module.getLoc(), name, type);
  function.setPrivate();
  function.setNoInline(true);
  b.setInsertionPointToStart(function.addEntryBlock());
  MicrokernelEmitter(b, function, operands, tile).emit();
  return function;
}

void tenon::callMicrokernel(OpBuilder &builder, Location loc, func::FuncOp microkernel,
                            const MicrokernelCall &call) {
  func::CallOp::create(builder, loc, microkernel,
                       ValueRange{call.left, call.leftOffset, call.right, call.rightOffset, call.panelStride,
                                  call.accumulators, call.accumulatorOffset, call.rowStride, call.depth,
                                  call.first, call.prefetchOffset, call.prefetchStep});
}
