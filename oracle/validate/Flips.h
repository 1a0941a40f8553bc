// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_ORACLE_VALIDATE_FLIPS_H
#define TENON_ORACLE_VALIDATE_FLIPS_H

#include "oracle/reference/Interpreter.h"

namespace tenon::validate {

/// The double reference and the f32 baseline of one call, and by how much each
/// element may move where a required `round` falls to the other side (empty
/// without such rounds). A rounding may fall to the other side only where the
/// number in front of it lies as near to a tie as f32 arithmetic may miss it.
struct References {
  std::vector<double> exact, baseline, flips;
};
References computeReferences(const graph::Block &block, const reference::Parameters &parameters,
                             const reference::Batch &batch, std::span<const double> x, size_t threads);

} // namespace tenon::validate

#endif
