// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --split-input-file -verify-diagnostics
// REQUIRES: codegen
// What an attention makes is stored as it is: nothing is done behind it in its own kernel.

func.func @yields_once(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    // expected-error@below {{yields its attention and nothing else}}
    %c:2 = tenon.slot contraction -> tensor<?x2x4xf32>, tensor<?x2x4xf32> {
      %0 = tenon.attend %p, %p, %p score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0, %0 : tensor<?x2x4xf32>, tensor<?x2x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x2x4xf32> { tenon.yield %c#0 : tensor<?x2x4xf32> }
    tenon.yield %e : tensor<?x2x4xf32>
  }
  return
}

// -----

func.func @yields_attention(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    // expected-error@below {{yields its attention and nothing else}}
    %c = tenon.slot contraction -> tensor<?x2x4xf32> {
      %0 = tenon.attend %p, %p, %p score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %p : tensor<?x2x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x2x4xf32> { tenon.yield %c : tensor<?x2x4xf32> }
    tenon.yield %e : tensor<?x2x4xf32>
  }
  return
}

// -----

// What is made of an attention is made in the kernel behind it.
func.func @work_behind(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %c = tenon.slot contraction -> tensor<?x2x4xf32> {
      %0 = tenon.attend %p, %p, %p score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    // expected-error@below {{behind an attention stores it, rounded once to its type, and does nothing else}}
    %e = tenon.slot epilogue -> tensor<?x2x4xf32> {
      %0 = tenon.exp %c : tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    tenon.yield %e : tensor<?x2x4xf32>
  }
  return
}

// -----

func.func @stored_twice(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %c = tenon.slot contraction -> tensor<?x2x4xf32> {
      %0 = tenon.attend %p, %p, %p score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    // expected-error@below {{behind an attention stores it, rounded once to its type, and does nothing else}}
    %e:2 = tenon.slot epilogue -> tensor<?x2x4xf32>, tensor<?x8xf32> {
      %0 = tenon.merge %c : tensor<?x2x4xf32>
      tenon.yield %c, %0 : tensor<?x2x4xf32>, tensor<?x8xf32>
    }
    tenon.yield %e#0 : tensor<?x2x4xf32>
  }
  return
}

// -----

func.func @stored_nowhere(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %c = tenon.slot contraction -> tensor<?x2x4xf32> {
      %0 = tenon.attend %p, %p, %p score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    tenon.slot epilogue { tenon.yield }
    // expected-error@below {{returns the attention of its kernel and nothing else}}
    tenon.yield %p : tensor<?x2x4xf32>
  }
  return
}

// -----

func.func @finish_behind(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %c = tenon.slot contraction -> tensor<?x2x4xf32> {
      %0 = tenon.attend %p, %p, %p score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x2x4xf32> { tenon.yield %c : tensor<?x2x4xf32> }
    // expected-error@below {{has no place behind an attention, which does not complete rows}}
    %f = tenon.slot finish -> tensor<?x2x4xf32> { tenon.yield %e : tensor<?x2x4xf32> }
    tenon.yield %f : tensor<?x2x4xf32>
  }
  return
}

// -----

// One result, but not the attention.
func.func @stores_another(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %c = tenon.slot contraction -> tensor<?x2x4xf32> {
      %0 = tenon.attend %p, %p, %p score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    // expected-error@below {{behind an attention stores it, rounded once to its type, and does nothing else}}
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

// A cast to the type that is stored has its place, one back would lose what the first rounded.
func.func @rounded_behind(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %c = tenon.slot contraction -> tensor<?x2x4xf32> {
      %0 = tenon.attend %p, %p, %p score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    // expected-error@below {{behind an attention stores it, rounded once to its type, and does nothing else}}
    %e = tenon.slot epilogue -> tensor<?x2x4xf32> {
      %0 = tenon.cast %c : tensor<?x2x4xf32> to tensor<?x2x4xbf16>
      %1 = tenon.cast %0 : tensor<?x2x4xbf16> to tensor<?x2x4xf32>
      tenon.yield %1 : tensor<?x2x4xf32>
    }
    tenon.yield %e : tensor<?x2x4xf32>
  }
  return
}
