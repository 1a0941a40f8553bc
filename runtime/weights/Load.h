// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parameters of a block, read from a checkpoint.
#ifndef TENON_RUNTIME_WEIGHTS_LOAD_H
#define TENON_RUNTIME_WEIGHTS_LOAD_H

#include "runtime/core/Result.h"
#include "runtime/core/Tensor.h"
#include "runtime/weights/Checkpoint.h"
#include "runtime/weights/NameMap.h"
#include <string>
#include <vector>

namespace tenon::weights {

/// A parameter as the block declares it.
struct Wanted {
  std::string name;                     ///< canonical
  core::Shape shape;                    ///< [b, a] or [n]
  core::Type storage = core::Type::f32; ///< what `pack` stores it as: f32, bf16 or f16
};

/// One parameter, in `wanted.storage`, rounded once from the numbers of the file. A missing
/// tensor, one of another shape (both are named), one of another kind (integers),
/// and a value that becomes infinite (tensor and index are named) are errors.
core::Result<core::Tensor> loadTensor(const Checkpoint &file, const Wanted &wanted,
                                      const NameMap &names = {});

/// All of them, or an error with a line for each of the first that are at fault and the
/// number of the others.
core::Result<std::vector<core::Tensor>> loadAll(const Checkpoint &file, const std::vector<Wanted> &wanted,
                                                const NameMap &names = {});

} // namespace tenon::weights

#endif
