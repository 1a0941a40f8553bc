// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows --canonicalize --cse | FileCheck %s
// Sums: four accumulators in turn, combined by halves; the arithmetic depends on the width and the lanes alone.

// 77 columns are nine vectors of 8 and five columns more. Of the nine, 9 / 4 * 4 = 8 run in the loop, four at a time,
// up to column 64; vector 8 (column 64) goes to accumulator 8 mod 4 = 0, vector 9 (column 72) to 1, and there the
// lanes behind column 76 count as 0. Elements may cancel, so the sum is one of f64: widened before they are added,
// divided by 77 in f64, rounded once.
// CHECK-LABEL: func.func @mean.finish(
// CHECK-DAG:  %[[ZERO64:.*]] = arith.constant dense<0.000000e+00> : vector<8xf64>
// CHECK-DAG:  %[[ZERO32:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-DAG:  %[[COUNT:.*]] = arith.constant 7.700000e+01 : f64
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [77]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [1]
// CHECK-NEXT: %[[S:.*]]:4 = scf.for %[[I:.*]] = %c0 to %c64 step %c32 iter_args(%[[A0:.*]] = %[[ZERO64]], %[[A1:.*]] = %[[ZERO64]], %[[A2:.*]] = %[[ZERO64]], %[[A3:.*]] = %[[ZERO64]])
// CHECK-NEXT:   %[[X0:.*]] = vector.load %[[X]][%[[I]]]
// CHECK-NEXT:   %[[W0:.*]] = arith.extf %[[X0]] : vector<8xf32> to vector<8xf64>
// CHECK-NEXT:   %[[B0:.*]] = arith.addf %[[A0]], %[[W0]] : vector<8xf64>
// CHECK-NEXT:   %[[I1:.*]] = arith.addi %[[I]], %c8 : index
// CHECK-NEXT:   %[[X1:.*]] = vector.load %[[X]][%[[I1]]]
// CHECK-NEXT:   %[[W1:.*]] = arith.extf %[[X1]] : vector<8xf32> to vector<8xf64>
// CHECK-NEXT:   %[[B1:.*]] = arith.addf %[[A1]], %[[W1]] : vector<8xf64>
// CHECK-NEXT:   %[[I2:.*]] = arith.addi %[[I]], %c16 : index
// CHECK-NEXT:   %[[X2:.*]] = vector.load %[[X]][%[[I2]]]
// CHECK-NEXT:   %[[W2:.*]] = arith.extf %[[X2]] : vector<8xf32> to vector<8xf64>
// CHECK-NEXT:   %[[B2:.*]] = arith.addf %[[A2]], %[[W2]] : vector<8xf64>
// CHECK-NEXT:   %[[I3:.*]] = arith.addi %[[I]], %c24 : index
// CHECK-NEXT:   %[[X3:.*]] = vector.load %[[X]][%[[I3]]]
// CHECK-NEXT:   %[[W3:.*]] = arith.extf %[[X3]] : vector<8xf32> to vector<8xf64>
// CHECK-NEXT:   %[[B3:.*]] = arith.addf %[[A3]], %[[W3]] : vector<8xf64>
// CHECK-NEXT:   scf.yield %[[B0]], %[[B1]], %[[B2]], %[[B3]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[X8:.*]] = vector.load %[[X]][%c64]
// CHECK-NEXT: %[[W8:.*]] = arith.extf %[[X8]] : vector<8xf32> to vector<8xf64>
// CHECK-NEXT: %[[S0:.*]] = arith.addf %[[S]]#0, %[[W8]] : vector<8xf64>
// CHECK-NEXT: %[[MASK:.*]] = vector.constant_mask [5] : vector<8xi1>
// CHECK-NEXT: %[[X9:.*]] = vector.maskedload %[[X]][%c72], %[[MASK]], %[[ZERO32]]
// CHECK-NEXT: %[[T9:.*]] = arith.select %[[MASK]], %[[X9]], %[[ZERO32]] : vector<8xi1>, vector<8xf32>
// CHECK-NEXT: %[[W9:.*]] = arith.extf %[[T9]] : vector<8xf32> to vector<8xf64>
// CHECK-NEXT: %[[S1:.*]] = arith.addf %[[S]]#1, %[[W9]] : vector<8xf64>
// (0 + 1) + (2 + 3), then 8 lanes as 4 + 4, 2 + 2, 1 + 1.
// CHECK-NEXT: %[[S01:.*]] = arith.addf %[[S0]], %[[S1]] : vector<8xf64>
// CHECK-NEXT: %[[S23:.*]] = arith.addf %[[S]]#2, %[[S]]#3 : vector<8xf64>
// CHECK-NEXT: %[[EIGHT:.*]] = arith.addf %[[S01]], %[[S23]] : vector<8xf64>
// CHECK-NEXT: %[[L4:.*]] = vector.extract_strided_slice %[[EIGHT]] {offsets = [0], sizes = [4], strides = [1]}
// CHECK-NEXT: %[[H4:.*]] = vector.extract_strided_slice %[[EIGHT]] {offsets = [4], sizes = [4], strides = [1]}
// CHECK-NEXT: %[[FOUR:.*]] = arith.addf %[[L4]], %[[H4]] : vector<4xf64>
// CHECK-NEXT: %[[L2:.*]] = vector.extract_strided_slice %[[FOUR]] {offsets = [0], sizes = [2], strides = [1]}
// CHECK-NEXT: %[[H2:.*]] = vector.extract_strided_slice %[[FOUR]] {offsets = [2], sizes = [2], strides = [1]}
// CHECK-NEXT: %[[TWO:.*]] = arith.addf %[[L2]], %[[H2]] : vector<2xf64>
// CHECK-NEXT: %[[L1:.*]] = vector.extract_strided_slice %[[TWO]] {offsets = [0], sizes = [1], strides = [1]}
// CHECK-NEXT: %[[H1:.*]] = vector.extract_strided_slice %[[TWO]] {offsets = [1], sizes = [1], strides = [1]}
// CHECK-NEXT: %[[ONE:.*]] = arith.addf %[[L1]], %[[H1]] : vector<1xf64>
// CHECK-NEXT: %[[SUM:.*]] = vector.extract %[[ONE]][0] : f64
// CHECK-NEXT: %[[MEAN:.*]] = arith.divf %[[SUM]], %[[COUNT]] : f64
// CHECK-NEXT: %[[ROUNDED:.*]] = arith.truncf %[[MEAN]] : f64 to f32
// CHECK-NEXT: memref.store %[[ROUNDED]], %[[Y]][%c0]
func.func @mean(%A: tensor<?x77xf32>) -> tensor<?x1xf32> {
  %out = tenon.kernel "mean"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x77xf32>) -> tensor<?x1xf32> {
  ^bb0(%a: tensor<?x77xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x1xf32> {
      %s = tenon.mean %a : tensor<?x77xf32>
      tenon.yield %s : tensor<?x1xf32>
    }
    tenon.yield %row : tensor<?x1xf32>
  }
  return %out : tensor<?x1xf32>
}

// -----

// Five vectors of 8 are fewer than twice four: no loop, vectors 0 ... 4 one after another, the last one on
// accumulator 0 again. Squares cannot cancel: f32, each added by one multiply-add, and nothing to round at the end.
// CHECK-LABEL: func.func @squares.finish(
// CHECK-NOT:  f64
// CHECK:      %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [40]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast
// CHECK-NEXT: %[[X0:.*]] = vector.load %[[X]][%c0]
// CHECK-NEXT: %[[S0:.*]] = math.fma %[[X0]], %[[X0]], %[[ZERO]] : vector<8xf32>
// CHECK-NEXT: %[[X1:.*]] = vector.load %[[X]][%c8]
// CHECK-NEXT: %[[S1:.*]] = math.fma %[[X1]], %[[X1]], %[[ZERO]] : vector<8xf32>
// CHECK-NEXT: %[[X2:.*]] = vector.load %[[X]][%c16]
// CHECK-NEXT: %[[S2:.*]] = math.fma %[[X2]], %[[X2]], %[[ZERO]] : vector<8xf32>
// CHECK-NEXT: %[[X3:.*]] = vector.load %[[X]][%c24]
// CHECK-NEXT: %[[S3:.*]] = math.fma %[[X3]], %[[X3]], %[[ZERO]] : vector<8xf32>
// CHECK-NEXT: %[[X4:.*]] = vector.load %[[X]][%c32]
// CHECK-NEXT: %[[S4:.*]] = math.fma %[[X4]], %[[X4]], %[[S0]] : vector<8xf32>
// CHECK-NEXT: %[[S01:.*]] = arith.addf %[[S4]], %[[S1]] : vector<8xf32>
// CHECK-NEXT: %[[S23:.*]] = arith.addf %[[S2]], %[[S3]] : vector<8xf32>
// CHECK-NEXT: arith.addf %[[S01]], %[[S23]] : vector<8xf32>
// CHECK:      %[[ONE:.*]] = arith.addf %{{.*}}, %{{.*}} : vector<1xf32>
// CHECK-NEXT: %[[SUM:.*]] = vector.extract %[[ONE]][0] : f32
// CHECK-NEXT: memref.store %[[SUM]], %[[Y]][%c0]
func.func @squares(%A: tensor<?x40xf32>) -> tensor<?x1xf32> {
  %out = tenon.kernel "squares"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x40xf32>) -> tensor<?x1xf32> {
  ^bb0(%a: tensor<?x40xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x1xf32> {
      %q = tenon.power %a {exponent = 2 : i64} : tensor<?x40xf32>
      %s = tenon.sum %q : tensor<?x40xf32>
      tenon.yield %s : tensor<?x1xf32>
    }
    tenon.yield %row : tensor<?x1xf32>
  }
  return %out : tensor<?x1xf32>
}

// -----

// What may cancel, term by term: a product of two rows (multiply-add in f64, of widened factors) and a third power;
// not magnitudes, even powers and a row times itself. All are sums of one sweep: x is read once.
// CHECK-LABEL: func.func @terms.finish(
// CHECK-DAG:  %[[Z64:.*]] = arith.constant dense<0.000000e+00> : vector<16xf64>
// CHECK-DAG:  %[[Z32:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK:      %[[A:.*]] = vector.load %{{.*}}[%c0]
// CHECK-NEXT: %[[A64:.*]] = arith.extf %[[A]] : vector<16xf32> to vector<16xf64>
// CHECK-NEXT: %[[B:.*]] = vector.load %{{.*}}[%c0]
// CHECK-NEXT: %[[B64:.*]] = arith.extf %[[B]] : vector<16xf32> to vector<16xf64>
// CHECK-NEXT: %[[DOT:.*]] = math.fma %[[A64]], %[[B64]], %[[Z64]] : vector<16xf64>
// CHECK-NEXT: %[[ABS:.*]] = math.absf %[[A]] : vector<16xf32>
// CHECK-NEXT: %[[NORM:.*]] = arith.addf %[[ABS]], %[[Z32]] : vector<16xf32>
// CHECK-NEXT: %[[A2:.*]] = arith.mulf %[[A]], %[[A]] : vector<16xf32>
// CHECK-NEXT: %[[A3:.*]] = arith.mulf %[[A]], %[[A2]] : vector<16xf32>
// CHECK-NEXT: %[[WIDE3:.*]] = arith.extf %[[A3]] : vector<16xf32> to vector<16xf64>
// CHECK-NEXT: %[[CUBES:.*]] = arith.addf %[[WIDE3]], %[[Z64]] : vector<16xf64>
// CHECK-NEXT: %[[A4:.*]] = arith.mulf %[[A2]], %[[A2]] : vector<16xf32>
// CHECK-NEXT: %[[FOURTHS:.*]] = arith.addf %[[A4]], %[[Z32]] : vector<16xf32>
// CHECK-NEXT: %[[SQUARES:.*]] = math.fma %[[B]], %[[B]], %[[Z32]] : vector<16xf32>
// Sixteen lanes have one more half.
// CHECK-NEXT: %[[DOT2:.*]] = arith.addf %[[DOT]], %[[Z64]] : vector<16xf64>
// CHECK-NEXT: %[[DOT4:.*]] = arith.addf %[[DOT2]], %[[Z64]] : vector<16xf64>
// CHECK-NEXT: %[[LOW:.*]] = vector.extract_strided_slice %[[DOT4]] {offsets = [0], sizes = [8], strides = [1]}
// CHECK-NEXT: %[[HIGH:.*]] = vector.extract_strided_slice %[[DOT4]] {offsets = [8], sizes = [8], strides = [1]}
// CHECK-NEXT: arith.addf %[[LOW]], %[[HIGH]] : vector<8xf64>
// CHECK:      %[[DOT1:.*]] = vector.extract %{{.*}}[0] : f64
// CHECK-NEXT: %[[R0:.*]] = arith.truncf %[[DOT1]] : f64 to f32
// CHECK-NEXT: arith.addf %[[NORM]], %[[Z32]] : vector<16xf32>
// CHECK:      %[[R1:.*]] = vector.extract %{{.*}}[0] : f32
// CHECK-NEXT: arith.addf %[[CUBES]], %[[Z64]] : vector<16xf64>
// CHECK:      %[[CUBE1:.*]] = vector.extract %{{.*}}[0] : f64
// CHECK-NEXT: %[[R2:.*]] = arith.truncf %[[CUBE1]] : f64 to f32
// CHECK-NEXT: arith.addf %[[FOURTHS]], %[[Z32]] : vector<16xf32>
// CHECK:      %[[R3:.*]] = vector.extract %{{.*}}[0] : f32
// CHECK-NEXT: arith.addf %[[SQUARES]], %[[Z32]] : vector<16xf32>
// CHECK:      %[[R4:.*]] = vector.extract %{{.*}}[0] : f32
// CHECK-NEXT: memref.store %[[R0]]
// CHECK-NEXT: memref.store %[[R1]]
// CHECK-NEXT: memref.store %[[R2]]
// CHECK-NEXT: memref.store %[[R3]]
// CHECK-NEXT: memref.store %[[R4]]
func.func @terms(%A: tensor<?x16xf32>, %B: tensor<?x16xf32>) -> (tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>) {
  %out:5 = tenon.kernel "terms"(%A, %B) attributes {
    loads = [#tenon.place<x>, #tenon.place<workspace, row_bytes = 64>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 16, tile = 8>
  } : (tensor<?x16xf32>, tensor<?x16xf32>) -> (tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>) {
  ^bb0(%a: tensor<?x16xf32>, %b: tensor<?x16xf32>):
    %row:5 = tenon.slot rows attributes {stores = [
      [#tenon.place<y>],
      [#tenon.place<workspace, row_bytes = 64>],
      [#tenon.place<workspace, offset = 64, row_bytes = 64>],
      [#tenon.place<workspace, offset = 128, row_bytes = 64>],
      [#tenon.place<workspace, offset = 192, row_bytes = 64>]
    ]} -> tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32> {
      %p = tenon.mul %a, %b : tensor<?x16xf32>, tensor<?x16xf32>
      %d = tenon.sum %p : tensor<?x16xf32>
      %m = tenon.abs %a : tensor<?x16xf32>
      %n = tenon.sum %m : tensor<?x16xf32>
      %c = tenon.power %a {exponent = 3 : i64} : tensor<?x16xf32>
      %e = tenon.sum %c : tensor<?x16xf32>
      %f = tenon.power %a {exponent = 4 : i64} : tensor<?x16xf32>
      %g = tenon.sum %f : tensor<?x16xf32>
      %h = tenon.mul %b, %b : tensor<?x16xf32>, tensor<?x16xf32>
      %i = tenon.sum %h : tensor<?x16xf32>
      tenon.yield %d, %n, %e, %g, %i : tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>
    }
    tenon.yield %row#0, %row#1, %row#2, %row#3, %row#4 : tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>
  }
  return %out#0, %out#1, %out#2, %out#3, %out#4 : tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>
}

// -----

// Two sums of one sweep carry eight accumulators, the first sum's four first. 80 columns: 10 / 4 * 4 = 8 vectors in the
// loop; vectors 8 and 9 go to numbers 0 and 1 of either sum.
// CHECK-LABEL: func.func @two.finish(
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [80]
// CHECK:      %[[S:.*]]:8 = scf.for %[[I:.*]] = %c0 to %c64 step %c32 iter_args(%[[P0:.*]] = %{{.*}}, %[[P1:.*]] = %{{.*}}, %[[P2:.*]] = %{{.*}}, %[[P3:.*]] = %{{.*}}, %[[Q0:.*]] = %{{.*}}, %[[Q1:.*]] = %{{.*}}, %[[Q2:.*]] = %{{.*}}, %[[Q3:.*]] = %{{.*}})
// CHECK-NEXT:   %[[X0:.*]] = vector.load %[[X]][%[[I]]]
// CHECK-NEXT:   %[[U0:.*]] = math.fma %[[X0]], %[[X0]], %[[P0]]
// CHECK-NEXT:   %[[M0:.*]] = math.absf %[[X0]]
// CHECK-NEXT:   %[[V0:.*]] = arith.addf %[[Q0]], %[[M0]]
// CHECK:        %[[U1:.*]] = math.fma %{{.*}}, %{{.*}}, %[[P1]]
// CHECK:        %[[V1:.*]] = arith.addf %[[Q1]]
// CHECK:        %[[U2:.*]] = math.fma %{{.*}}, %{{.*}}, %[[P2]]
// CHECK:        %[[V2:.*]] = arith.addf %[[Q2]]
// CHECK:        %[[U3:.*]] = math.fma %{{.*}}, %{{.*}}, %[[P3]]
// CHECK:        %[[V3:.*]] = arith.addf %[[Q3]]
// CHECK-NEXT:   scf.yield %[[U0]], %[[U1]], %[[U2]], %[[U3]], %[[V0]], %[[V1]], %[[V2]], %[[V3]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[X8:.*]] = vector.load %[[X]][%c64]
// CHECK-NEXT: %[[T0:.*]] = math.fma %[[X8]], %[[X8]], %[[S]]#0
// CHECK-NEXT: %[[M8:.*]] = math.absf %[[X8]]
// CHECK-NEXT: %[[R0:.*]] = arith.addf %[[S]]#4, %[[M8]]
// CHECK-NEXT: %[[X9:.*]] = vector.load %[[X]][%c72]
// CHECK-NEXT: %[[T1:.*]] = math.fma %[[X9]], %[[X9]], %[[S]]#1
// CHECK-NEXT: %[[M9:.*]] = math.absf %[[X9]]
// CHECK-NEXT: %[[R1:.*]] = arith.addf %[[S]]#5, %[[M9]]
// CHECK-NEXT: arith.addf %[[T0]], %[[T1]]
// CHECK-NEXT: arith.addf %[[S]]#2, %[[S]]#3
// CHECK:      arith.addf %[[R0]], %[[R1]]
// CHECK-NEXT: arith.addf %[[S]]#6, %[[S]]#7
// CHECK:      arith.addf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: memref.store
func.func @two(%A: tensor<?x80xf32>) -> tensor<?x1xf32> {
  %out = tenon.kernel "two"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x80xf32>) -> tensor<?x1xf32> {
  ^bb0(%a: tensor<?x80xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x1xf32> {
      %q = tenon.power %a {exponent = 2 : i64} : tensor<?x80xf32>
      %s = tenon.sum %q : tensor<?x80xf32>
      %m = tenon.abs %a : tensor<?x80xf32>
      %t = tenon.sum %m : tensor<?x80xf32>
      %u = tenon.add %s, %t : tensor<?x1xf32>, tensor<?x1xf32>
      tenon.yield %u : tensor<?x1xf32>
    }
    tenon.yield %row : tensor<?x1xf32>
  }
  return %out : tensor<?x1xf32>
}
