// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Register tiles.

#include "codegen/dialect/Tenon.h"

using namespace mlir;
using namespace tenon;

LogicalResult StreamAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError, int64_t unroll,
                                 int64_t ahead, int64_t nextLines) {
  // Code grows with these: beyond the limits nobody wants it.
  if (unroll < 1 || unroll > 64 || ahead < 0 || nextLines < 0 || nextLines > 64)
    return emitError()
           << "a register tile unrolls 1 to 64 steps and prefetches at least 0 bytes ahead and at most "
              "64 lines of the next panel";
  return success();
}

LogicalResult TileAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError, Product product,
                               Type element, Encoding encoding, int64_t lanes, int64_t vectors, int64_t rows,
                               int64_t panels, int64_t leftRow, int64_t leftStep, int64_t rightStep, Prefetch,
                               StreamAttr) {
  if (lanes < 1 || vectors < 1 || rows < 1 || panels < 1 || leftRow < 1 || leftStep < 1 || rightStep < 1)
    return emitError()
           << "a register tile has at least one lane, vector, row and panel, and strides of at least 1";
  if (!isStorageType(element))
    return emitError() << "a register tile reads f32, bf16 or f16, not " << element;
  if ((product == Product::dot_bf16) != (encoding == Encoding::pair_dot))
    return emitError() << stringifyProduct(product) << " does not read " << stringifyEncoding(encoding);
  bool isPaired = encoding != Encoding::plain;
  if (isPaired && (!element.isBF16() || (encoding == Encoding::paired && vectors % 2)))
    return emitError() << "pairs are of bf16, an even number of vectors";
  return success();
}

LogicalResult TileProductOp::verify() {
  TileAttr tile = getTile();
  Type pair = IntegerType::get(getContext(), 32), f32 = Float32Type::get(getContext());
  Type left = tile.getProduct() == Product::dot_bf16 ? pair : f32;
  Type right = tile.getEncoding() == Encoding::plain ? tile.getElement() : pair;
  // Offsets count from the buffer's start, so that is what operands are.
  for (auto [operand, element, side] : {std::tuple(getLeft(), left, "on the left"),
                                        {getRight(), right, "on the right"},
                                        {getAccumulators(), f32, "as accumulators"}})
    if (Type wanted = MemRefType::get({}, element); operand.getType() != wanted)
      return emitOpError("takes ") << wanted << " " << side << ", not " << operand.getType();
  return success();
}
