/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What every block shares: checks, the choice of the variant, and the walk over
 * the tables that the compiler emits. Compiled when Tenon is built and copied into
 * each archive. Calls nothing but memcpy, memmove, the caller's parallel_for and,
 * where it is linked, getenv; allocates nothing; gives the caller's floating-point state
 * back as it was. */
#include "layers.h"
#include "variant.h"

const char *tenon2_variant(const tenon_block *block) {
  const tenon_variant *variant = chosen_variant(block);
  return variant ? variant->name : 0;
}

tenon_status tenon2_force_variant(const tenon_block *block, const char *name) {
  uint64_t picked = name ? pick_variant(block, name) : UNDECIDED;
  if (picked == no_variant)
    return TENON_VARIANT;
  __atomic_store_n(block->chosen, picked, __ATOMIC_RELEASE);
  return TENON_OK;
}

size_t tenon2_packed_size(const tenon_block *block) {
  const tenon_variant *variant = chosen_variant(block);
  return variant ? packed_size(block, variant) : SIZE_MAX;
}

tenon_status tenon2_pack(const tenon_block *block, const void *weights, void *packed, size_t size,
                         const tenon_parallel *parallel) {
  const tenon_variant *variant = chosen_variant(block);
  tenon_status status = check_pack(block, variant, weights, packed, size, parallel);
  return status == TENON_OK ? pack_all(block, variant, weights, packed, parallel) : status;
}

size_t tenon2_workspace_size(const tenon_block *block, size_t tokens, size_t threads) {
  const tenon_variant *variant = chosen_variant(block);
  return variant ? layout_of(block, variant, tokens, threads).size : SIZE_MAX;
}

size_t tenon2_cache_size(const tenon_block *block, size_t cache_tokens) {
  const tenon_variant *variant = chosen_variant(block);
  return variant ? slot_bytes(block, variant, cache_tokens) : SIZE_MAX;
}

static layer_run run_of(const forward_call *call) {
  workspace_layout layout =
      layout_of(call->block, call->variant, call->batch->tokens, thread_count(call->parallel));
  tenon_frame frame = {.packed = call->packed + TENON_PACK_HEADER,
                       .workspace = call->workspace + layout.rows,
                       .cache = call->cache,
                       .panel = call->workspace + layout.panel,
                       .positions = (const int64_t *)call->workspace,
                       .tokens = call->batch->tokens,
                       .token_types = (const int64_t *)(call->workspace + layout.types)};
  kernel_run kernels = {call->variant,
                        call->batch,
                        call->parallel,
                        slot_bytes(call->block, call->variant, call->batch->cache_tokens),
                        0,
                        frame,
                        (tenon_tile *)(call->workspace + layout.tiles),
                        call->workspace + layout.scratch,
                        layout.scratch_stride};
  return (layer_run){call, layout, kernels};
}

/* Callers that know less of the batch give its beginning, at least up to the strides. */
static int complete_batch(const tenon_batch *given, tenon_batch *batch) {
  size_t size = given->struct_size, least = offsetof(tenon_batch, token_types);
  if (size < least || size > sizeof(tenon_batch) || size % sizeof(size_t) != 0)
    return 0;
  *batch = (tenon_batch){0};
  memcpy(batch, given, given->struct_size);
  return 1;
}

tenon_status tenon2_forward(const tenon_block *block, const void *packed, const tenon_batch *batch,
                            const void *x, void *y, void *cache, void *workspace, size_t size,
                            const tenon_parallel *parallel) {
  if (!batch)
    return TENON_NULL;
  tenon_batch whole;
  if (!complete_batch(batch, &whole))
    return TENON_STRUCT_SIZE;
  batch = &whole;
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
                       batch->x_stride ? batch->x_stride : block->x_width,
                       batch->y_stride ? batch->y_stride : block->y_width,
                       parallel};
  tenon_status status = check_forward(&call);
  if (status != TENON_OK)
    return status;
  layer_run run = run_of(&call);
  write_numbers(&run);
  run_layers(&run);
  return TENON_OK;
}
