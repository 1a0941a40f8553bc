// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows | FileCheck %s
// Rows of 16-bit types: bf16 goes through integers, f16 through extf and truncf (F16C); arithmetic is f32. There are
// no masked instructions for 16 bits before AVX-512, so the end of a row goes in pieces of powers of two.

// 15 columns are a vector and 7 = 4 + 2 + 1 more, at columns 8, 12 and 14. Lanes without a column are 0. Between loads
// and stores the pieces are integers. bf16 to f32 is a shift by 16.
// CHECK-LABEL: func.func @widen.finish(
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [15]{{.*}} to memref<15xbf16,
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [15]{{.*}} to memref<15xf32,
// CHECK:      %[[V:.*]] = vector.load %[[X]][%[[AT0:[a-z0-9_]+]]] {{.*}}, vector<8xbf16>
// CHECK-NEXT: %[[HALF:.*]] = arith.bitcast %[[V]] : vector<8xbf16> to vector<8xi16>
// CHECK-NEXT: %[[INT:.*]] = arith.extui %[[HALF]] : vector<8xi16> to vector<8xi32>
// CHECK-NEXT: %[[BY:.*]] = arith.constant dense<16> : vector<8xi32>
// CHECK-NEXT: %[[HIGH:.*]] = arith.shli %[[INT]], %[[BY]] : vector<8xi32>
// CHECK-NEXT: %[[F:.*]] = arith.bitcast %[[HIGH]] : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: %[[R:.*]] = arith.negf %[[F]] : vector<8xf32>
// CHECK-NEXT: vector.store %[[R]], %[[Y]][%[[AT0]]]
// CHECK-NEXT: %[[AT8:.*]] = arith.constant 8 : index
// CHECK:      %[[ZERO:.*]] = arith.constant dense<0> : vector<8xi16>
// CHECK-NEXT: %[[V4:.*]] = vector.load %[[X]][%[[AT8]]] {{.*}}, vector<4xbf16>
// CHECK-NEXT: %[[B4:.*]] = vector.bitcast %[[V4]] : vector<4xbf16> to vector<4xi16>
// CHECK-NEXT: %[[S4:.*]] = vector.insert_strided_slice %[[B4]], %[[ZERO]] {offsets = [0], strides = [1]}
// CHECK:      %[[AT12:.*]] = arith.constant 12 : index
// CHECK-NEXT: %[[V2:.*]] = vector.load %[[X]][%[[AT12]]] {{.*}}, vector<2xbf16>
// CHECK-NEXT: %[[B2:.*]] = vector.bitcast %[[V2]] : vector<2xbf16> to vector<2xi16>
// CHECK-NEXT: %[[S2:.*]] = vector.insert_strided_slice %[[B2]], %[[S4]] {offsets = [4], strides = [1]}
// CHECK:      %[[AT14:.*]] = arith.constant 14 : index
// CHECK-NEXT: %[[V1:.*]] = vector.load %[[X]][%[[AT14]]] {{.*}}, vector<1xbf16>
// CHECK-NEXT: %[[B1:.*]] = vector.bitcast %[[V1]] : vector<1xbf16> to vector<1xi16>
// CHECK-NEXT: %[[S1:.*]] = vector.insert_strided_slice %[[B1]], %[[S2]] {offsets = [6], strides = [1]}
// CHECK-NEXT: %[[TAIL:.*]] = vector.bitcast %[[S1]] : vector<8xi16> to vector<8xbf16>
// CHECK-NEXT: %[[THALF:.*]] = arith.bitcast %[[TAIL]] : vector<8xbf16> to vector<8xi16>
// CHECK-NEXT: %[[TINT:.*]] = arith.extui %[[THALF]] : vector<8xi16> to vector<8xi32>
// CHECK:      %[[TF:.*]] = arith.bitcast %{{.*}} : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: %[[TR:.*]] = arith.negf %[[TF]]
// CHECK-NEXT: %[[MASK:.*]] = vector.constant_mask [7]
// CHECK-NEXT: vector.maskedstore %[[Y]][%[[AT8]]], %[[MASK]], %[[TR]]
func.func @widen(%A: tensor<?x15xbf16>) -> tensor<?x15xf32> {
  %out = tenon.kernel "widen"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x15xbf16>) -> tensor<?x15xf32> {
  ^bb0(%a: tensor<?x15xbf16>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x15xf32> {
      %w = tenon.cast %a : tensor<?x15xbf16> to tensor<?x15xf32>
      %n = tenon.neg %w : tensor<?x15xf32>
      tenon.yield %n : tensor<?x15xf32>
    }
    tenon.yield %row : tensor<?x15xf32>
  }
  return %out : tensor<?x15xf32>
}

// -----

// f32 to bf16, to nearest and ties to even: add 0x7fff and the lowest bit that stays, then take the high half. For a
// NaN, which that could carry to zero, the quiet bit 0x00400000 is set instead. The cast is the store's: rounded once.
// CHECK-LABEL: func.func @narrow.finish(
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [15]{{.*}} to memref<15xbf16,
// CHECK:      %[[R:.*]] = arith.negf
// CHECK-NEXT: %[[BITS:.*]] = arith.bitcast %[[R]] : vector<8xf32> to vector<8xi32>
// CHECK-NEXT: %[[BY:.*]] = arith.constant dense<16> : vector<8xi32>
// CHECK-NEXT: %[[LOW:.*]] = arith.shrui %[[BITS]], %[[BY]]
// CHECK-NEXT: %[[ONE:.*]] = arith.constant dense<1> : vector<8xi32>
// CHECK-NEXT: %[[ODD:.*]] = arith.andi %[[LOW]], %[[ONE]]
// CHECK-NEXT: %[[LESS:.*]] = arith.constant dense<32767> : vector<8xi32>
// CHECK-NEXT: %[[ADD:.*]] = arith.addi %[[ODD]], %[[LESS]]
// CHECK-NEXT: %[[UP:.*]] = arith.addi %[[BITS]], %[[ADD]]
// CHECK-NEXT: %[[QBIT:.*]] = arith.constant dense<4194304> : vector<8xi32>
// CHECK-NEXT: %[[QUIET:.*]] = arith.ori %[[BITS]], %[[QBIT]]
// CHECK-NEXT: %[[NAN:.*]] = arith.cmpf uno, %[[R]], %[[R]]
// CHECK-NEXT: %[[PICK:.*]] = arith.select %[[NAN]], %[[QUIET]], %[[UP]]
// CHECK-NEXT: %[[BY2:.*]] = arith.constant dense<16> : vector<8xi32>
// CHECK-NEXT: %[[HIGH:.*]] = arith.shrui %[[PICK]], %[[BY2]]
// CHECK-NEXT: %[[HALF:.*]] = arith.trunci %[[HIGH]] : vector<8xi32> to vector<8xi16>
// CHECK-NEXT: %[[OUT:.*]] = arith.bitcast %[[HALF]] : vector<8xi16> to vector<8xbf16>
// CHECK-NEXT: vector.store %[[OUT]], %[[Y]]
// CHECK-NEXT: %[[AT8:.*]] = arith.constant 8 : index
// CHECK:      vector.constant_mask [7]
// CHECK-NEXT: vector.maskedload
// CHECK:      %[[TOUT:.*]] = arith.bitcast %{{.*}} : vector<8xi16> to vector<8xbf16>
// CHECK-NEXT: %[[TBITS:.*]] = vector.bitcast %[[TOUT]] : vector<8xbf16> to vector<8xi16>
// CHECK-NEXT: %[[P4:.*]] = vector.extract_strided_slice %[[TBITS]] {offsets = [0], sizes = [4], strides = [1]}
// CHECK-NEXT: %[[O4:.*]] = vector.bitcast %[[P4]] : vector<4xi16> to vector<4xbf16>
// CHECK-NEXT: vector.store %[[O4]], %[[Y]][%[[AT8]]]
// CHECK-NEXT: %[[P2:.*]] = vector.extract_strided_slice %[[TBITS]] {offsets = [4], sizes = [2], strides = [1]}
// CHECK-NEXT: %[[O2:.*]] = vector.bitcast %[[P2]] : vector<2xi16> to vector<2xbf16>
// CHECK:      %[[AT12:.*]] = arith.constant 12 : index
// CHECK-NEXT: vector.store %[[O2]], %[[Y]][%[[AT12]]]
// CHECK-NEXT: %[[P1:.*]] = vector.extract_strided_slice %[[TBITS]] {offsets = [6], sizes = [1], strides = [1]}
// CHECK-NEXT: %[[O1:.*]] = vector.bitcast %[[P1]] : vector<1xi16> to vector<1xbf16>
// CHECK:      %[[AT14:.*]] = arith.constant 14 : index
// CHECK-NEXT: vector.store %[[O1]], %[[Y]][%[[AT14]]]
// CHECK-NEXT: }
func.func @narrow(%A: tensor<?x15xf32>) -> tensor<?x15xbf16> {
  %out = tenon.kernel "narrow"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x15xf32>) -> tensor<?x15xbf16> {
  ^bb0(%a: tensor<?x15xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x15xbf16> {
      %n = tenon.neg %a : tensor<?x15xf32>
      %r = tenon.cast %n : tensor<?x15xf32> to tensor<?x15xbf16>
      tenon.yield %r : tensor<?x15xbf16>
    }
    tenon.yield %row : tensor<?x15xbf16>
  }
  return %out : tensor<?x15xbf16>
}

// -----

// f16: one instruction each way, no bits to move. 11 = 8 + 2 + 1 columns.
// CHECK-LABEL: func.func @f16.finish(
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [11]{{.*}} to memref<11xf16,
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [11]{{.*}} to memref<11xf16,
// CHECK:      %[[V:.*]] = vector.load %[[X]][%{{.*}}] {{.*}}, vector<8xf16>
// CHECK-NEXT: %[[F:.*]] = arith.extf %[[V]] : vector<8xf16> to vector<8xf32>
// CHECK-NEXT: %[[R:.*]] = arith.negf %[[F]]
// CHECK-NEXT: %[[H:.*]] = arith.truncf %[[R]] : vector<8xf32> to vector<8xf16>
// CHECK-NEXT: vector.store %[[H]], %[[Y]]
// CHECK:      vector.load %[[X]][%{{.*}}] {{.*}}, vector<2xf16>
// CHECK:      vector.load %[[X]][%{{.*}}] {{.*}}, vector<1xf16>
// CHECK-NOT:  vector.load
// CHECK:      vector.store %{{.*}}, %[[Y]][%{{.*}}] {{.*}}, vector<2xf16>
// CHECK:      vector.store %{{.*}}, %[[Y]][%{{.*}}] {{.*}}, vector<1xf16>
// CHECK-NOT:  vector.store
// CHECK:      return
func.func @f16(%A: tensor<?x11xf16>) -> tensor<?x11xf16> {
  %out = tenon.kernel "f16"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x11xf16>) -> tensor<?x11xf16> {
  ^bb0(%a: tensor<?x11xf16>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x11xf16> {
      %w = tenon.cast %a : tensor<?x11xf16> to tensor<?x11xf32>
      %n = tenon.neg %w : tensor<?x11xf32>
      %r = tenon.cast %n : tensor<?x11xf32> to tensor<?x11xf16>
      tenon.yield %r : tensor<?x11xf16>
    }
    tenon.yield %row : tensor<?x11xf16>
  }
  return %out : tensor<?x11xf16>
}

