// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-lower-contractions --canonicalize --cse --split-input-file | FileCheck %s
// REQUIRES: codegen
// The prologue writes the left operand in the order in which register tiles read it: tile by tile, in it step by step,
// in it row by row. Units are tiles.

// 13 rows in tiles of at most 12 are 2 tiles: from 0 * 13 / 2 = 0, 1 * 13 / 2 = 6 and up to 2 * 13 / 2 = 13, so 6 + 7 rows.
// A tile takes 5 steps of 12 rows = 60 values, full or not; of 24 rows they are 480 bytes, 512 in whole cache lines. Behind
// them lie 24 rows of 64 bytes: 2048 in all.

#stream = #tenon.stream<unroll = 1, ahead = 128, next_lines = 1>
#schedule = #tenon.contraction<fma, lanes = 4, rows = 12, k_block = 8, block_rows = 24, padding = 0, left = <f32, step = 1>, stream = #stream>
#panel = #tenon.panel<plain, lanes = 4, vectors = 1, chunk = 1, at_once = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]>
module attributes {tenon.row_bytes = 64 : i64, tenon.packed_bytes = 128 : i64} {
  func.func @f(%x: tensor<?x5xf32>, %w: tensor<4x5xf32> {tenon.param = "w"}) -> (tensor<?x5xf32>, tensor<?x4xf32>) {
    %y:2 = tenon.kernel "single"(%x, %w) attributes {loads = [#tenon.place<x>, #tenon.place<weights>], panel_bytes = 2048 : i64, schedule = #schedule} : (tensor<?x5xf32>, tensor<4x5xf32>) -> (tensor<?x5xf32>, tensor<?x4xf32>) {
    ^bb0(%a: tensor<?x5xf32>, %b: tensor<4x5xf32>):
      %l:2 = tenon.slot prologue attributes {stores = [[#tenon.place<left>], [#tenon.place<panel, offset = 512, row_bytes = 64>, #tenon.place<workspace, offset = 192, row_bytes = 64>]]} -> tensor<?x5xf32>, tensor<?x5xf32> {
        %0 = tenon.neg %a : tensor<?x5xf32>
        tenon.yield %a, %0 : tensor<?x5xf32>, tensor<?x5xf32>
      }
      %p = tenon.slot contraction attributes {panel = #panel, stores = [[]], weights = #tenon.place<packed>} -> tensor<?x4xf32> {
        %0 = tenon.linear %l#0, %b {storage = f32} : tensor<?x5xf32>, tensor<4x5xf32>
        tenon.yield %0 : tensor<?x4xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x4xf32> {
        tenon.yield %p : tensor<?x4xf32>
      }
      tenon.yield %l#1, %e : tensor<?x5xf32>, tensor<?x4xf32>
    }
    return %y#0, %y#1 : tensor<?x5xf32>, tensor<?x4xf32>
  }
}

// CHECK:      tenon.launch "single" rows prologue @single.prologue contraction @single.contraction {block_rows = 24, tile_rows = 12, column_chunks = 1, panel_bytes = 2048, scratch_bytes = 384}
// CHECK-LABEL: func.func @single.prologue(
// CHECK-SAME:   %[[FRAME_ROWS:[^:]*]]: index {tenon.size = "rows"}
// CHECK-SAME:   %[[FRAME_PANEL0:[^:]*]]: memref<f32> {tenon.buffer = "panel", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-SAME:   %[[FRAME_X:[^:]*]]: memref<f32> {tenon.buffer = "x", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_FIRST:[^:]*]]: index {tenon.size = "first"}
// CHECK-SAME:   %[[FRAME_X_STRIDE:[^:]*]]: index {tenon.size = "x_stride"}
// CHECK-SAME:   %[[FRAME_PANEL512:[^:]*]]: memref<f32> {tenon.buffer = "panel", tenon.offset = 512 : i64}
// CHECK-SAME:   %[[FRAME_WORKSPACE:[^:]*]]: memref<f32> {tenon.buffer = "workspace", tenon.offset = 192 : i64}
// CHECK-DAG:  %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK:      %[[TILES:.*]] = arith.ceildivui %[[FRAME_ROWS]], %c12 : index
// CHECK-NEXT: scf.for %[[TILE:.*]] = %[[FRAME_BEGIN]] to %[[FRAME_END]] step %c1 {
// CHECK-NEXT:   %[[BEFORE:.*]] = arith.muli %[[TILE]], %[[FRAME_ROWS]] : index
// CHECK-NEXT:   %[[START:.*]] = arith.divui %[[BEFORE]], %[[TILES]] : index
// CHECK-NEXT:   %[[TILE1:.*]] = arith.addi %[[TILE]], %c1 : index
// CHECK-NEXT:   %[[BEHIND:.*]] = arith.muli %[[TILE1]], %[[FRAME_ROWS]] : index
// CHECK-NEXT:   %[[STOP:.*]] = arith.divui %[[BEHIND]], %[[TILES]] : index
// CHECK-NEXT:   scf.for %[[ROW:.*]] = %[[START]] to %[[STOP]] step %c1 {
// The row of the caller.
// CHECK-NEXT:     %[[CALL_ROW:.*]] = arith.addi %[[FRAME_FIRST]], %[[ROW]] : index
// CHECK-NEXT:     %[[X_AT:.*]] = arith.muli %[[CALL_ROW]], %[[FRAME_X_STRIDE]] : index
// CHECK-NEXT:     %[[IN:.*]] = memref.reinterpret_cast %[[FRAME_X]] to offset: [%[[X_AT]]], sizes: [5], strides: [1]
// Value k of the row stands at 60 tile + (row - START) + 12 k.
// CHECK-NEXT:     %[[TILE_AT:.*]] = arith.muli %[[TILE]], %c60 : index
// CHECK-NEXT:     %[[LOCAL:.*]] = arith.subi %[[ROW]], %[[START]] : index
// CHECK-NEXT:     %[[LEFT_AT:.*]] = arith.addi %[[TILE_AT]], %[[LOCAL]] : index
// CHECK-NEXT:     %[[LEFT:.*]] = memref.reinterpret_cast %[[FRAME_PANEL0]] to offset: [%[[LEFT_AT]]], sizes: [5], strides: [12]
// What later slots and kernels read is written row by row: by the number in the row block, and in the call.
// CHECK-NEXT:     %[[KEPT_AT:.*]] = arith.muli %[[ROW]], %c16 : index
// CHECK-NEXT:     %[[KEPT:.*]] = memref.reinterpret_cast %[[FRAME_PANEL512]] to offset: [%[[KEPT_AT]]], sizes: [5], strides: [1]
// CHECK-NEXT:     %[[WORKSPACE_AT:.*]] = arith.muli %[[CALL_ROW]], %c16 : index
// CHECK-NEXT:     %[[WORKSPACE:.*]] = memref.reinterpret_cast %[[FRAME_WORKSPACE]] to offset: [%[[WORKSPACE_AT]]], sizes: [5], strides: [1]
// A vector of 4 is scattered one by one over the left operand, and stored whole elsewhere.
// CHECK-NEXT:     %[[VALUES:.*]] = vector.load %[[IN]][%c0] : {{.*}}, vector<4xf32>
// CHECK-NEXT:     %[[E0:.*]] = vector.extract %[[VALUES]][0] : f32 from vector<4xf32>
// CHECK-NEXT:     memref.store %[[E0]], %[[LEFT]][%c0] :
// CHECK-NEXT:     %[[E1:.*]] = vector.extract %[[VALUES]][1] : f32 from vector<4xf32>
// CHECK-NEXT:     memref.store %[[E1]], %[[LEFT]][%c1] :
// CHECK-NEXT:     %[[E2:.*]] = vector.extract %[[VALUES]][2] : f32 from vector<4xf32>
// CHECK-NEXT:     memref.store %[[E2]], %[[LEFT]][%c2] :
// CHECK-NEXT:     %[[E3:.*]] = vector.extract %[[VALUES]][3] : f32 from vector<4xf32>
// CHECK-NEXT:     memref.store %[[E3]], %[[LEFT]][%c3] :
// CHECK-NEXT:     %[[NEGATED:.*]] = arith.negf %[[VALUES]] : vector<4xf32>
// CHECK-NEXT:     vector.store %[[NEGATED]], %[[KEPT]][%c0] : {{.*}}, vector<4xf32>
// CHECK-NEXT:     vector.store %[[NEGATED]], %[[WORKSPACE]][%c0] : {{.*}}, vector<4xf32>
// The fifth value is read and written by a mask: nothing is touched behind a row.
// CHECK-NEXT:     %[[MASK:.*]] = vector.constant_mask [1] : vector<4xi1>
// CHECK-NEXT:     %[[REST:.*]] = vector.maskedload %[[IN]][%c4], %[[MASK]], %[[ZEROS]] : {{.*}}, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     %[[E4:.*]] = vector.extract %[[REST]][0] : f32 from vector<4xf32>
// CHECK-NEXT:     memref.store %[[E4]], %[[LEFT]][%c4] :
// CHECK-NEXT:     %[[NEGATED:.*]] = arith.negf %[[REST]] : vector<4xf32>
// CHECK-NEXT:     vector.maskedstore %[[KEPT]][%c4], %[[MASK]], %[[NEGATED]] : {{.*}}, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:     vector.maskedstore %[[WORKSPACE]][%c4], %[[MASK]], %[[NEGATED]] : {{.*}}, vector<4xi1>, vector<4xf32>
// Left operands and rows are complete; the next row begins.
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return

// The register tiles of such a block: one tile may have any of 1 to 12 rows; several have at least ceil(12 / 2) = 6, as of 13 rows
// the smaller tile has 6. 12 is what is left in both.
// CHECK-LABEL: func.func @single.contraction(
// CHECK:      scf.index_switch
// CHECK-NEXT: case 1 {
// CHECK:      rows = 1, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = ahead,
// CHECK:      case 2 {
// CHECK:      rows = 2, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = ahead,
// CHECK:      case 3 {
// CHECK:      rows = 3, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = ahead,
// CHECK:      case 4 {
// CHECK:      rows = 4, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = ahead,
// CHECK:      case 5 {
// CHECK:      rows = 5, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = ahead,
// CHECK:      case 6 {
// CHECK:      rows = 6, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = ahead,
// CHECK:      case 7 {
// CHECK:      rows = 7, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = ahead,
// CHECK:      case 8 {
// CHECK:      rows = 8, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = ahead,
// CHECK:      case 9 {
// CHECK:      rows = 9, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = ahead,
// CHECK:      case 10 {
// CHECK:      rows = 10, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = ahead,
// CHECK:      case 11 {
// CHECK:      rows = 11, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = ahead,
// CHECK:      default {
// CHECK:      rows = 12, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = ahead,
// CHECK:      } else {
// CHECK:      scf.index_switch
// CHECK-NEXT: case 6 {
// CHECK:      rows = 6, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = next,
// CHECK:      case 7 {
// CHECK:      rows = 7, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = next,
// CHECK:      case 8 {
// CHECK:      rows = 8, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = next,
// CHECK:      case 9 {
// CHECK:      rows = 9, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = next,
// CHECK:      case 10 {
// CHECK:      rows = 10, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = next,
// CHECK:      case 11 {
// CHECK:      rows = 11, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = next,
// CHECK:      default {
// CHECK:      rows = 12, panels = 1, left_row = 1, left_step = 12, right_step = 4, prefetch = next,

// -----

// For dots a step holds two values of k of each row, rounded to bf16: depth 5 is 3 steps, and as nothing stands behind
// value 4, the second half of the last step is zero. Tiles of 2 rows: a tile has 3 * 2 = 6 words, that is 12 values.

#stream = #tenon.stream<unroll = 1, ahead = 128, next_lines = 1>
#schedule = #tenon.contraction<dot_bf16, lanes = 4, rows = 2, k_block = 8, block_rows = 4, padding = 0, left = <bf16, step = 2>, stream = #stream>
#panel = #tenon.panel<pair_dot, lanes = 4, vectors = 1, chunk = 1, at_once = [1, 1]>
module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 64 : i64} {
  func.func @f(%x: tensor<?x5xf32>, %w: tensor<4x5xbf16> {tenon.param = "w"}) -> tensor<?x4xf32> {
    %y = tenon.kernel "pairs"(%x, %w) attributes {loads = [#tenon.place<x>, #tenon.place<weights>], panel_bytes = 64 : i64, schedule = #schedule} : (tensor<?x5xf32>, tensor<4x5xbf16>) -> tensor<?x4xf32> {
    ^bb0(%a: tensor<?x5xf32>, %b: tensor<4x5xbf16>):
      %l = tenon.slot prologue attributes {stores = [[#tenon.place<left>]]} -> tensor<?x5xf32> { tenon.yield %a : tensor<?x5xf32> }
      %p = tenon.slot contraction attributes {panel = #panel, stores = [[]], weights = #tenon.place<packed>} -> tensor<?x4xf32> {
        %0 = tenon.linear %l, %b {storage = f32} : tensor<?x5xf32>, tensor<4x5xbf16>
        tenon.yield %0 : tensor<?x4xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x4xf32> { tenon.yield %p : tensor<?x4xf32> }
      tenon.yield %e : tensor<?x4xf32>
    }
    return %y : tensor<?x4xf32>
  }
}

// CHECK-LABEL: func.func @pairs.prologue(
// CHECK-SAME:   %[[FRAME_ROWS:[^:]*]]: index {tenon.size = "rows"}
// CHECK-SAME:   %[[FRAME_PANEL:[^:]*]]: memref<bf16> {tenon.buffer = "panel", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-SAME:   %[[FRAME_X:[^:]*]]: memref<f32> {tenon.buffer = "x", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_FIRST:[^:]*]]: index {tenon.size = "first"}
// CHECK-SAME:   %[[FRAME_X_STRIDE:[^:]*]]: index {tenon.size = "x_stride"}
// 16 bits are stored as they are in the panel, whose words the contraction reads.
// CHECK-DAG:  %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-DAG:  %[[ZERO:.*]] = arith.constant 0.000000e+00 : bf16
// CHECK:      scf.for %[[TILE:.*]] = %[[FRAME_BEGIN]] to %[[FRAME_END]] step %c1 {
// CHECK:        scf.for %[[ROW:.*]] = %[[START:[a-z0-9_]+]] to %[[STOP:[a-z0-9_]+]] step %c1 {
// CHECK-NEXT:     %[[CALL_ROW:.*]] = arith.addi %[[FRAME_FIRST]], %[[ROW]] : index
// CHECK-NEXT:     %[[X_AT:.*]] = arith.muli %[[CALL_ROW]], %[[FRAME_X_STRIDE]] : index
// CHECK-NEXT:     %[[IN:.*]] = memref.reinterpret_cast %[[FRAME_X]] to offset: [%[[X_AT]]], sizes: [5], strides: [1]
// Word 6 tile + (row - START) is element 2 times as much; steps are 2 rows of 2 values = 4 elements apart.
// CHECK-NEXT:     %[[TILE_AT:.*]] = arith.muli %[[TILE]], %c6 : index
// CHECK-NEXT:     %[[LOCAL:.*]] = arith.subi %[[ROW]], %[[START]] : index
// CHECK-NEXT:     %[[WORD_AT:.*]] = arith.addi %[[TILE_AT]], %[[LOCAL]] : index
// CHECK-NEXT:     %[[LEFT_AT:.*]] = arith.muli %[[WORD_AT]], %c2 : index
// CHECK-NEXT:     %[[LEFT:.*]] = memref.reinterpret_cast %[[FRAME_PANEL]] to offset: [%[[LEFT_AT]]], sizes: [3, 2], strides: [4, 1]
// The half behind value 4: step 2, second half.
// CHECK-NEXT:     memref.store %[[ZERO]], %[[LEFT]][%c2, %c1] :
// Values 0 and 1 are step 0, values 2 and 3 step 1: two are stored at once, as they are neighbours.
// CHECK:          %[[VALUES:.*]] = vector.load %[[IN]][%c0] : {{.*}}, vector<4xf32>
// CHECK:          %[[BITS:.*]] = vector.bitcast %[[ROUNDED:[a-z0-9_]+]] : vector<4xbf16> to vector<4xi16>
// CHECK-NEXT:     %[[FIRST2:.*]] = vector.extract_strided_slice %[[BITS]] {offsets = [0], sizes = [2], strides = [1]} : vector<4xi16> to vector<2xi16>
// CHECK-NEXT:     %[[PAIR0:.*]] = vector.bitcast %[[FIRST2]] : vector<2xi16> to vector<2xbf16>
// CHECK-NEXT:     vector.store %[[PAIR0]], %[[LEFT]][%c0, %c0] : {{.*}}, vector<2xbf16>
// CHECK-NEXT:     %[[LAST2:.*]] = vector.extract_strided_slice %[[BITS]] {offsets = [2], sizes = [2], strides = [1]} : vector<4xi16> to vector<2xi16>
// CHECK-NEXT:     %[[PAIR1:.*]] = vector.bitcast %[[LAST2]] : vector<2xi16> to vector<2xbf16>
// CHECK-NEXT:     vector.store %[[PAIR1]], %[[LEFT]][%c1, %c0] : {{.*}}, vector<2xbf16>
// Value 4 is half a step.
// CHECK-NEXT:     %[[MASK:.*]] = vector.constant_mask [1] : vector<4xi1>
// CHECK-NEXT:     %[[REST:.*]] = vector.maskedload %[[IN]][%c4], %[[MASK]], %[[ZEROS]] : {{.*}}, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK:          %[[ONE:.*]] = vector.extract_strided_slice %[[BITS:[a-z0-9_]+]] {offsets = [0], sizes = [1], strides = [1]} : vector<4xi16> to vector<1xi16>
// CHECK-NEXT:     %[[VALUE4:.*]] = vector.bitcast %[[ONE]] : vector<1xi16> to vector<1xbf16>
// CHECK-NEXT:     vector.store %[[VALUE4]], %[[LEFT]][%c2, %c0] : {{.*}}, vector<1xbf16>
// CHECK-NEXT:   }
// CHECK-NEXT: }
