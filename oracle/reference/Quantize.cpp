// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rounding of each format is that of ggml's quantize_row_*_ref, so that a
// weight quantised here and one from a file are the same numbers.
#include "oracle/reference/Quantize.h"
#include "runtime/core/Half.h"

#include <algorithm>
#include <cmath>

namespace tenon::reference {
namespace {

constexpr size_t blockSize = 32;

float asF16(float value) { return core::fromF16(core::toF16(value)); }
float inverse(float value) { return value == 0 ? 0 : 1 / value; }

void q8_0(std::span<float> block) {
  float largest = 0;
  for (float x : block)
    largest = std::max(largest, std::fabs(x));
  float scale = largest / 127, factor = inverse(scale);
  for (float &x : block)
    x = std::round(x * factor) * asF16(scale);
}

void q4_0(std::span<float> block) {
  float largest = 0; // with its sign: it becomes -8, the end of the range that has one more step
  for (float x : block)
    if (std::fabs(x) > std::fabs(largest))
      largest = x;
  float scale = largest / -8, factor = inverse(scale);
  for (float &x : block)
    x = (std::min(15.0f, std::floor(x * factor + 8.5f)) - 8) * asF16(scale);
}

void q4_1(std::span<float> block) {
  auto [low, high] = std::minmax_element(block.begin(), block.end());
  float least = *low, scale = (*high - least) / 15, factor = inverse(scale);
  for (float &x : block)
    x = std::min(15.0f, std::floor((x - least) * factor + 0.5f)) * asF16(scale) + asF16(least);
}

void limbs(std::span<float> block) {
  float largest = 0;
  for (float x : block)
    largest = std::max(largest, std::fabs(x));
  float scale = largest / (127 * 256), factor = inverse(scale);
  for (float &x : block)
    x = std::nearbyint(x * factor) * scale;
}

template <class F> void eachBlock(std::span<float> row, F f) {
  for (size_t i = 0; i < row.size(); i += blockSize)
    f(row.subspan(i, std::min(blockSize, row.size() - i)));
}

} // namespace

void quantize(graph::Format format, std::span<float> row) {
  switch (format) {
  case graph::Format::q8_0:
    return eachBlock(row, q8_0);
  case graph::Format::q4_0:
    return eachBlock(row, q4_0);
  case graph::Format::q4_1:
    return eachBlock(row, q4_1);
  default:
    return;
  }
}

void quantizeActivations(std::span<float> row) { eachBlock(row, limbs); }

} // namespace tenon::reference
