// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Name maps: where a checkpoint keeps the parameters of a block, and in which form.
// docs/cli.md describes the file.
#ifndef TENON_RUNTIME_WEIGHTS_NAMEMAP_H
#define TENON_RUNTIME_WEIGHTS_NAMEMAP_H

#include "runtime/core/Result.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace tenon::weights {

/// Where one parameter comes from. What is set is done in this order, on the rows of the
/// first axis after transposing.
struct NameSource {
  std::string from;
  bool transpose = false;
  std::optional<int64_t> every;                     ///< the slice is taken of every so many rows
  std::optional<std::pair<int64_t, int64_t>> slice; ///< rows [begin, end)
  std::optional<std::pair<int64_t, int64_t>> swap;  ///< [a, b]: row i * b + j becomes j * a + i
  double offset = 0;                                ///< added to each number

  bool keepsRows() const { return !transpose && !slice && !swap; }
};

/// By canonical name.
class NameMap {
public:
  /// The entry of `name`: under that name, or under the name with one of its numbers
  /// as a `*`, which is then put into `from`. What the map leaves out keeps its name.
  NameSource find(const std::string &name) const;

private:
  std::map<std::string, NameSource> sources;

  friend core::Result<NameMap> readNameMap(const std::string &path);
};

core::Result<NameMap> readNameMap(const std::string &path);

} // namespace tenon::weights

#endif
