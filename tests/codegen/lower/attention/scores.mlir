// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-lower-attention --canonicalize --cse | FileCheck %s
// REQUIRES: codegen
// Scores go through the spec's expression and, where the mask has terms that bound no range of keys, through the mask in every
// block: vector by vector, with the query's position, the keys' and the head as numbers.
//
// s * slope[0] + table[head, q], a table of 2 heads by 9; seen are keys other than 3. 1 token and 2 heads a tile; scratch: queries
// 2 * 4 at 0, scores 2 * 8 at 16.

#stream = #tenon.stream<unroll = 1, ahead = 128, next_lines = 1>
#schedule = #tenon.attention<lanes = 4, tokens = 1, heads = 2, key_block = 8, key_chunk = 16, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 0, at_once = [1, 1], stream = #stream>
module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 192 : i64} {
  func.func @f(%x: tensor<?x8xf32>, %y: tensor<?x4xf32>, %z: tensor<?x8xf32>, %s: tensor<1xf32> {tenon.param = "s"}, %t: tensor<2x9xf32> {tenon.param = "t"}) -> tensor<?x16xf32> {
    %r = tenon.kernel "biased"(%x, %y, %z, %s, %t) attributes {loads = [#tenon.place<workspace, row_bytes = 64>, #tenon.place<workspace, offset = 64, row_bytes = 64>, #tenon.place<workspace, offset = 128, row_bytes = 64>, #tenon.place<packed>, #tenon.place<packed, offset = 64>], panel_bytes = 0 : i64, schedule = #schedule} : (tensor<?x8xf32>, tensor<?x4xf32>, tensor<?x8xf32>, tensor<1xf32>, tensor<2x9xf32>) -> tensor<?x16xf32> {
    ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x4xf32>, %c: tensor<?x8xf32>, %d: tensor<1xf32>, %e: tensor<2x9xf32>):
      %p:3 = tenon.slot prologue attributes {stores = [[], [], []]} -> tensor<?x2x4xf32>, tensor<?x1x4xf32>, tensor<?x1x8xf32> {
        %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
        %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
        %2 = tenon.split %c : tensor<?x8xf32> to tensor<?x1x8xf32>
        tenon.yield %0, %1, %2 : tensor<?x2x4xf32>, tensor<?x1x4xf32>, tensor<?x1x8xf32>
      }
      %o = tenon.slot contraction attributes {stores = [[]]} -> tensor<?x2x8xf32> {
        %0 = tenon.attend %p#0, %p#1, %p#2 with %d, %e score {
        ^bb0(%score: tensor<1xf32>, %q: tensor<1xf32>, %k: tensor<1xf32>, %h: tensor<1xf32>, %slope: tensor<1xf32>, %table: tensor<2x9xf32>):
          %1 = tenon.mul %score, %slope : tensor<1xf32>, tensor<1xf32>
          %2 = tenon.lookup %table, %h, %q : tensor<2x9xf32>, tensor<1xf32>, tensor<1xf32>
          %3 = tenon.add %1, %2 : tensor<1xf32>, tensor<1xf32>
          tenon.yield %3 : tensor<1xf32>
        } mask {
        ^bb0(%q: tensor<1xf32>, %k: tensor<1xf32>, %h: tensor<1xf32>, %slope: tensor<1xf32>, %table: tensor<2x9xf32>):
          %three = tenon.constant dense<3.0> : tensor<1xf64>
          %1 = tenon.eq %k, %three : tensor<1xf32>, tensor<1xf32>
          %2 = tenon.not %1 : tensor<1xi1>
          tenon.yield %2 : tensor<1xi1>
        } {scale = 0.25 : f64} : tensor<?x2x4xf32>, tensor<?x1x4xf32>, tensor<?x1x8xf32>, tensor<1xf32>, tensor<2x9xf32>
        tenon.yield %0 : tensor<?x2x8xf32>
      }
      %g = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x16xf32> {
        %0 = tenon.merge %o : tensor<?x2x8xf32>
        tenon.yield %0 : tensor<?x16xf32>
      }
      tenon.yield %g : tensor<?x16xf32>
    }
    return %r : tensor<?x16xf32>
  }
}

// CHECK-LABEL: func.func @biased.contraction(
// CHECK-SAME:   %[[FRAME_SCRATCH:[^:]*]]: memref<f32> {tenon.buffer = "scratch", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-SAME:   %[[FRAME_TILES:[^:]*]]: memref<i64> {tenon.buffer = "tiles", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_WORKSPACE:[^:]*]]: memref<f32> {tenon.buffer = "workspace", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_FIRST:[^:]*]]: index {tenon.size = "first"}
// CHECK-SAME:   %[[FRAME_PANEL0F32:[^:]*]]: memref<f32> {tenon.buffer = "panel", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED0:[^:]*]]: memref<f32> {tenon.buffer = "packed", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED64:[^:]*]]: memref<f32> {tenon.buffer = "packed", tenon.offset = 64 : i64}
// CHECK-SAME:   %[[FRAME_PANEL0I32:[^:]*]]: memref<i32> {tenon.buffer = "panel", tenon.offset = 0 : i64}
// CHECK-DAG:  %[[HIDDEN:.*]] = arith.constant dense<0xFF800000> : vector<4xf32>
// CHECK-DAG:  %[[SCALE:.*]] = arith.constant dense<2.500000e-01> : vector<4xf32>
// CHECK-DAG:  %[[THREE:.*]] = arith.constant dense<3.000000e+00> : vector<4xf32>
// CHECK-DAG:  %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-DAG:  %[[ALL:.*]] = arith.constant dense<true> : vector<4xi1>
// CHECK-DAG:  %[[WIDTH:.*]] = arith.constant dense<9> : vector<4xi32>
// CHECK-DAG:  %[[LANES:.*]] = arith.constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00]> : vector<4xf32>
// CHECK:      scf.for %[[UNIT:.*]] = %[[FRAME_BEGIN]] to %[[FRAME_END]] step %c1 {
// CHECK-NEXT:   %[[TILE_AT:.*]] = arith.muli %[[UNIT]], %c6 : index
// CHECK-NEXT:   %[[WORDS:.*]] = memref.reinterpret_cast %[[FRAME_TILES]] to offset: [%[[TILE_AT]]], sizes: [6], strides: [1]
// CHECK-NEXT:   %[[W0:.*]] = memref.load %[[WORDS]][%c0] :
// CHECK-NEXT:   %[[FIRST_ROW:.*]] = arith.index_cast %[[W0]] : i64 to index
// CHECK-NEXT:   %[[W1:.*]] = memref.load %[[WORDS]][%c1] :
// CHECK-NEXT:   %[[TOKENS:.*]] = arith.index_cast %[[W1]] : i64 to index
// CHECK-NEXT:   %[[W2:.*]] = memref.load %[[WORDS]][%c2] :
// CHECK-NEXT:   %[[POSITION:.*]] = arith.index_cast %[[W2]] : i64 to index
// CHECK-NEXT:   %[[W3:.*]] = memref.load %[[WORDS]][%c3] :
// CHECK-NEXT:   %[[KEYS:.*]] = arith.index_cast %[[W3]] : i64 to index
// CHECK-NEXT:   %[[W4:.*]] = memref.load %[[WORDS]][%c4] :
// CHECK-NEXT:   %[[STORE:.*]] = arith.index_cast %[[W4]] : i64 to index
// Queries are scaled before anything else: row r of the tile is token r / 2, head r mod 2, of 4 channels.
// CHECK:        scf.for %[[ROW:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:     %[[TOKEN_OF:.*]] = arith.divui %[[ROW]], %c2 : index
// CHECK-NEXT:     %[[LAST_TOKEN:.*]] = arith.subi %[[TOKENS]], %c1 : index
// CHECK-NEXT:     %[[TOKEN:.*]] = arith.minui %[[TOKEN_OF]], %[[LAST_TOKEN]] : index
// CHECK-NEXT:     %[[ROW_OF_BLOCK:.*]] = arith.addi %[[FIRST_ROW]], %[[TOKEN]] : index
// CHECK-NEXT:     %[[CALL_ROW:.*]] = arith.addi %[[FRAME_FIRST]], %[[ROW_OF_BLOCK]] : index
// CHECK-NEXT:     %[[QUERY_ROW_AT:.*]] = arith.muli %[[CALL_ROW]], %c16 : index
// CHECK-NEXT:     %[[QUERY_ROW:.*]] = memref.reinterpret_cast %[[FRAME_WORKSPACE]] to offset: [%[[QUERY_ROW_AT]]], sizes: [8], strides: [1]
// CHECK-NEXT:     %[[HEAD_OF:.*]] = arith.remui %[[ROW]], %c2 : index
// CHECK-NEXT:     %[[HEAD:.*]] = arith.minui %[[HEAD_OF]], %c1 : index
// CHECK-NEXT:     %[[CHANNEL:.*]] = arith.muli %[[HEAD]], %c4 : index
// CHECK-NEXT:     %[[QUERY_AT:.*]] = arith.muli %[[ROW]], %c4 : index
// CHECK-NEXT:     %[[CHANNELS:.*]] = vector.load %[[QUERY_ROW]][%[[CHANNEL]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:     %[[SCALED:.*]] = arith.mulf %[[CHANNELS]], %[[SCALE]] : vector<4xf32>
// CHECK-NEXT:     vector.store %[[SCALED]], %[[STATE:[a-z0-9_]+]][%[[QUERY_AT]]] : memref<144xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:   }
// The expression replaces scores: for each row its query and head as numbers in all lanes.
// CHECK:        scf.for %[[BLOCK:.*]] = %c0 to %[[KEYS]] step %c8 {
// CHECK:            tenon.tile_product %[[FRAME_SCRATCH]][%c0], %[[FRAME_PANEL0F32]][%[[RIGHT_AT:[a-z0-9_]+]], panel %c32] into %[[FRAME_SCRATCH]][%[[SUMS_AT:[a-z0-9_]+]], row %c8] over %c4 first %true prefetch %c0 step %c0 <fma, f32, plain, lanes = 4, vectors = 2, rows = 2, panels = 1, left_row = 4, left_step = 1, right_step = 8, prefetch = ahead,
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[SCORED:.*]] = arith.muli %[[PANELS:[a-z0-9_]+]], %c8 : index
// CHECK-NEXT:     scf.for %[[ROW:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:       %[[TOKEN_OF:.*]] = arith.divui %[[ROW]], %c2 : index
// CHECK-NEXT:       %[[LAST_TOKEN:.*]] = arith.subi %[[TOKENS]], %c1 : index
// CHECK-NEXT:       %[[TOKEN:.*]] = arith.minui %[[TOKEN_OF]], %[[LAST_TOKEN]] : index
// CHECK-NEXT:       %[[QUERY:.*]] = arith.addi %[[POSITION]], %[[TOKEN]] : index
// CHECK-NEXT:       %[[QUERY32:.*]] = arith.index_cast %[[QUERY]] : index to i32
// CHECK-NEXT:       %[[QUERY_F:.*]] = arith.sitofp %[[QUERY32]] : i32 to f32
// CHECK-NEXT:       %[[QUERIES:.*]] = vector.broadcast %[[QUERY_F]] : f32 to vector<4xf32>
// CHECK-NEXT:       %[[HEAD_OF:.*]] = arith.remui %[[ROW]], %c2 : index
// CHECK-NEXT:       %[[HEAD:.*]] = arith.minui %[[HEAD_OF]], %c1 : index
// CHECK-NEXT:       %[[HEAD32:.*]] = arith.index_cast %[[HEAD]] : index to i32
// CHECK-NEXT:       %[[HEAD_F:.*]] = arith.sitofp %[[HEAD32]] : i32 to f32
// CHECK-NEXT:       %[[HEADS:.*]] = vector.broadcast %[[HEAD_F]] : f32 to vector<4xf32>
// CHECK-NEXT:       %[[ROW_AT:.*]] = arith.muli %[[ROW]], %c8 : index
// CHECK-NEXT:       %[[SCORES_AT:.*]] = arith.addi %[[ROW_AT]], %c16 : index
// CHECK-NEXT:       scf.for %[[KEY:.*]] = %c0 to %[[SCORED]] step %c4 {
// A parameter of one number is loaded and spread where it is used.
// CHECK-NEXT:         %[[AT:.*]] = arith.addi %[[SCORES_AT]], %[[KEY]] : index
// CHECK-NEXT:         %[[SCORE:.*]] = vector.load %[[STATE]][%[[AT]]] : memref<144xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:         %[[SLOPE_VIEW:.*]] = memref.reinterpret_cast %[[FRAME_PACKED0]] to offset: [0], sizes: [1], strides: [1]
// CHECK-NEXT:         %[[SLOPE_F:.*]] = memref.load %[[SLOPE_VIEW]][%c0] : memref<1xf32, strided<[1]>>
// CHECK-NEXT:         %[[SLOPE:.*]] = vector.broadcast %[[SLOPE_F]] : f32 to vector<4xf32>
// CHECK-NEXT:         %[[SCALED_SCORE:.*]] = arith.mulf %[[SCORE]], %[[SLOPE]] : vector<4xf32>
// A lookup is a gather at row * 9 + column; indices are whole numbers, so the conversion is exact.
// CHECK-NEXT:         %[[ROW_OF_TABLE:.*]] = arith.fptosi %[[HEADS]] : vector<4xf32> to vector<4xi32>
// CHECK-NEXT:         %[[ROW_START:.*]] = arith.muli %[[ROW_OF_TABLE]], %[[WIDTH]] : vector<4xi32>
// CHECK-NEXT:         %[[COLUMN_OF_TABLE:.*]] = arith.fptosi %[[QUERIES]] : vector<4xf32> to vector<4xi32>
// CHECK-NEXT:         %[[PLACE:.*]] = arith.addi %[[ROW_START]], %[[COLUMN_OF_TABLE]] : vector<4xi32>
// CHECK-NEXT:         %[[TABLE_VIEW:.*]] = memref.reinterpret_cast %[[FRAME_PACKED64]] to offset: [0], sizes: [18], strides: [1]
// CHECK-NEXT:         %[[TABLE:.*]] = memref.cast %[[TABLE_VIEW]] :
// CHECK-NEXT:         %[[BIAS:.*]] = vector.gather %[[TABLE]][%c0] [%[[PLACE]]], %[[ALL]], %[[ZEROS]] : {{.*}}, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:         %[[BIASED:.*]] = arith.addf %[[SCALED_SCORE]], %[[BIAS]] : vector<4xf32>
// CHECK-NEXT:         vector.store %[[BIASED]], %[[STATE]][%[[AT]]] : memref<144xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// Then the mask, without asking whether the block lies at a boundary: keys that exist, and are not 3.
// CHECK-NEXT:     %[[KEYS32:.*]] = arith.index_cast %[[KEYS]] : index to i32
// CHECK-NEXT:     %[[KEYS_F:.*]] = arith.sitofp %[[KEYS32]] : i32 to f32
// CHECK-NEXT:     %[[ALL_KEYS:.*]] = vector.broadcast %[[KEYS_F]] : f32 to vector<4xf32>
// CHECK-NEXT:     scf.for %[[ROW:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:       %[[ROW_AT:.*]] = arith.muli %[[ROW]], %c8 : index
// CHECK-NEXT:       %[[SCORES_AT:.*]] = arith.addi %[[ROW_AT]], %c16 : index
// CHECK-NEXT:       scf.for %[[KEY:.*]] = %c0 to %[[SCORED]] step %c4 {
// CHECK-NEXT:         %[[AT:.*]] = arith.addi %[[SCORES_AT]], %[[KEY]] : index
// CHECK-NEXT:         %[[FIRST_KEY:.*]] = arith.addi %[[BLOCK]], %[[KEY]] : index
// CHECK-NEXT:         %[[KEY32:.*]] = arith.index_cast %[[FIRST_KEY]] : index to i32
// CHECK-NEXT:         %[[KEY_F:.*]] = arith.sitofp %[[KEY32]] : i32 to f32
// CHECK-NEXT:         %[[KEY_SPLAT:.*]] = vector.broadcast %[[KEY_F]] : f32 to vector<4xf32>
// CHECK-NEXT:         %[[KEY_NUMBERS:.*]] = arith.addf %[[KEY_SPLAT]], %[[LANES]] : vector<4xf32>
// CHECK-NEXT:         %[[EXISTS:.*]] = arith.cmpf olt, %[[KEY_NUMBERS]], %[[ALL_KEYS]] : vector<4xf32>
// CHECK-NEXT:         %[[IS_THREE:.*]] = arith.cmpf oeq, %[[KEY_NUMBERS]], %[[THREE]] : vector<4xf32>
// CHECK-NEXT:         %[[IS_OTHER:.*]] = arith.xori %[[IS_THREE]], %[[ALL]] : vector<4xi1>
// CHECK-NEXT:         %[[SEEN:.*]] = arith.andi %[[EXISTS]], %[[IS_OTHER]] : vector<4xi1>
// CHECK-NEXT:         %[[SCORE:.*]] = vector.load %[[STATE]][%[[AT]]] : memref<144xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:         %[[MASKED:.*]] = arith.select %[[SEEN]], %[[SCORE]], %[[HIDDEN]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT:         vector.store %[[MASKED]], %[[STATE]][%[[AT]]] : memref<144xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
