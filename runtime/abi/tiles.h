/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The row tiles of attention kernels, for support.c: where each sequence of a batch
 * lies, and where its keys and values are stored. */
#ifndef TENON_TILES_H
#define TENON_TILES_H

#include "kernel.h"
#include "sizes.h"

/* Keys for which the store of an attention kernel has room where sequences have up to `tokens`. */
static inline size_t store_capacity(const tenon_variant *variant, const tenon_kernel *kernel, size_t tokens) {
  size_t granule = variant->key_granule, whole = multiply(add(tokens, granule - 1) / granule, granule);
  return kernel->ring_keys && kernel->ring_keys < whole ? kernel->ring_keys : whole;
}

/* Bytes that the first `count` kernels of a part take of a slot for `tokens`. */
static inline size_t store_bytes(const tenon_variant *variant, const tenon_part *part, uint64_t count,
                                 size_t tokens) {
  size_t bytes = 0;
  for (const tenon_kernel *kernel = part->kernels; kernel < part->kernels + count; ++kernel)
    if (kernel->cached)
      bytes = add(bytes, multiply(store_capacity(variant, kernel, tokens), kernel->key_bytes));
  return bytes;
}

static inline const tenon_part *part_of(const tenon_block *block, const tenon_variant *variant,
                                        uint64_t layer) {
  return variant->parts[block->layers[layer].part];
}

/* Bytes of a slot for `tokens`: the stores of all layers. */
static inline size_t slot_bytes(const tenon_block *block, const tenon_variant *variant, size_t tokens) {
  size_t bytes = 0;
  for (uint64_t i = 0; i < block->layer_count; ++i) {
    const tenon_part *part = part_of(block, variant, i);
    bytes = add(bytes, store_bytes(variant, part, part->kernel_count, tokens));
  }
  return bytes;
}

/* Whether there is an attention with a cache, or one without, so that it can see no earlier calls. */
static inline int has_attention(const tenon_block *block, const tenon_variant *variant, uint64_t cached) {
  for (uint64_t p = 0; p < block->part_count; ++p)
    for (uint64_t i = 0; i < variant->parts[p]->kernel_count; ++i) {
      const tenon_kernel *kernel = &variant->parts[p]->kernels[i];
      if (kernel->kind == tenon_kind_attention && kernel->cached == cached)
        return 1;
    }
  return 0;
}

static inline int64_t first_position(const tenon_batch *batch, size_t sequence) {
  return batch->first_position ? batch->first_position[sequence] : 0;
}

/* Appends the tiles of those rows of `sequence` that lie in the frame's row block; returns their end. */
static inline tenon_tile *list_sequence(const tenon_kernel *kernel, const tenon_batch *batch, size_t sequence,
                                        const tenon_frame *frame, uint64_t store, uint64_t capacity,
                                        tenon_tile *tile) {
  uint64_t start = batch->first_row[sequence], end = batch->first_row[sequence + 1];
  uint64_t position = (uint64_t)first_position(batch, sequence), last = frame->first + frame->rows;
  end = end < last ? end : last;
  for (uint64_t row = start > frame->first ? start : frame->first; row < end; row += kernel->tile_rows) {
    uint64_t left = end - row;
    *tile++ = (tenon_tile){row - frame->first,
                           left < kernel->tile_rows ? left : kernel->tile_rows,
                           position + (row - start),
                           position + (end - start),
                           store,
                           capacity};
  }
  return tile;
}

/* All tiles of the frame's row block, with their stores in the layer's part of the cache. */
static inline uint64_t list_cached(const tenon_variant *variant, const tenon_part *part,
                                   const tenon_kernel *kernel, const tenon_batch *batch,
                                   const tenon_frame *frame, size_t slot_bytes, tenon_tile *tiles) {
  uint64_t capacity = store_capacity(variant, kernel, batch->cache_tokens);
  uint64_t offset = store_bytes(variant, part, (uint64_t)(kernel - part->kernels), batch->cache_tokens);
  tenon_tile *end = tiles;
  for (size_t s = 0; s < batch->sequences; ++s) {
    uint64_t slot = batch->slot ? batch->slot[s] : s;
    end = list_sequence(kernel, batch, s, frame, slot * slot_bytes + offset, capacity, end);
  }
  return (uint64_t)(end - tiles);
}

#endif
