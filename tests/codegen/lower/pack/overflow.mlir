// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-lower-contractions --tenon-emit-packers --canonicalize --cse --split-input-file | FileCheck %s
// REQUIRES: codegen
// A weight that is finite in the caller's type and infinite in the packed one is reported by its number: f32 to f16, f32 to bf16 (which
// rounds up to infinity at the very end of its range) and bf16 to f16 can overflow; f16 fits everything.

// 4 columns of 2 in f16, one panel.
#schedule = #tenon.contraction<fma, lanes = 4, rows = 1, k_block = 8, block_rows = 1, padding = 0, left = <f32, step = 1>, stream = <unroll = 1, ahead = 0, next_lines = 0>>
module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 128 : i64} {
  func.func @f(%x: tensor<?x2xf32>, %w0: tensor<4x2xf16> {tenon.param = "w0"}) -> tensor<?x4xf32> {
    %y = tenon.kernel "half"(%x, %w0) attributes {loads = [#tenon.place<x>, #tenon.place<weights>], panel_bytes = 64 : i64, schedule = #schedule} : (tensor<?x2xf32>, tensor<4x2xf16>) -> tensor<?x4xf32> {
    ^bb0(%a: tensor<?x2xf32>, %b0: tensor<4x2xf16>):
      %l = tenon.slot prologue attributes {stores = [[#tenon.place<left>]]} -> tensor<?x2xf32> { tenon.yield %a : tensor<?x2xf32> }
      %p = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 4, vectors = 1, chunk = 1, at_once = [1]>, stores = [[]], weights = #tenon.place<packed, offset = 64>} -> tensor<?x4xf32> {
        %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x2xf32>, tensor<4x2xf16>
        tenon.yield %0 : tensor<?x4xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x4xf32> {
        tenon.yield %p : tensor<?x4xf32>
      }
      tenon.yield %e : tensor<?x4xf32>
    }
    return %y : tensor<?x4xf32>
  }
}

// CHECK-LABEL: func.func @pack.0.f32(
// CHECK-SAME:   %[[FRAME_SOURCE:[^:]*]]: memref<f32> {tenon.buffer = "source", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<f16> {tenon.buffer = "packed", tenon.offset = 64 : i64}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-DAG:  %[[INFINITY:.*]] = arith.constant 0x7F800000 : f32
// CHECK:      %[[SOURCE:.*]] = memref.reinterpret_cast %[[FRAME_SOURCE]] to offset: [0], sizes: [8], strides: [1]
// CHECK-NEXT: %[[TARGET:.*]] = memref.reinterpret_cast %[[FRAME_PACKED]] to offset: [0], sizes: [8], strides: [1]
// -1 goes in, and the first bad element comes through all loops.
// CHECK:      %[[ALL:.*]] = scf.for %[[PANEL:.*]] = %[[FRAME_BEGIN]] to %[[FRAME_END]] step %c1 iter_args(%[[BAD:.*]] = %c-1_i64) -> (i64) {
// CHECK-NEXT:   %[[PANEL_AT:.*]] = arith.muli %[[PANEL]], %c8 : index
// CHECK:        %[[OF_PANEL:.*]] = scf.for %[[LANE:.*]] = %c0 to %c4 step %c1 iter_args(%[[BAD_OF_PANEL:.*]] = %[[BAD]]) -> (i64) {
// CHECK:            %[[OF_LANE:.*]] = scf.for %[[K:.*]] = %c0 to %c2 step %c1 iter_args(%[[BAD_OF_LANE:.*]] = %[[BAD_OF_PANEL]]) -> (i64) {
// CHECK-NEXT:         %[[ELEMENT:.*]] = arith.addi %[[ROW:[a-z0-9_]+]], %[[K]] : index
// CHECK-NEXT:         %[[STEP:.*]] = arith.muli %[[K]], %c4 : index
// CHECK-NEXT:         %[[TO:.*]] = arith.addi %[[PLACE:[a-z0-9_]+]], %[[STEP]] : index
// CHECK-NEXT:         %[[NUMBER:.*]] = memref.load %[[SOURCE]][%[[ELEMENT]]] : memref<8xf32, strided<[1]>>
// CHECK-NEXT:         %[[CONVERTED:.*]] = arith.truncf %[[NUMBER]] : f32 to f16
// CHECK-NEXT:         memref.store %[[CONVERTED]], %[[TARGET]][%[[TO]]] : memref<8xf16, strided<[1]>>
// Bad: none was before, and what was finite is infinite. `was < is` for truth values.
// CHECK-NEXT:         %[[IS_NEW:.*]] = arith.cmpi eq, %[[BAD_OF_LANE]], %c-1_i64 : i64
// CHECK-NEXT:         %[[WAS_SIZE:.*]] = math.absf %[[NUMBER]] : f32
// CHECK-NEXT:         %[[WAS:.*]] = arith.cmpf oeq, %[[WAS_SIZE]], %[[INFINITY]] : f32
// CHECK-NEXT:         %[[WIDE:.*]] = arith.extf %[[CONVERTED]] : f16 to f32
// CHECK-NEXT:         %[[IS_SIZE:.*]] = math.absf %[[WIDE]] : f32
// CHECK-NEXT:         %[[IS:.*]] = arith.cmpf oeq, %[[IS_SIZE]], %[[INFINITY]] : f32
// CHECK-NEXT:         %[[BECAME:.*]] = arith.cmpi ult, %[[WAS]], %[[IS]] : i1
// CHECK-NEXT:         %[[HIT:.*]] = arith.andi %[[IS_NEW]], %[[BECAME]] : i1
// CHECK-NEXT:         %[[NUMBER_OF:.*]] = arith.index_cast %[[ELEMENT]] : index to i64
// CHECK-NEXT:         %[[FIRST_BAD:.*]] = arith.select %[[HIT]], %[[NUMBER_OF]], %[[BAD_OF_LANE]] : i64
// CHECK-NEXT:         scf.yield %[[FIRST_BAD]] : i64
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %[[OF_LANE]] : i64
// Zeros cannot overflow.
// CHECK:            scf.yield %[[BAD_OF_PANEL]] : i64
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %[[OF_COLUMN:[a-z0-9_]+]] : i64
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.yield %[[OF_PANEL]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: return %[[ALL]] : i64
// CHECK-NEXT: }
// bf16 has a larger range than f16 as well; it goes through f32, exactly.
// CHECK-LABEL: func.func @pack.0.bf16(
// CHECK-SAME:   %[[FRAME_SOURCE:[^:]*]]: memref<bf16> {tenon.buffer = "source", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<f16> {tenon.buffer = "packed", tenon.offset = 64 : i64}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-DAG:  %[[INFINITY:.*]] = arith.constant 0x7F800000 : f32
// CHECK:              %[[WIDE:.*]] = arith.extf %[[NUMBER:[a-z0-9_]+]] : bf16 to f32
// CHECK-NEXT:         %[[CONVERTED:.*]] = arith.truncf %[[WIDE]] : f32 to f16
// CHECK-NEXT:         memref.store %[[CONVERTED]], %[[TARGET:[a-z0-9_]+]][%[[TO:[a-z0-9_]+]]] : memref<8xf16, strided<[1]>>
// CHECK:              %[[WAS_SIZE:.*]] = math.absf %[[WIDE]] : f32
// CHECK-NEXT:         %[[WAS:.*]] = arith.cmpf oeq, %[[WAS_SIZE]], %[[INFINITY]] : f32
// CHECK-NEXT:         %[[WIDE_AGAIN:.*]] = arith.extf %[[CONVERTED]] : f16 to f32
// CHECK-NEXT:         %[[IS_SIZE:.*]] = math.absf %[[WIDE_AGAIN]] : f32
// CHECK-NEXT:         %[[IS:.*]] = arith.cmpf oeq, %[[IS_SIZE]], %[[INFINITY]] : f32
// CHECK-NEXT:         %[[BECAME:.*]] = arith.cmpi ult, %[[WAS]], %[[IS]] : i1
// CHECK-NEXT:         %[[HIT:.*]] = arith.andi %[[IS_NEW:[a-z0-9_]+]], %[[BECAME]] : i1
// CHECK-NEXT:         %[[NUMBER_OF:.*]] = arith.index_cast %[[ELEMENT:[a-z0-9_]+]] : index to i64
// f16 as it is: nothing to find.
// CHECK-LABEL: func.func @pack.0.f16(
// CHECK-SAME:   %[[FRAME_SOURCE:[^:]*]]: memref<f16> {tenon.buffer = "source", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<f16> {tenon.buffer = "packed", tenon.offset = 64 : i64}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK:              %[[NUMBER:.*]] = memref.load %[[SOURCE:[a-z0-9_]+]][%[[ELEMENT:[a-z0-9_]+]]] : memref<8xf16, strided<[1]>>
// CHECK-NEXT:         memref.store %[[NUMBER]], %[[TARGET:[a-z0-9_]+]][%[[TO:[a-z0-9_]+]]] : memref<8xf16, strided<[1]>>
// CHECK:      return %c-1_i64 : i64

// -----

// f32 to bf16: the same range of exponents, but numbers above the largest bf16 round up to infinity.
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

// CHECK-LABEL: func.func @pack.0.f32(
// CHECK-SAME:   %[[FRAME_SOURCE:[^:]*]]: memref<f32> {tenon.buffer = "source", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<bf16> {tenon.buffer = "packed", tenon.offset = 64 : i64}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-DAG:  %[[INFINITY:.*]] = arith.constant 0x7F800000 : f32
// CHECK:              %[[CONVERTED:.*]] = arith.truncf %[[NUMBER:[a-z0-9_]+]] : f32 to bf16
// CHECK-NEXT:         memref.store %[[CONVERTED]], %[[TARGET:[a-z0-9_]+]][%[[TO:[a-z0-9_]+]]] : memref<32xbf16, strided<[1]>>
// CHECK-NEXT:         %[[IS_NEW:.*]] = arith.cmpi eq, %[[BAD:[a-z0-9_]+]], %c-1_i64 : i64
// CHECK-NEXT:         %[[WAS_SIZE:.*]] = math.absf %[[NUMBER]] : f32
// CHECK-NEXT:         %[[WAS:.*]] = arith.cmpf oeq, %[[WAS_SIZE]], %[[INFINITY]] : f32
// CHECK-NEXT:         %[[WIDE:.*]] = arith.extf %[[CONVERTED]] : bf16 to f32
// CHECK-NEXT:         %[[IS_SIZE:.*]] = math.absf %[[WIDE]] : f32
// CHECK-NEXT:         %[[IS:.*]] = arith.cmpf oeq, %[[IS_SIZE]], %[[INFINITY]] : f32
// CHECK-NEXT:         %[[BECAME:.*]] = arith.cmpi ult, %[[WAS]], %[[IS]] : i1
// CHECK-NEXT:         %[[HIT:.*]] = arith.andi %[[IS_NEW]], %[[BECAME]] : i1
// CHECK-NEXT:         %[[NUMBER_OF:.*]] = arith.index_cast %[[ELEMENT:[a-z0-9_]+]] : index to i64
// CHECK-NEXT:         %[[FIRST_BAD:.*]] = arith.select %[[HIT]], %[[NUMBER_OF]], %[[BAD]] : i64
// From f16 neither: its largest number is 65504.
// CHECK-LABEL: func.func @pack.0.f16(
// CHECK-SAME:   %[[FRAME_SOURCE:[^:]*]]: memref<f16> {tenon.buffer = "source", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<bf16> {tenon.buffer = "packed", tenon.offset = 64 : i64}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK:              %[[WIDE:.*]] = arith.extf %[[NUMBER:[a-z0-9_]+]] : f16 to f32
// CHECK-NEXT:         %[[CONVERTED:.*]] = arith.truncf %[[WIDE]] : f32 to bf16
// CHECK-NEXT:         memref.store %[[CONVERTED]], %[[TARGET:[a-z0-9_]+]][%[[TO:[a-z0-9_]+]]] : memref<32xbf16, strided<[1]>>
// CHECK:      return %c-1_i64 : i64
