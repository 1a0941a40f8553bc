/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which variant of a block runs here, for support.c. */
#ifndef TENON_VARIANT_H
#define TENON_VARIANT_H

#include "cpu.h"

/* Weak: a program without a C library has no environment. */
extern char *getenv(const char *name) __attribute__((weak));

enum { UNDECIDED = 0 };
static const uint64_t no_variant = UINT64_MAX; /* else: index + 1 */

static inline int same_text(const char *a, const char *b) {
  while (*a && *a == *b)
    ++a, ++b;
  return *a == *b;
}

/* The best variant that runs here and, where `name` is not null, has that name. */
static inline uint64_t pick_variant(const tenon_block *block, const char *name) {
  uint64_t wanted = 0, found;
  for (uint64_t i = 0; i < block->variant_count; ++i)
    wanted |= block->variants[i].features;
  found = tenon_cpu_features(wanted);
  for (uint64_t i = 0; i < block->variant_count; ++i) {
    const tenon_variant *variant = &block->variants[i];
    if (tenon_has_bits(found, variant->features) && (!name || same_text(name, variant->name)))
      return i + 1;
  }
  return no_variant;
}

/* The first caller decides; callers that race come to the same answer or take the first one's. */
static const tenon_variant *chosen_variant(const tenon_block *block) {
  uint64_t chosen = __atomic_load_n(block->chosen, __ATOMIC_ACQUIRE);
  if (chosen == UNDECIDED) {
    const char *name = getenv ? getenv("TENON_VARIANT") : 0;
    uint64_t picked = pick_variant(block, name && *name ? name : 0);
    if (__atomic_compare_exchange_n(block->chosen, &chosen, picked, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      chosen = picked;
  }
  return chosen == no_variant ? 0 : &block->variants[chosen - 1];
}

#endif
