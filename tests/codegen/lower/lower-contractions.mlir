// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --tenon-lower-contractions --canonicalize --cse | FileCheck %s --implicit-check-not=before.finish
// RUN: %tenon-opt %s --tenon-lower-attention --tenon-lower-rows | FileCheck %s --check-prefix=OTHERS --implicit-check-not=product.
// A kernel with linears becomes three phases and an entry of the launch list; it stays, since its weights have no packers yet, and so
// does the row kernel in front of it, which is none of this pass's. The folders beside this file pin each phase line by line.
//
// 6 rows of a block are 2 tiles of 3. 20 columns are ceil(20 / 8) = 3 panels of 2 vectors of 4, 2 a unit: 2 units. The left operand
// has 6 * 5 * 4 = 120 bytes, 128 of cache lines, and behind it 6 kept rows of 20 f32 = 80, 128: 128 + 6 * 128 = 896 bytes. Scratch: sums of
// 6 rows, 2 * 8 and 4 of padding apart: 6 * 20 * 4 = 480 bytes.

// CHECK:       tenon.launch "product" rows prologue @product.prologue contraction @product.contraction finish @product.finish {block_rows = 6, tile_rows = 3, column_chunks = 2, panel_bytes = 896, scratch_bytes = 480}
// CHECK-NOT:   tenon.launch
// CHECK-LABEL: func.func @f(
// CHECK:         tenon.kernel "before"
// CHECK:         tenon.kernel "product"

// The norm is computed on rows on their way into the left operand.
// CHECK-LABEL: func.func @product.prologue(
// CHECK-SAME:    tenon.buffer = "panel", tenon.offset = 0
// CHECK-NOT:     tenon.tile_product
// CHECK:         math.sqrt
// CHECK:         arith.divf {{.*}} : vector<4xf32>
// CHECK-NOT:     tenon.tile_product

// One tile of 1, 2 or 3 rows runs over the whole depth of 5, from zero on, and prefetches ahead: nothing of its panels is read again.
// A panel has 5 steps of 8 words, 40; tiles of 1 row take two panels at once, and the last alone. Values of k of a tile are 3 apart
// however many rows it has.
// CHECK-LABEL: func.func @product.contraction(
// CHECK:         tenon.tile_product %{{.*}}[%c0], %{{.*}}[%{{.*}}, panel %c40] into %{{.*}}[%{{.*}}, row %c20] over %c5 first %true prefetch %c0 step %c0
// CHECK-SAME:      <fma, f32, plain, lanes = 4, vectors = 2, rows = 1, panels = 2, left_row = 1, left_step = 3, right_step = 8, prefetch = ahead,
// CHECK:         tenon.tile_product
// CHECK-SAME:      rows = 1, panels = 1, left_row = 1, left_step = 3, right_step = 8, prefetch = ahead,
// CHECK:         tenon.tile_product
// CHECK-SAME:      rows = 2, panels = 1, left_row = 1, left_step = 3, right_step = 8, prefetch = ahead,
// CHECK:         tenon.tile_product
// CHECK-SAME:      rows = 3, panels = 1, left_row = 1, left_step = 3, right_step = 8, prefetch = ahead,
// Several tiles share a panel, block of 2 steps by block, and only the first starts from zero: 4 and 5 rows are 2 + 2 and 2 + 3, so
// that no tile has 1 row.
// CHECK:         scf.for %[[K:.*]] = %c0 to %c5 step %c2 {
// CHECK:           %[[LEFT_OVER:.*]] = arith.subi %c5, %[[K]]
// CHECK:           %[[STEPS:.*]] = arith.minui {{.*}}%[[LEFT_OVER]]
// CHECK:           %[[IS_FIRST:.*]] = arith.cmpi eq, %[[K]], %c0
// CHECK:           tenon.tile_product {{.*}} over %[[STEPS]] first %[[IS_FIRST]]
// CHECK-SAME:        rows = 2, panels = 1, left_row = 1, left_step = 3, right_step = 8, prefetch = next,
// CHECK:           tenon.tile_product {{.*}} over %[[STEPS]] first %[[IS_FIRST]]
// CHECK-SAME:        rows = 3, panels = 1, left_row = 1, left_step = 3, right_step = 8, prefetch = next,
// CHECK-NOT:     tenon.tile_product
// The epilogue works on the sums, columns of the last panel up to 20 - 2 * 8 = 4.
// CHECK:         arith.mulf {{.*}} : vector<4xf32>
// CHECK:         vector.store %{{.*}} : memref<20xf32, {{.*}}>, vector<4xf32>

// The finish reads kept rows behind the left operand, and writes y.
// CHECK-LABEL: func.func @product.finish(
// CHECK-SAME:    tenon.buffer = "panel", tenon.offset = 128
// CHECK-SAME:    tenon.buffer = "y"
// CHECK:         arith.subf {{.*}} : vector<4xf32>

// OTHERS: tenon.launch "before"
// OTHERS: func.func @before.finish(

#stream = #tenon.stream<unroll = 1, ahead = 128, next_lines = 1>
module attributes {tenon.row_bytes = 64 : i64, tenon.packed_bytes = 512 : i64} {
  func.func @f(%x: tensor<?x5xf32>, %w: tensor<20x5xf32> {tenon.param = "w"}) -> tensor<?x20xf32> {
    %n = tenon.kernel "before"(%x) attributes {loads = [#tenon.place<x>], panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 4, tile = 8>} : (tensor<?x5xf32>) -> tensor<?x5xf32> {
    ^bb0(%a: tensor<?x5xf32>):
      %r = tenon.slot rows attributes {stores = [[#tenon.place<workspace, row_bytes = 64>]]} -> tensor<?x5xf32> {
        %0 = tenon.neg %a : tensor<?x5xf32>
        tenon.yield %0 : tensor<?x5xf32>
      }
      tenon.yield %r : tensor<?x5xf32>
    }
    %y = tenon.kernel "product"(%n, %w) attributes {loads = [#tenon.place<workspace, row_bytes = 64>, #tenon.place<weights>], panel_bytes = 896 : i64, schedule = #tenon.contraction<fma, lanes = 4, rows = 3, k_block = 2, block_rows = 6, padding = 4, left = <f32, step = 1>, stream = #stream>} : (tensor<?x5xf32>, tensor<20x5xf32>) -> tensor<?x20xf32> {
    ^bb0(%a: tensor<?x5xf32>, %b: tensor<20x5xf32>):
      %l = tenon.slot prologue attributes {stores = [[#tenon.place<left>]]} -> tensor<?x5xf32> {
        %0 = tenon.power %a {exponent = 2 : i64} : tensor<?x5xf32>
        %1 = tenon.mean %0 : tensor<?x5xf32>
        %2 = tenon.sqrt %1 : tensor<?x1xf32>
        %3 = tenon.div %a, %2 : tensor<?x5xf32>, tensor<?x1xf32>
        tenon.yield %3 : tensor<?x5xf32>
      }
      %p = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 4, vectors = 2, chunk = 2, at_once = [2, 1, 1]>, stores = [[]], weights = #tenon.place<packed>} -> tensor<?x20xf32> {
        %0 = tenon.linear %l, %b {storage = f32} : tensor<?x5xf32>, tensor<20x5xf32>
        tenon.yield %0 : tensor<?x20xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<panel, offset = 128, row_bytes = 128>]]} -> tensor<?x20xf32> {
        %0 = tenon.sigmoid %p : tensor<?x20xf32>
        %1 = tenon.mul %p, %0 : tensor<?x20xf32>, tensor<?x20xf32>
        tenon.yield %1 : tensor<?x20xf32>
      }
      %s = tenon.slot finish attributes {stores = [[#tenon.place<y>]]} -> tensor<?x20xf32> {
        %0 = tenon.mean %e : tensor<?x20xf32>
        %1 = tenon.sub %e, %0 : tensor<?x20xf32>, tensor<?x1xf32>
        tenon.yield %1 : tensor<?x20xf32>
      }
      tenon.yield %s : tensor<?x20xf32>
    }
    return %y : tensor<?x20xf32>
  }
}
