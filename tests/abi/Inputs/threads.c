/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any thread count, any order of indices, real threads, a stack aligned to 8 bytes,
 * buffers at odd places, guard pages, and the control word: same bytes, nothing else touched. */
#define _GNU_SOURCE
#include "check.h"
#include "scaled.h"
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xmmintrin.h>

enum { TOKENS = 13, GUARD = 64 };
static void *packed;
static float x[TOKENS * WIDTH], reference[TOKENS * WIDTH];

typedef void body_function(void *arguments, size_t index);

static void forwards(void *context, body_function *body, void *arguments, size_t count) {
  for (size_t i = 0; i < count; ++i)
    body(arguments, i);
}
static void backwards(void *context, body_function *body, void *arguments, size_t count) {
  for (size_t i = count; i-- > 0;)
    body(arguments, i);
}

typedef struct {
  body_function *body;
  void *arguments;
  size_t index;
} one_call;
static void *run_one(void *argument) {
  one_call *call = argument;
  call->body(call->arguments, call->index);
  return 0;
}
static void all_at_once(void *context, body_function *body, void *arguments, size_t count) {
  pthread_t threads[64];
  one_call calls[64];
  for (size_t i = 0; i < count; ++i) {
    calls[i] = (one_call){body, arguments, i};
    pthread_create(&threads[i], 0, run_one, &calls[i]);
  }
  for (size_t i = 0; i < count; ++i)
    pthread_join(threads[i], 0);
}

/* Calls body with a stack pointer that is a multiple of 8 but not of 16, as old callers do. */
__attribute__((noinline)) static void misaligned_call(body_function *body, void *arguments, size_t index) {
  __asm__ volatile("movq %%rsp, %%rbx\n\t"
                   "andq $-16, %%rsp\n\t"
                   "subq $136, %%rsp\n\t"
                   "callq *%%rax\n\t"
                   "movq %%rbx, %%rsp"
                   : "+a"(body), "+D"(arguments), "+S"(index)
                   :
                   : "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "memory", "cc", "xmm0", "xmm1", "xmm2",
                     "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12",
                     "xmm13", "xmm14", "xmm15");
}
static void misaligned(void *context, body_function *body, void *arguments, size_t count) {
  /* Whatever the stack of whoever called the block, its own calls are as the C ABI wants them. */
  CHECK((uintptr_t)__builtin_frame_address(0) % 16 == 0);
  for (size_t i = 0; i < count; ++i)
    misaligned_call(body, arguments, i);
}

typedef struct {
  const tenon_batch *batch;
  float *y;
  void *workspace;
  size_t bytes;
  const tenon_parallel *parallel;
  tenon_status status;
} forward_arguments;
static void forward_body(void *argument, size_t index) {
  forward_arguments *a = argument;
  a->status = scaled_forward(packed, a->batch, x, a->y, 0, a->workspace, a->bytes, a->parallel);
}

static void compare(const tenon_parallel *parallel, int entry_misaligned) {
  tenon_batch batch = {sizeof(batch), TOKENS, 0, 0, 0, 0, 0, 0, 0};
  size_t bytes = scaled_workspace_size(TOKENS, parallel ? parallel->threads : 1);
  unsigned char *workspace = memory(bytes + GUARD);
  static unsigned char raw[GUARD + 4 + sizeof(reference) + GUARD];
  memset(raw, 0xA5, sizeof(raw));
  memset(workspace, 0xA5, bytes + GUARD);
  float *y = (float *)(raw + GUARD + 4); /* aligned to its element only */
  forward_arguments arguments = {&batch, y, workspace, bytes, parallel, TENON_BATCH};
  if (entry_misaligned)
    misaligned_call(forward_body, &arguments, 0);
  else
    forward_body(&arguments, 0);
  CHECK_STATUS(arguments.status, TENON_OK);
  CHECK(memcmp(y, reference, sizeof(reference)) == 0);
  for (size_t i = 0; i < GUARD; ++i)
    CHECK(raw[i] == 0xA5 && raw[GUARD + 4 + sizeof(reference) + i] == 0xA5 && workspace[bytes + i] == 0xA5);
  free(workspace);
}

static void strides(void) {
  enum { STRIDE = 53 };
  static float buffer[TOKENS * STRIDE];
  tenon_batch batch = {sizeof(batch), TOKENS, 0, 0, 0, 0, 0, STRIDE, STRIDE};
  size_t bytes = scaled_workspace_size(TOKENS, 1);
  void *workspace = memory(bytes);
  memset(buffer, 0x5A, sizeof(buffer));
  for (size_t r = 0; r < TOKENS; ++r)
    memcpy(buffer + r * STRIDE, x + r * WIDTH, WIDTH * sizeof(float));
  float *y = buffer + 25; /* columns of the same matrix */
  CHECK_STATUS(scaled_forward(packed, &batch, buffer, y, 0, workspace, bytes, 0), TENON_OK);
  for (size_t r = 0; r < TOKENS; ++r) {
    CHECK(memcmp(y + r * STRIDE, reference + r * WIDTH, WIDTH * sizeof(float)) == 0);
    CHECK(memcmp(buffer + r * STRIDE, x + r * WIDTH, WIDTH * sizeof(float)) == 0);
  }
  CHECK_STATUS(scaled_forward(packed, &batch, buffer, buffer + WIDTH - 1, 0, workspace, bytes, 0),
               TENON_OVERLAP);
  free(workspace);
}

/* `bytes` bytes that end where a page begins that cannot be touched. */
static void *at_the_edge(size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), whole = (bytes + page - 1) / page * page;
  unsigned char *base = mmap(0, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(base + whole, page, PROT_NONE);
  return base + whole - bytes;
}

static void guard_pages(void) {
  tenon_batch batch = {sizeof(batch), TOKENS, 0, 0, 0, 0, 0, 0, 0};
  size_t bytes = scaled_workspace_size(TOKENS, 1), packed_bytes = scaled_packed_size();
  float *gain = at_the_edge(WIDTH * sizeof(float)), *from = at_the_edge(sizeof(x)),
        *to = at_the_edge(sizeof(x));
  void *workspace = at_the_edge(bytes), *pack = at_the_edge(packed_bytes);
  CHECK(bytes % 64 == 0 && packed_bytes % 64 == 0);
  for (size_t c = 0; c < WIDTH; ++c)
    gain[c] = gain_at(c);
  memcpy(from, x, sizeof(x));
  scaled_weights weights = {{gain, TENON_F32, WIDTH}};
  CHECK_STATUS(scaled_pack(&weights, pack, packed_bytes, 0), TENON_OK);
  CHECK(memcmp(pack, packed, packed_bytes) == 0);
  CHECK_STATUS(scaled_forward(pack, &batch, from, to, 0, workspace, bytes, 0), TENON_OK);
  CHECK(memcmp(to, reference, sizeof(reference)) == 0);
}

int main(void) {
  float gain[WIDTH];
  for (size_t c = 0; c < WIDTH; ++c)
    gain[c] = gain_at(c);
  for (size_t i = 0; i < TOKENS * WIDTH; ++i) {
    x[i] = x_at(i / WIDTH, i % WIDTH);
    reference[i] = y_at(i / WIDTH, i % WIDTH, (int64_t)(i / WIDTH));
  }
  scaled_weights weights = {{gain, TENON_F32, WIDTH}};
  packed = memory(scaled_packed_size());
  CHECK_STATUS(scaled_pack(&weights, packed, scaled_packed_size(), 0), TENON_OK);
  unsigned control = _mm_getcsr();
  compare(0, 0);
  compare(0, 1);
  size_t counts[] = {1, 2, 3, 8, 40};
  for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
    tenon_parallel parallel = {0, counts[i], forwards};
    compare(&parallel, 0);
    parallel.parallel_for = backwards;
    compare(&parallel, 0);
    parallel.parallel_for = all_at_once;
    compare(&parallel, 0);
    parallel.parallel_for = misaligned;
    compare(&parallel, 1);
  }
  strides();
  guard_pages();
  CHECK(_mm_getcsr() == control);
  _mm_setcsr(control | 0x8000 | 0x6000); /* flush to zero, round to zero: kept as found */
  compare(0, 0);
  CHECK((_mm_getcsr() & 0xffc0) == ((control | 0xe000) & 0xffc0));
  _mm_setcsr(control);
  return finish();
}
