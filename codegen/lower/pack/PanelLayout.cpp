// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/pack/PanelLayout.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace tenon;

int64_t PanelLayout::elementBytes() const { return element.getIntOrFloatBitWidth() / 8; }

int64_t PanelLayout::panels() const { return llvm::divideCeil(columns, columnsPerPanel()); }

bool PanelLayout::isPaired() const { return dots || (element.isBF16() && vectors % 2 == 0); }

mlir::Type PanelLayout::word() const {
  return isPaired() ? mlir::IntegerType::get(element.getContext(), 32) : element;
}

mlir::Type PanelLayout::leftWord() const {
  return dots ? word() : mlir::Float32Type::get(element.getContext());
}

int64_t PanelLayout::laneOffset(int64_t vector) const {
  if (dots)
    return vector * 2 * lanes;
  return isPaired() ? vector / 2 * 2 * lanes + vector % 2 : vector * lanes;
}
