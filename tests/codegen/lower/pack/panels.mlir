// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-lower-contractions --tenon-emit-packers --canonicalize --cse --split-input-file | FileCheck %s
// REQUIRES: codegen
// Weights become panels, column by column and k by k; columns behind the last and the second half of an odd depth are zeros.
// A function for each type of the caller's tensor; each returns the first element that became infinite, or -1.

// Two linears of 6 columns of 3 share panels of 2 vectors of 4: 4 columns each, so 2 panels, the second with 2 columns. A step
// has 8 weights, a panel 3 * 8 = 24, both 48 (192 bytes from byte 64 on).
#schedule = #tenon.contraction<fma, lanes = 4, rows = 1, k_block = 8, block_rows = 1, padding = 0, left = <f32, step = 1>, stream = <unroll = 1, ahead = 0, next_lines = 0>>
module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 256 : i64} {
  func.func @f(%x: tensor<?x3xf32>, %w0: tensor<6x3xf32> {tenon.param = "w0"}, %w1: tensor<6x3xf32> {tenon.param = "w1"}) -> tensor<?x6xf32> {
    %y = tenon.kernel "plain"(%x, %w0, %w1) attributes {loads = [#tenon.place<x>, #tenon.place<weights>, #tenon.place<weights>], panel_bytes = 64 : i64, schedule = #schedule} : (tensor<?x3xf32>, tensor<6x3xf32>, tensor<6x3xf32>) -> tensor<?x6xf32> {
    ^bb0(%a: tensor<?x3xf32>, %b0: tensor<6x3xf32>, %b1: tensor<6x3xf32>):
      %l = tenon.slot prologue attributes {stores = [[#tenon.place<left>]]} -> tensor<?x3xf32> { tenon.yield %a : tensor<?x3xf32> }
      %p:2 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 4, vectors = 2, chunk = 1, at_once = [1]>, stores = [[], []], weights = #tenon.place<packed, offset = 64>} -> tensor<?x6xf32>, tensor<?x6xf32> {
        %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x3xf32>, tensor<6x3xf32>
        %1 = tenon.linear %l, %b1 {storage = f32} : tensor<?x3xf32>, tensor<6x3xf32>
        tenon.yield %0, %1 : tensor<?x6xf32>, tensor<?x6xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x6xf32> {
        %0 = tenon.mul %p#0, %p#1 : tensor<?x6xf32>, tensor<?x6xf32>
        tenon.yield %0 : tensor<?x6xf32>
      }
      tenon.yield %e : tensor<?x6xf32>
    }
    return %y : tensor<?x6xf32>
  }
}

// A step of the pack list for each linear, 2 panels each.
// CHECK:      tenon.pack parameter 0 units 2 f32 @pack.0.f32 bf16 @pack.0.bf16 f16 @pack.0.f16
// CHECK-NEXT: tenon.pack parameter 1 units 2 f32 @pack.1.f32 bf16 @pack.1.bf16 f16 @pack.1.f16
// CHECK-NEXT: tenon.part row_bytes 0 packed_bytes 256
// CHECK-LABEL: func.func @pack.1.f32(
// CHECK-SAME:   %[[FRAME_SOURCE:[^:]*]]: memref<f32> {tenon.buffer = "source", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<f32> {tenon.buffer = "packed", tenon.offset = 64 : i64}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-DAG:  %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:      %[[SOURCE:.*]] = memref.reinterpret_cast %[[FRAME_SOURCE]] to offset: [0], sizes: [18], strides: [1]
// CHECK-NEXT: %[[TARGET:.*]] = memref.reinterpret_cast %[[FRAME_PACKED]] to offset: [0], sizes: [48], strides: [1]
// The second linear has the second vector of each step: 4 behind the panel's start, then its lane.
// CHECK-NEXT: scf.for %[[PANEL:.*]] = %[[FRAME_BEGIN]] to %[[FRAME_END]] step %c1 {
// CHECK-NEXT:   %[[PANEL_AT:.*]] = arith.muli %[[PANEL]], %c24 : index
// CHECK-NEXT:   scf.for %[[LANE:.*]] = %c0 to %c4 step %c1 {
// CHECK-NEXT:     %[[COLUMNS:.*]] = arith.muli %[[PANEL]], %c4 : index
// CHECK-NEXT:     %[[COLUMN:.*]] = arith.addi %[[COLUMNS]], %[[LANE]] : index
// CHECK-NEXT:     %[[VECTOR_AT:.*]] = arith.addi %[[PANEL_AT]], %c4 : index
// CHECK-NEXT:     %[[PLACE:.*]] = arith.addi %[[VECTOR_AT]], %[[LANE]] : index
// CHECK-NEXT:     %[[EXISTS:.*]] = arith.cmpi ult, %[[COLUMN]], %c6 : index
// CHECK-NEXT:     scf.if %[[EXISTS]] {
// A column that exists: its row of the source, k by k, 8 apart in the panel.
// CHECK-NEXT:       %[[ROW:.*]] = arith.muli %[[COLUMN]], %c3 : index
// CHECK-NEXT:       scf.for %[[K:.*]] = %c0 to %c3 step %c1 {
// CHECK-NEXT:         %[[ELEMENT:.*]] = arith.addi %[[ROW]], %[[K]] : index
// CHECK-NEXT:         %[[STEP:.*]] = arith.muli %[[K]], %c8 : index
// CHECK-NEXT:         %[[TO:.*]] = arith.addi %[[PLACE]], %[[STEP]] : index
// CHECK-NEXT:         %[[NUMBER:.*]] = memref.load %[[SOURCE]][%[[ELEMENT]]] : memref<18xf32, strided<[1]>>
// CHECK-NEXT:         memref.store %[[NUMBER]], %[[TARGET]][%[[TO]]] : memref<48xf32, strided<[1]>>
// CHECK-NEXT:       }
// One that does not: zeros.
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.for %[[K:.*]] = %c0 to %c3 step %c1 {
// CHECK-NEXT:         %[[STEP:.*]] = arith.muli %[[K]], %c8 : index
// CHECK-NEXT:         %[[TO:.*]] = arith.addi %[[PLACE]], %[[STEP]] : index
// CHECK-NEXT:         memref.store %[[ZERO]], %[[TARGET]][%[[TO]]] : memref<48xf32, strided<[1]>>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// f32 to f32 cannot overflow: no element is ever bad.
// CHECK-NEXT: return %c-1_i64 : i64

// -----

// Two vectors of bf16 share words: 12 columns in panels of 8, so vector v of lane l has place 2 l + v; 3 steps of 8 = 24 weights.
#schedule = #tenon.contraction<fma, lanes = 4, rows = 1, k_block = 8, block_rows = 1, padding = 0, left = <f32, step = 1>, stream = <unroll = 1, ahead = 0, next_lines = 0>>
module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 192 : i64} {
  func.func @f(%x: tensor<?x3xf32>, %w0: tensor<12x3xbf16> {tenon.param = "w0"}) -> tensor<?x12xf32> {
    %y = tenon.kernel "paired"(%x, %w0) attributes {loads = [#tenon.place<x>, #tenon.place<weights>], panel_bytes = 64 : i64, schedule = #schedule} : (tensor<?x3xf32>, tensor<12x3xbf16>) -> tensor<?x12xf32> {
    ^bb0(%a: tensor<?x3xf32>, %b0: tensor<12x3xbf16>):
      %l = tenon.slot prologue attributes {stores = [[#tenon.place<left>]]} -> tensor<?x3xf32> { tenon.yield %a : tensor<?x3xf32> }
      %p = tenon.slot contraction attributes {panel = #tenon.panel<paired, lanes = 4, vectors = 2, chunk = 1, at_once = [1]>, stores = [[]], weights = #tenon.place<packed, offset = 64>} -> tensor<?x12xf32> {
        %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x3xf32>, tensor<12x3xbf16>
        tenon.yield %0 : tensor<?x12xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x12xf32> {
        tenon.yield %p : tensor<?x12xf32>
      }
      tenon.yield %e : tensor<?x12xf32>
    }
    return %y : tensor<?x12xf32>
  }
}

// CHECK:      tenon.pack parameter 0 units 2 f32 @pack.0.f32 bf16 @pack.0.bf16 f16 @pack.0.f16
// CHECK-NEXT: tenon.part row_bytes 0 packed_bytes 192
// CHECK-LABEL: func.func @pack.0.bf16(
// CHECK-SAME:   %[[FRAME_SOURCE:[^:]*]]: memref<bf16> {tenon.buffer = "source", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<bf16> {tenon.buffer = "packed", tenon.offset = 64 : i64}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-DAG:  %[[ZERO:.*]] = arith.constant 0.000000e+00 : bf16
// CHECK:      %[[SOURCE:.*]] = memref.reinterpret_cast %[[FRAME_SOURCE]] to offset: [0], sizes: [36], strides: [1]
// CHECK-NEXT: %[[TARGET:.*]] = memref.reinterpret_cast %[[FRAME_PACKED]] to offset: [0], sizes: [48], strides: [1]
// CHECK-NEXT: scf.for %[[PANEL:.*]] = %[[FRAME_BEGIN]] to %[[FRAME_END]] step %c1 {
// CHECK-NEXT:   %[[PANEL_AT:.*]] = arith.muli %[[PANEL]], %c24 : index
// CHECK-NEXT:   scf.for %[[LANE:.*]] = %c0 to %c4 step %c1 {
// The even vector: columns 8 panel + lane, place 2 lane.
// CHECK-NEXT:     %[[COLUMNS:.*]] = arith.muli %[[PANEL]], %c8 : index
// CHECK-NEXT:     %[[COLUMN:.*]] = arith.addi %[[COLUMNS]], %[[LANE]] : index
// CHECK-NEXT:     %[[TWICE:.*]] = arith.muli %[[LANE]], %c2 : index
// CHECK-NEXT:     %[[PLACE:.*]] = arith.addi %[[PANEL_AT]], %[[TWICE]] : index
// CHECK-NEXT:     %[[EXISTS:.*]] = arith.cmpi ult, %[[COLUMN]], %c12 : index
// CHECK-NEXT:     scf.if %[[EXISTS]] {
// CHECK-NEXT:       %[[ROW:.*]] = arith.muli %[[COLUMN]], %c3 : index
// CHECK-NEXT:       scf.for %[[K:.*]] = %c0 to %c3 step %c1 {
// CHECK-NEXT:         %[[ELEMENT:.*]] = arith.addi %[[ROW]], %[[K]] : index
// CHECK-NEXT:         %[[STEP:.*]] = arith.muli %[[K]], %c8 : index
// CHECK-NEXT:         %[[TO:.*]] = arith.addi %[[PLACE]], %[[STEP]] : index
// CHECK-NEXT:         %[[NUMBER:.*]] = memref.load %[[SOURCE]][%[[ELEMENT]]] : memref<36xbf16, strided<[1]>>
// CHECK-NEXT:         memref.store %[[NUMBER]], %[[TARGET]][%[[TO]]] : memref<48xbf16, strided<[1]>>
// CHECK-NEXT:       }
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.for %[[K:.*]] = %c0 to %c3 step %c1 {
// CHECK-NEXT:         %[[STEP:.*]] = arith.muli %[[K]], %c8 : index
// CHECK-NEXT:         %[[TO:.*]] = arith.addi %[[PLACE]], %[[STEP]] : index
// CHECK-NEXT:         memref.store %[[ZERO]], %[[TARGET]][%[[TO]]] : memref<48xbf16, strided<[1]>>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// The odd one: 4 columns behind, place 2 lane + 1.
// CHECK:        scf.for %[[LANE:.*]] = %c0 to %c4 step %c1 {
// CHECK-NEXT:     %[[COLUMNS:.*]] = arith.muli %[[PANEL]], %c8 : index
// CHECK-NEXT:     %[[IN_PANEL:.*]] = arith.addi %[[LANE]], %c4 : index
// CHECK-NEXT:     %[[COLUMN:.*]] = arith.addi %[[COLUMNS]], %[[IN_PANEL]] : index
// CHECK-NEXT:     %[[ODD:.*]] = arith.addi %[[PANEL_AT]], %c1 : index
// CHECK-NEXT:     %[[TWICE:.*]] = arith.muli %[[LANE]], %c2 : index
// CHECK-NEXT:     %[[PLACE:.*]] = arith.addi %[[ODD]], %[[TWICE]] : index
// CHECK-NEXT:     %[[EXISTS:.*]] = arith.cmpi ult, %[[COLUMN]], %c12 : index
// CHECK-NEXT:     scf.if %[[EXISTS]] {
// CHECK-NEXT:       %[[ROW:.*]] = arith.muli %[[COLUMN]], %c3 : index
// CHECK-NEXT:       scf.for %[[K:.*]] = %c0 to %c3 step %c1 {
// CHECK-NEXT:         %[[ELEMENT:.*]] = arith.addi %[[ROW]], %[[K]] : index
// CHECK-NEXT:         %[[STEP:.*]] = arith.muli %[[K]], %c8 : index
// CHECK-NEXT:         %[[TO:.*]] = arith.addi %[[PLACE]], %[[STEP]] : index
// CHECK-NEXT:         %[[NUMBER:.*]] = memref.load %[[SOURCE]][%[[ELEMENT]]] : memref<36xbf16, strided<[1]>>
// CHECK-NEXT:         memref.store %[[NUMBER]], %[[TARGET]][%[[TO]]] : memref<48xbf16, strided<[1]>>
// CHECK-NEXT:       }
// CHECK-NEXT:     } else {

// -----

// Steps of two values of k for dots: depth 3 is 2 steps of 4 columns * 2 = 8 weights, the last of which are half zeros. 6 columns
// are 2 panels of 16 weights.
#schedule = #tenon.contraction<dot_bf16, lanes = 4, rows = 1, k_block = 8, block_rows = 1, padding = 0, left = <bf16, step = 2>, stream = <unroll = 1, ahead = 0, next_lines = 0>>
module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 128 : i64} {
  func.func @f(%x: tensor<?x3xf32>, %w0: tensor<6x3xbf16> {tenon.param = "w0"}) -> tensor<?x6xf32> {
    %y = tenon.kernel "dots"(%x, %w0) attributes {loads = [#tenon.place<x>, #tenon.place<weights>], panel_bytes = 64 : i64, schedule = #schedule} : (tensor<?x3xf32>, tensor<6x3xbf16>) -> tensor<?x6xf32> {
    ^bb0(%a: tensor<?x3xf32>, %b0: tensor<6x3xbf16>):
      %l = tenon.slot prologue attributes {stores = [[#tenon.place<left>]]} -> tensor<?x3xf32> { tenon.yield %a : tensor<?x3xf32> }
      %p = tenon.slot contraction attributes {panel = #tenon.panel<pair_dot, lanes = 4, vectors = 1, chunk = 1, at_once = [1]>, stores = [[]], weights = #tenon.place<packed, offset = 64>} -> tensor<?x6xf32> {
        %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x3xf32>, tensor<6x3xbf16>
        tenon.yield %0 : tensor<?x6xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x6xf32> {
        tenon.yield %p : tensor<?x6xf32>
      }
      tenon.yield %e : tensor<?x6xf32>
    }
    return %y : tensor<?x6xf32>
  }
}

// CHECK:      tenon.pack parameter 0 units 2 f32 @pack.0.f32 bf16 @pack.0.bf16 f16 @pack.0.f16
// CHECK-NEXT: tenon.part row_bytes 0 packed_bytes 128
// CHECK-LABEL: func.func @pack.0.bf16(
// CHECK-SAME:   %[[FRAME_SOURCE:[^:]*]]: memref<bf16> {tenon.buffer = "source", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<bf16> {tenon.buffer = "packed", tenon.offset = 64 : i64}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-DAG:  %[[ZERO:.*]] = arith.constant 0.000000e+00 : bf16
// CHECK:      %[[SOURCE:.*]] = memref.reinterpret_cast %[[FRAME_SOURCE]] to offset: [0], sizes: [18], strides: [1]
// CHECK-NEXT: %[[TARGET:.*]] = memref.reinterpret_cast %[[FRAME_PACKED]] to offset: [0], sizes: [32], strides: [1]
// CHECK-NEXT: scf.for %[[PANEL:.*]] = %[[FRAME_BEGIN]] to %[[FRAME_END]] step %c1 {
// CHECK-NEXT:   %[[PANEL_AT:.*]] = arith.muli %[[PANEL]], %c16 : index
// CHECK-NEXT:   scf.for %[[LANE:.*]] = %c0 to %c4 step %c1 {
// CHECK-NEXT:     %[[COLUMNS:.*]] = arith.muli %[[PANEL]], %c4 : index
// CHECK-NEXT:     %[[COLUMN:.*]] = arith.addi %[[COLUMNS]], %[[LANE]] : index
// CHECK-NEXT:     %[[TWICE:.*]] = arith.muli %[[LANE]], %c2 : index
// CHECK-NEXT:     %[[PLACE:.*]] = arith.addi %[[PANEL_AT]], %[[TWICE]] : index
// CHECK-NEXT:     %[[EXISTS:.*]] = arith.cmpi ult, %[[COLUMN]], %c6 : index
// CHECK-NEXT:     scf.if %[[EXISTS]] {
// k = 3 does not exist: it is the second half of step 1, at 8 + 1 = 9.
// CHECK-NEXT:       %[[ROW:.*]] = arith.muli %[[COLUMN]], %c3 : index
// CHECK-NEXT:       %[[BEHIND:.*]] = arith.addi %[[PLACE]], %c9 : index
// CHECK-NEXT:       memref.store %[[ZERO]], %[[TARGET]][%[[BEHIND]]] : memref<32xbf16, strided<[1]>>
// k stands in step k / 2, half k mod 2.
// CHECK-NEXT:       scf.for %[[K:.*]] = %c0 to %c3 step %c1 {
// CHECK-NEXT:         %[[ELEMENT:.*]] = arith.addi %[[ROW]], %[[K]] : index
// CHECK-NEXT:         %[[PAIR:.*]] = arith.divui %[[K]], %c2 : index
// CHECK-NEXT:         %[[STEP:.*]] = arith.muli %[[PAIR]], %c8 : index
// CHECK-NEXT:         %[[STEP_AT:.*]] = arith.addi %[[PLACE]], %[[STEP]] : index
// CHECK-NEXT:         %[[HALF:.*]] = arith.remui %[[K]], %c2 : index
// CHECK-NEXT:         %[[TO:.*]] = arith.addi %[[STEP_AT]], %[[HALF]] : index
// CHECK-NEXT:         %[[NUMBER:.*]] = memref.load %[[SOURCE]][%[[ELEMENT]]] : memref<18xbf16, strided<[1]>>
// CHECK-NEXT:         memref.store %[[NUMBER]], %[[TARGET]][%[[TO]]] : memref<32xbf16, strided<[1]>>
// CHECK-NEXT:       }
// CHECK-NEXT:     } else {
// All 4 halves of a column that does not exist.
// CHECK-NEXT:       scf.for %[[K:.*]] = %c0 to %c4 step %c1 {
// CHECK-NEXT:         %[[PAIR:.*]] = arith.divui %[[K]], %c2 : index
// CHECK-NEXT:         %[[STEP:.*]] = arith.muli %[[PAIR]], %c8 : index
// CHECK-NEXT:         %[[STEP_AT:.*]] = arith.addi %[[PLACE]], %[[STEP]] : index
// CHECK-NEXT:         %[[HALF:.*]] = arith.remui %[[K]], %c2 : index
// CHECK-NEXT:         %[[TO:.*]] = arith.addi %[[STEP_AT]], %[[HALF]] : index
// CHECK-NEXT:         memref.store %[[ZERO]], %[[TARGET]][%[[TO]]] : memref<32xbf16, strided<[1]>>
// CHECK-NEXT:       }
