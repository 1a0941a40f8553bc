// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-expand-tile-products | FileCheck %s
// REQUIRES: codegen
// The pass brings the dialects of what it emits: a module with nothing but a tile product needs no other pass in front of it.

// CHECK-LABEL: func.func @alone(
// CHECK-NEXT:    call @gemm_f32_1x1_next(
// CHECK-LABEL: func.func private @gemm_f32_1x1_next(
// CHECK:         vector.fma
#stream = #tenon.stream<unroll = 1, ahead = 0, next_lines = 0>
func.func @alone(%left: memref<f32>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f32, plain, lanes = 4, vectors = 1, rows = 1, panels = 1, left_row = 1, left_step = 1, right_step = 4, prefetch = next, stream = #stream>
    : memref<f32>, memref<f32>, memref<f32>
  return
}
