// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --split-input-file -verify-diagnostics
// REQUIRES: codegen
// Epilogues of linears alone see accumulators, some columns at a time.

// Accumulators live in registers and in the tile alone: an epilogue hands on what a finish needs.
func.func @accumulators_in_finish(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    %f = tenon.slot finish -> tensor<?x8xf32> {
      // expected-error@below {{uses accumulators outside of the epilogue of their contraction}}
      tenon.yield %c : tensor<?x8xf32>
    }
    tenon.yield %f : tensor<?x8xf32>
  }
  return
}

// -----

func.func @accumulators_of_another_segment(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    %d = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %f = tenon.slot epilogue -> tensor<?x8xf32> {
      // expected-error@below {{uses accumulators outside of the epilogue of their contraction}}
      %0 = tenon.add %d, %c : tensor<?x8xf32>, tensor<?x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    tenon.yield %f : tensor<?x8xf32>
  }
  return
}

// -----

func.func @reduction_in_epilogue(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x1xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x1xf32> {
      // expected-error@below {{cannot be in the epilogue, which sees columns, not complete rows}}
      %0 = tenon.mean %c : tensor<?x8xf32>
      tenon.yield %0 : tensor<?x1xf32>
    }
    tenon.yield %e : tensor<?x1xf32>
  }
  return
}

// -----

func.func @heads_in_epilogue(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x2x4xf32> {
      // expected-error@below {{cannot be in the epilogue, which sees columns, not complete rows}}
      %0 = tenon.split %c : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    tenon.yield %e : tensor<?x2x4xf32>
  }
  return
}

// -----

// Rows of another width than the accumulators, longer or shorter, constants and rows of heads included.
func.func @wider_in_epilogue(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>, %z: tensor<?x16xf32>) {
  %y = tenon.kernel "k"(%x, %v, %z) : (tensor<?x8xf32>, tensor<8x8xf32>, tensor<?x16xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>, %b: tensor<?x16xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> {
      // expected-error@below {{in an epilogue of 8 columns makes 'tensor<?x16xf32>'}}
      %0 = tenon.exp %b : tensor<?x16xf32>
      tenon.yield %c : tensor<?x8xf32>
    }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

func.func @constant_in_epilogue(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> {
      // expected-error@below {{in an epilogue of 8 columns makes 'tensor<4xf32>'}}
      %0 = tenon.constant dense<1.0> : tensor<4xf64>
      tenon.yield %c : tensor<?x8xf32>
    }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

func.func @rank_in_epilogue(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>, %z: tensor<2x1xf32>) {
  %y = tenon.kernel "k"(%x, %v, %z) : (tensor<?x8xf32>, tensor<8x8xf32>, tensor<2x1xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>, %b: tensor<2x1xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> {
      // expected-error@below {{in an epilogue of 8 columns makes 'tensor<?x2x8xf32>'}}
      %0 = tenon.mul %c, %b : tensor<?x8xf32>, tensor<2x1xf32>
      tenon.yield %c : tensor<?x8xf32>
    }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}
