/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The contract between generated code and the support code that ships in every
 * archive (support.c): tables that the compiler emits and support.c walks. The
 * words of a kernel and of a frame are listed in Kernel.def.
 * Internal: users include tenon.h and the header of their block. The compiler
 * emits these structs as constants, so their layout may use only pointers and
 * 64-bit words, in this order. */
#ifndef TENON_KERNEL_H
#define TENON_KERNEL_H

#include "tenon.h"

/* What one phase of a kernel sees. */
typedef struct tenon_frame {
#define TENON_FRAME_BUFFER(TYPE, NAME) TYPE *NAME;
#define TENON_FRAME_SIZE(NAME) uint64_t NAME;
#include "Kernel.def"
} tenon_frame;

/* Consecutive new tokens of one sequence, for an attention kernel. */
typedef struct tenon_tile {
  uint64_t row;      /* of its first token, counted in the row block */
  uint64_t tokens;   /* 1 to tile_rows */
  uint64_t position; /* of its first token in the sequence */
  uint64_t keys;     /* keys of the sequence once those of this row block are stored */
  uint64_t store;    /* bytes from the start of cache or panel to the sequence's keys and values */
  uint64_t capacity; /* keys for which the store has room, a multiple of key_granule: key k in place k %
                        capacity */
} tenon_tile;

/* Does units [begin, end) of one row block. `scratch` belongs to this task alone. */
typedef void (*tenon_phase)(const tenon_frame *frame, uint64_t begin, uint64_t end, unsigned char *scratch);

/* Which walker runs a kernel's phases. */
typedef enum tenon_kernel_kind {
#define TENON_KERNEL_KIND(NAME, VALUE) tenon_kind_##NAME = VALUE,
#include "Kernel.def"
} tenon_kernel_kind;

/* One fused kernel: phases run in this order for each block of rows; between two
 * phases all tasks have ended. A null phase is left out. */
typedef struct tenon_kernel {
#define TENON_KERNEL_NAME(NAME) const char *NAME;
#define TENON_KERNEL_WALKER(NAME) uint64_t NAME; /* tenon_kernel_kind */
#define TENON_KERNEL_PHASE(NAME) tenon_phase NAME;
#define TENON_KERNEL_SIZE(NAME, KIND, LEAST) uint64_t NAME;
#include "Kernel.def"
} tenon_kernel;

/* Converts units [begin, end) of one parameter into packed form. Returns the element
 * index of the first value that becomes infinite by the conversion, or -1. */
typedef int64_t (*tenon_pack_phase)(const void *source, unsigned char *packed, uint64_t begin, uint64_t end);

typedef struct tenon_pack_step {
  uint64_t parameter;       /* index into the weights struct */
  tenon_pack_phase from[3]; /* by tenon_type */
  uint64_t units;
} tenon_pack_step;

/* Kernels that run one after the other on one set of weights: a block, or an end of a stack. */
typedef struct tenon_part {
  uint64_t kernel_count;
  const tenon_kernel *kernels;
  uint64_t pack_step_count;
  const tenon_pack_step *pack_steps;
  uint64_t packed_bytes; /* a multiple of 64 */
  uint64_t row_bytes;    /* workspace per token */
} tenon_part;

typedef struct tenon_variant {
  const char *name;               /* "x86-64-v4" */
  uint64_t features;              /* bits that the machine must have, TENON_CPU_* */
  const tenon_part *const *parts; /* [part_count] of the block */
  uint64_t code_hash;             /* of the generated code: packed weights of another build are stale */
  uint64_t key_granule;           /* stores have room for a multiple of so many keys; 0 without attention */
} tenon_variant;

typedef struct tenon_parameter {
  const char *name; /* canonical; a member that its layer does not have: "" */
  uint64_t elements;
} tenon_parameter;

/* A part on weights of its own. */
typedef struct tenon_layer {
  uint64_t part;
  const uint64_t *parameters; /* index into the weights struct, of each parameter of the part */
} tenon_layer;

/* A block is one layer. In a stack the first layer may be the embedding, and those
 * from `end` on see only the rows that are to come out. */
typedef struct tenon_block {
  const char *name;
  uint64_t hash[2];         /* of the block graph and its parameter table */
  uint64_t x_type, x_width; /* tenon_type and elements of a row */
  uint64_t y_type, y_width;
  uint64_t stream_type;      /* of rows between two layers */
  uint64_t stream_row_bytes; /* a multiple of 64 */
  uint64_t needs_batch;      /* 1 with attention: sequences must be given */
  uint64_t vocabulary;       /* x is ids below this; 0: x is rows */
  uint64_t position_limit;   /* positions are below this; 0: any */
  uint64_t type_count;       /* token types are below this; 0: there are none */
  uint64_t end;              /* layers in front of the end of the stack; layer_count where it has none */
  uint64_t pooling;          /* TENON_POOL_* */
  uint64_t parameter_count;
  const tenon_parameter *parameters;
  uint64_t layer_count;
  const tenon_layer *layers;
  uint64_t part_count;
  uint64_t variant_count;
  const tenon_variant *variants; /* best first */
  uint64_t *chosen;              /* the block's only mutable word, starts as 0; see support.c */
} tenon_block;

/* How many rows of y a sequence has: one for each of its rows; one, made of its first
 * row; one, the mean over what layer `end` makes of its rows, in f32. */
#define TENON_POOL_NONE 0
#define TENON_POOL_FIRST 1
#define TENON_POOL_MEAN 2

#define TENON_CPU_AVX2 (1ull << 0)   /* x86-64-v3: AVX2, FMA, F16C, BMI2 */
#define TENON_CPU_AVX512 (1ull << 1) /* x86-64-v4: AVX-512 F, BW, CD, DQ, VL */
#define TENON_CPU_BF16 (1ull << 2)   /* AVX512_BF16 */
#define TENON_CPU_AMX (1ull << 3)    /* AMX-TILE, AMX-BF16 and permission to use them */
#define TENON_CPU_VNNI (1ull << 4)   /* AVX512_VNNI */

/* Bytes in front of the packed parameters: magic, ABI version, hash, variant. */
#define TENON_PACK_HEADER 64

/* What the exported functions of every block call. The names carry the version of
 * this file's layout, so that blocks of two versions of the compiler meet in one
 * program. Weak, so that each archive may carry its own copy; hidden, so that they
 * never leave a shared library. `weights` is an array of tenon_tensor in the order
 * of `parameters`. The rules are those of docs/abi.md. */
#if defined(__x86_64__)
#define TENON_REALIGNED __attribute__((force_align_arg_pointer))
#else
#define TENON_REALIGNED
#endif
#if defined(__GNUC__)
#define TENON_SUPPORT __attribute__((weak, visibility("hidden"))) TENON_REALIGNED
#else
#define TENON_SUPPORT
#endif
TENON_SUPPORT size_t tenon2_packed_size(const tenon_block *block);
TENON_SUPPORT tenon_status tenon2_pack(const tenon_block *block, const void *weights, void *packed,
                                       size_t size, const tenon_parallel *parallel);
TENON_SUPPORT size_t tenon2_cache_size(const tenon_block *block, size_t cache_tokens);
TENON_SUPPORT size_t tenon2_workspace_size(const tenon_block *block, size_t tokens, size_t threads);
TENON_SUPPORT tenon_status tenon2_forward(const tenon_block *block, const void *packed,
                                          const tenon_batch *batch, const void *x, void *y, void *cache,
                                          void *workspace, size_t size, const tenon_parallel *parallel);
TENON_SUPPORT const char *tenon2_variant(const tenon_block *block);
TENON_SUPPORT tenon_status tenon2_force_variant(const tenon_block *block, const char *name);

#endif
