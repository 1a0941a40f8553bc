// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three blocks, one of them twice, in one C++ program: each runs, by itself and next to the others.
#include "check.h"
#include "gated.h"
#include "rows.h"
#include "scaled.h"
#include "second_gated.h"
#include <cstring>
#include <initializer_list>
#include <vector>

namespace {
constexpr size_t tokens = 5, width = gated_width, hidden = 150;

float noise(size_t i) { return float(int((i * 7919 + 13 * i * i) % 257) - 128) / 128; }

std::vector<float> numbers(size_t count, size_t seed) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = noise(i + 1000 * seed) / 4;
  return values;
}

tenon_batch batchOf(size_t rows) {
  tenon_batch batch{};
  batch.struct_size = sizeof(batch);
  batch.tokens = rows;
  return batch;
}

std::vector<float> runGated(bool second) {
  std::vector<float> gain = numbers(width, 1), bias = numbers(width, 2), gate = numbers(hidden * width, 3),
                     up = numbers(hidden * width, 4), down = numbers(hidden * width, 5),
                     x = numbers(tokens * width, 6), y(tokens * width);
  gated_weights weights{};
  weights.ffn_norm_gain = {gain.data(), TENON_F32, width};
  weights.ffn_norm_bias = {bias.data(), TENON_F32, width};
  weights.ffn_gate_weight = {gate.data(), TENON_F32, hidden * width};
  weights.ffn_up_weight = {up.data(), TENON_F32, hidden * width};
  weights.ffn_down_weight = {down.data(), TENON_F32, hidden * width};
  second_gated_weights same;
  static_assert(sizeof(same) == sizeof(weights), "the same block under another prefix");
  memcpy(&same, &weights, sizeof(same));
  tenon_batch batch = batchOf(tokens);
  size_t packedSize = second ? second_gated_packed_size() : gated_packed_size();
  size_t size = second ? second_gated_workspace_size(tokens, 1) : gated_workspace_size(tokens, 1);
  void *packed = memory(packedSize), *workspace = memory(size);
  if (second) {
    CHECK_STATUS(second_gated_pack(&same, packed, packedSize, nullptr), TENON_OK);
    CHECK_STATUS(second_gated_forward(packed, &batch, x.data(), y.data(), nullptr, workspace, size, nullptr),
                 TENON_OK);
    CHECK_STATUS(rows_forward(packed, &batch, x.data(), y.data(), nullptr, workspace, size, nullptr),
                 TENON_FOREIGN_PACK);
  } else {
    CHECK_STATUS(gated_pack(&weights, packed, packedSize, nullptr), TENON_OK);
    CHECK_STATUS(gated_forward(packed, &batch, x.data(), y.data(), nullptr, workspace, size, nullptr),
                 TENON_OK);
  }
  free(packed);
  free(workspace);
  return y;
}

void runRows() {
  std::vector<uint16_t> x(rows_width), y(rows_width);
  std::vector<float> gain(rows_width, 1.0f);
  for (size_t i = 0; i < rows_width; ++i)
    x[i] = i % 2 ? 0xC040 : 0x4040; // 3, -3, ...
  rows_weights weights{{gain.data(), TENON_F32, rows_width}};
  size_t packedSize = rows_packed_size(), size = rows_workspace_size(1, 1);
  void *packed = memory(packedSize), *workspace = memory(size);
  tenon_batch batch = batchOf(1);
  CHECK_STATUS(rows_pack(&weights, packed, packedSize, nullptr), TENON_OK);
  CHECK_STATUS(rows_forward(packed, &batch, x.data(), y.data(), nullptr, workspace, size, nullptr), TENON_OK);
  for (size_t i = 0; i < rows_width; ++i)
    CHECK(y[i] == (i % 2 ? 0xBF80 : 0x3F80)); // 1, -1, ...
  free(packed);
  free(workspace);
}

void runScaled() {
  std::vector<float> gain(WIDTH), x(tokens * WIDTH), y(tokens * WIDTH);
  for (size_t c = 0; c < WIDTH; ++c)
    gain[c] = gain_at(c);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = x_at(i / WIDTH, i % WIDTH);
  scaled_weights weights{{gain.data(), TENON_F32, WIDTH}};
  size_t packedSize = scaled_packed_size(), size = scaled_workspace_size(tokens, 1);
  void *packed = memory(packedSize), *workspace = memory(size);
  tenon_batch batch = batchOf(tokens);
  CHECK_STATUS(scaled_pack(&weights, packed, packedSize, nullptr), TENON_OK);
  CHECK_STATUS(scaled_forward(packed, &batch, x.data(), y.data(), nullptr, workspace, size, nullptr),
               TENON_OK);
  for (size_t i = 0; i < y.size(); ++i)
    CHECK(y[i] == y_at(i / WIDTH, i % WIDTH, int64_t(i / WIDTH)));
  free(packed);
  free(workspace);
}
} // namespace

int main() {
  std::vector<float> alone = runGated(false);
  runRows();
  runScaled();
  std::vector<float> again = runGated(false), second = runGated(true);
  CHECK(memcmp(alone.data(), again.data(), alone.size() * sizeof(float)) == 0);
  CHECK(memcmp(alone.data(), second.data(), alone.size() * sizeof(float)) == 0);
  // Choosing a variant of one block leaves the others alone.
  CHECK_STATUS(gated_force_variant("x86-64-v3"), TENON_OK);
  CHECK(std::strcmp(gated_variant(), "x86-64-v3") == 0);
  CHECK(std::strcmp(second_gated_variant(), "cpu") == 0);
  return finish();
}
