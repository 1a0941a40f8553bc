// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s -split-input-file -verify-diagnostics --tenon-plan-memory
// What has no place: parameters that nobody gives, and kernels of which it is not known how they run.

func.func @weight(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  // expected-error@below {{reads operand 1, a parameter that is no argument of the block with tenon.param}}
  %y = tenon.kernel "weight"(%x, %w0) attributes {schedule = #tenon.contraction<fma, lanes = 8, rows = 1, k_block = 512, block_rows = 144, padding = 0, left = <f32, step = 1>, stream = <unroll = 1, ahead = 0, next_lines = 0>>} : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 1, at_once = [1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @computed(%x: tensor<?x7xf32>, %p: tensor<7xf32> {tenon.param = "p"}) -> tensor<?x7xf32> {
  %c = tenon.constant dense<1.0> : tensor<7xf64>
  // expected-error@below {{reads operand 2, a parameter that is no argument of the block with tenon.param}}
  %y = tenon.kernel "k"(%x, %p, %c) attributes {schedule = #tenon.rows<lanes = 8, tile = 8>} : (tensor<?x7xf32>, tensor<7xf32>, tensor<7xf32>) -> tensor<?x7xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b: tensor<7xf32>, %d: tensor<7xf32>):
    %r = tenon.slot rows -> tensor<?x7xf32> {
      %0 = tenon.mul %a, %b : tensor<?x7xf32>, tensor<7xf32>
      %1 = tenon.add %0, %d : tensor<?x7xf32>, tensor<7xf32>
      tenon.yield %1 : tensor<?x7xf32>
    }
    tenon.yield %r : tensor<?x7xf32>
  }
  return %y : tensor<?x7xf32>
}

// -----

func.func @rows(%x: tensor<?x7xf32>) -> tensor<?x7xf32> {
  // expected-error@below {{has no schedule}}
  %y = tenon.kernel "k"(%x) : (tensor<?x7xf32>) -> tensor<?x7xf32> {
  ^bb0(%a: tensor<?x7xf32>):
    %r = tenon.slot rows -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    tenon.yield %r : tensor<?x7xf32>
  }
  return %y : tensor<?x7xf32>
}

// -----

func.func @linears(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32> {tenon.param = "w0"}) -> tensor<?x20xf32> {
  // expected-error@below {{has no schedule}}
  %y = tenon.kernel "linears"(%x, %w0) : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

func.func @attention(%x: tensor<?x12xf32>, %k: tensor<?x4xf32>, %v: tensor<?x4xf32>) -> tensor<?x12xf32> {
  // expected-error@below {{has no schedule}}
  %y = tenon.kernel "attention"(%x, %k, %v) : (tensor<?x12xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32> {
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

// -----

func.func @no_panel(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32> {tenon.param = "w0"}) -> tensor<?x20xf32> {
  // expected-error@below {{panel}}
  %y = tenon.kernel "no_panel"(%x, %w0) attributes {schedule = #tenon.contraction<fma, lanes = 8, rows = 1, k_block = 512, block_rows = 144, padding = 0, left = <f32, step = 1>, stream = <unroll = 1, ahead = 0, next_lines = 0>>} : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

// -----

// A schedule of another kind says nothing about a kernel that keeps rows.
func.func @kind(%x: tensor<?x7xf32>, %w0: tensor<7x7xf32> {tenon.param = "w0"}) -> tensor<?x7xf32> {
  // expected-error@below {{schedule}}
  %y = tenon.kernel "kind"(%x, %w0) attributes {schedule = #tenon.rows<lanes = 8, tile = 8>} : (tensor<?x7xf32>, tensor<7x7xf32>) -> tensor<?x7xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<7x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction -> tensor<?x7xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<7x7xf32>
      tenon.yield %0 : tensor<?x7xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x7xf32> {
      %0 = tenon.add %p0, %l : tensor<?x7xf32>, tensor<?x7xf32>
      tenon.yield %0 : tensor<?x7xf32>
    }
    tenon.yield %e0 : tensor<?x7xf32>
  }
  return %y : tensor<?x7xf32>
}
