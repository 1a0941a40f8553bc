// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --tenon-lower-rows --canonicalize --cse | FileCheck %s --implicit-check-not=product. --implicit-check-not=tenon.tile_product
// RUN: %tenon-opt %s --tenon-lower-contractions --tenon-lower-attention | FileCheck %s --check-prefix=OTHERS --implicit-check-not=norm.finish
// A row kernel becomes one phase, its finish, and an entry of the launch list; a kernel with a product is none of this pass's.

// A unit is 3 rows. exp is kept for the second sweep: 5 values, in whole vectors of 4 and cache lines, 64 bytes.
// CHECK:       tenon.launch "norm" rows finish @norm.finish {tile_rows = 3, scratch_bytes = 64}
// CHECK-NOT:   tenon.launch
// CHECK-LABEL: func.func @f(
// CHECK:         tenon.kernel "norm"
// CHECK:         tenon.kernel "product"
// CHECK-LABEL: func.func @norm.finish(
// CHECK-SAME:    %[[BEGIN:[^:]*]]: index {tenon.size = "begin"}
// CHECK-SAME:    %[[END:[^:]*]]: index {tenon.size = "end"}
// CHECK-SAME:    %[[ROWS:[^:]*]]: index {tenon.size = "rows"}
// Rows 3 * begin up to 3 * end, or to the last row.
// CHECK:         %[[FROM:.*]] = arith.muli %[[BEGIN]], %c3
// CHECK:         %[[PAST:.*]] = arith.muli %[[END]], %c3
// CHECK:         %[[TO:.*]] = arith.minui {{.*}}%[[PAST]]
// CHECK:         scf.for %{{.*}} = %[[FROM]] to %[[TO]] step %c1 {
// CHECK-COUNT-2:   math.exp
// CHECK-NOT:       math.exp
// CHECK:           arith.divf {{.*}} : vector<4xf32>
// CHECK:           vector.maskedstore %{{.*}} : memref<5xf32, {{.*}}>

// OTHERS: tenon.launch "product"

#stream = #tenon.stream<unroll = 1, ahead = 128, next_lines = 1>
module attributes {tenon.row_bytes = 64 : i64, tenon.packed_bytes = 128 : i64} {
  func.func @f(%x: tensor<?x5xf32>, %w: tensor<4x5xf32> {tenon.param = "w"}) -> tensor<?x4xf32> {
    %n = tenon.kernel "norm"(%x) attributes {loads = [#tenon.place<x>], panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 4, tile = 3>} : (tensor<?x5xf32>) -> tensor<?x5xf32> {
    ^bb0(%a: tensor<?x5xf32>):
      %r = tenon.slot rows attributes {stores = [[#tenon.place<workspace, row_bytes = 64>]]} -> tensor<?x5xf32> {
        %0 = tenon.exp %a : tensor<?x5xf32>
        %1 = tenon.sum %0 : tensor<?x5xf32>
        %2 = tenon.div %0, %1 : tensor<?x5xf32>, tensor<?x1xf32>
        tenon.yield %2 : tensor<?x5xf32>
      }
      tenon.yield %r : tensor<?x5xf32>
    }
    %y = tenon.kernel "product"(%n, %w) attributes {loads = [#tenon.place<workspace, row_bytes = 64>, #tenon.place<weights>], panel_bytes = 64 : i64, schedule = #tenon.contraction<fma, lanes = 4, rows = 1, k_block = 2, block_rows = 2, padding = 0, left = <f32, step = 1>, stream = #stream>} : (tensor<?x5xf32>, tensor<4x5xf32>) -> tensor<?x4xf32> {
    ^bb0(%a: tensor<?x5xf32>, %b: tensor<4x5xf32>):
      %l = tenon.slot prologue attributes {stores = [[#tenon.place<left>]]} -> tensor<?x5xf32> { tenon.yield %a : tensor<?x5xf32> }
      %p = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 4, vectors = 1, chunk = 1, at_once = [1]>, stores = [[]], weights = #tenon.place<packed>} -> tensor<?x4xf32> {
        %0 = tenon.linear %l, %b {storage = f32} : tensor<?x5xf32>, tensor<4x5xf32>
        tenon.yield %0 : tensor<?x4xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x4xf32> { tenon.yield %p : tensor<?x4xf32> }
      tenon.yield %e : tensor<?x4xf32>
    }
    return %y : tensor<?x4xf32>
  }
}
