// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/Status.h"
#include <array>

namespace tenon::core {

namespace {
struct Words {
  tenon_status status;
  std::string_view name;
  std::string_view text;
};

constexpr std::array table{
    Words{TENON_OK, "TENON_OK", "success"},
    Words{TENON_NULL, "TENON_NULL", "a pointer that is needed is null"},
    Words{TENON_STRUCT_SIZE, "TENON_STRUCT_SIZE", "a struct_size of another version of tenon.h"},
    Words{TENON_UNALIGNED, "TENON_UNALIGNED", "a buffer is not aligned as it must be"},
    Words{TENON_SHORT_BUFFER, "TENON_SHORT_BUFFER", "a buffer is smaller than its size function says"},
    Words{TENON_FOREIGN_PACK, "TENON_FOREIGN_PACK", "weights packed for another block, variant or version"},
    Words{TENON_OVERLAP, "TENON_OVERLAP", "buffers overlap that must not"},
    Words{TENON_OVERFLOW, "TENON_OVERFLOW", "a size does not fit in size_t"},
    Words{TENON_TENSOR_TYPE, "TENON_TENSOR_TYPE", "a weight of a type that cannot be packed"},
    Words{TENON_TENSOR_SIZE, "TENON_TENSOR_SIZE",
          "a weight with another number of elements than the block's"},
    Words{TENON_RANGE, "TENON_RANGE", "a weight becomes infinite in the block's storage type"},
    Words{TENON_BATCH, "TENON_BATCH", "sequences, strides, slots or outputs of the batch contradict each other"},
    Words{TENON_POSITION, "TENON_POSITION", "a position below zero, beyond the cache or beyond a table of positions"},
    Words{TENON_VARIANT, "TENON_VARIANT",
          "no variant of the block, or not the forced one, runs on this machine"},
    Words{TENON_TOKEN, "TENON_TOKEN", "an id beyond the vocabulary, or a token type that does not exist"},
};

const Words *find(tenon_status status) {
  for (const Words &words : table)
    if (words.status == status)
      return &words;
  return nullptr;
}
} // namespace

std::string_view statusName(tenon_status status) {
  const Words *words = find(status);
  return words ? words->name : "unknown status";
}

std::string_view statusText(tenon_status status) {
  const Words *words = find(status);
  return words ? words->text : "a status of another version of tenon.h";
}

} // namespace tenon::core
