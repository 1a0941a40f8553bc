// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --tenon-expand-tile-products --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not=tenon.tile_product --implicit-check-not="func.func private"
// Register tiles become calls of functions, one for each tile that differs from others in anything; the folder beside this file pins
// what they do.

// CHECK-LABEL: func.func @products(
// CHECK:         call @[[FULL:gemm_f32_6x2_next]](
// CHECK:         call @[[FULL]](
// CHECK:         call @[[AHEAD:gemm_f32_6x2_ahead]](
// A tile of 2 rows whose values of k are 6 apart: what is left of tiles of 6.
// CHECK:         call @[[LESS:gemm_f32_2x2_of6_next]](
// CHECK:         call @[[PAIRS:gemm_bf16_1x2_next]](
// CHECK:         call @[[DOTS:dot_bf16_1x1_next]](

// The full tile of AVX2: 6 rows by 2 vectors, 12 sums carried by the loop over k, 2 steps of it in an iteration: 24 products, and one
// cache line of the panel that comes next. What is left of an odd depth is one step, which prefetches nothing.
// CHECK:       func.func private @[[FULL]](
// CHECK:         scf.for {{.*}} step %c2 iter_args
// CHECK-SAME:      -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>)
// CHECK:           memref.prefetch {{.*}}locality<2>
// CHECK-NOT:       memref.prefetch
// CHECK-COUNT-24:  vector.fma {{.*}} : vector<8xf32>
// CHECK-NEXT:      scf.yield
// CHECK:         scf.for {{.*}} step %c1 iter_args
// CHECK-COUNT-12:  vector.fma {{.*}} : vector<8xf32>
// CHECK-NEXT:      scf.yield
// CHECK-NOT:     vector.fma
// CHECK-COUNT-12:  vector.store

// Panels that are read once: each step of 16 f32, one cache line, is prefetched 512 bytes ahead, for all levels of the cache.
// CHECK:       func.func private @[[AHEAD]](
// CHECK-COUNT-2:   memref.prefetch {{.*}}locality<3>
// CHECK-NOT:       memref.prefetch

// CHECK:       func.func private @[[LESS]](
// CHECK-COUNT-8:   vector.fma
// CHECK-NEXT:      scf.yield

// Two vectors of bf16 in a word: the low halves by a shift, the high ones by a mask of 0xffff0000 = -65536.
// CHECK:       func.func private @[[PAIRS]](
// CHECK-DAG:     %[[SIXTEEN:.*]] = arith.constant dense<16> : vector<8xi32>
// CHECK-DAG:     %[[HIGH:.*]] = arith.constant dense<-65536> : vector<8xi32>
// CHECK:         %[[WORDS:.*]] = vector.load {{.*}} : memref<?xi32, {{.*}}>, vector<8xi32>
// CHECK-NEXT:    %[[LOW_BITS:.*]] = arith.shli %[[WORDS]], %[[SIXTEEN]]
// CHECK-NEXT:    %[[HIGH_BITS:.*]] = arith.andi %[[WORDS]], %[[HIGH]]
// CHECK-NEXT:    %[[EVEN:.*]] = arith.bitcast %[[LOW_BITS]] : vector<8xi32> to vector<8xf32>
// CHECK-NEXT:    %[[ODD:.*]] = arith.bitcast %[[HIGH_BITS]] : vector<8xi32> to vector<8xf32>
// CHECK:         %[[X:.*]] = vector.broadcast %{{.*}} : f32 to vector<8xf32>
// CHECK-NEXT:    vector.fma %[[X]], %[[EVEN]],
// CHECK-NEXT:    vector.fma %[[X]], %[[ODD]],

// Dots read words of two values of k on both sides and add both products; nothing is widened.
// CHECK:       func.func private @[[DOTS]](
// CHECK-NOT:     vector.fma
// CHECK:         %[[W:.*]] = vector.bitcast %{{.*}} : vector<16xi32> to vector<32xbf16>
// CHECK:         x86vector.avx512.dot %{{.*}}, %{{.*}}, %[[W]] : vector<32xbf16> -> vector<16xf32>
// CHECK-NOT:     vector.fma

#stream = #tenon.stream<unroll = 2, ahead = 512, next_lines = 1>
// The target has the instruction: products that need none are for every target.
module attributes {tenon.target = #tenon.target<name = "x86-64-v4-bf16", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v4", tune_cpu = "x86-64-v4", features = "+avx512bf16", needs = 7, vector_bits = 512, vector_registers = 32, tiles = [12, 2, 12, 2, 8, 3, 6, 4], k_block = 512, column_chunk = 512, block_rows = 144, row_tile = 8, unroll = 4, prefetch_ahead = 2048, prefetch_next_lines = 4, row_padding = 16, dots_bf16 = true>} {
func.func @products(%f: memref<f32>, %w: memref<i32>, %s: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %f[%n], %f[%n, panel %n] into %s[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f32, plain, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = #stream>
    : memref<f32>, memref<f32>, memref<f32>
  tenon.tile_product %f[%n], %f[%n, panel %n] into %s[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f32, plain, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = #stream>
    : memref<f32>, memref<f32>, memref<f32>
  tenon.tile_product %f[%n], %f[%n, panel %n] into %s[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f32, plain, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = ahead, stream = #stream>
    : memref<f32>, memref<f32>, memref<f32>
  tenon.tile_product %f[%n], %f[%n, panel %n] into %s[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f32, plain, lanes = 8, vectors = 2, rows = 2, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = #stream>
    : memref<f32>, memref<f32>, memref<f32>
  tenon.tile_product %f[%n], %w[%n, panel %n] into %s[%n, row %n] over %n first %first prefetch %n step %n
    <fma, bf16, paired, lanes = 8, vectors = 2, rows = 1, panels = 1, left_row = 1, left_step = 1, right_step = 8, prefetch = next, stream = #stream>
    : memref<f32>, memref<i32>, memref<f32>
  tenon.tile_product %w[%n], %w[%n, panel %n] into %s[%n, row %n] over %n first %first prefetch %n step %n
    <dot_bf16, bf16, pair_dot, lanes = 16, vectors = 1, rows = 1, panels = 1, left_row = 1, left_step = 1, right_step = 16, prefetch = next, stream = #stream>
    : memref<i32>, memref<i32>, memref<f32>
  return
}
}
