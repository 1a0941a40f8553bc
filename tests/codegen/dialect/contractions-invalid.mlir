// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --split-input-file -verify-diagnostics
// REQUIRES: codegen
// Contractions of linears: what stands in them, and what it multiplies.

func.func @no_product(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    // expected-error@below {{of kind contraction has no product}}
    %c = tenon.slot contraction -> tensor<?x8xf32> { tenon.yield %p : tensor<?x8xf32> }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

func.func @other_in_contraction(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      // expected-error@below {{cannot be in the contraction, which consists of tenon.linear or one tenon.attend}}
      %1 = tenon.exp %0 : tensor<?x8xf32>
      tenon.yield %1 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

// Rows are loaded before they are multiplied; parameters of an attention alone are loaded here.
func.func @load_in_contraction(%x: tensor<?x8xf32>, %z: tensor<?x8xbf16>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %z, %v) : (tensor<?x8xf32>, tensor<?x8xbf16>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x8xbf16>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      // expected-error@below {{cannot be in the contraction, which consists of tenon.linear or one tenon.attend}}
      %1 = tenon.cast %b : tensor<?x8xbf16> to tensor<?x8xf32>
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

// Nor parameters: a weight is read as it is packed, and nothing else is.
func.func @parameter_load_in_contraction(%x: tensor<?x8xf32>, %z: tensor<8xbf16>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %z, %v) : (tensor<?x8xf32>, tensor<8xbf16>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %b: tensor<8xbf16>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      // expected-error@below {{cannot be in the contraction}}
      %1 = tenon.cast %b : tensor<8xbf16> to tensor<8xf32>
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

func.func @product_in_finish(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    %f = tenon.slot finish -> tensor<?x8xf32> {
      // expected-error@below {{belongs to the contraction, not to finish}}
      %0 = tenon.linear %e, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    tenon.yield %f : tensor<?x8xf32>
  }
  return
}

// -----

func.func @product_in_rows(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %r = tenon.slot rows -> tensor<?x8xf32> {
      // expected-error@below {{belongs to the contraction, not to rows}}
      %0 = tenon.linear %a, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @bias(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>, %z: tensor<8xf32>) {
  %y = tenon.kernel "k"(%x, %v, %z) : (tensor<?x8xf32>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>, %b: tensor<8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      // expected-error@below {{has no bias in a kernel: the epilogue adds it}}
      %0 = tenon.linear %p, %w, %b : tensor<?x8xf32>, tensor<8x8xf32>, tensor<8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

// Two left operands, an argument as it is, and what the prologue keeps beside the left operand.
func.func @left_is_argument(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c:2 = tenon.slot contraction -> tensor<?x8xf32>, tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      // expected-error@below {{multiplies the left operand of its kernel, the first result of the prologue}}
      %1 = tenon.linear %a, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0, %1 : tensor<?x8xf32>, tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c#0 : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

func.func @left_is_kept(%x: tensor<?x8xf32>, %z: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %z, %v) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p:2 = tenon.slot prologue -> tensor<?x8xf32>, tensor<?x8xf32> { tenon.yield %a, %b : tensor<?x8xf32>, tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      // expected-error@below {{multiplies the left operand of its kernel, the first result of the prologue}}
      %0 = tenon.linear %p#1, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

func.func @weight_is_made(%x: tensor<?x8xf32>, %v: tensor<8x8xbf16>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xbf16>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %b: tensor<8x8xbf16>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      // expected-error@below {{cannot be in the contraction, which consists of tenon.linear or one tenon.attend}}
      %1 = tenon.cast %b : tensor<8x8xbf16> to tensor<8x8xf32>
      %0 = tenon.linear %p, %1 : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

// Packed as a weight and as a vector at once it would lie in two places.
func.func @weight_is_vector(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      // expected-error@below {{has a weight that is an argument of its kernel and nothing but a weight}}
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> {
      %0 = tenon.mean %w : tensor<8x8xf32>
      tenon.yield %c : tensor<?x8xf32>
    }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}
