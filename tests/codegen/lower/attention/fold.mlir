// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-lower-attention --canonicalize --cse | FileCheck %s
// REQUIRES: codegen
// What follows the blocks: a chunk is folded into the totals when it ends, and in the end rows are divided by their sums, to which a
// sink adds its weight. A row that saw nothing is 0.
//
// 3 query heads of 4 channels share one key-value head; tiles have one token and 2 heads, so there are ceil(3 / 2) = 2 tiles of
// heads, and the last repeats head 2. Values have 8 columns. Scratch in elements, each part from a multiple of 16 on:
// queries 2 * 4 = 8 at 0; scores 2 * (8 + 8) = 32 at 16; output 2 * 8 = 16 at 48; maximum 2 at 64; factors 2 at 80; sums
// 2 * 4 = 8 at 96; totals: output at 112, maximum at 128, sums at 144; in all 160 elements = 640 bytes.

#stream = #tenon.stream<unroll = 1, ahead = 128, next_lines = 1>
#schedule = #tenon.attention<lanes = 4, tokens = 1, heads = 2, key_block = 8, key_chunk = 16, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 8, at_once = [1, 1], stream = #stream>
module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 64 : i64} {
  func.func @f(%x: tensor<?x12xf32>, %y: tensor<?x4xf32>, %z: tensor<?x8xf32>, %s: tensor<3xf32> {tenon.param = "s"}) -> tensor<?x24xf32> {
    %r = tenon.kernel "sinks"(%x, %y, %z, %s) attributes {loads = [#tenon.place<workspace, row_bytes = 64>, #tenon.place<workspace, offset = 64, row_bytes = 64>, #tenon.place<workspace, offset = 128, row_bytes = 64>, #tenon.place<packed>], panel_bytes = 0 : i64, schedule = #schedule} : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x8xf32>, tensor<3xf32>) -> tensor<?x24xf32> {
    ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x8xf32>, %d: tensor<3xf32>):
      %p:3 = tenon.slot prologue attributes {stores = [[], [], []]} -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x8xf32> {
        %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
        %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
        %2 = tenon.split %c : tensor<?x8xf32> to tensor<?x1x8xf32>
        tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x8xf32>
      }
      %o = tenon.slot contraction attributes {stores = [[]]} -> tensor<?x3x8xf32> {
        %0 = tenon.attend %p#0, %p#1, %p#2 sinks %d score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x8xf32>, tensor<3xf32>
        tenon.yield %0 : tensor<?x3x8xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x24xf32> {
        %0 = tenon.merge %o : tensor<?x3x8xf32>
        tenon.yield %0 : tensor<?x24xf32>
      }
      tenon.yield %e : tensor<?x24xf32>
    }
    return %r : tensor<?x24xf32>
  }
}

// CHECK-LABEL: func.func @sinks.contraction(
// CHECK-SAME:   %[[FRAME_SCRATCH:[^:]*]]: memref<f32> {tenon.buffer = "scratch", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_FIRST:[^:]*]]: index {tenon.size = "first"}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<f32> {tenon.buffer = "packed", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_Y:[^:]*]]: memref<f32> {tenon.buffer = "y", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_Y_STRIDE:[^:]*]]: index {tenon.size = "y_stride"}
// CHECK-DAG:  %[[NOTHING:.*]] = arith.constant 0xFF800000 : f32
// CHECK-DAG:  %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-DAG:  %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:        scf.for %[[HEADS:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:     %[[FIRST_HEAD:.*]] = arith.muli %[[HEADS]], %c2 : index
// A chunk of 16 keys is folded when it ends, and when the keys end.
// CHECK:            %[[IN_CHUNK:.*]] = arith.remui %[[BLOCK_END:[a-z0-9_]+]], %c16 : index
// CHECK-NEXT:       %[[CHUNK_ENDS:.*]] = arith.cmpi eq, %[[IN_CHUNK]], %c0 : index
// CHECK-NEXT:       %[[KEYS_END:.*]] = arith.cmpi eq, %[[BLOCK_END]], %[[KEYS:[a-z0-9_]+]] : index
// CHECK-NEXT:       %[[FOLDS:.*]] = arith.ori %[[CHUNK_ENDS]], %[[KEYS_END]] : i1
// CHECK-NEXT:       scf.if %[[FOLDS]] {
// CHECK-NEXT:         scf.for %[[ROW:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:           %[[MAXIMUM_AT:.*]] = arith.addi %[[ROW]], %c64 : index
// CHECK-NEXT:           %[[CHUNK_MAXIMUM:.*]] = memref.load %[[STATE:[a-z0-9_]+]][%[[MAXIMUM_AT]]] : memref<160xf32, strided<[1]>>
// CHECK-NEXT:           %[[TOTAL_AT:.*]] = arith.addi %[[ROW]], %c128 : index
// CHECK-NEXT:           %[[TOTAL_MAXIMUM:.*]] = memref.load %[[STATE]][%[[TOTAL_AT]]] : memref<160xf32, strided<[1]>>
// CHECK-NEXT:           %[[GREATER:.*]] = arith.cmpf ogt, %[[CHUNK_MAXIMUM]], %[[TOTAL_MAXIMUM]] : f32
// CHECK-NEXT:           %[[MAXIMUM:.*]] = arith.select %[[GREATER]], %[[CHUNK_MAXIMUM]], %[[TOTAL_MAXIMUM]] : f32
// CHECK-NEXT:           %[[IS_NOTHING:.*]] = arith.cmpf oeq, %[[MAXIMUM]], %[[NOTHING]] : f32
// CHECK-NEXT:           %[[BASE:.*]] = arith.select %[[IS_NOTHING]], %[[ZERO]], %[[MAXIMUM]] : f32
// CHECK-NEXT:           %[[DIFFERENCE:.*]] = arith.subf %[[CHUNK_MAXIMUM]], %[[BASE]] : f32
// CHECK:                %[[CHUNK_FACTOR:.*]] = vector.broadcast %[[CHUNK_WEIGHT:[a-z0-9_]+]] : f32 to vector<4xf32>
// CHECK-NEXT:           %[[TOTAL_DIFFERENCE:.*]] = arith.subf %[[TOTAL_MAXIMUM]], %[[BASE]] : f32
// CHECK:                %[[TOTAL_FACTOR:.*]] = vector.broadcast %[[TOTAL_WEIGHT:[a-z0-9_]+]] : f32 to vector<4xf32>
// CHECK-NEXT:           memref.store %[[MAXIMUM]], %[[STATE]][%[[TOTAL_AT]]] : memref<160xf32, strided<[1]>>
// total = chunk * its factor + total * its own, for output and sums: rows of 8, then of 4.
// CHECK-NEXT:           scf.for %[[COLUMN:.*]] = %c0 to %c8 step %c4 {
// CHECK-NEXT:             %[[ROW_AT:.*]] = arith.muli %[[ROW]], %c8 : index
// CHECK-NEXT:             %[[PLACE:.*]] = arith.addi %[[ROW_AT]], %[[COLUMN]] : index
// CHECK-NEXT:             %[[TOTAL_PLACE:.*]] = arith.addi %[[PLACE]], %c112 : index
// CHECK-NEXT:             %[[TOTAL:.*]] = vector.load %[[STATE]][%[[TOTAL_PLACE]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:             %[[KEPT:.*]] = arith.mulf %[[TOTAL]], %[[TOTAL_FACTOR]] : vector<4xf32>
// CHECK-NEXT:             %[[CHUNK_PLACE:.*]] = arith.addi %[[PLACE]], %c48 : index
// CHECK-NEXT:             %[[CHUNK:.*]] = vector.load %[[STATE]][%[[CHUNK_PLACE]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:             %[[NEW_TOTAL:.*]] = vector.fma %[[CHUNK]], %[[CHUNK_FACTOR]], %[[KEPT]] : vector<4xf32>
// CHECK-NEXT:             vector.store %[[NEW_TOTAL]], %[[STATE]][%[[TOTAL_PLACE]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:           }
// CHECK-NEXT:           %[[ROW_AT:.*]] = arith.muli %[[ROW]], %c4 : index
// CHECK-NEXT:           %[[TOTAL_PLACE:.*]] = arith.addi %[[ROW_AT]], %c144 : index
// CHECK-NEXT:           %[[TOTAL:.*]] = vector.load %[[STATE]][%[[TOTAL_PLACE]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:           %[[KEPT:.*]] = arith.mulf %[[TOTAL]], %[[TOTAL_FACTOR]] : vector<4xf32>
// CHECK-NEXT:           %[[CHUNK_PLACE:.*]] = arith.addi %[[ROW_AT]], %c96 : index
// CHECK-NEXT:           %[[CHUNK:.*]] = vector.load %[[STATE]][%[[CHUNK_PLACE]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:           %[[NEW_TOTAL:.*]] = vector.fma %[[CHUNK]], %[[CHUNK_FACTOR]], %[[KEPT]] : vector<4xf32>
// CHECK-NEXT:           vector.store %[[NEW_TOTAL]], %[[STATE]][%[[TOTAL_PLACE]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// The chunk's own state starts afresh.
// CHECK-NEXT:         }
// CHECK-NEXT:         scf.for %[[ROW:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:           %[[MAXIMUM_AT:.*]] = arith.addi %[[ROW]], %c64 : index
// CHECK-NEXT:           memref.store %[[NOTHING]], %[[STATE]][%[[MAXIMUM_AT]]] : memref<160xf32, strided<[1]>>
// CHECK-NEXT:           %[[SUMS_BEFORE:.*]] = arith.muli %[[ROW]], %c4 : index
// CHECK-NEXT:           %[[SUMS_AT:.*]] = arith.addi %[[SUMS_BEFORE]], %c96 : index
// CHECK-NEXT:           vector.store %[[ZEROS]], %[[STATE]][%[[SUMS_AT]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:           scf.for %[[COLUMN:.*]] = %c0 to %c8 step %c4 {
// CHECK-NEXT:             %[[ROW_AT:.*]] = arith.muli %[[ROW]], %c8 : index
// CHECK-NEXT:             %[[OUTPUT_BEFORE:.*]] = arith.addi %[[ROW_AT]], %[[COLUMN]] : index
// CHECK-NEXT:             %[[OUTPUT_AT:.*]] = arith.addi %[[OUTPUT_BEFORE]], %c48 : index
// CHECK-NEXT:             vector.store %[[ZEROS]], %[[STATE]][%[[OUTPUT_AT]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// In the end the rows of the tile's tokens, each with its own head: those that repeat head 2 are not stored.
// CHECK:          %[[ROWS:.*]] = arith.muli %[[TOKENS:[a-z0-9_]+]], %c2 : index
// CHECK-NEXT:     scf.for %[[ROW:.*]] = %c0 to %[[ROWS]] step %c1 {
// CHECK-NEXT:       %[[IN_TILE:.*]] = arith.remui %[[ROW]], %c2 : index
// CHECK-NEXT:       %[[HEAD:.*]] = arith.addi %[[FIRST_HEAD]], %[[IN_TILE]] : index
// CHECK-NEXT:       %[[EXISTS:.*]] = arith.cmpi ule, %[[HEAD]], %c2 : index
// CHECK-NEXT:       scf.if %[[EXISTS]] {
// The sum of the lanes by halves, 0 + 2 and 1 + 3 first.
// CHECK-NEXT:         %[[SUMS_BEFORE:.*]] = arith.muli %[[ROW]], %c4 : index
// CHECK-NEXT:         %[[SUMS_AT:.*]] = arith.addi %[[SUMS_BEFORE]], %c144 : index
// CHECK-NEXT:         %[[LANES:.*]] = vector.load %[[STATE]][%[[SUMS_AT]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:         %[[TURNED:.*]] = vector.shuffle %[[LANES]], %[[LANES]] [2, 3, 0, 1] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:         %[[HALF:.*]] = arith.addf %[[LANES]], %[[TURNED]] : vector<4xf32>
// CHECK-NEXT:         %[[TURNED1:.*]] = vector.shuffle %[[HALF]], %[[HALF]] [1, 2, 3, 0] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:         %[[QUARTER:.*]] = arith.addf %[[HALF]], %[[TURNED1]] : vector<4xf32>
// CHECK-NEXT:         %[[TOTAL:.*]] = vector.extract %[[QUARTER]][0] : f32 from vector<4xf32>
// A sink is a score without a value: it takes part in the maximum and adds its own weight.
// CHECK-NEXT:         %[[TOTAL_AT:.*]] = arith.addi %[[ROW]], %c128 : index
// CHECK-NEXT:         %[[MAXIMUM:.*]] = memref.load %[[STATE]][%[[TOTAL_AT]]] : memref<160xf32, strided<[1]>>
// CHECK-NEXT:         %[[SINKS:.*]] = memref.reinterpret_cast %[[FRAME_PACKED]] to offset: [0], sizes: [3], strides: [1]
// CHECK-NEXT:         %[[SINK:.*]] = memref.load %[[SINKS]][%[[HEAD]]] : memref<3xf32, strided<[1]>>
// CHECK-NEXT:         %[[GREATER:.*]] = arith.cmpf ogt, %[[SINK]], %[[MAXIMUM]] : f32
// CHECK-NEXT:         %[[WITH_SINK:.*]] = arith.select %[[GREATER]], %[[SINK]], %[[MAXIMUM]] : f32
// CHECK-NEXT:         %[[IS_NOTHING:.*]] = arith.cmpf oeq, %[[WITH_SINK]], %[[NOTHING]] : f32
// CHECK-NEXT:         %[[BASE:.*]] = arith.select %[[IS_NOTHING]], %[[ZERO]], %[[WITH_SINK]] : f32
// CHECK-NEXT:         %[[DIFFERENCE:.*]] = arith.subf %[[MAXIMUM]], %[[BASE]] : f32
// CHECK:              %[[SCALED_TOTAL:.*]] = arith.mulf %[[TOTAL]], %[[SCALE:[a-z0-9_]+]] : f32
// CHECK-NEXT:         %[[SINK_DIFFERENCE:.*]] = arith.subf %[[SINK]], %[[BASE]] : f32
// A row that saw nothing is 0, not 0 / 0.
// CHECK:              %[[SUM:.*]] = arith.addf %[[SCALED_TOTAL]], %[[SINK_WEIGHT:[a-z0-9_]+]] : f32
// CHECK-NEXT:         %[[IS_EMPTY:.*]] = arith.cmpf oeq, %[[SUM]], %[[ZERO]] : f32
// CHECK-NEXT:         %[[QUOTIENT:.*]] = arith.divf %[[SCALE]], %[[SUM]] : f32
// CHECK-NEXT:         %[[FACTOR:.*]] = arith.select %[[IS_EMPTY]], %[[ZERO]], %[[QUOTIENT]] : f32
// The token's row of the caller, from the head's 8 columns on.
// CHECK-NEXT:         %[[TOKEN:.*]] = arith.divui %[[ROW]], %c2 : index
// CHECK-NEXT:         %[[ROW_OF_BLOCK:.*]] = arith.addi %[[FIRST_ROW:[a-z0-9_]+]], %[[TOKEN]] : index
// CHECK-NEXT:         %[[CALL_ROW:.*]] = arith.addi %[[FRAME_FIRST]], %[[ROW_OF_BLOCK]] : index
// CHECK-NEXT:         %[[Y_AT:.*]] = arith.muli %[[CALL_ROW]], %[[FRAME_Y_STRIDE]] : index
// CHECK-NEXT:         %[[OUT:.*]] = memref.reinterpret_cast %[[FRAME_Y]] to offset: [%[[Y_AT]]], sizes: [24], strides: [1]
// CHECK-NEXT:         %[[FIRST_COLUMN:.*]] = arith.muli %[[HEAD]], %c8 : index
// CHECK-NEXT:         %[[FACTORS:.*]] = vector.broadcast %[[FACTOR]] : f32 to vector<4xf32>
// CHECK-NEXT:         scf.for %[[COLUMN:.*]] = %c0 to %c8 step %c4 {
// CHECK-NEXT:           %[[ROW_AT:.*]] = arith.muli %[[ROW]], %c8 : index
// CHECK-NEXT:           %[[PLACE:.*]] = arith.addi %[[ROW_AT]], %[[COLUMN]] : index
// CHECK-NEXT:           %[[TOTAL_PLACE:.*]] = arith.addi %[[PLACE]], %c112 : index
// CHECK-NEXT:           %[[VALUE:.*]] = vector.load %[[STATE]][%[[TOTAL_PLACE]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:           %[[RESULT:.*]] = arith.mulf %[[VALUE]], %[[FACTORS]] : vector<4xf32>
// CHECK-NEXT:           %[[TO:.*]] = arith.addi %[[FIRST_COLUMN]], %[[COLUMN]] : index
// CHECK-NEXT:           vector.store %[[RESULT]], %[[OUT]][%[[TO]]] : {{.*}}, vector<4xf32>
