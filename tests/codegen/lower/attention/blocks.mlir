// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-lower-attention --canonicalize --cse | FileCheck %s
// REQUIRES: codegen
// Which keys a tile visits, where they lie in a ring, and which blocks have their scores masked: a causal window of 10 keys, in
// blocks of 16 keys and panels of 8, and a ring that has room for 48.

#stream = #tenon.stream<unroll = 1, ahead = 128, next_lines = 1>
#schedule = #tenon.attention<lanes = 4, tokens = 2, heads = 2, key_block = 16, key_chunk = 32, stored = bf16, encoding = paired, cached = true, ring_keys = 48, block_rows = 16, padding = 0, at_once = [1, 1, 1, 1], stream = #stream>
module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 0 : i64} {
  func.func @f(%x: tensor<?x8xf32>, %y: tensor<?x4xf32>, %z: tensor<?x10xf32>) -> tensor<?x20xf32> {
    %r = tenon.kernel "window"(%x, %y, %z) attributes {loads = [#tenon.place<workspace, row_bytes = 64>, #tenon.place<workspace, offset = 64, row_bytes = 64>, #tenon.place<workspace, offset = 128, row_bytes = 64>], panel_bytes = 0 : i64, schedule = #schedule} : (tensor<?x8xf32>, tensor<?x4xf32>, tensor<?x10xf32>) -> tensor<?x20xf32> {
    ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x4xf32>, %c: tensor<?x10xf32>):
      %p:3 = tenon.slot prologue attributes {stores = [[], [], []]} -> tensor<?x2x4xf32>, tensor<?x1x4xf32>, tensor<?x1x10xf32> {
        %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
        %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
        %2 = tenon.split %c : tensor<?x10xf32> to tensor<?x1x10xf32>
        tenon.yield %0, %1, %2 : tensor<?x2x4xf32>, tensor<?x1x4xf32>, tensor<?x1x10xf32>
      }
      %o = tenon.slot contraction attributes {stores = [[]]} -> tensor<?x2x10xf32> {
        %0 = tenon.attend %p#0, %p#1, %p#2 score {} mask {
        ^bb0(%q: tensor<1xf32>, %k: tensor<1xf32>, %h: tensor<1xf32>):
          %w = tenon.constant dense<10.0> : tensor<1xf64>
          %1 = tenon.le %k, %q : tensor<1xf32>, tensor<1xf32>
          %2 = tenon.sub %q, %k : tensor<1xf32>, tensor<1xf32>
          %3 = tenon.lt %2, %w : tensor<1xf32>, tensor<1xf32>
          %4 = tenon.and %1, %3 : tensor<1xi1>, tensor<1xi1>
          tenon.yield %4 : tensor<1xi1>
        } {scale = 0.5 : f64} : tensor<?x2x4xf32>, tensor<?x1x4xf32>, tensor<?x1x10xf32>
        tenon.yield %0 : tensor<?x2x10xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x20xf32> {
        %0 = tenon.merge %o : tensor<?x2x10xf32>
        tenon.yield %0 : tensor<?x20xf32>
      }
      tenon.yield %e : tensor<?x20xf32>
    }
    return %r : tensor<?x20xf32>
  }
}

// CHECK:      tenon.launch "window" attention prologue @window.prologue contraction @window.contraction {block_rows = 16, tile_rows = 2, scratch_bytes = 1152, kv_heads = 1, key_bytes = 40, cached = 1, ring_keys = 48}
// CHECK-LABEL: func.func @window.contraction(
// CHECK-SAME:   %[[FRAME_SCRATCH:[^:]*]]: memref<f32> {tenon.buffer = "scratch", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-SAME:   %[[FRAME_TILES:[^:]*]]: memref<i64> {tenon.buffer = "tiles", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_CACHE0I32:[^:]*]]: memref<i32> {tenon.buffer = "cache", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_CACHE0I16:[^:]*]]: memref<i16> {tenon.buffer = "cache", tenon.offset = 0 : i64}
// CHECK-DAG:  %[[HIDDEN:.*]] = arith.constant dense<0xFF800000> : vector<4xf32>
// CHECK-DAG:  %[[NUMBERS:.*]] = arith.constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00]> : vector<4xf32>
// CHECK-DAG:  %[[WINDOW:.*]] = arith.constant dense<1.000000e+01> : vector<4xf32>
// The tile's tokens stand at position ... position + tokens - 1. Its last row sees no key behind that, nor are there more
// than the sequence has.
// CHECK:      scf.for %[[TILE:.*]] = %[[FRAME_BEGIN]] to %[[FRAME_END]] step %c1 {
// CHECK-NEXT:   %[[TILE_AT:.*]] = arith.muli %[[TILE]], %c6 : index
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
// CHECK-NEXT:   %[[W5:.*]] = memref.load %[[WORDS]][%c5] :
// CHECK-NEXT:   %[[CAPACITY:.*]] = arith.index_cast %[[W5]] : i64 to index
// CHECK:          %[[BEHIND:.*]] = arith.addi %[[POSITION]], %[[TOKENS]] : index
// CHECK-NEXT:     %[[END:.*]] = arith.minui %[[KEYS]], %[[BEHIND]] : index
// Its first row sees keys from position - 10 + 1 on, or from 0; visited are whole blocks of 16, counted from key 0.
// CHECK-NEXT:     %[[POSITION1:.*]] = arith.addi %[[POSITION]], %c1 : index
// CHECK-NEXT:     %[[AT_LEAST:.*]] = arith.maxui %[[POSITION1]], %c10 : index
// CHECK-NEXT:     %[[HIDDEN_KEYS:.*]] = arith.subi %[[AT_LEAST]], %c10 : index
// CHECK-NEXT:     %[[BLOCKS:.*]] = arith.divui %[[HIDDEN_KEYS]], %c16 : index
// CHECK-NEXT:     %[[START:.*]] = arith.muli %[[BLOCKS]], %c16 : index
// CHECK-NEXT:     scf.for %[[BLOCK:.*]] = %[[START]] to %[[END]] step %c16 {
// A block ends after 16 keys, or with the last that is seen; it is ceil(keys / 8) panels.
// CHECK-NEXT:       %[[FULL:.*]] = arith.addi %[[BLOCK]], %c16 : index
// CHECK-NEXT:       %[[BLOCK_END:.*]] = arith.minui %[[FULL]], %[[END]] : index
// CHECK-NEXT:       %[[COUNT:.*]] = arith.subi %[[BLOCK_END]], %[[BLOCK]] : index
// CHECK-NEXT:       %[[PANELS:.*]] = arith.ceildivui %[[COUNT]], %c8 : index
// In the ring it starts at its first key mod capacity; a panel is 4 steps of 8 bf16 = 16 words, and the store's bytes
// are words of 4.
// CHECK-NEXT:       %[[PLACE:.*]] = arith.remui %[[BLOCK]], %[[CAPACITY]] : index
// CHECK-NEXT:       %[[WORDS:.*]] = arith.divui %[[STORE]], %c4 : index
// CHECK-NEXT:       %[[PANEL:.*]] = arith.divui %[[PLACE]], %c8 : index
// CHECK-NEXT:       %[[PANEL_AT:.*]] = arith.muli %[[PANEL]], %c16 : index
// CHECK-NEXT:       %[[KEYS_AT:.*]] = arith.addi %[[WORDS]], %[[PANEL_AT]] : index
// CHECK-NEXT:       scf.for %[[P:.*]] = %c0 to %[[PANELS]] step %c1 {
// CHECK-NEXT:         %[[WORDS_AT:.*]] = arith.muli %[[P]], %c16 : index
// CHECK-NEXT:         %[[RIGHT_AT:.*]] = arith.addi %[[KEYS_AT]], %[[WORDS_AT]] : index
// CHECK-NEXT:         %[[SCORES_OF_PANEL:.*]] = arith.muli %[[P]], %c8 : index
// CHECK-NEXT:         %[[SCORES_AT:.*]] = arith.addi %[[SCORES_OF_PANEL]], %c16 : index
// CHECK-NEXT:         tenon.tile_product %[[FRAME_SCRATCH]][%c0], %[[FRAME_CACHE0I32]][%[[RIGHT_AT]], panel %c16] into %[[FRAME_SCRATCH]][%[[SCORES_AT]], row %c16] over %c4 first %true prefetch %c0 step %c0 <fma, bf16, paired, lanes = 4, vectors = 2, rows = 2, panels = 1, left_row = 4, left_step = 1, right_step = 4, prefetch = ahead,
// CHECK-NEXT:       }
// Keys are scored by whole panels. A block is at the boundary if the first row does not see all of what is scored (it sees
// keys up to its position), or if the last one does not see the first of them (BLOCK + 10 is below its position + 1).
// CHECK-NEXT:       %[[SCORED:.*]] = arith.muli %[[PANELS]], %c8 : index
// CHECK-NEXT:       %[[LAST:.*]] = arith.addi %[[BLOCK]], %[[SCORED]] : index
// CHECK-NEXT:       %[[AFTER_FIRST:.*]] = arith.cmpi ugt, %[[LAST]], %[[POSITION1]] : index
// CHECK-NEXT:       %[[LEAVES:.*]] = arith.addi %[[BLOCK]], %c10 : index
// CHECK-NEXT:       %[[TOO_OLD:.*]] = arith.cmpi ult, %[[LEAVES]], %[[BEHIND]] : index
// CHECK-NEXT:       %[[IS_BOUNDARY:.*]] = arith.ori %[[AFTER_FIRST]], %[[TOO_OLD]] : i1
// CHECK-NEXT:       scf.if %[[IS_BOUNDARY]] {
// Then every score is masked: by the number of keys, and by the expression with query, key and head.
// CHECK-NEXT:         %[[KEYS32:.*]] = arith.index_cast %[[KEYS]] : index to i32
// CHECK-NEXT:         %[[KEYS_F:.*]] = arith.sitofp %[[KEYS32]] : i32 to f32
// CHECK-NEXT:         %[[ALL_KEYS:.*]] = vector.broadcast %[[KEYS_F]] : f32 to vector<4xf32>
// CHECK-NEXT:         scf.for %[[ROW:.*]] = %c0 to %c2 step %c1 {
// The query of row r is that of token r / 2 heads; rows behind the tile's tokens repeat its last.
// CHECK-NEXT:           %[[TOKEN_OF_ROW:.*]] = arith.divui %[[ROW]], %c2 : index
// CHECK-NEXT:           %[[LAST_TOKEN:.*]] = arith.subi %[[TOKENS]], %c1 : index
// CHECK-NEXT:           %[[TOKEN:.*]] = arith.minui %[[TOKEN_OF_ROW]], %[[LAST_TOKEN]] : index
// CHECK-NEXT:           %[[QUERY_AT:.*]] = arith.addi %[[POSITION]], %[[TOKEN]] : index
// CHECK-NEXT:           %[[QUERY32:.*]] = arith.index_cast %[[QUERY_AT]] : index to i32
// CHECK-NEXT:           %[[QUERY_F:.*]] = arith.sitofp %[[QUERY32]] : i32 to f32
// CHECK-NEXT:           %[[QUERY:.*]] = vector.broadcast %[[QUERY_F]] : f32 to vector<4xf32>
// CHECK-NEXT:           %[[ROW_AT:.*]] = arith.muli %[[ROW]], %c16 : index
// CHECK-NEXT:           %[[SCORES_OF_ROW:.*]] = arith.addi %[[ROW_AT]], %c16 : index
// CHECK-NEXT:           scf.for %[[KEY:.*]] = %c0 to %[[SCORED]] step %c4 {
// CHECK-NEXT:             %[[AT:.*]] = arith.addi %[[SCORES_OF_ROW]], %[[KEY]] : index
// CHECK-NEXT:             %[[FIRST_KEY:.*]] = arith.addi %[[BLOCK]], %[[KEY]] : index
// CHECK-NEXT:             %[[KEY32:.*]] = arith.index_cast %[[FIRST_KEY]] : index to i32
// CHECK-NEXT:             %[[KEY_F:.*]] = arith.sitofp %[[KEY32]] : i32 to f32
// CHECK-NEXT:             %[[KEY_SPLAT:.*]] = vector.broadcast %[[KEY_F]] : f32 to vector<4xf32>
// CHECK-NEXT:             %[[KEY_NUMBERS:.*]] = arith.addf %[[KEY_SPLAT]], %[[NUMBERS]] : vector<4xf32>
// k < keys, and k <= q, and q - k < 10; else minus infinity.
// CHECK-NEXT:             %[[EXISTS:.*]] = arith.cmpf olt, %[[KEY_NUMBERS]], %[[ALL_KEYS]] : vector<4xf32>
// CHECK-NEXT:             %[[CAUSAL:.*]] = arith.cmpf ole, %[[KEY_NUMBERS]], %[[QUERY]] : vector<4xf32>
// CHECK-NEXT:             %[[DISTANCE:.*]] = arith.subf %[[QUERY]], %[[KEY_NUMBERS]] : vector<4xf32>
// CHECK-NEXT:             %[[NEAR:.*]] = arith.cmpf olt, %[[DISTANCE]], %[[WINDOW]] : vector<4xf32>
// CHECK-NEXT:             %[[SEEN:.*]] = arith.andi %[[CAUSAL]], %[[NEAR]] : vector<4xi1>
// CHECK-NEXT:             %[[VISIBLE:.*]] = arith.andi %[[EXISTS]], %[[SEEN]] : vector<4xi1>
// CHECK-NEXT:             %[[SCORE:.*]] = vector.load %[[STATE:[a-z0-9_]+]][%[[AT]]] : memref<192xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:             %[[MASKED:.*]] = arith.select %[[VISIBLE]], %[[SCORE]], %[[HIDDEN]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT:             vector.store %[[MASKED]], %[[STATE]][%[[AT]]] : memref<192xf32, strided<[1]>>, vector<4xf32>
// Values of the block lie from the same place of the ring on: keys take capacity * 4 * 2 = 8 bytes a key, rows of
// values 16 bf16 = 8 words. Steps of 8 columns are 4 words apart, sums 8 in an output at 48 with rows of 16.
// CHECK:              scf.yield %false : i1
// CHECK:            } else {
// CHECK-NEXT:         %[[VALUE_WORDS:.*]] = arith.divui %[[VALUES:[a-z0-9_]+]], %c4 : index
// CHECK-NEXT:         %[[ROW_WORDS:.*]] = arith.muli %[[PLACE]], %c8 : index
// CHECK-NEXT:         %[[FIRST_VALUE:.*]] = arith.addi %[[VALUE_WORDS]], %[[ROW_WORDS]] : index
// CHECK-NEXT:         scf.for %[[STEP:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:           %[[COLUMNS:.*]] = arith.muli %[[STEP]], %c4 : index
// CHECK-NEXT:           %[[VALUE_AT:.*]] = arith.addi %[[FIRST_VALUE]], %[[COLUMNS]] : index
// CHECK-NEXT:           %[[SUM_COLUMNS:.*]] = arith.muli %[[STEP]], %c8 : index
// CHECK-NEXT:           %[[OUTPUT_AT:.*]] = arith.addi %[[SUM_COLUMNS]], %c48 : index
// CHECK-NEXT:           tenon.tile_product %[[FRAME_SCRATCH]][%c16], %[[FRAME_CACHE0I32]][%[[VALUE_AT]], panel %c4] into %[[FRAME_SCRATCH]][%[[OUTPUT_AT]], row %c16] over %[[COUNT]] first %false prefetch %c0 step %c0 <fma, bf16, paired, lanes = 4, vectors = 2, rows = 2, panels = 1, left_row = 16, left_step = 1, right_step = 8, prefetch = ahead,
// CHECK-NEXT:         }
