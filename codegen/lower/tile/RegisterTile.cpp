// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/tile/RegisterTile.h"

#include "codegen/lower/build/Phase.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tenon;

namespace {

/// How steps of the right operand lie; extents play no part here.
PanelLayout rightOf(TileAttr tile) {
  return {tile.getElement(), tile.getEncoding(), tile.getLanes(), tile.getVectors(), 1, 0, 0};
}

class RegisterTileEmitter : Emitter {
public:
  RegisterTileEmitter(OpBuilder &builder, func::FuncOp function, TileAttr tile, const ProductCode &code)
      : Emitter(builder, function.getLoc()), layout(rightOf(tile)), tile(tile), code(code),
        vector(VectorType::get({tile.getLanes()}, builder.getF32Type())),
        call(TileProductOp::Adaptor(function.getArguments())) {}

  void emit() {
    int64_t unroll = tile.getStream().getUnroll();
    makeViews();
    Value whole = mul(div(call.getDepth(), unroll), unroll);
    SmallVector<Value> sums = sumLoop(index(0), whole, unroll, initialSums());
    storeSums(sumLoop(whole, call.getDepth(), 1, sums));
    func::ReturnOp::create(b, loc);
  }

private:
  int64_t wordBytes() const { return layout.word().getIntOrFloatBitWidth() / 8; }
  int64_t stepBytes() const { return layout.words(layout.step()) * wordBytes(); }
  int64_t sumCount() const { return tile.getRows() * tile.getPanels() * layout.vectors; }

  void makeViews() {
    Value leftSize = add(mul(call.getDepth(), tile.getLeftStep()), tile.getRows() * tile.getLeftRow());
    left = flatView(b, loc, call.getLeft(), call.getLeftOffset(), leftSize);
    Value panelSize = mul(call.getDepth(), tile.getRightStep());
    Value offset = call.getRightOffset();
    for (int64_t panel = 0; panel < tile.getPanels(); ++panel) {
      if (panel)
        offset = add(offset, call.getPanelStride());
      panels.push_back(flatView(b, loc, call.getRight(), offset, panelSize));
    }
    next = flatView(b, loc, call.getRight(), call.getPrefetchOffset(), panelSize);
    accumulators = flatView(b, loc, call.getAccumulators(), call.getAccumulatorOffset(),
                            mul(call.getRowStride(), tile.getRows()));
  }

  template <typename Fn> void forEachSum(Fn fn) {
    for (int64_t row = 0; row < tile.getRows(); ++row)
      for (int64_t panel = 0; panel < tile.getPanels(); ++panel)
        for (int64_t v = 0; v < layout.vectors; ++v)
          fn(add(mul(call.getRowStride(), row), panel * layout.width() + v * layout.lanes));
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
    return choose(call.getFirst(), SmallVector<Type>(sumCount(), vector), zeros, load);
  }

  void storeSums(ArrayRef<Value> sums) {
    size_t at = 0;
    forEachSum([&](Value where) { vector::StoreOp::create(b, loc, sums[at++], accumulators, where); });
  }

  SmallVector<Value> sumLoop(Value from, Value to, int64_t steps, ArrayRef<Value> sums) {
    bool isMain = steps > 1;
    return loop(from, to, steps, sums, [&](Value k, ValueRange carried) {
      SmallVector<Value> current(carried);
      if (isMain && tile.getPrefetch() == Prefetch::next)
        prefetchNext(k);
      for (int64_t step = 0; step < steps; ++step)
        current = multiply(k, step, current, isMain && tile.getPrefetch() == Prefetch::ahead);
      return current;
    });
  }

  void prefetch(Value view, Value at, unsigned locality) {
    memref::PrefetchOp::create(b, loc, view, at, /*isWrite=*/false, locality, /*isDataCache=*/true);
  }

  void prefetchNext(Value k) {
    Value base = mul(k, call.getPrefetchStep());
    for (int64_t line = 0; line < tile.getStream().getNextLines(); ++line)
      prefetch(next, add(base, line * cacheLine / wordBytes()), /*locality=*/2);
  }

  void prefetchAhead(Value panel, Value base) {
    for (int64_t byte = 0; byte < stepBytes(); byte += cacheLine)
      prefetch(panel, add(base, (tile.getStream().getAhead() + byte) / wordBytes()), /*locality=*/3);
  }

  /// Adds the products of step `k + step` to the sums.
  SmallVector<Value> multiply(Value k, int64_t step, ArrayRef<Value> sums, bool prefetchesAhead) {
    SmallVector<Value> factors;
    Value base = add(mul(k, tile.getRightStep()), step * tile.getRightStep());
    for (Value panel : panels) {
      if (prefetchesAhead)
        prefetchAhead(panel, base);
      llvm::append_range(factors, code.loadStep(*this, layout, panel, base));
    }
    Value leftBase = mul(k, tile.getLeftStep());
    SmallVector<Value> result;
    for (int64_t row = 0; row < tile.getRows(); ++row) {
      Value at = add(leftBase, step * tile.getLeftStep() + row * tile.getLeftRow());
      Value word = memref::LoadOp::create(b, loc, left, at);
      Value factorOfRow = code.broadcast(*this, layout, word);
      for (Value factor : factors)
        result.push_back(code.add(*this, factorOfRow, factor, sums[result.size()]));
    }
    return result;
  }

  const PanelLayout layout;
  TileAttr tile;
  const ProductCode &code;
  VectorType vector;
  TileProductOp::Adaptor call;
  Value left, next, accumulators;
  SmallVector<Value> panels;
};

/// gemm_bf16_12x2_next, gemm_f32_1x2x4_ahead, dot_bf16_8x3_next: right operand, rows x
/// vectors (x panels); rows of a tile that is not full say of how many, and the strides follow
/// where the operands are not packed.
std::string nameOf(TileAttr tile) {
  PanelLayout layout = rightOf(tile);
  std::string element;
  llvm::raw_string_ostream(element) << tile.getElement();
  std::string panels = tile.getPanels() > 1 ? llvm::formatv("x{0}", tile.getPanels()).str() : "";
  bool isPacked = tile.getLeftRow() == 1 && tile.getRightStep() == layout.words(layout.step());
  std::string strides =
      isPacked
          ? tile.getLeftStep() == tile.getRows() ? "" : llvm::formatv("_of{0}", tile.getLeftStep()).str()
          : llvm::formatv("_{0}_{1}_{2}", tile.getLeftRow(), tile.getLeftStep(), tile.getRightStep()).str();
  return llvm::formatv("{0}_{1}_{2}x{3}{4}{5}_{6}", layout.isDot() ? "dot" : "gemm", element, tile.getRows(),
                       tile.getVectors(), panels, strides, stringifyPrefetch(tile.getPrefetch()));
}

} // namespace

func::FuncOp tenon::emitRegisterTile(ModuleOp module, TileAttr tile, const ProductCode &code) {
  OpBuilder b(module.getContext());
  b.setInsertionPointToEnd(module.getBody());
  PanelLayout layout = rightOf(tile);
  Type index = b.getIndexType();
  Type floats = MemRefType::get({}, b.getF32Type());
  Type left = MemRefType::get({}, layout.leftWord());
  Type right = MemRefType::get({}, layout.word());
  auto type = b.getFunctionType(
      {left, index, right, index, index, floats, index, index, index, b.getI1Type(), index, index}, {});
  auto function = func::FuncOp::create(b, module.getLoc(), nameOf(tile), type);
  function.setPrivate();
  function.setNoInline(true);
  b.setInsertionPointToStart(function.addEntryBlock());
  RegisterTileEmitter(b, function, tile, code).emit();
  return function;
}
