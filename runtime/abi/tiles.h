/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The row tiles of attention kernels, for support.c: where each sequence of a batch
 * lies, and where its keys and values are stored. */
#ifndef TENON_TILES_H
#define TENON_TILES_H

#include "kernel.h"
#include "sizes.h"

/* Keys for which a store has room when it is to hold `tokens`. */
static inline size_t store_capacity(const tenon_variant *variant, size_t tokens) {
  size_t granule = variant->key_granule;
  return granule ? multiply(add(tokens, granule - 1) / granule, granule) : 0;
}

static inline const tenon_part *part_of(const tenon_block *block, const tenon_variant *variant,
                                        uint64_t layer) {
  return variant->parts[block->layers[layer].part];
}

/* Bytes of one slot for each key that it holds: those of all layers. */
static inline uint64_t slot_key_bytes(const tenon_block *block, const tenon_variant *variant) {
  uint64_t bytes = 0;
  for (uint64_t i = 0; i < block->layer_count; ++i)
    bytes += part_of(block, variant, i)->cache_key_bytes;
  return bytes;
}

/* Whether some attention has no cache, so that it can see no earlier calls. */
static inline int needs_whole_sequences(const tenon_block *block, const tenon_variant *variant) {
  for (uint64_t p = 0; p < block->part_count; ++p)
    for (uint64_t i = 0; i < variant->parts[p]->kernel_count; ++i) {
      const tenon_kernel *kernel = &variant->parts[p]->kernels[i];
      if (kernel->kv_heads && !kernel->cached)
        return 1;
    }
  return 0;
}

static inline int64_t first_position(const tenon_batch *batch, size_t sequence) {
  return batch->first_position ? batch->first_position[sequence] : 0;
}

/* Appends the tiles of rows [begin, end) of `sequence`, counted from `base`; returns their end. */
static inline tenon_tile *list_sequence(const tenon_kernel *kernel, const tenon_batch *batch, size_t sequence,
                                        uint64_t base, uint64_t store, uint64_t capacity, tenon_tile *tile) {
  uint64_t begin = batch->first_row[sequence], end = batch->first_row[sequence + 1];
  uint64_t position = (uint64_t)first_position(batch, sequence);
  for (uint64_t row = begin; row < end; row += kernel->tile_rows) {
    uint64_t left = end - row;
    *tile++ = (tenon_tile){row - base,
                           left < kernel->tile_rows ? left : kernel->tile_rows,
                           position + (row - begin),
                           position + (end - begin),
                           store,
                           capacity};
  }
  return tile;
}

/* All tiles of the batch, with their stores in the layer's part of the cache. */
static inline uint64_t list_cached(const tenon_variant *variant, const tenon_kernel *kernel,
                                   const tenon_batch *batch, uint64_t slot_key_bytes, tenon_tile *tiles) {
  uint64_t capacity = store_capacity(variant, batch->cache_tokens);
  tenon_tile *end = tiles;
  for (size_t s = 0; s < batch->sequences; ++s) {
    uint64_t slot = batch->slot ? batch->slot[s] : s;
    uint64_t store = capacity * (slot * slot_key_bytes + kernel->cache_offset);
    end = list_sequence(kernel, batch, s, 0, store, capacity, end);
  }
  return (uint64_t)(end - tiles);
}

#endif
