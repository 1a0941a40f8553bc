// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-lower-contractions --canonicalize --cse | FileCheck %s
// REQUIRES: codegen
// Segments of one kernel follow each other in one phase: its units are chunks of the first segment, then those of the
// second, and each unit asks which segment it is of. Panels and places are a segment's own.
//
// First segment: one linear of 20 columns, panels of 2 vectors of 4: ceil(20 / 8) = 3 panels, 2 a unit: 2 units.
// Second: one of 12 columns, panels of 1 vector of 4: 3 panels, 1 a unit: 3 units. So 5 units; units 2, 3, 4 are chunks
// 0, 1, 2 of the second.
// The depth is 6: panels of the first have 6 * 8 = 48 words, 3 of them 3 * 48 * 4 = 576 bytes, so those of the second
// start at byte 576 (9 cache lines), with 6 * 4 = 24 words each.

#stream = #tenon.stream<unroll = 1, ahead = 128, next_lines = 1>
#schedule = #tenon.contraction<fma, lanes = 4, rows = 2, k_block = 8, block_rows = 2, padding = 2, left = <f32, step = 1>, stream = #stream>
#q = #tenon.panel<plain, lanes = 4, vectors = 2, chunk = 2, at_once = [1, 1]>
#k = #tenon.panel<plain, lanes = 4, vectors = 1, chunk = 1, at_once = [1, 1]>
module attributes {tenon.row_bytes = 128 : i64, tenon.packed_bytes = 896 : i64} {
  func.func @f(%x: tensor<?x6xf32>, %w: tensor<20x6xf32> {tenon.param = "w"}, %v: tensor<12x6xf32> {tenon.param = "v"}) -> (tensor<?x20xf32>, tensor<?x12xf32>) {
    %y:2 = tenon.kernel "two"(%x, %w, %v) attributes {loads = [#tenon.place<x>, #tenon.place<weights>, #tenon.place<weights>], panel_bytes = 64 : i64, schedule = #schedule} : (tensor<?x6xf32>, tensor<20x6xf32>, tensor<12x6xf32>) -> (tensor<?x20xf32>, tensor<?x12xf32>) {
    ^bb0(%a: tensor<?x6xf32>, %b: tensor<20x6xf32>, %c: tensor<12x6xf32>):
      %l = tenon.slot prologue attributes {stores = [[#tenon.place<left>]]} -> tensor<?x6xf32> { tenon.yield %a : tensor<?x6xf32> }
      %p = tenon.slot contraction attributes {panel = #q, stores = [[]], weights = #tenon.place<packed>} -> tensor<?x20xf32> {
        %0 = tenon.linear %l, %b {storage = f32} : tensor<?x6xf32>, tensor<20x6xf32>
        tenon.yield %0 : tensor<?x20xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x20xf32> { tenon.yield %p : tensor<?x20xf32> }
      %q = tenon.slot contraction attributes {panel = #k, stores = [[]], weights = #tenon.place<packed, offset = 576>} -> tensor<?x12xf32> {
        %0 = tenon.linear %l, %c {storage = f32} : tensor<?x6xf32>, tensor<12x6xf32>
        tenon.yield %0 : tensor<?x12xf32>
      }
      %g = tenon.slot epilogue attributes {stores = [[#tenon.place<workspace, offset = 64, row_bytes = 64>]]} -> tensor<?x12xf32> {
        %0 = tenon.position
        %1 = tenon.mul %q, %0 : tensor<?x12xf32>, tensor<?x1xf32>
        tenon.yield %1 : tensor<?x12xf32>
      }
      tenon.yield %e, %g : tensor<?x20xf32>, tensor<?x12xf32>
    }
    return %y#0, %y#1 : tensor<?x20xf32>, tensor<?x12xf32>
  }
}

// Scratch is that of the wider segment: 2 rows of 2 * 8 + 2 sums = 2 * 18 * 4 = 144 bytes; the second takes 2 * 6 * 4 = 48.
// CHECK:      tenon.launch "two" rows prologue @two.prologue contraction @two.contraction {block_rows = 2, tile_rows = 2, column_chunks = 5, panel_bytes = 64, scratch_bytes = 144}
// CHECK-LABEL: func.func @two.contraction(
// CHECK-SAME:   %[[FRAME_ROWS:[^:]*]]: index {tenon.size = "rows"}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-SAME:   %[[FRAME_PANEL:[^:]*]]: memref<f32> {tenon.buffer = "panel", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED0:[^:]*]]: memref<f32> {tenon.buffer = "packed", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_SCRATCH:[^:]*]]: memref<f32> {tenon.buffer = "scratch", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_Y:[^:]*]]: memref<f32> {tenon.buffer = "y", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_FIRST:[^:]*]]: index {tenon.size = "first"}
// CHECK-SAME:   %[[FRAME_Y_STRIDE:[^:]*]]: index {tenon.size = "y_stride"}
// CHECK-SAME:   %[[FRAME_PACKED576:[^:]*]]: memref<f32> {tenon.buffer = "packed", tenon.offset = 576 : i64}
// CHECK-SAME:   %[[FRAME_WORKSPACE:[^:]*]]: memref<f32> {tenon.buffer = "workspace", tenon.offset = 64 : i64}
// CHECK-SAME:   %[[FRAME_POSITIONS:[^:]*]]: memref<i64> {tenon.buffer = "positions", tenon.offset = 0 : i64}
// One count of tiles for all segments: they share the left operand.
// CHECK:      %[[TILES:.*]] = arith.ceildivui %[[FRAME_ROWS]], %c2 : index
// CHECK-NEXT: scf.for %[[UNIT:.*]] = %[[FRAME_BEGIN]] to %[[FRAME_END]] step %c1 {
// CHECK-NEXT:   %[[IN_FIRST:.*]] = arith.cmpi ult, %[[UNIT]], %c2 : index
// CHECK-NEXT:   scf.if %[[IN_FIRST]] {
// CHECK-NEXT:     %[[FIRST:.*]] = arith.muli %[[UNIT]], %c2 : index
// CHECK-NEXT:     %[[PAST:.*]] = arith.addi %[[FIRST]], %c2 : index
// CHECK-NEXT:     %[[END:.*]] = arith.minui %[[PAST]], %c3 : index
// Panels of 48 words, 8 sums each, sums of rows 2 * 8 + 2 = 18 apart, over 6 steps.
// CHECK:                tenon.tile_product %[[FRAME_PANEL]][%c0], %[[FRAME_PACKED0]][%[[WEIGHTS:[a-z0-9_]+]], panel %c48] into %[[FRAME_SCRATCH]][%[[SUMS:[a-z0-9_]+]], row %c18] over %c6 first %true prefetch %c0 step %c0 <fma, f32, plain, lanes = 4, vectors = 2, rows = 1, panels = 1, left_row = 1, left_step = 2, right_step = 8, prefetch = ahead,
// A tile of 2 rows of the left operand is 2 * 6 = 12 words.
// CHECK:                  %[[TILE_AT:.*]] = arith.muli %[[TILE:[a-z0-9_]+]], %c12 : index
// CHECK-NEXT:             %[[WEIGHTS:.*]] = arith.muli %[[PANEL:[a-z0-9_]+]], %c48 : index
// CHECK-NEXT:             %[[ROWS_AT:.*]] = arith.muli %[[START:[a-z0-9_]+]], %c18 : index
// CHECK-NEXT:             %[[LOCAL:.*]] = arith.subi %[[PANEL]], %[[FIRST]] : index
// CHECK-NEXT:             %[[COLUMN_AT:.*]] = arith.muli %[[LOCAL]], %c8 : index
// CHECK-NEXT:             %[[SUMS:.*]] = arith.addi %[[ROWS_AT]], %[[COLUMN_AT]] : index
// CHECK-NEXT:             tenon.tile_product %[[FRAME_PANEL]][%[[TILE_AT]]], %[[FRAME_PACKED0]][%[[WEIGHTS]], panel %c48] into %[[FRAME_SCRATCH]][%[[SUMS]], row %c18] over %c6 first %true prefetch %[[PREFETCH:[a-z0-9_]+]] step %[[SHARE:[a-z0-9_]+]] <fma, f32, plain, lanes = 4, vectors = 2, rows = 1, panels = 1, left_row = 1, left_step = 2, right_step = 8, prefetch = next,
// Its epilogue ends at the tail, panel 2 with 20 - 16 = 4 columns: one vector at column 16.
// CHECK:          %[[FULL_END:.*]] = arith.minui %[[END]], %c2 : index
// CHECK-NEXT:     scf.for %[[ROW:.*]] = %c0 to %[[FRAME_ROWS]] step %c1 {
// CHECK:              vector.store %[[LAST_SUMS:[a-z0-9_]+]], %[[OUT:[a-z0-9_]+]][%c16] : {{.*}}, vector<4xf32>

// The second segment asks for its own number of the unit, unit - 2, and whether that is below its 3 units.
// CHECK:        %[[CHUNK:.*]] = arith.subi %[[UNIT]], %c2 : index
// CHECK-NEXT:   %[[IN_SECOND:.*]] = arith.cmpi ult, %[[CHUNK]], %c3 : index
// CHECK-NEXT:   scf.if %[[IN_SECOND]] {
// One panel a unit: [CHUNK, min(CHUNK + 1, 3)), and CHUNK + 1 is unit - 1.
// CHECK-NEXT:     %[[PAST:.*]] = arith.addi %[[UNIT]], %c-1 : index
// CHECK-NEXT:     %[[END:.*]] = arith.minui %[[PAST]], %c3 : index
// It reads the weights at byte 576, with panels of 24 words, and writes 4 sums a panel to the same scratch, 4 + 2 = 6 apart.
// CHECK:                tenon.tile_product %[[FRAME_PANEL]][%c0], %[[FRAME_PACKED576]][%[[WEIGHTS:[a-z0-9_]+]], panel %c24] into %[[FRAME_SCRATCH]][%[[SUMS:[a-z0-9_]+]], row %c6] over %c6 first %true prefetch %c0 step %c0 <fma, f32, plain, lanes = 4, vectors = 1, rows = 2, panels = 1, left_row = 1, left_step = 2, right_step = 4, prefetch = ahead,
// CHECK:                  %[[TILE_AT:.*]] = arith.muli %[[TILE:[a-z0-9_]+]], %c12 : index
// CHECK-NEXT:             %[[WEIGHTS:.*]] = arith.muli %[[PANEL:[a-z0-9_]+]], %c24 : index
// CHECK-NEXT:             %[[ROWS_AT:.*]] = arith.muli %[[START:[a-z0-9_]+]], %c6 : index
// CHECK-NEXT:             %[[LOCAL:.*]] = arith.subi %[[PANEL]], %[[CHUNK]] : index
// CHECK-NEXT:             %[[COLUMN_AT:.*]] = arith.muli %[[LOCAL]], %c4 : index
// CHECK-NEXT:             %[[SUMS:.*]] = arith.addi %[[ROWS_AT]], %[[COLUMN_AT]] : index
// CHECK-NEXT:             tenon.tile_product %[[FRAME_PANEL]][%[[TILE_AT]]], %[[FRAME_PACKED576]][%[[WEIGHTS]], panel %c24] into %[[FRAME_SCRATCH]][%[[SUMS]], row %c6] over %c6 first %true prefetch %[[PREFETCH:[a-z0-9_]+]] step %[[SHARE:[a-z0-9_]+]] <fma, f32, plain, lanes = 4, vectors = 1, rows = 1, panels = 1, left_row = 1, left_step = 2, right_step = 4, prefetch = next,
// 12 columns are 3 whole panels. Rows of the workspace are 64 bytes = 16 words apart; the position is one number of the token.
// CHECK:          scf.for %[[ROW:.*]] = %c0 to %[[FRAME_ROWS]] step %c1 {
// CHECK-NEXT:       %[[CALL_ROW:.*]] = arith.addi %[[FRAME_FIRST]], %[[ROW]] : index
// CHECK-NEXT:       %[[WORKSPACE_AT:.*]] = arith.muli %[[CALL_ROW]], %c16 : index
// CHECK-NEXT:       %[[OUT:.*]] = memref.reinterpret_cast %[[FRAME_WORKSPACE]] to offset: [%[[WORKSPACE_AT]]], sizes: [12], strides: [1]
// CHECK-NEXT:       %[[POSITION_VIEW:.*]] = memref.reinterpret_cast %[[FRAME_POSITIONS]] to offset: [%[[CALL_ROW]]], sizes: [1], strides: [1]
// CHECK-NEXT:       %[[POSITION:.*]] = memref.load %[[POSITION_VIEW]][%c0] :
// CHECK-NEXT:       scf.for %[[PANEL:.*]] = %[[CHUNK]] to %[[END]] step %c1 {
// CHECK-NEXT:         %[[ROWS_AT:.*]] = arith.muli %[[ROW]], %c6 : index
// CHECK-NEXT:         %[[LOCAL:.*]] = arith.subi %[[PANEL]], %[[CHUNK]] : index
// CHECK-NEXT:         %[[COLUMN_AT:.*]] = arith.muli %[[LOCAL]], %c4 : index
// CHECK-NEXT:         %[[SUMS_AT:.*]] = arith.addi %[[ROWS_AT]], %[[COLUMN_AT]] : index
// CHECK-NEXT:         %[[SUMS:.*]] = memref.reinterpret_cast %[[FRAME_SCRATCH]] to offset: [%[[SUMS_AT]]], sizes: [4], strides: [1]
// CHECK-NEXT:         %[[COLUMN:.*]] = arith.muli %[[PANEL]], %c4 : index
// CHECK-NEXT:         %[[NUMBER:.*]] = arith.sitofp %[[POSITION]] : i64 to f32
// CHECK-NEXT:         %[[SUM:.*]] = vector.load %[[SUMS]][%c0] : {{.*}}, vector<4xf32>
// CHECK-NEXT:         %[[FACTOR:.*]] = vector.broadcast %[[NUMBER]] : f32 to vector<4xf32>
// CHECK-NEXT:         %[[PRODUCT:.*]] = arith.mulf %[[SUM]], %[[FACTOR]] : vector<4xf32>
// CHECK-NEXT:         vector.store %[[PRODUCT]], %[[OUT]][%[[COLUMN]]] : {{.*}}, vector<4xf32>
// The unit ends, and with it the loop over units.
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
