// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/pack/Packers.h"

#include "codegen/lower/build/Emitter.h"
#include "codegen/lower/build/Phase.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tenon;

namespace {

/// Emits the body of one packing function.
class PackEmitter : public Emitter {
public:
  using Emitter::b;
  using Emitter::Emitter;
  using Emitter::loc;

  /// A loop that carries the first bad element through.
  Value search(Value from, Value to, Value bad, llvm::function_ref<Value(Value, Value)> body) {
    return loop(from, to, 1, bad,
                [&](Value i, ValueRange carried) { return SmallVector<Value>{body(i, carried.front())}; })
        .front();
  }

  Value convert(Value source, Type to) {
    unsigned from = source.getType().getIntOrFloatBitWidth(), width = to.getIntOrFloatBitWidth();
    if (source.getType() == to)
      return source;
    if (width > from)
      return arith::ExtFOp::create(b, loc, to, source);
    if (width < from)
      return arith::TruncFOp::create(b, loc, to, source);
    return arith::TruncFOp::create(b, loc, to, arith::ExtFOp::create(b, loc, b.getF32Type(), source));
  }

  Value isInfinite(Value number) {
    Value wide = convert(number, b.getF32Type());
    Value infinity = arith::ConstantOp::create(
        b, loc, b.getFloatAttr(b.getF32Type(), APFloat::getInf(APFloat::IEEEsingle())));
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, math::AbsFOp::create(b, loc, wide),
                                 infinity);
  }

  /// `bad`, or `element` if it is the first that became infinite.
  Value check(Value source, Value converted, Value element, Value bad) {
    Value none = arith::ConstantIntOp::create(b, loc, -1, 64);
    Value isNew = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, bad, none);
    Value was = isInfinite(source);
    Value is = isInfinite(converted);
    Value became = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, was, is);
    Value hit = arith::AndIOp::create(b, loc, isNew, became);
    Value at = arith::IndexCastOp::create(b, loc, b.getI64Type(), element);
    return arith::SelectOp::create(b, loc, hit, at, bad);
  }

  /// Stores source[from] to target[to] in the type of `target`.
  Value copy(Value source, Value from, Value target, Value to, Value bad) {
    Value number = memref::LoadOp::create(b, loc, source, from);
    Type type = cast<MemRefType>(target.getType()).getElementType();
    Value converted = convert(number, type);
    memref::StoreOp::create(b, loc, converted, target, to);
    bool canOverflow =
        APFloat::semanticsMaxExponent(cast<FloatType>(type).getFloatSemantics()) <
            APFloat::semanticsMaxExponent(cast<FloatType>(number.getType()).getFloatSemantics()) ||
        (type.isBF16() && number.getType().isF32());
    return canOverflow ? check(number, converted, from, bad) : bad;
  }
};

struct Buffers {
  Value source, target; ///< rank 1
};

/// Emits one function; `body` returns the first bad element.
FlatSymbolRefAttr
emitFunction(ModuleOp module, const Twine &name, Type sourceType, int64_t sourceElements,
             const BufferBinding &packed, int64_t packedElements,
             llvm::function_ref<Value(PackEmitter &, Buffers, Value begin, Value end)> body) {
  Phase phase(module, module.getLoc(), name.str());
  Value source = phase.buffer({"source", 0, sourceType});
  Value target = phase.buffer(packed);
  Value begin = phase.size("begin"), end = phase.size("end");
  PackEmitter emitter(phase.builder(), phase.loc());
  Value zero = emitter.index(0);
  Buffers buffers{flatView(emitter.b, emitter.loc, source, zero, emitter.index(sourceElements)),
                  flatView(emitter.b, emitter.loc, target, zero, emitter.index(packedElements))};
  Value bad = body(emitter, buffers, begin, end);
  return FlatSymbolRefAttr::get(phase.finish(bad));
}

Value packPanel(PackEmitter &e, Buffers buffers, const PanelPacker &packer, Value panel, Value bad) {
  const PanelLayout &layout = packer.layout;
  Type type = layout.element;
  Value zero = arith::ConstantOp::create(e.b, e.loc, e.b.getZeroAttr(type));
  Value start = e.mul(panel, layout.panelElements());
  for (int64_t v = 0; v < layout.vectorsPerLinear(); ++v) {
    int64_t offset = layout.laneOffset(packer.linear * layout.vectorsPerLinear() + v);
    bad = e.search(e.index(0), e.index(layout.lanes), bad, [&](Value lane, Value bad) {
      Value column = e.add(e.mul(panel, layout.columnsPerPanel()), e.add(lane, e.index(v * layout.lanes)));
      Value place = e.add(e.add(start, e.index(offset)), e.mul(lane, layout.laneStride()));
      Value exists = e.less(column, e.index(layout.columns));
      int64_t pair = layout.stepDepth();
      auto target = [&](Value k) {
        Value step = e.add(place, e.mul(e.div(k, pair), layout.step()));
        return pair == 1 ? step : e.add(step, e.rem(k, pair));
      };
      Value padded = e.index(layout.steps() * pair);
      auto fill = [&](Value from) {
        e.loop(from, padded, 1,
               [&](Value k) { memref::StoreOp::create(e.b, e.loc, zero, buffers.target, target(k)); });
      };
      auto copyColumn = [&]() -> SmallVector<Value> {
        Value first = e.mul(column, layout.depth);
        fill(e.index(layout.depth));
        return {e.search(e.index(0), e.index(layout.depth), bad, [&](Value k, Value bad) {
          return e.copy(buffers.source, e.add(first, k), buffers.target, target(k), bad);
        })};
      };
      auto fillColumn = [&]() -> SmallVector<Value> {
        fill(e.index(0));
        return {bad};
      };
      return e.choose(exists, TypeRange(e.b.getI64Type()), copyColumn, fillColumn).front();
    });
  }
  return bad;
}

Value packRow(PackEmitter &e, Buffers buffers, const RowPacker &packer, Value row, Value bad) {
  Value zero = arith::ConstantOp::create(e.b, e.loc, e.b.getZeroAttr(packer.element));
  Value from = e.mul(row, packer.columns), to = e.mul(row, packer.paddedColumns());
  bad = e.search(e.index(0), e.index(packer.columns), bad, [&](Value i, Value bad) {
    return e.copy(buffers.source, e.add(from, i), buffers.target, e.add(to, i), bad);
  });
  e.loop(e.index(packer.columns), e.index(packer.paddedColumns()), 1,
         [&](Value i) { memref::StoreOp::create(e.b, e.loc, zero, buffers.target, e.add(to, i)); });
  return bad;
}

/// The step of the pack list, with one function for each type of the source.
void emitStep(OpBuilder &list, int64_t parameter, int64_t units,
              llvm::function_ref<FlatSymbolRefAttr(ModuleOp, Type, const Twine &)> function) {
  auto module = cast<ModuleOp>(list.getBlock()->getParentOp());
  std::string name = "pack." + std::to_string(llvm::range_size(module.getOps<PackOp>()));
  auto f32 = function(module, list.getF32Type(), name + ".f32");
  auto bf16 = function(module, list.getBF16Type(), name + ".bf16");
  auto f16 = function(module, list.getF16Type(), name + ".f16");
  PackOp::create(list, module.getLoc(), parameter, units, f32, bf16, f16);
}

} // namespace

RowPacker RowPacker::vector(RankedTensorType type, int64_t byteOffset) {
  return {1, type.getNumElements(), Float32Type::get(type.getContext()), byteOffset};
}

RowPacker RowPacker::of(RankedTensorType table, int64_t byteOffset) {
  return {table.getDimSize(0), table.getDimSize(1), table.getElementType(), byteOffset};
}

int64_t RowPacker::paddedColumns() const {
  return llvm::alignTo(columns, cacheLine * 8 / element.getIntOrFloatBitWidth());
}

int64_t RowPacker::bytes() const { return rows * paddedColumns() * element.getIntOrFloatBitWidth() / 8; }

void tenon::emitPacker(OpBuilder &list, int64_t parameter, const PanelPacker &packer) {
  const PanelLayout &layout = packer.layout;
  emitStep(list, parameter, layout.panels(), [&](ModuleOp module, Type type, const Twine &name) {
    return emitFunction(module, name, type, layout.columns * layout.depth,
                        {"packed", packer.byteOffset, layout.element},
                        layout.panels() * layout.panelElements(),
                        [&](PackEmitter &e, Buffers buffers, Value begin, Value end) {
                          Value none = arith::ConstantIntOp::create(e.b, e.loc, -1, 64);
                          return e.search(begin, end, none, [&](Value panel, Value bad) {
                            return packPanel(e, buffers, packer, panel, bad);
                          });
                        });
  });
}

void tenon::emitPacker(OpBuilder &list, int64_t parameter, const RowPacker &packer) {
  emitStep(list, parameter, packer.rows, [&](ModuleOp module, Type type, const Twine &name) {
    return emitFunction(module, name, type, packer.rows * packer.columns,
                        {"packed", packer.byteOffset, packer.element}, packer.rows * packer.paddedColumns(),
                        [&](PackEmitter &e, Buffers buffers, Value begin, Value end) {
                          Value none = arith::ConstantIntOp::create(e.b, e.loc, -1, 64);
                          return e.search(begin, end, none, [&](Value row, Value bad) {
                            return packRow(e, buffers, packer, row, bad);
                          });
                        });
  });
}
