// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-select-schedule | FileCheck %s
// RUN: %tenon-opt %s --split-input-file --tenon-select-schedule=target=x86-64-v4 | FileCheck %s
// How keys and values are stored: for this call, in a cache, or in a ring.

// Behind a window of w keys the store is a ring of w + 254 + B keys in whole blocks of 256; B are the whole tiles in 256 rows:
// 128 * 2 and 64 * 4 for groups of 3, so w = 2 gives 2 + 254 + 256 = 512, and one more key another block: 768.
// CHECK-LABEL: func.func @two(
// CHECK: cached = true, ring_keys = 512, block_rows = 256,
// CHECK-LABEL: func.func @three(
// CHECK: cached = true, ring_keys = 768, block_rows = 256,
// Tiles of 6 and of 12 tokens: 42 * 6 = 21 * 12 = 252; 6 + 254 + 252 = 512.
// CHECK-LABEL: func.func @six(
// CHECK: cached = true, ring_keys = 512, block_rows = 252,
// A window that is no whole number bounds nothing: all keys stay.
// CHECK-LABEL: func.func @fraction(
// CHECK: cached = true, ring_keys = 0, block_rows = 0,
// A window without `k <= q` lets earlier tokens see later ones: nothing can be kept for the next call.
// CHECK-LABEL: func.func @around(
// CHECK: cached = false, ring_keys = 0, block_rows = 0,
// Causal alone: a cache, and no ring.
// CHECK-LABEL: func.func @causal(
// CHECK: cached = true, ring_keys = 0, block_rows = 0,

func.func @two(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  %y = tenon.kernel "two"(%x, %k, %v) : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {
      ^bb0(%i: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
        %1 = tenon.le %j, %i : tensor<1xf32>, tensor<1xf32>
        %2 = tenon.constant dense<2.0> : tensor<1xf64>
        %3 = tenon.sub %i, %j : tensor<1xf32>, tensor<1xf32>
        %4 = tenon.lt %3, %2 : tensor<1xf32>, tensor<1xf32>
        %5 = tenon.and %1, %4 : tensor<1xi1>, tensor<1xi1>
        tenon.yield %5 : tensor<1xi1>
      } {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
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

func.func @three(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  %y = tenon.kernel "three"(%x, %k, %v) : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
  ^bb0(%a: tensor<?x12xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32> {
      %0 = tenon.split %a : tensor<?x12xf32> to tensor<?x3x4xf32>
      %1 = tenon.split %b : tensor<?x4xf32> to tensor<?x1x4xf32>
      %2 = tenon.split %c : tensor<?x4xf32> to tensor<?x1x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x3x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {
      ^bb0(%i: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
        %1 = tenon.le %j, %i : tensor<1xf32>, tensor<1xf32>
        %2 = tenon.constant dense<3.0> : tensor<1xf64>
        %3 = tenon.sub %i, %j : tensor<1xf32>, tensor<1xf32>
        %4 = tenon.lt %3, %2 : tensor<1xf32>, tensor<1xf32>
        %5 = tenon.and %1, %4 : tensor<1xi1>, tensor<1xi1>
        tenon.yield %5 : tensor<1xi1>
      } {scale = 0.5 : f64} : tensor<?x3x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
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

func.func @six(%x: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = tenon.kernel "six"(%x, %k, %v) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>, %c: tensor<?x8xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      %1 = tenon.split %b : tensor<?x8xf32> to tensor<?x2x4xf32>
      %2 = tenon.split %c : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x2x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {
      ^bb0(%i: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
        %1 = tenon.le %j, %i : tensor<1xf32>, tensor<1xf32>
        %2 = tenon.constant dense<6.0> : tensor<1xf64>
        %3 = tenon.sub %i, %j : tensor<1xf32>, tensor<1xf32>
        %4 = tenon.lt %3, %2 : tensor<1xf32>, tensor<1xf32>
        %5 = tenon.and %1, %4 : tensor<1xi1>, tensor<1xi1>
        tenon.yield %5 : tensor<1xi1>
      } {scale = 0.5 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
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

func.func @fraction(%x: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = tenon.kernel "fraction"(%x, %k, %v) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>, %c: tensor<?x8xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      %1 = tenon.split %b : tensor<?x8xf32> to tensor<?x2x4xf32>
      %2 = tenon.split %c : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x2x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {
      ^bb0(%i: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
        %1 = tenon.le %j, %i : tensor<1xf32>, tensor<1xf32>
        %2 = tenon.constant dense<2.5> : tensor<1xf64>
        %3 = tenon.sub %i, %j : tensor<1xf32>, tensor<1xf32>
        %4 = tenon.lt %3, %2 : tensor<1xf32>, tensor<1xf32>
        %5 = tenon.and %1, %4 : tensor<1xi1>, tensor<1xi1>
        tenon.yield %5 : tensor<1xi1>
      } {scale = 0.5 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
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

func.func @around(%x: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = tenon.kernel "around"(%x, %k, %v) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>, %c: tensor<?x8xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      %1 = tenon.split %b : tensor<?x8xf32> to tensor<?x2x4xf32>
      %2 = tenon.split %c : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x2x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {
      ^bb0(%i: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
        %2 = tenon.constant dense<6.0> : tensor<1xf64>
        %3 = tenon.sub %i, %j : tensor<1xf32>, tensor<1xf32>
        %4 = tenon.lt %3, %2 : tensor<1xf32>, tensor<1xf32>
        tenon.yield %4 : tensor<1xi1>
      } {scale = 0.5 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
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

func.func @causal(%x: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = tenon.kernel "causal"(%x, %k, %v) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>, %c: tensor<?x8xf32>):
    %s:3 = tenon.slot prologue -> tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      %1 = tenon.split %b : tensor<?x8xf32> to tensor<?x2x4xf32>
      %2 = tenon.split %c : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0, %1, %2 : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
    }
    %p = tenon.slot contraction -> tensor<?x2x4xf32> {
      %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {
      ^bb0(%i: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
        %1 = tenon.le %j, %i : tensor<1xf32>, tensor<1xf32>
        tenon.yield %1 : tensor<1xi1>
      } {scale = 0.5 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
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

// -----

// Keys and values are stored as the block says: bf16 in pairs, f16 plainly.
// CHECK-LABEL: func.func @narrow(
// CHECK: stored = bf16, encoding = paired,
module attributes {tenon.block = {name = "b", width = 8 : i64, cache = bf16, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @narrow(%x: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x8xf32>) -> tensor<?x8xf32> {
    %y = tenon.kernel "narrow"(%x, %k, %v) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32> {
    ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>, %c: tensor<?x8xf32>):
      %s:3 = tenon.slot prologue -> tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32> {
        %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
        %1 = tenon.split %b : tensor<?x8xf32> to tensor<?x2x4xf32>
        %2 = tenon.split %c : tensor<?x8xf32> to tensor<?x2x4xf32>
        tenon.yield %0, %1, %2 : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      }
      %p = tenon.slot contraction -> tensor<?x2x4xf32> {
        %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {
        ^bb0(%i: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
          %1 = tenon.le %j, %i : tensor<1xf32>, tensor<1xf32>
          tenon.yield %1 : tensor<1xi1>
        } {scale = 0.5 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
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
}

// -----

// CHECK-LABEL: func.func @half(
// CHECK: stored = f16, encoding = plain,
module attributes {tenon.block = {name = "b", width = 8 : i64, cache = f16, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @half(%x: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x8xf32>) -> tensor<?x8xf32> {
    %y = tenon.kernel "half"(%x, %k, %v) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32> {
    ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>, %c: tensor<?x8xf32>):
      %s:3 = tenon.slot prologue -> tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32> {
        %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
        %1 = tenon.split %b : tensor<?x8xf32> to tensor<?x2x4xf32>
        %2 = tenon.split %c : tensor<?x8xf32> to tensor<?x2x4xf32>
        tenon.yield %0, %1, %2 : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      }
      %p = tenon.slot contraction -> tensor<?x2x4xf32> {
        %0 = tenon.attend %s#0, %s#1, %s#2 score {} mask {
        ^bb0(%i: tensor<1xf32>, %j: tensor<1xf32>, %h: tensor<1xf32>):
          %1 = tenon.le %j, %i : tensor<1xf32>, tensor<1xf32>
          tenon.yield %1 : tensor<1xi1>
        } {scale = 0.5 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
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
}
