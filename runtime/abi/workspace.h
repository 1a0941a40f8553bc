/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where things lie in the workspace, for support.c: positions and types of the rows,
 * tiles, buffers between kernels, rows between layers, one panel, scratch of each task. */
#ifndef TENON_WORKSPACE_H
#define TENON_WORKSPACE_H

#include "tasks.h"
#include "tiles.h"

typedef struct workspace_layout {
  size_t types, tiles, rows, stream, pooled, panel, scratch, scratch_stride,
      size; /* offsets, and bytes in all or SIZE_MAX */
} workspace_layout;

/* Without a cache the panel holds the keys and values of a sequence, which may be all tokens. */
static inline size_t panel_bytes(const tenon_variant *variant, const tenon_kernel *kernel, size_t tokens) {
  if (kernel->kind != tenon_kind_attention || kernel->cached)
    return kernel->panel_bytes;
  return multiply(store_capacity(variant, kernel, tokens), kernel->key_bytes);
}

static inline size_t larger(size_t a, size_t b) { return a > b ? a : b; }

/* Of a row that is pooled. */
static inline size_t pooled_row_bytes(const tenon_block *block) {
  return block->pooling == TENON_POOL_MEAN ? aligned(multiply(block->y_width, sizeof(float))) : 0;
}

static inline workspace_layout layout_of(const tenon_block *block, const tenon_variant *variant,
                                         size_t tokens, size_t threads) {
  workspace_layout layout;
  size_t panel = 0, scratch = 0, row = 0;
  for (uint64_t p = 0; p < block->part_count; ++p) {
    const tenon_part *part = variant->parts[p];
    row = larger(row, part->row_bytes);
    for (uint64_t i = 0; i < part->kernel_count; ++i) {
      panel = larger(panel, panel_bytes(variant, &part->kernels[i], tokens));
      scratch = larger(scratch, part->kernels[i].scratch_bytes);
    }
  }
  size_t numbers = aligned(multiply(tokens, sizeof(int64_t)));
  size_t tiles = variant->key_granule ? aligned(multiply(tokens, sizeof(tenon_tile))) : 0;
  layout.types = numbers;
  layout.tiles = add(layout.types, block->type_count ? numbers : 0);
  layout.rows = add(layout.tiles, tiles);
  layout.stream = add(layout.rows, aligned(multiply(tokens, row)));
  layout.pooled = add(layout.stream, block->layer_count > 1 ? multiply(tokens, block->stream_row_bytes) : 0);
  layout.panel = add(layout.pooled, multiply(tokens, pooled_row_bytes(block)));
  layout.scratch = add(layout.panel, aligned(panel));
  layout.scratch_stride = aligned(scratch);
  layout.size = add(layout.scratch, multiply(threads ? threads : 1, layout.scratch_stride));
  return layout;
}

#endif
