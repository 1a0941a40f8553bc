/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What every block shares: checks, the choice of the variant, and the walk over
 * the tables that the compiler emits. Compiled when Tenon is built and copied into
 * each archive. Calls nothing but the caller's parallel_for and, where it is linked,
 * getenv; allocates nothing; leaves the floating-point state alone. */
#include "execute.h"
#include "variant.h"

typedef struct pack_header {
  uint64_t magic, version, hash[2], code_hash, variant, bytes, reserved;
} pack_header;
_Static_assert(sizeof(pack_header) == TENON_PACK_HEADER, "the generated code skips this many bytes");

static const uint64_t pack_magic = 0x004b43504f4e4554; /* "TENOPCK" */

/* ---- the variant ---- */

const char *tenon1_variant(const tenon_block *block) {
  const tenon_variant *variant = chosen_variant(block);
  return variant ? variant->name : 0;
}

tenon_status tenon1_force_variant(const tenon_block *block, const char *name) {
  uint64_t picked = name ? pick_variant(block, name) : UNDECIDED;
  if (picked == no_variant)
    return TENON_VARIANT;
  __atomic_store_n(block->chosen, picked, __ATOMIC_RELEASE);
  return TENON_OK;
}

/* ---- pack ---- */

typedef struct pack_call {
  tenon_pack_phase phase;
  const void *source;
  unsigned char *packed;
  uint64_t units, tasks;
  int out_of_range;
} pack_call;

/* Callers' threads may have a stack that is aligned to 8 bytes only. */
__attribute__((force_align_arg_pointer)) static void pack_task(void *arguments, size_t index) {
  pack_call *call = arguments;
  uint64_t begin = first_unit(call->units, call->tasks, index),
           end = first_unit(call->units, call->tasks, index + 1);
  if (call->phase(call->source, call->packed, begin, end) >= 0)
    __atomic_store_n(&call->out_of_range, 1, __ATOMIC_RELAXED);
}

static uint64_t text_hash(const char *text) { /* FNV-1a */
  uint64_t hash = 0xcbf29ce484222325;
  for (; *text; ++text)
    hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
  return hash;
}

static pack_header header_of(const tenon_block *block, const tenon_variant *variant) {
  pack_header header = {pack_magic,
                        TENON_ABI_VERSION,
                        {block->hash[0], block->hash[1]},
                        variant->code_hash,
                        text_hash(variant->name),
                        variant->packed_bytes,
                        0};
  return header;
}

static size_t packed_size(const tenon_variant *variant) {
  return add(TENON_PACK_HEADER, variant->packed_bytes);
}

size_t tenon1_packed_size(const tenon_block *block) {
  const tenon_variant *variant = chosen_variant(block);
  return variant ? packed_size(variant) : SIZE_MAX;
}

static tenon_status check_weight(const tenon_tensor *tensor, const tenon_parameter *parameter,
                                 const void *packed, size_t size) {
  if ((uint64_t)tensor->type > TENON_F16)
    return TENON_TENSOR_TYPE;
  if (tensor->elements != parameter->elements)
    return TENON_TENSOR_SIZE;
  if (!tensor->data && tensor->elements)
    return TENON_NULL;
  if (!is_aligned(tensor->data, type_size(tensor->type)))
    return TENON_UNALIGNED;
  if (overlap(tensor->data, multiply(tensor->elements, type_size(tensor->type)), packed, size))
    return TENON_OVERLAP;
  return TENON_OK;
}

static tenon_status check_pack(const tenon_block *block, const tenon_variant *variant,
                               const tenon_tensor *weights, const void *packed, size_t size,
                               const tenon_parallel *parallel) {
  if (!packed || (!weights && block->parameter_count) || (parallel && !parallel->parallel_for))
    return TENON_NULL;
  if (!is_aligned(packed, ALIGNMENT))
    return TENON_UNALIGNED;
  if (!variant)
    return TENON_VARIANT;
  if (size < packed_size(variant))
    return TENON_SHORT_BUFFER;
  for (uint64_t i = 0; i < block->parameter_count; ++i) {
    tenon_status status = check_weight(&weights[i], &block->parameters[i], packed, packed_size(variant));
    if (status != TENON_OK)
      return status;
  }
  for (uint64_t i = 0; i < variant->pack_step_count; ++i)
    if (!variant->pack_steps[i].from[weights[variant->pack_steps[i].parameter].type])
      return TENON_TENSOR_TYPE;
  return TENON_OK;
}

tenon_status tenon1_pack(const tenon_block *block, const void *weights, void *packed, size_t size,
                         const tenon_parallel *parallel) {
  const tenon_tensor *tensors = weights;
  const tenon_variant *variant = chosen_variant(block);
  tenon_status status = check_pack(block, variant, tensors, packed, size, parallel);
  if (status != TENON_OK)
    return status;
  *(pack_header *)packed = (pack_header){0}; /* an unfinished pack is a foreign one */
  for (uint64_t i = 0; i < variant->pack_step_count; ++i) {
    const tenon_pack_step *step = &variant->pack_steps[i];
    const tenon_tensor *tensor = &tensors[step->parameter];
    size_t threads = thread_count(parallel), tasks = step->units < threads ? step->units : threads;
    pack_call call = {step->from[tensor->type],
                      tensor->data,
                      (unsigned char *)packed + TENON_PACK_HEADER,
                      step->units,
                      tasks,
                      0};
    if (tasks)
      for_each_task(parallel, pack_task, &call, tasks);
    if (__atomic_load_n(&call.out_of_range, __ATOMIC_RELAXED))
      return TENON_RANGE;
  }
  *(pack_header *)packed = header_of(block, variant);
  return TENON_OK;
}

/* ---- the workspace: positions, buffers between kernels, one panel, scratch of each task ---- */

typedef struct workspace_layout {
  size_t tiles, rows, panel, scratch, scratch_stride, size; /* offsets, and bytes in all or SIZE_MAX */
} workspace_layout;

/* Without a cache the panel holds the keys and values of a sequence, which may be all tokens. */
static size_t panel_bytes(const tenon_variant *variant, const tenon_kernel *kernel, size_t tokens) {
  if (!kernel->kv_heads || kernel->cached)
    return kernel->panel_bytes;
  return multiply(store_capacity(variant, kernel, tokens), kernel->key_bytes);
}

static workspace_layout layout_of(const tenon_variant *variant, size_t tokens, size_t threads) {
  workspace_layout layout;
  size_t panel = 0, scratch = 0;
  for (uint64_t i = 0; i < variant->kernel_count; ++i) {
    const tenon_kernel *kernel = &variant->kernels[i];
    size_t own = panel_bytes(variant, kernel, tokens);
    panel = own > panel ? own : panel;
    scratch = kernel->scratch_bytes > scratch ? kernel->scratch_bytes : scratch;
  }
  layout.tiles = aligned(multiply(tokens, sizeof(int64_t)));
  layout.rows = add(layout.tiles, has_attention(variant) ? aligned(multiply(tokens, sizeof(tenon_tile))) : 0);
  layout.panel = add(layout.rows, aligned(multiply(tokens, variant->row_bytes)));
  layout.scratch = add(layout.panel, aligned(panel));
  layout.scratch_stride = aligned(scratch);
  layout.size = add(layout.scratch, multiply(threads ? threads : 1, layout.scratch_stride));
  return layout;
}

size_t tenon1_workspace_size(const tenon_block *block, size_t tokens, size_t threads) {
  const tenon_variant *variant = chosen_variant(block);
  return variant ? layout_of(variant, tokens, threads).size : SIZE_MAX;
}

size_t tenon1_cache_size(const tenon_block *block, size_t cache_tokens) {
  const tenon_variant *variant = chosen_variant(block);
  return variant ? slot_bytes(variant, variant->kernel_count, cache_tokens) : SIZE_MAX;
}

/* ---- forward: checks ---- */

typedef struct forward_call {
  const tenon_block *block;
  const tenon_variant *variant;
  const tenon_batch *batch;
  const unsigned char *packed, *x;
  unsigned char *y, *cache, *workspace;
  size_t workspace_size, x_stride, y_stride; /* elements */
  const tenon_parallel *parallel;
} forward_call;

static tenon_status check_pointers(const forward_call *call) {
  size_t element = type_size(call->block->x_type);
  if (!call->packed || !call->x || !call->y || !call->workspace ||
      (call->variant && call->variant->cache_key_bytes && !call->cache) ||
      (call->parallel && !call->parallel->parallel_for))
    return TENON_NULL;
  if (!is_aligned(call->packed, ALIGNMENT) || !is_aligned(call->workspace, ALIGNMENT) ||
      !is_aligned(call->cache, ALIGNMENT) || !is_aligned(call->x, element) || !is_aligned(call->y, element))
    return TENON_UNALIGNED;
  return TENON_OK;
}

static tenon_status check_packed(const forward_call *call) {
  pack_header wanted = header_of(call->block, call->variant);
  const uint64_t *expected = (const uint64_t *)&wanted, *found = (const uint64_t *)call->packed;
  for (size_t i = 0; i < sizeof(pack_header) / sizeof(uint64_t); ++i)
    if (found[i] != expected[i])
      return TENON_FOREIGN_PACK;
  return TENON_OK;
}

/* No two sequences write to one slot. Quadratic in their number, which is small beside the work. */
static tenon_status check_slots(const forward_call *call) {
  const tenon_batch *batch = call->batch;
  if (!call->variant->cache_key_bytes || !batch->slot)
    return TENON_OK;
  for (size_t s = 0; s < batch->sequences; ++s)
    for (size_t other = 0; other < s; ++other)
      if (batch->slot[s] == batch->slot[other])
        return TENON_BATCH;
  return TENON_OK;
}

static tenon_status check_sequences(const forward_call *call) {
  const tenon_batch *batch = call->batch;
  size_t begin = 0;
  if (batch->sequences == 0)
    return call->block->needs_batch ? TENON_BATCH : TENON_OK;
  if (!batch->first_row)
    return TENON_NULL;
  if (batch->first_row[0] != 0)
    return TENON_BATCH;
  for (size_t s = 0; s < batch->sequences; ++s) {
    size_t end = batch->first_row[s + 1], rows = end - begin;
    int64_t position = first_position(batch, s);
    if (end < begin || end > batch->tokens || (end == begin && call->block->needs_batch))
      return TENON_BATCH;
    if (position < 0 || rows > (uint64_t)(INT64_MAX - position) ||
        (call->variant->cache_key_bytes && position + rows > batch->cache_tokens) ||
        (position != 0 && needs_whole_sequences(call->variant)))
      return TENON_POSITION;
    begin = end;
  }
  return begin == batch->tokens ? check_slots(call) : TENON_BATCH;
}

/* Bytes from the first row to the end of the last one. */
static size_t extent(const forward_call *call, size_t stride) {
  size_t elements = add(multiply(call->batch->tokens - 1, stride), call->block->width);
  return multiply(elements, type_size(call->block->x_type));
}

/* Whether rows of x and y interleave without touching: equal strides, as in two column ranges of one matrix.
 */
static int rows_disjoint(const forward_call *call) {
  size_t row = call->block->width * type_size(call->block->x_type);
  size_t stride = call->x_stride * type_size(call->block->x_type);
  uintptr_t x = (uintptr_t)call->x, y = (uintptr_t)call->y;
  size_t apart = (x < y ? y - x : x - y) % stride;
  return call->x_stride == call->y_stride && apart >= row && stride - apart >= row;
}

static tenon_status check_memory(const forward_call *call) {
  size_t x_size, y_size, needed;
  if (call->x_stride < call->block->width || call->y_stride < call->block->width)
    return TENON_BATCH;
  x_size = extent(call, call->x_stride);
  y_size = extent(call, call->y_stride);
  needed = layout_of(call->variant, call->batch->tokens, thread_count(call->parallel)).size;
  if (needed == SIZE_MAX || x_size > SIZE_MAX - (uintptr_t)call->x || y_size > SIZE_MAX - (uintptr_t)call->y)
    return TENON_OVERFLOW;
  if (call->workspace_size < needed)
    return TENON_SHORT_BUFFER;
  if (overlap(call->x, x_size, call->y, y_size) &&
      !(call->x == call->y && call->x_stride == call->y_stride) && !rows_disjoint(call))
    return TENON_OVERLAP;
  if (overlap(call->x, x_size, call->workspace, needed) ||
      overlap(call->y, y_size, call->workspace, needed) ||
      overlap(call->packed, packed_size(call->variant), call->workspace, needed) ||
      overlap(call->packed, packed_size(call->variant), call->y, y_size))
    return TENON_OVERLAP;
  return TENON_OK;
}

static tenon_status check_forward(const forward_call *call) {
  tenon_status status = check_pointers(call);
  if (status == TENON_OK && !call->variant)
    status = TENON_VARIANT;
  if (status == TENON_OK)
    status = check_packed(call);
  if (status == TENON_OK)
    status = check_sequences(call);
  return status == TENON_OK ? check_memory(call) : status;
}

/* ---- forward ---- */

/* Without sequences all rows are one sequence from position 0. */
static void write_positions(const tenon_batch *batch, int64_t *positions) {
  size_t sequences = batch->sequences ? batch->sequences : 1;
  for (size_t s = 0; s < sequences; ++s) {
    size_t begin = batch->sequences ? batch->first_row[s] : 0;
    size_t end = batch->sequences ? batch->first_row[s + 1] : batch->tokens;
    int64_t position = batch->sequences ? first_position(batch, s) : 0;
    for (size_t row = begin; row < end; ++row)
      positions[row] = position++;
  }
}

tenon_status tenon1_forward(const tenon_block *block, const void *packed, const tenon_batch *batch,
                            const void *x, void *y, void *cache, void *workspace, size_t size,
                            const tenon_parallel *parallel) {
  if (!batch)
    return TENON_NULL;
  if (batch->struct_size != sizeof(tenon_batch))
    return TENON_STRUCT_SIZE;
  if (batch->tokens == 0)
    return TENON_OK;
  forward_call call = {block,
                       chosen_variant(block),
                       batch,
                       packed,
                       x,
                       y,
                       cache,
                       workspace,
                       size,
                       batch->x_stride ? batch->x_stride : block->width,
                       batch->y_stride ? batch->y_stride : block->width,
                       parallel};
  tenon_status status = check_forward(&call);
  if (status != TENON_OK)
    return status;
  workspace_layout layout = layout_of(call.variant, batch->tokens, thread_count(parallel));
  kernel_run run = {call.variant,
                    batch,
                    parallel,
                    {call.packed + TENON_PACK_HEADER, call.x, call.y, call.workspace + layout.rows,
                     call.cache, call.workspace + layout.panel, (const int64_t *)call.workspace,
                     batch->tokens, call.x_stride, call.y_stride, 0, 0, 0},
                    (tenon_tile *)(call.workspace + layout.tiles),
                    call.workspace + layout.scratch,
                    layout.scratch_stride};
  write_positions(batch, (int64_t *)call.workspace);
  for (uint64_t i = 0; i < call.variant->kernel_count; ++i) {
    const tenon_kernel *kernel = &call.variant->kernels[i];
    (kernel->kv_heads ? run_attention : run_rows)(&run, kernel);
  }
  return TENON_OK;
}
