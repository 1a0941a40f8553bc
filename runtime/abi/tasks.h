/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Units of work over the caller's threads, for support.c. */
#ifndef TENON_TASKS_H
#define TENON_TASKS_H

#include "tenon.h"

static inline size_t thread_count(const tenon_parallel *parallel) {
  return parallel && parallel->threads > 1 ? parallel->threads : 1;
}

/* Units of task `index` of `tasks`: the first units % tasks of them get one more. */
static inline uint64_t first_unit(uint64_t units, uint64_t tasks, uint64_t index) {
  uint64_t rest = units % tasks;
  return units / tasks * index + (index < rest ? index : rest);
}

static inline void for_each_task(const tenon_parallel *parallel, void (*body)(void *, size_t),
                                 void *arguments, size_t tasks) {
  if (tasks == 1)
    body(arguments, 0);
  else
    parallel->parallel_for(parallel->context, body, arguments, tasks);
}

#endif
