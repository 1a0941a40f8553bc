/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support.c with tables written by hand: every unit of every phase of every row block runs once, in
 * order, with scratch and a floating-point environment of its own; variants that do not run here are passed
 * over. */
#define _POSIX_C_SOURCE 200112L
#include "check.h"
#include "runtime/abi/kernel.h"
#include <xmmintrin.h>

enum { ROWS = 7, TOKENS = 17, TILE = 3, CHUNKS = 5, SCRATCH = 192, PANEL = 320, ROW_BYTES = 128 };

/* What happened, in the order in which it did. */
static struct event {
  int phase;
  uint64_t first, rows, begin, end;
  const unsigned char *scratch;
} events[4096];
static int event_count;

static void record(int phase, const tenon_frame *frame, uint64_t begin, uint64_t end,
                   unsigned char *scratch) {
  CHECK((uintptr_t)__builtin_frame_address(0) % 16 == 0);
  CHECK(_mm_getcsr() == 0x9fc0); /* to nearest, all exceptions masked, FTZ, DAZ */
  CHECK((uintptr_t)scratch % 64 == 0 && (uintptr_t)frame->panel % 64 == 0 &&
        (uintptr_t)frame->workspace % 64 == 0);
  CHECK(frame->tokens == TOKENS && frame->x_stride == 4 && frame->y_stride == 6);
  memset(scratch, phase, SCRATCH);
  events[event_count++] = (struct event){phase, frame->first, frame->rows, begin, end, scratch};
}
static void prologue(const tenon_frame *f, uint64_t b, uint64_t e, unsigned char *s) {
  record(1, f, b, e, s);
}
static void contraction(const tenon_frame *f, uint64_t b, uint64_t e, unsigned char *s) {
  record(2, f, b, e, s);
}
static void last(const tenon_frame *f, uint64_t b, uint64_t e, unsigned char *s) {
  record(3, f, b, e, s);
  memset(f->workspace, 3, TOKENS * ROW_BYTES);
  memset(f->panel, 3, PANEL);
  for (uint64_t row = 0; row < TOKENS; ++row)
    CHECK(f->positions[row] == (row < 4 ? 100 + (int64_t)row : (int64_t)row - 4));
}

static int64_t packed_units;
static int64_t pack_f32(const void *source, unsigned char *packed, uint64_t begin, uint64_t end) {
  CHECK((uintptr_t)__builtin_frame_address(0) % 16 == 0);
  CHECK(_mm_getcsr() == 0x1f80); /* the same without FTZ and DAZ */
  for (uint64_t unit = begin; unit < end; ++unit, ++packed_units)
    packed[unit] = (unsigned char)((const float *)source)[unit];
  return begin <= 6 && 6 < end && ((const float *)source)[6] > 100 ? 6 : -1;
}

static const tenon_kernel kernels[] = {
    {.name = "first",
     .kind = tenon_kind_rows,
     .block_rows = ROWS,
     .prologue = prologue,
     .contraction = contraction,
     .finish = last,
     .tile_rows = TILE,
     .column_chunks = CHUNKS,
     .panel_bytes = PANEL,
     .scratch_bytes = SCRATCH},
    /* A row kernel: all rows at once. */
    {.name = "rows", .kind = tenon_kind_rows, .finish = last, .tile_rows = TILE, .scratch_bytes = 64},
};
static const tenon_pack_step steps[] = {{.parameter = 0, .from = {pack_f32}, .units = 9}};
static const tenon_part part = {.kernel_count = 2,
                                .kernels = kernels,
                                .pack_step_count = 1,
                                .pack_steps = steps,
                                .packed_bytes = 64,
                                .row_bytes = ROW_BYTES};
static const tenon_part *const parts[] = {&part};
static const tenon_variant variants[] = {
    {.name = "from-the-future", .features = 1ull << 63, .parts = parts, .code_hash = 5},
    {.name = "best", .parts = parts, .code_hash = 5},
    {.name = "next", .parts = parts, .code_hash = 5}};
static const tenon_parameter parameters[] = {{"p", 9}};
static const uint64_t places[] = {0};
static const tenon_layer layers[] = {{0, places}};
static uint64_t chosen;
#define BLOCK(count, list, choice)                                                                           \
  {.name = "b",                                                                                              \
   .hash = {1, 2},                                                                                           \
   .x_width = 4,                                                                                             \
   .y_width = 4,                                                                                             \
   .end = 1,                                                                                                 \
   .parameter_count = 1,                                                                                     \
   .parameters = parameters,                                                                                 \
   .layer_count = 1,                                                                                         \
   .layers = layers,                                                                                         \
   .part_count = 1,                                                                                          \
   .variant_count = count,                                                                                   \
   .variants = list,                                                                                         \
   .chosen = choice}
static const tenon_block block = BLOCK(3, variants, &chosen);

typedef void body_function(void *arguments, size_t index);
static size_t most_tasks;
/* Calls body with a stack that is aligned to 8 bytes only. */
static void misaligned_call(body_function *body, void *arguments, size_t index) {
  __asm__ volatile(
      "movq %%rsp, %%rbx\n\tandq $-16, %%rsp\n\tsubq $136, %%rsp\n\tcallq *%%rax\n\tmovq %%rbx, %%rsp"
      : "+a"(body), "+D"(arguments), "+S"(index)
      :
      : "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
        "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}
static void misaligned(void *context, body_function *body, void *arguments, size_t count) {
  most_tasks = count > most_tasks ? count : most_tasks;
  for (size_t i = count; i-- > 0;)
    misaligned_call(body, arguments, i);
}

/* The events of one phase of one row block cover [0, units) once, from disjoint scratch. Returns how many
 * there are. */
static int one_phase(int at, int phase, uint64_t first, uint64_t rows, uint64_t units) {
  uint64_t covered = 0;
  int count = 0;
  while (at + count < event_count && covered < units) {
    struct event e = events[at + count++];
    CHECK(e.phase == phase && e.first == first && e.rows == rows && e.begin < e.end && e.end <= units);
    covered += e.end - e.begin;
    for (int i = at; i < at + count - 1; ++i) {
      CHECK(events[i].scratch >= e.scratch + SCRATCH || e.scratch >= events[i].scratch + SCRATCH);
      CHECK(events[i].end <= e.begin || e.end <= events[i].begin);
    }
  }
  CHECK(covered == units);
  return count;
}

static void execution(size_t threads) {
  size_t first_row[] = {0, 4, TOKENS};
  int64_t first_position[] = {100, 0};
  tenon_batch batch = {sizeof(batch), TOKENS, 2, first_row, first_position, 0, 0, 0, 6, 0, 0, 0};
  tenon_parallel parallel = {0, threads, misaligned};
  size_t size = tenon2_workspace_size(&block, TOKENS, threads);
  static float x[TOKENS * 4], y[TOKENS * 6];
  static unsigned char packed[128] __attribute__((aligned(64)));
  static const float weights[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  tenon_tensor tensor = {weights, TENON_F32, 9};
  unsigned char *workspace = memory(size + 64);
  memset(workspace + size, 0xA5, 64);
  packed_units = event_count = 0;
  most_tasks = 0;
  CHECK_STATUS(tenon2_pack(&block, &tensor, packed, sizeof(packed), &parallel), TENON_OK);
  CHECK(packed_units == 9 && packed[64] == 1 && packed[64 + 8] == 9);
  CHECK_STATUS(tenon2_forward(&block, packed, &batch, x, y, 0, workspace, size, &parallel), TENON_OK);
  CHECK(most_tasks == (threads > 9 ? 9 : threads == 1 ? 0 : threads));
  int at = 0;
  for (uint64_t first = 0; first < TOKENS; first += ROWS) {
    uint64_t rows = TOKENS - first < ROWS ? TOKENS - first : ROWS, tiles = (rows + TILE - 1) / TILE;
    at += one_phase(at, 1, first, rows, tiles);
    at += one_phase(at, 2, first, rows, CHUNKS);
    at += one_phase(at, 3, first, rows, tiles);
  }
  at += one_phase(at, 3, 0, TOKENS, (TOKENS + TILE - 1) / TILE);
  CHECK(at == event_count);
  for (int i = 0; i < 64; ++i)
    CHECK(workspace[size + i] == 0xA5);
  free(workspace);
}

static void choice(void) {
  chosen = 0;
  CHECK(strcmp(tenon2_variant(&block), "best") == 0);
  CHECK_STATUS(tenon2_force_variant(&block, "from-the-future"), TENON_VARIANT);
  CHECK(strcmp(tenon2_variant(&block), "best") == 0);
  CHECK_STATUS(tenon2_force_variant(&block, "next"), TENON_OK);
  CHECK(strcmp(tenon2_variant(&block), "next") == 0);
  CHECK_STATUS(tenon2_force_variant(&block, 0), TENON_OK);
  CHECK(strcmp(tenon2_variant(&block), "best") == 0);
  const char *names[] = {"next", "from-the-future", "nex", "nextt", ""};
  const char *wanted[] = {"next", 0, 0, 0, "best"};
  for (int i = 0; i < 5; ++i) {
    chosen = 0;
    setenv("TENON_VARIANT", names[i], 1);
    const char *got = tenon2_variant(&block);
    CHECK(wanted[i] ? got && strcmp(got, wanted[i]) == 0 : got == 0);
    CHECK((tenon2_packed_size(&block) == SIZE_MAX) == (got == 0));
    CHECK((tenon2_workspace_size(&block, 1, 1) == SIZE_MAX) == (got == 0));
  }
  unsetenv("TENON_VARIANT");
  static const tenon_variant future[] = {{"from-the-future", 1ull << 63, parts, 5, 0}};
  static uint64_t none;
  static const tenon_block bad = BLOCK(1, future, &none);
  static unsigned char packed[128] __attribute__((aligned(64))), workspace[4096] __attribute__((aligned(64)));
  static float x[4], y[4], weights[9];
  tenon_tensor tensor = {weights, TENON_F32, 9};
  tenon_batch batch = {.struct_size = sizeof(batch), .tokens = 1};
  CHECK(tenon2_variant(&bad) == 0);
  CHECK_STATUS(tenon2_pack(&bad, &tensor, packed, sizeof(packed), 0), TENON_VARIANT);
  CHECK_STATUS(tenon2_forward(&bad, packed, &batch, x, y, 0, workspace, sizeof(workspace), 0), TENON_VARIANT);
}

static void range(void) {
  static unsigned char packed[128] __attribute__((aligned(64)));
  float weights[9] = {[6] = 200};
  tenon_tensor tensor = {weights, TENON_F32, 9};
  tenon_parallel parallel = {0, 4, misaligned};
  chosen = 0;
  CHECK_STATUS(tenon2_pack(&block, &tensor, packed, sizeof(packed), &parallel), TENON_RANGE);
}

int main(void) {
  size_t threads[] = {1, 2, 3, 8, 100};
  for (int i = 0; i < 5; ++i)
    execution(threads[i]);
  choice();
  range();
  return finish();
}
