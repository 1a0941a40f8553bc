/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the programs of this folder share: checks that say what failed, and the block `scaled`
 * (tests/codegen/target/Inputs/scaled.mlir): y = 2 x * gain + position, width 20. */
#ifndef TENON_TESTS_CHECK_H
#define TENON_TESTS_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;
#define CHECK(condition)                                                                                     \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                \
      ++failures;                                                                                            \
    }                                                                                                        \
  } while (0)
#define CHECK_STATUS(call, wanted)                                                                           \
  do {                                                                                                       \
    int got = (call);                                                                                        \
    if (got != (wanted)) {                                                                                   \
      fprintf(stderr, "%s:%d: %s is %d, not %s (%d)\n", __FILE__, __LINE__, #call, got, #wanted, wanted);    \
      ++failures;                                                                                            \
    }                                                                                                        \
  } while (0)

static inline int finish(void) {
  if (failures == 0)
    printf("all good\n");
  return failures != 0;
}

static inline void *memory(size_t bytes) {
  void *pointer = aligned_alloc(64, (bytes + 127) / 64 * 64);
  memset(pointer, 0xA5, (bytes + 127) / 64 * 64);
  return pointer;
}

enum { WIDTH = 20 };
static inline float gain_at(size_t c) { return 0.5f + 0.25f * (float)c; }
static inline float x_at(size_t r, size_t c) { return (float)((7 * r + 3 * c) % 17) - 8.0f; }
static inline float y_at(size_t r, size_t c, int64_t position) {
  return 2 * x_at(r, c) * gain_at(c) + (float)position;
}

#endif
