// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows --canonicalize --cse | FileCheck %s
// Heads are a second loop around the columns; vectors start afresh in each head, and so do its tails.

// Sums per head go to scratch, a number each: 4 heads, rounded up to 16 floats. 12 columns are a vector and a mask of
// 4; a head begins at 12 * its number. What a head needs once (its root) is computed once for its columns.
// CHECK: finish @norms.finish {tile_rows = 8, scratch_bytes = 64}
// CHECK-LABEL: func.func @norms.finish(
// CHECK:      %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK:      %[[SUMS:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [16]
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [48]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [48]
// CHECK-NEXT: scf.for %[[HEAD:.*]] = %c0 to %c4 step %c1 {
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[HEAD]], %c12 : index
// CHECK-NEXT:   %[[V0:.*]] = vector.load %[[X]][%[[AT]]]
// CHECK-NEXT:   %[[S0:.*]] = math.fma %[[V0]], %[[V0]], %[[ZERO]] : vector<8xf32>
// CHECK-NEXT:   %[[AT1:.*]] = arith.addi %[[AT]], %c8 : index
// CHECK-NEXT:   %[[MASK:.*]] = vector.constant_mask [4] : vector<8xi1>
// CHECK-NEXT:   %[[V1:.*]] = vector.maskedload %[[X]][%[[AT1]]], %[[MASK]], %[[ZERO]]
// CHECK-NEXT:   %[[T1:.*]] = arith.select %[[MASK]], %[[V1]], %[[ZERO]]
// CHECK-NEXT:   %[[S1:.*]] = math.fma %[[T1]], %[[T1]], %[[ZERO]] : vector<8xf32>
// CHECK-NEXT:   arith.addf %[[S0]], %[[S1]]
// CHECK:        %[[SUM:.*]] = vector.extract %{{.*}}[0] : f32
// CHECK-NEXT:   memref.store %[[SUM]], %[[SUMS]][%[[HEAD]]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[HEAD:.*]] = %c0 to %c4 step %c1 {
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[HEAD]], %c12 : index
// CHECK-NEXT:   %[[SUM:.*]] = memref.load %[[SUMS]][%[[HEAD]]]
// CHECK-NEXT:   %[[ROOT:.*]] = math.sqrt %[[SUM]] : f32
// CHECK-NEXT:   %[[V0:.*]] = vector.load %[[X]][%[[AT]]]
// CHECK-NEXT:   %[[ALL:.*]] = vector.broadcast %[[ROOT]] : f32 to vector<8xf32>
// CHECK-NEXT:   %[[R0:.*]] = arith.divf %[[V0]], %[[ALL]] : vector<8xf32>
// CHECK-NEXT:   vector.store %[[R0]], %[[Y]][%[[AT]]]
// CHECK-NEXT:   %[[AT1:.*]] = arith.addi %[[AT]], %c8 : index
// CHECK-NEXT:   %[[MASK:.*]] = vector.constant_mask [4] : vector<8xi1>
// CHECK-NEXT:   %[[V1:.*]] = vector.maskedload %[[X]][%[[AT1]]], %[[MASK]], %[[ZERO]]
// CHECK-NEXT:   %[[R1:.*]] = arith.divf %[[V1]], %[[ALL]] : vector<8xf32>
// CHECK-NEXT:   vector.maskedstore %[[Y]][%[[AT1]]], %[[MASK]], %[[R1]]
// CHECK-NEXT: }
func.func @norms(%A: tensor<?x48xf32>) -> tensor<?x48xf32> {
  %out = tenon.kernel "norms"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x48xf32>) -> tensor<?x48xf32> {
  ^bb0(%a: tensor<?x48xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x48xf32> {
      %h = tenon.split %a : tensor<?x48xf32> to tensor<?x4x12xf32>
      %q = tenon.power %h {exponent = 2 : i64} : tensor<?x4x12xf32>
      %s = tenon.sum %q : tensor<?x4x12xf32>
      %d = tenon.sqrt %s : tensor<?x4x1xf32>
      %n = tenon.div %h, %d : tensor<?x4x12xf32>, tensor<?x4x1xf32>
      %r = tenon.merge %n : tensor<?x4x12xf32>
      tenon.yield %r : tensor<?x48xf32>
    }
    tenon.yield %row : tensor<?x48xf32>
  }
  return %out : tensor<?x48xf32>
}

// -----

// Where an operand of [4, 12] is found: an element for each point (x, at the head's column), one for each column (g,
// at the column alone, padded: its tail has no mask), one for each head (p, a load in the loop over heads), one for
// the row (t, a load before it).
// CHECK-LABEL: func.func @roles.finish(
// CHECK:      %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [48]
// CHECK-NEXT: %[[G:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [12]
// CHECK-NEXT: %[[P:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [4]
// CHECK:      %[[T:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [1]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [48]
// CHECK-NEXT: %[[ROW:.*]] = memref.load %[[T]][%c0]
// CHECK-NEXT: scf.for %[[HEAD:.*]] = %c0 to %c4 step %c1 {
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[HEAD]], %c12 : index
// CHECK-NEXT:   %[[ONE:.*]] = memref.load %[[P]][%[[HEAD]]]
// CHECK-NEXT:   %[[V0:.*]] = vector.load %[[X]][%[[AT]]]
// CHECK-NEXT:   %[[G0:.*]] = vector.load %[[G]][%c0]
// CHECK-NEXT:   %[[U0:.*]] = arith.mulf %[[V0]], %[[G0]] : vector<8xf32>
// CHECK-NEXT:   %[[ONES:.*]] = vector.broadcast %[[ONE]] : f32 to vector<8xf32>
// CHECK-NEXT:   %[[W0:.*]] = arith.addf %[[U0]], %[[ONES]] : vector<8xf32>
// CHECK-NEXT:   %[[ROWS:.*]] = vector.broadcast %[[ROW]] : f32 to vector<8xf32>
// CHECK-NEXT:   %[[R0:.*]] = arith.subf %[[W0]], %[[ROWS]] : vector<8xf32>
// CHECK-NEXT:   vector.store %[[R0]], %[[Y]][%[[AT]]]
// CHECK-NEXT:   %[[AT1:.*]] = arith.addi %[[AT]], %c8 : index
// CHECK-NEXT:   %[[MASK:.*]] = vector.constant_mask [4] : vector<8xi1>
// CHECK-NEXT:   %[[V1:.*]] = vector.maskedload %[[X]][%[[AT1]]], %[[MASK]], %[[ZERO]]
// CHECK-NEXT:   %[[G1:.*]] = vector.load %[[G]][%c8]
// CHECK-NEXT:   %[[U1:.*]] = arith.mulf %[[V1]], %[[G1]] : vector<8xf32>
// CHECK-NEXT:   %[[W1:.*]] = arith.addf %[[U1]], %[[ONES]] : vector<8xf32>
// CHECK-NEXT:   %[[R1:.*]] = arith.subf %[[W1]], %[[ROWS]] : vector<8xf32>
// CHECK-NEXT:   vector.maskedstore %[[Y]][%[[AT1]]], %[[MASK]], %[[R1]]
// CHECK-NEXT: }
func.func @roles(%A: tensor<?x48xf32>, %G: tensor<12xf32>, %P: tensor<4x1xf32>, %T: tensor<?x1xf32>) -> tensor<?x48xf32> {
  %out = tenon.kernel "roles"(%A, %G, %P, %T) attributes {
    loads = [#tenon.place<x>, #tenon.place<packed>, #tenon.place<packed, offset = 64>, #tenon.place<workspace, row_bytes = 64>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x48xf32>, tensor<12xf32>, tensor<4x1xf32>, tensor<?x1xf32>) -> tensor<?x48xf32> {
  ^bb0(%a: tensor<?x48xf32>, %g: tensor<12xf32>, %p: tensor<4x1xf32>, %t: tensor<?x1xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x48xf32> {
      %h = tenon.split %a : tensor<?x48xf32> to tensor<?x4x12xf32>
      %u = tenon.mul %h, %g : tensor<?x4x12xf32>, tensor<12xf32>
      %v = tenon.add %u, %p : tensor<?x4x12xf32>, tensor<4x1xf32>
      %w = tenon.sub %v, %t : tensor<?x4x12xf32>, tensor<?x1xf32>
      %r = tenon.merge %w : tensor<?x4x12xf32>
      tenon.yield %r : tensor<?x48xf32>
    }
    tenon.yield %row : tensor<?x48xf32>
  }
  return %out : tensor<?x48xf32>
}

// -----

// A sum over the whole row whose terms differ from head to head goes on from head to head: the accumulators are
// carried by the outer loop, vector i of each head on number i mod 4, and combined behind it. (Numbers 2 and 3 of two
// vectors stay 0.)
// CHECK-LABEL: func.func @whole.finish(
// CHECK-NOT:  scratch
// CHECK:      %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf64>
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [32]
// CHECK-NEXT: %[[G:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [16]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [1]
// CHECK-NEXT: %[[S:.*]]:2 = scf.for %[[HEAD:.*]] = %c0 to %c2 step %c1 iter_args(%[[A0:.*]] = %[[ZERO]], %[[A1:.*]] = %[[ZERO]])
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[HEAD]], %c16 : index
// CHECK-NEXT:   %[[X0:.*]] = vector.load %[[X]][%[[AT]]]
// CHECK-NEXT:   %[[G0:.*]] = vector.load %[[G]][%c0]
// CHECK-NEXT:   %[[U0:.*]] = arith.mulf %[[X0]], %[[G0]] : vector<8xf32>
// CHECK-NEXT:   %[[W0:.*]] = arith.extf %[[U0]]
// CHECK-NEXT:   %[[B0:.*]] = arith.addf %[[A0]], %[[W0]]
// CHECK-NEXT:   %[[AT1:.*]] = arith.addi %[[AT]], %c8 : index
// CHECK-NEXT:   %[[X1:.*]] = vector.load %[[X]][%[[AT1]]]
// CHECK-NEXT:   %[[G1:.*]] = vector.load %[[G]][%c8]
// CHECK-NEXT:   %[[U1:.*]] = arith.mulf %[[X1]], %[[G1]] : vector<8xf32>
// CHECK-NEXT:   %[[W1:.*]] = arith.extf %[[U1]]
// CHECK-NEXT:   %[[B1:.*]] = arith.addf %[[A1]], %[[W1]]
// CHECK-NEXT:   scf.yield %[[B0]], %[[B1]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[S01:.*]] = arith.addf %[[S]]#0, %[[S]]#1
// CHECK-NEXT: arith.addf %[[S01]], %[[ZERO]]
// CHECK:      %[[R:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK-NEXT: memref.store %[[R]], %[[Y]][%c0]
func.func @whole(%A: tensor<?x32xf32>, %G: tensor<16xf32>) -> tensor<?x1xf32> {
  %out = tenon.kernel "whole"(%A, %G) attributes {
    loads = [#tenon.place<x>, #tenon.place<packed>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x32xf32>, tensor<16xf32>) -> tensor<?x1xf32> {
  ^bb0(%a: tensor<?x32xf32>, %g: tensor<16xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x1xf32> {
      %h = tenon.split %a : tensor<?x32xf32> to tensor<?x2x16xf32>
      %u = tenon.mul %h, %g : tensor<?x2x16xf32>, tensor<16xf32>
      %m = tenon.merge %u : tensor<?x2x16xf32>
      %s = tenon.sum %m : tensor<?x32xf32>
      tenon.yield %s : tensor<?x1xf32>
    }
    tenon.yield %row : tensor<?x1xf32>
  }
  return %out : tensor<?x1xf32>
}

