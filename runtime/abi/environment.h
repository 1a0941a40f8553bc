/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The floating-point environment of the caller's thread: arithmetic of ours runs in one
 * of two that are fixed, so that results depend neither on the caller's rounding mode,
 * flush bits and exception masks nor change them. Both round to nearest, ties to even,
 * and mask all exceptions. */
#ifndef TENON_ENVIRONMENT_H
#define TENON_ENVIRONMENT_H

#include <stdint.h>

typedef struct tenon_environment {
  uint64_t control, status;
} tenon_environment;

#if defined(__x86_64__)

/* MXCSR, which holds the exception flags as well. */
static const tenon_environment tenon_plain_environment = {0x1f80, 0};
static const tenon_environment tenon_flushing_environment = {0x1f80 | 1 << 15 | 1 << 6, 0}; /* FTZ, DAZ */

static inline tenon_environment tenon_current_environment(void) {
  uint32_t mxcsr;
  __asm__ volatile("stmxcsr %0" : "=m"(mxcsr) : : "memory");
  tenon_environment current = {mxcsr, 0};
  return current;
}

static inline void tenon_set_environment(tenon_environment environment) {
  uint32_t mxcsr = (uint32_t)environment.control;
  __asm__ volatile("ldmxcsr %0" : : "m"(mxcsr) : "memory");
}

#elif defined(__aarch64__)

/* FPCR and the exception flags in FPSR. FZ leaves f16 alone. */
static const tenon_environment tenon_plain_environment = {0, 0};
static const tenon_environment tenon_flushing_environment = {1 << 24, 0}; /* FZ */

static inline tenon_environment tenon_current_environment(void) {
  tenon_environment current;
  __asm__ volatile("mrs %0, fpcr" : "=r"(current.control) : : "memory");
  __asm__ volatile("mrs %0, fpsr" : "=r"(current.status) : : "memory");
  return current;
}

static inline void tenon_set_environment(tenon_environment environment) {
  __asm__ volatile("msr fpcr, %0" : : "r"(environment.control) : "memory");
  __asm__ volatile("msr fpsr, %0" : : "r"(environment.status) : "memory");
}

#else /* no variant runs there */

static const tenon_environment tenon_plain_environment = {0, 0};
static const tenon_environment tenon_flushing_environment = {0, 0};
static inline tenon_environment tenon_current_environment(void) { return tenon_plain_environment; }
static inline void tenon_set_environment(tenon_environment environment) { (void)environment; }

#endif

/* Makes `own` the environment of this thread; returns the caller's, for tenon_set_environment. */
static inline tenon_environment tenon_enter_environment(tenon_environment own) {
  tenon_environment callers = tenon_current_environment();
  tenon_set_environment(own);
  return callers;
}

#endif
