// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers whose surroundings tell: guard bytes, NaN, or pages that fault.
#ifndef TENON_TESTS_CASES_MEMORY_H
#define TENON_TESTS_CASES_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

enum { guardBytes = 4096, guardByte = 0xA5 };

typedef enum {
  aroundGuard, ///< 0xA5 before and behind
  aroundNan,   ///< 0xFF, which is NaN in every float type
  aroundFault  ///< the buffer's last byte is the last of its page; the next page faults
} Around;

typedef struct {
  unsigned char *data; ///< what the block is given
  size_t size;
  unsigned char *base; ///< the whole mapping
  size_t mapped;
  Around around;
} Fenced;

/// `size` bytes at 64-byte alignment plus `shift` bytes; with `aroundFault`, the end
/// decides the place and `shift` moves it down.
Fenced fenced(size_t size, size_t shift, Around around);

/// Whether every byte outside the buffer is as it was made.
bool fenceIntact(const Fenced *buffer);

#endif
