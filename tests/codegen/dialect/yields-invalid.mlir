// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --split-input-file -verify-diagnostics
// REQUIRES: codegen
// What kernels and slots return: rows that a slot stored, of the types that they say.

func.func @kernel_yields(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x16xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    // expected-error@below {{yields the results of tenon.kernel: ('tensor<?x8xf32>') is not ('tensor<?x16xf32>')}}
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @slot_yields(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x16xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows -> tensor<?x16xf32> {
      // expected-error@below {{yields the results of tenon.slot: ('tensor<?x8xf32>') is not ('tensor<?x16xf32>')}}
      tenon.yield %a : tensor<?x8xf32>
    }
    tenon.yield %r : tensor<?x16xf32>
  }
  return
}

// -----

func.func @slot_ends(%x: tensor<?x8xf32>) {
  tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> () {
  ^bb0(%a: tensor<?x8xf32>):
    // expected-error@below {{ends in tenon.yield, not in llvm.unreachable}}
    tenon.slot rows { llvm.unreachable }
    tenon.yield
  }
  return
}

// -----

func.func @kernel_ends(%x: tensor<?x8xf32>) {
  // expected-error@below {{ends in tenon.yield, not in llvm.unreachable}}
  tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> () {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    llvm.unreachable
  }
  return
}

// -----

// What returns was stored, which arguments and accumulators are not.
func.func @returns_argument(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    // expected-error@below {{returns what a slot stored, which no argument and no accumulator is}}
    tenon.yield %a : tensor<?x8xf32>
  }
  return
}

// -----

func.func @returns_accumulator(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    // expected-error@below {{returns what a slot stored, which no argument and no accumulator is}}
    tenon.yield %c : tensor<?x8xf32>
  }
  return
}

// -----

// What depends on no token is computed where it is used, and so are truth values.
func.func @parameter_crosses(%x: tensor<?x8xf32>, %h: tensor<8xf32>) {
  %y = tenon.kernel "k"(%x, %h) : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %g: tensor<8xf32>):
    // expected-error@below {{yields rows of numbers; what depends on no token, and truth values, are computed where they are used: 'tensor<8xf32>'}}
    %r:2 = tenon.slot rows -> tensor<?x8xf32>, tensor<8xf32> { tenon.yield %a, %g : tensor<?x8xf32>, tensor<8xf32> }
    tenon.yield %r#0 : tensor<?x8xf32>
  }
  return
}

// -----

func.func @condition_crosses(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    // expected-error@below {{yields rows of numbers; what depends on no token, and truth values, are computed where they are used: 'tensor<?x8xi1>'}}
    %r:2 = tenon.slot rows -> tensor<?x8xf32>, tensor<?x8xi1> {
      %0 = tenon.lt %a, %a : tensor<?x8xf32>, tensor<?x8xf32>
      tenon.yield %a, %0 : tensor<?x8xf32>, tensor<?x8xi1>
    }
    tenon.yield %r#0 : tensor<?x8xf32>
  }
  return
}
