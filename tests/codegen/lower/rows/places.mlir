// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows --canonicalize --cse | FileCheck %s
// Where the rows of a row kernel lie. Offsets of a binding are bytes; in the views elements count.

// A place of the frame is an argument, the same for the same place and type. Rows of the caller lie `x_stride` or
// `y_stride` elements apart, those of the workspace row_bytes / element size: 192 bytes are 96 bf16, 64 bytes 16 f32,
// 128 bytes 64 f16. Parameters have no row. One value is stored twice, as f32.
// CHECK-LABEL: func.func @places.finish(
// CHECK-SAME:  %[[X:[a-z0-9_]+]]: memref<f32> {tenon.buffer = "x", tenon.offset = 0 : i64}
// CHECK-SAME:  %[[FIRST:[a-z0-9_]+]]: index {tenon.size = "first"}
// CHECK-SAME:  %[[XSTRIDE:[a-z0-9_]+]]: index {tenon.size = "x_stride"}
// CHECK-SAME:  %[[W:[a-z0-9_]+]]: memref<bf16> {tenon.buffer = "workspace", tenon.offset = 128 : i64}
// CHECK-SAME:  %[[P:[a-z0-9_]+]]: memref<f16> {tenon.buffer = "packed", tenon.offset = 192 : i64}
// CHECK-SAME:  %[[Y:[a-z0-9_]+]]: memref<f32> {tenon.buffer = "y", tenon.offset = 0 : i64}
// CHECK-SAME:  %[[YSTRIDE:[a-z0-9_]+]]: index {tenon.size = "y_stride"}
// CHECK-SAME:  %[[W2:[a-z0-9_]+]]: memref<f32> {tenon.buffer = "workspace", tenon.offset = 192 : i64}
// CHECK-SAME:  %[[W3:[a-z0-9_]+]]: memref<f16> {tenon.buffer = "workspace", tenon.offset = 256 : i64}
// CHECK-SAME:  ) {
// CHECK-DAG:  %c96 = arith.constant 96 : index
// CHECK-DAG:  %c16 = arith.constant 16 : index
// CHECK-DAG:  %c64 = arith.constant 64 : index
// CHECK:      scf.for %[[ROW:.*]] =
// CHECK-NEXT:   %[[AT:.*]] = arith.addi %[[FIRST]], %[[ROW]] : index
// CHECK-NEXT:   %[[XAT:.*]] = arith.muli %[[AT]], %[[XSTRIDE]] : index
// CHECK-NEXT:   %[[XROW:.*]] = memref.reinterpret_cast %[[X]] to offset: [%[[XAT]]], sizes: [8], strides: [1]
// CHECK-NEXT:   %[[WAT:.*]] = arith.muli %[[AT]], %c96 : index
// CHECK-NEXT:   %[[WROW:.*]] = memref.reinterpret_cast %[[W]] to offset: [%[[WAT]]], sizes: [8], strides: [1]
// CHECK-NEXT:   %[[PROW:.*]] = memref.reinterpret_cast %[[P]] to offset: [0], sizes: [8], strides: [1]
// CHECK-NEXT:   %[[YAT:.*]] = arith.muli %[[AT]], %[[YSTRIDE]] : index
// CHECK-NEXT:   %[[YROW:.*]] = memref.reinterpret_cast %[[Y]] to offset: [%[[YAT]]], sizes: [8], strides: [1]
// CHECK-NEXT:   %[[W2AT:.*]] = arith.muli %[[AT]], %c16 : index
// CHECK-NEXT:   %[[W2ROW:.*]] = memref.reinterpret_cast %[[W2]] to offset: [%[[W2AT]]], sizes: [8], strides: [1]
// CHECK-NEXT:   %[[W3AT:.*]] = arith.muli %[[AT]], %c64 : index
// CHECK-NEXT:   %[[W3ROW:.*]] = memref.reinterpret_cast %[[W3]] to offset: [%[[W3AT]]], sizes: [8], strides: [1]
// CHECK-NEXT:   %[[A:.*]] = vector.load %[[XROW]][%c0] {{.*}}, vector<8xf32>
// CHECK-NEXT:   %[[N:.*]] = arith.negf %[[A]]
// CHECK-NEXT:   %[[C:.*]] = vector.load %[[PROW]][%c0] {{.*}}, vector<8xf16>
// CHECK-NEXT:   %[[G:.*]] = arith.extf %[[C]]
// CHECK-NEXT:   %[[R:.*]] = arith.mulf %[[N]], %[[G]]
// CHECK-NEXT:   vector.store %[[R]], %[[YROW]][%c0]
// CHECK-NEXT:   vector.store %[[R]], %[[W2ROW]][%c0]
// CHECK-NEXT:   %[[B:.*]] = vector.load %[[WROW]][%c0] {{.*}}, vector<8xbf16>
// CHECK:        %[[H:.*]] = arith.truncf %{{.*}} : vector<8xf32> to vector<8xf16>
// CHECK-NEXT:   vector.store %[[H]], %[[W3ROW]][%c0]
// CHECK-NEXT: }
func.func @places(%A: tensor<?x8xf32>, %B: tensor<?x8xbf16>, %C: tensor<8xf16>) -> (tensor<?x8xf32>, tensor<?x8xf16>) {
  %out:2 = tenon.kernel "places"(%A, %B, %C) attributes {
    loads = [#tenon.place<x>, #tenon.place<workspace, offset = 128, row_bytes = 192>, #tenon.place<packed, offset = 192>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>, tensor<?x8xbf16>, tensor<8xf16>) -> (tensor<?x8xf32>, tensor<?x8xf16>) {
  ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x8xbf16>, %c: tensor<8xf16>):
    %row:2 = tenon.slot rows attributes {stores = [
      [#tenon.place<y>, #tenon.place<workspace, offset = 192, row_bytes = 64>],
      [#tenon.place<workspace, offset = 256, row_bytes = 128>]
    ]} -> tensor<?x8xf32>, tensor<?x8xf16> {
      %0 = tenon.neg %a : tensor<?x8xf32>
      %1 = tenon.cast %b : tensor<?x8xbf16> to tensor<?x8xf32>
      %2 = tenon.cast %c : tensor<8xf16> to tensor<8xf32>
      %3 = tenon.mul %0, %2 : tensor<?x8xf32>, tensor<8xf32>
      %4 = tenon.cast %1 : tensor<?x8xf32> to tensor<?x8xf16>
      tenon.yield %3, %4 : tensor<?x8xf32>, tensor<?x8xf16>
    }
    tenon.yield %row#0, %row#1 : tensor<?x8xf32>, tensor<?x8xf16>
  }
  return %out#0, %out#1 : tensor<?x8xf32>, tensor<?x8xf16>
}

// -----

// Sixteen rows to a unit of work, and sixteen lanes.
// CHECK: finish @tile.finish {tile_rows = 16}
// CHECK-LABEL: func.func @tile.finish(
// CHECK:      %[[R0:.*]] = arith.muli %{{.*}}, %c16 : index
// CHECK-NEXT: %[[UNITS:.*]] = arith.muli %{{.*}}, %c16 : index
// CHECK-NEXT: %[[R1:.*]] = arith.minui %[[UNITS]]
// CHECK-NEXT: scf.for %{{.*}} = %[[R0]] to %[[R1]] step %c1 {
// CHECK:        vector.load %{{.*}} {{.*}}, vector<16xf32>
func.func @tile(%A: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %out = tenon.kernel "tile"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 16, tile = 16>
  } : (tensor<?x16xf32>) -> tensor<?x16xf32> {
  ^bb0(%a: tensor<?x16xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x16xf32> {
      %0 = tenon.neg %a : tensor<?x16xf32>
      tenon.yield %0 : tensor<?x16xf32>
    }
    tenon.yield %row : tensor<?x16xf32>
  }
  return %out : tensor<?x16xf32>
}

// -----

// Tables: ids are i32 in the caller's rows, the first of each; positions and types are lists of i64, an entry for each
// row of the batch. Row `offset + index` of a table lies row_bytes / element size further per row: 64 bytes are 32
// bf16 or 16 f32, 128 bytes 64 f16. What is read is widened to f32.
// CHECK-LABEL: func.func @embed.finish(
// CHECK-SAME:  %[[IDS:[a-z0-9_]+]]: memref<i32> {tenon.buffer = "x", tenon.offset = 0 : i64}
// CHECK-SAME:  %[[FIRST:[a-z0-9_]+]]: index {tenon.size = "first"}
// CHECK-SAME:  %[[STRIDE:[a-z0-9_]+]]: index {tenon.size = "x_stride"}
// CHECK-SAME:  %[[TOKENS:[a-z0-9_]+]]: memref<bf16> {tenon.buffer = "packed", tenon.offset = 0 : i64}
// CHECK-SAME:  %[[POSITIONS:[a-z0-9_]+]]: memref<i64> {tenon.buffer = "positions", tenon.offset = 0 : i64}
// CHECK-SAME:  %[[PLACES:[a-z0-9_]+]]: memref<f32> {tenon.buffer = "packed", tenon.offset = 6400 : i64}
// CHECK-SAME:  %[[TYPES:[a-z0-9_]+]]: memref<i64> {tenon.buffer = "token_types", tenon.offset = 0 : i64}
// CHECK-SAME:  %[[KINDS:[a-z0-9_]+]]: memref<f16> {tenon.buffer = "packed", tenon.offset = 9600 : i64}
// CHECK:      scf.for %[[ROW:.*]] =
// CHECK-NEXT:   %[[AT:.*]] = arith.addi %[[FIRST]], %[[ROW]] : index
// CHECK-NEXT:   %[[IDAT:.*]] = arith.muli %[[AT]], %[[STRIDE]] : index
// CHECK-NEXT:   %[[IDROW:.*]] = memref.reinterpret_cast %[[IDS]] to offset: [%[[IDAT]]], sizes: [1], strides: [1]
// CHECK-NEXT:   %[[ID:.*]] = memref.load %[[IDROW]][%c0]
// CHECK-NEXT:   %[[INDEX:.*]] = arith.index_cast %[[ID]] : i32 to index
// CHECK-NEXT:   %[[TAT:.*]] = arith.muli %[[INDEX]], %c32 : index
// CHECK-NEXT:   %[[TROW:.*]] = memref.reinterpret_cast %[[TOKENS]] to offset: [%[[TAT]]], sizes: [8], strides: [1]
// CHECK-NEXT:   %[[POSROW:.*]] = memref.reinterpret_cast %[[POSITIONS]] to offset: [%[[AT]]], sizes: [1], strides: [1]
// CHECK-NEXT:   %[[POS:.*]] = memref.load %[[POSROW]][%c0]
// CHECK-NEXT:   %[[PINDEX:.*]] = arith.index_cast %[[POS]] : i64 to index
// CHECK-NEXT:   %[[PLUS:.*]] = arith.addi %[[PINDEX]], %c2 : index
// CHECK-NEXT:   %[[PAT:.*]] = arith.muli %[[PLUS]], %c16 : index
// CHECK-NEXT:   %[[PROW:.*]] = memref.reinterpret_cast %[[PLACES]] to offset: [%[[PAT]]], sizes: [8], strides: [1]
// CHECK-NEXT:   %[[TYPEROW:.*]] = memref.reinterpret_cast %[[TYPES]] to offset: [%[[AT]]], sizes: [1], strides: [1]
// CHECK-NEXT:   %[[TYPE:.*]] = memref.load %[[TYPEROW]][%c0]
// CHECK-NEXT:   %[[KINDEX:.*]] = arith.index_cast %[[TYPE]] : i64 to index
// CHECK-NEXT:   %[[KAT:.*]] = arith.muli %[[KINDEX]], %c64 : index
// CHECK-NEXT:   %[[KROW:.*]] = memref.reinterpret_cast %[[KINDS]] to offset: [%[[KAT]]], sizes: [8], strides: [1]
// CHECK:        %[[V0:.*]] = vector.load %[[TROW]][%c0] {{.*}}, vector<8xbf16>
// CHECK:        %[[F0:.*]] = arith.bitcast %{{.*}} : vector<8xi32> to vector<8xf32>
// CHECK-NEXT:   %[[F1:.*]] = vector.load %[[PROW]][%c0] {{.*}}, vector<8xf32>
// CHECK-NEXT:   %[[S1:.*]] = arith.addf %[[F0]], %[[F1]]
// CHECK-NEXT:   %[[V2:.*]] = vector.load %[[KROW]][%c0] {{.*}}, vector<8xf16>
// CHECK-NEXT:   %[[F2:.*]] = arith.extf %[[V2]]
// CHECK-NEXT:   %[[S2:.*]] = arith.addf %[[S1]], %[[F2]]
// CHECK-NEXT:   vector.store %[[S2]]
// CHECK-NEXT: }
func.func @embed(%T: tensor<100x8xbf16>, %P: tensor<50x8xf32>, %K: tensor<2x8xf16>) -> tensor<?x8xf32> {
  %out = tenon.kernel "embed"(%T, %P, %K) attributes {
    loads = [#tenon.place<packed, row_bytes = 64>, #tenon.place<packed, offset = 6400, row_bytes = 64>, #tenon.place<packed, offset = 9600, row_bytes = 128>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<100x8xbf16>, tensor<50x8xf32>, tensor<2x8xf16>) -> tensor<?x8xf32> {
  ^bb0(%t: tensor<100x8xbf16>, %p: tensor<50x8xf32>, %k: tensor<2x8xf16>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %0 = tenon.embed %t by <token> + 0 : tensor<100x8xbf16>
      %1 = tenon.embed %p by <position> + 2 : tensor<50x8xf32>
      %2 = tenon.embed %k by <type> + 0 : tensor<2x8xf16>
      %3 = tenon.add %0, %1 : tensor<?x8xf32>, tensor<?x8xf32>
      %4 = tenon.add %3, %2 : tensor<?x8xf32>, tensor<?x8xf32>
      tenon.yield %4 : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}

// -----

// The position of a row is a number of the list, as f32, once for all columns.
// CHECK-LABEL: func.func @position.finish(
// CHECK-SAME:  %[[LIST:[a-z0-9_]+]]: memref<i64> {tenon.buffer = "positions", tenon.offset = 0 : i64}
// CHECK:      scf.for %[[ROW:.*]] =
// CHECK:        %[[ONE:.*]] = memref.reinterpret_cast %[[LIST]] to offset: [%{{.*}}], sizes: [1], strides: [1]
// CHECK-NEXT:   %[[POS:.*]] = memref.load %[[ONE]][%c0] : memref<1xi64
// CHECK-NEXT:   %[[F:.*]] = arith.sitofp %[[POS]] : i64 to f32
// CHECK-NEXT:   %[[X:.*]] = vector.load
// CHECK-NEXT:   %[[ALL:.*]] = vector.broadcast %[[F]] : f32 to vector<8xf32>
// CHECK-NEXT:   %[[R:.*]] = arith.addf %[[X]], %[[ALL]]
// CHECK-NEXT:   vector.store %[[R]]
func.func @position(%A: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "position"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %p = tenon.position
      %r = tenon.add %a, %p : tensor<?x8xf32>, tensor<?x1xf32>
      tenon.yield %r : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}
