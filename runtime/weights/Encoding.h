// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How GGUF files encode the numbers of a tensor: plain, or in blocks that share scales.
// Source of numbers, sizes and formulas: ggml, https://github.com/ggml-org/ggml
// (include/ggml.h `enum ggml_type`, src/ggml-common.h `block_...`, src/ggml-quants.c
// `dequantize_row_...`).
#ifndef TENON_RUNTIME_WEIGHTS_ENCODING_H
#define TENON_RUNTIME_WEIGHTS_ENCODING_H

#include "runtime/core/Tensor.h"
#include <optional>
#include <string_view>

namespace tenon::weights {

/// An entry of the table of encodings.
struct Encoding {
  uint32_t number;                 ///< in the file
  std::string_view name;           ///< "q4_K"
  unsigned elements;               ///< of a block; 1 for plain numbers
  unsigned bytes;                  ///< of a block
  std::optional<core::Type> plain; ///< what the bytes are as they stand, if Tenon reads that
  /// Turns one block into its `elements` numbers; null for what is not read.
  void (*decode)(const std::byte *block, float *numbers);
};

/// The encoding numbered `number`; null where it is unknown.
const Encoding *findEncoding(uint32_t number);

} // namespace tenon::weights

#endif
