// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_ORACLE_REFERENCE_PARALLEL_H
#define TENON_ORACLE_REFERENCE_PARALLEL_H

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace tenon::reference {

/// Calls body(i) once for every i below count on up to `threads` threads
/// (0: one per processor), fewer where the whole work is not worth a thread.
/// `work`: about how many operations one call does. Bodies must not depend on each other.
template <class Body> void parallelFor(size_t threads, size_t count, size_t work, Body body) {
  constexpr size_t worthAThread = 200000;
  if (threads == 0)
    threads = std::max<size_t>(1, std::thread::hardware_concurrency());
  threads = std::min(threads, count * work / worthAThread + 1);
  std::atomic<size_t> next{0};
  auto takeTurns = [&] {
    for (size_t i = next++; i < count; i = next++)
      body(i);
  };
  std::vector<std::thread> helpers;
  for (size_t t = 1; t < std::min(threads, count); ++t)
    helpers.emplace_back(takeTurns);
  takeTurns();
  for (std::thread &helper : helpers)
    helper.join();
}

} // namespace tenon::reference

#endif
