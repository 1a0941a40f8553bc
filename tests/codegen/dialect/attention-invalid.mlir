// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --split-input-file -verify-diagnostics
// REQUIRES: codegen
// Kernels with an attention: their operands are what earlier kernels stored, and it is their only product.

func.func @two_attentions(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %c = tenon.slot contraction -> tensor<?x2x4xf32> {
      // expected-error@below {{is the only product of its kernel}}
      %0 = tenon.attend %p, %p, %p score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      %1 = tenon.attend %p, %p, %p score {} mask {} {scale = 2.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x2x4xf32> { tenon.yield %c : tensor<?x2x4xf32> }
    tenon.yield %e : tensor<?x2x4xf32>
  }
  return
}

// -----

func.func @two_segments(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %c = tenon.slot contraction -> tensor<?x2x4xf32> {
      // expected-error@below {{is the only product of its kernel}}
      %0 = tenon.attend %p, %p, %p score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x2x4xf32> { tenon.yield %c : tensor<?x2x4xf32> }
    %d = tenon.slot contraction -> tensor<?x2x4xf32> {
      %0 = tenon.attend %p, %p, %p score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %f = tenon.slot epilogue -> tensor<?x2x4xf32> { tenon.yield %d : tensor<?x2x4xf32> }
    tenon.yield %e : tensor<?x2x4xf32>
  }
  return
}

// -----

func.func @beside_a_linear(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %c = tenon.slot contraction -> tensor<?x2x4xf32> {
      // expected-error@below {{is the only product of its kernel}}
      %0 = tenon.attend %p, %p, %p score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      %1 = tenon.linear %a, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x2x4xf32> { tenon.yield %c : tensor<?x2x4xf32> }
    tenon.yield %e : tensor<?x2x4xf32>
  }
  return
}

// -----

// Each operand for itself: views and casts of arguments are what was stored, a function of them is not.
func.func @query_is_made(%x: tensor<?x8xf32>, %z: tensor<?x2x4xf32>) {
  %y = tenon.kernel "k"(%x, %z) : (tensor<?x8xf32>, tensor<?x2x4xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>, %h: tensor<?x2x4xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      %1 = tenon.exp %0 : tensor<?x2x4xf32>
      tenon.yield %1 : tensor<?x2x4xf32>
    }
    %c = tenon.slot contraction -> tensor<?x2x4xf32> {
      // expected-error@below {{works on what earlier kernels stored, not on values that its own kernel makes}}
      %0 = tenon.attend %p, %h, %h score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x2x4xf32> { tenon.yield %c : tensor<?x2x4xf32> }
    tenon.yield %e : tensor<?x2x4xf32>
  }
  return
}

// -----

func.func @key_is_made(%x: tensor<?x8xf32>, %z: tensor<?x2x4xf32>) {
  %y = tenon.kernel "k"(%x, %z) : (tensor<?x8xf32>, tensor<?x2x4xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>, %h: tensor<?x2x4xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      %1 = tenon.exp %0 : tensor<?x2x4xf32>
      tenon.yield %1 : tensor<?x2x4xf32>
    }
    %c = tenon.slot contraction -> tensor<?x2x4xf32> {
      // expected-error@below {{works on what earlier kernels stored, not on values that its own kernel makes}}
      %0 = tenon.attend %h, %p, %h score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x2x4xf32> { tenon.yield %c : tensor<?x2x4xf32> }
    tenon.yield %e : tensor<?x2x4xf32>
  }
  return
}

// -----

func.func @value_is_made(%x: tensor<?x8xf32>, %z: tensor<?x2x4xf32>) {
  %y = tenon.kernel "k"(%x, %z) : (tensor<?x8xf32>, tensor<?x2x4xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>, %h: tensor<?x2x4xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      %1 = tenon.exp %0 : tensor<?x2x4xf32>
      tenon.yield %1 : tensor<?x2x4xf32>
    }
    %c = tenon.slot contraction -> tensor<?x2x4xf32> {
      // expected-error@below {{works on what earlier kernels stored, not on values that its own kernel makes}}
      %0 = tenon.attend %h, %h, %p score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x2x4xf32> { tenon.yield %c : tensor<?x2x4xf32> }
    tenon.yield %e : tensor<?x2x4xf32>
  }
  return
}

// -----

// A cast that loads is what was stored; one that rounds first makes a value of its own.
func.func @query_is_rounded(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.cast %a : tensor<?x8xf32> to tensor<?x8xbf16>
      %1 = tenon.cast %0 : tensor<?x8xbf16> to tensor<?x8xf32>
      %2 = tenon.split %1 : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %2 : tensor<?x2x4xf32>
    }
    %c = tenon.slot contraction -> tensor<?x2x4xf32> {
      // expected-error@below {{works on what earlier kernels stored, not on values that its own kernel makes}}
      %0 = tenon.attend %p, %p, %p score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x2x4xf32> { tenon.yield %c : tensor<?x2x4xf32> }
    tenon.yield %e : tensor<?x2x4xf32>
  }
  return
}

// -----

func.func @attention_in_prologue(%x: tensor<?x8xf32>, %z: tensor<?x2x4xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %z, %v) : (tensor<?x8xf32>, tensor<?x2x4xf32>, tensor<8x8xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>, %h: tensor<?x2x4xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      // expected-error@below {{belongs to the contraction, not to prologue}}
      %0 = tenon.attend %h, %h, %h score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %a, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    tenon.yield %p : tensor<?x2x4xf32>
  }
  return
}
