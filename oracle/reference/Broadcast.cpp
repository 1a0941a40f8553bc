// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/reference/Broadcast.h"

namespace tenon::reference {

std::vector<uint32_t> broadcast(const graph::Shape &from, const graph::Shape &to) {
  int64_t count = 1;
  for (int64_t axis : to)
    count *= axis;
  std::vector<uint32_t> map(static_cast<size_t>(count), 0);
  int64_t inner = 1, fromInner = 1; // elements behind the axis, in `to` and in `from`
  for (size_t back = 0; back < to.size() && back < from.size(); ++back) {
    int64_t axis = to[to.size() - 1 - back], fromAxis = from[from.size() - 1 - back];
    if (fromAxis != 1)
      for (int64_t i = 0; i < count; ++i)
        map[static_cast<size_t>(i)] += static_cast<uint32_t>(i / inner % axis * fromInner);
    inner *= axis;
    fromInner *= fromAxis;
  }
  return map;
}

} // namespace tenon::reference
