// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which keys the mask of an attention leaves to be seen.
#ifndef TENON_CODEGEN_SCHEDULE_MASKRANGE_H
#define TENON_CODEGEN_SCHEDULE_MASKRANGE_H

#include "codegen/dialect/Tenon.h"

namespace tenon {

/// What a mask says beyond "every key up to the last one is seen".
struct MaskRange {
  bool causal = false;           ///< k <= q
  std::optional<int64_t> window; ///< q - k < window
  bool rest = false;             ///< something else that is evaluated key by key
};

/// Reads the top-level conjunction of the mask of `attend`.
MaskRange analyseMask(AttendOp attend);

} // namespace tenon

#endif
