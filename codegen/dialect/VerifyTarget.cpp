// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifier of the target that a module states.

#include "codegen/dialect/Tenon.h"

using namespace mlir;
using namespace tenon;

namespace {

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

LogicalResult verifyTiles(EmitError emitError, ArrayRef<int64_t> tiles, int64_t registers,
                          int64_t blockRows) {
  if (tiles.size() != 8)
    return emitError() << "a target has four tiles, each rows and vectors, not " << tiles.size()
                       << " numbers";
  for (size_t i = 0; i < tiles.size(); i += 2) {
    int64_t rows = tiles[i], vectors = tiles[i + 1];
    if (rows < 1 || vectors < 1 || rows * vectors >= registers)
      return emitError() << "a tile of " << rows << " x " << vectors << " vectors does not fit " << registers
                         << " registers";
    if (blockRows % rows)
      return emitError() << "a block of " << blockRows << " rows is not made of tiles of " << rows;
  }
  return success();
}

} // namespace

LogicalResult TargetAttr::verify(EmitError emitError, StringRef name, StringRef triple, StringRef cpu,
                                 StringRef, StringRef, uint64_t, int64_t vectorBits, int64_t vectorRegisters,
                                 DenseI64ArrayAttr tiles, int64_t kBlock, int64_t columnChunk,
                                 int64_t blockRows, int64_t rowTile, int64_t unroll, int64_t prefetchAhead,
                                 int64_t prefetchNextLines, int64_t rowPadding, bool) {
  if (name.empty() || triple.empty() || cpu.empty())
    return emitError() << "a target has a name, a triple and a cpu";
  if (vectorBits < 128 || !llvm::isPowerOf2_64(vectorBits))
    return emitError() << "vectors have 128, 256, 512, ... bits, not " << vectorBits;
  for (int64_t size : {vectorRegisters, kBlock, columnChunk, blockRows, rowTile, unroll})
    if (size < 1)
      return emitError() << "sizes of a target are 1 or more, not " << size;
  if (prefetchAhead < 0 || prefetchNextLines < 0 || rowPadding < 0)
    return emitError() << "distances of a target are not negative";
  return verifyTiles(emitError, tiles.asArrayRef(), vectorRegisters, blockRows);
}
