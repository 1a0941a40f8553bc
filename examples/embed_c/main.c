// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compiled block in a C11 program: seeds its weights, runs rows through the
// block, and compares one row with plain loops. Reads no file, needs no library
// but the archive that `tenon compile ffn.tenon` made, libc and libm.
#include "ffn.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { tokens = 16, width = ffn_width, hidden = 1376 };

// Uniform numbers in [-scale, scale), the same ones on every machine.
static void fill(float *values, size_t count, float scale, uint32_t seed) {
  for (size_t i = 0; i < count; ++i) {
    seed = seed * 1664525u + 1013904223u;
    values[i] = scale * ((float)(seed >> 8) / 8388608.0f - 1.0f);
  }
}

static void *allocate(size_t bytes) { // aligned to 64, as packed weights and workspace must be
  void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (!memory)
    exit(1);
  return memory;
}

static void check(tenon_status status, const char *what) {
  if (status == TENON_OK)
    return;
  fprintf(stderr, "%s: status %d (see tenon.h)\n", what, (int)status);
  exit(1);
}

static float gain[width], x[tokens][width], y[tokens][width];
static float gate[hidden][width], up[hidden][width], down[width][hidden];

// Row r of x + down(silu(gate(n)) * up(n)), n = x / sqrt(mean(x^2) + 1e-5) * gain, in double.
static double largest_difference(int r) {
  static double n[width], h[hidden];
  double mean = 0, largest = 0;
  for (int i = 0; i < width; ++i)
    mean += (double)x[r][i] * x[r][i] / width;
  for (int i = 0; i < width; ++i)
    n[i] = x[r][i] / sqrt(mean + 1e-5) * gain[i];
  for (int j = 0; j < hidden; ++j) {
    double g = 0, u = 0;
    for (int i = 0; i < width; ++i) {
      g += n[i] * gate[j][i];
      u += n[i] * up[j][i];
    }
    h[j] = g / (1 + exp(-g)) * u;
  }
  for (int i = 0; i < width; ++i) {
    double sum = x[r][i];
    for (int j = 0; j < hidden; ++j)
      sum += h[j] * down[i][j];
    largest = fmax(largest, fabs(sum - y[r][i]));
  }
  return largest;
}

int main(void) {
  fill(gain, width, 0.5f, 1);
  fill(&gate[0][0], (size_t)hidden * width, 0.08f, 2);
  fill(&up[0][0], (size_t)hidden * width, 0.08f, 3);
  fill(&down[0][0], (size_t)hidden * width, 0.05f, 4);
  fill(&x[0][0], (size_t)tokens * width, 2.0f, 5);

  // Once: bring the weights into the order in which this machine's variant reads them.
  ffn_weights weights = {
      .ffn_norm_gain = {gain, TENON_F32, width},
      .ffn_gate_weight = {gate, TENON_F32, (size_t)hidden * width},
      .ffn_up_weight = {up, TENON_F32, (size_t)hidden * width},
      .ffn_down_weight = {down, TENON_F32, (size_t)hidden * width},
  };
  size_t packed_size = ffn_packed_size();
  if (packed_size == SIZE_MAX) {
    fprintf(stderr, "no variant of the block runs on this machine\n");
    return 1;
  }
  void *packed = allocate(packed_size);
  check(ffn_pack(&weights, packed, packed_size, NULL), "ffn_pack");

  // As often as you like: rows in, rows out, on the calling thread.
  size_t workspace_size = ffn_workspace_size(tokens, 1);
  void *workspace = allocate(workspace_size);
  tenon_batch batch = {.struct_size = sizeof batch, .tokens = tokens};
  check(ffn_forward(packed, &batch, x, y, NULL, workspace, workspace_size, NULL), "ffn_forward");

  double difference = largest_difference(tokens - 1);
  printf("variant %s, %d rows of %d\n", ffn_variant(), tokens, width);
  printf("y[0][0..3] = %.5f %.5f %.5f %.5f\n", y[0][0], y[0][1], y[0][2], y[0][3]);
  printf("last row against plain loops in double: largest difference %.1e\n", difference);
  free(workspace);
  free(packed);
  return difference < 1e-4 ? 0 : 1;
}
