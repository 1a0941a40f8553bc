// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/ThreadPool.h"
#include <algorithm>
#include <pthreadpool.h>
#include <thread>

namespace tenon::cpu {

namespace {
/// Whether this thread is inside a body of some pool.
thread_local bool insideBody = false;

struct Call {
  void (*body)(void *, size_t);
  void *arguments;
};

void enter(void *call, size_t index) {
  insideBody = true;
  auto *inner = static_cast<Call *>(call);
  inner->body(inner->arguments, index);
  insideBody = false;
}
} // namespace

ThreadPool::ThreadPool(size_t threads) {
  if (threads == 0)
    threads = std::max(1u, std::thread::hardware_concurrency());
  if (threads > 1)
    pool = pthreadpool_create(threads);
  count = pool ? pthreadpool_get_threads_count(pool) : 1;
  interface.context = this;
  interface.threads = count;
  interface.parallel_for = [](void *context, void (*body)(void *, size_t), void *arguments, size_t indices) {
    static_cast<ThreadPool *>(context)->run(body, arguments, indices);
  };
}

ThreadPool::~ThreadPool() {
  if (pool)
    pthreadpool_destroy(pool);
}

void ThreadPool::run(void (*body)(void *, size_t), void *arguments, size_t indices) {
  if (!pool || insideBody) {
    for (size_t i = 0; i < indices; ++i)
      body(arguments, i);
    return;
  }
  std::lock_guard<std::mutex> lock(turn);
  Call call{body, arguments};
  // Workers spin between calls, unless there are more of them than cores. Never the
  // flag that switches denormals off.
  uint32_t flags = count > std::thread::hardware_concurrency() ? PTHREADPOOL_FLAG_YIELD_WORKERS : 0;
  pthreadpool_parallelize_1d(pool, enter, &call, indices, flags);
}

} // namespace tenon::cpu
