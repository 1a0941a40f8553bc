/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A row's result depends on that row alone: the same bytes for every number of rows beside it and for every
 * number of tasks, in whatever order they run. WIDTH and HIDDEN are those of the spec, ELEMENT its residual type. */
#include "invariant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 513 };
typedef ELEMENT element;

static uint32_t state = 1;
static float uniform(void) { /* in [-1, 1), never denormal in the 16 bits kept */
  state = state * 1664525u + 1013904223u;
  return (float)(int32_t)(state & 0xffff0000u) / 2147483648.0f;
}

static tenon_tensor seeded(size_t elements, float scale, float offset) {
  float *data = malloc(elements * sizeof(float));
  for (size_t i = 0; i < elements; ++i)
    data[i] = offset + scale * uniform();
  return (tenon_tensor){data, TENON_F32, elements};
}

/* Serial and backwards: a caller may run tasks in any order. */
static void backwards(void *context, void (*body)(void *, size_t), void *arguments, size_t count) {
  (void)context;
  for (size_t i = count; i-- > 0;)
    body(arguments, i);
}

static void *aligned(size_t bytes) { return aligned_alloc(64, (bytes + 63) / 64 * 64); }

static void forward(const void *packed, const element *x, element *y, size_t rows, size_t threads) {
  tenon_parallel parallel = {NULL, threads, backwards};
  tenon_batch batch = {sizeof batch, rows, 0, NULL, NULL, NULL, 0, 0, 0};
  size_t size = invariant_workspace_size(rows, threads);
  void *workspace = aligned(size);
  memset(workspace, 0xff, size); /* stale numbers are NaN */
  if (invariant_forward(packed, &batch, x, y, NULL, workspace, size, &parallel) != TENON_OK)
    exit(2);
  free(workspace);
}

int main(void) {
  invariant_weights weights = {seeded(WIDTH, 0.1f, 1), seeded(HIDDEN * WIDTH, 0.3f, 0),
                               seeded(HIDDEN * WIDTH, 0.3f, 0), seeded(WIDTH * HIDDEN, 0.2f, 0)};
  void *packed = aligned(invariant_packed_size());
  if (invariant_pack(&weights, packed, invariant_packed_size(), NULL) != TENON_OK)
    return 2;
  static element x[ROWS * WIDTH], alone[ROWS * WIDTH], y[ROWS * WIDTH];
  for (size_t i = 0; i < ROWS * WIDTH; ++i) {
    float value = uniform();
    memcpy(&x[i], (char *)&value + sizeof value - sizeof(element), sizeof(element)); /* bf16: the upper half */
  }
  for (size_t row = 0; row < ROWS; ++row)
    forward(packed, x + row * WIDTH, alone + row * WIDTH, 1, 1);

  const size_t threads[] = {1, 2, 3, 8};
  int wrong = 0, calls = 0;
  for (size_t rows = 1; rows <= ROWS; rows = rows < 40 ? rows + 1 : rows == 40 ? 128 : rows == 128 ? ROWS : ROWS + 1)
    for (size_t t = 0; t < sizeof threads / sizeof *threads; ++t, ++calls) {
      memset(y, 0x5a, sizeof y);
      forward(packed, x, y, rows, threads[t]);
      if (memcmp(y, alone, rows * WIDTH * sizeof(element)) != 0 && ++wrong)
        printf("%zu rows on %zu threads differ from each row alone\n", rows, threads[t]);
    }
  printf("%d of %d calls differ\n", wrong, calls);
  return wrong != 0;
}
