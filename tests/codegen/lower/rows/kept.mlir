// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows --canonicalize | FileCheck %s
// What a later sweep does with a value that an earlier one made: computes it again where that costs less than 8 (an
// operand that is loaded costs 1, sqrt and div 4, functions 20, the others 1), else reads it from scratch.

// add(sqrt(a), a) costs 1 + (4 + 1) + 1 = 7: computed twice, no scratch.
// CHECK-NOT: scratch
// CHECK-LABEL: func.func @seven.finish(
// CHECK-NOT:  "scratch"
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8]
// CHECK-NEXT: %[[A:.*]] = vector.load %[[X]][%c0]
// CHECK-NEXT: %[[Q:.*]] = math.sqrt %[[A]]
// CHECK-NEXT: %[[B:.*]] = arith.addf %[[Q]], %[[A]]
// CHECK-NEXT: arith.extf %[[B]]
// CHECK:      %[[S:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK-NEXT: %[[A1:.*]] = vector.load %[[X]][%c0]
// CHECK-NEXT: %[[Q1:.*]] = math.sqrt %[[A1]]
// CHECK-NEXT: %[[B1:.*]] = arith.addf %[[Q1]], %[[A1]]
// CHECK-NEXT: %[[SS:.*]] = vector.broadcast %[[S]] : f32 to vector<8xf32>
// CHECK-NEXT: %[[R:.*]] = arith.mulf %[[B1]], %[[SS]]
// CHECK-NEXT: vector.store %[[R]], %[[Y]][%c0]
func.func @seven(%A: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "seven"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %q = tenon.sqrt %a : tensor<?x8xf32>
      %b = tenon.add %q, %a : tensor<?x8xf32>, tensor<?x8xf32>
      %s = tenon.sum %b : tensor<?x8xf32>
      %r = tenon.mul %b, %s : tensor<?x8xf32>, tensor<?x1xf32>
      tenon.yield %r : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}

// -----

// |add(sqrt(a), a)| costs one more, 8: kept. Scratch is a multiple of 16 floats: 8 columns take 64 bytes. The second
// sweep reads x no more.
// CHECK: finish @eight.finish {tile_rows = 8, scratch_bytes = 64}
// CHECK-LABEL: func.func @eight.finish(
// CHECK-SAME:  %[[BASE:[a-z0-9_]+]]: memref<f32> {tenon.buffer = "scratch", tenon.offset = 0 : i64}
// CHECK:      %[[KEPT:.*]] = memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [16]
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8]
// CHECK-NEXT: %[[A:.*]] = vector.load %[[X]][%c0]
// CHECK-NEXT: %[[Q:.*]] = math.sqrt %[[A]]
// CHECK-NEXT: %[[B:.*]] = arith.addf %[[Q]], %[[A]]
// CHECK-NEXT: %[[M:.*]] = math.absf %[[B]]
// CHECK-NEXT: arith.addf %[[M]]
// CHECK-NEXT: vector.store %[[M]], %[[KEPT]][%c0]
// CHECK-NOT:  vector.load %[[X]]
// CHECK:      %[[S:.*]] = vector.extract %{{.*}}[0] : f32
// CHECK-NEXT: %[[M1:.*]] = vector.load %[[KEPT]][%c0]
// CHECK-NEXT: %[[SS:.*]] = vector.broadcast %[[S]] : f32 to vector<8xf32>
// CHECK-NEXT: %[[R:.*]] = arith.mulf %[[M1]], %[[SS]]
// CHECK-NEXT: vector.store %[[R]], %[[Y]][%c0]
func.func @eight(%A: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "eight"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %q = tenon.sqrt %a : tensor<?x8xf32>
      %b = tenon.add %q, %a : tensor<?x8xf32>, tensor<?x8xf32>
      %m = tenon.abs %b : tensor<?x8xf32>
      %s = tenon.sum %m : tensor<?x8xf32>
      %r = tenon.mul %m, %s : tensor<?x8xf32>, tensor<?x1xf32>
      tenon.yield %r : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}

// -----

// Only the dearest value that both need is kept, not what it is made of: one row of 77, rounded up to 80 floats = 320
// bytes. There is room for whole vectors, so the tail goes to scratch and comes back without a mask; only the sum sees
// five lanes of it, and only five are stored.
// CHECK: finish @dear.finish {tile_rows = 8, scratch_bytes = 320}
// CHECK-LABEL: func.func @dear.finish(
// CHECK:      %[[KEPT:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [80]
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [77]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [77]
// CHECK-NEXT: %{{.*}}:4 = scf.for %[[I:.*]] = %c0 to %c64 step %c32 iter_args(%[[A0:[a-z0-9_]+]] =
// CHECK-NEXT:   %[[V:.*]] = vector.load %[[X]][%[[I]]]
// CHECK-NEXT:   %[[E:.*]] = math.exp %[[V]]
// CHECK-NEXT:   %[[W:.*]] = arith.extf %[[E]]
// CHECK-NEXT:   arith.addf %[[A0]], %[[W]]
// CHECK-NEXT:   vector.store %[[E]], %[[KEPT]][%[[I]]]
// CHECK:        scf.yield
// CHECK-NEXT: }
// CHECK:      %[[MASK:.*]] = vector.constant_mask [5] : vector<8xi1>
// CHECK-NEXT: %[[V9:.*]] = vector.maskedload %[[X]][%c72], %[[MASK]]
// CHECK-NEXT: %[[E9:.*]] = math.exp %[[V9]]
// CHECK-NEXT: %[[FIVE:.*]] = vector.constant_mask [5] : vector<8xi1>
// CHECK-NEXT: %[[T9:.*]] = arith.select %[[FIVE]], %[[E9]], %{{.*}} : vector<8xi1>, vector<8xf32>
// CHECK:      vector.store %[[E9]], %[[KEPT]][%c72]
// CHECK-NOT:  math.exp
// CHECK:      %[[S:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK-NEXT: scf.for %[[J:.*]] = %c0 to %c64 step %c16 {
// CHECK-NEXT:   %[[K0:.*]] = vector.load %[[KEPT]][%[[J]]]
// CHECK:        vector.store
// CHECK:      }
// CHECK:      %[[K9:.*]] = vector.load %[[KEPT]][%c72]
// CHECK:      %[[R9:.*]] = arith.divf
// CHECK-NEXT: %[[STORED:.*]] = vector.constant_mask [5] : vector<8xi1>
// CHECK-NEXT: vector.maskedstore %[[Y]][%c72], %[[STORED]], %[[R9]]
func.func @dear(%A: tensor<?x77xf32>) -> tensor<?x77xf32> {
  %out = tenon.kernel "dear"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x77xf32>) -> tensor<?x77xf32> {
  ^bb0(%a: tensor<?x77xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x77xf32> {
      %e = tenon.exp %a : tensor<?x77xf32>
      %s = tenon.sum %e : tensor<?x77xf32>
      %r = tenon.div %e, %s : tensor<?x77xf32>, tensor<?x1xf32>
      tenon.yield %r : tensor<?x77xf32>
    }
    tenon.yield %row : tensor<?x77xf32>
  }
  return %out : tensor<?x77xf32>
}

// -----

// Two kept values lie one after the other, in the order in which the second sweep asks for them: exp(a) at 0, log(b)
// at 16, behind 9 columns rounded up to 16. 2 * 16 * 4 = 128 bytes. The tail of vectors at 8 is at 16 + 8 = 24 there.
// CHECK: finish @two.finish {tile_rows = 8, scratch_bytes = 128}
// CHECK-LABEL: func.func @two.finish(
// CHECK:      %[[KEPT:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [32]
// CHECK:      %[[E:.*]] = math.exp
// CHECK:      %[[F:.*]] = math.log
// CHECK:      vector.store %[[E]], %[[KEPT]][%c0]
// CHECK-NEXT: vector.store %[[F]], %[[KEPT]][%c16]
// CHECK:      %[[E1:.*]] = math.exp
// CHECK:      %[[F1:.*]] = math.log
// CHECK:      vector.store %[[E1]], %[[KEPT]][%c8]
// CHECK-NEXT: vector.store %[[F1]], %[[KEPT]][%c24]
// CHECK:      %[[S:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK-NEXT: %[[KE:.*]] = vector.load %[[KEPT]][%c0]
// CHECK-NEXT: %[[SS:.*]] = vector.broadcast %[[S]] : f32 to vector<8xf32>
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[KE]], %[[SS]]
// CHECK-NEXT: %[[KF:.*]] = vector.load %[[KEPT]][%c16]
// CHECK-NEXT: %[[R:.*]] = arith.mulf %[[T]], %[[KF]]
// CHECK-NEXT: vector.store %[[R]]
// CHECK-NEXT: %[[KE1:.*]] = vector.load %[[KEPT]][%c8]
// CHECK-NEXT: %[[SS1:.*]] = vector.broadcast %[[S]] : f32 to vector<8xf32>
// CHECK-NEXT: %[[T1:.*]] = arith.addf %[[KE1]], %[[SS1]]
// CHECK-NEXT: %[[KF1:.*]] = vector.load %[[KEPT]][%c24]
// CHECK-NEXT: %[[R1:.*]] = arith.mulf %[[T1]], %[[KF1]]
// CHECK:      vector.maskedstore
func.func @two(%A: tensor<?x9xf32>, %B: tensor<?x9xf32>) -> tensor<?x9xf32> {
  %out = tenon.kernel "two"(%A, %B) attributes {
    loads = [#tenon.place<x>, #tenon.place<workspace, row_bytes = 64>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x9xf32>, tensor<?x9xf32>) -> tensor<?x9xf32> {
  ^bb0(%a: tensor<?x9xf32>, %b: tensor<?x9xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x9xf32> {
      %e = tenon.exp %a : tensor<?x9xf32>
      %f = tenon.log %b : tensor<?x9xf32>
      %p = tenon.mul %e, %f : tensor<?x9xf32>, tensor<?x9xf32>
      %s = tenon.sum %p : tensor<?x9xf32>
      %t = tenon.add %e, %s : tensor<?x9xf32>, tensor<?x1xf32>
      %r = tenon.mul %t, %f : tensor<?x9xf32>, tensor<?x9xf32>
      tenon.yield %r : tensor<?x9xf32>
    }
    tenon.yield %row : tensor<?x9xf32>
  }
  return %out : tensor<?x9xf32>
}

