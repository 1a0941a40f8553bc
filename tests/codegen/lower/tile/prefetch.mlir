// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-expand-tile-products --canonicalize --cse --split-input-file | FileCheck %s
// REQUIRES: codegen
// What a register tile prefetches, line by line of 64 bytes: the panel that comes next, as many lines as the schedule says for each
// iteration; or its own panels `ahead` bytes on, all lines of each step. Only the unrolled loop prefetches, not the rest behind it.

// A line has 16 words of f32. Next: 3 lines an iteration of 2 steps, from k times the step of the operand on.
#stream = #tenon.stream<unroll = 2, ahead = 0, next_lines = 3>
func.func @next(%left: memref<f32>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f32, plain, lanes = 4, vectors = 1, rows = 1, panels = 1, left_row = 1, left_step = 1, right_step = 4, prefetch = next, stream = #stream>
    : memref<f32>, memref<f32>, memref<f32>
  return
}

// CHECK-LABEL: func.func private @gemm_f32_1x1_next(
// CHECK-SAME:   %[[LEFT:[^:]*]]: memref<f32>, %[[LEFT_AT:[^:]*]]: index, %[[RIGHT:[^:]*]]: memref<f32>, %[[RIGHT_AT:[^:]*]]: index, %[[PANEL_STRIDE:[^:]*]]: index, %[[SUMS:[^:]*]]: memref<f32>, %[[SUMS_AT:[^:]*]]: index, %[[ROW_STRIDE:[^:]*]]: index, %[[DEPTH:[^:]*]]: index, %[[IS_FIRST:[^:]*]]: i1, %[[NEXT_AT:[^:]*]]: index, %[[NEXT_STEP:[^:]*]]: index)
// The panel that comes next starts at its own offset in the same buffer.
// CHECK:      %[[N:.*]] = memref.reinterpret_cast %[[RIGHT]] to offset: [%[[NEXT_AT]]], sizes: [%[[SIZE:[a-z0-9_]+]]], strides: [1]
// CHECK:      %[[MAIN:.*]] = scf.for %[[K:.*]] = %c0 to %[[WHOLE:[a-z0-9_]+]] step %c2 iter_args(%[[S0:.*]] = %[[START:[a-z0-9_]+]]) -> (vector<4xf32>) {
// CHECK-NEXT:   %[[BASE:.*]] = arith.muli %[[K]], %[[NEXT_STEP]] : index
// CHECK-NEXT:   memref.prefetch %[[N]][%[[BASE]]], read, locality<2>, data :
// CHECK-NEXT:   %[[LINE1:.*]] = arith.addi %[[BASE]], %c16 : index
// CHECK-NEXT:   memref.prefetch %[[N]][%[[LINE1]]], read, locality<2>, data :
// CHECK-NEXT:   %[[LINE2:.*]] = arith.addi %[[BASE]], %c32 : index
// CHECK-NEXT:   memref.prefetch %[[N]][%[[LINE2]]], read, locality<2>, data :
// Then both steps, which do not prefetch.
// CHECK-NEXT:   %[[R_AT:.*]] = arith.muli %[[K]], %c4 : index
// CHECK-NEXT:   %[[W:.*]] = vector.load %[[R:[a-z0-9_]+]][%[[R_AT]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[L:[a-z0-9_]+]][%[[K]]] :
// CHECK-NEXT:   %[[FACTOR:.*]] = vector.broadcast %[[X]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P0:.*]] = vector.fma %[[FACTOR]], %[[W]], %[[S0]] : vector<4xf32>
// CHECK-NEXT:   %[[R_AT1:.*]] = arith.addi %[[R_AT]], %c4 : index
// CHECK-NEXT:   %[[W1:.*]] = vector.load %[[R]][%[[R_AT1]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[L_AT1:.*]] = arith.addi %[[K]], %c1 : index
// CHECK-NEXT:   %[[X1:.*]] = memref.load %[[L]][%[[L_AT1]]] :
// CHECK-NEXT:   %[[FACTOR1:.*]] = vector.broadcast %[[X1]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P1:.*]] = vector.fma %[[FACTOR1]], %[[W1]], %[[P0]] : vector<4xf32>
// CHECK-NEXT:   scf.yield %[[P1]] : vector<4xf32>
// CHECK-NEXT: }
// The rest has no prefetch.
// CHECK-NEXT: %[[REST:.*]] = scf.for %[[K:.*]] = %[[WHOLE]] to %[[DEPTH]] step %c1 iter_args(%[[S0:.*]] = %[[MAIN]]) -> (vector<4xf32>) {
// CHECK-NEXT:   %[[R_AT:.*]] = arith.muli %[[K]], %c4 : index
// CHECK-NEXT:   %[[W:.*]] = vector.load %[[R]][%[[R_AT]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[L]][%[[K]]] :
// CHECK-NEXT:   %[[FACTOR:.*]] = vector.broadcast %[[X]] : f32 to vector<4xf32>
// CHECK-NEXT:   %[[P0:.*]] = vector.fma %[[FACTOR]], %[[W]], %[[S0]] : vector<4xf32>
// CHECK-NEXT:   scf.yield %[[P0]] : vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: vector.store %[[REST]], %[[S:[a-z0-9_]+]][%c0] : {{.*}}, vector<4xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// A step of 2 vectors of 16 f32 is 128 bytes, so 2 lines: 256 and 320 bytes ahead, which are 64 and 80 words. Both panels do so.
#stream = #tenon.stream<unroll = 2, ahead = 256, next_lines = 1>
func.func @ahead(%left: memref<f32>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f32, plain, lanes = 16, vectors = 2, rows = 1, panels = 2, left_row = 1, left_step = 1, right_step = 32, prefetch = ahead, stream = #stream>
    : memref<f32>, memref<f32>, memref<f32>
  return
}

// CHECK-LABEL: func.func private @gemm_f32_1x2x2_ahead(
// CHECK-SAME:   %[[LEFT:[^:]*]]: memref<f32>, %[[LEFT_AT:[^:]*]]: index, %[[RIGHT:[^:]*]]: memref<f32>, %[[RIGHT_AT:[^:]*]]: index, %[[PANEL_STRIDE:[^:]*]]: index, %[[SUMS:[^:]*]]: memref<f32>, %[[SUMS_AT:[^:]*]]: index, %[[ROW_STRIDE:[^:]*]]: index, %[[DEPTH:[^:]*]]: index, %[[IS_FIRST:[^:]*]]: i1, %[[NEXT_AT:[^:]*]]: index, %[[NEXT_STEP:[^:]*]]: index)
// CHECK:      %[[R0:.*]] = memref.reinterpret_cast %[[RIGHT]] to offset: [%[[RIGHT_AT]]], sizes: [%[[SIZE:[a-z0-9_]+]]], strides: [1]
// CHECK-NEXT: %[[SECOND:.*]] = arith.addi %[[RIGHT_AT]], %[[PANEL_STRIDE]] : index
// CHECK-NEXT: %[[R1:.*]] = memref.reinterpret_cast %[[RIGHT]] to offset: [%[[SECOND]]], sizes: [%[[SIZE]]], strides: [1]
// CHECK:      %[[MAIN:.*]]:4 = scf.for %[[K:.*]] = %c0 to %[[WHOLE:[a-z0-9_]+]] step %c2 iter_args(%[[S0:.*]] = %[[START:[a-z0-9_]+]]#0, %[[S1:.*]] = %[[START]]#1, %[[S2:.*]] = %[[START]]#2, %[[S3:.*]] = %[[START]]#3) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[K]], %c32 : index
// CHECK-NEXT:   %[[AHEAD0:.*]] = arith.addi %[[AT]], %c64 : index
// CHECK-NEXT:   memref.prefetch %[[R0]][%[[AHEAD0]]], read, locality<3>, data :
// CHECK-NEXT:   %[[AHEAD1:.*]] = arith.addi %[[AT]], %c80 : index
// CHECK-NEXT:   memref.prefetch %[[R0]][%[[AHEAD1]]], read, locality<3>, data :
// CHECK-NEXT:   %[[W0:.*]] = vector.load %[[R0]][%[[AT]]] : {{.*}}, vector<16xf32>
// CHECK-NEXT:   %[[AT16:.*]] = arith.addi %[[AT]], %c16 : index
// CHECK-NEXT:   %[[W1:.*]] = vector.load %[[R0]][%[[AT16]]] : {{.*}}, vector<16xf32>
// CHECK-NEXT:   memref.prefetch %[[R1]][%[[AHEAD0]]], read, locality<3>, data :
// CHECK-NEXT:   memref.prefetch %[[R1]][%[[AHEAD1]]], read, locality<3>, data :
// CHECK-NEXT:   %[[W2:.*]] = vector.load %[[R1]][%[[AT]]] : {{.*}}, vector<16xf32>
// CHECK-NEXT:   %[[W3:.*]] = vector.load %[[R1]][%[[AT16]]] : {{.*}}, vector<16xf32>
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[L:[a-z0-9_]+]][%[[K]]] :
// CHECK-NEXT:   %[[FACTOR:.*]] = vector.broadcast %[[X]] : f32 to vector<16xf32>
// CHECK-NEXT:   %[[P0:.*]] = vector.fma %[[FACTOR]], %[[W0]], %[[S0]] : vector<16xf32>
// CHECK-NEXT:   %[[P1:.*]] = vector.fma %[[FACTOR]], %[[W1]], %[[S1]] : vector<16xf32>
// CHECK-NEXT:   %[[P2:.*]] = vector.fma %[[FACTOR]], %[[W2]], %[[S2]] : vector<16xf32>
// CHECK-NEXT:   %[[P3:.*]] = vector.fma %[[FACTOR]], %[[W3]], %[[S3]] : vector<16xf32>
// The second step is 32 words on, and so is what it prefetches: 64 + 32 and 80 + 32.
// CHECK-NEXT:   %[[AT32:.*]] = arith.addi %[[AT]], %c32 : index
// CHECK-NEXT:   %[[AHEAD2:.*]] = arith.addi %[[AT]], %c96 : index
// CHECK-NEXT:   memref.prefetch %[[R0]][%[[AHEAD2]]], read, locality<3>, data :
// CHECK-NEXT:   %[[AHEAD3:.*]] = arith.addi %[[AT]], %c112 : index
// CHECK-NEXT:   memref.prefetch %[[R0]][%[[AHEAD3]]], read, locality<3>, data :
// CHECK-NEXT:   %[[W4:.*]] = vector.load %[[R0]][%[[AT32]]] : {{.*}}, vector<16xf32>
// CHECK-NEXT:   %[[AT48:.*]] = arith.addi %[[AT]], %c48 : index
// CHECK-NEXT:   %[[W5:.*]] = vector.load %[[R0]][%[[AT48]]] : {{.*}}, vector<16xf32>
// CHECK-NEXT:   memref.prefetch %[[R1]][%[[AHEAD2]]], read, locality<3>, data :
// CHECK-NEXT:   memref.prefetch %[[R1]][%[[AHEAD3]]], read, locality<3>, data :
// CHECK-NEXT:   %[[W6:.*]] = vector.load %[[R1]][%[[AT32]]] : {{.*}}, vector<16xf32>
// CHECK-NEXT:   %[[W7:.*]] = vector.load %[[R1]][%[[AT48]]] : {{.*}}, vector<16xf32>
// CHECK-NEXT:   %[[K1:.*]] = arith.addi %[[K]], %c1 : index
// CHECK-NEXT:   %[[X1:.*]] = memref.load %[[L]][%[[K1]]] :
// CHECK-NEXT:   %[[FACTOR1:.*]] = vector.broadcast %[[X1]] : f32 to vector<16xf32>
// CHECK-NEXT:   %[[P4:.*]] = vector.fma %[[FACTOR1]], %[[W4]], %[[P0]] : vector<16xf32>
// CHECK-NEXT:   %[[P5:.*]] = vector.fma %[[FACTOR1]], %[[W5]], %[[P1]] : vector<16xf32>
// CHECK-NEXT:   %[[P6:.*]] = vector.fma %[[FACTOR1]], %[[W6]], %[[P2]] : vector<16xf32>
// CHECK-NEXT:   %[[P7:.*]] = vector.fma %[[FACTOR1]], %[[W7]], %[[P3]] : vector<16xf32>
// CHECK-NEXT:   scf.yield %[[P4]], %[[P5]], %[[P6]], %[[P7]] : vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>
// CHECK-NEXT: }
// The rest has no prefetch.
// CHECK-NEXT: %[[REST:.*]]:4 = scf.for %[[K:.*]] = %[[WHOLE]] to %[[DEPTH]] step %c1 iter_args(%[[S0:.*]] = %[[MAIN]]#0, %[[S1:.*]] = %[[MAIN]]#1, %[[S2:.*]] = %[[MAIN]]#2, %[[S3:.*]] = %[[MAIN]]#3) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[K]], %c32 : index
// CHECK-NEXT:   %[[W0:.*]] = vector.load %[[R0]][%[[AT]]] : {{.*}}, vector<16xf32>
// CHECK-NEXT:   %[[AT16:.*]] = arith.addi %[[AT]], %c16 : index
// CHECK-NEXT:   %[[W1:.*]] = vector.load %[[R0]][%[[AT16]]] : {{.*}}, vector<16xf32>
// CHECK-NEXT:   %[[W2:.*]] = vector.load %[[R1]][%[[AT]]] : {{.*}}, vector<16xf32>
// CHECK-NEXT:   %[[W3:.*]] = vector.load %[[R1]][%[[AT16]]] : {{.*}}, vector<16xf32>
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[L]][%[[K]]] :
// CHECK-NEXT:   %[[FACTOR:.*]] = vector.broadcast %[[X]] : f32 to vector<16xf32>
// CHECK-NEXT:   %[[P0:.*]] = vector.fma %[[FACTOR]], %[[W0]], %[[S0]] : vector<16xf32>

// -----

// Words of f16 are 2 bytes: a step of 2 vectors of 16 f16 is 64 bytes, one line; 256 bytes ahead are 128 words.
#stream = #tenon.stream<unroll = 2, ahead = 256, next_lines = 1>
func.func @halves(%left: memref<f32>, %right: memref<f16>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f16, plain, lanes = 16, vectors = 2, rows = 1, panels = 1, left_row = 1, left_step = 1, right_step = 32, prefetch = ahead, stream = #stream>
    : memref<f32>, memref<f16>, memref<f32>
  return
}

// CHECK-LABEL: func.func private @gemm_f16_1x2_ahead(
// CHECK-SAME:   %[[LEFT:[^:]*]]: memref<f32>, %[[LEFT_AT:[^:]*]]: index, %[[RIGHT:[^:]*]]: memref<f16>, %[[RIGHT_AT:[^:]*]]: index, %[[PANEL_STRIDE:[^:]*]]: index, %[[SUMS:[^:]*]]: memref<f32>, %[[SUMS_AT:[^:]*]]: index, %[[ROW_STRIDE:[^:]*]]: index, %[[DEPTH:[^:]*]]: index, %[[IS_FIRST:[^:]*]]: i1, %[[NEXT_AT:[^:]*]]: index, %[[NEXT_STEP:[^:]*]]: index)
// CHECK:      %[[R:.*]] = memref.reinterpret_cast %[[RIGHT]] to offset: [%[[RIGHT_AT]]], sizes: [%[[SIZE:[a-z0-9_]+]]], strides: [1]
// CHECK:      %[[MAIN:.*]]:2 = scf.for %[[K:.*]] = %c0 to %[[WHOLE:[a-z0-9_]+]] step %c2 iter_args(%[[S0:.*]] = %[[START:[a-z0-9_]+]]#0, %[[S1:.*]] = %[[START]]#1) -> (vector<16xf32>, vector<16xf32>) {
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[K]], %c32 : index
// CHECK-NEXT:   %[[AHEAD:.*]] = arith.addi %[[AT]], %c128 : index
// CHECK-NEXT:   memref.prefetch %[[R]][%[[AHEAD]]], read, locality<3>, data :
// CHECK-NEXT:   %[[H0:.*]] = vector.load %[[R]][%[[AT]]] : {{.*}}, vector<16xf16>
// CHECK-NEXT:   %[[W0:.*]] = arith.extf %[[H0]] : vector<16xf16> to vector<16xf32>
// CHECK-NEXT:   %[[AT16:.*]] = arith.addi %[[AT]], %c16 : index
// CHECK-NEXT:   %[[H1:.*]] = vector.load %[[R]][%[[AT16]]] : {{.*}}, vector<16xf16>
// CHECK-NEXT:   %[[W1:.*]] = arith.extf %[[H1]] : vector<16xf16> to vector<16xf32>
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[L:[a-z0-9_]+]][%[[K]]] :
// CHECK-NEXT:   %[[FACTOR:.*]] = vector.broadcast %[[X]] : f32 to vector<16xf32>
// CHECK-NEXT:   %[[P0:.*]] = vector.fma %[[FACTOR]], %[[W0]], %[[S0]] : vector<16xf32>
// CHECK-NEXT:   %[[P1:.*]] = vector.fma %[[FACTOR]], %[[W1]], %[[S1]] : vector<16xf32>
// The second step: 128 + 32 words.
// CHECK-NEXT:   %[[AT32:.*]] = arith.addi %[[AT]], %c32 : index
// CHECK-NEXT:   %[[AHEAD1:.*]] = arith.addi %[[AT]], %c160 : index
// CHECK-NEXT:   memref.prefetch %[[R]][%[[AHEAD1]]], read, locality<3>, data :
// CHECK-NEXT:   %[[H2:.*]] = vector.load %[[R]][%[[AT32]]] : {{.*}}, vector<16xf16>
// CHECK-NEXT:   %[[W2:.*]] = arith.extf %[[H2]] : vector<16xf16> to vector<16xf32>
// CHECK-NEXT:   %[[AT48:.*]] = arith.addi %[[AT]], %c48 : index
// CHECK-NEXT:   %[[H3:.*]] = vector.load %[[R]][%[[AT48]]] : {{.*}}, vector<16xf16>
// CHECK-NEXT:   %[[W3:.*]] = arith.extf %[[H3]] : vector<16xf16> to vector<16xf32>
