// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s -split-input-file --tenon-select-schedule=target=x86-64-v4 --tenon-plan-memory --tenon-lower-rows \
// RUN:   --canonicalize --cse | FileCheck %s

// A reduction cuts the row in two sweeps. Both read x: a load is cheaper than a
// store and a load. Vector i is added to sum number i mod 4.
// Nothing is kept between them, so there is no scratch; a unit is 8 rows.
// CHECK:       tenon.launch "norm" rows finish @norm.finish {tile_rows = 8}
// CHECK-LABEL: func.func @norm.finish
// CHECK:         scf.for %[[ROW:.*]] =
// CHECK:           scf.for %{{.*}} = %c0 to %c4096 step %c64 iter_args(%[[S0:.*]] = %{{.*}}, %[[S1:.*]] = %{{.*}}, %[[S2:.*]] = %{{.*}}, %[[S3:.*]] = %{{.*}})
// CHECK-COUNT-4:     math.fma %[[X:.*]], %[[X]], %[[S:.*]] : vector<16xf32>
// CHECK-NOT:         vector.store
// CHECK:             scf.yield
// CHECK:           arith.divf %{{.*}}, %{{.*}} : f32
// CHECK:           math.sqrt %{{.*}} : f32
// CHECK:           scf.for %{{.*}} = %c0 to %c4096 step %c32 {
// CHECK-COUNT-2:     vector.store %{{.*}} : memref<4096xf32, strided<[1], offset: ?>>, vector<16xf32>
// CHECK-NOT:       scf.for
// CHECK:         return
func.func @norm(%x: tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  %y = tenon.kernel "norm" (%x) : (tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  ^bb0(%a: tensor<?x4096xf32>):
    %o = tenon.slot rows -> tensor<?x4096xf32> {
      %q = tenon.power %a {exponent = 2 : i64} : tensor<?x4096xf32>
      %m = tenon.mean %q : tensor<?x4096xf32>
      %s = tenon.sqrt %m : tensor<?x1xf32>
      %r = tenon.div %a, %s : tensor<?x4096xf32>, tensor<?x1xf32>
      tenon.yield %r : tensor<?x4096xf32>
    }
    tenon.yield %o : tensor<?x4096xf32>
  }
  return %y : tensor<?x4096xf32>
}

// -----

// Terms that may cancel are added in f64 and their mean rounded once; squares
// of what is left are added in f32.
// CHECK-LABEL: func.func @centre.finish
// CHECK-COUNT-4: arith.addf %{{.*}}, %{{.*}} : vector<16xf64>
// CHECK:         %[[MEAN:.*]] = arith.divf %{{.*}}, %{{.*}} : f64
// CHECK-NEXT:    arith.truncf %[[MEAN]] : f64 to f32
// CHECK-COUNT-4: math.fma %[[C:.*]], %[[C]], %{{.*}} : vector<16xf32>
// CHECK:         arith.divf %{{.*}}, %{{.*}} : f32
// CHECK-NOT:     f64
// CHECK:         return
func.func @centre(%x: tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  %y = tenon.kernel "centre" (%x) : (tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  ^bb0(%a: tensor<?x4096xf32>):
    %o = tenon.slot rows -> tensor<?x4096xf32> {
      %m = tenon.mean %a : tensor<?x4096xf32>
      %c = tenon.sub %a, %m : tensor<?x4096xf32>, tensor<?x1xf32>
      %q = tenon.power %c {exponent = 2 : i64} : tensor<?x4096xf32>
      %v = tenon.mean %q : tensor<?x4096xf32>
      %r = tenon.div %c, %v : tensor<?x4096xf32>, tensor<?x1xf32>
      tenon.yield %r : tensor<?x4096xf32>
    }
    tenon.yield %o : tensor<?x4096xf32>
  }
  return %y : tensor<?x4096xf32>
}

// -----

// exp is computed once: the second sweep reads it from scratch. 100 columns end
// in a masked vector; scratch has room for whole ones.
// CHECK:       scratch_bytes = 448
// CHECK-LABEL: func.func @softmax.finish
// CHECK-COUNT-6:   math.exp %{{.*}} : vector<16xf32>
// CHECK:           %[[TAIL:.*]] = vector.constant_mask [4] : vector<16xi1>
// CHECK:           vector.maskedload %{{.*}}, %[[TAIL]]
// CHECK:           %[[E:.*]] = math.exp
// CHECK:           arith.select %[[TAIL]], %[[E]], %{{.*}}
// CHECK:           vector.store %[[E]], %{{.*}} : memref<112xf32, {{.*}}>, vector<16xf32>
// CHECK-NOT:       math.exp
// CHECK:           vector.load %{{.*}} : memref<112xf32, {{.*}}>, vector<16xf32>
// CHECK:           vector.maskedstore %{{.*}}, %[[TAIL]], %{{.*}} : memref<100xf32, {{.*}}>
// CHECK-NOT:       math.exp
// CHECK:         return
func.func @softmax(%x: tensor<?x100xf32>) -> tensor<?x100xf32> {
  %y = tenon.kernel "softmax" (%x) : (tensor<?x100xf32>) -> tensor<?x100xf32> {
  ^bb0(%a: tensor<?x100xf32>):
    %o = tenon.slot rows -> tensor<?x100xf32> {
      %e = tenon.exp %a : tensor<?x100xf32>
      %s = tenon.sum %e : tensor<?x100xf32>
      %r = tenon.div %e, %s : tensor<?x100xf32>, tensor<?x1xf32>
      tenon.yield %r : tensor<?x100xf32>
    }
    tenon.yield %o : tensor<?x100xf32>
  }
  return %y : tensor<?x100xf32>
}

// -----

// bf16 is rounded once, by the store, and no library does it.
// CHECK-LABEL: func.func @scale.finish
// CHECK:         vector.load %{{.*}} : memref<32xbf16, strided<[1], offset: ?>>, vector<16xbf16>
// CHECK:         arith.extui %{{.*}} : vector<16xi16> to vector<16xi32>
// CHECK:         arith.mulf
// CHECK-NOT:     arith.truncf
// CHECK:         arith.trunci %{{.*}} : vector<16xi32> to vector<16xi16>
// CHECK:         vector.store %{{.*}} : memref<32xbf16, strided<[1], offset: ?>>, vector<16xbf16>
func.func @scale(%x: tensor<?x32xbf16>) -> tensor<?x32xbf16> {
  %y = tenon.kernel "scale" (%x) : (tensor<?x32xbf16>) -> tensor<?x32xbf16> {
  ^bb0(%a: tensor<?x32xbf16>):
    %o = tenon.slot rows -> tensor<?x32xbf16> {
      %f = tenon.cast %a : tensor<?x32xbf16> to tensor<?x32xf32>
      %d = tenon.mul %f, %f : tensor<?x32xf32>, tensor<?x32xf32>
      %r = tenon.cast %d : tensor<?x32xf32> to tensor<?x32xbf16>
      tenon.yield %r : tensor<?x32xbf16>
    }
    tenon.yield %o : tensor<?x32xbf16>
  }
  return %y : tensor<?x32xbf16>
}

// -----

// Heads: sums per head go to scratch, a number each; both sweeps run over heads and their columns.
// CHECK:       scratch_bytes = 64
// CHECK-LABEL: func.func @heads.finish
// CHECK:         scf.for %[[HEAD:.*]] = %c0 to %c3 step %c1
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[HEAD]]] : memref<16xf32, {{.*}}>
// CHECK:         scf.for %[[AGAIN:.*]] = %c0 to %c3 step %c1
// CHECK:           memref.load %{{.*}}[%[[AGAIN]]] : memref<16xf32, {{.*}}>
// CHECK-NOT:     scf.for %{{.*}} = %c0 to %c3
// CHECK:         return
func.func @heads(%x: tensor<?x192xf32>) -> tensor<?x192xf32> {
  %y = tenon.kernel "heads" (%x) : (tensor<?x192xf32>) -> tensor<?x192xf32> {
  ^bb0(%a: tensor<?x192xf32>):
    %o = tenon.slot rows -> tensor<?x192xf32> {
      %h = tenon.split %a : tensor<?x192xf32> to tensor<?x3x64xf32>
      %s = tenon.sum %h : tensor<?x3x64xf32>
      %d = tenon.sub %h, %s : tensor<?x3x64xf32>, tensor<?x3x1xf32>
      %r = tenon.merge %d : tensor<?x3x64xf32>
      tenon.yield %r : tensor<?x192xf32>
    }
    tenon.yield %o : tensor<?x192xf32>
  }
  return %y : tensor<?x192xf32>
}
