/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The walk over the layers of a block or stack, for support.c. */
#ifndef TENON_LAYERS_H
#define TENON_LAYERS_H

#include "checks.h"
#include "execute.h"

void *memcpy(void *restrict to, const void *restrict from, size_t size); /* of the freestanding contract */
void *memmove(void *to, const void *from, size_t size);

/* Rows of x or y of a layer. */
typedef struct layer_rows {
  unsigned char *data;
  uint64_t stride; /* elements */
} layer_rows;

typedef struct layer_run {
  const forward_call *call;
  workspace_layout layout;
  kernel_run kernels;
} layer_run;

/* Positions and types of the rows. */
static void write_numbers(const layer_run *run) {
  const tenon_batch *batch = run->call->batch;
  int64_t *positions = (int64_t *)run->call->workspace;
  int64_t *types = (int64_t *)(run->call->workspace + run->layout.types);
  for (size_t s = 0; s < sequence_count(batch); ++s) {
    int64_t position = batch->sequences ? first_position(batch, s) : 0;
    for (size_t row = sequence_begin(batch, s); row < sequence_begin(batch, s + 1); ++row)
      positions[row] = position++;
  }
  for (size_t row = 0; run->call->block->type_count && row < batch->tokens; ++row)
    types[row] = batch->token_types ? batch->token_types[row] : 0;
}

/* Moves the rows of the stream that are to come out to its beginning, with their
 * positions. They rise, so none is overwritten before it has moved. */
static void select_rows(layer_run *run) {
  const forward_call *call = run->call;
  const tenon_batch *batch = call->batch;
  size_t count = output_count(call), bytes = call->block->stream_row_bytes;
  int64_t *positions = (int64_t *)call->workspace;
  unsigned char *stream = call->workspace + run->layout.stream;
  for (size_t i = 0; i < count; ++i) {
    size_t row = batch->output_row ? batch->output_row[i] : sequence_begin(batch, i);
    memmove(stream + i * bytes, stream + row * bytes, bytes);
    positions[i] = positions[row];
  }
  run->kernels.frame.tokens = count;
}

/* y = the mean of the rows of each sequence: a sum in the order of the rows, in f32. */
static void pool_rows(layer_run *run, layer_rows y) {
  const tenon_batch *batch = run->call->batch;
  size_t width = run->call->block->y_width, stride = pooled_row_bytes(run->call->block) / sizeof(float);
  const float *rows = (const float *)(run->call->workspace + run->layout.pooled);
  tenon_environment callers = tenon_enter_environment(tenon_flushing_environment);
  for (size_t s = 0; s < sequence_count(batch); ++s) {
    size_t begin = sequence_begin(batch, s), end = sequence_begin(batch, s + 1);
    float *mean = (float *)y.data + s * y.stride, count = (float)(end - begin);
    memcpy(mean, rows + begin * stride, width * sizeof(float));
    for (size_t row = begin + 1; row < end; ++row)
      for (size_t column = 0; column < width; ++column)
        mean[column] += rows[row * stride + column];
    for (size_t column = 0; column < width; ++column)
      mean[column] /= count;
  }
  tenon_set_environment(callers);
  run->kernels.frame.tokens = sequence_count(batch);
}

/* Where layer `index` puts its rows. */
static layer_rows output_of(const layer_run *run, uint64_t index) {
  const forward_call *call = run->call;
  const tenon_block *block = call->block;
  if (index == block->end && block->pooling == TENON_POOL_MEAN)
    return (layer_rows){call->workspace + run->layout.pooled, pooled_row_bytes(block) / sizeof(float)};
  if (index + 1 < block->layer_count && index < block->end)
    return (layer_rows){call->workspace + run->layout.stream,
                        block->stream_row_bytes / type_size(block->stream_type)};
  return (layer_rows){call->y, call->y_stride};
}

/* Layers from `end` on see the rows that are to come out; what follows the pooling works on its means. */
static layer_rows input_of(layer_run *run, uint64_t index, layer_rows before) {
  const forward_call *call = run->call;
  layer_rows y = {call->y, call->y_stride};
  if (index == call->block->end && (selects_rows(call) || call->block->pooling == TENON_POOL_FIRST))
    select_rows(run);
  if (index != call->block->end + 1 || call->block->pooling != TENON_POOL_MEAN)
    return before;
  pool_rows(run, y);
  return y;
}

static void run_layers(layer_run *run) {
  const forward_call *call = run->call;
  const tenon_block *block = call->block;
  tenon_frame *frame = &run->kernels.frame;
  layer_rows x = {(unsigned char *)call->x, call->x_stride};
  for (uint64_t i = 0; i < block->layer_count; ++i) {
    const tenon_part *part = part_of(block, call->variant, i);
    layer_rows y = output_of(run, i);
    x = input_of(run, i, x);
    frame->x = x.data;
    frame->x_stride = x.stride;
    frame->y = y.data;
    frame->y_stride = y.stride;
    if (frame->tokens)
      run_part(&run->kernels, part, i);
    frame->packed += part->packed_bytes;
    if (frame->cache)
      frame->cache += store_bytes(call->variant, part, part->kernel_count, call->batch->cache_tokens);
    x = y;
  }
  if (block->pooling == TENON_POOL_MEAN && block->layer_count == block->end + 1)
    pool_rows(run, (layer_rows){call->y, call->y_stride});
  observe(call->batch, 0, block->layer_count);
}

#endif
