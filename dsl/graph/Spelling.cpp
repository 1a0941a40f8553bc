// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words for enumerators, and sizes of formats.
#include "dsl/graph/Facts.h"

namespace tenon::graph {

std::string_view spelling(Op op) {
  switch (op) {
#define TENON_OP(NAME, SPELLING, OPERANDS)                                                                   \
  case Op::NAME:                                                                                             \
    return SPELLING;
#include "dsl/graph/Ops.def"
  }
  return "?";
}

std::string_view spelling(Format format) {
  constexpr std::string_view words[] = {"f32", "bf16", "f16", "q8_0", "q4_0", "q4_1"};
  return words[size_t(format)];
}

std::optional<Format> parseFormat(std::string_view text) {
  for (Format format : {Format::f32, Format::bf16, Format::f16, Format::q8_0, Format::q4_0, Format::q4_1})
    if (spelling(format) == text)
      return format;
  return std::nullopt;
}

int64_t elements(const Shape &shape) {
  int64_t product = 1;
  for (int64_t size : shape)
    product *= size;
  return product;
}

Format Block::formatOf(Storage storage) const {
  switch (storage) {
  case Storage::none:
    return Format::f32;
  case Storage::dtype:
    return dtype;
  case Storage::residual:
    return residual;
  case Storage::cache:
    return cache;
  }
  return Format::f32;
}

int64_t bytesOf(Format format, int64_t count) {
  // A quantised block holds 32 values: one f16 scale (and one f16 minimum in
  // q4_1) and 8 or 4 bits for each.
  int64_t blocks = (count + 31) / 32;
  switch (format) {
  case Format::f32:
    return 4 * count;
  case Format::bf16:
  case Format::f16:
    return 2 * count;
  case Format::q8_0:
    return 34 * blocks;
  case Format::q4_0:
    return 18 * blocks;
  case Format::q4_1:
    return 20 * blocks;
  }
  return 0;
}

} // namespace tenon::graph
