// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows | FileCheck %s
// Columns in another order: the row is whole in memory first, then each vector is a load where its columns are
// neighbours, else a gather. Which columns is a table of i32, in whole cache lines of 16.

// Halves change places: within each vector of 8 the columns are neighbours, and so a vector begins at what the table
// says for its first column. The operand is made, so a sweep stores it in scratch (16 floats) before the sweep that
// reads it, though it costs 1.
// CHECK: memref.global "private" constant @table : memref<16xi32> = dense<[8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7]> {alignment = 64 : i64}
// CHECK: finish @halves.finish {tile_rows = 8, scratch_bytes = 64}
// CHECK-LABEL: func.func @halves.finish(
// CHECK:      %[[KEPT:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [%{{.*}}]
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [16]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [16]
// CHECK:      %[[X0:.*]] = vector.load %[[X]]
// CHECK-NEXT: %[[N0:.*]] = arith.negf %[[X0]]
// CHECK-NEXT: vector.store %[[N0]], %[[KEPT]]
// CHECK:      %[[X1:.*]] = vector.load %[[X]]
// CHECK-NEXT: %[[N1:.*]] = arith.negf %[[X1]]
// CHECK-NEXT: vector.store %[[N1]], %[[KEPT]]
// CHECK-NEXT: %[[TABLE:.*]] = memref.get_global @table : memref<16xi32>
// CHECK-NEXT: %[[AT0:.*]] = arith.constant 0 : index
// CHECK:      %[[FIRST0:.*]] = memref.load %[[TABLE]][%[[AT0]]]
// CHECK-NEXT: %[[FROM0:.*]] = arith.index_cast %[[FIRST0]] : i32 to index
// CHECK-NEXT: %[[R0:.*]] = vector.load %[[KEPT]][%[[FROM0]]] {{.*}}, vector<8xf32>
// CHECK-NEXT: vector.store %[[R0]], %[[Y]][%[[AT0]]]
// CHECK-NEXT: %[[AT1:.*]] = arith.constant 8 : index
// CHECK:      %[[FIRST1:.*]] = memref.load %[[TABLE]][%[[AT1]]]
// CHECK-NEXT: %[[FROM1:.*]] = arith.index_cast %[[FIRST1]] : i32 to index
// CHECK-NEXT: %[[R1:.*]] = vector.load %[[KEPT]][%[[FROM1]]] {{.*}}, vector<8xf32>
// CHECK-NEXT: vector.store %[[R1]], %[[Y]][%[[AT1]]]
// CHECK-NEXT: }
func.func @halves(%A: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %out = tenon.kernel "halves"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x16xf32>) -> tensor<?x16xf32> {
  ^bb0(%a: tensor<?x16xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x16xf32> {
      %n = tenon.neg %a : tensor<?x16xf32>
      %c = tenon.columns %n from [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7] : tensor<?x16xf32>
      tenon.yield %c : tensor<?x16xf32>
    }
    tenon.yield %row : tensor<?x16xf32>
  }
  return %out : tensor<?x16xf32>
}

// -----

// The same table with sixteen lanes is no vector of neighbours (15 is followed by 0): one gather.
// CHECK-LABEL: func.func @wide.finish(
// CHECK:      %[[KEPT:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [%{{.*}}]
// CHECK:      vector.store %{{.*}}, %[[KEPT]]
// CHECK-NEXT: %[[TABLE:.*]] = memref.get_global @table
// CHECK-NEXT: %[[AT:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[START:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[FROM:.*]] = vector.load %[[TABLE]][%[[AT]]] {{.*}}, vector<16xi32>
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK-NEXT: %[[ALL:.*]] = vector.constant_mask [16]
// CHECK-NEXT: %[[R:.*]] = vector.gather %[[KEPT]][%[[START]]] [%[[FROM]]], %[[ALL]], %[[ZERO]]
// CHECK-NEXT: vector.store %[[R]]
func.func @wide(%A: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %out = tenon.kernel "wide"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 16, tile = 8>
  } : (tensor<?x16xf32>) -> tensor<?x16xf32> {
  ^bb0(%a: tensor<?x16xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x16xf32> {
      %n = tenon.neg %a : tensor<?x16xf32>
      %c = tenon.columns %n from [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7] : tensor<?x16xf32>
      tenon.yield %c : tensor<?x16xf32>
    }
    tenon.yield %row : tensor<?x16xf32>
  }
  return %out : tensor<?x16xf32>
}

// -----

// Neighbours in pairs: gathers. 12 columns of 16 are taken; the table is padded to 16 with 0, and the lanes of the
// tail that are no column are neither gathered nor stored.
// CHECK: dense<[1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 0, 0, 0, 0]> {alignment = 64 : i64}
// CHECK-LABEL: func.func @pairs.finish(
// CHECK:      %[[KEPT:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [%{{.*}}]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [12]
// CHECK:      %[[TABLE:.*]] = memref.get_global @table : memref<16xi32>
// CHECK-NEXT: %[[AT0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[START0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[FROM0:.*]] = vector.load %[[TABLE]][%[[AT0]]] {{.*}}, vector<8xi32>
// CHECK-NEXT: %[[Z0:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[M0:.*]] = vector.constant_mask [8]
// CHECK-NEXT: %[[R0:.*]] = vector.gather %[[KEPT]][%[[START0]]] [%[[FROM0]]], %[[M0]], %[[Z0]]
// CHECK-NEXT: vector.store %[[R0]], %[[Y]][%[[AT0]]]
// CHECK-NEXT: %[[AT1:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[START1:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[FROM1:.*]] = vector.load %[[TABLE]][%[[AT1]]] {{.*}}, vector<8xi32>
// CHECK-NEXT: %[[Z1:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[M1:.*]] = vector.constant_mask [4]
// CHECK-NEXT: %[[R1:.*]] = vector.gather %[[KEPT]][%[[START1]]] [%[[FROM1]]], %[[M1]], %[[Z1]]
// CHECK-NEXT: %[[S1:.*]] = vector.constant_mask [4]
// CHECK-NEXT: vector.maskedstore %[[Y]][%[[AT1]]], %[[S1]], %[[R1]]
func.func @pairs(%A: tensor<?x16xf32>) -> tensor<?x12xf32> {
  %out = tenon.kernel "pairs"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x16xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x16xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x12xf32> {
      %n = tenon.neg %a : tensor<?x16xf32>
      %c = tenon.columns %n from [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10] : tensor<?x16xf32>
      tenon.yield %c : tensor<?x12xf32>
    }
    tenon.yield %row : tensor<?x12xf32>
  }
  return %out : tensor<?x12xf32>
}

// -----

// What lies in memory is read where it lies: a row of the caller's without scratch, a parameter at its place.
// CHECK-LABEL: func.func @direct.finish(
// CHECK-NOT:  scratch
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8]
// CHECK:      %[[G:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [16]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8]
// CHECK:      vector.gather %[[X]]
// CHECK:      vector.gather %[[G]]
// CHECK:      return
func.func @direct(%A: tensor<?x8xf32>, %G: tensor<16xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "direct"(%A, %G) attributes {
    loads = [#tenon.place<x>, #tenon.place<packed>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>, tensor<16xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %g: tensor<16xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %b = tenon.columns %a from [7, 6, 5, 4, 3, 2, 1, 0] : tensor<?x8xf32>
      %h = tenon.columns %g from [14, 12, 10, 8, 6, 4, 2, 0] : tensor<16xf32>
      %r = tenon.mul %b, %h : tensor<?x8xf32>, tensor<8xf32>
      tenon.yield %r : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}

// -----

// Heads stay apart: the table counts within a head, and the head's start is added to it, in the loads of neighbours
// too. The operand is made and kept for all heads at once, without a loop over them: 32 * 4 = 128 bytes.
// CHECK: finish @by_head.finish {tile_rows = 8, scratch_bytes = 128}
// CHECK-LABEL: func.func @by_head.finish(
// CHECK:      %[[KEPT:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [%{{.*}}]
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [32]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [32]
// CHECK:      %[[WIDTH:.*]] = arith.constant 32 : index
// CHECK:      scf.for %{{.*}} = %{{.*}} to %[[WIDTH]]
// CHECK:      %[[TABLE:.*]] = memref.get_global @table
// CHECK:      %[[HEADS:.*]] = arith.constant 2 : index
// CHECK:      scf.for %[[HEAD:.*]] = %{{.*}} to %[[HEADS]]
// CHECK-NEXT:   %[[COLUMNS:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[HEAD]], %[[COLUMNS]] : index
// CHECK-NEXT:   %[[FIRST:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %{{.*}} = arith.constant 0 : index
// CHECK-NEXT:   %[[COLUMN:.*]] = memref.load %[[TABLE]][%[[FIRST]]]
// CHECK-NEXT:   %[[OF:.*]] = arith.index_cast %[[COLUMN]] : i32 to index
// CHECK-NEXT:   %[[FROM:.*]] = arith.addi %[[AT]], %[[OF]] : index
// CHECK-NEXT:   %[[R:.*]] = vector.load %[[KEPT]][%[[FROM]]]
// CHECK-NEXT:   vector.store %[[R]], %[[Y]][%[[AT]]]
// CHECK-NEXT:   %[[SECOND:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[AT1:.*]] = arith.addi %[[AT]], %[[SECOND]] : index
// CHECK-NEXT:   %{{.*}} = arith.constant 0 : index
// CHECK-NEXT:   %[[COLUMN1:.*]] = memref.load %[[TABLE]][%[[SECOND]]]
// CHECK-NEXT:   %[[OF1:.*]] = arith.index_cast %[[COLUMN1]] : i32 to index
// CHECK-NEXT:   %[[FROM1:.*]] = arith.addi %[[AT]], %[[OF1]] : index
// CHECK-NEXT:   %[[R1:.*]] = vector.load %[[KEPT]][%[[FROM1]]]
// CHECK-NEXT:   vector.store %[[R1]], %[[Y]][%[[AT1]]]
// CHECK-NEXT: }
func.func @by_head(%A: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %out = tenon.kernel "by_head"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x32xf32>) -> tensor<?x32xf32> {
  ^bb0(%a: tensor<?x32xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x32xf32> {
      %n = tenon.neg %a : tensor<?x32xf32>
      %h = tenon.split %n : tensor<?x32xf32> to tensor<?x2x16xf32>
      %c = tenon.columns %h from [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7] : tensor<?x2x16xf32>
      %m = tenon.merge %c : tensor<?x2x16xf32>
      tenon.yield %m : tensor<?x32xf32>
    }
    tenon.yield %row : tensor<?x32xf32>
  }
  return %out : tensor<?x32xf32>
}
