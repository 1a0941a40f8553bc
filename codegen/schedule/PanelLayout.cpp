// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/schedule/PanelLayout.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tenon;

PanelLayout PanelLayout::of(SlotOp contraction, PanelAttr panel) {
  auto linears = contraction.getBody().front().getOps<LinearOp>();
  auto weight = cast<RankedTensorType>((*linears.begin()).getWeight().getType());
  return {weight.getElementType(),
          panel.getEncoding(),
          panel.getLanes(),
          panel.getVectors(),
          std::distance(linears.begin(), linears.end()),
          weight.getDimSize(0),
          weight.getDimSize(1)};
}

PanelLayout PanelLayout::of(SlotOp contraction) { return of(contraction, *contraction.getPanel()); }

int64_t PanelLayout::elementBytes() const { return element.getIntOrFloatBitWidth() / 8; }

int64_t PanelLayout::panels() const { return llvm::divideCeil(columns, columnsPerPanel()); }

Type PanelLayout::word() const { return isPaired() ? IntegerType::get(element.getContext(), 32) : element; }

Type PanelLayout::leftWord() const { return isDot() ? word() : Float32Type::get(element.getContext()); }

int64_t PanelLayout::laneOffset(int64_t vector) const {
  if (isDot())
    return vector * 2 * lanes;
  return isPaired() ? vector / 2 * 2 * lanes + vector % 2 : vector * lanes;
}

int64_t tenon::rowBytes(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return llvm::alignTo(rowElements(type) * tensor.getElementTypeBitWidth() / 8, cacheLine);
}
