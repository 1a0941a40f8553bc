/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attention behind a window, whose cache is a ring: a row's bytes are those of the whole prompt however the
 * prompt is spread over calls, whatever lay in the cache before, with no room behind it. WINDOW, ROWS,
 * ELEMENT, CACHED (0: no cache, sequences are whole) and the weights are those of the spec. Prints the digest
 * of y, to be compared with another form of the mask. */
#define _DEFAULT_SOURCE
#include "windowed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WIDTH = 24, HEADS = 2, DIM = 8, SLOTS = 3 };
typedef ELEMENT element;

static element x[ROWS * WIDTH], whole[ROWS * WIDTH], y[2 * ROWS * WIDTH];
static void *packed;
static int wrong;

static uint32_t state = 1;
static float uniform(void) { /* in [-1, 1), never denormal in the 16 bits kept */
  state = state * 1664525u + 1013904223u;
  return (float)(int32_t)(state & 0xffff0000u) / 2147483648.0f;
}

static void set(element *target, float value) { /* bf16: the upper half */
  memcpy(target, (char *)&value + sizeof value - sizeof(element), sizeof(element));
}

static tenon_tensor seeded(size_t elements) {
  float *data = malloc(elements * sizeof(float));
  for (size_t i = 0; i < elements; ++i)
    data[i] = 0.4f * uniform();
  return (tenon_tensor){data, TENON_F32, elements};
}

/* `bytes` that end where memory ends; all of them NaN as far as numbers can be. */
static unsigned char *guarded(size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (bytes + 63) / 64 * 64,
         pages = (room + page - 1) / page * page;
  unsigned char *start = mmap(NULL, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED || mprotect(start + pages, page, PROT_NONE) != 0)
    exit(3);
  return memset(start + (pages - room), 0xff, room);
}

/* Serial and backwards: a caller may run tasks in any order. */
static void backwards(void *context, void (*body)(void *, size_t), void *arguments, size_t count) {
  (void)context;
  for (size_t i = count; i-- > 0;)
    body(arguments, i);
}

static void *cache;
static size_t cache_tokens;

static void start(size_t tokens) {
  cache_tokens = tokens;
  cache = guarded(SLOTS * windowed_cache_size(tokens));
}

/* Rows [from, from + count) of x in slot 2, and of as many of its first `others` rows in slot 0, in one call.
 */
static void forward(const element *rows, size_t from, size_t count, size_t others, element *result,
                    size_t threads) {
  size_t beside = from < others ? (count < others - from ? count : others - from) : 0,
         tokens = count + beside;
  size_t first_row[] = {0, count, tokens}, size = windowed_workspace_size(tokens, threads);
  int64_t position[] = {(int64_t)from, (int64_t)from};
  uint32_t slot[] = {2, 0};
  element *in = malloc(2 * tokens * WIDTH * sizeof(element)), *out = in + tokens * WIDTH;
  memcpy(in, rows + from * WIDTH, count * WIDTH * sizeof(element));
  memcpy(in + count * WIDTH, rows + from * WIDTH, beside * WIDTH * sizeof(element));
  void *workspace = aligned_alloc(64, (size + 63) / 64 * 64);
  memset(workspace, 0xff, size);
  tenon_parallel parallel = {NULL, threads, backwards};
  tenon_batch batch = {sizeof batch, tokens, beside ? 2 : 1, first_row, position, slot, cache_tokens, 0, 0};
  if (windowed_forward(packed, &batch, in, out, cache, workspace, size, &parallel) != TENON_OK)
    exit(4);
  memcpy(result + from * WIDTH, out, count * WIDTH * sizeof(element));
  if (beside)
    memcpy(result + (ROWS + from) * WIDTH, out + count * WIDTH, beside * WIDTH * sizeof(element));
  free(workspace);
  free(in);
}

static void same(const char *what, size_t number, const element *one, const element *other, size_t rows) {
  for (size_t row = 0; row < rows; ++row)
    if (memcmp(one + row * WIDTH, other + row * WIDTH, WIDTH * sizeof(element)) != 0) {
      printf("%s %zu: row %zu differs\n", what, number, row);
      ++wrong;
      return;
    }
}

static void in_chunks(size_t chunk, size_t others, size_t threads) {
  memset(y, 0x5a, sizeof y);
  for (size_t from = 0; from < ROWS; from += chunk)
    forward(x, from, chunk < ROWS - from ? chunk : ROWS - from, others, y, threads);
  same("chunks of", chunk, y, whole, ROWS);
  same("another sequence in chunks of", chunk, y + ROWS * WIDTH, whole, others);
}

/* A row of NaN makes NaN of the rows that see it, and changes no other. */
static void spoil(size_t spoilt, size_t chunk) {
  static element rows[ROWS * WIDTH];
  memcpy(rows, x, sizeof x);
  for (size_t i = 0; i < WIDTH; ++i)
    set(&rows[spoilt * WIDTH + i], __builtin_nanf(""));
  memset(y, 0x5a, sizeof y);
  for (size_t from = 0; from < ROWS; from += chunk)
    forward(rows, from, chunk < ROWS - from ? chunk : ROWS - from, 0, y, 1);
  size_t end = spoilt + WINDOW < ROWS ? spoilt + WINDOW : ROWS;
  for (size_t row = spoilt; row < end; ++row)
    if (memcmp(y + row * WIDTH, whole + row * WIDTH, WIDTH * sizeof(element)) == 0) {
      printf("row %zu does not see row %zu\n", row, spoilt);
      ++wrong;
    }
  same("before NaN, chunks of", chunk, y, whole, spoilt);
  same("behind NaN, chunks of", chunk, y + end * WIDTH, whole + end * WIDTH, ROWS - end);
}

/* The same rows in other calls, and in a cache of other sizes. */
static void spread(void) {
  const size_t chunks[] = {1, 7, 64, 300, ROWS};
  for (size_t i = 0; i < sizeof chunks / sizeof *chunks; ++i)
    in_chunks(chunks[i], i % 2 ? 700 : 0, 1 + i);
  spoil(10, 300);
  spoil(ROWS / 2, 64);
  start(300); /* too few tokens to come round */
  forward(x, 0, 300, 300, y, 2);
  same("a short cache", 300, y, whole, 300);
  if (windowed_cache_size(ROWS) != windowed_cache_size(1u << 20) ||
      windowed_cache_size(ROWS) <= windowed_cache_size(64)) {
    printf("a cache of %zu bytes becomes %zu\n", windowed_cache_size(ROWS), windowed_cache_size(1u << 20));
    ++wrong;
  }
}

int main(void) {
  windowed_weights weights = {seeded(HEADS * DIM * WIDTH), seeded(DIM * WIDTH), seeded(DIM * WIDTH),
                              seeded(WIDTH * HEADS * DIM)};
  packed = aligned_alloc(64, (windowed_packed_size() + 63) / 64 * 64);
  if (windowed_pack(&weights, packed, windowed_packed_size(), NULL) != TENON_OK)
    return 2;
  for (size_t i = 0; i < ROWS * WIDTH; ++i)
    set(&x[i], uniform());
  start(ROWS);
  forward(x, 0, ROWS, 0, whole, 1);
  if (CACHED)
    spread();
  uint64_t digest = 0xcbf29ce484222325;
  for (size_t i = 0; i < sizeof whole; ++i)
    digest = (digest ^ ((unsigned char *)whole)[i]) * 0x100000001b3;
  printf("%d wrong, digest %016llx\n", wrong, (unsigned long long)digest);
  return wrong != 0;
}
