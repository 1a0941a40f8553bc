/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sizes and ranges of memory, for support.c: a sum or product that does not fit
 * becomes SIZE_MAX and stays so. */
#ifndef TENON_SIZES_H
#define TENON_SIZES_H

#include "tenon.h"

enum { ALIGNMENT = 64 }; /* of packed weights, workspace and cache */

static inline size_t add(size_t a, size_t b) {
  size_t sum;
  return __builtin_add_overflow(a, b, &sum) ? SIZE_MAX : sum;
}

static inline size_t multiply(size_t a, size_t b) {
  size_t product;
  if (a == 0 || b == 0)
    return 0;
  return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

static inline size_t aligned(size_t size) {
  return size > SIZE_MAX - (ALIGNMENT - 1) ? SIZE_MAX : (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

static inline int is_aligned(const void *pointer, size_t alignment) {
  return ((uintptr_t)pointer & (alignment - 1)) == 0;
}

static inline size_t type_size(uint64_t type) { return type == TENON_F32 || type == TENON_I32 ? 4 : 2; }

/* Whether [a, a + m) and [b, b + n) share a byte. */
static inline int overlap(const void *a, size_t m, const void *b, size_t n) {
  uintptr_t p = (uintptr_t)a, q = (uintptr_t)b;
  return m != 0 && n != 0 && (p < q ? q - p < m : p - q < n);
}

#endif
