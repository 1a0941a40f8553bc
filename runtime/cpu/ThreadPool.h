// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread pool that the tools put behind tenon_parallel: pthreadpool.
#ifndef TENON_RUNTIME_CPU_THREADPOOL_H
#define TENON_RUNTIME_CPU_THREADPOOL_H

#include "runtime/abi/tenon.h"
#include <memory>
#include <mutex>

struct pthreadpool;

namespace tenon::cpu {

/// A fixed number of threads. Calls from different threads take turns; a call
/// from inside a body of any pool runs its indices on the calling thread, so
/// that nobody waits for itself.
class ThreadPool {
public:
  /// The caller counts as one of `threads`; 0: one per core. Falls back to the
  /// calling thread alone where threads cannot be had.
  explicit ThreadPool(size_t threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  size_t threads() const { return count; }
  /// Valid while the pool lives.
  const tenon_parallel *parallel() const { return &interface; }

private:
  void run(void (*body)(void *, size_t), void *arguments, size_t indices);

  pthreadpool *pool = nullptr;
  size_t count = 1;
  std::mutex turn;
  tenon_parallel interface{};
};

} // namespace tenon::cpu

#endif
