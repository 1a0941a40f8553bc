// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --split-input-file --verify-diagnostics
// Every rule of a target, broken once.

// expected-error @+1 {{a target has a name, a triple and a cpu}}
module attributes {tenon.target = #tenon.target<name = "", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v3", tune_cpu = "x86-64-v3", features = "", needs = 1, vector_bits = 256, vector_registers = 16, tiles = [6, 2, 6, 2, 4, 3, 3, 4], k_block = 512, column_chunk = 512, block_rows = 144, row_tile = 8, unroll = 4, prefetch_ahead = 2048, prefetch_next_lines = 4, row_padding = 16, dots_bf16 = false>} {
}

// -----

// expected-error @+1 {{vectors have 128, 256, 512, ... bits, not 96}}
module attributes {tenon.target = #tenon.target<name = "x86-64-v3", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v3", tune_cpu = "x86-64-v3", features = "", needs = 1, vector_bits = 96, vector_registers = 16, tiles = [6, 2, 6, 2, 4, 3, 3, 4], k_block = 512, column_chunk = 512, block_rows = 144, row_tile = 8, unroll = 4, prefetch_ahead = 2048, prefetch_next_lines = 4, row_padding = 16, dots_bf16 = false>} {
}

// -----

// expected-error @+1 {{sizes of a target are 1 or more, not 0}}
module attributes {tenon.target = #tenon.target<name = "x86-64-v3", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v3", tune_cpu = "x86-64-v3", features = "", needs = 1, vector_bits = 256, vector_registers = 16, tiles = [6, 2, 6, 2, 4, 3, 3, 4], k_block = 512, column_chunk = 512, block_rows = 144, row_tile = 8, unroll = 0, prefetch_ahead = 2048, prefetch_next_lines = 4, row_padding = 16, dots_bf16 = false>} {
}

// -----

// expected-error @+1 {{distances of a target are not negative}}
module attributes {tenon.target = #tenon.target<name = "x86-64-v3", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v3", tune_cpu = "x86-64-v3", features = "", needs = 1, vector_bits = 256, vector_registers = 16, tiles = [6, 2, 6, 2, 4, 3, 3, 4], k_block = 512, column_chunk = 512, block_rows = 144, row_tile = 8, unroll = 4, prefetch_ahead = 2048, prefetch_next_lines = 4, row_padding = -1, dots_bf16 = false>} {
}

// -----

// expected-error @+1 {{a target has four tiles, each rows and vectors, not 2 numbers}}
module attributes {tenon.target = #tenon.target<name = "x86-64-v3", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v3", tune_cpu = "x86-64-v3", features = "", needs = 1, vector_bits = 256, vector_registers = 16, tiles = [6, 2], k_block = 512, column_chunk = 512, block_rows = 144, row_tile = 8, unroll = 4, prefetch_ahead = 2048, prefetch_next_lines = 4, row_padding = 16, dots_bf16 = false>} {
}

// -----

// expected-error @+1 {{a tile of 8 x 2 vectors does not fit 16 registers}}
module attributes {tenon.target = #tenon.target<name = "x86-64-v3", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v3", tune_cpu = "x86-64-v3", features = "", needs = 1, vector_bits = 256, vector_registers = 16, tiles = [6, 2, 8, 2, 4, 3, 3, 4], k_block = 512, column_chunk = 512, block_rows = 144, row_tile = 8, unroll = 4, prefetch_ahead = 2048, prefetch_next_lines = 4, row_padding = 16, dots_bf16 = false>} {
}

// -----

// expected-error @+1 {{a block of 150 rows is not made of tiles of 4}}
module attributes {tenon.target = #tenon.target<name = "x86-64-v3", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v3", tune_cpu = "x86-64-v3", features = "", needs = 1, vector_bits = 256, vector_registers = 16, tiles = [6, 2, 6, 2, 4, 3, 3, 4], k_block = 512, column_chunk = 512, block_rows = 150, row_tile = 8, unroll = 4, prefetch_ahead = 2048, prefetch_next_lines = 4, row_padding = 16, dots_bf16 = false>} {
}

// -----

// expected-error @+1 {{'tenon.target' is a #tenon.target<...>}}
module attributes {tenon.target = "x86-64-v3"} {
}
