// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows | FileCheck %s
// The values of a row at one vector: constants, truth values, what is computed once, simple functions.

// A constant of one element is an operand of the code, a vector of it a splat; one of many columns is a table of the
// module, rounded to f32 and padded with zeros to a multiple of 16 (20 to 32), so that its tail is read whole.
// CHECK: memref.global "private" constant @table : memref<32xf32> =
// CHECK-SAME: dense<[0.000000e+00, 1.000000e+00, 2.000000e+00,
// CHECK-SAME: 1.800000e+01, 0.333333343, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00,
// CHECK-SAME: 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]> {alignment = 64 : i64}
// CHECK-LABEL: func.func @constants.finish(
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [20]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [20]
// CHECK:      %[[TABLE:.*]] = memref.get_global @table : memref<32xf32>
// CHECK:      %[[V0:.*]] = vector.load %[[X]][%[[AT0:[a-z0-9_]+]]]
// CHECK-NEXT: %[[TENTH0:.*]] = arith.constant dense<1.000000e-01> : vector<8xf32>
// CHECK-NEXT: %[[P0:.*]] = arith.mulf %[[V0]], %[[TENTH0]]
// CHECK:      %[[T0:.*]] = vector.load %[[TABLE]][%[[AT0]]]
// CHECK-NEXT: %[[R0:.*]] = arith.addf %[[P0]], %[[T0]]
// CHECK-NEXT: vector.store %[[R0]], %[[Y]][%[[AT0]]]
// CHECK:      %[[AT2:.*]] = arith.constant 16 : index
// CHECK:      %[[V2:.*]] = vector.maskedload %[[X]][%[[AT2]]]
// CHECK-NEXT: %[[TENTH2:.*]] = arith.constant dense<1.000000e-01> : vector<8xf32>
// CHECK-NEXT: %[[P2:.*]] = arith.mulf %[[V2]], %[[TENTH2]]
// CHECK:      %[[T2:.*]] = vector.load %[[TABLE]][%[[AT2]]]
// CHECK-NEXT: %[[R2:.*]] = arith.addf %[[P2]], %[[T2]]
func.func @constants(%A: tensor<?x20xf32>) -> tensor<?x20xf32> {
  %out = tenon.kernel "constants"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x20xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x20xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x20xf32> {
      %one = tenon.constant dense<0.1> : tensor<1xf64>
      %many = tenon.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0,
      10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 0.333333333333333333]> : tensor<20xf64>
      %u = tenon.mul %a, %one : tensor<?x20xf32>, tensor<1xf32>
      %v = tenon.add %u, %many : tensor<?x20xf32>, tensor<20xf32>
      tenon.yield %v : tensor<?x20xf32>
    }
    tenon.yield %row : tensor<?x20xf32>
  }
  return %out : tensor<?x20xf32>
}

// -----

// Truth values are i1 in registers; in memory (a table) they are 0 and 1 in f32 and compared with 0 when loaded.
// Comparisons are ordered: false for NaN.
// CHECK: memref.global "private" constant @table : memref<16xf32> =
// CHECK-SAME: dense<[1.000000e+00, 0.000000e+00, 1.000000e+00, 1.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00,
// CHECK-SAME: 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]>
// CHECK-LABEL: func.func @truth.finish(
// CHECK:      %[[TABLE:.*]] = memref.get_global @table
// CHECK:      %[[A:.*]] = vector.load
// CHECK:      %[[B:.*]] = vector.load
// CHECK-NEXT: %[[LT:.*]] = arith.cmpf olt, %[[A]], %[[B]]
// CHECK-NEXT: %[[EQ:.*]] = arith.cmpf oeq, %[[A]], %[[B]]
// CHECK-NEXT: %[[OR:.*]] = arith.ori %[[LT]], %[[EQ]] : vector<8xi1>
// CHECK-NEXT: %[[ONES:.*]] = arith.constant dense<true> : vector<8xi1>
// CHECK-NEXT: %[[NOT:.*]] = arith.xori %[[OR]], %[[ONES]] : vector<8xi1>
// CHECK:      %[[FLAGS:.*]] = vector.load %[[TABLE]]
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[SET:.*]] = arith.cmpf une, %[[FLAGS]], %[[ZERO]]
// CHECK-NEXT: %[[AND:.*]] = arith.andi %[[NOT]], %[[SET]] : vector<8xi1>
// CHECK-NEXT: %[[YES:.*]] = arith.constant dense<true> : vector<8xi1>
// CHECK-NEXT: %[[AND2:.*]] = arith.andi %[[AND]], %[[YES]] : vector<8xi1>
// CHECK-NEXT: %[[LE:.*]] = arith.cmpf ole, %[[B]], %[[A]]
// CHECK-NEXT: %[[OR2:.*]] = arith.ori %[[AND2]], %[[LE]] : vector<8xi1>
// CHECK-NEXT: %[[R:.*]] = arith.select %[[OR2]], %[[A]], %[[B]]
// CHECK-NEXT: vector.store %[[R]]
func.func @truth(%A: tensor<?x8xf32>, %B: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "truth"(%A, %B) attributes {
    loads = [#tenon.place<x>, #tenon.place<workspace, row_bytes = 64>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %flags = tenon.constant dense<[true, false, true, true, false, false, false, true]> : tensor<8xi1>
      %yes = tenon.constant dense<true> : tensor<1xi1>
      %l = tenon.lt %a, %b : tensor<?x8xf32>, tensor<?x8xf32>
      %e = tenon.eq %a, %b : tensor<?x8xf32>, tensor<?x8xf32>
      %o = tenon.or %l, %e : tensor<?x8xi1>, tensor<?x8xi1>
      %n = tenon.not %o : tensor<?x8xi1>
      %f = tenon.and %n, %flags : tensor<?x8xi1>, tensor<8xi1>
      %g = tenon.and %f, %yes : tensor<?x8xi1>, tensor<1xi1>
      %le = tenon.le %b, %a : tensor<?x8xf32>, tensor<?x8xf32>
      %h = tenon.or %g, %le : tensor<?x8xi1>, tensor<?x8xi1>
      %s = tenon.select %h, %a, %b : tensor<?x8xi1>, tensor<?x8xf32>, tensor<?x8xf32>
      tenon.yield %s : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}

// -----

// What is the same for all columns is computed on one number, in front of the loop over them, and once.
// CHECK-LABEL: func.func @once.finish(
// CHECK:      %[[P:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [1]
// CHECK:      %[[T:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [1]
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [32]
// CHECK:      %[[T0:.*]] = memref.load %[[T]]
// CHECK:      %[[P0:.*]] = memref.load %[[P]]
// CHECK-NEXT: %[[E:.*]] = math.exp %[[P0]] : f32
// CHECK-NEXT: %[[F:.*]] = arith.mulf %[[T0]], %[[E]] : f32
// CHECK-NOT:  math.exp
// CHECK:      scf.for
// CHECK:        %[[V:.*]] = vector.load
// CHECK-NEXT:   %[[ALL:.*]] = vector.broadcast %[[F]] : f32 to vector<8xf32>
// CHECK-NEXT:   %[[R:.*]] = arith.mulf %[[V]], %[[ALL]] : vector<8xf32>
// CHECK-NEXT:   vector.store %[[R]], %[[Y]]
// CHECK:      return
func.func @once(%A: tensor<?x32xf32>, %P: tensor<1xf32>, %T: tensor<?x1xf32>) -> tensor<?x32xf32> {
  %out = tenon.kernel "once"(%A, %P, %T) attributes {
    loads = [#tenon.place<x>, #tenon.place<packed>, #tenon.place<workspace, row_bytes = 64>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x32xf32>, tensor<1xf32>, tensor<?x1xf32>) -> tensor<?x32xf32> {
  ^bb0(%a: tensor<?x32xf32>, %p: tensor<1xf32>, %t: tensor<?x1xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x32xf32> {
      %e = tenon.exp %p : tensor<1xf32>
      %f = tenon.mul %t, %e : tensor<?x1xf32>, tensor<1xf32>
      %r = tenon.mul %a, %f : tensor<?x32xf32>, tensor<?x1xf32>
      tenon.yield %r : tensor<?x32xf32>
    }
    tenon.yield %row : tensor<?x32xf32>
  }
  return %out : tensor<?x32xf32>
}

// -----

// max and min in the form of one instruction, which gives its second operand where one is NaN; a NaN of the first is
// put back. Beside a number that is known, which comes first then, nothing is to put back. x^5 = x * (x^2)^2; x^0 = 1.
// CHECK-LABEL: func.func @simple.finish(
// CHECK:      %[[A:.*]] = vector.load
// CHECK:      %[[B:.*]] = vector.load
// CHECK-NEXT: %[[GT:.*]] = arith.cmpf ogt, %[[A]], %[[B]]
// CHECK-NEXT: %[[PICK:.*]] = arith.select %[[GT]], %[[A]], %[[B]]
// CHECK-NEXT: %[[NAN:.*]] = arith.cmpf uno, %[[A]], %[[A]]
// CHECK-NEXT: %[[MAX:.*]] = arith.select %[[NAN]], %[[A]], %[[PICK]]
// CHECK-NEXT: %[[LT:.*]] = arith.cmpf olt, %[[MAX]], %[[B]]
// CHECK-NEXT: %[[PICK2:.*]] = arith.select %[[LT]], %[[MAX]], %[[B]]
// CHECK-NEXT: %[[NAN2:.*]] = arith.cmpf uno, %[[MAX]], %[[MAX]]
// CHECK-NEXT: %[[MIN:.*]] = arith.select %[[NAN2]], %[[MAX]], %[[PICK2]]
// CHECK-NEXT: %[[HALF:.*]] = arith.constant dense<5.000000e-01> : vector<8xf32>
// CHECK-NEXT: %[[GT3:.*]] = arith.cmpf ogt, %[[HALF]], %[[MIN]]
// CHECK-NEXT: %[[RELU:.*]] = arith.select %[[GT3]], %[[HALF]], %[[MIN]]
// CHECK-NEXT: %[[X:.*]] = math.floor %[[RELU]]
// CHECK-NEXT: %[[X2:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK-NEXT: %[[X4:.*]] = arith.mulf %[[X2]], %[[X2]]
// CHECK-NEXT: %[[X5:.*]] = arith.mulf %[[X]], %[[X4]]
// CHECK-NEXT: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[R:.*]] = arith.addf %[[ONE]], %[[X5]]
// CHECK-NEXT: vector.store %[[R]]
func.func @simple(%A: tensor<?x8xf32>, %B: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "simple"(%A, %B) attributes {
    loads = [#tenon.place<x>, #tenon.place<workspace, row_bytes = 64>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %half = tenon.constant dense<0.5> : tensor<1xf64>
      %0 = tenon.max %a, %b : tensor<?x8xf32>, tensor<?x8xf32>
      %1 = tenon.min %0, %b : tensor<?x8xf32>, tensor<?x8xf32>
      %2 = tenon.max %1, %half : tensor<?x8xf32>, tensor<1xf32>
      %3 = tenon.floor %2 : tensor<?x8xf32>
      %4 = tenon.power %3 {exponent = 5 : i64} : tensor<?x8xf32>
      %5 = tenon.power %4 {exponent = 0 : i64} : tensor<?x8xf32>
      %6 = tenon.add %5, %4 : tensor<?x8xf32>, tensor<?x8xf32>
      tenon.yield %6 : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}
