// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that bring a block's parameters from the caller's tensors into
// the packed form that its kernels read.
#ifndef TENON_CODEGEN_LOWER_PACK_PACKERS_H
#define TENON_CODEGEN_LOWER_PACK_PACKERS_H

#include "codegen/lower/pack/PanelLayout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// Packs one linear of a segment; units are its panels.
struct PanelPacker {
  PanelLayout layout;
  int64_t linear = 0;     ///< which of the interleaved linears
  int64_t byteOffset = 0; ///< of the segment's panels in the packed block
};

/// Packs a parameter that is not a weight: f32, padded with zeros; one unit.
struct VectorPacker {
  int64_t elements = 0;
  int64_t byteOffset = 0;

  /// Whole vectors may be read from a parameter, so it is padded to the widest.
  static int64_t bytes(int64_t elements);
};

/// Emits functions `name.f32`, `name.bf16` and `name.f16` at the end of
/// `module`, one for each type of the source, and returns the entry of
/// `tenon.pack` that names them (tenon_pack_step in runtime/abi/kernel.h). Each
/// returns the index of the first element that becomes infinite, or -1.
mlir::DictionaryAttr emitPacker(mlir::ModuleOp module, llvm::StringRef name, int64_t parameter,
                                const PanelPacker &packer);
mlir::DictionaryAttr emitPacker(mlir::ModuleOp module, llvm::StringRef name, int64_t parameter,
                                const VectorPacker &packer);

} // namespace tenon

#endif
