// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows --canonicalize --cse | FileCheck %s
// One sweep over the columns of f32: a loop of two vectors at a time from four vectors on, single vectors, a masked
// tail. Nothing is read or written beyond the last column of a caller's row.

// Rows [begin * 8, min(end * 8, rows)) of the row block; the row of the batch is `first` further on. A value of one
// element is no vector.
// CHECK-LABEL: func.func @one.finish(
// CHECK-SAME:  %[[BEGIN:.*]]: index {tenon.size = "begin"}, %[[END:.*]]: index {tenon.size = "end"}, %[[ROWS:.*]]: index {tenon.size = "rows"},
// CHECK-SAME:  %[[XBASE:.*]]: memref<f32> {tenon.buffer = "x", tenon.offset = 0 : i64}, %[[FIRST:.*]]: index {tenon.size = "first"},
// CHECK-SAME:  %[[XSTRIDE:.*]]: index {tenon.size = "x_stride"}, %[[YBASE:.*]]: memref<f32> {tenon.buffer = "y", tenon.offset = 0 : i64},
// CHECK-SAME:  %[[YSTRIDE:.*]]: index {tenon.size = "y_stride"})
// CHECK:      %[[R0:.*]] = arith.muli %[[BEGIN]], %c8 : index
// CHECK-NEXT: %[[TILES:.*]] = arith.muli %[[END]], %c8 : index
// CHECK-NEXT: %[[R1:.*]] = arith.minui %[[TILES]], %[[ROWS]] : index
// CHECK-NEXT: scf.for %[[ROW:.*]] = %[[R0]] to %[[R1]] step %c1 {
// CHECK-NEXT:   %[[AT:.*]] = arith.addi %[[FIRST]], %[[ROW]] : index
// CHECK-NEXT:   %[[XAT:.*]] = arith.muli %[[AT]], %[[XSTRIDE]] : index
// CHECK-NEXT:   %[[X:.*]] = memref.reinterpret_cast %[[XBASE]] to offset: [%[[XAT]]], sizes: [1], strides: [1]
// CHECK-NEXT:   %[[YAT:.*]] = arith.muli %[[AT]], %[[YSTRIDE]] : index
// CHECK-NEXT:   %[[Y:.*]] = memref.reinterpret_cast %[[YBASE]] to offset: [%[[YAT]]], sizes: [1], strides: [1]
// CHECK-NEXT:   %[[V:.*]] = memref.load %[[X]][%c0]
// CHECK-NEXT:   %[[R:.*]] = arith.negf %[[V]] : f32
// CHECK-NEXT:   memref.store %[[R]], %[[Y]][%c0]
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @one(%A: tensor<?x1xf32>) -> tensor<?x1xf32> {
  %out = tenon.kernel "one"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x1xf32>) -> tensor<?x1xf32> {
  ^bb0(%a: tensor<?x1xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x1xf32> {
      %r = tenon.neg %a : tensor<?x1xf32>
      tenon.yield %r : tensor<?x1xf32>
    }
    tenon.yield %row : tensor<?x1xf32>
  }
  return %out : tensor<?x1xf32>
}

// -----

// Fewer columns than lanes: one masked vector; what it does not read is 0.
// CHECK-LABEL: func.func @seven.finish(
// CHECK:      %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [7]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [7]
// CHECK-NEXT: %[[MASK:.*]] = vector.constant_mask [7] : vector<8xi1>
// CHECK-NEXT: %[[V:.*]] = vector.maskedload %[[X]][%c0], %[[MASK]], %[[ZERO]]
// CHECK-NEXT: %[[R:.*]] = arith.negf %[[V]] : vector<8xf32>
// CHECK-NEXT: vector.maskedstore %[[Y]][%c0], %[[MASK]], %[[R]]
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @seven(%A: tensor<?x7xf32>) -> tensor<?x7xf32> {
  %out = tenon.kernel "seven"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x7xf32>) -> tensor<?x7xf32> {
  ^bb0(%a: tensor<?x7xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x7xf32> {
      %r = tenon.neg %a : tensor<?x7xf32>
      tenon.yield %r : tensor<?x7xf32>
    }
    tenon.yield %row : tensor<?x7xf32>
  }
  return %out : tensor<?x7xf32>
}

// -----

// A whole vector has no mask.
// CHECK-LABEL: func.func @eight.finish(
// CHECK-NOT:  mask
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8]
// CHECK-NEXT: %[[V:.*]] = vector.load %[[X]][%c0]
// CHECK-NEXT: %[[R:.*]] = arith.negf %[[V]] : vector<8xf32>
// CHECK-NEXT: vector.store %[[R]], %[[Y]][%c0]
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @eight(%A: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "eight"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %r = tenon.neg %a : tensor<?x8xf32>
      tenon.yield %r : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}

// -----

// One vector, and one column behind it.
// CHECK-LABEL: func.func @nine.finish(
// CHECK:      %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [9]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [9]
// CHECK-NEXT: %[[V0:.*]] = vector.load %[[X]][%c0]
// CHECK-NEXT: %[[R0:.*]] = arith.negf %[[V0]] : vector<8xf32>
// CHECK-NEXT: vector.store %[[R0]], %[[Y]][%c0]
// CHECK-NEXT: %[[MASK:.*]] = vector.constant_mask [1] : vector<8xi1>
// CHECK-NEXT: %[[V1:.*]] = vector.maskedload %[[X]][%c8], %[[MASK]], %[[ZERO]]
// CHECK-NEXT: %[[R1:.*]] = arith.negf %[[V1]] : vector<8xf32>
// CHECK-NEXT: vector.maskedstore %[[Y]][%c8], %[[MASK]], %[[R1]]
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @nine(%A: tensor<?x9xf32>) -> tensor<?x9xf32> {
  %out = tenon.kernel "nine"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x9xf32>) -> tensor<?x9xf32> {
  ^bb0(%a: tensor<?x9xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x9xf32> {
      %r = tenon.neg %a : tensor<?x9xf32>
      tenon.yield %r : tensor<?x9xf32>
    }
    tenon.yield %row : tensor<?x9xf32>
  }
  return %out : tensor<?x9xf32>
}

// -----

// Three vectors are fewer than twice two, the unrolling without sums: no loop over columns.
// CHECK-LABEL: func.func @twenty_four.finish(
// CHECK:      scf.for
// CHECK-NOT:  scf.for
// CHECK:      vector.load %{{.*}}[%c0]
// CHECK:      vector.load %{{.*}}[%c8]
// CHECK:      vector.load %{{.*}}[%c16]
// CHECK-NOT:  vector.load
// CHECK:      return
func.func @twenty_four(%A: tensor<?x24xf32>) -> tensor<?x24xf32> {
  %out = tenon.kernel "twenty_four"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x24xf32>) -> tensor<?x24xf32> {
  ^bb0(%a: tensor<?x24xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x24xf32> {
      %r = tenon.neg %a : tensor<?x24xf32>
      tenon.yield %r : tensor<?x24xf32>
    }
    tenon.yield %row : tensor<?x24xf32>
  }
  return %out : tensor<?x24xf32>
}

// -----

// 64 = 4 * (2 * 8) columns: the loop alone.
// CHECK-LABEL: func.func @sixty_four.finish(
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [64]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [64]
// CHECK-NEXT: scf.for %[[I:.*]] = %c0 to %c64 step %c16 {
// CHECK-NEXT:   %[[V0:.*]] = vector.load %[[X]][%[[I]]]
// CHECK-NEXT:   %[[R0:.*]] = arith.negf %[[V0]] : vector<8xf32>
// CHECK-NEXT:   vector.store %[[R0]], %[[Y]][%[[I]]]
// CHECK-NEXT:   %[[I1:.*]] = arith.addi %[[I]], %c8 : index
// CHECK-NEXT:   %[[V1:.*]] = vector.load %[[X]][%[[I1]]]
// CHECK-NEXT:   %[[R1:.*]] = arith.negf %[[V1]] : vector<8xf32>
// CHECK-NEXT:   vector.store %[[R1]], %[[Y]][%[[I1]]]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @sixty_four(%A: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %out = tenon.kernel "sixty_four"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x64xf32>) -> tensor<?x64xf32> {
  ^bb0(%a: tensor<?x64xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x64xf32> {
      %r = tenon.neg %a : tensor<?x64xf32>
      tenon.yield %r : tensor<?x64xf32>
    }
    tenon.yield %row : tensor<?x64xf32>
  }
  return %out : tensor<?x64xf32>
}

// -----

// 77 = 4 * 16 + 8 + 5. The parameter is padded to whole vectors: its tail is read without a mask.
// CHECK-LABEL: func.func @seventy_seven.finish(
// CHECK:      %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [77]
// CHECK-NEXT: %[[G:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [77]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [77]
// CHECK-NEXT: scf.for %[[I:.*]] = %c0 to %c64 step %c16 {
// CHECK:      }
// CHECK-NEXT: %[[V8:.*]] = vector.load %[[X]][%c64]
// CHECK-NEXT: %[[G8:.*]] = vector.load %[[G]][%c64]
// CHECK-NEXT: %[[R8:.*]] = arith.mulf %[[V8]], %[[G8]] : vector<8xf32>
// CHECK-NEXT: vector.store %[[R8]], %[[Y]][%c64]
// CHECK-NEXT: %[[MASK:.*]] = vector.constant_mask [5] : vector<8xi1>
// CHECK-NEXT: %[[V9:.*]] = vector.maskedload %[[X]][%c72], %[[MASK]], %[[ZERO]]
// CHECK-NEXT: %[[G9:.*]] = vector.load %[[G]][%c72]
// CHECK-NEXT: %[[R9:.*]] = arith.mulf %[[V9]], %[[G9]] : vector<8xf32>
// CHECK-NEXT: vector.maskedstore %[[Y]][%c72], %[[MASK]], %[[R9]]
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @seventy_seven(%A: tensor<?x77xf32>, %G: tensor<77xf32>) -> tensor<?x77xf32> {
  %out = tenon.kernel "seventy_seven"(%A, %G) attributes {
    loads = [#tenon.place<x>, #tenon.place<packed>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x77xf32>, tensor<77xf32>) -> tensor<?x77xf32> {
  ^bb0(%a: tensor<?x77xf32>, %g: tensor<77xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x77xf32> {
      %r = tenon.mul %a, %g : tensor<?x77xf32>, tensor<77xf32>
      tenon.yield %r : tensor<?x77xf32>
    }
    tenon.yield %row : tensor<?x77xf32>
  }
  return %out : tensor<?x77xf32>
}
