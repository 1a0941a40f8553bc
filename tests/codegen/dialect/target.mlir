// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s | %tenon-opt | FileCheck %s
// The target of a module is printed as it is read.

// CHECK: module attributes {tenon.target = #tenon.target<name = "x86-64-v3", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v3", tune_cpu = "x86-64-v3", features = "", needs = 1, vector_bits = 256, vector_registers = 16, tiles = [6, 2, 6, 2, 4, 3, 3, 4], k_block = 512, column_chunk = 512, block_rows = 144, row_tile = 8, unroll = 4, prefetch_ahead = 2048, prefetch_next_lines = 4, row_padding = 16, dots_bf16 = false>}
module attributes {tenon.target = #tenon.target<name = "x86-64-v3", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v3", tune_cpu = "x86-64-v3", features = "", needs = 1, vector_bits = 256, vector_registers = 16, tiles = [6, 2, 6, 2, 4, 3, 3, 4], k_block = 512, column_chunk = 512, block_rows = 144, row_tile = 8, unroll = 4, prefetch_ahead = 2048, prefetch_next_lines = 4, row_padding = 16, dots_bf16 = false>} {
}
