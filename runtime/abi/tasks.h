/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Units of work over the caller's threads, for support.c, each task in an environment of its own. */
#ifndef TENON_TASKS_H
#define TENON_TASKS_H

#include "environment.h"
#include "kernel.h"

static inline size_t thread_count(const tenon_parallel *parallel) {
  return parallel && parallel->threads > 1 ? parallel->threads : 1;
}

/* Units of task `index` of `tasks`: the first units % tasks of them get one more. */
static inline uint64_t first_unit(uint64_t units, uint64_t tasks, uint64_t index) {
  uint64_t rest = units % tasks;
  return units / tasks * index + (index < rest ? index : rest);
}

typedef struct task_call {
  void (*body)(void *arguments, size_t index);
  void *arguments;
  tenon_environment environment;
} task_call;

/* Callers' threads may have a stack that is aligned to 8 bytes only. */
TENON_REALIGNED static void run_task(void *arguments, size_t index) {
  const task_call *call = arguments;
  tenon_environment callers = tenon_enter_environment(call->environment);
  call->body(call->arguments, index);
  tenon_set_environment(callers);
}

/* Runs body(arguments, index) in `environment` for every index below `tasks`. */
static inline void for_each_task(const tenon_parallel *parallel, tenon_environment environment,
                                 void (*body)(void *, size_t), void *arguments, size_t tasks) {
  task_call call = {body, arguments, environment};
  if (tasks == 1)
    run_task(&call, 0);
  else
    parallel->parallel_for(parallel->context, run_task, &call, tasks);
}

#endif
