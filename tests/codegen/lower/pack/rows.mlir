// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-lower-rows --tenon-emit-packers --canonicalize --cse | FileCheck %s
// REQUIRES: codegen
// What is no weight is packed row by row, padded with zeros to whole cache lines, as whole vectors are read: a vector becomes one row of
// f32 whatever its type, a table keeps its rows and its type.
//
// Parameters are numbered in the order of the function's arguments: the table is 0, the vector 1. The table's rows of 20 bf16 are
// 40 bytes, padded to 64, which are 32 elements; 3 of them 192 bytes. The vector is 20 f32 = 80 bytes, padded to 128 = 32 elements.

module attributes {tenon.row_bytes = 0 : i64, tenon.packed_bytes = 320 : i64} {
  func.func @f(%t: tensor<3x20xbf16> {tenon.param = "t"}, %v: tensor<20xf32> {tenon.param = "v"}) -> tensor<?x20xf32> {
    %y = tenon.kernel "embed"(%t, %v) attributes {loads = [#tenon.place<packed, row_bytes = 64>, #tenon.place<packed, offset = 192>], panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>} : (tensor<3x20xbf16>, tensor<20xf32>) -> tensor<?x20xf32> {
    ^bb0(%a: tensor<3x20xbf16>, %b: tensor<20xf32>):
      %r = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x20xf32> {
        %0 = tenon.embed %a by <token> + 0 : tensor<3x20xbf16>
        %1 = tenon.mul %0, %b : tensor<?x20xf32>, tensor<20xf32>
        tenon.yield %1 : tensor<?x20xf32>
      }
      tenon.yield %r : tensor<?x20xf32>
    }
    return %y : tensor<?x20xf32>
  }
}

// Units are rows: 3 of the table, 1 of the vector. The kernel's function is gone.
// CHECK:      tenon.pack parameter 0 units 3 f32 @pack.0.f32 bf16 @pack.0.bf16 f16 @pack.0.f16
// CHECK-NEXT: tenon.pack parameter 1 units 1 f32 @pack.1.f32 bf16 @pack.1.bf16 f16 @pack.1.f16
// CHECK-NEXT: tenon.part row_bytes 0 packed_bytes 320
// CHECK-NOT:  func.func @f(
// CHECK-LABEL: func.func @pack.0.bf16(
// CHECK-SAME:   %[[FRAME_SOURCE:[^:]*]]: memref<bf16> {tenon.buffer = "source", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<bf16> {tenon.buffer = "packed", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-DAG:  %[[ZERO:.*]] = arith.constant 0.000000e+00 : bf16
// CHECK:      %[[SOURCE:.*]] = memref.reinterpret_cast %[[FRAME_SOURCE]] to offset: [0], sizes: [60], strides: [1]
// CHECK-NEXT: %[[TARGET:.*]] = memref.reinterpret_cast %[[FRAME_PACKED]] to offset: [0], sizes: [96], strides: [1]
// 3 rows of 20 become 3 rows of 32: row r from element 20 r on goes to 32 r.
// CHECK-NEXT: scf.for %[[ROW:.*]] = %[[FRAME_BEGIN]] to %[[FRAME_END]] step %c1 {
// CHECK-NEXT:   %[[FROM_ROW:.*]] = arith.muli %[[ROW]], %c20 : index
// CHECK-NEXT:   %[[TO_ROW:.*]] = arith.muli %[[ROW]], %c32 : index
// CHECK-NEXT:   scf.for %[[COLUMN:.*]] = %c0 to %c20 step %c1 {
// CHECK-NEXT:     %[[FROM:.*]] = arith.addi %[[FROM_ROW]], %[[COLUMN]] : index
// CHECK-NEXT:     %[[TO:.*]] = arith.addi %[[TO_ROW]], %[[COLUMN]] : index
// CHECK-NEXT:     %[[NUMBER:.*]] = memref.load %[[SOURCE]][%[[FROM]]] : memref<60xbf16, strided<[1]>>
// CHECK-NEXT:     memref.store %[[NUMBER]], %[[TARGET]][%[[TO]]] : memref<96xbf16, strided<[1]>>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %[[BEHIND:.*]] = %c20 to %c32 step %c1 {
// CHECK-NEXT:     %[[TO:.*]] = arith.addi %[[TO_ROW]], %[[BEHIND]] : index
// CHECK-NEXT:     memref.store %[[ZERO]], %[[TARGET]][%[[TO]]] : memref<96xbf16, strided<[1]>>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return %c-1_i64 : i64
// CHECK-NEXT: }
// The vector is f32, so what comes in 16 bits is widened, and nothing can overflow.
// CHECK-LABEL: func.func @pack.1.f16(
// CHECK-SAME:   %[[FRAME_SOURCE:[^:]*]]: memref<f16> {tenon.buffer = "source", tenon.offset = 0 : i64}
// CHECK-SAME:   %[[FRAME_PACKED:[^:]*]]: memref<f32> {tenon.buffer = "packed", tenon.offset = 192 : i64}
// CHECK-SAME:   %[[FRAME_BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:   %[[FRAME_END:[^:]*]]: index {tenon.size = "end"}
// CHECK-DAG:  %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:      %[[SOURCE:.*]] = memref.reinterpret_cast %[[FRAME_SOURCE]] to offset: [0], sizes: [20], strides: [1]
// CHECK-NEXT: %[[TARGET:.*]] = memref.reinterpret_cast %[[FRAME_PACKED]] to offset: [0], sizes: [32], strides: [1]
// CHECK-NEXT: scf.for %[[ROW:.*]] = %[[FRAME_BEGIN]] to %[[FRAME_END]] step %c1 {
// CHECK-NEXT:   %[[FROM_ROW:.*]] = arith.muli %[[ROW]], %c20 : index
// CHECK-NEXT:   %[[TO_ROW:.*]] = arith.muli %[[ROW]], %c32 : index
// CHECK-NEXT:   scf.for %[[COLUMN:.*]] = %c0 to %c20 step %c1 {
// CHECK-NEXT:     %[[FROM:.*]] = arith.addi %[[FROM_ROW]], %[[COLUMN]] : index
// CHECK-NEXT:     %[[TO:.*]] = arith.addi %[[TO_ROW]], %[[COLUMN]] : index
// CHECK-NEXT:     %[[NUMBER:.*]] = memref.load %[[SOURCE]][%[[FROM]]] : memref<20xf16, strided<[1]>>
// CHECK-NEXT:     %[[WIDE:.*]] = arith.extf %[[NUMBER]] : f16 to f32
// CHECK-NEXT:     memref.store %[[WIDE]], %[[TARGET]][%[[TO]]] : memref<32xf32, strided<[1]>>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %[[BEHIND:.*]] = %c20 to %c32 step %c1 {
// CHECK-NEXT:     %[[TO:.*]] = arith.addi %[[TO_ROW]], %[[BEHIND]] : index
// CHECK-NEXT:     memref.store %[[ZERO]], %[[TARGET]][%[[TO]]] : memref<32xf32, strided<[1]>>
// CHECK-NEXT:   }
