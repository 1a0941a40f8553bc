/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs the block 'b' on seeded weights and rows, in calls of several sizes and on several threads, and prints a digest
 * of each call's result. SIZES lists the elements of its parameters, CACHED whether calls go on where others ended. */
#include "b.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 400 };
static const size_t sizes[] = {SIZES};
_Static_assert(sizeof sizes / sizeof *sizes * sizeof(tenon_tensor) == sizeof(b_weights), "one size for each parameter");
static float x[MOST * b_width], y[MOST * b_width];

static uint32_t state = 1;
static float uniform(void) {
  state = state * 1664525u + 1013904223u;
  return (float)(int32_t)(state & 0xffff0000u) / 2147483648.0f;
}

static void *aligned(size_t bytes) {
  void *start = aligned_alloc(64, (bytes + 127) / 64 * 64);
  return memset(start, 0xff, bytes); /* what nobody wrote is NaN */
}

static void backwards(void *context, void (*body)(void *, size_t), void *arguments, size_t count) {
  (void)context;
  for (size_t i = count; i-- > 0;)
    body(arguments, i);
}

static void forward(const void *packed, void *cache, size_t from, size_t rows, size_t threads) {
  size_t first_row[] = {0, rows}, size = b_workspace_size(rows, threads);
  int64_t position = (int64_t)from;
  tenon_parallel parallel = {NULL, threads, backwards};
  tenon_batch batch = {sizeof batch, rows, 1, first_row, &position, NULL, CACHED ? MOST : 0, 0, 0};
  void *workspace = aligned(size);
  if (b_forward(packed, &batch, x + from * b_width, y, cache, workspace, size, &parallel) != TENON_OK)
    exit(3);
  free(workspace);
  uint64_t digest = 1469598103934665603u;
  for (size_t i = 0; i < rows * b_width * sizeof *y; ++i)
    digest = (digest ^ ((unsigned char *)y)[i]) * 1099511628211u;
  printf("%zu %zu %zu %016llx\n", from, rows, threads, (unsigned long long)digest);
}

int main(void) {
  b_weights weights;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
    float *data = malloc(sizes[i] * sizeof *data);
    for (size_t k = 0; k < sizes[i]; ++k)
      data[k] = 0.3f * uniform();
    ((tenon_tensor *)&weights)[i] = (tenon_tensor){data, TENON_F32, sizes[i]};
  }
  for (size_t i = 0; i < MOST * b_width; ++i)
    x[i] = uniform();
  void *packed = aligned(b_packed_size()), *cache = aligned(b_cache_size(MOST));
  if (b_pack(&weights, packed, b_packed_size(), NULL) != TENON_OK)
    return 2;
  const size_t counts[] = {1, 2, 5, 7, 13, 172, 200};
  for (size_t i = 0, from = 0; i < sizeof counts / sizeof *counts; from += CACHED ? counts[i++] : (++i, 0))
    forward(packed, cache, from, counts[i], 1 + i % 3);
  return 0;
}
