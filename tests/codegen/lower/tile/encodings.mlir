// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-expand-tile-products --canonicalize --cse --split-input-file | FileCheck %s
// REQUIRES: codegen
// How a step of each encoding is read: f32 and f16 vector by vector, bf16 of which two vectors share words by a shift and a mask,
// pairs for dots by words of two steps.

// Two words' loads give four vectors of f32: the low halves are the even vectors' 16 bits (shifted up), the high ones the odd's
// (0xffff0000 = -65536). A step of 4 vectors of 4 bf16 is 8 words.
#stream = #tenon.stream<unroll = 1, ahead = 0, next_lines = 0>
func.func @paired(%left: memref<f32>, %right: memref<i32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, bf16, paired, lanes = 4, vectors = 4, rows = 1, panels = 1, left_row = 1, left_step = 1, right_step = 8, prefetch = next, stream = #stream>
    : memref<f32>, memref<i32>, memref<f32>
  return
}

// CHECK-LABEL: func.func private @gemm_bf16_1x4_next(
// CHECK-SAME:   %[[LEFT:[^:]*]]: memref<f32>, %[[LEFT_AT:[^:]*]]: index, %[[RIGHT:[^:]*]]: memref<i32>, %[[RIGHT_AT:[^:]*]]: index, %[[PANEL_STRIDE:[^:]*]]: index, %[[SUMS:[^:]*]]: memref<f32>, %[[SUMS_AT:[^:]*]]: index, %[[ROW_STRIDE:[^:]*]]: index, %[[DEPTH:[^:]*]]: index, %[[IS_FIRST:[^:]*]]: i1, %[[NEXT_AT:[^:]*]]: index, %[[NEXT_STEP:[^:]*]]: index)
// CHECK-DAG:  %[[HIGH:.*]] = arith.constant dense<-65536> : vector<4xi32>
// CHECK-DAG:  %[[SIXTEEN:.*]] = arith.constant dense<16> : vector<4xi32>
// Vectors 0 and 1 are the first 4 words, 2 and 3 the next.
// CHECK:      %[[SUMS_OF:.*]]:4 = scf.for %[[K:.*]] = %c0 to %[[DEPTH]] step %c1 iter_args(%[[S0:.*]] = %[[START:[a-z0-9_]+]]#0, %[[S1:.*]] = %[[START]]#1, %[[S2:.*]] = %[[START]]#2, %[[S3:.*]] = %[[START]]#3) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[K]], %c8 : index
// CHECK-NEXT:   %[[WORDS:.*]] = vector.load %[[R:[a-z0-9_]+]][%[[AT]]] : {{.*}}, vector<4xi32>
// CHECK-NEXT:   %[[LOW:.*]] = arith.shli %[[WORDS]], %[[SIXTEEN]] : vector<4xi32>
// CHECK-NEXT:   %[[UP:.*]] = arith.andi %[[WORDS]], %[[HIGH]] : vector<4xi32>
// CHECK-NEXT:   %[[V0:.*]] = arith.bitcast %[[LOW]] : vector<4xi32> to vector<4xf32>
// CHECK-NEXT:   %[[V1:.*]] = arith.bitcast %[[UP]] : vector<4xi32> to vector<4xf32>
// CHECK-NEXT:   %[[AT4:.*]] = arith.addi %[[AT]], %c4 : index
// CHECK-NEXT:   %[[WORDS1:.*]] = vector.load %[[R]][%[[AT4]]] : {{.*}}, vector<4xi32>
// CHECK-NEXT:   %[[LOW1:.*]] = arith.shli %[[WORDS1]], %[[SIXTEEN]] : vector<4xi32>
// CHECK-NEXT:   %[[UP1:.*]] = arith.andi %[[WORDS1]], %[[HIGH]] : vector<4xi32>
// CHECK-NEXT:   %[[V2:.*]] = arith.bitcast %[[LOW1]] : vector<4xi32> to vector<4xf32>
// CHECK-NEXT:   %[[V3:.*]] = arith.bitcast %[[UP1]] : vector<4xi32> to vector<4xf32>
// They multiply in the order of the columns.
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[L:[a-z0-9_]+]][%[[K]]] :
// CHECK-NEXT:   %[[FACTOR:.*]] = vector.broadcast %[[X]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P0:.*]] = vector.fma %[[FACTOR]], %[[V0]], %[[S0]] : vector<4xf32>
// CHECK-NEXT:   %[[P1:.*]] = vector.fma %[[FACTOR]], %[[V1]], %[[S1]] : vector<4xf32>
// CHECK-NEXT:   %[[P2:.*]] = vector.fma %[[FACTOR]], %[[V2]], %[[S2]] : vector<4xf32>
// CHECK-NEXT:   %[[P3:.*]] = vector.fma %[[FACTOR]], %[[V3]], %[[S3]] : vector<4xf32>
// CHECK-NEXT:   scf.yield %[[P0]], %[[P1]], %[[P2]], %[[P3]] : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }

// -----

// f16 is widened by the conversion, and has words of 16 bits.
#stream = #tenon.stream<unroll = 1, ahead = 0, next_lines = 0>
func.func @half(%left: memref<f32>, %right: memref<f16>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f16, plain, lanes = 4, vectors = 2, rows = 1, panels = 1, left_row = 1, left_step = 1, right_step = 8, prefetch = next, stream = #stream>
    : memref<f32>, memref<f16>, memref<f32>
  return
}

// CHECK-LABEL: func.func private @gemm_f16_1x2_next(
// CHECK-SAME:   %[[LEFT:[^:]*]]: memref<f32>, %[[LEFT_AT:[^:]*]]: index, %[[RIGHT:[^:]*]]: memref<f16>, %[[RIGHT_AT:[^:]*]]: index, %[[PANEL_STRIDE:[^:]*]]: index, %[[SUMS:[^:]*]]: memref<f32>, %[[SUMS_AT:[^:]*]]: index, %[[ROW_STRIDE:[^:]*]]: index, %[[DEPTH:[^:]*]]: index, %[[IS_FIRST:[^:]*]]: i1, %[[NEXT_AT:[^:]*]]: index, %[[NEXT_STEP:[^:]*]]: index)
// CHECK:      %[[SUMS_OF:.*]]:2 = scf.for %[[K:.*]] = %c0 to %[[DEPTH]] step %c1 iter_args(%[[S0:.*]] = %[[START:[a-z0-9_]+]]#0, %[[S1:.*]] = %[[START]]#1) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[K]], %c8 : index
// CHECK-NEXT:   %[[H0:.*]] = vector.load %[[R:[a-z0-9_]+]][%[[AT]]] : {{.*}}, vector<4xf16>
// CHECK-NEXT:   %[[V0:.*]] = arith.extf %[[H0]] : vector<4xf16> to vector<4xf32>
// CHECK-NEXT:   %[[AT4:.*]] = arith.addi %[[AT]], %c4 : index
// CHECK-NEXT:   %[[H1:.*]] = vector.load %[[R]][%[[AT4]]] : {{.*}}, vector<4xf16>
// CHECK-NEXT:   %[[V1:.*]] = arith.extf %[[H1]] : vector<4xf16> to vector<4xf32>
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[L:[a-z0-9_]+]][%[[K]]] :
// CHECK-NEXT:   %[[FACTOR:.*]] = vector.broadcast %[[X]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P0:.*]] = vector.fma %[[FACTOR]], %[[V0]], %[[S0]] : vector<4xf32>
// CHECK-NEXT:   %[[P1:.*]] = vector.fma %[[FACTOR]], %[[V1]], %[[S1]] : vector<4xf32>
// CHECK-NEXT:   scf.yield %[[P0]], %[[P1]] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }

// -----

// A single vector of bf16 cannot share words: it is widened by the conversion too.
#stream = #tenon.stream<unroll = 1, ahead = 0, next_lines = 0>
func.func @single(%left: memref<f32>, %right: memref<bf16>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, bf16, plain, lanes = 4, vectors = 1, rows = 1, panels = 1, left_row = 1, left_step = 1, right_step = 4, prefetch = next, stream = #stream>
    : memref<f32>, memref<bf16>, memref<f32>
  return
}

// CHECK-LABEL: func.func private @gemm_bf16_1x1_next(
// CHECK-SAME:   %[[LEFT:[^:]*]]: memref<f32>, %[[LEFT_AT:[^:]*]]: index, %[[RIGHT:[^:]*]]: memref<bf16>, %[[RIGHT_AT:[^:]*]]: index, %[[PANEL_STRIDE:[^:]*]]: index, %[[SUMS:[^:]*]]: memref<f32>, %[[SUMS_AT:[^:]*]]: index, %[[ROW_STRIDE:[^:]*]]: index, %[[DEPTH:[^:]*]]: index, %[[IS_FIRST:[^:]*]]: i1, %[[NEXT_AT:[^:]*]]: index, %[[NEXT_STEP:[^:]*]]: index)
// CHECK:      %[[SUMS_OF:.*]] = scf.for %[[K:.*]] = %c0 to %[[DEPTH]] step %c1 iter_args(%[[S0:.*]] = %[[START:[a-z0-9_]+]]) -> (vector<4xf32>) {
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[K]], %c4 : index
// CHECK-NEXT:   %[[H:.*]] = vector.load %[[R:[a-z0-9_]+]][%[[AT]]] : {{.*}}, vector<4xbf16>
// CHECK-NEXT:   %[[V:.*]] = arith.extf %[[H]] : vector<4xbf16> to vector<4xf32>
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[L:[a-z0-9_]+]][%[[K]]] :
// CHECK-NEXT:   %[[FACTOR:.*]] = vector.broadcast %[[X]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P:.*]] = vector.fma %[[FACTOR]], %[[V]], %[[S0]] : vector<4xf32>
// CHECK-NEXT:   scf.yield %[[P]] : vector<4xf32>

// -----

// A dot adds two products: a word of each operand is two bf16 of neighbouring k. Lanes of 4 words are 8 bf16. The code is the target's,
// which the module says.
#stream = #tenon.stream<unroll = 1, ahead = 0, next_lines = 0>
module attributes {tenon.target = #tenon.target<name = "x86-64-v4-bf16", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v4", tune_cpu = "x86-64-v4", features = "+avx512bf16", needs = 7, vector_bits = 512, vector_registers = 32, tiles = [12, 2, 12, 2, 8, 3, 6, 4], k_block = 512, column_chunk = 512, block_rows = 144, row_tile = 8, unroll = 4, prefetch_ahead = 2048, prefetch_next_lines = 4, row_padding = 16, dots_bf16 = true>} {
  func.func @dots(%left: memref<i32>, %right: memref<i32>, %acc: memref<f32>, %n: index, %first: i1) {
    tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
      <dot_bf16, bf16, pair_dot, lanes = 4, vectors = 1, rows = 2, panels = 1, left_row = 1, left_step = 2, right_step = 4, prefetch = next, stream = #stream>
      : memref<i32>, memref<i32>, memref<f32>
    return
  }
}

// CHECK-LABEL: func.func private @dot_bf16_2x1_next(
// CHECK-SAME:   %[[LEFT:[^:]*]]: memref<i32>, %[[LEFT_AT:[^:]*]]: index, %[[RIGHT:[^:]*]]: memref<i32>, %[[RIGHT_AT:[^:]*]]: index, %[[PANEL_STRIDE:[^:]*]]: index, %[[SUMS:[^:]*]]: memref<f32>, %[[SUMS_AT:[^:]*]]: index, %[[ROW_STRIDE:[^:]*]]: index, %[[DEPTH:[^:]*]]: index, %[[IS_FIRST:[^:]*]]: i1, %[[NEXT_AT:[^:]*]]: index, %[[NEXT_STEP:[^:]*]]: index)
// Left: depth steps of 2 words, one for each row; right: steps of 4 words.
// CHECK:      %[[STEPS:.*]] = arith.muli %[[DEPTH]], %c2 : index
// CHECK-NEXT: %[[LEFT_SIZE:.*]] = arith.addi %[[STEPS]], %c2 : index
// CHECK-NEXT: %[[L:.*]] = memref.reinterpret_cast %[[LEFT]] to offset: [%[[LEFT_AT]]], sizes: [%[[LEFT_SIZE]]], strides: [1]
// CHECK-NEXT: %[[PANEL_SIZE:.*]] = arith.muli %[[DEPTH]], %c4 : index
// CHECK-NEXT: %[[R:.*]] = memref.reinterpret_cast %[[RIGHT]] to offset: [%[[RIGHT_AT]]], sizes: [%[[PANEL_SIZE]]], strides: [1]
// CHECK:      %[[SUMS_OF:.*]]:2 = scf.for %[[K:.*]] = %c0 to %[[DEPTH]] step %c1 iter_args(%[[S0:.*]] = %[[START:[a-z0-9_]+]]#0, %[[S1:.*]] = %[[START]]#1) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[K]], %c4 : index
// CHECK-NEXT:   %[[WORDS:.*]] = vector.load %[[R]][%[[AT]]] : {{.*}}, vector<4xi32>
// CHECK-NEXT:   %[[PAIRS:.*]] = vector.bitcast %[[WORDS]] : vector<4xi32> to vector<8xbf16>
// A row's word is spread over all lanes before it is taken as a pair.
// CHECK-NEXT:   %[[L_AT:.*]] = arith.muli %[[K]], %c2 : index
// CHECK-NEXT:   %[[X0:.*]] = memref.load %[[L]][%[[L_AT]]] :
// CHECK-NEXT:   %[[SPREAD0:.*]] = vector.broadcast %[[X0]] : i32 to vector<4xi32>
// CHECK-NEXT:   %[[PAIR0:.*]] = vector.bitcast %[[SPREAD0]] : vector<4xi32> to vector<8xbf16>
// CHECK-NEXT:   %[[D0:.*]] = x86vector.avx512.dot %[[S0]], %[[PAIR0]], %[[PAIRS]] : vector<8xbf16> -> vector<4xf32>
// CHECK-NEXT:   %[[L_AT1:.*]] = arith.addi %[[L_AT]], %c1 : index
// CHECK-NEXT:   %[[X1:.*]] = memref.load %[[L]][%[[L_AT1]]] :
// CHECK-NEXT:   %[[SPREAD1:.*]] = vector.broadcast %[[X1]] : i32 to vector<4xi32>
// CHECK-NEXT:   %[[PAIR1:.*]] = vector.bitcast %[[SPREAD1]] : vector<4xi32> to vector<8xbf16>
// CHECK-NEXT:   %[[D1:.*]] = x86vector.avx512.dot %[[S1]], %[[PAIR1]], %[[PAIRS]] : vector<8xbf16> -> vector<4xf32>
// CHECK-NEXT:   scf.yield %[[D0]], %[[D1]] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }
