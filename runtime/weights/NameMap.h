// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Name maps: where a checkpoint keeps the parameters of a block.
//   {"format": 1, "tensors": {"ffn.gate.weight": {"from": "mlp.gate.weight",
//                                                 "transpose": false, "slice": [0, 2048]}}}
#ifndef TENON_RUNTIME_WEIGHTS_NAMEMAP_H
#define TENON_RUNTIME_WEIGHTS_NAMEMAP_H

#include "runtime/core/Result.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace tenon::weights {

/// Where one parameter comes from. The matrix is transposed first, then the
/// rows [begin, end) of its first axis are taken.
struct NameSource {
  std::string from;
  bool transpose = false;
  std::optional<std::pair<int64_t, int64_t>> slice;
};

/// By canonical name. A name that is missing keeps its canonical name.
using NameMap = std::map<std::string, NameSource>;

core::Result<NameMap> readNameMap(const std::string &path);

} // namespace tenon::weights

#endif
