/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What forward checks before it writes anything, for support.c. */
#ifndef TENON_CHECKS_H
#define TENON_CHECKS_H

#include "pack.h"
#include "workspace.h"

typedef struct forward_call {
  const tenon_block *block;
  const tenon_variant *variant;
  const tenon_batch *batch;
  const unsigned char *packed, *x;
  unsigned char *y, *cache, *workspace;
  size_t workspace_size, x_stride, y_stride; /* elements */
  const tenon_parallel *parallel;
} forward_call;

static int selects_rows(const forward_call *call) {
  return call->batch->output_row && call->block->end < call->block->layer_count;
}

/* Without sequences all rows are one. */
static size_t sequence_count(const tenon_batch *batch) { return batch->sequences ? batch->sequences : 1; }
static size_t sequence_begin(const tenon_batch *batch, size_t s) {
  return batch->sequences ? batch->first_row[s] : s ? batch->tokens : 0;
}

/* Rows of y. */
static size_t output_count(const forward_call *call) {
  if (call->block->pooling != TENON_POOL_NONE)
    return sequence_count(call->batch);
  return selects_rows(call) ? call->batch->outputs : call->batch->tokens;
}

static int has_cache(const forward_call *call) {
  return call->variant && slot_key_bytes(call->block, call->variant) != 0;
}

static tenon_status check_pointers(const forward_call *call) {
  if (!call->packed || !call->x || !call->y || !call->workspace || (has_cache(call) && !call->cache) ||
      (call->parallel && !call->parallel->parallel_for))
    return TENON_NULL;
  if (!is_aligned(call->packed, ALIGNMENT) || !is_aligned(call->workspace, ALIGNMENT) ||
      !is_aligned(call->cache, ALIGNMENT) || !is_aligned(call->x, type_size(call->block->x_type)) ||
      !is_aligned(call->y, type_size(call->block->y_type)))
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
  if (!has_cache(call) || !batch->slot)
    return TENON_OK;
  for (size_t s = 0; s < batch->sequences; ++s)
    for (size_t other = 0; other < s; ++other)
      if (batch->slot[s] == batch->slot[other])
        return TENON_BATCH;
  return TENON_OK;
}

/* Of `rows` tokens from `position` on. */
static tenon_status check_position(const forward_call *call, int64_t position, size_t rows) {
  uint64_t limit = call->block->position_limit;
  if (position < 0 || rows > (uint64_t)(INT64_MAX - position) ||
      (has_cache(call) && (uint64_t)position + rows > call->batch->cache_tokens) ||
      (limit && (uint64_t)position + rows > limit) ||
      (position != 0 && needs_whole_sequences(call->block, call->variant)))
    return TENON_POSITION;
  return TENON_OK;
}

static tenon_status check_sequences(const forward_call *call) {
  const tenon_batch *batch = call->batch;
  int needs_rows = call->block->needs_batch || call->block->pooling != TENON_POOL_NONE;
  size_t begin = 0;
  if (batch->sequences == 0)
    return call->block->needs_batch ? TENON_BATCH : check_position(call, 0, batch->tokens);
  if (!batch->first_row)
    return TENON_NULL;
  if (batch->first_row[0] != 0)
    return TENON_BATCH;
  for (size_t s = 0; s < batch->sequences; ++s) {
    size_t end = batch->first_row[s + 1];
    if (end < begin || end > batch->tokens || (end == begin && needs_rows))
      return TENON_BATCH;
    tenon_status status = check_position(call, first_position(batch, s), end - begin);
    if (status != TENON_OK)
      return status;
    begin = end;
  }
  return begin == batch->tokens ? check_slots(call) : TENON_BATCH;
}

/* The ids of a stack with an embedding, the types, the rows that are to come out. */
static tenon_status check_tokens(const forward_call *call) {
  const tenon_block *block = call->block;
  const tenon_batch *batch = call->batch;
  const int32_t *ids = (const int32_t *)call->x;
  for (size_t row = 0; block->vocabulary && row < batch->tokens; ++row)
    if (ids[row * call->x_stride] < 0 || (uint64_t)ids[row * call->x_stride] >= block->vocabulary)
      return TENON_TOKEN;
  for (size_t row = 0; block->type_count && batch->token_types && row < batch->tokens; ++row)
    if (batch->token_types[row] < 0 || (uint64_t)batch->token_types[row] >= block->type_count)
      return TENON_TOKEN;
  if (!selects_rows(call))
    return TENON_OK;
  if (block->pooling != TENON_POOL_NONE || batch->outputs > batch->tokens)
    return TENON_BATCH;
  for (size_t i = 0; i < batch->outputs; ++i)
    if (batch->output_row[i] >= batch->tokens || (i && batch->output_row[i] <= batch->output_row[i - 1]))
      return TENON_BATCH;
  return TENON_OK;
}

/* Bytes from the first of `rows` rows to the end of the last one. */
static size_t extent(size_t rows, size_t stride, size_t width, uint64_t type) {
  return rows ? multiply(add(multiply(rows - 1, stride), width), type_size(type)) : 0;
}

/* Whether rows of x and y are of one kind, so that y may take the place of x. */
static int rows_match(const forward_call *call) {
  return call->x_stride == call->y_stride && call->block->x_type == call->block->y_type &&
         call->block->x_width == call->block->y_width && call->block->layer_count == 1;
}

/* Whether rows of x and y interleave without touching: equal strides, as in two column ranges of one matrix.
 */
static int rows_disjoint(const forward_call *call) {
  size_t row = call->block->x_width * type_size(call->block->x_type);
  size_t stride = call->x_stride * type_size(call->block->x_type);
  uintptr_t x = (uintptr_t)call->x, y = (uintptr_t)call->y;
  size_t apart = (x < y ? y - x : x - y) % stride;
  return apart >= row && stride - apart >= row;
}

static tenon_status check_memory(const forward_call *call) {
  const tenon_block *block = call->block;
  size_t x_size, y_size, needed, packed = packed_size(block, call->variant);
  if (call->x_stride < block->x_width || call->y_stride < block->y_width)
    return TENON_BATCH;
  x_size = extent(call->batch->tokens, call->x_stride, block->x_width, block->x_type);
  y_size = extent(output_count(call), call->y_stride, block->y_width, block->y_type);
  needed = layout_of(block, call->variant, call->batch->tokens, thread_count(call->parallel)).size;
  if (needed == SIZE_MAX || x_size > SIZE_MAX - (uintptr_t)call->x || y_size > SIZE_MAX - (uintptr_t)call->y)
    return TENON_OVERFLOW;
  if (call->workspace_size < needed)
    return TENON_SHORT_BUFFER;
  if (overlap(call->x, x_size, call->y, y_size) &&
      !(rows_match(call) && (call->x == call->y || rows_disjoint(call))))
    return TENON_OVERLAP;
  if (overlap(call->x, x_size, call->workspace, needed) ||
      overlap(call->y, y_size, call->workspace, needed) ||
      overlap(call->packed, packed, call->workspace, needed) ||
      overlap(call->packed, packed, call->y, y_size))
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
  if (status == TENON_OK)
    status = check_memory(call);
  return status == TENON_OK ? check_tokens(call) : status;
}

#endif
