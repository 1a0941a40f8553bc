// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-select-schedule | FileCheck %s --check-prefixes=CHECK,V3
// RUN: %tenon-opt %s --split-input-file --tenon-select-schedule=target=x86-64-v4 | FileCheck %s --check-prefixes=CHECK,V4
// The row tile of an attention: as many tokens with all heads of a group as 6 (x86-64-v3) or 12 (x86-64-v4) rows hold, or an even
// share of one group; and its store.
//   groups of 1:  6 tokens x 1 head;  12 x 1.    of 3:  6 / 3 = 2 x 3;  12 / 3 = 4 x 3.
//   groups of 4:  6 / 4 = 1 x 4;      3 x 4.     of 16: ceil(16 / 6) = 3 shares of ceil(16 / 3) = 6;  2 shares of 8.
// Panels of keys are 2 vectors; counts of panels at once as in select-schedule.mlir, one for each row of the tile.

// CHECK-LABEL: func.func @ones(
// V3: schedule = #tenon.attention<lanes = 8, tokens = 6, heads = 1, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [4, 2, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>
// V4: schedule = #tenon.attention<lanes = 16, tokens = 12, heads = 1, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>
func.func @ones(%x: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = tenon.kernel "ones"(%x, %k, %v) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>, %c: tensor<?x8xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      %1 = tenon.split %b : tensor<?x8xf32> to tensor<?x2x4xf32>
      %2 = tenon.split %c : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x2x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> {
      %0 = tenon.merge %p : tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    tenon.yield %e : tensor<?x8xf32>
  }
  return %y : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @threes(
// V3: schedule = #tenon.attention<lanes = 8, tokens = 2, heads = 3, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [4, 2, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>
// V4: schedule = #tenon.attention<lanes = 16, tokens = 4, heads = 3, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>
func.func @threes(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  %y = tenon.kernel "threes"(%x, %k, %v) : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x3x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x12xf32> {
      %0 = tenon.merge %p : tensor<?x3x4xf32>
      tenon.yield %0 : tensor<?x12xf32>
    }
    tenon.yield %e : tensor<?x12xf32>
  }
  return %y : tensor<?x12xf32>
}

// CHECK-LABEL: func.func @fours(
// V3: schedule = #tenon.attention<lanes = 8, tokens = 1, heads = 4, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [4, 2, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>
// V4: schedule = #tenon.attention<lanes = 16, tokens = 3, heads = 4, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>
func.func @fours(%x: tensor<?x32xf32>, %k: tensor<?x8xf32>, %v: tensor<?x8xf32>) -> tensor<?x32xf32> {
  %y = tenon.kernel "fours"(%x, %k, %v) : (tensor<?x32xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x32xf32> {
  ^bb0(%a: tensor<?x32xf32>, %b: tensor<?x8xf32>, %c: tensor<?x8xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x8x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x32xf32> to tensor<?x8x4xf32>
      %1 = tenon.split %b : tensor<?x8xf32> to tensor<?x2x4xf32>
      %2 = tenon.split %c : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x8x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x8x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x8x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x8x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x32xf32> {
      %0 = tenon.merge %p : tensor<?x8x4xf32>
      tenon.yield %0 : tensor<?x32xf32>
    }
    tenon.yield %e : tensor<?x32xf32>
  }
  return %y : tensor<?x32xf32>
}

// CHECK-LABEL: func.func @sixteens(
// V3: schedule = #tenon.attention<lanes = 8, tokens = 1, heads = 6, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [4, 2, 1, 1, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>
// V4: schedule = #tenon.attention<lanes = 16, tokens = 1, heads = 8, key_block = 256, key_chunk = 512, stored = f32, encoding = plain, cached = false, ring_keys = 0, block_rows = 0, padding = 16, at_once = [4, 4, 2, 2, 2, 2, 1, 1], stream = <unroll = 4, ahead = 2048, next_lines = 4>>
func.func @sixteens(%x: tensor<?x64xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x64xf32> {
  %y = tenon.kernel "sixteens"(%x, %k, %v) : (tensor<?x64xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x64xf32> {
  ^bb0(%a: tensor<?x64xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x16x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x64xf32> to tensor<?x16x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x16x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x16x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {} {scale = 0.5 : f64} : tensor<?x16x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
      tenon.yield %0 : tensor<?x16x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x64xf32> {
      %0 = tenon.merge %p : tensor<?x16x4xf32>
      tenon.yield %0 : tensor<?x64xf32>
    }
    tenon.yield %e : tensor<?x64xf32>
  }
  return %y : tensor<?x64xf32>
}
