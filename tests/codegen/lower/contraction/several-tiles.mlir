// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-lower-contractions --canonicalize --cse --split-input-file | FileCheck %s
// REQUIRES: codegen
// More rows than a tile holds: blocks of k, so that a part of a panel stays in cache while all tiles use it, and each
// tile prefetches its share of the part that comes next.
//
// Depth 20 in blocks of 8 is 8 + 8 + 4. A panel has 20 steps of 8 words = 160 words; a tile of the left operand 20
// steps of 3 rows = 60. The accumulators of a row: 2 panels of 8, no padding = 16 apart.

#stream = #tenon.stream<unroll = 2, ahead = 128, next_lines = 1>
#schedule = #tenon.contraction<fma, lanes = 4, rows = 3, k_block = 8, block_rows = 6, padding = 0, left = <f32, step = 1>, stream = #stream>
#panel = #tenon.panel<plain, lanes = 4, vectors = 2, chunk = 2, at_once = [1, 1, 1]>
module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 3200 : i64} {
  func.func @f(%x: tensor<?x20xf32>, %w: tensor<40x20xf32> {tenon.param = "w"}) -> tensor<?x40xf32> {
    %y = tenon.kernel "plain"(%x, %w) attributes {loads = [#tenon.place<x>, #tenon.place<weights>], panel_bytes = 512 : i64, schedule = #schedule} : (tensor<?x20xf32>, tensor<40x20xf32>) -> tensor<?x40xf32> {
    ^bb0(%a: tensor<?x20xf32>, %b: tensor<40x20xf32>):
      %l = tenon.slot prologue attributes {stores = [[#tenon.place<left>]]} -> tensor<?x20xf32> { tenon.yield %a : tensor<?x20xf32> }
      %p = tenon.slot contraction attributes {panel = #panel, stores = [[]], weights = #tenon.place<packed>} -> tensor<?x40xf32> {
        %0 = tenon.linear %l, %b {storage = f32} : tensor<?x20xf32>, tensor<40x20xf32>
        tenon.yield %0 : tensor<?x40xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x40xf32> { tenon.yield %p : tensor<?x40xf32> }
      tenon.yield %e : tensor<?x40xf32>
    }
    return %y : tensor<?x40xf32>
  }
}

// 40 columns = 5 panels in 3 units; scratch: 6 rows of 16 sums = 6 * 16 * 4 = 384 bytes.
// CHECK:      tenon.launch "plain" rows prologue @plain.prologue contraction @plain.contraction {block_rows = 6, tile_rows = 3, column_chunks = 3, panel_bytes = 512, scratch_bytes = 384}
// CHECK-LABEL: func.func @plain.contraction(
// CHECK-SAME:   %[[FRAME_ROWS:[^:]*]]: index {tenon.size = "rows"}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-SAME:   %[[FRAME_PANEL:[^:]*]]: memref<f32> {tenon.buffer = "panel", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<f32> {tenon.buffer = "packed", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_SCRATCH:[^:]*]]: memref<f32> {tenon.buffer = "scratch", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_Y:[^:]*]]: memref<f32> {tenon.buffer = "y", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_FIRST:[^:]*]]: index {tenon.size = "first"}
// CHECK-SAME:   %[[FRAME_Y_STRIDE:[^:]*]]: index {tenon.size = "y_stride"}
// CHECK:      %[[TILES:.*]] = arith.ceildivui %[[FRAME_ROWS]], %c3 : index
// CHECK-NEXT: scf.for %[[UNIT:.*]] = %[[FRAME_BEGIN]] to %[[FRAME_END]] step %c1 {
// CHECK-NEXT:   %[[MINE:.*]] = arith.cmpi ult, %[[UNIT]], %c3 : index
// CHECK-NEXT:   scf.if %[[MINE]] {
// CHECK-NEXT:     %[[FIRST:.*]] = arith.muli %[[UNIT]], %c2 : index
// CHECK-NEXT:     %[[PAST:.*]] = arith.addi %[[FIRST]], %c2 : index
// CHECK-NEXT:     %[[END:.*]] = arith.minui %[[PAST]], %c5 : index
// CHECK-NEXT:     %[[ONE:.*]] = arith.cmpi eq, %[[TILES]], %c1 : index
// Outermost the blocks of k. The last one is shorter, and only the first one starts sums from zero.
// CHECK:          } else {
// CHECK-NEXT:       scf.for %[[K:.*]] = %c0 to %c20 step %c8 {
// CHECK-NEXT:         %[[LEFT_OVER:.*]] = arith.subi %c20, %[[K]] : index
// CHECK-NEXT:         %[[DEPTH:.*]] = arith.minui %[[LEFT_OVER]], %c8 : index
// CHECK-NEXT:         %[[IS_FIRST:.*]] = arith.cmpi eq, %[[K]], %c0 : index
// Then the panels of the unit. What comes next is, within the k block, the same k of the next panel;
// CHECK-NEXT:         scf.for %[[PANEL:.*]] = %[[FIRST]] to %[[END]] step %c1 {
// CHECK-NEXT:           %[[NEXT:.*]] = arith.addi %[[PANEL]], %c1 : index
// CHECK-NEXT:           %[[IS_LAST:.*]] = arith.cmpi eq, %[[NEXT]], %[[END]] : index
// CHECK-NEXT:           %[[NEXT_K:.*]] = arith.addi %[[K]], %[[DEPTH]] : index
// CHECK-NEXT:           %[[NEXT_PANEL:.*]] = arith.muli %[[NEXT]], %c160 : index
// CHECK-NEXT:           %[[K_WORDS:.*]] = arith.muli %[[K]], %c8 : index
// CHECK-NEXT:           %[[THIS_BLOCK:.*]] = arith.addi %[[NEXT_PANEL]], %[[K_WORDS]] : index
// behind the last panel the next k block of the unit's first (panel 2 unit starts at word 2 * 160 unit);
// CHECK-NEXT:           %[[FIRST_WORDS:.*]] = arith.muli %[[UNIT]], %c320 : index
// CHECK-NEXT:           %[[NEXT_K_WORDS:.*]] = arith.muli %[[NEXT_K]], %c8 : index
// CHECK-NEXT:           %[[NEXT_BLOCK:.*]] = arith.addi %[[FIRST_WORDS]], %[[NEXT_K_WORDS]] : index
// and behind the last k block the first panel of the next unit.
// CHECK-NEXT:           %[[NEXT_UNIT:.*]] = arith.muli %[[END]], %c160 : index
// CHECK-NEXT:           %[[K_ENDS:.*]] = arith.cmpi eq, %[[NEXT_K]], %c20 : index
// CHECK-NEXT:           %[[AFTER:.*]] = arith.select %[[K_ENDS]], %[[NEXT_UNIT]], %[[NEXT_BLOCK]] : index
// CHECK-NEXT:           %[[COMES_NEXT:.*]] = arith.select %[[IS_LAST]], %[[AFTER]], %[[THIS_BLOCK]] : index
// Each tile takes a share of it: ceil(8 words of a step / tiles) of each step.
// CHECK-NEXT:           %[[SHARE:.*]] = arith.ceildivui %c8, %[[TILES]] : index
// CHECK-NEXT:           scf.for %[[TILE:.*]] = %c0 to %[[TILES]] step %c1 {
// Tile t has the rows from t rows / tiles up to (t + 1) rows / tiles: 4 rows are 2 + 2, 5 are 2 + 3, never 3 + 1.
// CHECK-NEXT:             %[[BEFORE:.*]] = arith.muli %[[TILE]], %[[FRAME_ROWS]] : index
// CHECK-NEXT:             %[[START:.*]] = arith.divui %[[BEFORE]], %[[TILES]] : index
// CHECK-NEXT:             %[[TILE1:.*]] = arith.addi %[[TILE]], %c1 : index
// CHECK-NEXT:             %[[AFTER_ROWS:.*]] = arith.muli %[[TILE1]], %[[FRAME_ROWS]] : index
// CHECK-NEXT:             %[[STOP:.*]] = arith.divui %[[AFTER_ROWS]], %[[TILES]] : index
// CHECK-NEXT:             %[[ROWS_OF_TILE:.*]] = arith.subi %[[STOP]], %[[START]] : index
// It prefetches from its share on, for all steps of the k block.
// CHECK-NEXT:             %[[SHARES:.*]] = arith.muli %[[TILE]], %[[SHARE]] : index
// CHECK-NEXT:             %[[SKIP:.*]] = arith.muli %[[SHARES]], %[[DEPTH]] : index
// CHECK-NEXT:             %[[PREFETCH:.*]] = arith.addi %[[COMES_NEXT]], %[[SKIP]] : index
// So a tile has ceil(3 / 2) = 2 rows or more: no code for 1.
// CHECK-NEXT:             scf.index_switch %[[ROWS_OF_TILE]]
// CHECK-NEXT:             case 2 {
// The left operand: the tile's 60 words, then 3 for each step before k. Weights: the panel, then 8 words a step.
// Sums: 16 for each row before the tile, then 8 for each panel before.
// CHECK-NEXT:               %[[TILE_AT:.*]] = arith.muli %[[TILE]], %c60 : index
// CHECK-NEXT:               %[[STEP_AT:.*]] = arith.muli %[[K]], %c3 : index
// CHECK-NEXT:               %[[LEFT_AT:.*]] = arith.addi %[[TILE_AT]], %[[STEP_AT]] : index
// CHECK-NEXT:               %[[PANEL_AT:.*]] = arith.muli %[[PANEL]], %c160 : index
// CHECK-NEXT:               %[[RIGHT_AT:.*]] = arith.addi %[[PANEL_AT]], %[[K_WORDS]] : index
// CHECK-NEXT:               %[[ROWS_AT:.*]] = arith.muli %[[START]], %c16 : index
// CHECK-NEXT:               %[[LOCAL:.*]] = arith.subi %[[PANEL]], %[[FIRST]] : index
// CHECK-NEXT:               %[[COLUMN_AT:.*]] = arith.muli %[[LOCAL]], %c8 : index
// CHECK-NEXT:               %[[SUM_AT:.*]] = arith.addi %[[ROWS_AT]], %[[COLUMN_AT]] : index
// CHECK-NEXT:               tenon.tile_product %[[FRAME_PANEL]][%[[LEFT_AT]]], %[[FRAME_PACKED]][%[[RIGHT_AT]], panel %c160] into %[[FRAME_SCRATCH]][%[[SUM_AT]], row %c16] over %[[DEPTH]] first %[[IS_FIRST]] prefetch %[[PREFETCH]] step %[[SHARE]] <fma, f32, plain, lanes = 4, vectors = 2, rows = 2, panels = 1, left_row = 1, left_step = 3, right_step = 8, prefetch = next,
// CHECK-NEXT:               scf.yield
// 3 rows are what remains.
// CHECK-NEXT:             }
// CHECK:                    tenon.tile_product %[[FRAME_PANEL]][%[[LEFT_AT:[a-z0-9_]+]]], %[[FRAME_PACKED]][%[[RIGHT_AT:[a-z0-9_]+]], panel %c160] into %[[FRAME_SCRATCH]][%[[SUM_AT:[a-z0-9_]+]], row %c16] over %[[DEPTH]] first %[[IS_FIRST]] prefetch %[[PREFETCH]] step %[[SHARE]] <fma, f32, plain, lanes = 4, vectors = 2, rows = 3, panels = 1, left_row = 1, left_step = 3, right_step = 8, prefetch = next,

// -----

// Pairs that are multiplied at once count words: 40 values of k are 20 words, so depth, k blocks and all offsets are those
// above, and the left operand is read in words too.

#stream = #tenon.stream<unroll = 2, ahead = 128, next_lines = 1>
#schedule = #tenon.contraction<dot_bf16, lanes = 4, rows = 3, k_block = 8, block_rows = 6, padding = 0, left = <bf16, step = 2>, stream = #stream>
#panel = #tenon.panel<pair_dot, lanes = 4, vectors = 2, chunk = 2, at_once = [1, 1, 1]>
module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 3200 : i64} {
  func.func @f(%x: tensor<?x40xf32>, %w: tensor<40x40xbf16> {tenon.param = "w"}) -> tensor<?x40xf32> {
    %y = tenon.kernel "dot"(%x, %w) attributes {loads = [#tenon.place<x>, #tenon.place<weights>], panel_bytes = 512 : i64, schedule = #schedule} : (tensor<?x40xf32>, tensor<40x40xbf16>) -> tensor<?x40xf32> {
    ^bb0(%a: tensor<?x40xf32>, %b: tensor<40x40xbf16>):
      %l = tenon.slot prologue attributes {stores = [[#tenon.place<left>]]} -> tensor<?x40xf32> { tenon.yield %a : tensor<?x40xf32> }
      %p = tenon.slot contraction attributes {panel = #panel, stores = [[]], weights = #tenon.place<packed>} -> tensor<?x40xf32> {
        %0 = tenon.linear %l, %b {storage = f32} : tensor<?x40xf32>, tensor<40x40xbf16>
        tenon.yield %0 : tensor<?x40xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x40xf32> { tenon.yield %p : tensor<?x40xf32> }
      tenon.yield %e : tensor<?x40xf32>
    }
    return %y : tensor<?x40xf32>
  }
}

// CHECK-LABEL: func.func @dot.contraction(
// CHECK-SAME:   %[[FRAME_PANEL:[^:]*]]: memref<i32> {tenon.buffer = "panel", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<i32> {tenon.buffer = "packed", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_SCRATCH:[^:]*]]: memref<f32> {tenon.buffer = "scratch", tenon.offset = 0 : i64}
// CHECK:          } else {
// CHECK-NEXT:       scf.for %[[K:.*]] = %c0 to %c20 step %c8 {
// CHECK-NEXT:         %[[LEFT_OVER:.*]] = arith.subi %c20, %[[K]] : index
// CHECK-NEXT:         %[[DEPTH:.*]] = arith.minui %[[LEFT_OVER]], %c8 : index
// CHECK-NEXT:         %[[IS_FIRST:.*]] = arith.cmpi eq, %[[K]], %c0 : index
// CHECK:                %[[NEXT_PANEL:.*]] = arith.muli %[[NEXT:[a-z0-9_]+]], %c160 : index
// CHECK-NEXT:           %[[K_WORDS:.*]] = arith.muli %[[K]], %c8 : index
// CHECK-NEXT:           %[[THIS_BLOCK:.*]] = arith.addi %[[NEXT_PANEL]], %[[K_WORDS]] : index
// CHECK:                %[[SHARE:.*]] = arith.ceildivui %c8, %[[TILES:[a-z0-9_]+]] : index
// CHECK:                    %[[TILE_AT:.*]] = arith.muli %[[TILE:[a-z0-9_]+]], %c60 : index
// CHECK-NEXT:               %[[STEP_AT:.*]] = arith.muli %[[K]], %c3 : index
// CHECK-NEXT:               %[[LEFT_AT:.*]] = arith.addi %[[TILE_AT]], %[[STEP_AT]] : index
// CHECK-NEXT:               %[[PANEL_AT:.*]] = arith.muli %[[PANEL:[a-z0-9_]+]], %c160 : index
// CHECK-NEXT:               %[[RIGHT_AT:.*]] = arith.addi %[[PANEL_AT]], %[[K_WORDS]] : index
// CHECK-NEXT:               %[[ROWS_AT:.*]] = arith.muli %[[START:[a-z0-9_]+]], %c16 : index
// CHECK-NEXT:               %[[LOCAL:.*]] = arith.subi %[[PANEL]], %[[FIRST:[a-z0-9_]+]] : index
// CHECK-NEXT:               %[[COLUMN_AT:.*]] = arith.muli %[[LOCAL]], %c8 : index
// CHECK-NEXT:               %[[SUM_AT:.*]] = arith.addi %[[ROWS_AT]], %[[COLUMN_AT]] : index
// CHECK-NEXT:               tenon.tile_product %[[FRAME_PANEL]][%[[LEFT_AT]]], %[[FRAME_PACKED]][%[[RIGHT_AT]], panel %c160] into %[[FRAME_SCRATCH]][%[[SUM_AT]], row %c16] over %[[DEPTH]] first %[[IS_FIRST]] prefetch %[[PREFETCH:[a-z0-9_]+]] step %[[SHARE]] <dot_bf16, bf16, pair_dot, lanes = 4, vectors = 2, rows = 2, panels = 1, left_row = 1, left_step = 3, right_step = 8, prefetch = next,

// -----

// Paired vectors of bf16 share words too, two columns of one k in each: 8 weights of a step are 4 words, so a panel of 20 steps
// has 80 words, and the tiles share 4 words of a step. The left operand stays f32.

#stream = #tenon.stream<unroll = 2, ahead = 128, next_lines = 1>
#schedule = #tenon.contraction<fma, lanes = 4, rows = 3, k_block = 8, block_rows = 6, padding = 0, left = <f32, step = 1>, stream = #stream>
#panel = #tenon.panel<paired, lanes = 4, vectors = 2, chunk = 2, at_once = [1, 1, 1]>
module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 1600 : i64} {
  func.func @f(%x: tensor<?x20xf32>, %w: tensor<40x20xbf16> {tenon.param = "w"}) -> tensor<?x40xf32> {
    %y = tenon.kernel "paired"(%x, %w) attributes {loads = [#tenon.place<x>, #tenon.place<weights>], panel_bytes = 512 : i64, schedule = #schedule} : (tensor<?x20xf32>, tensor<40x20xbf16>) -> tensor<?x40xf32> {
    ^bb0(%a: tensor<?x20xf32>, %b: tensor<40x20xbf16>):
      %l = tenon.slot prologue attributes {stores = [[#tenon.place<left>]]} -> tensor<?x20xf32> { tenon.yield %a : tensor<?x20xf32> }
      %p = tenon.slot contraction attributes {panel = #panel, stores = [[]], weights = #tenon.place<packed>} -> tensor<?x40xf32> {
        %0 = tenon.linear %l, %b {storage = f32} : tensor<?x20xf32>, tensor<40x20xbf16>
        tenon.yield %0 : tensor<?x40xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x40xf32> { tenon.yield %p : tensor<?x40xf32> }
      tenon.yield %e : tensor<?x40xf32>
    }
    return %y : tensor<?x40xf32>
  }
}

// CHECK-LABEL: func.func @paired.contraction(
// CHECK-SAME:   %[[FRAME_PANEL:[^:]*]]: memref<f32> {tenon.buffer = "panel", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<i32> {tenon.buffer = "packed", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_SCRATCH:[^:]*]]: memref<f32> {tenon.buffer = "scratch", tenon.offset = 0 : i64}
// CHECK:          } else {
// CHECK-NEXT:       scf.for %[[K:.*]] = %c0 to %c20 step %c8 {
// CHECK-NEXT:         %[[LEFT_OVER:.*]] = arith.subi %c20, %[[K]] : index
// CHECK-NEXT:         %[[DEPTH:.*]] = arith.minui %[[LEFT_OVER]], %c8 : index
// CHECK-NEXT:         %[[IS_FIRST:.*]] = arith.cmpi eq, %[[K]], %c0 : index
// CHECK-NEXT:         scf.for %[[PANEL:.*]] = %[[FIRST:[a-z0-9_]+]] to %[[END:[a-z0-9_]+]] step %c1 {
// CHECK-NEXT:           %[[NEXT:.*]] = arith.addi %[[PANEL]], %c1 : index
// CHECK-NEXT:           %[[IS_LAST:.*]] = arith.cmpi eq, %[[NEXT]], %[[END]] : index
// CHECK-NEXT:           %[[NEXT_K:.*]] = arith.addi %[[K]], %[[DEPTH]] : index
// CHECK-NEXT:           %[[NEXT_PANEL:.*]] = arith.muli %[[NEXT]], %c80 : index
// CHECK-NEXT:           %[[K_WORDS:.*]] = arith.muli %[[K]], %c4 : index
// CHECK-NEXT:           %[[THIS_BLOCK:.*]] = arith.addi %[[NEXT_PANEL]], %[[K_WORDS]] : index
// CHECK:                %[[SHARE:.*]] = arith.ceildivui %c4, %[[TILES:[a-z0-9_]+]] : index
// CHECK:                    %[[TILE_AT:.*]] = arith.muli %[[TILE:[a-z0-9_]+]], %c60 : index
// CHECK-NEXT:               %[[STEP_AT:.*]] = arith.muli %[[K]], %c3 : index
// CHECK-NEXT:               %[[LEFT_AT:.*]] = arith.addi %[[TILE_AT]], %[[STEP_AT]] : index
// CHECK-NEXT:               %[[PANEL_AT:.*]] = arith.muli %[[PANEL]], %c80 : index
// CHECK-NEXT:               %[[RIGHT_AT:.*]] = arith.addi %[[PANEL_AT]], %[[K_WORDS]] : index
// CHECK-NEXT:               %[[ROWS_AT:.*]] = arith.muli %[[START:[a-z0-9_]+]], %c16 : index
// CHECK-NEXT:               %[[LOCAL:.*]] = arith.subi %[[PANEL]], %[[FIRST]] : index
// CHECK-NEXT:               %[[COLUMN_AT:.*]] = arith.muli %[[LOCAL]], %c8 : index
// CHECK-NEXT:               %[[SUM_AT:.*]] = arith.addi %[[ROWS_AT]], %[[COLUMN_AT]] : index
// CHECK-NEXT:               tenon.tile_product %[[FRAME_PANEL]][%[[LEFT_AT]]], %[[FRAME_PACKED]][%[[RIGHT_AT]], panel %c80] into %[[FRAME_SCRATCH]][%[[SUM_AT]], row %c16] over %[[DEPTH]] first %[[IS_FIRST]] prefetch %[[PREFETCH:[a-z0-9_]+]] step %[[SHARE]] <fma, bf16, paired, lanes = 4, vectors = 2, rows = 2, panels = 1, left_row = 1, left_step = 3, right_step = 4, prefetch = next,
