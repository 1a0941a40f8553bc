// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-lower-contractions --canonicalize --cse --split-input-file | FileCheck %s
// REQUIRES: codegen
// The epilogue runs row by row, and within a row panel by panel, on accumulators; a last panel that is not full is
// code of its own, since it writes fewer columns.

// Gate and up meet, so they share panels: of two vectors of 4 each has one. 10 columns are ceil(10 / 4) = 3 panels, of which
// the last has 10 - 8 = 2 columns; 2 of them a unit. The sums of a row: 2 panels of 8, and 4 of padding = 20 apart.

#stream = #tenon.stream<unroll = 1, ahead = 128, next_lines = 1>
#schedule = #tenon.contraction<fma, lanes = 4, rows = 1, k_block = 8, block_rows = 3, padding = 4, left = <f32, step = 1>, stream = #stream>
#panel = #tenon.panel<plain, lanes = 4, vectors = 2, chunk = 2, at_once = [1]>
module attributes {tenon.row_bytes = 64 : i64, tenon.packed_bytes = 768 : i64} {
  func.func @f(%x: tensor<?x8xf32>, %g: tensor<10x8xf32> {tenon.param = "g"}, %u: tensor<10x8xf32> {tenon.param = "u"}, %b: tensor<10xf32> {tenon.param = "b"}) -> tensor<?x10xf32> {
    %y = tenon.kernel "meet"(%x, %g, %u, %b) attributes {loads = [#tenon.place<x>, #tenon.place<weights>, #tenon.place<weights>, #tenon.place<packed, offset = 768>], panel_bytes = 128 : i64, schedule = #schedule} : (tensor<?x8xf32>, tensor<10x8xf32>, tensor<10x8xf32>, tensor<10xf32>) -> tensor<?x10xf32> {
    ^bb0(%a: tensor<?x8xf32>, %c: tensor<10x8xf32>, %d: tensor<10x8xf32>, %bias: tensor<10xf32>):
      %l = tenon.slot prologue attributes {stores = [[#tenon.place<left>]]} -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
      %p:2 = tenon.slot contraction attributes {panel = #panel, stores = [[], []], weights = #tenon.place<packed>} -> tensor<?x10xf32>, tensor<?x10xf32> {
        %0 = tenon.linear %l, %c {storage = f32} : tensor<?x8xf32>, tensor<10x8xf32>
        %1 = tenon.linear %l, %d {storage = f32} : tensor<?x8xf32>, tensor<10x8xf32>
        tenon.yield %0, %1 : tensor<?x10xf32>, tensor<?x10xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x10xf32> {
        %0 = tenon.add %p#0, %bias : tensor<?x10xf32>, tensor<10xf32>
        %1 = tenon.mul %0, %p#1 : tensor<?x10xf32>, tensor<?x10xf32>
        tenon.yield %1 : tensor<?x10xf32>
      }
      tenon.yield %e : tensor<?x10xf32>
    }
    return %y : tensor<?x10xf32>
  }
}

// Scratch: sums of 3 rows, 20 apart = 3 * 20 * 4 = 240 bytes.
// CHECK:      tenon.launch "meet" rows prologue @meet.prologue contraction @meet.contraction {block_rows = 3, tile_rows = 1, column_chunks = 2, panel_bytes = 128, scratch_bytes = 240}
// CHECK-LABEL: func.func @meet.contraction(
// CHECK-SAME:   %[[FRAME_ROWS:[^:]*]]: index {tenon.size = "rows"}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-SAME:   %[[FRAME_PANEL:[^:]*]]: memref<f32> {tenon.buffer = "panel", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED0:[^:]*]]: memref<f32> {tenon.buffer = "packed", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_SCRATCH:[^:]*]]: memref<f32> {tenon.buffer = "scratch", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED768:[^:]*]]: memref<f32> {tenon.buffer = "packed", tenon.offset = 768 : i64}
// CHECK-SAME:   %[[FRAME_Y:[^:]*]]: memref<f32> {tenon.buffer = "y", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_FIRST:[^:]*]]: index {tenon.size = "first"}
// CHECK-SAME:   %[[FRAME_Y_STRIDE:[^:]*]]: index {tenon.size = "y_stride"}
// Panels up to the second are full, the third is the tail: full ones end at min(END, 2).
// CHECK:          %[[FULL_END:.*]] = arith.minui %[[END:[a-z0-9_]+]], %c2 : index
// CHECK-NEXT:     scf.for %[[ROW:.*]] = %c0 to %[[FRAME_ROWS]] step %c1 {
// Vectors and rows are found once for each row: 10 values of the bias, and the row of the caller.
// CHECK-NEXT:       %[[BIAS:.*]] = memref.reinterpret_cast %[[FRAME_PACKED768]] to offset: [0], sizes: [10], strides: [1]
// CHECK-NEXT:       %[[CALLER_ROW:.*]] = arith.addi %[[FRAME_FIRST]], %[[ROW]] : index
// CHECK-NEXT:       %[[ROW_AT:.*]] = arith.muli %[[CALLER_ROW]], %[[FRAME_Y_STRIDE]] : index
// CHECK-NEXT:       %[[OUT:.*]] = memref.reinterpret_cast %[[FRAME_Y]] to offset: [%[[ROW_AT]]], sizes: [10], strides: [1]
// The panel's sums: 20 for each row before, 8 for each panel of the unit before; gate has the first 4, up those behind.
// CHECK-NEXT:       scf.for %[[PANEL:.*]] = %[[FIRST:[a-z0-9_]+]] to %[[FULL_END]] step %c1 {
// CHECK-NEXT:         %[[ROWS_AT:.*]] = arith.muli %[[ROW]], %c20 : index
// CHECK-NEXT:         %[[LOCAL:.*]] = arith.subi %[[PANEL]], %[[FIRST]] : index
// CHECK-NEXT:         %[[COLUMN_AT:.*]] = arith.muli %[[LOCAL]], %c8 : index
// CHECK-NEXT:         %[[GATE_AT:.*]] = arith.addi %[[ROWS_AT]], %[[COLUMN_AT]] : index
// CHECK-NEXT:         %[[GATE:.*]] = memref.reinterpret_cast %[[FRAME_SCRATCH]] to offset: [%[[GATE_AT]]], sizes: [4], strides: [1]
// CHECK-NEXT:         %[[UP_AT:.*]] = arith.addi %[[GATE_AT]], %c4 : index
// CHECK-NEXT:         %[[UP:.*]] = memref.reinterpret_cast %[[FRAME_SCRATCH]] to offset: [%[[UP_AT]]], sizes: [4], strides: [1]
// Its columns are 4 for each panel before, and there everything that is no sum is read and written.
// CHECK-NEXT:         %[[COLUMN:.*]] = arith.muli %[[PANEL]], %c4 : index
// CHECK-NEXT:         %[[G:.*]] = vector.load %[[GATE]][%c0] : {{.*}}, vector<4xf32>
// CHECK-NEXT:         %[[B:.*]] = vector.load %[[BIAS]][%[[COLUMN]]] : memref<10xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:         %[[SUM:.*]] = arith.addf %[[G]], %[[B]] : vector<4xf32>
// CHECK-NEXT:         %[[U:.*]] = vector.load %[[UP]][%c0] : {{.*}}, vector<4xf32>
// CHECK-NEXT:         %[[PRODUCT:.*]] = arith.mulf %[[SUM]], %[[U]] : vector<4xf32>
// CHECK-NEXT:         vector.store %[[PRODUCT]], %[[OUT]][%[[COLUMN]]] : {{.*}}, vector<4xf32>
// CHECK-NEXT:       }
// The unit that ends with the last panel takes the tail: the same with panel 2 for PANEL, whose columns start at 2 * 4.
// CHECK-NEXT:       %[[HAS_TAIL:.*]] = arith.cmpi eq, %[[END]], %c3 : index
// CHECK-NEXT:       scf.if %[[HAS_TAIL]] {
// CHECK-NEXT:         %[[ROWS_AT:.*]] = arith.muli %[[ROW]], %c20 : index
// CHECK-NEXT:         %[[LOCAL:.*]] = arith.subi %c2, %[[FIRST]] : index
// CHECK-NEXT:         %[[COLUMN_AT:.*]] = arith.muli %[[LOCAL]], %c8 : index
// CHECK-NEXT:         %[[GATE_AT:.*]] = arith.addi %[[ROWS_AT]], %[[COLUMN_AT]] : index
// CHECK-NEXT:         %[[GATE:.*]] = memref.reinterpret_cast %[[FRAME_SCRATCH]] to offset: [%[[GATE_AT]]], sizes: [4], strides: [1]
// CHECK-NEXT:         %[[UP_AT:.*]] = arith.addi %[[GATE_AT]], %c4 : index
// CHECK-NEXT:         %[[UP:.*]] = memref.reinterpret_cast %[[FRAME_SCRATCH]] to offset: [%[[UP_AT]]], sizes: [4], strides: [1]
// Sums and packed vectors may be read whole, behind the end of a row of the caller nothing is written: 2 columns.
// CHECK-NEXT:         %[[G:.*]] = vector.load %[[GATE]][%c0] : {{.*}}, vector<4xf32>
// CHECK-NEXT:         %[[B:.*]] = vector.load %[[BIAS]][%c8] : memref<10xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:         %[[SUM:.*]] = arith.addf %[[G]], %[[B]] : vector<4xf32>
// CHECK-NEXT:         %[[U:.*]] = vector.load %[[UP]][%c0] : {{.*}}, vector<4xf32>
// CHECK-NEXT:         %[[PRODUCT:.*]] = arith.mulf %[[SUM]], %[[U]] : vector<4xf32>
// CHECK-NEXT:         %[[MASK:.*]] = vector.constant_mask [2] : vector<4xi1>
// CHECK-NEXT:         vector.maskedstore %[[OUT]][%c8], %[[MASK]], %[[PRODUCT]] : {{.*}}, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }

// -----

// 8 columns in panels of 8 have no tail: no code for one, and all panels of the unit are full. Results that the finish reads
// are kept in the row block's panel, in front of what leaves the kernel; what the prologue kept is read there.
//
// The left operand is 4 rows * 8 * 4 bytes = 128; the prologue's rows of 8 * 4 bytes are 64 apart from there on, up to
// 128 + 4 * 64 = 384, where those of the epilogue start.

#stream = #tenon.stream<unroll = 1, ahead = 128, next_lines = 1>
#schedule = #tenon.contraction<fma, lanes = 8, rows = 2, k_block = 8, block_rows = 4, padding = 0, left = <f32, step = 1>, stream = #stream>
#panel = #tenon.panel<plain, lanes = 8, vectors = 1, chunk = 1, at_once = [1, 1]>
module attributes {tenon.row_bytes = 64 : i64, tenon.packed_bytes = 256 : i64} {
  func.func @f(%x: tensor<?x8xf32>, %w: tensor<8x8xf32> {tenon.param = "w"}) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
    %y:2 = tenon.kernel "kept"(%x, %w) attributes {loads = [#tenon.place<x>, #tenon.place<weights>], panel_bytes = 640 : i64, schedule = #schedule} : (tensor<?x8xf32>, tensor<8x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
    ^bb0(%a: tensor<?x8xf32>, %b: tensor<8x8xf32>):
      %l:2 = tenon.slot prologue attributes {stores = [[#tenon.place<left>], [#tenon.place<panel, offset = 128, row_bytes = 64>]]} -> tensor<?x8xf32>, tensor<?x8xf32> {
        %0 = tenon.neg %a : tensor<?x8xf32>
        tenon.yield %a, %0 : tensor<?x8xf32>, tensor<?x8xf32>
      }
      %p = tenon.slot contraction attributes {panel = #panel, stores = [[]], weights = #tenon.place<packed>} -> tensor<?x8xf32> {
        %0 = tenon.linear %l#0, %b {storage = f32} : tensor<?x8xf32>, tensor<8x8xf32>
        tenon.yield %0 : tensor<?x8xf32>
      }
      %e:2 = tenon.slot epilogue attributes {stores = [[#tenon.place<workspace, row_bytes = 64>], [#tenon.place<panel, offset = 384, row_bytes = 64>]]} -> tensor<?x8xf32>, tensor<?x8xf32> {
        %0 = tenon.mul %p, %l#1 : tensor<?x8xf32>, tensor<?x8xf32>
        %1 = tenon.add %p, %l#1 : tensor<?x8xf32>, tensor<?x8xf32>
        tenon.yield %0, %1 : tensor<?x8xf32>, tensor<?x8xf32>
      }
      %n = tenon.slot finish attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
        %0 = tenon.mean %e#1 : tensor<?x8xf32>
        %1 = tenon.sub %e#1, %0 : tensor<?x8xf32>, tensor<?x1xf32>
        tenon.yield %1 : tensor<?x8xf32>
      }
      tenon.yield %e#0, %n : tensor<?x8xf32>, tensor<?x8xf32>
    }
    return %y#0, %y#1 : tensor<?x8xf32>, tensor<?x8xf32>
  }
}

// CHECK:      tenon.launch "kept" rows prologue @kept.prologue contraction @kept.contraction finish @kept.finish {block_rows = 4, tile_rows = 2, column_chunks = 1, panel_bytes = 640, scratch_bytes = 128}
// CHECK-LABEL: func.func @kept.contraction(
// CHECK-SAME:   %[[FRAME_ROWS:[^:]*]]: index {tenon.size = "rows"}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-SAME:   %[[FRAME_PANEL0:[^:]*]]: memref<f32> {tenon.buffer = "panel", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<f32> {tenon.buffer = "packed", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_SCRATCH:[^:]*]]: memref<f32> {tenon.buffer = "scratch", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PANEL128:[^:]*]]: memref<f32> {tenon.buffer = "panel", tenon.offset = 128 : i64}
// CHECK-SAME:   %[[FRAME_PANEL384:[^:]*]]: memref<f32> {tenon.buffer = "panel", tenon.offset = 384 : i64}
// CHECK-SAME:   %[[FRAME_WORKSPACE:[^:]*]]: memref<f32> {tenon.buffer = "workspace", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_FIRST:[^:]*]]: index {tenon.size = "first"}
// Rows of the panel are 64 bytes = 16 words apart and counted in the row block; rows of the workspace count from its first row.
// CHECK:          scf.for %[[ROW:.*]] = %c0 to %[[FRAME_ROWS]] step %c1 {
// CHECK-NEXT:       %[[KEPT_AT:.*]] = arith.muli %[[ROW]], %c16 : index
// CHECK-NEXT:       %[[FROM_PROLOGUE:.*]] = memref.reinterpret_cast %[[FRAME_PANEL128]] to offset: [%[[KEPT_AT]]], sizes: [8], strides: [1]
// CHECK-NEXT:       %[[FOR_FINISH:.*]] = memref.reinterpret_cast %[[FRAME_PANEL384]] to offset: [%[[KEPT_AT]]], sizes: [8], strides: [1]
// CHECK-NEXT:       %[[CALL_ROW:.*]] = arith.addi %[[FRAME_FIRST]], %[[ROW]] : index
// CHECK-NEXT:       %[[WORKSPACE_AT:.*]] = arith.muli %[[CALL_ROW]], %c16 : index
// CHECK-NEXT:       %[[LEAVES:.*]] = memref.reinterpret_cast %[[FRAME_WORKSPACE]] to offset: [%[[WORKSPACE_AT]]], sizes: [8], strides: [1]
// Sums are 8 apart without padding. What is kept is stored first, though the slot yields it second.
// CHECK-NEXT:       scf.for %[[PANEL:.*]] = %[[UNIT:[a-z0-9_]+]] to %[[END:[a-z0-9_]+]] step %c1 {
// CHECK-NEXT:         %[[ROWS_AT:.*]] = arith.muli %[[ROW]], %c8 : index
// CHECK-NEXT:         %[[LOCAL:.*]] = arith.subi %[[PANEL]], %[[UNIT]] : index
// CHECK-NEXT:         %[[COLUMN_AT:.*]] = arith.muli %[[LOCAL]], %c8 : index
// CHECK-NEXT:         %[[SUM_AT:.*]] = arith.addi %[[ROWS_AT]], %[[COLUMN_AT]] : index
// CHECK-NEXT:         %[[SUMS:.*]] = memref.reinterpret_cast %[[FRAME_SCRATCH]] to offset: [%[[SUM_AT]]], sizes: [8], strides: [1]
// CHECK-NEXT:         %[[COLUMN:.*]] = arith.muli %[[PANEL]], %c8 : index
// CHECK-NEXT:         %[[P:.*]] = vector.load %[[SUMS]][%c0] : {{.*}}, vector<8xf32>
// CHECK-NEXT:         %[[N:.*]] = vector.load %[[FROM_PROLOGUE]][%[[COLUMN]]] : {{.*}}, vector<8xf32>
// CHECK-NEXT:         %[[ADDED:.*]] = arith.addf %[[P]], %[[N]] : vector<8xf32>
// CHECK-NEXT:         vector.store %[[ADDED]], %[[FOR_FINISH]][%[[COLUMN]]] : {{.*}}, vector<8xf32>
// CHECK-NEXT:         %[[MULTIPLIED:.*]] = arith.mulf %[[P]], %[[N]] : vector<8xf32>
// CHECK-NEXT:         vector.store %[[MULTIPLIED]], %[[LEAVES]][%[[COLUMN]]] : {{.*}}, vector<8xf32>
// Nothing else is left to do for the row: no tail.
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return

// The finish goes over the rows of its row tiles: tiles of 2, the last of which may be short.
// CHECK-LABEL: func.func @kept.finish(
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-SAME:   %[[FRAME_ROWS:[^:]*]]: index {tenon.size = "rows"}
// CHECK-SAME:   %[[FRAME_FIRST:[^:]*]]: index {tenon.size = "first"}
// CHECK-SAME:   %[[FRAME_PANEL128:[^:]*]]: memref<f32> {tenon.buffer = "panel", tenon.offset = 128 : i64}
// CHECK-SAME:   %[[FRAME_PANEL384:[^:]*]]: memref<f32> {tenon.buffer = "panel", tenon.offset = 384 : i64}
// CHECK-SAME:   %[[FRAME_Y:[^:]*]]: memref<f32> {tenon.buffer = "y", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_Y_STRIDE:[^:]*]]: index {tenon.size = "y_stride"}
// CHECK:      %[[START:.*]] = arith.muli %[[FRAME_BEGIN]], %c2 : index
// CHECK-NEXT: %[[PAST:.*]] = arith.muli %[[FRAME_END]], %c2 : index
// CHECK-NEXT: %[[END:.*]] = arith.minui %[[PAST]], %[[FRAME_ROWS]] : index
// CHECK-NEXT: scf.for %[[ROW:.*]] = %[[START]] to %[[END]] step %c1 {
// CHECK-NEXT:   %[[KEPT_AT:.*]] = arith.muli %[[ROW]], %c16 : index
// CHECK-NEXT:   %[[KEPT:.*]] = memref.reinterpret_cast %[[FRAME_PANEL384]] to offset: [%[[KEPT_AT]]], sizes: [8], strides: [1]
// CHECK-NEXT:   %[[CALL_ROW:.*]] = arith.addi %[[FRAME_FIRST]], %[[ROW]] : index
// CHECK-NEXT:   %[[Y_AT:.*]] = arith.muli %[[CALL_ROW]], %[[FRAME_Y_STRIDE]] : index
// CHECK-NEXT:   %[[OUT:.*]] = memref.reinterpret_cast %[[FRAME_Y]] to offset: [%[[Y_AT]]], sizes: [8], strides: [1]
// CHECK-NEXT:   %[[VALUES:.*]] = vector.load %[[KEPT]][%c0] : {{.*}}, vector<8xf32>
// CHECK:        %[[CENTRED:.*]] = arith.subf %[[VALUES]], %[[MEAN:[a-z0-9_]+]] : vector<8xf32>
// CHECK-NEXT:   vector.store %[[CENTRED]], %[[OUT]][%c0] : {{.*}}, vector<8xf32>
