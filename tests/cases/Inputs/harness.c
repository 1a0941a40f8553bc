// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls one compiled block from C the way a user might, with the buffers, strides,
// threads and surroundings that its arguments ask for, and prints what it saw as
// `name=value` lines. Arguments are `name=value` too; see options.h.
#define _GNU_SOURCE
#include "harness.h"
#include "memory.h"
#include "options.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __x86_64__
#include <xmmintrin.h>
#endif
#ifdef HARNESS_DENY_AMX
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

static unsigned char *readFile(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file)
    fail("cannot open", path);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  unsigned char *data = malloc(*size + 1);
  if (fread(data, 1, *size, file) != *size)
    fail("cannot read", path);
  fclose(file);
  return data;
}

// --- parallel_for: threads of our own, dealt out in a scrambled order ---------------

typedef struct {
  void (*body)(void *, size_t);
  void *arguments;
  size_t count, threads, self;
} Share;

static void *runShare(void *argument) {
  Share *share = argument;
  for (size_t index = share->count; index-- > 0;)
    if (index % share->threads == share->self)
      share->body(share->arguments, index);
  return NULL;
}

static void parallelFor(void *context, void (*body)(void *, size_t), void *arguments, size_t count) {
  size_t threads = *(size_t *)context;
  pthread_t handles[64];
  Share shares[64];
  for (size_t self = 0; self < threads; ++self) {
    shares[self] = (Share){body, arguments, count, threads, self};
    pthread_create(&handles[self], NULL, runShare, &shares[self]);
  }
  for (size_t self = 0; self < threads; ++self)
    pthread_join(handles[self], NULL);
}

// --- one caller -------------------------------------------------------------------

typedef struct {
  const Options *options;
  const void *packed;
  const unsigned char *rows; // rows of x, `period` of them
  size_t period;
  Fenced x, y;
  tenon_status status;
  size_t differing; // repeats whose bytes are not those of the first
  double seconds;   // the fastest call
} Caller;

static size_t bytesOf(const Options *options, size_t stride) {
  if (options->tokens == 0)
    return 0;
  return ((options->tokens - 1) * (stride ? stride : options->width) + options->width) * options->element;
}

static void fillRows(Caller *caller) {
  const Options *options = caller->options;
  size_t row = options->width * options->element;
  size_t stride = (options->xStride ? options->xStride : options->width) * options->element;
  for (size_t token = 0; token < options->tokens; ++token)
    memcpy(caller->x.data + token * stride, caller->rows + token % caller->period * row, row);
}

#ifdef __x86_64__
/// Calls `body(argument)` with the stack pointer 8 bytes off what the ABI promises.
static void callMisaligned(void (*body)(void *), void *argument) {
  __asm__ volatile("mov %%rsp, %%rbx\n\t"
                   "and $-16, %%rsp\n\t"
                   "sub $264, %%rsp\n\t"
                   "call *%0\n\t"
                   "mov %%rbx, %%rsp"
                   :
                   : "r"(body), "D"(argument)
                   : "rbx", "rax", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory", "cc", "xmm0",
                     "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
                     "xmm12", "xmm13", "xmm14", "xmm15");
}
#endif

typedef struct {
  const Options *options;
  const void *packed;
  const tenon_batch *batch;
  const unsigned char *x;
  unsigned char *y;
  void *cache, *workspace;
  size_t workspaceSize;
  const tenon_parallel *parallel;
  tenon_status status;
} Call;

/// One call, or with a cache one of `prefill` rows and then one for each row.
static void forwardOnce(void *argument) {
  Call *call = argument;
  const Options *options = call->options;
  if (!options->cacheTokens) {
    call->status = blockForward(call->packed, call->batch, call->x, call->y, NULL, call->workspace,
                                call->workspaceSize, call->parallel);
    return;
  }
  size_t row = options->width * options->element, count = options->prefill;
  for (size_t first = 0; first < options->tokens && call->status == TENON_OK; first += count, count = 1) {
    size_t rows[2] = {0, count};
    int64_t position = (int64_t)first;
    tenon_batch batch = *call->batch;
    batch.tokens = count;
    batch.sequences = 1;
    batch.first_row = rows;
    batch.first_position = &position;
    batch.cache_tokens = options->cacheTokens;
    call->status = blockForward(call->packed, &batch, call->x + first * row, call->y + first * row,
                                call->cache, call->workspace, call->workspaceSize, call->parallel);
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void *runCaller(void *argument) {
  Caller *caller = argument;
  const Options *options = caller->options;
  size_t threads = options->threads;
  tenon_parallel parallel = {&threads, threads, parallelFor};
  tenon_batch batch = {.struct_size = sizeof batch,
                       .tokens = options->tokens,
                       .x_stride = options->xStride,
                       .y_stride = options->yStride};
  Fenced cache = fenced(blockCacheSize(options->cacheTokens), 0, aroundNan);
  Fenced workspace = fenced(blockWorkspaceSize(options->tokens, threads ? threads : 1),
                            options->workspaceShift, aroundGuard);
  caller->x = fenced(bytesOf(options, options->xStride), options->xShift, options->around);
  // y has guard bytes behind it even where x and the weights have NaN: a read there is
  // the fault that NaN shows, a write the one that guard bytes show.
  caller->y = options->inplace ? caller->x
                               : fenced(bytesOf(options, options->yStride), options->yShift,
                                        options->around == aroundFault ? aroundFault : aroundGuard);
  if (!options->inplace && caller->y.size)
    memset(caller->y.data, guardByte, caller->y.size);
  unsigned char *first = options->repeats > 1 ? malloc(caller->y.size + 1) : NULL;
  caller->seconds = 1e30;
  for (size_t run = 0; run < options->repeats; ++run) {
    fillRows(caller);
    Call call = {.options = options,
                 .packed = caller->packed,
                 .batch = &batch,
                 .x = caller->x.data,
                 .y = caller->y.data,
                 .cache = cache.data,
                 .workspace = workspace.data,
                 .workspaceSize = workspace.size,
                 .parallel = threads ? &parallel : NULL};
    double begin = now();
#ifdef __x86_64__
    if (options->misalignedStack)
      callMisaligned(forwardOnce, &call);
    else
#endif
      forwardOnce(&call);
    double took = now() - begin;
    caller->seconds = took < caller->seconds ? took : caller->seconds;
    caller->status = call.status;
    if (run == 0 && first)
      memcpy(first, caller->y.data, caller->y.size);
    else if (first && memcmp(first, caller->y.data, caller->y.size) != 0)
      ++caller->differing;
  }
  if (!fenceIntact(&workspace) || !fenceIntact(&cache))
    fail("wrote outside the workspace", "or the cache");
  free(first);
  return NULL;
}

// --- weights ----------------------------------------------------------------------

static tenon_type typeOf(const char *name) {
  return strcmp(name, "bf16") == 0 ? TENON_BF16 : strcmp(name, "f16") == 0 ? TENON_F16 : TENON_F32;
}

static void *packWeights(const Options *options) {
  static tenon_tensor tensors[1024];
  char type[8], path[4096];
  size_t count = 0, elements, size;
  FILE *manifest = options->weights ? fopen(options->weights, "r") : NULL;
  while (manifest && fscanf(manifest, "%7s %zu %4095s", type, &elements, path) == 3) {
    unsigned char *data = readFile(path, &size);
    Fenced weight = fenced(size, options->weightShift, options->around);
    memcpy(weight.data, data, size);
    free(data);
    tensors[count++] = (tenon_tensor){weight.data, typeOf(type), elements};
  }
  if (manifest)
    fclose(manifest);
  Fenced packed = fenced(blockPackedSize(), 0, aroundGuard);
  tenon_status status = blockPack(options->noWeights ? NULL : tensors, packed.data, packed.size, NULL);
  printf("pack=%d\n", (int)status);
  if (!fenceIntact(&packed))
    fail("pack wrote outside", "its buffer");
  return packed.data;
}

// --- results ----------------------------------------------------------------------

static void writeRow(FILE *file, const Caller *caller, size_t row) {
  const Options *options = caller->options;
  size_t stride = options->inplace ? options->xStride : options->yStride;
  stride = stride ? stride : options->width;
  fwrite(caller->y.data + row * stride * options->element, options->element, options->width, file);
}

static void writeRows(const Caller *caller) {
  const Options *options = caller->options;
  FILE *file = options->y ? fopen(options->y, "wb") : NULL;
  if (!file)
    return;
  if (!options->rows)
    for (size_t row = 0; row < options->tokens; ++row)
      writeRow(file, caller, row);
  for (const char *text = options->rows; text && *text; text += strcspn(text, ","), text += *text == ',')
    writeRow(file, caller, strtoull(text, NULL, 10));
  fclose(file);
}

/// The elements between the rows of y are not the block's to write.
static bool paddingIntact(const Caller *caller) {
  const Options *options = caller->options;
  size_t row = options->width * options->element;
  size_t stride = options->yStride * options->element;
  if (options->inplace || stride == 0)
    return true;
  for (size_t token = 0; token + 1 < options->tokens; ++token)
    for (size_t byte = row; byte < stride; ++byte)
      if (caller->y.data[token * stride + byte] != guardByte)
        return false;
  return true;
}

static bool inputIntact(const Caller *caller) {
  const Options *options = caller->options;
  size_t row = options->width * options->element;
  size_t stride = (options->xStride ? options->xStride : options->width) * options->element;
  for (size_t token = 0; token < options->tokens && !options->inplace; ++token)
    if (memcmp(caller->x.data + token * stride, caller->rows + token % caller->period * row, row) != 0)
      return false;
  return true;
}

#ifdef HARNESS_DENY_AMX
/// From here on the system refuses the permission to use AMX tiles.
static void denyAmx(void) {
  enum { requestPermission = 0x1023 }; // ARCH_REQ_XCOMP_PERM
  struct sock_filter filter[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                                 BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_arch_prctl, 0, 3),
                                 BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
                                 BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, requestPermission, 0, 1),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    fail("cannot refuse", "AMX");
}
#endif

static unsigned controlRegister(void) {
#ifdef __x86_64__
  return _mm_getcsr() & ~0x3Fu; // the low bits are sticky flags, not control
#else
  return 0;
#endif
}

static void runOn(pthread_t *handle, Caller *caller) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (caller->options->stackBytes)
    pthread_attr_setstacksize(&attributes, caller->options->stackBytes);
  if (pthread_create(handle, &attributes, runCaller, caller) != 0)
    fail("cannot start", "a thread");
}

int main(int count, char **arguments) {
  Options options = {.element = 4, .repeats = 1, .contexts = 1};
  for (int i = 1; i < count; ++i)
    parseArgument(&options, arguments[i]);
#ifdef HARNESS_DENY_AMX
  denyAmx();
#endif
  size_t size = 0;
  unsigned char *rows = options.x ? readFile(options.x, &size) : NULL;
  size_t row = options.width * options.element;
  unsigned before = controlRegister();
  void *packed = packWeights(&options);
  Caller callers[16];
  pthread_t handles[16];
  for (size_t i = 0; i < options.contexts; ++i)
    callers[i] =
        (Caller){.options = &options, .packed = packed, .rows = rows, .period = row && size ? size / row : 1};
  if (options.contexts == 1 && !options.stackBytes) {
    runCaller(&callers[0]);
  } else {
    for (size_t i = 0; i < options.contexts; ++i)
      runOn(&handles[i], &callers[i]);
    for (size_t i = 0; i < options.contexts; ++i)
      pthread_join(handles[i], NULL);
  }
  bool same = true, fences = true, input = true, padding = true;
  for (size_t i = 0; i < options.contexts; ++i) {
    same &= callers[i].differing == 0 && callers[i].y.size == callers[0].y.size &&
            memcmp(callers[i].y.data, callers[0].y.data, callers[0].y.size) == 0;
    fences &= fenceIntact(&callers[i].x) && fenceIntact(&callers[i].y);
    padding &= paddingIntact(&callers[i]);
    input &= inputIntact(&callers[i]);
  }
  writeRows(&callers[0]);
  printf("status=%d\nvariant=%s\nsame=%d\nfences=%d\npadding=%d\ninput=%d\n", (int)callers[0].status,
         blockVariant(), same, fences, padding, input);
  printf("control=%d\nseconds=%.9f\n", before == controlRegister(), callers[0].seconds);
  return 0;
}
