/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threads for a compiled block that is called from Python: a pthreadpool as tenon_parallel. */
#include "tenon.h"
#include <pthreadpool.h>

static void parallel_for(void *context, void (*body)(void *, size_t), void *arguments, size_t count) {
  pthreadpool_parallelize_1d((pthreadpool_t)context, body, arguments, count, 0);
}

tenon_parallel pool_make(size_t threads) {
  tenon_parallel parallel = {pthreadpool_create(threads), threads, parallel_for};
  return parallel;
}
