/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The stack of environment.tenon, packed and run under every kind of MXCSR: the same bytes, the same MXCSR
 * behind each call and each task, and no SIGFPE. */
#include "check.h"
#include "pooled.h"
#include <math.h>
#include <pthread.h>
#include <xmmintrin.h>

enum { TOKENS = 7, COLUMNS = 32, MATRIX = 32 * 32, WIDE = 32 * 48 };

/* Bits 13 and 14: rounding; 15 and 6: FTZ and DAZ; 7 to 12: masks; 0 to 5: flags. */
static const unsigned controls[] = {0x1f80, 0x3f80, 0x5f80, 0x7f80, 0x9f80, 0x1fc0,
                                    0x9fc0, 0x0000, 0x2000, 0xe040, 0x1fbf, 0x1f95};
static unsigned control; /* of the caller and its threads */

static float gain[COLUMNS], matrix[MATRIX], wide[WIDE];
static float x[TOKENS * COLUMNS];
static pooled_weights weights;
static size_t packed_bytes, workspace_bytes, cache_bytes;

typedef void body_function(void *arguments, size_t index);
typedef struct {
  body_function *body;
  void *arguments;
  size_t index;
  unsigned after;
} one_call;
static void *run_one(void *argument) {
  one_call *call = argument;
  _mm_setcsr(control);
  call->body(call->arguments, call->index);
  call->after = _mm_getcsr();
  return 0;
}
static void all_at_once(void *context, body_function *body, void *arguments, size_t count) {
  pthread_t threads[16];
  one_call calls[16];
  for (size_t i = 0; i < count; ++i) {
    calls[i] = (one_call){body, arguments, i, 0};
    pthread_create(&threads[i], 0, run_one, &calls[i]);
  }
  for (size_t i = 0; i < count; ++i) {
    pthread_join(threads[i], 0);
    CHECK(calls[i].after == control);
  }
}

static void give(tenon_tensor *tensor, const float *numbers, size_t elements) {
  *tensor = (tenon_tensor){numbers, TENON_F32, elements};
}

/* Thirds, which every type has to round, and numbers below the least normal one of each. */
static void fill(void) {
  for (int i = 0; i < WIDE; ++i)
    wide[i] = (float)((i * 37 % 29) - 14) / 48;
  memcpy(matrix, wide, sizeof(matrix));
  for (int i = 0; i < COLUMNS; ++i)
    gain[i] = 1 + (float)i / 3;
  gain[3] = 0x1.23p-130f;
  matrix[0] = 0x1.56p-127f;  /* bf16: 0x0055.8, to even 0x0056 */
  matrix[1] = 0x1.9p-129f;   /* bf16: 0x0019 */
  matrix[2] = 0x1.8p-23f;    /* f16: 0x0003 */
  matrix[3] = 0x1.234p-128f; /* f32: 0x00246800 */
  for (int i = 0; i < TOKENS * COLUMNS; ++i)
    x[i] = (float)((i * 53 % 31) - 15) / 3;
  for (int i = 0; i < COLUMNS; ++i)
    x[i] *= 0x1p-127f;
  x[COLUMNS] = 3e38f;
  x[2 * COLUMNS] = INFINITY;
  for (int i = 0; i < pooled_layers; ++i) {
    pooled_layer *layer = &weights.layers[i];
    give(&layer->attention_norm_gain, gain, COLUMNS);
    give(&layer->attention_q_weight, matrix, MATRIX);
    give(&layer->attention_k_weight, matrix, MATRIX);
    give(&layer->attention_v_weight, matrix, MATRIX);
    give(&layer->attention_o_weight, matrix, MATRIX);
    give(&layer->ffn_norm_gain, gain, COLUMNS);
    give(&layer->ffn_gate_weight, wide, WIDE);
    give(&layer->ffn_up_weight, wide, WIDE);
    give(&layer->ffn_down_weight, wide, WIDE);
  }
}

static int contains(const unsigned char *bytes, size_t size, uint32_t number, size_t width) {
  for (size_t i = 0; i + width <= size; i += width)
    if (memcmp(bytes + i, &number, width) == 0)
      return 1;
  return 0;
}

static void packs(const unsigned char *expected, const tenon_parallel *parallel) {
  unsigned char *packed = memory(packed_bytes);
  _mm_setcsr(control);
  tenon_status status = pooled_pack(&weights, packed, packed_bytes, parallel);
  unsigned after = _mm_getcsr();
  _mm_setcsr(0x1f80);
  CHECK_STATUS(status, TENON_OK);
  CHECK(after == control);
  CHECK(memcmp(packed, expected, packed_bytes) == 0);
  free(packed);
}

/* Two sequences, the first of them with numbers that raise every exception. */
static void forward(const unsigned char *packed, float *y, const tenon_parallel *parallel) {
  static const size_t first_row[] = {0, 4, TOKENS};
  tenon_batch batch = {.struct_size = sizeof(batch), .tokens = TOKENS, .sequences = 2};
  batch.first_row = first_row;
  batch.cache_tokens = 16;
  void *workspace = memory(workspace_bytes), *cache = memory(cache_bytes);
  memset(cache, 0, cache_bytes);
  _mm_setcsr(control);
  tenon_status status = pooled_forward(packed, &batch, x, y, cache, workspace, workspace_bytes, parallel);
  unsigned after = _mm_getcsr();
  _mm_setcsr(0x1f80);
  CHECK_STATUS(status, TENON_OK);
  CHECK(after == control);
  free(workspace);
  free(cache);
}

int main(void) {
  tenon_parallel parallel = {0, 3, all_at_once};
  const tenon_parallel *ways[] = {0, &parallel};
  float expected[2 * COLUMNS], y[2 * COLUMNS];
  fill();
  packed_bytes = pooled_packed_size();
  workspace_bytes = pooled_workspace_size(TOKENS, 3);
  cache_bytes = 2 * pooled_cache_size(16);
  unsigned char *packed = memory(packed_bytes);
  CHECK_STATUS(pooled_pack(&weights, packed, packed_bytes, 0), TENON_OK);
  CHECK(contains(packed, packed_bytes, 0x0056, 2) && contains(packed, packed_bytes, 0x0019, 2));
  CHECK(contains(packed, packed_bytes, 0x0003, 2) && contains(packed, packed_bytes, 0x00246800, 4));
  CHECK(contains(packed, packed_bytes, 0x00091800, 4)); /* the gain */
  control = controls[0];
  forward(packed, expected, 0);
  CHECK(isfinite(expected[COLUMNS]) && expected[COLUMNS] != 0);
  for (size_t i = 0; i < sizeof(controls) / sizeof(controls[0]); ++i)
    for (size_t way = 0; way < 2; ++way) {
      control = controls[i];
      packs(packed, ways[way]);
      forward(packed, y, ways[way]);
      CHECK(memcmp(y, expected, sizeof(y)) == 0);
    }
  return finish();
}
