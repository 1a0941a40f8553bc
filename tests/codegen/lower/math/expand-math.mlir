// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --tenon-expand-math | FileCheck %s

// Only what the other stages can lower without a library is left.
// CHECK-NOT: math.{{exp|log|tanh}}

// CHECK-LABEL: func.func @vectors
// CHECK-SAME:    (%[[X:.*]]: vector<16xf32>)
func.func @vectors(%x: vector<16xf32>) -> vector<16xf32> {
  // exp: n = x * log2(e), rounded by adding 1.5 * 2^23, and added to the exponent;
  // infinity and NaN come from a product, results below 2^-126 are 0.
  // CHECK:      %[[SUM:.*]] = math.fma %[[X]], %{{.*}}, %{{.*}} : vector<16xf32>
  // CHECK:      arith.subf %[[SUM]], %{{.*}} : vector<16xf32>
  // CHECK:      %[[N:.*]] = arith.bitcast %[[SUM]]
  // CHECK:      %[[SHIFTED:.*]] = arith.shli %[[N]]
  // CHECK:      arith.addi %{{.*}}, %[[SHIFTED]]
  // CHECK:      arith.mulf %[[X]]
  // CHECK:      arith.select
  // CHECK:      arith.cmpf olt, %[[X]]
  // CHECK:      arith.select
  %0 = math.exp %x : vector<16xf32>
  %1 = math.expm1 %0 : vector<16xf32>
  %2 = math.log %1 : vector<16xf32>
  %3 = math.log1p %2 : vector<16xf32>
  %4 = math.tanh %3 : vector<16xf32>
  // CHECK: return %{{.*}} : vector<16xf32>
  return %4 : vector<16xf32>
}

// CHECK-LABEL: func.func @scalar
// CHECK:         math.fma %{{.*}}, %{{.*}}, %{{.*}} : f32
func.func @scalar(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// A zero keeps its sign.
// CHECK-LABEL: func.func @tanh
// CHECK-SAME:    (%[[X:.*]]: vector<8xf32>)
// CHECK:         %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK:         arith.mulf %[[X]], %[[SQUARE]]
// CHECK:         %[[SIGNED:.*]] = math.copysign %{{.*}}, %[[X]]
// CHECK:         return %[[SIGNED]]
func.func @tanh(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.tanh %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// Other types and functions are none of its business.
// CHECK-LABEL: func.func @others
// CHECK-SAME:    (%[[D:.*]]: f64, %[[X:.*]]: f32)
// CHECK-NEXT:    %[[SIN:.*]] = math.sin %[[D]] : f64
// CHECK-NEXT:    %[[ROOT:.*]] = math.sqrt %[[X]] : f32
func.func @others(%d: f64, %x: f32) -> (f64, f32) {
  %0 = math.sin %d : f64
  %1 = math.sqrt %x : f32
  return %0, %1 : f64, f32
}
