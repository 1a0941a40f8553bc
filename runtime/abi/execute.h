/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The walk over a part's kernels, for support.c: phase by phase, row block by row block. */
#ifndef TENON_EXECUTE_H
#define TENON_EXECUTE_H

#include "tasks.h"
#include "tiles.h"

typedef struct phase_call {
  tenon_phase phase;
  const tenon_frame *frame;
  uint64_t units, tasks;
  unsigned char *scratch;
  size_t scratch_stride;
} phase_call;

static void phase_task(void *arguments, size_t index) {
  const phase_call *call = arguments;
  uint64_t begin = first_unit(call->units, call->tasks, index),
           end = first_unit(call->units, call->tasks, index + 1);
  call->phase(call->frame, begin, end, call->scratch + index * call->scratch_stride);
}

static void run_phase(tenon_phase phase, const tenon_frame *frame, uint64_t units,
                      const tenon_parallel *parallel, unsigned char *scratch, size_t scratch_stride) {
  size_t threads = thread_count(parallel), tasks = units < threads ? units : threads;
  phase_call call = {phase, frame, units, tasks, scratch, scratch_stride};
  if (phase && tasks)
    for_each_task(parallel, tenon_flushing_environment, phase_task, &call, tasks);
}

/* What kernels are run with. */
typedef struct kernel_run {
  const tenon_variant *variant;
  const tenon_batch *batch;
  const tenon_parallel *parallel;
  size_t slot_bytes;      /* of all layers, for the cache's tokens */
  const tenon_part *part; /* that is running */
  tenon_frame frame;
  tenon_tile *tiles;
  unsigned char *scratch;
  size_t scratch_stride;
} kernel_run;

static void run_units(kernel_run *run, tenon_phase phase, uint64_t units) {
  run_phase(phase, &run->frame, units, run->parallel, run->scratch, run->scratch_stride);
}

/* Makes the row block that starts at row `first` the frame's; 0 where there are no more rows. */
static int start_row_block(tenon_frame *frame, const tenon_kernel *kernel, uint64_t first) {
  uint64_t left = frame->tokens - first;
  frame->first = first;
  frame->rows = kernel->block_rows && kernel->block_rows < left ? kernel->block_rows : left;
  return left != 0;
}

static void run_rows(kernel_run *run, const tenon_kernel *kernel) {
  tenon_frame *frame = &run->frame;
  for (uint64_t first = 0; start_row_block(frame, kernel, first); first += frame->rows) {
    uint64_t tiles = (frame->rows - 1) / kernel->tile_rows + 1;
    run_units(run, kernel->prologue, tiles);
    run_units(run, kernel->contraction, kernel->column_chunks);
    run_units(run, kernel->finish, tiles);
  }
}

static void run_tiles(kernel_run *run, const tenon_kernel *kernel, uint64_t tiles) {
  run_units(run, kernel->prologue, tiles);
  run_units(run, kernel->contraction, tiles * kernel->kv_heads);
}

static void run_attention(kernel_run *run, const tenon_kernel *kernel) {
  const tenon_variant *variant = run->variant;
  const tenon_batch *batch = run->batch;
  tenon_frame *frame = &run->frame;
  frame->tiles = run->tiles;
  if (kernel->cached) {
    for (uint64_t first = 0; start_row_block(frame, kernel, first); first += frame->rows)
      run_tiles(run, kernel,
                list_cached(variant, run->part, kernel, batch, frame, run->slot_bytes, run->tiles));
    return;
  }
  for (size_t s = 0; s < batch->sequences; ++s) {
    frame->first = batch->first_row[s];
    frame->rows = batch->first_row[s + 1] - frame->first;
    const tenon_tile *end =
        list_sequence(kernel, batch, s, frame, 0, store_capacity(variant, kernel, frame->rows), run->tiles);
    run_tiles(run, kernel, (uint64_t)(end - run->tiles));
  }
}

/* By kind: run_rows and those behind it in Kernel.def. */
static void (*const walkers[])(kernel_run *run, const tenon_kernel *kernel) = {
#define TENON_KERNEL_KIND(NAME, VALUE) [VALUE] = run_##NAME,
#include "Kernel.def"
};

static void observe(const tenon_batch *batch, const char *kernel, uint64_t layer) {
  if (batch->observe)
    batch->observe(batch->observer, kernel, layer);
}

static void run_part(kernel_run *run, const tenon_part *part, uint64_t layer) {
  run->part = part;
  for (uint64_t i = 0; i < part->kernel_count; ++i) {
    observe(run->batch, part->kernels[i].name, layer);
    walkers[part->kernels[i].kind](run, &part->kernels[i]);
  }
}

#endif
