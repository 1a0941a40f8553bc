// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: split-file %s %t
// RUN: %tenon-opt %t/kernel.mlir --tenon-lower-attention --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,PLAIN --implicit-check-not=before.finish
// RUN: sed 's/stored = f32, encoding = plain/stored = bf16, encoding = paired/' %t/kernel.mlir > %t/paired.mlir
// RUN: %tenon-opt %t/paired.mlir --tenon-lower-attention --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,PAIRED
// RUN: %tenon-opt %t/kernel.mlir --tenon-lower-contractions --tenon-lower-rows | FileCheck %s --check-prefix=OTHERS --implicit-check-not=attend.
// An attention becomes two phases and an entry of the launch list: the prologue stores keys and values, the contraction attends. The row
// kernel in front of it is none of this pass's. The folder beside this file pins the phases line by line.
//
// 4 query heads of 3 channels share 2 heads of keys; a tile is 2 tokens * 2 heads = 4 rows. A panel has 2 * 4 = 8 keys; a value is 3 columns
// in a row of 8. A key takes 2 heads * (3 + 8) * 4 bytes = 88, in bf16 44.
// Scratch in elements, each part from a multiple of 16 on: queries 4 * 3 at 0; scores 4 * 16 at 16; output 4 * 8 at 80; maxima 4 at 112;
// factors 4 at 128; sums 4 * 4 at 144; totals: output at 160, maxima at 192, sums at 208, up to 224: 896 bytes.

// PLAIN:       tenon.launch "attend" attention prologue @attend.prologue contraction @attend.contraction {block_rows = 8, tile_rows = 2, scratch_bytes = 896, kv_heads = 2, key_bytes = 88, cached = 1, ring_keys = 48}
// PAIRED:      tenon.launch "attend" attention prologue @attend.prologue contraction @attend.contraction {block_rows = 8, tile_rows = 2, scratch_bytes = 896, kv_heads = 2, key_bytes = 44, cached = 1, ring_keys = 48}
// CHECK-NOT:   tenon.launch
// CHECK-LABEL: func.func @f(
// CHECK:         tenon.kernel "before"
// CHECK:         tenon.kernel "attend"

// Keys go to the caller's cache, at their place in the ring; no product yet. A head of the store has capacity * (3 + 8) elements.
// CHECK-LABEL: func.func @attend.prologue(
// PLAIN-SAME:    memref<f32> {tenon.buffer = "cache"
// PAIRED-SAME:   memref<bf16> {tenon.buffer = "cache"
// CHECK-NOT:     tenon.tile_product
// CHECK:         arith.remui
// CHECK:         arith.muli %{{.*}}, %c11
// CHECK-NOT:     tenon.tile_product
// Pairs are rounded and stored two vectors at once.
// PAIRED:        vector.interleave
// PLAIN-NOT:     vector.interleave

// Scores: rows of 3 queries, one after the other, times a panel, over 3 channels: steps of 8 keys, 4 words in pairs. 4 rows in blocks
// of 16 keys. Results: weights stand where scores stood, rows of 16, times rows of values: 8, or 4 words.
// CHECK-LABEL: func.func @attend.contraction(
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c16
// PLAIN:           tenon.tile_product {{.*}} over %c3 {{.*}}<fma, f32, plain, lanes = 4, vectors = 2, {{.*}}left_row = 3, left_step = 1, right_step = 8,
// PAIRED:          tenon.tile_product {{.*}} over %c3 {{.*}}<fma, bf16, paired, lanes = 4, vectors = 2, {{.*}}left_row = 3, left_step = 1, right_step = 4,
// Unseen keys are hidden in between.
// CHECK:           arith.select
// PLAIN:           tenon.tile_product {{.*}}<fma, f32, plain, lanes = 4, vectors = 2, {{.*}}left_row = 16, left_step = 1, right_step = 8,
// PAIRED:          tenon.tile_product {{.*}}<fma, bf16, paired, lanes = 4, vectors = 2, {{.*}}left_row = 16, left_step = 1, right_step = 4,

// OTHERS: tenon.launch "before"

//--- kernel.mlir
#stream = #tenon.stream<unroll = 1, ahead = 128, next_lines = 1>
#schedule = #tenon.attention<lanes = 4, tokens = 2, heads = 2, key_block = 16, key_chunk = 32, stored = f32, encoding = plain, cached = true, ring_keys = 48, block_rows = 8, padding = 0, at_once = [2, 1, 1, 1], stream = #stream>
module attributes {tenon.row_bytes = 256 : i64, tenon.packed_bytes = 0 : i64} {
  func.func @f(%x: tensor<?x12xf32>, %k: tensor<?x6xf32>, %v: tensor<?x6xf32>) -> tensor<?x12xf32> {
    %n = tenon.kernel "before"(%x) attributes {loads = [#tenon.place<x>], panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 4, tile = 8>} : (tensor<?x12xf32>) -> tensor<?x12xf32> {
    ^bb0(%a: tensor<?x12xf32>):
      %r = tenon.slot rows attributes {stores = [[#tenon.place<workspace, row_bytes = 64>]]} -> tensor<?x12xf32> {
        %0 = tenon.neg %a : tensor<?x12xf32>
        tenon.yield %0 : tensor<?x12xf32>
      }
      tenon.yield %r : tensor<?x12xf32>
    }
    %y = tenon.kernel "attend"(%n, %k, %v) attributes {loads = [#tenon.place<workspace, row_bytes = 64>, #tenon.place<workspace, offset = 64, row_bytes = 64>, #tenon.place<workspace, offset = 128, row_bytes = 64>], panel_bytes = 0 : i64, schedule = #schedule} : (tensor<?x12xf32>, tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x12xf32> {
    ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x6xf32>, %c: tensor<?x6xf32>):
      %p:3 = tenon.slot prologue attributes {stores = [[], [], []]} -> tensor<?x4x3xf32>, tensor<?x2x3xf32>, tensor<?x2x3xf32> {
        %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x4x3xf32>
        %1 = tenon.split %b : tensor<?x6xf32> to tensor<?x2x3xf32>
        %2 = tenon.split %c : tensor<?x6xf32> to tensor<?x2x3xf32>
        tenon.yield %0, %1, %2 : tensor<?x4x3xf32>, tensor<?x2x3xf32>, tensor<?x2x3xf32>
      }
      %o = tenon.slot contraction attributes {stores = [[]]} -> tensor<?x4x3xf32> {
        %0 = tenon.attend %p#0, %p#1, %p#2 score {} mask {
        ^bb0(%q: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
          %w = tenon.constant dense<10.0> : tensor<1xf64>
          %1 = tenon.le %j, %q : tensor<1xf32>, tensor<1xf32>
          %2 = tenon.sub %q, %j : tensor<1xf32>, tensor<1xf32>
          %3 = tenon.lt %2, %w : tensor<1xf32>, tensor<1xf32>
          %4 = tenon.and %1, %3 : tensor<1xi1>, tensor<1xi1>
          tenon.yield %4 : tensor<1xi1>
        } {scale = 0.5 : f64} : tensor<?x4x3xf32>, tensor<?x2x3xf32>, tensor<?x2x3xf32>
        tenon.yield %0 : tensor<?x4x3xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x12xf32> {
        %0 = tenon.merge %o : tensor<?x4x3xf32>
        tenon.yield %0 : tensor<?x12xf32>
      }
      tenon.yield %e : tensor<?x12xf32>
    }
    return %y : tensor<?x12xf32>
  }
}
