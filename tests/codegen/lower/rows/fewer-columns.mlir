// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows --canonicalize --cse | FileCheck %s
// Fewer columns than a head has: 8 of each head of 16. Head number i begins at 8 * i in the result and at 16 * i in
// the operand.
// CHECK-LABEL: func.func @fewer.finish(
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [32]
// CHECK:      scf.for %[[HEAD:.*]] = %c0 to %c4 step %c1 {
// CHECK-DAG:    %[[TO:.*]] = arith.muli %[[HEAD]], %c8 : index
// CHECK-DAG:    %[[FROM:.*]] = arith.muli %[[HEAD]], %c16 : index
// CHECK:        %[[R:.*]] = vector.gather %{{.*}}[%[[FROM]]]
// CHECK-NEXT:   vector.store %[[R]], %[[Y]][%[[TO]]]
func.func @fewer(%A: tensor<?x64xf32>) -> tensor<?x32xf32> {
  %out = tenon.kernel "fewer"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x64xf32>) -> tensor<?x32xf32> {
  ^bb0(%a: tensor<?x64xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x32xf32> {
      %n = tenon.neg %a : tensor<?x64xf32>
      %h = tenon.split %n : tensor<?x64xf32> to tensor<?x4x16xf32>
      %c = tenon.columns %h from [5, 4, 7, 6, 1, 0, 3, 2] : tensor<?x4x16xf32>
      %m = tenon.merge %c : tensor<?x4x8xf32>
      tenon.yield %m : tensor<?x32xf32>
    }
    tenon.yield %row : tensor<?x32xf32>
  }
  return %out : tensor<?x32xf32>
}
