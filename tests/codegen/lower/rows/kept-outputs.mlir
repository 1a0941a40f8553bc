// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows --canonicalize | FileCheck %s
// Where kept values need no scratch: in an f32 output that holds them; and which sweeps and values there are at all.

// A kept value that the same sweep stores as f32 is read from there; nothing is stored in scratch.
// CHECK-LABEL: func.func @stored.finish(
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8]
// CHECK:      %[[OUT:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8]
// CHECK-NEXT: %[[A:.*]] = vector.load %[[X]][%c0]
// CHECK-NEXT: %[[E:.*]] = math.exp %[[A]]
// CHECK-NEXT: %[[W:.*]] = arith.extf %[[E]]
// CHECK-NEXT: arith.addf %[[W]]
// CHECK-NEXT: vector.store %[[E]], %[[OUT]][%c0]
// CHECK-NOT:  vector.store
// CHECK:      %[[S:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK-NEXT: %[[E1:.*]] = vector.load %[[OUT]][%c0]
// CHECK-NEXT: %[[SS:.*]] = vector.broadcast %[[S]] : f32 to vector<8xf32>
// CHECK-NEXT: %[[R:.*]] = arith.divf %[[E1]], %[[SS]]
// CHECK-NEXT: vector.store %[[R]], %[[Y]][%c0]
func.func @stored(%A: tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
  %out:2 = tenon.kernel "stored"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
  ^bb0(%a: tensor<?x8xf32>):
    %row:2 = tenon.slot rows attributes {stores = [[#tenon.place<workspace, row_bytes = 64>], [#tenon.place<y>]]} -> tensor<?x8xf32>, tensor<?x8xf32> {
      %e = tenon.exp %a : tensor<?x8xf32>
      %s = tenon.sum %e : tensor<?x8xf32>
      %r = tenon.div %e, %s : tensor<?x8xf32>, tensor<?x1xf32>
      tenon.yield %e, %r : tensor<?x8xf32>, tensor<?x8xf32>
    }
    tenon.yield %row#0, %row#1 : tensor<?x8xf32>, tensor<?x8xf32>
  }
  return %out#0, %out#1 : tensor<?x8xf32>, tensor<?x8xf32>
}

// -----

// The caller's rows have no room for whole vectors: what is read back from there is masked as what is stored.
// CHECK-LABEL: func.func @caller.finish(
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [9]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [9]
// CHECK:      vector.store %{{.*}}, %[[Y]][%c0]
// CHECK:      vector.maskedstore %[[Y]][%c8]
// CHECK:      %[[S:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK-NEXT: %[[E0:.*]] = vector.load %[[Y]][%c0]
// CHECK:      %[[TAIL:.*]] = vector.constant_mask [1] : vector<8xi1>
// CHECK-NEXT: %[[E1:.*]] = vector.maskedload %[[Y]][%c8], %[[TAIL]]
// CHECK-NEXT: %[[SS:.*]] = vector.broadcast %[[S]] : f32 to vector<8xf32>
// CHECK-NEXT: %[[R:.*]] = arith.divf %[[E1]], %[[SS]]
func.func @caller(%A: tensor<?x9xf32>) -> (tensor<?x9xf32>, tensor<?x9xf32>) {
  %out:2 = tenon.kernel "caller"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x9xf32>) -> (tensor<?x9xf32>, tensor<?x9xf32>) {
  ^bb0(%a: tensor<?x9xf32>):
    %row:2 = tenon.slot rows attributes {stores = [[#tenon.place<y>], [#tenon.place<workspace, row_bytes = 64>]]} -> tensor<?x9xf32>, tensor<?x9xf32> {
      %e = tenon.exp %a : tensor<?x9xf32>
      %s = tenon.sum %e : tensor<?x9xf32>
      %r = tenon.div %e, %s : tensor<?x9xf32>, tensor<?x1xf32>
      tenon.yield %e, %r : tensor<?x9xf32>, tensor<?x9xf32>
    }
    tenon.yield %row#0, %row#1 : tensor<?x9xf32>, tensor<?x9xf32>
  }
  return %out#0, %out#1 : tensor<?x9xf32>, tensor<?x9xf32>
}
// -----

// What is stored rounded is another value: exp(a) is kept in scratch beside it.
// CHECK: finish @rounded.finish {tile_rows = 8, scratch_bytes = 64}
// CHECK-LABEL: func.func @rounded.finish(
// CHECK:      %[[KEPT:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [16]
// CHECK:      %[[E:.*]] = math.exp
// CHECK:      vector.store %[[E]], %[[KEPT]][%c0]
// CHECK-NEXT: %[[H:.*]] = arith.truncf %[[E]] : vector<8xf32> to vector<8xf16>
// CHECK-NEXT: vector.store %[[H]]
// CHECK:      %[[S:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK-NEXT: %[[E1:.*]] = vector.load %[[KEPT]][%c0]
// CHECK-NEXT: %[[SS:.*]] = vector.broadcast %[[S]] : f32 to vector<8xf32>
// CHECK-NEXT: arith.divf %[[E1]], %[[SS]]
func.func @rounded(%A: tensor<?x8xf32>) -> (tensor<?x8xf16>, tensor<?x8xf32>) {
  %out:2 = tenon.kernel "rounded"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>) -> (tensor<?x8xf16>, tensor<?x8xf32>) {
  ^bb0(%a: tensor<?x8xf32>):
    %row:2 = tenon.slot rows attributes {stores = [[#tenon.place<workspace, row_bytes = 64>], [#tenon.place<y>]]} -> tensor<?x8xf16>, tensor<?x8xf32> {
      %e = tenon.exp %a : tensor<?x8xf32>
      %c = tenon.cast %e : tensor<?x8xf32> to tensor<?x8xf16>
      %s = tenon.sum %e : tensor<?x8xf32>
      %r = tenon.div %e, %s : tensor<?x8xf32>, tensor<?x1xf32>
      tenon.yield %c, %r : tensor<?x8xf16>, tensor<?x8xf32>
    }
    tenon.yield %row#0, %row#1 : tensor<?x8xf16>, tensor<?x8xf32>
  }
  return %out#0, %out#1 : tensor<?x8xf16>, tensor<?x8xf32>
}

// -----

// A norm is three sweeps, for its formula has two means on top of each other. The difference costs 2 and is computed
// again; what is the same for all columns (sqrt of the second mean) is computed once, before the sweep that needs it.
// CHECK-LABEL: func.func @norm.finish(
// CHECK-NOT:  "scratch"
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8]
// CHECK-NEXT: %[[V0:.*]] = vector.load %[[X]][%c0]
// CHECK-NEXT: arith.extf %[[V0]]
// CHECK:      %[[M:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK-NEXT: %[[V1:.*]] = vector.load %[[X]][%c0]
// CHECK-NEXT: %[[M1:.*]] = vector.broadcast %[[M]]
// CHECK-NEXT: %[[C1:.*]] = arith.subf %[[V1]], %[[M1]]
// CHECK-NEXT: math.fma %[[C1]], %[[C1]], %{{.*}} : vector<8xf32>
// CHECK:      %[[VAR:.*]] = arith.divf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: %[[DEV:.*]] = math.sqrt %[[VAR]] : f32
// CHECK-NEXT: %[[V2:.*]] = vector.load %[[X]][%c0]
// CHECK-NEXT: %[[M2:.*]] = vector.broadcast %[[M]]
// CHECK-NEXT: %[[C2:.*]] = arith.subf %[[V2]], %[[M2]]
// CHECK-NEXT: %[[DEV1:.*]] = vector.broadcast %[[DEV]]
// CHECK-NEXT: %[[R:.*]] = arith.divf %[[C2]], %[[DEV1]]
// CHECK-NEXT: vector.store %[[R]], %[[Y]][%c0]
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @norm(%A: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "norm"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %m = tenon.mean %a : tensor<?x8xf32>
      %c = tenon.sub %a, %m : tensor<?x8xf32>, tensor<?x1xf32>
      %q = tenon.power %c {exponent = 2 : i64} : tensor<?x8xf32>
      %v = tenon.mean %q : tensor<?x8xf32>
      %d = tenon.sqrt %v : tensor<?x1xf32>
      %n = tenon.div %c, %d : tensor<?x8xf32>, tensor<?x1xf32>
      tenon.yield %n : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}

// -----

// Values that nobody needs cost nothing: neither the sum nor its function is emitted, nor a sweep for them.
// CHECK-LABEL: func.func @unused.finish(
// CHECK-NOT:  {{math|addf|scratch}}
// CHECK:      vector.load
// CHECK-NEXT: arith.negf
// CHECK-NEXT: vector.store
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @unused(%A: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "unused"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %e = tenon.exp %a : tensor<?x8xf32>
      %s = tenon.sum %e : tensor<?x8xf32>
      %r = tenon.neg %a : tensor<?x8xf32>
      tenon.yield %r : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}
