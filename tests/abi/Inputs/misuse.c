/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every misuse that docs/abi.md names returns its status and writes nothing. */
#include "check.h"
#include "scaled.h"

enum { TOKENS = 7 };
static float gain[WIDTH], x[TOKENS * WIDTH], y[TOKENS * WIDTH], reference[TOKENS * WIDTH];
static void *packed, *workspace;
static size_t packed_bytes, workspace_bytes;
static scaled_weights weights;

static tenon_batch batch_of(size_t tokens) {
  tenon_batch batch = {sizeof(tenon_batch), tokens, 0, 0, 0, 0, 0, 0, 0};
  return batch;
}

/* Runs and demands `wanted`; unless that is success, y and workspace must keep their bytes. */
static void run(tenon_status wanted, const void *p, const tenon_batch *b, const void *from, void *to, void *w,
                size_t n, const tenon_parallel *parallel, int line) {
  memset(workspace, 0x5A, workspace_bytes);
  memset(y, 0x5A, sizeof(y));
  int got = scaled_forward(p, b, from, to, 0, w, n, parallel);
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
  for (size_t i = 0; wanted != TENON_OK && i < workspace_bytes; ++i)
    if (((unsigned char *)workspace)[i] != 0x5A) {
      fprintf(stderr, "line %d: the workspace was written\n", line);
      ++failures;
      break;
    }
}
#define RUN(wanted, ...) run(wanted, __VA_ARGS__, __LINE__)

static void packs(void) {
  unsigned char *raw = memory(packed_bytes + 64);
  tenon_parallel broken = {0, 2, 0};
  scaled_weights w = weights;
  CHECK_STATUS(scaled_pack(0, raw, packed_bytes, 0), TENON_NULL);
  CHECK_STATUS(scaled_pack(&w, 0, packed_bytes, 0), TENON_NULL);
  CHECK_STATUS(scaled_pack(&w, raw, packed_bytes, &broken), TENON_NULL);
  CHECK_STATUS(scaled_pack(&w, raw + 32, packed_bytes, 0), TENON_UNALIGNED);
  CHECK_STATUS(scaled_pack(&w, raw, packed_bytes - 1, 0), TENON_SHORT_BUFFER);
  w.norm_gain.data = 0;
  CHECK_STATUS(scaled_pack(&w, raw, packed_bytes, 0), TENON_NULL);
  w.norm_gain.data = (const char *)gain + 2;
  CHECK_STATUS(scaled_pack(&w, raw, packed_bytes, 0), TENON_UNALIGNED);
  w.norm_gain.data = raw + 64;
  CHECK_STATUS(scaled_pack(&w, raw, packed_bytes, 0), TENON_OVERLAP);
  w = weights;
  w.norm_gain.elements = WIDTH + 1;
  CHECK_STATUS(scaled_pack(&w, raw, packed_bytes, 0), TENON_TENSOR_SIZE);
  w = weights;
  w.norm_gain.type = (tenon_type)7;
  CHECK_STATUS(scaled_pack(&w, raw, packed_bytes, 0), TENON_TENSOR_TYPE);
  w.norm_gain.type = TENON_F16; /* the block has no packer for it */
  CHECK_STATUS(scaled_pack(&w, raw, packed_bytes, 0), TENON_TENSOR_TYPE);
  for (size_t i = 0; i < packed_bytes; ++i)
    CHECK(raw[i] == 0xA5);
  static uint16_t infinite[WIDTH] = {[13] = 0x7F80};
  w.norm_gain = (tenon_tensor){infinite, TENON_BF16, WIDTH};
  CHECK_STATUS(scaled_pack(&w, raw, packed_bytes, 0), TENON_RANGE);
  tenon_batch batch = batch_of(TOKENS);
  RUN(TENON_FOREIGN_PACK, raw, &batch, x, y, workspace, workspace_bytes, 0);
}

static void buffers(void) {
  tenon_batch batch = batch_of(TOKENS), other = batch;
  tenon_parallel broken = {0, 2, 0};
  RUN(TENON_NULL, packed, 0, x, y, workspace, workspace_bytes, 0);
  RUN(TENON_NULL, 0, &batch, x, y, workspace, workspace_bytes, 0);
  RUN(TENON_NULL, packed, &batch, 0, y, workspace, workspace_bytes, 0);
  RUN(TENON_NULL, packed, &batch, x, 0, workspace, workspace_bytes, 0);
  RUN(TENON_NULL, packed, &batch, x, y, 0, workspace_bytes, 0);
  RUN(TENON_NULL, packed, &batch, x, y, workspace, workspace_bytes, &broken);
  for (int i = 0; i < 4; ++i) { /* too short, too long, no whole member; nothing */
    other.struct_size =
        (size_t[]){offsetof(tenon_batch, y_stride), sizeof(other) + 8, sizeof(other) - 4, 0}[i];
    RUN(TENON_STRUCT_SIZE, packed, &other, x, y, workspace, workspace_bytes, 0);
  }
  RUN(TENON_UNALIGNED, (char *)packed + 4, &batch, x, y, workspace, workspace_bytes, 0);
  RUN(TENON_UNALIGNED, packed, &batch, x, y, (char *)workspace + 32, workspace_bytes, 0);
  RUN(TENON_UNALIGNED, packed, &batch, (char *)x + 2, y, workspace, workspace_bytes, 0);
  RUN(TENON_UNALIGNED, packed, &batch, x, (char *)y + 1, workspace, workspace_bytes, 0);
  RUN(TENON_SHORT_BUFFER, packed, &batch, x, y, workspace, scaled_workspace_size(TOKENS, 1) - 1, 0);
  RUN(TENON_OVERLAP, packed, &batch, y + 1, y, workspace, workspace_bytes, 0);
  RUN(TENON_OVERLAP, packed, &batch, y, y + WIDTH, workspace, workspace_bytes, 0);
  RUN(TENON_OVERLAP, packed, &batch, workspace, y, workspace, workspace_bytes, 0);
  RUN(TENON_OVERLAP, packed, &batch, x, (char *)workspace + 64, workspace, workspace_bytes, 0);
  RUN(TENON_OVERLAP, packed, &batch, x, packed, workspace, workspace_bytes, 0);
  for (size_t byte = 0; byte < 56; ++byte) { /* magic, version, hash, code, variant, size */
    ((unsigned char *)packed)[byte] ^= 1;
    RUN(TENON_FOREIGN_PACK, packed, &batch, x, y, workspace, workspace_bytes, 0);
    ((unsigned char *)packed)[byte] ^= 1;
  }
}

static void sizes(void) {
  tenon_batch batch = batch_of(SIZE_MAX / 64);
  CHECK(scaled_workspace_size(SIZE_MAX / 64, 1) == SIZE_MAX);
  CHECK(scaled_workspace_size(SIZE_MAX, SIZE_MAX) == SIZE_MAX);
  CHECK(scaled_workspace_size(1, SIZE_MAX) == SIZE_MAX);
  CHECK(scaled_workspace_size(TOKENS, 0) == scaled_workspace_size(TOKENS, 1));
  CHECK(scaled_cache_size(SIZE_MAX) == 0);
  RUN(TENON_OVERFLOW, packed, &batch, x, y, workspace, workspace_bytes, 0);
  batch = batch_of(2);
  batch.x_stride = SIZE_MAX / 4;
  RUN(TENON_OVERFLOW, packed, &batch, x, y, workspace, workspace_bytes, 0);
  batch = batch_of(2);
  batch.y_stride = WIDTH - 1;
  RUN(TENON_BATCH, packed, &batch, x, y, workspace, workspace_bytes, 0);
}

static void sequences(void) {
  size_t rows[] = {0, 3, TOKENS}, late[] = {1, 3, TOKENS}, falling[] = {0, 5, 3},
         little[] = {0, 3, TOKENS - 1}, much[] = {0, 3, TOKENS + 1};
  int64_t positions[] = {0, 40}, negative[] = {0, -1}, huge[] = {0, INT64_MAX - 1};
  tenon_batch batch = batch_of(TOKENS);
  batch.sequences = 2;
  RUN(TENON_NULL, packed, &batch, x, y, workspace, workspace_bytes, 0);
  size_t *wrong[] = {late, falling, little, much};
  for (int i = 0; i < 4; ++i) {
    batch.first_row = wrong[i];
    RUN(TENON_BATCH, packed, &batch, x, y, workspace, workspace_bytes, 0);
  }
  batch.first_row = rows;
  batch.first_position = negative;
  RUN(TENON_POSITION, packed, &batch, x, y, workspace, workspace_bytes, 0);
  batch.first_position = huge;
  RUN(TENON_POSITION, packed, &batch, x, y, workspace, workspace_bytes, 0);
  batch.first_position = positions;
  RUN(TENON_OK, packed, &batch, x, y, workspace, workspace_bytes, 0);
  for (size_t r = 0; r < TOKENS; ++r)
    for (size_t c = 0; c < WIDTH; ++c)
      CHECK(y[r * WIDTH + c] == y_at(r, c, r < 3 ? (int64_t)r : 40 + (int64_t)r - 3));
}

static void variants(void) {
  tenon_batch batch = batch_of(TOKENS);
  const char *best = scaled_variant();
  CHECK(best && *best);
  CHECK_STATUS(scaled_force_variant("pdp-11"), TENON_VARIANT);
  CHECK(scaled_variant() == best);
  CHECK_STATUS(scaled_force_variant("x86-64-v3"), TENON_OK);
  CHECK(strcmp(scaled_variant(), "x86-64-v3") == 0);
  if (strcmp(best, "x86-64-v3") != 0)
    RUN(TENON_FOREIGN_PACK, packed, &batch, x, y, workspace, workspace_bytes, 0);
  CHECK_STATUS(scaled_force_variant(0), TENON_OK);
  CHECK(scaled_variant() == best);
  RUN(TENON_OK, packed, &batch, x, y, workspace, workspace_bytes, 0);
}

int main(void) {
  for (size_t c = 0; c < WIDTH; ++c)
    gain[c] = gain_at(c);
  for (size_t i = 0; i < TOKENS * WIDTH; ++i) {
    x[i] = x_at(i / WIDTH, i % WIDTH);
    reference[i] = y_at(i / WIDTH, i % WIDTH, (int64_t)(i / WIDTH));
  }
  weights.norm_gain = (tenon_tensor){gain, TENON_F32, WIDTH};
  packed_bytes = scaled_packed_size();
  packed = memory(packed_bytes);
  workspace_bytes = scaled_workspace_size(TOKENS, 2) + 64;
  workspace = memory(workspace_bytes);
  CHECK_STATUS(scaled_pack(&weights, packed, packed_bytes, 0), TENON_OK);
  tenon_batch batch = batch_of(TOKENS), none = batch_of(0);
  RUN(TENON_OK, packed, &batch, x, y, workspace, workspace_bytes, 0);
  CHECK(memcmp(y, reference, sizeof(y)) == 0);
  CHECK_STATUS(scaled_forward(0, &none, 0, 0, 0, 0, 0, 0), TENON_OK);
  memcpy(y, x, sizeof(y));
  CHECK_STATUS(scaled_forward(packed, &batch, y, y, 0, workspace, workspace_bytes, 0), TENON_OK);
  CHECK(memcmp(y, reference, sizeof(y)) == 0);
  packs();
  buffers();
  sizes();
  sequences();
  variants();
  return finish();
}
