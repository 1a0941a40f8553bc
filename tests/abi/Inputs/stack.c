/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The stack of stack.tenon: rows that are chosen, types, and every misuse of ids, positions and outputs. */
#include "check.h"
#include "tiny.h"

enum { TOKENS = 6, LOGITS = tiny_width };
static float numbers[13 * 8 + 1], y[TOKENS * LOGITS], all[TOKENS * LOGITS];
static tiny_weights weights;
static void *packed, *workspace, *cache;
static size_t packed_bytes, workspace_bytes;
static const size_t first_row[] = {0, TOKENS};
static const int32_t ids[TOKENS] = {3, 1, 12, 0, 5, 9};

static void give(tenon_tensor *tensor, size_t elements) {
  *tensor = (tenon_tensor){numbers, TENON_F32, elements};
}

static void fill_weights(void) {
  for (int i = 0; i < 13 * 8; ++i)
    numbers[i] = (float)((i * 37 % 29) - 14) / 16;
  give(&weights.embedding_weight, 13 * 8);
  give(&weights.embedding_positions, 9 * 8);
  give(&weights.embedding_types, 2 * 8);
  give(&weights.final_norm_gain, 8);
  for (int i = 0; i < tiny_layers; ++i) {
    tiny_layer *layer = &weights.layers[i];
    give(&layer->attention_norm_gain, 8);
    give(&layer->attention_q_weight, 64);
    give(&layer->attention_k_weight, 64);
    give(&layer->attention_v_weight, 64);
    give(&layer->attention_o_weight, 64);
    give(&layer->ffn_norm_gain, 8);
    give(&layer->ffn_up_weight, 96);
    give(&layer->ffn_down_weight, 96);
  }
  give(&weights.layers[1].attention_q_bias, 8);
}

static tenon_batch batch_of(size_t tokens) {
  tenon_batch batch = {
      .struct_size = sizeof(batch), .tokens = tokens, .sequences = 1, .first_row = first_row};
  batch.cache_tokens = 32;
  return batch;
}

static void run(tenon_status wanted, const tenon_batch *batch, const int32_t *from, int line) {
  memset(y, 0x5A, sizeof(y));
  int got = tiny_forward(packed, batch, from, y, cache, workspace, workspace_bytes, 0);
  if (got != wanted) {
    fprintf(stderr, "line %d: status %d, not %d\n", line, got, wanted);
    ++failures;
  }
  for (size_t i = 0; wanted != TENON_OK && i < sizeof(y); ++i)
    if (((unsigned char *)y)[i] != 0x5A) {
      fprintf(stderr, "line %d: y was written\n", line);
      ++failures;
      break;
    }
}
#define RUN(wanted, batch, from) run(wanted, batch, from, __LINE__)

static void packs(void) {
  tiny_weights wrong = weights;
  wrong.layers[0].attention_q_bias =
      weights.layers[1].attention_q_bias; /* a member that layer 0 does not have */
  CHECK_STATUS(tiny_pack(&wrong, packed, packed_bytes, 0), TENON_TENSOR_SIZE);
  wrong = weights;
  wrong.layers[1].attention_q_bias = (tenon_tensor){0};
  CHECK_STATUS(tiny_pack(&wrong, packed, packed_bytes, 0), TENON_TENSOR_SIZE);
  wrong = weights;
  wrong.layers[2].ffn_up_weight.data = 0;
  CHECK_STATUS(tiny_pack(&wrong, packed, packed_bytes, 0), TENON_NULL);
  wrong = weights;
  wrong.layers[2].ffn_up_weight.type = TENON_I32;
  CHECK_STATUS(tiny_pack(&wrong, packed, packed_bytes, 0), TENON_TENSOR_TYPE);
}

/* Chosen rows have the bytes that they have among all. */
static void outputs(void) {
  static const size_t chosen[] = {0, 2, 5};
  tenon_batch batch = batch_of(TOKENS);
  RUN(TENON_OK, &batch, ids);
  memcpy(all, y, sizeof(all));
  for (size_t count = 0; count <= 3; ++count) {
    batch.outputs = count;
    batch.output_row = chosen + (3 - count);
    RUN(TENON_OK, &batch, ids);
    for (size_t i = 0; i < count; ++i)
      CHECK(memcmp(y + i * LOGITS, all + batch.output_row[i] * LOGITS, LOGITS * sizeof(float)) == 0);
    for (size_t i = count * LOGITS * sizeof(float); i < sizeof(y); ++i)
      CHECK(((unsigned char *)y)[i] == 0x5A);
  }
}

/* One token after the other, with the same bytes. */
static void steps(void) {
  for (size_t token = 0; token < TOKENS; ++token) {
    static const size_t one[] = {0, 1};
    int64_t position = (int64_t)token;
    tenon_batch batch = batch_of(1);
    batch.first_row = one;
    batch.first_position = &position;
    RUN(TENON_OK, &batch, ids + token);
    CHECK(memcmp(y, all + token * LOGITS, LOGITS * sizeof(float)) == 0);
  }
}

/* A caller who knows the batch up to its strides gets all rows; observers see every kernel of every layer. */
static size_t seen[tiny_layers + 2], ends;
static void observe(void *observer, const char *kernel, size_t layer) {
  CHECK(observer == seen);
  if (kernel)
    ++seen[layer];
  else
    ++ends;
}
static void batches(void) {
  static const size_t one[] = {0};
  tenon_batch batch = batch_of(TOKENS);
  batch.outputs = 1;
  batch.output_row = one;
  batch.struct_size = offsetof(tenon_batch, token_types);
  RUN(TENON_OK, &batch, ids);
  CHECK(memcmp(y, all, sizeof(y)) == 0);
  batch.struct_size -= 1;
  RUN(TENON_STRUCT_SIZE, &batch, ids);
  batch = batch_of(TOKENS);
  batch.observe = observe;
  batch.observer = seen;
  RUN(TENON_OK, &batch, ids);
  CHECK(seen[0] == 1 && seen[1] == seen[3] && seen[1] >= 5 && seen[4] == 1 && ends == 1);
}

static void types(void) {
  int32_t of[TOKENS] = {0};
  tenon_batch batch = batch_of(TOKENS);
  batch.token_types = of;
  RUN(TENON_OK, &batch, ids);
  CHECK(memcmp(y, all, sizeof(y)) == 0);
  of[0] = 1;
  RUN(TENON_OK, &batch, ids);
  CHECK(memcmp(y, all, sizeof(y)) != 0);
  of[5] = 2;
  RUN(TENON_TOKEN, &batch, ids);
  of[5] = -1;
  RUN(TENON_TOKEN, &batch, ids);
}

static void misuse(void) {
  static const size_t falling[] = {2, 1}, twice[] = {1, 1}, beyond[] = {0, TOKENS};
  int32_t wrong[TOKENS] = {0, 0, 13};
  int64_t position = 4;
  tenon_batch batch = batch_of(TOKENS);
  RUN(TENON_TOKEN, &batch, wrong);
  wrong[2] = -1;
  RUN(TENON_TOKEN, &batch, wrong);
  batch.first_position = &position; /* 4 + 6 rows, and the table ends at 9 */
  RUN(TENON_POSITION, &batch, ids);
  batch.first_position = 0;
  batch.outputs = 2;
  batch.output_row = falling;
  RUN(TENON_BATCH, &batch, ids);
  batch.output_row = twice;
  RUN(TENON_BATCH, &batch, ids);
  batch.output_row = beyond;
  RUN(TENON_BATCH, &batch, ids);
  batch.outputs = TOKENS + 1;
  RUN(TENON_BATCH, &batch, ids);
  batch = batch_of(TOKENS);
  RUN(TENON_NULL, &batch, 0);
  CHECK_STATUS(tiny_forward(packed, &batch, ids, workspace, cache, workspace, workspace_bytes, 0),
               TENON_OVERLAP);
  batch.y_stride = LOGITS - 1;
  RUN(TENON_BATCH, &batch, ids);
}

int main(void) {
  fill_weights();
  packed_bytes = tiny_packed_size();
  workspace_bytes = tiny_workspace_size(TOKENS, 1);
  packed = memory(packed_bytes);
  workspace = memory(workspace_bytes);
  cache = memory(tiny_cache_size(32));
  CHECK_STATUS(tiny_pack(&weights, packed, packed_bytes, 0), TENON_OK);
  outputs();
  steps();
  batches();
  types();
  misuse();
  packs();
  return finish();
}
