// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --split-input-file -verify-diagnostics
// REQUIRES: codegen
// The products of one contraction are of one width, and are what it yields.

func.func @widths(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>, %z: tensor<16x8xf32>) {
  %y = tenon.kernel "k"(%x, %v, %z) : (tensor<?x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>, %b: tensor<16x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c:2 = tenon.slot contraction -> tensor<?x8xf32>, tensor<?x16xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      // expected-error@below {{interleaves with a weight of another width or type: 'tensor<8x8xf32>'}}
      %1 = tenon.linear %p, %b : tensor<?x8xf32>, tensor<16x8xf32>
      tenon.yield %0, %1 : tensor<?x8xf32>, tensor<?x16xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c#0 : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

func.func @yields_in_order(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>, %z: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v, %z) : (tensor<?x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>, %b: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    // expected-error@below {{yields its products, each once, in their order}}
    %c:2 = tenon.slot contraction -> tensor<?x8xf32>, tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      %1 = tenon.linear %p, %b : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %1, %0 : tensor<?x8xf32>, tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c#0 : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

func.func @yields_each(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>, %z: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v, %z) : (tensor<?x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>, %b: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    // expected-error@below {{yields its products, each once, in their order}}
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      %1 = tenon.linear %p, %b : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

func.func @yields_once(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    // expected-error@below {{yields its products, each once, in their order}}
    %c:2 = tenon.slot contraction -> tensor<?x8xf32>, tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0, %0 : tensor<?x8xf32>, tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c#0 : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

func.func @yields_products_alone(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    // expected-error@below {{yields its products, each once, in their order}}
    %c:2 = tenon.slot contraction -> tensor<?x8xf32>, tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0, %p : tensor<?x8xf32>, tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c#0 : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}
