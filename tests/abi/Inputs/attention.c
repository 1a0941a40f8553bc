/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support.c with attention kernels written by hand: x is 1000 * sequence + position, keys are copies of
 * it, and every row checks that it finds those of its own sequence, whatever the calls were. */
#include "check.h"
#include "runtime/abi/kernel.h"

enum { TILE = 3, GRANULE = 8, SLOTS = 5, CAPACITY = 13, ROWS = 32, GUARD = 64 };
enum { WINDOW = 5, RING = 16, RING_ROWS = 7 }; /* at most RING - WINDOW + 1 rows at a time */

static int visits[3][ROWS]; /* of each kernel and row, by all heads */

static float *keys_of(const tenon_frame *frame, const tenon_tile *tile, int kernel) {
  return (float *)((kernel == 1 ? frame->panel : frame->cache) + tile->store);
}

/* Kernel 0 has two key heads in the cache and stores a key as four numbers. Kernel 1 has one, and stores
 * two numbers. Kernel 2 has one in the cache, behind a window, and stores one number. */
static void store(const tenon_frame *frame, uint64_t begin, uint64_t end, int kernel, int numbers) {
  for (const tenon_tile *tile = frame->tiles + begin; tile < frame->tiles + end; ++tile)
    for (uint64_t token = 0; token < tile->tokens; ++token) {
      CHECK(tile->tokens <= TILE && tile->position + token < tile->keys);
      CHECK(kernel == 2 ? tile->capacity <= RING && frame->rows <= RING_ROWS : tile->keys <= tile->capacity);
      CHECK(tile->row + tile->tokens <= frame->rows && tile->capacity % GRANULE == 0);
      float *key =
          keys_of(frame, tile, kernel) + (tile->position + token) % tile->capacity * (uint64_t)numbers;
      for (int i = 0; i < numbers; ++i)
        key[i] = ((const float *)frame->x)[frame->first + tile->row + token];
    }
}

static void look(const tenon_frame *frame, uint64_t begin, uint64_t end, int kernel, int numbers,
                 uint64_t heads) {
  for (uint64_t unit = begin; unit < end; ++unit) {
    const tenon_tile *tile = &frame->tiles[unit / heads];
    for (uint64_t token = 0; token < tile->tokens; ++token) {
      uint64_t row = frame->first + tile->row + token, position = tile->position + token;
      float own = ((const float *)frame->x)[row];
      for (uint64_t key = kernel == 2 && position >= WINDOW ? position + 1 - WINDOW : 0;
           key < (kernel == 1 ? tile->keys : position + 1); ++key)
        CHECK(keys_of(frame, tile, kernel)[key % tile->capacity * (uint64_t)numbers] ==
              own - (float)position + (float)key);
      visits[kernel][row] += 1;
      ((float *)frame->y)[row] = own;
    }
  }
}

static void store_cached(const tenon_frame *f, uint64_t b, uint64_t e, unsigned char *s) {
  (void)s;
  store(f, b, e, 0, 4);
}
static void look_cached(const tenon_frame *f, uint64_t b, uint64_t e, unsigned char *s) {
  (void)s;
  look(f, b, e, 0, 4, 2);
}
static void store_whole(const tenon_frame *f, uint64_t b, uint64_t e, unsigned char *s) {
  (void)s;
  store(f, b, e, 1, 2);
}
static void look_whole(const tenon_frame *f, uint64_t b, uint64_t e, unsigned char *s) {
  (void)s;
  look(f, b, e, 1, 2, 1);
}
static void store_ring(const tenon_frame *f, uint64_t b, uint64_t e, unsigned char *s) {
  (void)s;
  store(f, b, e, 2, 1);
}
static void look_ring(const tenon_frame *f, uint64_t b, uint64_t e, unsigned char *s) {
  (void)s;
  look(f, b, e, 2, 1, 1);
}

#define ATTENTION(prologue_, contraction_, heads, bytes)                                                     \
  .kind = tenon_kind_attention, .prologue = prologue_, .contraction = contraction_, .tile_rows = TILE,       \
  .scratch_bytes = 64, .kv_heads = heads, .key_bytes = bytes
#define CACHED {.name = "cached", ATTENTION(store_cached, look_cached, 2, 16), .cached = 1}
#define WHOLE {.name = "whole", ATTENTION(store_whole, look_whole, 1, 8)}
#define RINGED                                                                                               \
  {.name = "ring",                                                                                           \
   .block_rows = RING_ROWS,                                                                                  \
   ATTENTION(store_ring, look_ring, 1, 4),                                                                   \
   .cached = 1,                                                                                              \
   .ring_keys = RING}
static const tenon_kernel both_cached[] = {CACHED, CACHED};
static const tenon_kernel ringed[] = {RINGED, CACHED, RINGED};
static const tenon_kernel whole[] = {WHOLE};
static const tenon_kernel mixed[] = {CACHED, WHOLE};
static uint64_t chosen[4];
static const tenon_layer layers[] = {{0, 0}};
#define BLOCK(list, count, number)                                                                           \
  {.name = "b",                                                                                              \
   .hash = {1, 2},                                                                                           \
   .x_width = 1,                                                                                             \
   .y_width = 1,                                                                                             \
   .needs_batch = 1,                                                                                         \
   .end = 1,                                                                                                 \
   .layer_count = 1,                                                                                         \
   .layers = layers,                                                                                         \
   .part_count = 1,                                                                                          \
   .variant_count = 1,                                                                                       \
   .variants =                                                                                               \
       &(const tenon_variant){                                                                               \
           .name = "only", .parts = PARTS(list, count), .code_hash = 5, .key_granule = GRANULE},             \
   .chosen = &chosen[number]}
#define PARTS(list, count)                                                                                   \
  (const tenon_part *const[]) { &(const tenon_part){.kernel_count = count, .kernels = list, .row_bytes = 64} }
static const tenon_block cached_block = BLOCK(both_cached, 2, 0), whole_block = BLOCK(whole, 1, 1),
                         mixed_block = BLOCK(mixed, 2, 2), ringed_block = BLOCK(ringed, 3, 3);

static unsigned char packed[128] __attribute__((aligned(64)));
static unsigned char *cache, *workspace;
static size_t cache_tokens = CAPACITY, cache_bytes, workspace_bytes;
static float x[ROWS], y[ROWS];

static void serial(void *context, void (*body)(void *, size_t), void *arguments, size_t count) {
  (void)context;
  while (count-- > 0)
    body(arguments, count);
}

static void prepare(const tenon_block *block) {
  CHECK_STATUS(tenon2_pack(block, 0, packed, sizeof(packed), 0), TENON_OK);
  cache_bytes = SLOTS * tenon2_cache_size(block, cache_tokens);
  workspace_bytes = tenon2_workspace_size(block, ROWS, 4);
  cache = memory(cache_bytes + GUARD);
  workspace = memory(workspace_bytes + GUARD);
}

static void release(void) {
  for (int i = 0; i < GUARD; ++i)
    CHECK(cache[cache_bytes + (size_t)i] == 0xA5 && workspace[workspace_bytes + (size_t)i] == 0xA5);
  free(cache);
  free(workspace);
}

/* One call: sequence s of `count` has rows[s] rows from position[s] on in slot[s]. */
static tenon_status call(const tenon_block *block, size_t count, const size_t *rows, const int64_t *position,
                         const uint32_t *slot) {
  size_t first_row[8] = {0};
  for (size_t s = 0; s < count; ++s) {
    first_row[s + 1] = first_row[s] + rows[s];
    for (size_t row = 0; row < rows[s] && first_row[s] + row < ROWS; ++row)
      x[first_row[s] + row] =
          1000.0f * (float)(slot ? slot[s] : s) + (float)(position ? position[s] : 0) + (float)row;
  }
  tenon_batch batch = {
      sizeof(batch), first_row[count], count, first_row, position, slot, cache_tokens, 0, 0, 0, 0, 0};
  tenon_parallel parallel = {0, 4, serial};
  memset(visits, 0, sizeof(visits));
  memset(y, 0, sizeof(y));
  return tenon2_forward(block, packed, &batch, x, y, cache, workspace, workspace_bytes, &parallel);
}
#define CALL(block, count, rows, position, slot)                                                             \
  call(block, count, (const size_t[])rows, (const int64_t[])position, (const uint32_t[])slot)
#define LIST(...) {__VA_ARGS__}

static void visited(int kernel, size_t rows, int times) {
  for (size_t row = 0; row < ROWS; ++row)
    CHECK(visits[kernel][row] == (row < rows ? times : 0) && (row >= rows || y[row] == x[row]));
}

/* A prompt, a chunk of another, decode steps and a mix of these, in slots in no order. */
static void continued(void) {
  prepare(&cached_block);
  CHECK(tenon2_cache_size(&cached_block, CAPACITY) == 16 * 32 && tenon2_cache_size(&cached_block, 0) == 0);
  CHECK(tenon2_cache_size(&cached_block, 16) == 16 * 32 && tenon2_cache_size(&cached_block, 17) == 24 * 32);
  CHECK(tenon2_cache_size(&cached_block, SIZE_MAX) == SIZE_MAX);
  CHECK(tenon2_cache_size(&cached_block, SIZE_MAX / 8) == SIZE_MAX);
  CHECK_STATUS(CALL(&cached_block, 2, LIST(7, 3), LIST(0, 0), LIST(4, 1)), TENON_OK);
  visited(0, 10, 4);
  CHECK_STATUS(CALL(&cached_block, 3, LIST(1, 4, 2), LIST(7, 3, 0), LIST(4, 1, 2)), TENON_OK);
  visited(0, 7, 4);
  CHECK_STATUS(CALL(&cached_block, 3, LIST(1, 5, 6), LIST(2, 8, 7), LIST(2, 4, 1)), TENON_OK);
  visited(0, 12, 4);
  CHECK_STATUS(CALL(&cached_block, 1, LIST(2), LIST(5), LIST(1)), TENON_OK); /* positions may be taken back */
  for (size_t slot = 0; slot < SLOTS; slot += 3) /* slots 0 and 3 were never named */
    for (size_t i = 0; i < cache_bytes / SLOTS; ++i)
      CHECK(cache[slot * (cache_bytes / SLOTS) + i] == 0xA5);
  release();
}

static unsigned char *copy_of(const unsigned char *from, size_t bytes) {
  return memcpy(memory(bytes), from, bytes);
}

/* What is refused leaves y, the cache and the workspace as they were. */
#define REFUSED(status, block, count, rows, position, slot)                                                  \
  do {                                                                                                       \
    unsigned char *cache_was = copy_of(cache, cache_bytes),                                                  \
                  *workspace_was = copy_of(workspace, workspace_bytes);                                      \
    CHECK_STATUS(CALL(block, count, LIST rows, LIST position, LIST slot), status);                           \
    CHECK(memcmp(cache, cache_was, cache_bytes) == 0);                                                       \
    CHECK(memcmp(workspace, workspace_was, workspace_bytes) == 0);                                           \
    visited(0, 0, 0);                                                                                        \
    visited(1, 0, 0);                                                                                        \
    visited(2, 0, 0);                                                                                        \
    free(cache_was);                                                                                         \
    free(workspace_was);                                                                                     \
  } while (0)

/* Behind a window the cache stops growing, and rows go block by block so that no key is lost that is seen. */
static void windowed(void) {
  CHECK(tenon2_cache_size(&ringed_block, 3) == 8 * 24 && tenon2_cache_size(&ringed_block, RING) == RING * 24);
  CHECK(tenon2_cache_size(&ringed_block, 40) == RING * 8 + 40 * 16);
  CHECK(tenon2_cache_size(&ringed_block, SIZE_MAX) == SIZE_MAX);
  cache_tokens = 60;
  prepare(&ringed_block);
  CHECK_STATUS(CALL(&ringed_block, 1, LIST(ROWS), LIST(0), LIST(3)), TENON_OK); /* twice around */
  visited(2, ROWS, 2);
  visited(0, ROWS, 2);
  CHECK_STATUS(CALL(&ringed_block, 3, LIST(3, 20, 9), LIST(0, 32, 0), LIST(4, 3, 0)), TENON_OK);
  visited(2, ROWS, 2);
  CHECK_STATUS(CALL(&ringed_block, 3, LIST(1, 1, 21), LIST(3, 52, 9), LIST(4, 3, 0)), TENON_OK);
  visited(2, 23, 2);
  CHECK_STATUS(CALL(&ringed_block, 1, LIST(2), LIST(48), LIST(3)), TENON_OK); /* a few positions back */
  REFUSED(TENON_POSITION, &ringed_block, 1, (1), (60), (3)); /* positions end where the cache's tokens do */
  release();
  cache_tokens = CAPACITY;
}

/* Without a cache each sequence is one row block, and its store is the panel. */
static void at_once(void) {
  prepare(&whole_block);
  CHECK(cache_bytes == 0 && tenon2_cache_size(&whole_block, SIZE_MAX) == 0);
  CHECK_STATUS(call(&whole_block, 3, (const size_t[]){7, 1, 24}, 0, 0), TENON_OK);
  visited(1, ROWS, 1);
  release();
}

static void refused(void) {
  prepare(&cached_block);
  REFUSED(TENON_BATCH, &cached_block, 2, (2, 0), (0, 0), (0, 1));          /* a sequence without rows */
  REFUSED(TENON_BATCH, &cached_block, 3, (1, 2, 1), (0, 0, 4), (1, 2, 1)); /* a slot used twice */
  REFUSED(TENON_POSITION, &cached_block, 1, (14), (0), (0));               /* longer than the cache */
  REFUSED(TENON_POSITION, &cached_block, 2, (1, 1), (0, 13), (0, 1));      /* one token behind the cache */
  REFUSED(TENON_POSITION, &cached_block, 1, (1), (-1), (0));
  REFUSED(TENON_POSITION, &cached_block, 1, (2), (INT64_MAX), (0));
  REFUSED(TENON_POSITION, &cached_block, 1, (2), (INT64_MAX - 1), (0));
  CHECK_STATUS(CALL(&cached_block, 1, LIST(12), LIST(0), LIST(0)), TENON_OK);
  CHECK_STATUS(CALL(&cached_block, 1, LIST(1), LIST(12), LIST(0)), TENON_OK); /* the last place */
  tenon_batch none = {sizeof(none), 1, 0, 0, 0, 0, CAPACITY, 0, 0};
  CHECK_STATUS(tenon2_forward(&cached_block, packed, &none, x, y, cache, workspace, workspace_bytes, 0),
               TENON_BATCH);
  none.sequences = 1;
  CHECK_STATUS(tenon2_forward(&cached_block, packed, &none, x, y, cache, workspace, workspace_bytes, 0),
               TENON_NULL);
  none.tokens = 0;
  CHECK_STATUS(tenon2_forward(&cached_block, packed, &none, x, y, cache, workspace, workspace_bytes, 0),
               TENON_OK);
  size_t first_row[] = {0, 1};
  tenon_batch one = {sizeof(one), 1, 1, first_row, 0, 0, CAPACITY, 0, 0};
  CHECK_STATUS(tenon2_forward(&cached_block, packed, &one, x, y, 0, workspace, workspace_bytes, 0),
               TENON_NULL);
  CHECK_STATUS(tenon2_forward(&cached_block, packed, &one, x, y, cache + 4, workspace, workspace_bytes, 0),
               TENON_UNALIGNED);
  release();
  prepare(&whole_block);
  REFUSED(TENON_POSITION, &whole_block, 2, (2, 2), (0, 1),
          (0, 1)); /* later tokens are seen: no earlier calls */
  release();
  prepare(&mixed_block);
  REFUSED(TENON_POSITION, &mixed_block, 1, (2), (1), (0)); /* one attention with a cache, one without */
  release();
}

int main(void) {
  continued();
  at_once();
  windowed();
  refused();
  return finish();
}
