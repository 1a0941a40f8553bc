// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --split-input-file -verify-diagnostics
// REQUIRES: codegen
// Operations that have no place in a slot, whatever they compute.

// Rotations are taken apart before kernels are formed, and kernels do not nest.
func.func @rotation(%x: tensor<?x2x4xf32>, %z: tensor<2xf32>) {
  %y = tenon.kernel "k"(%x, %z) : (tensor<?x2x4xf32>, tensor<2xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x2x4xf32>, %f: tensor<2xf32>):
    %r = tenon.slot rows -> tensor<?x2x4xf32> {
      // expected-error@below {{has no row-wise code}}
      %0 = tenon.rotate %a, %f {dim = 4, magnitude = 1.0 : f64, pairs = #tenon.pairs<half>} : tensor<?x2x4xf32>, tensor<2xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    tenon.yield %r : tensor<?x2x4xf32>
  }
  return
}

// -----

func.func @another_dialect(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows -> tensor<?x8xf32> {
      // expected-error@below {{has no row-wise code}}
      %0 = arith.addf %a, %a : tensor<?x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @kernel_in_kernel(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows -> tensor<?x8xf32> {
      // expected-error@below {{has no row-wise code}}
      %0 = tenon.kernel "inner"(%a) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
      ^bb0(%b: tensor<?x8xf32>):
        %s = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %b : tensor<?x8xf32> }
        tenon.yield %s : tensor<?x8xf32>
      }
      tenon.yield %0 : tensor<?x8xf32>
    }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @slot_in_slot(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows -> tensor<?x8xf32> {
      // expected-error@below {{expects parent op 'tenon.kernel'}}
      %0 = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
      tenon.yield %0 : tensor<?x8xf32>
    }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @table_in_prologue(%x: tensor<?x1xf32>, %z: tensor<9x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %z, %v) : (tensor<?x1xf32>, tensor<9x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x1xf32>, %t: tensor<9x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> {
      // expected-error@below {{takes rows of its table in row kernels only, not in prologue}}
      %0 = tenon.embed %t by <token> + 0 : tensor<9x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}
