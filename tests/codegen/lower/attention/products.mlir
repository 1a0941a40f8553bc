// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-lower-attention --canonicalize --cse | FileCheck %s
// REQUIRES: codegen
// Both products of attention are register tiles: scores are queries times a panel of keys, results weights times rows of values.
// Their operands are not packed: left rows stand as queries and scores do, right steps as the store has them.
//
// 4 query heads of 3 channels, 2 key-value heads, so groups of 2; values of 12 columns, stored as 16 = 2 steps of 8. Tiles have
// 2 tokens * 2 heads = 4 rows; a single token is a tile of 2 rows of its own. Scratch of 2 rows: queries 6 at 0, scores
// 2 * 16 at 16, output 2 * 16 at 48. Of 4 rows: queries 12 at 0, scores 4 * 16 = 64 at 16, output 4 * 16 = 64 at 80, maximum
// at 144, factors 160, sums 4 * 4 at 176, totals 192, 256 and 272, ending at 288 elements = 1152 bytes.

#stream = #tenon.stream<unroll = 1, ahead = 128, next_lines = 1>
#schedule = #tenon.attention<lanes = 4, tokens = 2, heads = 2, key_block = 16, key_chunk = 32, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 0, at_once = [2, 2, 1, 1], stream = #stream>
module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 0 : i64} {
  func.func @f(%x: tensor<?x12xf32>, %y: tensor<?x6xf32>, %z: tensor<?x24xf32>) -> tensor<?x48xf32> {
    %r = tenon.kernel "many"(%x, %y, %z) attributes {loads = [#tenon.place<workspace, row_bytes = 64>, #tenon.place<workspace, offset = 64, row_bytes = 64>, #tenon.place<workspace, offset = 128, row_bytes = 128>], panel_bytes = 0 : i64, schedule = #schedule} : (tensor<?x12xf32>, tensor<?x6xf32>, tensor<?x24xf32>) -> tensor<?x48xf32> {
    ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x6xf32>, %c: tensor<?x24xf32>):
      %p:3 = tenon.slot prologue attributes {stores = [[], [], []]} -> tensor<?x4x3xf32>, tensor<?x2x3xf32>, tensor<?x2x12xf32> {
        %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x4x3xf32>
        %1 = tenon.split %b : tensor<?x6xf32> to tensor<?x2x3xf32>
        %2 = tenon.split %c : tensor<?x24xf32> to tensor<?x2x12xf32>
        tenon.yield %0, %1, %2 : tensor<?x4x3xf32>, tensor<?x2x3xf32>, tensor<?x2x12xf32>
      }
      %o = tenon.slot contraction attributes {stores = [[]]} -> tensor<?x4x12xf32> {
        %0 = tenon.attend %p#0, %p#1, %p#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x4x3xf32>, tensor<?x2x3xf32>, tensor<?x2x12xf32>
        tenon.yield %0 : tensor<?x4x12xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x48xf32> {
        %0 = tenon.merge %o : tensor<?x4x12xf32>
        tenon.yield %0 : tensor<?x48xf32>
      }
      tenon.yield %e : tensor<?x48xf32>
    }
    return %r : tensor<?x48xf32>
  }
}

// The tile of a call is 2 tokens; for one token the support code reserves 88 bytes for each key that it has room for.
// CHECK:      tenon.launch "many" attention prologue @many.prologue contraction @many.contraction {tile_rows = 2, scratch_bytes = 1152, kv_heads = 2, key_bytes = 152}
// CHECK-LABEL: func.func @many.contraction(
// CHECK-SAME:   %[[FRAME_SCRATCH:[^:]*]]: memref<f32> {tenon.buffer = "scratch", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-SAME:   %[[FRAME_TILES:[^:]*]]: memref<i64> {tenon.buffer = "tiles", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PANEL0F32:[^:]*]]: memref<f32> {tenon.buffer = "panel", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PANEL0I32:[^:]*]]: memref<i32> {tenon.buffer = "panel", tenon.offset = 0 : i64}
// CHECK-DAG:  %[[NO_HIT:.*]] = arith.constant dense<false> : vector<4xi1>
// CHECK-DAG:  %[[EXPONENT:.*]] = arith.constant dense<2139095040> : vector<4xi32>
// CHECK-DAG:  %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// Units are tiles times key-value heads, heads fastest.
// CHECK:      scf.for %[[UNIT:.*]] = %[[FRAME_BEGIN]] to %[[FRAME_END]] step %c1 {
// CHECK-NEXT:   %[[TILE:.*]] = arith.divui %[[UNIT]], %c2 : index
// CHECK-NEXT:   %[[TILE_AT:.*]] = arith.muli %[[TILE]], %c6 : index
// CHECK-NEXT:   %[[WORDS:.*]] = memref.reinterpret_cast %[[FRAME_TILES]] to offset: [%[[TILE_AT]]], sizes: [6], strides: [1]
// CHECK:        %[[HEAD:.*]] = arith.remui %[[UNIT]], %c2 : index
// CHECK-NEXT:   %[[ONE_TOKEN:.*]] = arith.cmpi eq, %[[TOKENS:[a-z0-9_]+]], %c1 : index
// CHECK-NEXT:   scf.if %[[ONE_TOKEN]] {
// One token. A head's keys are capacity * 3 * 4 = 12 bytes a key, with its 16 values 12 + 64 = 76; values stand behind the keys.
// Its query heads start at 2 head and end with 2 head + 1.
// CHECK-NEXT:     %[[STATE:.*]] = memref.reinterpret_cast %[[FRAME_SCRATCH]] to offset: [0], sizes: [192], strides: [1]
// CHECK-NEXT:     %[[HEADS_BEFORE:.*]] = arith.muli %[[HEAD]], %[[CAPACITY:[a-z0-9_]+]] : index
// CHECK-NEXT:     %[[STORE_OFFSET:.*]] = arith.muli %[[HEADS_BEFORE]], %c76 : index
// CHECK-NEXT:     %[[KEYS_AT:.*]] = arith.addi %[[STORE:[a-z0-9_]+]], %[[STORE_OFFSET]] : index
// CHECK-NEXT:     %[[KEYS_SIZE:.*]] = arith.muli %[[CAPACITY]], %c12 : index
// CHECK-NEXT:     %[[VALUES_AT:.*]] = arith.addi %[[KEYS_AT]], %[[KEYS_SIZE]] : index
// CHECK-NEXT:     %[[FIRST_HEAD:.*]] = arith.muli %[[HEAD]], %c2 : index
// CHECK-NEXT:     %[[LAST_HEAD:.*]] = arith.addi %[[FIRST_HEAD]], %c1 : index
// A panel of keys is 3 steps of 8 = 24 words. 2 panels share a tile of 2 rows as often as 2 fit.
// CHECK:          scf.for %[[BLOCK:.*]] = %c0 to %[[KEYS:[a-z0-9_]+]] step %c16 {
// CHECK-NEXT:       %[[FULL:.*]] = arith.addi %[[BLOCK]], %c16 : index
// CHECK-NEXT:       %[[BLOCK_END:.*]] = arith.minui %[[FULL]], %[[KEYS]] : index
// CHECK-NEXT:       %[[COUNT:.*]] = arith.subi %[[BLOCK_END]], %[[BLOCK]] : index
// CHECK-NEXT:       %[[PANELS:.*]] = arith.ceildivui %[[COUNT]], %c8 : index
// CHECK-NEXT:       %[[KEY_WORDS:.*]] = arith.divui %[[KEYS_AT]], %c4 : index
// CHECK-NEXT:       %[[PANEL:.*]] = arith.divui %[[BLOCK]], %c8 : index
// CHECK-NEXT:       %[[PANEL_AT:.*]] = arith.muli %[[PANEL]], %c24 : index
// CHECK-NEXT:       %[[BLOCK_AT:.*]] = arith.addi %[[KEY_WORDS]], %[[PANEL_AT]] : index
// CHECK-NEXT:       %[[PAIRS:.*]] = arith.divui %[[PANELS]], %c2 : index
// CHECK-NEXT:       %[[WHOLE:.*]] = arith.muli %[[PAIRS]], %c2 : index
// CHECK-NEXT:       scf.for %[[P:.*]] = %c0 to %[[WHOLE]] step %c2 {
// Left: queries of 3 channels, row after row (left_row = 3, left_step = 1). Sums: the scores' rows, 16 apart, 8 for each panel.
// CHECK-NEXT:         %[[WORDS_BEFORE:.*]] = arith.muli %[[P]], %c24 : index
// CHECK-NEXT:         %[[RIGHT_AT:.*]] = arith.addi %[[BLOCK_AT]], %[[WORDS_BEFORE]] : index
// CHECK-NEXT:         %[[SUMS_BEFORE:.*]] = arith.muli %[[P]], %c8 : index
// CHECK-NEXT:         %[[SUMS_AT:.*]] = arith.addi %[[SUMS_BEFORE]], %c16 : index
// CHECK-NEXT:         tenon.tile_product %[[FRAME_SCRATCH]][%c0], %[[FRAME_PANEL0F32]][%[[RIGHT_AT]], panel %c24] into %[[FRAME_SCRATCH]][%[[SUMS_AT]], row %c16] over %c3 first %true prefetch %c0 step %c0 <fma, f32, plain, lanes = 4, vectors = 2, rows = 2, panels = 2, left_row = 3, left_step = 1, right_step = 8, prefetch = ahead,
// CHECK-NEXT:       }
// The rest one by one.
// CHECK-NEXT:       scf.for %[[P:.*]] = %[[WHOLE]] to %[[PANELS]] step %c1 {
// CHECK:              tenon.tile_product %[[FRAME_SCRATCH]][%c0], %[[FRAME_PANEL0F32]][%[[RIGHT_AT:[a-z0-9_]+]], panel %c24] into %[[FRAME_SCRATCH]][%[[SUMS_AT:[a-z0-9_]+]], row %c16] over %c3 first %true prefetch %c0 step %c0 <fma, f32, plain, lanes = 4, vectors = 2, rows = 2, panels = 1, left_row = 3, left_step = 1, right_step = 8, prefetch = ahead,
// At the boundary values are searched for exponents whose 8 bits are all set (0x7f800000 = 2139095040), which are infinities and
// NaN: all of the block's keys, 16 values each.
// CHECK:            %[[SPOILT:.*]] = scf.if %[[IS_BOUNDARY:[a-z0-9_]+]] -> (i1) {
// CHECK-NEXT:         %[[VALUE_WORDS:.*]] = arith.divui %[[VALUES_AT]], %c4 : index
// CHECK-NEXT:         %[[ROW_WORDS:.*]] = arith.muli %[[BLOCK]], %c16 : index
// CHECK-NEXT:         %[[FIRST_VALUE:.*]] = arith.addi %[[VALUE_WORDS]], %[[ROW_WORDS]] : index
// CHECK-NEXT:         %[[VALUE_COUNT:.*]] = arith.muli %[[COUNT]], %c16 : index
// CHECK-NEXT:         %[[VALUES:.*]] = memref.reinterpret_cast %[[FRAME_PANEL0I32]] to offset: [%[[FIRST_VALUE]]], sizes: [%[[VALUE_COUNT]]], strides: [1]
// CHECK-NEXT:         %[[HITS:.*]] = scf.for %[[FOUND:.*]] = %c0 to %[[VALUE_COUNT]] step %c4 iter_args(%[[AT:.*]] = %[[NO_HIT]]) -> (vector<4xi1>) {
// CHECK-NEXT:           %[[LOADED:.*]] = vector.load %[[VALUES]][%[[FOUND]]] : {{.*}}, vector<4xi32>
// CHECK-NEXT:           %[[MASKED:.*]] = arith.andi %[[LOADED]], %[[EXPONENT]] : vector<4xi32>
// CHECK-NEXT:           %[[HIT:.*]] = arith.cmpi eq, %[[MASKED]], %[[EXPONENT]] : vector<4xi32>
// CHECK-NEXT:           %[[ANY:.*]] = arith.ori %[[AT]], %[[HIT]] : vector<4xi1>
// CHECK-NEXT:           scf.yield %[[ANY]] : vector<4xi1>
// CHECK-NEXT:         }
// CHECK-NEXT:         %[[IS_SPOILT:.*]] = vector.reduction <or>, %[[HITS]] : vector<4xi1> into i1
// CHECK-NEXT:         scf.yield %[[IS_SPOILT]] : i1
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %false : i1
// CHECK-NEXT:       }
// If there are some, the block goes key by key and row by row, and leaves out weights of 0: 0 times infinity is NaN.
// CHECK-NEXT:       scf.if %[[SPOILT]] {
// CHECK-NEXT:         scf.for %[[KEY:.*]] = %c0 to %[[COUNT]] step %c1 {
// CHECK-NEXT:           scf.for %[[ROW_OF_TILE:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:             %[[ROW_AT:.*]] = arith.muli %[[ROW_OF_TILE]], %c16 : index
// CHECK-NEXT:             %[[WEIGHT_BEFORE:.*]] = arith.addi %[[ROW_AT]], %[[KEY]] : index
// CHECK-NEXT:             %[[WEIGHT_AT:.*]] = arith.addi %[[WEIGHT_BEFORE]], %c16 : index
// CHECK-NEXT:             %[[WEIGHT:.*]] = memref.load %[[STATE]][%[[WEIGHT_AT]]] : memref<192xf32, strided<[1]>>
// CHECK-NEXT:             %[[SEEN:.*]] = arith.cmpf une, %[[WEIGHT]], %[[ZERO]] : f32
// CHECK-NEXT:             scf.if %[[SEEN]] {
// A tile of that one row and that one key.
// CHECK-NEXT:               %[[VALUE_WORDS:.*]] = arith.divui %[[VALUES_AT]], %c4 : index
// CHECK-NEXT:               %[[KEY_OF_SEQUENCE:.*]] = arith.addi %[[BLOCK]], %[[KEY]] : index
// CHECK-NEXT:               %[[KEY_WORDS:.*]] = arith.muli %[[KEY_OF_SEQUENCE]], %c16 : index
// CHECK-NEXT:               %[[VALUE_AT:.*]] = arith.addi %[[VALUE_WORDS]], %[[KEY_WORDS]] : index
// CHECK-NEXT:               %[[OUTPUT_AT:.*]] = arith.addi %[[ROW_AT]], %c48 : index
// CHECK-NEXT:               tenon.tile_product %[[FRAME_SCRATCH]][%[[WEIGHT_AT]]], %[[FRAME_PANEL0F32]][%[[VALUE_AT]], panel %c8] into %[[FRAME_SCRATCH]][%[[OUTPUT_AT]], row %c16] over %c1 first %false prefetch %c0 step %c0 <fma, f32, plain, lanes = 4, vectors = 2, rows = 1, panels = 2, left_row = 16, left_step = 1, right_step = 16, prefetch = ahead,
// Else all rows and keys at once: left rows are those of scores (16 apart, a key each step), steps are rows of 16 values. Both
// steps of 8 columns share a tile, 8 words apart; sums are the output at 48, rows of 16, and go on from what is there.
// CHECK:            } else {
// CHECK-NEXT:         %[[VALUE_WORDS:.*]] = arith.divui %[[VALUES_AT]], %c4 : index
// CHECK-NEXT:         %[[ROW_WORDS:.*]] = arith.muli %[[BLOCK]], %c16 : index
// CHECK-NEXT:         %[[FIRST_VALUE:.*]] = arith.addi %[[VALUE_WORDS]], %[[ROW_WORDS]] : index
// CHECK-NEXT:         tenon.tile_product %[[FRAME_SCRATCH]][%c16], %[[FRAME_PANEL0F32]][%[[FIRST_VALUE]], panel %c8] into %[[FRAME_SCRATCH]][%c48, row %c16] over %[[COUNT]] first %false prefetch %c0 step %c0 <fma, f32, plain, lanes = 4, vectors = 2, rows = 2, panels = 2, left_row = 16, left_step = 1, right_step = 16, prefetch = ahead,
// More tokens are tiles of 4 rows, always: rows behind the tile's tokens repeat the last one. They take one panel at a time (at_once).
// CHECK:          %[[STATE:.*]] = memref.reinterpret_cast %[[FRAME_SCRATCH]] to offset: [0], sizes: [288], strides: [1]
// CHECK:              tenon.tile_product %[[FRAME_SCRATCH]][%c0], %[[FRAME_PANEL0F32]][%[[RIGHT_AT:[a-z0-9_]+]], panel %c24] into %[[FRAME_SCRATCH]][%[[SUMS_AT:[a-z0-9_]+]], row %c16] over %c3 first %true prefetch %c0 step %c0 <fma, f32, plain, lanes = 4, vectors = 2, rows = 4, panels = 1, left_row = 3, left_step = 1, right_step = 8, prefetch = ahead,
// Its output stands at 80, and its two steps of columns are tiles of their own, 8 columns each.
// CHECK:              scf.yield %false : i1
// CHECK:            } else {
// CHECK-NEXT:         %[[VALUE_WORDS:.*]] = arith.divui %[[VALUES_AT:[a-z0-9_]+]], %c4 : index
// CHECK-NEXT:         %[[ROW_WORDS:.*]] = arith.muli %[[BLOCK:[a-z0-9_]+]], %c16 : index
// CHECK-NEXT:         %[[FIRST_VALUE:.*]] = arith.addi %[[VALUE_WORDS]], %[[ROW_WORDS]] : index
// CHECK-NEXT:         scf.for %[[STEP:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:           %[[COLUMNS:.*]] = arith.muli %[[STEP]], %c8 : index
// CHECK-NEXT:           %[[VALUE_AT:.*]] = arith.addi %[[FIRST_VALUE]], %[[COLUMNS]] : index
// CHECK-NEXT:           %[[SUM_COLUMNS:.*]] = arith.addi %[[COLUMNS]], %c80 : index
// CHECK-NEXT:           tenon.tile_product %[[FRAME_SCRATCH]][%c16], %[[FRAME_PANEL0F32]][%[[VALUE_AT]], panel %c8] into %[[FRAME_SCRATCH]][%[[SUM_COLUMNS]], row %c16] over %[[COUNT:[a-z0-9_]+]] first %false prefetch %c0 step %c0 <fma, f32, plain, lanes = 4, vectors = 2, rows = 4, panels = 1, left_row = 16, left_step = 1, right_step = 16, prefetch = ahead,
