// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-expand-tile-products --canonicalize --cse --split-input-file | FileCheck %s
// REQUIRES: codegen
// A register tile holds rows * panels * vectors sums, runs over k once, and reads and writes them once per call: each sum is one
// chain of multiply-adds over ascending k.

#stream = #tenon.stream<unroll = 1, ahead = 0, next_lines = 0>
func.func @one(%left: memref<f32>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f32, plain, lanes = 4, vectors = 1, rows = 1, panels = 1, left_row = 1, left_step = 1, right_step = 4, prefetch = next, stream = #stream>
    : memref<f32>, memref<f32>, memref<f32>
  return
}

// One row, one vector: one sum. Left operand: depth steps of 1, and the row itself; right: depth steps of 4 words.
// CHECK-LABEL: func.func private @gemm_f32_1x1_next(
// CHECK-SAME:   %[[LEFT:[^:]*]]: memref<f32>, %[[LEFT_AT:[^:]*]]: index, %[[RIGHT:[^:]*]]: memref<f32>, %[[RIGHT_AT:[^:]*]]: index, %[[PANEL_STRIDE:[^:]*]]: index, %[[SUMS:[^:]*]]: memref<f32>, %[[SUMS_AT:[^:]*]]: index, %[[ROW_STRIDE:[^:]*]]: index, %[[DEPTH:[^:]*]]: index, %[[IS_FIRST:[^:]*]]: i1, %[[NEXT_AT:[^:]*]]: index, %[[NEXT_STEP:[^:]*]]: index)
// CHECK-DAG:  %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK:      %[[LEFT_SIZE:.*]] = arith.addi %[[DEPTH]], %c1 : index
// CHECK-NEXT: %[[L:.*]] = memref.reinterpret_cast %[[LEFT]] to offset: [%[[LEFT_AT]]], sizes: [%[[LEFT_SIZE]]], strides: [1]
// CHECK-NEXT: %[[PANEL_SIZE:.*]] = arith.muli %[[DEPTH]], %c4 : index
// CHECK-NEXT: %[[R:.*]] = memref.reinterpret_cast %[[RIGHT]] to offset: [%[[RIGHT_AT]]], sizes: [%[[PANEL_SIZE]]], strides: [1]
// CHECK-NEXT: %[[S:.*]] = memref.reinterpret_cast %[[SUMS]] to offset: [%[[SUMS_AT]]], sizes: [%[[ROW_STRIDE]]], strides: [1]
// The first k block starts from zero, others from what stands there.
// CHECK-NEXT: %[[START:.*]] = scf.if %[[IS_FIRST]] -> (vector<4xf32>) {
// CHECK-NEXT:   scf.yield %[[ZERO]] : vector<4xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[OLD:.*]] = vector.load %[[S]][%c0] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   scf.yield %[[OLD]] : vector<4xf32>
// CHECK-NEXT: }
// Without unrolling there is one loop, step by step, without a rest.
// CHECK-NEXT: %[[SUM:.*]] = scf.for %[[K:.*]] = %c0 to %[[DEPTH]] step %c1 iter_args(%[[OLD_SUM:.*]] = %[[START]]) -> (vector<4xf32>) {
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[K]], %c4 : index
// CHECK-NEXT:   %[[WEIGHTS:.*]] = vector.load %[[R]][%[[AT]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[WORD:.*]] = memref.load %[[L]][%[[K]]] :
// CHECK-NEXT:   %[[FACTOR:.*]] = vector.broadcast %[[WORD]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[NEW_SUM:.*]] = vector.fma %[[FACTOR]], %[[WEIGHTS]], %[[OLD_SUM]] : vector<4xf32>
// CHECK-NEXT:   scf.yield %[[NEW_SUM]] : vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: vector.store %[[SUM]], %[[S]][%c0] : {{.*}}, vector<4xf32>
// CHECK-NEXT: return

// -----

#stream = #tenon.stream<unroll = 1, ahead = 0, next_lines = 0>
func.func @wide(%left: memref<f32>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f32, plain, lanes = 4, vectors = 2, rows = 2, panels = 2, left_row = 1, left_step = 3, right_step = 8, prefetch = next, stream = #stream>
    : memref<f32>, memref<f32>, memref<f32>
  return
}

// Two rows of a tile of 3, two panels of two vectors: 2 * 2 * 2 = 8 sums, row by row, panel by panel, vector by vector.
// CHECK-LABEL: func.func private @gemm_f32_2x2x2_of3_next(
// CHECK-SAME:   %[[LEFT:[^:]*]]: memref<f32>, %[[LEFT_AT:[^:]*]]: index, %[[RIGHT:[^:]*]]: memref<f32>, %[[RIGHT_AT:[^:]*]]: index, %[[PANEL_STRIDE:[^:]*]]: index, %[[SUMS:[^:]*]]: memref<f32>, %[[SUMS_AT:[^:]*]]: index, %[[ROW_STRIDE:[^:]*]]: index, %[[DEPTH:[^:]*]]: index, %[[IS_FIRST:[^:]*]]: i1, %[[NEXT_AT:[^:]*]]: index, %[[NEXT_STEP:[^:]*]]: index)
// CHECK-DAG:  %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// Left: depth steps of 3, and 2 rows. The second panel starts where the stride says. Sums: 2 rows.
// CHECK:      %[[STEPS:.*]] = arith.muli %[[DEPTH]], %c3 : index
// CHECK-NEXT: %[[LEFT_SIZE:.*]] = arith.addi %[[STEPS]], %c2 : index
// CHECK-NEXT: %[[L:.*]] = memref.reinterpret_cast %[[LEFT]] to offset: [%[[LEFT_AT]]], sizes: [%[[LEFT_SIZE]]], strides: [1]
// CHECK-NEXT: %[[PANEL_SIZE:.*]] = arith.muli %[[DEPTH]], %c8 : index
// CHECK-NEXT: %[[R0:.*]] = memref.reinterpret_cast %[[RIGHT]] to offset: [%[[RIGHT_AT]]], sizes: [%[[PANEL_SIZE]]], strides: [1]
// CHECK-NEXT: %[[SECOND:.*]] = arith.addi %[[RIGHT_AT]], %[[PANEL_STRIDE]] : index
// CHECK-NEXT: %[[R1:.*]] = memref.reinterpret_cast %[[RIGHT]] to offset: [%[[SECOND]]], sizes: [%[[PANEL_SIZE]]], strides: [1]
// CHECK-NEXT: %[[SUMS_SIZE:.*]] = arith.muli %[[ROW_STRIDE]], %c2 : index
// CHECK-NEXT: %[[S:.*]] = memref.reinterpret_cast %[[SUMS]] to offset: [%[[SUMS_AT]]], sizes: [%[[SUMS_SIZE]]], strides: [1]
// A row's 16 sums are contiguous: panels 8 apart, vectors 4.
// CHECK:      %[[START:.*]]:8 = scf.if %[[IS_FIRST]] -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:   scf.yield %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]] : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[O0:.*]] = vector.load %[[S]][%c0] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[O1:.*]] = vector.load %[[S]][%c4] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[O2:.*]] = vector.load %[[S]][%c8] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[O3:.*]] = vector.load %[[S]][%c12] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[O4:.*]] = vector.load %[[S]][%[[ROW_STRIDE]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[AT5:.*]] = arith.addi %[[ROW_STRIDE]], %c4 : index
// CHECK-NEXT:   %[[O5:.*]] = vector.load %[[S]][%[[AT5]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[AT6:.*]] = arith.addi %[[ROW_STRIDE]], %c8 : index
// CHECK-NEXT:   %[[O6:.*]] = vector.load %[[S]][%[[AT6]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[AT7:.*]] = arith.addi %[[ROW_STRIDE]], %c12 : index
// CHECK-NEXT:   %[[O7:.*]] = vector.load %[[S]][%[[AT7]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   scf.yield %[[O0]], %[[O1]], %[[O2]], %[[O3]], %[[O4]], %[[O5]], %[[O6]], %[[O7]] : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }
// Each step loads every vector once, 4 in all, before any row needs them;
// CHECK-NEXT: %[[NEW:.*]]:8 = scf.for %[[K:.*]] = %c0 to %[[DEPTH]] step %c1 iter_args(%[[S0:.*]] = %[[START]]#0, %[[S1:.*]] = %[[START]]#1, %[[S2:.*]] = %[[START]]#2, %[[S3:.*]] = %[[START]]#3, %[[S4:.*]] = %[[START]]#4, %[[S5:.*]] = %[[START]]#5, %[[S6:.*]] = %[[START]]#6, %[[S7:.*]] = %[[START]]#7) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:   %[[R_AT:.*]] = arith.muli %[[K]], %c8 : index
// CHECK-NEXT:   %[[W0:.*]] = vector.load %[[R0]][%[[R_AT]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[R_AT4:.*]] = arith.addi %[[R_AT]], %c4 : index
// CHECK-NEXT:   %[[W1:.*]] = vector.load %[[R0]][%[[R_AT4]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[W2:.*]] = vector.load %[[R1]][%[[R_AT]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[W3:.*]] = vector.load %[[R1]][%[[R_AT4]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[L_AT:.*]] = arith.muli %[[K]], %c3 : index
// then a word of a row is spread and multiplied with all of them, before the next row: 2 words for 8 multiply-adds.
// CHECK-NEXT:   %[[X0:.*]] = memref.load %[[L]][%[[L_AT]]] :
// CHECK-NEXT:   %[[F0:.*]] = vector.broadcast %[[X0]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P0:.*]] = vector.fma %[[F0]], %[[W0]], %[[S0]] : vector<4xf32>
// CHECK-NEXT:   %[[P1:.*]] = vector.fma %[[F0]], %[[W1]], %[[S1]] : vector<4xf32>
// CHECK-NEXT:   %[[P2:.*]] = vector.fma %[[F0]], %[[W2]], %[[S2]] : vector<4xf32>
// CHECK-NEXT:   %[[P3:.*]] = vector.fma %[[F0]], %[[W3]], %[[S3]] : vector<4xf32>
// CHECK-NEXT:   %[[L_AT1:.*]] = arith.addi %[[L_AT]], %c1 : index
// CHECK-NEXT:   %[[X1:.*]] = memref.load %[[L]][%[[L_AT1]]] :
// CHECK-NEXT:   %[[F1:.*]] = vector.broadcast %[[X1]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P4:.*]] = vector.fma %[[F1]], %[[W0]], %[[S4]] : vector<4xf32>
// CHECK-NEXT:   %[[P5:.*]] = vector.fma %[[F1]], %[[W1]], %[[S5]] : vector<4xf32>
// CHECK-NEXT:   %[[P6:.*]] = vector.fma %[[F1]], %[[W2]], %[[S6]] : vector<4xf32>
// CHECK-NEXT:   %[[P7:.*]] = vector.fma %[[F1]], %[[W3]], %[[S7]] : vector<4xf32>
// CHECK-NEXT:   scf.yield %[[P0]], %[[P1]], %[[P2]], %[[P3]], %[[P4]], %[[P5]], %[[P6]], %[[P7]] : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }
// And all are stored as they were loaded.
// CHECK-NEXT: vector.store %[[NEW]]#0, %[[S]][%c0] : {{.*}}, vector<4xf32>
// CHECK-NEXT: vector.store %[[NEW]]#1, %[[S]][%c4] : {{.*}}, vector<4xf32>
// CHECK-NEXT: vector.store %[[NEW]]#2, %[[S]][%c8] : {{.*}}, vector<4xf32>
// CHECK-NEXT: vector.store %[[NEW]]#3, %[[S]][%c12] : {{.*}}, vector<4xf32>
// CHECK-NEXT: vector.store %[[NEW]]#4, %[[S]][%[[ROW_STRIDE]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT: %[[TO5:.*]] = arith.addi %[[ROW_STRIDE]], %c4 : index
// CHECK-NEXT: vector.store %[[NEW]]#5, %[[S]][%[[TO5]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT: %[[TO6:.*]] = arith.addi %[[ROW_STRIDE]], %c8 : index
// CHECK-NEXT: vector.store %[[NEW]]#6, %[[S]][%[[TO6]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT: %[[TO7:.*]] = arith.addi %[[ROW_STRIDE]], %c12 : index
// CHECK-NEXT: vector.store %[[NEW]]#7, %[[S]][%[[TO7]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT: return

// -----

#stream = #tenon.stream<unroll = 2, ahead = 0, next_lines = 0>
func.func @strided(%left: memref<f32>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f32, plain, lanes = 4, vectors = 1, rows = 3, panels = 1, left_row = 20, left_step = 1, right_step = 12, prefetch = next, stream = #stream>
    : memref<f32>, memref<f32>, memref<f32>
  return
}

// Operands that are not packed, as in attention: rows of the left operand 20 apart and steps 1, steps of the right 12 words apart
// though a vector has 4. The name says all three strides.
// CHECK-LABEL: func.func private @gemm_f32_3x1_20_1_12_next(
// CHECK-SAME:   %[[LEFT:[^:]*]]: memref<f32>, %[[LEFT_AT:[^:]*]]: index, %[[RIGHT:[^:]*]]: memref<f32>, %[[RIGHT_AT:[^:]*]]: index, %[[PANEL_STRIDE:[^:]*]]: index, %[[SUMS:[^:]*]]: memref<f32>, %[[SUMS_AT:[^:]*]]: index, %[[ROW_STRIDE:[^:]*]]: index, %[[DEPTH:[^:]*]]: index, %[[IS_FIRST:[^:]*]]: i1, %[[NEXT_AT:[^:]*]]: index, %[[NEXT_STEP:[^:]*]]: index)
// CHECK-DAG:  %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// Left: depth steps of 1, and 3 * 20. Right: depth steps of 12.
// CHECK:      %[[LEFT_SIZE:.*]] = arith.addi %[[DEPTH]], %c60 : index
// CHECK-NEXT: %[[L:.*]] = memref.reinterpret_cast %[[LEFT]] to offset: [%[[LEFT_AT]]], sizes: [%[[LEFT_SIZE]]], strides: [1]
// CHECK-NEXT: %[[PANEL_SIZE:.*]] = arith.muli %[[DEPTH]], %c12 : index
// CHECK-NEXT: %[[R:.*]] = memref.reinterpret_cast %[[RIGHT]] to offset: [%[[RIGHT_AT]]], sizes: [%[[PANEL_SIZE]]], strides: [1]
// CHECK-NEXT: %[[SUMS_SIZE:.*]] = arith.muli %[[ROW_STRIDE]], %c3 : index
// CHECK-NEXT: %[[S:.*]] = memref.reinterpret_cast %[[SUMS]] to offset: [%[[SUMS_AT]]], sizes: [%[[SUMS_SIZE]]], strides: [1]
// Unrolled by 2: whole pairs of steps, then what is left.
// CHECK-NEXT: %[[PAIRS:.*]] = arith.divui %[[DEPTH]], %c2 : index
// CHECK-NEXT: %[[WHOLE:.*]] = arith.muli %[[PAIRS]], %c2 : index
// CHECK-NEXT: %[[START:.*]]:3 = scf.if %[[IS_FIRST]] -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:   scf.yield %[[ZERO]], %[[ZERO]], %[[ZERO]] : vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[O0:.*]] = vector.load %[[S]][%c0] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[O1:.*]] = vector.load %[[S]][%[[ROW_STRIDE]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[AT2:.*]] = arith.muli %[[ROW_STRIDE]], %c2 : index
// CHECK-NEXT:   %[[O2:.*]] = vector.load %[[S]][%[[AT2]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   scf.yield %[[O0]], %[[O1]], %[[O2]] : vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }
// Step k: rows 0, 1, 2 at k, k + 20, k + 40.
// CHECK-NEXT: %[[MAIN:.*]]:3 = scf.for %[[K:.*]] = %c0 to %[[WHOLE]] step %c2 iter_args(%[[S0:.*]] = %[[START]]#0, %[[S1:.*]] = %[[START]]#1, %[[S2:.*]] = %[[START]]#2) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:   %[[R_AT:.*]] = arith.muli %[[K]], %c12 : index
// CHECK-NEXT:   %[[W:.*]] = vector.load %[[R]][%[[R_AT]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[X0:.*]] = memref.load %[[L]][%[[K]]] :
// CHECK-NEXT:   %[[F0:.*]] = vector.broadcast %[[X0]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P0:.*]] = vector.fma %[[F0]], %[[W]], %[[S0]] : vector<4xf32>
// CHECK-NEXT:   %[[L_AT1:.*]] = arith.addi %[[K]], %c20 : index
// CHECK-NEXT:   %[[X1:.*]] = memref.load %[[L]][%[[L_AT1]]] :
// CHECK-NEXT:   %[[F1:.*]] = vector.broadcast %[[X1]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P1:.*]] = vector.fma %[[F1]], %[[W]], %[[S1]] : vector<4xf32>
// CHECK-NEXT:   %[[L_AT2:.*]] = arith.addi %[[K]], %c40 : index
// CHECK-NEXT:   %[[X2:.*]] = memref.load %[[L]][%[[L_AT2]]] :
// CHECK-NEXT:   %[[F2:.*]] = vector.broadcast %[[X2]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P2:.*]] = vector.fma %[[F2]], %[[W]], %[[S2]] : vector<4xf32>
// Step k + 1: 12 words on in the panel; rows at k + 1, k + 21, k + 41. The same chains go on.
// CHECK-NEXT:   %[[R_AT1:.*]] = arith.addi %[[R_AT]], %c12 : index
// CHECK-NEXT:   %[[W1:.*]] = vector.load %[[R]][%[[R_AT1]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[L_AT3:.*]] = arith.addi %[[K]], %c1 : index
// CHECK-NEXT:   %[[X3:.*]] = memref.load %[[L]][%[[L_AT3]]] :
// CHECK-NEXT:   %[[F3:.*]] = vector.broadcast %[[X3]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P3:.*]] = vector.fma %[[F3]], %[[W1]], %[[P0]] : vector<4xf32>
// CHECK-NEXT:   %[[L_AT4:.*]] = arith.addi %[[K]], %c21 : index
// CHECK-NEXT:   %[[X4:.*]] = memref.load %[[L]][%[[L_AT4]]] :
// CHECK-NEXT:   %[[F4:.*]] = vector.broadcast %[[X4]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P4:.*]] = vector.fma %[[F4]], %[[W1]], %[[P1]] : vector<4xf32>
// CHECK-NEXT:   %[[L_AT5:.*]] = arith.addi %[[K]], %c41 : index
// CHECK-NEXT:   %[[X5:.*]] = memref.load %[[L]][%[[L_AT5]]] :
// CHECK-NEXT:   %[[F5:.*]] = vector.broadcast %[[X5]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P5:.*]] = vector.fma %[[F5]], %[[W1]], %[[P2]] : vector<4xf32>
// CHECK-NEXT:   scf.yield %[[P3]], %[[P4]], %[[P5]] : vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }
// The rest goes step by step on from the sums of the pairs.
// CHECK-NEXT: %[[REST:.*]]:3 = scf.for %[[K:.*]] = %[[WHOLE]] to %[[DEPTH]] step %c1 iter_args(%[[S0:.*]] = %[[MAIN]]#0, %[[S1:.*]] = %[[MAIN]]#1, %[[S2:.*]] = %[[MAIN]]#2) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:   %[[R_AT:.*]] = arith.muli %[[K]], %c12 : index
// CHECK-NEXT:   %[[W:.*]] = vector.load %[[R]][%[[R_AT]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[X0:.*]] = memref.load %[[L]][%[[K]]] :
// CHECK-NEXT:   %[[F0:.*]] = vector.broadcast %[[X0]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P0:.*]] = vector.fma %[[F0]], %[[W]], %[[S0]] : vector<4xf32>
// CHECK-NEXT:   %[[L_AT1:.*]] = arith.addi %[[K]], %c20 : index
// CHECK-NEXT:   %[[X1:.*]] = memref.load %[[L]][%[[L_AT1]]] :
// CHECK-NEXT:   %[[F1:.*]] = vector.broadcast %[[X1]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P1:.*]] = vector.fma %[[F1]], %[[W]], %[[S1]] : vector<4xf32>
// CHECK-NEXT:   %[[L_AT2:.*]] = arith.addi %[[K]], %c40 : index
// CHECK-NEXT:   %[[X2:.*]] = memref.load %[[L]][%[[L_AT2]]] :
// CHECK-NEXT:   %[[F2:.*]] = vector.broadcast %[[X2]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P2:.*]] = vector.fma %[[F2]], %[[W]], %[[S2]] : vector<4xf32>
// CHECK-NEXT:   scf.yield %[[P0]], %[[P1]], %[[P2]] : vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: vector.store %[[REST]]#0, %[[S]][%c0] : {{.*}}, vector<4xf32>
// CHECK-NEXT: vector.store %[[REST]]#1, %[[S]][%[[ROW_STRIDE]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT: %[[AT2:.*]] = arith.muli %[[ROW_STRIDE]], %c2 : index
// CHECK-NEXT: vector.store %[[REST]]#2, %[[S]][%[[AT2]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT: return
