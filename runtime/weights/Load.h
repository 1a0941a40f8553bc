// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parameters of a block, read from a checkpoint.
#ifndef TENON_RUNTIME_WEIGHTS_LOAD_H
#define TENON_RUNTIME_WEIGHTS_LOAD_H

#include "runtime/core/Result.h"
#include "runtime/core/Tensor.h"
#include "runtime/weights/NameMap.h"
#include "runtime/weights/Safetensors.h"
#include <optional>
#include <string>
#include <vector>

namespace tenon::weights {

/// A parameter as the block declares it.
struct Wanted {
  std::string name;                     ///< canonical
  core::Shape shape;                    ///< [b, a] or [n]
  core::Type storage = core::Type::f32; ///< what `pack` stores it as: f32, bf16 or f16
};

/// One parameter, in `wanted.storage`, rounded once from what the file holds. A missing
/// tensor, one of another shape (both are named), one of another kind (integers),
/// and a value that becomes infinite (tensor and index are named) are errors.
core::Result<core::Tensor> loadTensor(const Safetensors &file, const Wanted &wanted,
                                      const NameMap &names = {});

/// All of them, or an error with a line for each that is at fault. Where
/// `optional`, a parameter that the file lacks is nothing instead of an error.
core::Result<std::vector<std::optional<core::Tensor>>> loadAll(const Safetensors &file,
                                                               const std::vector<Wanted> &wanted,
                                                               const NameMap &names = {},
                                                               bool optional = false);

} // namespace tenon::weights

#endif
