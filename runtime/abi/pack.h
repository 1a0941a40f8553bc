/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Weights into packed form, for support.c. */
#ifndef TENON_PACK_H
#define TENON_PACK_H

#include "kernel.h"
#include "tasks.h"
#include "tiles.h"

typedef struct pack_header {
  uint64_t magic, version, hash[2], code_hash, variant, bytes, reserved;
} pack_header;
_Static_assert(sizeof(pack_header) == TENON_PACK_HEADER, "the generated code skips this many bytes");

static const uint64_t pack_magic = 0x004b43504f4e4554; /* "TENOPCK" */

typedef struct pack_call {
  tenon_pack_phase phase;
  const void *source;
  unsigned char *packed;
  uint64_t units, tasks;
  int out_of_range;
} pack_call;

static void pack_task(void *arguments, size_t index) {
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

/* The header and the packed parameters of each layer. */
static size_t packed_size(const tenon_block *block, const tenon_variant *variant) {
  size_t size = TENON_PACK_HEADER;
  for (uint64_t i = 0; i < block->layer_count; ++i)
    size = add(size, part_of(block, variant, i)->packed_bytes);
  return size;
}

static pack_header header_of(const tenon_block *block, const tenon_variant *variant) {
  pack_header header = {pack_magic,
                        TENON_ABI_VERSION,
                        {block->hash[0], block->hash[1]},
                        variant->code_hash,
                        text_hash(variant->name),
                        packed_size(block, variant),
                        0};
  return header;
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

static tenon_status check_layer_types(const tenon_part *part, const tenon_layer *layer,
                                      const tenon_tensor *weights) {
  for (uint64_t i = 0; i < part->pack_step_count; ++i) {
    const tenon_pack_step *step = &part->pack_steps[i];
    if (!step->from[weights[layer->parameters[step->parameter]].type])
      return TENON_TENSOR_TYPE;
  }
  return TENON_OK;
}

static tenon_status check_pack(const tenon_block *block, const tenon_variant *variant,
                               const tenon_tensor *weights, const void *packed, size_t size,
                               const tenon_parallel *parallel) {
  tenon_status status = TENON_OK;
  if (!packed || (!weights && block->parameter_count) || (parallel && !parallel->parallel_for))
    return TENON_NULL;
  if (!is_aligned(packed, ALIGNMENT))
    return TENON_UNALIGNED;
  if (!variant)
    return TENON_VARIANT;
  if (size < packed_size(block, variant))
    return TENON_SHORT_BUFFER;
  for (uint64_t i = 0; status == TENON_OK && i < block->parameter_count; ++i)
    status = check_weight(&weights[i], &block->parameters[i], packed, packed_size(block, variant));
  for (uint64_t i = 0; status == TENON_OK && i < block->layer_count; ++i)
    status = check_layer_types(part_of(block, variant, i), &block->layers[i], weights);
  return status;
}

static tenon_status pack_layer(const tenon_part *part, const tenon_layer *layer, const tenon_tensor *weights,
                               unsigned char *packed, const tenon_parallel *parallel) {
  for (uint64_t i = 0; i < part->pack_step_count; ++i) {
    const tenon_pack_step *step = &part->pack_steps[i];
    const tenon_tensor *tensor = &weights[layer->parameters[step->parameter]];
    size_t threads = thread_count(parallel), tasks = step->units < threads ? step->units : threads;
    pack_call call = {step->from[tensor->type], tensor->data, packed, step->units, tasks, 0};
    if (tasks) /* small weights stay what they are */
      for_each_task(parallel, tenon_plain_environment, pack_task, &call, tasks);
    if (__atomic_load_n(&call.out_of_range, __ATOMIC_RELAXED))
      return TENON_RANGE;
  }
  return TENON_OK;
}

/* An unfinished pack is a foreign one: the header comes last. */
static tenon_status pack_all(const tenon_block *block, const tenon_variant *variant,
                             const tenon_tensor *weights, void *packed, const tenon_parallel *parallel) {
  unsigned char *layer = (unsigned char *)packed + TENON_PACK_HEADER;
  *(pack_header *)packed = (pack_header){0};
  for (uint64_t i = 0; i < block->layer_count; ++i) {
    const tenon_part *part = part_of(block, variant, i);
    tenon_status status = pack_layer(part, &block->layers[i], weights, layer, parallel);
    if (status != TENON_OK)
      return status;
    layer += part->packed_bytes;
  }
  *(pack_header *)packed = header_of(block, variant);
  return TENON_OK;
}

#endif
