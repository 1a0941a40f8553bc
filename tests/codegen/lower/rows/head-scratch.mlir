// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows --canonicalize --cse | FileCheck %s
// Values of rows of heads in scratch.

// Two neighbours want different heads, [2, 16] and [4, 8]: the value between them goes through scratch, all 32 of it,
// though it costs next to nothing.
// CHECK: finish @other.finish {tile_rows = 8, scratch_bytes = 128}
// CHECK-LABEL: func.func @other.finish(
// CHECK:      %[[KEPT:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [32]
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [32]
// CHECK-NEXT: %[[G:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [16]
// CHECK-NEXT: %[[F:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [8]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [32]
// CHECK-NEXT: scf.for %[[HEAD:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[HEAD]], %c16 : index
// CHECK-NEXT:   %[[X0:.*]] = vector.load %[[X]][%[[AT]]]
// CHECK-NEXT:   %[[G0:.*]] = vector.load %[[G]][%c0]
// CHECK-NEXT:   %[[U0:.*]] = arith.mulf %[[X0]], %[[G0]]
// CHECK-NEXT:   vector.store %[[U0]], %[[KEPT]][%[[AT]]]
// CHECK-NEXT:   %[[AT1:.*]] = arith.addi %[[AT]], %c8 : index
// CHECK-NEXT:   %[[X1:.*]] = vector.load %[[X]][%[[AT1]]]
// CHECK-NEXT:   %[[G1:.*]] = vector.load %[[G]][%c8]
// CHECK-NEXT:   %[[U1:.*]] = arith.mulf %[[X1]], %[[G1]]
// CHECK-NEXT:   vector.store %[[U1]], %[[KEPT]][%[[AT1]]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[HEAD:.*]] = %c0 to %c4 step %c1 {
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[HEAD]], %c8 : index
// CHECK-NEXT:   %[[U:.*]] = vector.load %[[KEPT]][%[[AT]]]
// CHECK-NEXT:   %[[F0:.*]] = vector.load %[[F]][%c0]
// CHECK-NEXT:   %[[R:.*]] = arith.mulf %[[U]], %[[F0]]
// CHECK-NEXT:   vector.store %[[R]], %[[Y]][%[[AT]]]
// CHECK-NEXT: }
func.func @other(%A: tensor<?x32xf32>, %G: tensor<16xf32>, %F: tensor<8xf32>) -> tensor<?x32xf32> {
  %out = tenon.kernel "other"(%A, %G, %F) attributes {
    loads = [#tenon.place<x>, #tenon.place<packed>, #tenon.place<packed, offset = 64>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x32xf32>, tensor<16xf32>, tensor<8xf32>) -> tensor<?x32xf32> {
  ^bb0(%a: tensor<?x32xf32>, %g: tensor<16xf32>, %f: tensor<8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x32xf32> {
      %h = tenon.split %a : tensor<?x32xf32> to tensor<?x2x16xf32>
      %u = tenon.mul %h, %g : tensor<?x2x16xf32>, tensor<16xf32>
      %m = tenon.merge %u : tensor<?x2x16xf32>
      %k = tenon.split %m : tensor<?x32xf32> to tensor<?x4x8xf32>
      %v = tenon.mul %k, %f : tensor<?x4x8xf32>, tensor<8xf32>
      %r = tenon.merge %v : tensor<?x4x8xf32>
      tenon.yield %r : tensor<?x32xf32>
    }
    tenon.yield %row : tensor<?x32xf32>
  }
  return %out : tensor<?x32xf32>
}

// -----

// Scratch holds the two sums first (16 floats), then 2 * 12 = 24 kept functions, rounded up to 32, from float 16 on:
// 48 * 4 = 192 bytes. A head's end is not the buffer's: its tail is masked in scratch too, both ways. The tail in the
// output is that of a 16-bit row: 4 elements in one piece.
// CHECK: finish @tail.finish {tile_rows = 8, scratch_bytes = 192}
// CHECK-LABEL: func.func @tail.finish(
// CHECK:      %[[KEPT:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [48]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [24]{{.*}} to memref<24xf16
// CHECK-NEXT: scf.for %[[HEAD:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[HEAD]], %c12 : index
// CHECK:        %[[E0:.*]] = math.exp
// CHECK:        %[[K0:.*]] = arith.addi %[[AT]], %c16 : index
// CHECK-NEXT:   vector.store %[[E0]], %[[KEPT]][%[[K0]]]
// CHECK:        %[[E1:.*]] = math.exp
// CHECK:        %[[K1:.*]] = arith.addi %[[AT]], %c24 : index
// CHECK-NEXT:   vector.maskedstore %[[KEPT]][%[[K1]]], %{{.*}}, %[[E1]]
// CHECK:        %[[SUM:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK-NEXT:   memref.store %[[SUM]], %[[KEPT]][%[[HEAD]]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[HEAD:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[HEAD]], %c12 : index
// CHECK-NEXT:   %[[SUM:.*]] = memref.load %[[KEPT]][%[[HEAD]]]
// CHECK-NEXT:   %[[K0:.*]] = arith.addi %[[AT]], %c16 : index
// CHECK-NEXT:   %[[E0:.*]] = vector.load %[[KEPT]][%[[K0]]]
// CHECK-NEXT:   %[[ALL:.*]] = vector.broadcast %[[SUM]]
// CHECK-NEXT:   %[[D0:.*]] = arith.divf %[[E0]], %[[ALL]]
// CHECK-NEXT:   %[[R0:.*]] = arith.truncf %[[D0]] : vector<8xf32> to vector<8xf16>
// CHECK-NEXT:   vector.store %[[R0]], %[[Y]][%[[AT]]]
// CHECK-NEXT:   %[[AT1:.*]] = arith.addi %[[AT]], %c8 : index
// CHECK-NEXT:   %[[K1:.*]] = arith.addi %[[AT]], %c24 : index
// CHECK-NEXT:   %[[MASK:.*]] = vector.constant_mask [4] : vector<8xi1>
// CHECK-NEXT:   %[[E1:.*]] = vector.maskedload %[[KEPT]][%[[K1]]], %[[MASK]]
// CHECK-NEXT:   %[[D1:.*]] = arith.divf %[[E1]], %[[ALL]]
// CHECK-NEXT:   %[[R1:.*]] = arith.truncf %[[D1]] : vector<8xf32> to vector<8xf16>
// CHECK-NEXT:   %[[BITS:.*]] = vector.bitcast %[[R1]] : vector<8xf16> to vector<8xi16>
// CHECK-NEXT:   %[[PART:.*]] = vector.extract_strided_slice %[[BITS]] {offsets = [0], sizes = [4], strides = [1]}
// CHECK-NEXT:   %[[PIECE:.*]] = vector.bitcast %[[PART]] : vector<4xi16> to vector<4xf16>
// CHECK-NEXT:   vector.store %[[PIECE]], %[[Y]][%[[AT1]]]
// CHECK-NEXT: }
func.func @tail(%A: tensor<?x24xf32>) -> tensor<?x24xf16> {
  %out = tenon.kernel "tail"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x24xf32>) -> tensor<?x24xf16> {
  ^bb0(%a: tensor<?x24xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x24xf16> {
      %h = tenon.split %a : tensor<?x24xf32> to tensor<?x2x12xf32>
      %e = tenon.exp %h : tensor<?x2x12xf32>
      %s = tenon.sum %e : tensor<?x2x12xf32>
      %d = tenon.div %e, %s : tensor<?x2x12xf32>, tensor<?x2x1xf32>
      %m = tenon.merge %d : tensor<?x2x12xf32>
      %b = tenon.cast %m : tensor<?x24xf32> to tensor<?x24xf16>
      tenon.yield %b : tensor<?x24xf16>
    }
    tenon.yield %row : tensor<?x24xf16>
  }
  return %out : tensor<?x24xf16>
}
