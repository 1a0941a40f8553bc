// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-lower-contractions --canonicalize --cse | FileCheck %s
// REQUIRES: codegen
// A block with few rows is one tile: weights stream past it once, whole columns at a time, several panels side by side.
//
// 36 columns are ceil(36 / 8) = 5 panels of 2 vectors of 4; 2 of them a unit, so 3 units. The depth is 20. A panel has
// 20 steps of 8 words = 160 words. Accumulators of a row: 2 panels of 8, and 16 of padding = 32 apart; of 6 rows:
// 6 * 32 * 4 = 768 bytes of scratch for a task.

#stream = #tenon.stream<unroll = 2, ahead = 128, next_lines = 1>
#schedule = #tenon.contraction<fma, lanes = 4, rows = 3, k_block = 8, block_rows = 6, padding = 16, left = <f32, step = 1>, stream = #stream>
#panel = #tenon.panel<plain, lanes = 4, vectors = 2, chunk = 2, at_once = [2, 2, 1]>
module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 3200 : i64} {
  func.func @f(%x: tensor<?x20xf32>, %w: tensor<36x20xf32> {tenon.param = "w"}) -> tensor<?x36xf32> {
    %y = tenon.kernel "k"(%x, %w) attributes {loads = [#tenon.place<x>, #tenon.place<weights>], panel_bytes = 512 : i64, schedule = #schedule} : (tensor<?x20xf32>, tensor<36x20xf32>) -> tensor<?x36xf32> {
    ^bb0(%a: tensor<?x20xf32>, %b: tensor<36x20xf32>):
      %l = tenon.slot prologue attributes {stores = [[#tenon.place<left>]]} -> tensor<?x20xf32> { tenon.yield %a : tensor<?x20xf32> }
      %p = tenon.slot contraction attributes {panel = #panel, stores = [[]], weights = #tenon.place<packed, offset = 128>} -> tensor<?x36xf32> {
        %0 = tenon.linear %l, %b {storage = f32} : tensor<?x20xf32>, tensor<36x20xf32>
        tenon.yield %0 : tensor<?x36xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x36xf32> { tenon.yield %p : tensor<?x36xf32> }
      tenon.yield %e : tensor<?x36xf32>
    }
    return %y : tensor<?x36xf32>
  }
}

// The sizes that the support code needs: units are counted, and scratch is that of the widest phase.
// CHECK:      tenon.launch "k" rows prologue @k.prologue contraction @k.contraction {block_rows = 6, tile_rows = 3, column_chunks = 3, panel_bytes = 512, scratch_bytes = 768}

// CHECK-LABEL: func.func @k.contraction(
// CHECK-SAME:   %[[FRAME_ROWS:[^:]*]]: index {tenon.size = "rows"}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-SAME:   %[[FRAME_PANEL:[^:]*]]: memref<f32> {tenon.buffer = "panel", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<f32> {tenon.buffer = "packed", tenon.offset = 128 : i64}
// CHECK-SAME:   %[[FRAME_SCRATCH:[^:]*]]: memref<f32> {tenon.buffer = "scratch", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_Y:[^:]*]]: memref<f32> {tenon.buffer = "y", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_FIRST:[^:]*]]: index {tenon.size = "first"}
// CHECK-SAME:   %[[FRAME_Y_STRIDE:[^:]*]]: index {tenon.size = "y_stride"}
// The number of tiles is ceil(rows / 3): code for any number of rows.
// CHECK:      %[[TILES:.*]] = arith.ceildivui %[[FRAME_ROWS]], %c3 : index
// A unit takes the panels [2 unit, min(2 unit + 2, 5)): the last unit has one.
// CHECK-NEXT: scf.for %[[UNIT:.*]] = %[[FRAME_BEGIN]] to %[[FRAME_END]] step %c1 {
// CHECK-NEXT:   %[[MINE:.*]] = arith.cmpi ult, %[[UNIT]], %c3 : index
// CHECK-NEXT:   scf.if %[[MINE]] {
// CHECK-NEXT:     %[[FIRST:.*]] = arith.muli %[[UNIT]], %c2 : index
// CHECK-NEXT:     %[[PAST:.*]] = arith.addi %[[FIRST]], %c2 : index
// CHECK-NEXT:     %[[END:.*]] = arith.minui %[[PAST]], %c5 : index
// More than one tile is another order of loops; here the rows of the block choose among 1, 2 and the most, 3.
// CHECK-NEXT:     %[[ONE:.*]] = arith.cmpi eq, %[[TILES]], %c1 : index
// CHECK-NEXT:     scf.if %[[ONE]] {
// CHECK-NEXT:       scf.index_switch %[[FRAME_ROWS]]
// One row takes 2 panels at once as often as 2 fit: from FIRST to FIRST + (END - FIRST) / 2 * 2.
// CHECK-NEXT:       case 1 {
// CHECK-NEXT:         %[[COUNT:.*]] = arith.subi %[[END]], %[[FIRST]] : index
// CHECK-NEXT:         %[[PAIRS:.*]] = arith.divui %[[COUNT]], %c2 : index
// CHECK-NEXT:         %[[TAKEN:.*]] = arith.muli %[[PAIRS]], %c2 : index
// CHECK-NEXT:         %[[WHOLE:.*]] = arith.addi %[[FIRST]], %[[TAKEN]] : index
// The left tile begins at 0, a panel at 160 words times its number, its accumulators at 8 times its number in the unit.
// All 20 steps at once, from zero, and the panels themselves are prefetched: nothing comes next.
// CHECK-NEXT:         scf.for %[[PANEL:.*]] = %[[FIRST]] to %[[WHOLE]] step %c2 {
// CHECK-NEXT:           %[[WEIGHTS:.*]] = arith.muli %[[PANEL]], %c160 : index
// CHECK-NEXT:           %[[LOCAL:.*]] = arith.subi %[[PANEL]], %[[FIRST]] : index
// CHECK-NEXT:           %[[SUMS:.*]] = arith.muli %[[LOCAL]], %c8 : index
// CHECK-NEXT:           tenon.tile_product %[[FRAME_PANEL]][%c0], %[[FRAME_PACKED]][%[[WEIGHTS]], panel %c160] into %[[FRAME_SCRATCH]][%[[SUMS]], row %c32] over %c20 first %true prefetch %c0 step %c0 <fma, f32, plain, lanes = 4, vectors = 2, rows = 1, panels = 2, left_row = 1, left_step = 3, right_step = 8, prefetch = ahead,
// CHECK-NEXT:         }
// The rest one by one.
// CHECK-NEXT:         scf.for %[[PANEL:.*]] = %[[WHOLE]] to %[[END]] step %c1 {
// CHECK-NEXT:           %[[WEIGHTS:.*]] = arith.muli %[[PANEL]], %c160 : index
// CHECK-NEXT:           %[[LOCAL:.*]] = arith.subi %[[PANEL]], %[[FIRST]] : index
// CHECK-NEXT:           %[[SUMS:.*]] = arith.muli %[[LOCAL]], %c8 : index
// CHECK-NEXT:           tenon.tile_product %[[FRAME_PANEL]][%c0], %[[FRAME_PACKED]][%[[WEIGHTS]], panel %c160] into %[[FRAME_SCRATCH]][%[[SUMS]], row %c32] over %c20 first %true prefetch %c0 step %c0 <fma, f32, plain, lanes = 4, vectors = 2, rows = 1, panels = 1, left_row = 1, left_step = 3, right_step = 8, prefetch = ahead,
// Two rows: the same tile with a row more. Rows stay 3 apart in the left operand, whatever the tile holds: the panel is
// packed for tiles of 3.
// CHECK:            case 2 {
// CHECK-NEXT:         %[[COUNT:.*]] = arith.subi %[[END]], %[[FIRST]] : index
// CHECK-NEXT:         %[[PAIRS:.*]] = arith.divui %[[COUNT]], %c2 : index
// CHECK-NEXT:         %[[TAKEN:.*]] = arith.muli %[[PAIRS]], %c2 : index
// CHECK-NEXT:         %[[WHOLE:.*]] = arith.addi %[[FIRST]], %[[TAKEN]] : index
// CHECK-NEXT:         scf.for %[[PANEL:.*]] = %[[FIRST]] to %[[WHOLE]] step %c2 {
// CHECK-NEXT:           %[[WEIGHTS:.*]] = arith.muli %[[PANEL]], %c160 : index
// CHECK-NEXT:           %[[LOCAL:.*]] = arith.subi %[[PANEL]], %[[FIRST]] : index
// CHECK-NEXT:           %[[SUMS:.*]] = arith.muli %[[LOCAL]], %c8 : index
// CHECK-NEXT:           tenon.tile_product %[[FRAME_PANEL]][%c0], %[[FRAME_PACKED]][%[[WEIGHTS]], panel %c160] into %[[FRAME_SCRATCH]][%[[SUMS]], row %c32] over %c20 first %true prefetch %c0 step %c0 <fma, f32, plain, lanes = 4, vectors = 2, rows = 2, panels = 2, left_row = 1, left_step = 3, right_step = 8, prefetch = ahead,
// CHECK:                tenon.tile_product %[[FRAME_PANEL]][%c0], %[[FRAME_PACKED]][%[[WEIGHTS:[a-z0-9_]+]], panel %c160] into %[[FRAME_SCRATCH]][%[[SUMS:[a-z0-9_]+]], row %c32] over %c20 first %true prefetch %c0 step %c0 <fma, f32, plain, lanes = 4, vectors = 2, rows = 2, panels = 1, left_row = 1, left_step = 3, right_step = 8, prefetch = ahead,
// Three rows take panels one by one: no loop over pairs, and none for the rest.
// CHECK:            default {
// CHECK-NEXT:         scf.for %[[PANEL:.*]] = %[[FIRST]] to %[[END]] step %c1 {
// CHECK-NEXT:           %[[WEIGHTS:.*]] = arith.muli %[[PANEL]], %c160 : index
// CHECK-NEXT:           %[[LOCAL:.*]] = arith.subi %[[PANEL]], %[[FIRST]] : index
// CHECK-NEXT:           %[[SUMS:.*]] = arith.muli %[[LOCAL]], %c8 : index
// CHECK-NEXT:           tenon.tile_product %[[FRAME_PANEL]][%c0], %[[FRAME_PACKED]][%[[WEIGHTS]], panel %c160] into %[[FRAME_SCRATCH]][%[[SUMS]], row %c32] over %c20 first %true prefetch %c0 step %c0 <fma, f32, plain, lanes = 4, vectors = 2, rows = 3, panels = 1, left_row = 1, left_step = 3, right_step = 8, prefetch = ahead,
// CHECK-NEXT:         }
// CHECK-NEXT:       }
