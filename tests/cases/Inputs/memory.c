// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned char *mapPages(size_t bytes) {
  void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) {
    perror("harness: mmap");
    exit(3);
  }
  return base;
}

Fenced fenced(size_t size, size_t shift, Around around) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  Fenced result = {NULL, size, NULL, 0, around};
  size_t body = (size + shift + page - 1) / page * page;
  if (around == aroundFault) {
    result.mapped = body + page;
    result.base = mapPages(result.mapped);
    result.data = result.base + body - size - shift;
    if (mprotect(result.base + body, page, PROT_NONE) != 0)
      perror("harness: mprotect");
    return result;
  }
  result.mapped = body + 2 * guardBytes;
  result.base = mapPages(result.mapped);
  result.data = result.base + guardBytes + shift;
  unsigned char filler = around == aroundNan ? 0xFF : guardByte;
  memset(result.base, filler, (size_t)(result.data - result.base));
  memset(result.data + size, filler, (size_t)(result.base + result.mapped - result.data) - size);
  return result;
}

bool fenceIntact(const Fenced *buffer) {
  if (buffer->around == aroundFault)
    return true;
  unsigned char filler = buffer->around == aroundNan ? 0xFF : guardByte;
  for (const unsigned char *byte = buffer->base; byte < buffer->data; ++byte)
    if (*byte != filler)
      return false;
  for (const unsigned char *byte = buffer->data + buffer->size; byte < buffer->base + buffer->mapped; ++byte)
    if (*byte != filler)
      return false;
  return true;
}
