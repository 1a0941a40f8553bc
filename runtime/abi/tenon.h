/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tenon.h: the C contract of compiled blocks, version 1. C11 and C++17. */
#ifndef TENON_H
#define TENON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TENON_ABI_VERSION 1

/* Every function that can fail returns one of these; a failed check writes nothing. */
typedef enum {
  TENON_OK = 0,
  TENON_NULL = 1,         /* a pointer that is needed is null */
  TENON_STRUCT_SIZE = 2,  /* a struct_size of another version */
  TENON_UNALIGNED = 3,    /* packed, cache, workspace: to 64 bytes; x, y, weights: to their element */
  TENON_SHORT_BUFFER = 4, /* packed or workspace smaller than its size function says */
  TENON_FOREIGN_PACK = 5, /* packed weights of another block, variant or version */
  TENON_OVERLAP = 6,      /* x and y overlap without being equal, or overlap the workspace */
  TENON_OVERFLOW = 7,     /* a size that does not fit in size_t */
  TENON_TENSOR_TYPE = 8,  /* a weight of a type that cannot be packed */
  TENON_TENSOR_SIZE = 9,  /* a weight with another number of elements than the block's */
  TENON_RANGE = 10,       /* a weight that becomes infinite in the block's storage type */
  TENON_BATCH = 11,       /* sequences, positions, slots or outputs that contradict each other */
  TENON_POSITION = 12,    /* a position beyond the cache or a table of positions */
  TENON_VARIANT = 13,     /* a forced variant that does not exist or does not run here */
  TENON_TOKEN = 14        /* an id beyond the vocabulary, or a token type that does not exist */
} tenon_status;

/* Of numbers; TENON_I32 for ids alone. */
typedef enum { TENON_F32 = 0, TENON_BF16 = 1, TENON_F16 = 2, TENON_I32 = 3 } tenon_type;

typedef struct {
  size_t struct_size;            /* sizeof(tenon_batch), or of its beginning up to y_stride at least */
  size_t tokens;                 /* rows of x and y */
  size_t sequences;              /* without attention it may be 0 and the three pointers null */
  const size_t *first_row;       /* [sequences + 1]: rows of each sequence */
  const int64_t *first_position; /* [sequences]: position of its first new token; null: 0 */
  const uint32_t *slot;          /* [sequences]: cache slot; null: 0, 1, 2, ... */
  size_t cache_tokens;           /* capacity of a slot */
  size_t x_stride, y_stride;     /* elements between rows; 0: the width */
  /* Of stacks; blocks ignore them. */
  const int32_t *token_types; /* [tokens]; null: 0 */
  size_t outputs;             /* rows of y, unless output_row is null */
  const size_t *output_row;   /* [outputs]: rows that the end of the stack is to see, rising; null: all */
  /* For profiles: called before each kernel, and once behind the last one with a null name; null: never. */
  void (*observe)(void *observer, const char *kernel, size_t layer);
  void *observer;
} tenon_batch;

/* Runs body(arguments, index) once for every index below count, on any thread, in any order. */
typedef struct {
  void *context;
  size_t threads; /* how many indices may run at once; a hint for splitting, never for results */
  void (*parallel_for)(void *context, void (*body)(void *arguments, size_t index), void *arguments,
                       size_t count);
} tenon_parallel;

/* One weight as the caller stores it; read only while packing. */
typedef struct {
  const void *data;
  tenon_type type;
  size_t elements;
} tenon_tensor;

#ifdef __cplusplus
}
#endif
#endif
