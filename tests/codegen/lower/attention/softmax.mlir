// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-lower-attention --canonicalize --cse | FileCheck %s
// REQUIRES: codegen
// The running softmax of a block of keys: the maximum, one rescaling of what was summed before, weights in place of scores.
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

// CHECK:      tenon.launch "sinks" attention prologue @sinks.prologue contraction @sinks.contraction {tile_rows = 1, scratch_bytes = 640, kv_heads = 1, key_bytes = 48}
// CHECK-LABEL: func.func @sinks.contraction(
// CHECK-SAME:   %[[FRAME_SCRATCH:[^:]*]]: memref<f32> {tenon.buffer = "scratch", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_WORKSPACE:[^:]*]]: memref<f32> {tenon.buffer = "workspace", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_FIRST:[^:]*]]: index {tenon.size = "first"}
// CHECK-DAG:  %[[HIDDEN:.*]] = arith.constant dense<0xFF800000> : vector<4xf32>
// CHECK-DAG:  %[[SCALE:.*]] = arith.constant dense<5.000000e-01> : vector<4xf32>
// CHECK-DAG:  %[[NOTHING:.*]] = arith.constant 0xFF800000 : f32
// CHECK-DAG:  %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-DAG:  %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:  %[[UNDERFLOW:.*]] = arith.constant dense<-69.3147202> : vector<4xf32>
// CHECK-DAG:  %[[LOG2E:.*]] = arith.constant dense<1.44269502> : vector<4xf32>
// CHECK-DAG:  %[[MAGIC:.*]] = arith.constant dense<0x4B400000> : vector<4xf32>
// CHECK-DAG:  %[[P5:.*]] = arith.constant dense<0.00132647273> : vector<4xf32>
// CHECK-DAG:  %[[P4:.*]] = arith.constant dense<0.00967151299> : vector<4xf32>
// CHECK-DAG:  %[[P3:.*]] = arith.constant dense<0.0555073358> : vector<4xf32>
// CHECK-DAG:  %[[P2:.*]] = arith.constant dense<0.240222424> : vector<4xf32>
// CHECK-DAG:  %[[P1:.*]] = arith.constant dense<6.931470e-01> : vector<4xf32>
// CHECK-DAG:  %[[P0:.*]] = arith.constant dense<1.000000e+00> : vector<4xf32>
// CHECK-DAG:  %[[MANTISSA:.*]] = arith.constant dense<23> : vector<4xi32>
// Tiles of heads start at head 0 and 2; the row of a head behind head 2 repeats it.
// CHECK:        scf.for %[[HEADS:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:     %[[FIRST_HEAD:.*]] = arith.muli %[[HEADS]], %c2 : index
// CHECK-NEXT:     scf.for %[[ROW:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:       %[[TOKEN_OF:.*]] = arith.divui %[[ROW]], %c2 : index
// CHECK-NEXT:       %[[LAST_TOKEN:.*]] = arith.subi %[[TOKENS:[a-z0-9_]+]], %c1 : index
// CHECK-NEXT:       %[[TOKEN:.*]] = arith.minui %[[TOKEN_OF]], %[[LAST_TOKEN]] : index
// CHECK-NEXT:       %[[ROW_OF_BLOCK:.*]] = arith.addi %[[FIRST_ROW:[a-z0-9_]+]], %[[TOKEN]] : index
// CHECK-NEXT:       %[[CALL_ROW:.*]] = arith.addi %[[FRAME_FIRST]], %[[ROW_OF_BLOCK]] : index
// CHECK-NEXT:       %[[QUERY_ROW_AT:.*]] = arith.muli %[[CALL_ROW]], %c16 : index
// CHECK-NEXT:       %[[QUERY_ROW:.*]] = memref.reinterpret_cast %[[FRAME_WORKSPACE]] to offset: [%[[QUERY_ROW_AT]]], sizes: [12], strides: [1]
// CHECK-NEXT:       %[[IN_TILE:.*]] = arith.remui %[[ROW]], %c2 : index
// CHECK-NEXT:       %[[WANTED:.*]] = arith.addi %[[FIRST_HEAD]], %[[IN_TILE]] : index
// CHECK-NEXT:       %[[HEAD:.*]] = arith.minui %[[WANTED]], %c2 : index
// CHECK-NEXT:       %[[CHANNEL:.*]] = arith.muli %[[HEAD]], %c4 : index
// CHECK-NEXT:       %[[QUERY_AT:.*]] = arith.muli %[[ROW]], %c4 : index
// CHECK-NEXT:       %[[CHANNELS:.*]] = vector.load %[[QUERY_ROW]][%[[CHANNEL]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:       %[[SCALED:.*]] = arith.mulf %[[CHANNELS]], %[[SCALE]] : vector<4xf32>
// CHECK-NEXT:       vector.store %[[SCALED]], %[[STATE:[a-z0-9_]+]][%[[QUERY_AT]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:     }
// Nothing was seen yet: maxima are minus infinity, sums and output zeros.
// CHECK-NEXT:     scf.for %[[ROW:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:       %[[MAXIMUM_AT:.*]] = arith.addi %[[ROW]], %c64 : index
// CHECK-NEXT:       memref.store %[[NOTHING]], %[[STATE]][%[[MAXIMUM_AT]]] : memref<160xf32, strided<[1]>>
// CHECK-NEXT:       %[[SUMS_BEFORE:.*]] = arith.muli %[[ROW]], %c4 : index
// CHECK-NEXT:       %[[SUMS_AT:.*]] = arith.addi %[[SUMS_BEFORE]], %c96 : index
// CHECK-NEXT:       vector.store %[[ZEROS]], %[[STATE]][%[[SUMS_AT]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:       scf.for %[[COLUMN:.*]] = %c0 to %c8 step %c4 {
// CHECK-NEXT:         %[[ROW_AT:.*]] = arith.muli %[[ROW]], %c8 : index
// CHECK-NEXT:         %[[OUTPUT_BEFORE:.*]] = arith.addi %[[ROW_AT]], %[[COLUMN]] : index
// CHECK-NEXT:         %[[OUTPUT_AT:.*]] = arith.addi %[[OUTPUT_BEFORE]], %c48 : index
// CHECK-NEXT:         vector.store %[[ZEROS]], %[[STATE]][%[[OUTPUT_AT]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// The same for the totals.
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %[[ROW:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:       %[[MAXIMUM_AT:.*]] = arith.addi %[[ROW]], %c128 : index
// CHECK-NEXT:       memref.store %[[NOTHING]], %[[STATE]][%[[MAXIMUM_AT]]] : memref<160xf32, strided<[1]>>
// CHECK-NEXT:       %[[SUMS_BEFORE:.*]] = arith.muli %[[ROW]], %c4 : index
// CHECK-NEXT:       %[[SUMS_AT:.*]] = arith.addi %[[SUMS_BEFORE]], %c144 : index
// CHECK-NEXT:       vector.store %[[ZEROS]], %[[STATE]][%[[SUMS_AT]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:       scf.for %[[COLUMN:.*]] = %c0 to %c8 step %c4 {
// CHECK-NEXT:         %[[ROW_AT:.*]] = arith.muli %[[ROW]], %c8 : index
// CHECK-NEXT:         %[[OUTPUT_BEFORE:.*]] = arith.addi %[[ROW_AT]], %[[COLUMN]] : index
// CHECK-NEXT:         %[[OUTPUT_AT:.*]] = arith.addi %[[OUTPUT_BEFORE]], %c112 : index
// CHECK-NEXT:         vector.store %[[ZEROS]], %[[STATE]][%[[OUTPUT_AT]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// Per block: rows of scores are 8 + 8 of padding = 16 apart, behind 16. Two chains of maxima, for each of a panel's vectors.
// CHECK:              %[[HALVES:.*]]:2 = scf.for %[[KEY:.*]] = %c0 to %[[SCORED:[a-z0-9_]+]] step %c8 iter_args(%[[M0:.*]] = %[[HIDDEN]], %[[M1:.*]] = %[[HIDDEN]]) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:           %[[AT:.*]] = arith.addi %[[SCORES_AT:[a-z0-9_]+]], %[[KEY]] : index
// CHECK-NEXT:           %[[S0:.*]] = vector.load %[[STATE]][%[[AT]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:           %[[MORE:.*]] = arith.cmpf ogt, %[[S0]], %[[M0]] : vector<4xf32>
// CHECK-NEXT:           %[[N0:.*]] = arith.select %[[MORE]], %[[S0]], %[[M0]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT:           %[[AT1:.*]] = arith.addi %[[AT]], %c4 : index
// CHECK-NEXT:           %[[S1:.*]] = vector.load %[[STATE]][%[[AT1]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:           %[[MORE1:.*]] = arith.cmpf ogt, %[[S1]], %[[M1]] : vector<4xf32>
// CHECK-NEXT:           %[[N1:.*]] = arith.select %[[MORE1]], %[[S1]], %[[M1]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT:           scf.yield %[[N0]], %[[N1]] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:         %[[MORE:.*]] = arith.cmpf ogt, %[[HALVES]]#0, %[[HALVES]]#1 : vector<4xf32>
// CHECK-NEXT:         %[[LANES:.*]] = arith.select %[[MORE]], %[[HALVES]]#0, %[[HALVES]]#1 : vector<4xi1>, vector<4xf32>
// The row's own maximum, of 4 lanes by halves, and of what the chunk had before: bits do not depend on the order.
// CHECK-NEXT:         %[[MAXIMUM_AT:.*]] = arith.addi %[[ROW:[a-z0-9_]+]], %c64 : index
// CHECK-NEXT:         %[[BEFORE:.*]] = memref.load %[[STATE]][%[[MAXIMUM_AT]]] : memref<160xf32, strided<[1]>>
// CHECK-NEXT:         %[[TURNED:.*]] = vector.shuffle %[[LANES]], %[[LANES]] [2, 3, 0, 1] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:         %[[MORE:.*]] = arith.cmpf ogt, %[[LANES]], %[[TURNED]] : vector<4xf32>
// CHECK-NEXT:         %[[HALF:.*]] = arith.select %[[MORE]], %[[LANES]], %[[TURNED]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT:         %[[TURNED1:.*]] = vector.shuffle %[[HALF]], %[[HALF]] [1, 2, 3, 0] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:         %[[MORE1:.*]] = arith.cmpf ogt, %[[HALF]], %[[TURNED1]] : vector<4xf32>
// CHECK-NEXT:         %[[QUARTER:.*]] = arith.select %[[MORE1]], %[[HALF]], %[[TURNED1]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT:         %[[BLOCK_MAXIMUM:.*]] = vector.extract %[[QUARTER]][0] : f32 from vector<4xf32>
// CHECK-NEXT:         %[[GREATER:.*]] = arith.cmpf ogt, %[[BLOCK_MAXIMUM]], %[[BEFORE]] : f32
// CHECK-NEXT:         %[[MAXIMUM:.*]] = arith.select %[[GREATER]], %[[BLOCK_MAXIMUM]], %[[BEFORE]] : f32
// CHECK-NEXT:         memref.store %[[MAXIMUM]], %[[STATE]][%[[MAXIMUM_AT]]] : memref<160xf32, strided<[1]>>
// Where nothing was seen, differences are taken to 0 rather than to minus infinity, which would give NaN.
// CHECK-NEXT:         %[[IS_NOTHING:.*]] = arith.cmpf oeq, %[[MAXIMUM]], %[[NOTHING]] : f32
// CHECK-NEXT:         %[[BASE:.*]] = arith.select %[[IS_NOTHING]], %[[ZERO]], %[[MAXIMUM]] : f32
// CHECK-NEXT:         %[[DIFFERENCE:.*]] = arith.subf %[[BEFORE]], %[[BASE]] : f32
// What was summed is rescaled by e^(before - base), once for the row.
// CHECK:              %[[RESCALE:.*]] = vector.broadcast %[[RESCALE_OF_ROW:[a-z0-9_]+]] : f32 to vector<4xf32>
// CHECK-NEXT:         %[[BASES:.*]] = vector.broadcast %[[BASE]] : f32 to vector<4xf32>
// CHECK-NEXT:         %[[SUMS_BEFORE:.*]] = arith.muli %[[ROW]], %c4 : index
// CHECK-NEXT:         %[[SUMS_AT:.*]] = arith.addi %[[SUMS_BEFORE]], %c96 : index
// CHECK-NEXT:         %[[OLD_SUMS:.*]] = vector.load %[[STATE]][%[[SUMS_AT]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:         %[[FIRST_SUM:.*]] = arith.mulf %[[OLD_SUMS]], %[[RESCALE]] : vector<4xf32>
// CHECK-NEXT:         %[[SUMS:.*]] = scf.for %[[KEY:.*]] = %c0 to %[[SCORED]] step %c8 iter_args(%[[SUM:.*]] = %[[FIRST_SUM]]) -> (vector<4xf32>) {
// CHECK-NEXT:           %[[AT:.*]] = arith.addi %[[SCORES_AT]], %[[KEY]] : index
// CHECK-NEXT:           %[[SCORE:.*]] = vector.load %[[STATE]][%[[AT]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:           %[[X:.*]] = arith.subf %[[SCORE]], %[[BASES]] : vector<4xf32>
// e^x = 2^whole (1 + f P(f)): adding 1.5 * 2^23 rounds x log2 e to a whole number, which is shifted into the exponent.
// CHECK-NEXT:           %[[SHIFTED:.*]] = math.fma %[[X]], %[[LOG2E]], %[[MAGIC]] : vector<4xf32>
// CHECK-NEXT:           %[[WHOLE:.*]] = arith.subf %[[SHIFTED]], %[[MAGIC]] : vector<4xf32>
// CHECK-NEXT:           %[[MINUS_WHOLE:.*]] = arith.negf %[[WHOLE]] : vector<4xf32>
// CHECK-NEXT:           %[[FRACTION:.*]] = math.fma %[[X]], %[[LOG2E]], %[[MINUS_WHOLE]] : vector<4xf32>
// CHECK-NEXT:           %[[Q4:.*]] = math.fma %[[P5]], %[[FRACTION]], %[[P4]] : vector<4xf32>
// CHECK-NEXT:           %[[Q3:.*]] = math.fma %[[Q4]], %[[FRACTION]], %[[P3]] : vector<4xf32>
// CHECK-NEXT:           %[[Q2:.*]] = math.fma %[[Q3]], %[[FRACTION]], %[[P2]] : vector<4xf32>
// CHECK-NEXT:           %[[Q1:.*]] = math.fma %[[Q2]], %[[FRACTION]], %[[P1]] : vector<4xf32>
// CHECK-NEXT:           %[[Q0:.*]] = math.fma %[[Q1]], %[[FRACTION]], %[[P0]] : vector<4xf32>
// CHECK-NEXT:           %[[POWER:.*]] = arith.bitcast %[[Q0]] : vector<4xf32> to vector<4xi32>
// CHECK-NEXT:           %[[SHIFTED_BITS:.*]] = arith.bitcast %[[SHIFTED]] : vector<4xf32> to vector<4xi32>
// CHECK-NEXT:           %[[EXPONENT:.*]] = arith.shli %[[SHIFTED_BITS]], %[[MANTISSA]] : vector<4xi32>
// CHECK-NEXT:           %[[SCALED_BITS:.*]] = arith.addi %[[POWER]], %[[EXPONENT]] : vector<4xi32>
// CHECK-NEXT:           %[[SCALED:.*]] = arith.bitcast %[[SCALED_BITS]] : vector<4xi32> to vector<4xf32>
// NaN stays, and what is below 2^-100 (-100 ln 2 = -69.3147) is 0 exactly. The weight takes the score's place.
// CHECK-NEXT:           %[[IS_NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]] : vector<4xf32>
// CHECK-NEXT:           %[[IS_SMALL:.*]] = arith.cmpf olt, %[[X]], %[[UNDERFLOW]] : vector<4xf32>
// CHECK-NEXT:           %[[BOUNDED:.*]] = arith.select %[[IS_SMALL]], %[[ZEROS]], %[[SCALED]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT:           %[[WEIGHT:.*]] = arith.select %[[IS_NAN]], %[[X]], %[[BOUNDED]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT:           vector.store %[[WEIGHT]], %[[STATE]][%[[AT]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// Sums are those of lanes, key by key in ascending order.
// CHECK-NEXT:           %[[SUM1:.*]] = arith.addf %[[SUM]], %[[WEIGHT]] : vector<4xf32>
// CHECK-NEXT:           %[[AT1:.*]] = arith.addi %[[AT]], %c4 : index
// CHECK-NEXT:           %[[SCORE1:.*]] = vector.load %[[STATE]][%[[AT1]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK:                %[[SUM2:.*]] = arith.addf %[[SUM1]], %[[WEIGHT1:[a-z0-9_]+]] : vector<4xf32>
// CHECK-NEXT:           scf.yield %[[SUM2]] : vector<4xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:         vector.store %[[SUMS]], %[[STATE]][%[[SUMS_AT]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// The output so far is rescaled by the same factor.
// CHECK-NEXT:         scf.for %[[COLUMN:.*]] = %c0 to %c8 step %c4 {
// CHECK-NEXT:           %[[ROW_AT:.*]] = arith.muli %[[ROW]], %c8 : index
// CHECK-NEXT:           %[[BEFORE_OUTPUT:.*]] = arith.addi %[[ROW_AT]], %[[COLUMN]] : index
// CHECK-NEXT:           %[[OUTPUT_AT:.*]] = arith.addi %[[BEFORE_OUTPUT]], %c48 : index
// CHECK-NEXT:           %[[OUTPUT:.*]] = vector.load %[[STATE]][%[[OUTPUT_AT]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:           %[[RESCALED:.*]] = arith.mulf %[[OUTPUT]], %[[RESCALE]] : vector<4xf32>
// CHECK-NEXT:           vector.store %[[RESCALED]], %[[STATE]][%[[OUTPUT_AT]]] : memref<160xf32, strided<[1]>>, vector<4xf32>
