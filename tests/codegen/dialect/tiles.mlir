// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s | %tenon-opt | FileCheck %s
// RUN: %tenon-opt %s --mlir-print-op-generic | %tenon-opt | FileCheck %s
// REQUIRES: codegen
// Register tiles are printed as they are read: each product with each encoding that it reads, and the words that
// both operands then have.

#stream = #tenon.stream<unroll = 2, ahead = 1024, next_lines = 1>

// f32 and f16 lie plainly, bf16 plainly or in pairs; multiply-adds read f32 on the left.
// CHECK-LABEL: func.func @fma(
// CHECK-SAME: %[[LEFT:[^:]*]]: memref<f32>, %[[F:[^:]*]]: memref<f32>, %[[H:[^:]*]]: memref<f16>, %[[P:[^:]*]]: memref<i32>, %[[ACC:[^:]*]]: memref<f32>, %[[N:[^:]*]]: index, %[[FIRST:[^:]*]]: i1
// CHECK: tenon.tile_product %[[LEFT]][%[[N]]], %[[F]][%[[N]], panel %[[N]]] into %[[ACC]][%[[N]], row %[[N]]] over %[[N]] first %[[FIRST]] prefetch %[[N]] step %[[N]]
// CHECK-SAME: <fma, f32, plain, lanes = 8, vectors = 3, rows = 4, panels = 1, left_row = 1, left_step = 4, right_step = 24, prefetch = next, stream = <unroll = 2, ahead = 1024, next_lines = 1>>
// CHECK-SAME: : memref<f32>, memref<f32>, memref<f32>
// CHECK: tenon.tile_product %[[LEFT]][%[[N]]], %[[H]][
// CHECK-SAME: <fma, f16, plain, lanes = 16, vectors = 2, rows = 12, panels = 2, left_row = 512, left_step = 1, right_step = 32, prefetch = ahead,
// CHECK-SAME: : memref<f32>, memref<f16>, memref<f32>
// CHECK: tenon.tile_product %[[LEFT]][%[[N]]], %[[P]][
// CHECK-SAME: <fma, bf16, paired, lanes = 16, vectors = 4, rows = 6, panels = 1,
// CHECK-SAME: : memref<f32>, memref<i32>, memref<f32>
func.func @fma(%left: memref<f32>, %f: memref<f32>, %h: memref<f16>, %p: memref<i32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %f[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f32, plain, lanes = 8, vectors = 3, rows = 4, panels = 1, left_row = 1, left_step = 4, right_step = 24, prefetch = next, stream = #stream>
    : memref<f32>, memref<f32>, memref<f32>
  tenon.tile_product %left[%n], %h[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f16, plain, lanes = 16, vectors = 2, rows = 12, panels = 2, left_row = 512, left_step = 1, right_step = 32, prefetch = ahead, stream = #stream>
    : memref<f32>, memref<f16>, memref<f32>
  tenon.tile_product %left[%n], %p[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, bf16, paired, lanes = 16, vectors = 4, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 32, prefetch = next, stream = #stream>
    : memref<f32>, memref<i32>, memref<f32>
  return
}

// Dots read words of two bf16 on both sides; an odd number of vectors makes no difference to them.
// CHECK-LABEL: func.func @dots(
// CHECK: tenon.tile_product
// CHECK-SAME: <dot_bf16, bf16, pair_dot, lanes = 16, vectors = 3, rows = 8, panels = 1,
// CHECK-SAME: : memref<i32>, memref<i32>, memref<f32>
func.func @dots(%left: memref<i32>, %p: memref<i32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %p[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <dot_bf16, bf16, pair_dot, lanes = 16, vectors = 3, rows = 8, panels = 1, left_row = 1, left_step = 8, right_step = 48, prefetch = next, stream = #stream>
    : memref<i32>, memref<i32>, memref<f32>
  return
}
