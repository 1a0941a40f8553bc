// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-expand-tile-products --split-input-file --verify-diagnostics | FileCheck %s
// REQUIRES: codegen
// A product that needs instructions is that of the module's target; multiply-adds are anybody's.

#target = #tenon.target<name = "x86-64-v4-bf16", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v4", tune_cpu = "x86-64-v4", features = "+avx512bf16", needs = 7, vector_bits = 512, vector_registers = 32, tiles = [12, 2, 12, 2, 8, 3, 6, 4], k_block = 512, column_chunk = 512, block_rows = 144, row_tile = 8, unroll = 4, prefetch_ahead = 2048, prefetch_next_lines = 4, row_padding = 16, dots_bf16 = true>
#stream = #tenon.stream<unroll = 1, ahead = 1024, next_lines = 1>
// CHECK: x86vector.avx512.dot
module attributes {tenon.target = #target} {
  func.func @dots(%left: memref<i32>, %p: memref<i32>, %acc: memref<f32>, %n: index, %first: i1) {
    tenon.tile_product %left[%n], %p[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
      <dot_bf16, bf16, pair_dot, lanes = 16, vectors = 1, rows = 1, panels = 1, left_row = 1, left_step = 1, right_step = 16, prefetch = next, stream = #stream>
      : memref<i32>, memref<i32>, memref<f32>
    return
  }
}

// -----

#stream = #tenon.stream<unroll = 1, ahead = 1024, next_lines = 1>
func.func @dots(%left: memref<i32>, %p: memref<i32>, %acc: memref<f32>, %n: index, %first: i1) {
  // expected-error @+1 {{the target of the module has no product dot_bf16}}
  tenon.tile_product %left[%n], %p[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <dot_bf16, bf16, pair_dot, lanes = 16, vectors = 1, rows = 1, panels = 1, left_row = 1, left_step = 1, right_step = 16, prefetch = next, stream = #stream>
    : memref<i32>, memref<i32>, memref<f32>
  return
}
