// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-compensate-means | FileCheck %s
// RUN: %tenon-opt %s --tenon-compensate-means --tenon-compensate-means | FileCheck %s
// REQUIRES: codegen
// c = x - mean(x) becomes c - mean(c); the result alone is what may be stored.

// CHECK-LABEL: func.func @centred(
// CHECK-NEXT:    %[[MEAN:.*]] = tenon.mean %arg0
// CHECK-NEXT:    %[[C:.*]] = tenon.sub %arg0, %[[MEAN]] :
// CHECK-NEXT:    %[[LEFT:.*]] = tenon.mean %[[C]]
// CHECK-NEXT:    %[[Y:.*]] = tenon.sub %[[C]], %[[LEFT]] {storage = bf16}
// CHECK-NEXT:    %[[Z:.*]] = tenon.mul %[[Y]], %[[Y]]
// CHECK-NEXT:    return %[[Z]]
func.func @centred(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %m = tenon.mean %x : tensor<?x8xf32>
  %c = tenon.sub %x, %m {storage = bf16} : tensor<?x8xf32>, tensor<?x1xf32>
  %z = tenon.mul %c, %c : tensor<?x8xf32>, tensor<?x8xf32>
  return %z : tensor<?x8xf32>
}

// The mean of something else is a value like any other.
// CHECK-LABEL: func.func @other_mean(
// CHECK-NEXT:    tenon.mean %arg1
// CHECK-NEXT:    %[[Y:.*]] = tenon.sub %arg0
// CHECK-NEXT:    return %[[Y]]
func.func @other_mean(%x: tensor<?x8xf32>, %y: tensor<?x8xf32> {tenon.param = "y"}) -> tensor<?x8xf32> {
  %m = tenon.mean %y : tensor<?x8xf32>
  %c = tenon.sub %x, %m : tensor<?x8xf32>, tensor<?x1xf32>
  return %c : tensor<?x8xf32>
}

// So is the mean from which a row is subtracted.
// CHECK-LABEL: func.func @reversed(
// CHECK-NEXT:    tenon.mean %arg0
// CHECK-NEXT:    %[[Y:.*]] = tenon.sub
// CHECK-NEXT:    return %[[Y]]
func.func @reversed(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %m = tenon.mean %x : tensor<?x8xf32>
  %c = tenon.sub %m, %x : tensor<?x1xf32>, tensor<?x8xf32>
  return %c : tensor<?x8xf32>
}
