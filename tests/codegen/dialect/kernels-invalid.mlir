// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --split-input-file -verify-diagnostics
// REQUIRES: codegen
// The slots of a kernel and their order: prologue, (contraction, epilogue)+, finish?; or rows.

func.func @no_slot(%x: tensor<?x8xf32>) {
  // expected-error@below {{has no slot}}
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    tenon.yield %a : tensor<?x8xf32>
  }
  return
}

// -----

func.func @in_no_slot(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    // expected-error@below {{lies in no slot of its kernel}}
    %b = tenon.exp %a : tensor<?x8xf32>
    %r = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @slot_without_kernel(%x: tensor<?x8xf32>) {
  // expected-error@below {{expects parent op 'tenon.kernel'}}
  %y = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %x : tensor<?x8xf32> }
  return
}

// -----

func.func @mirror(%x: tensor<?x8xf32>) {
  // expected-error@below {{arguments of the body mirror the operands: ('tensor<?x16xf32>') is not ('tensor<?x8xf32>')}}
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x16xf32> {
  ^bb0(%a: tensor<?x16xf32>):
    %r = tenon.slot rows -> tensor<?x16xf32> { tenon.yield %a : tensor<?x16xf32> }
    tenon.yield %r : tensor<?x16xf32>
  }
  return
}

// -----

func.func @rows_are_alone(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    // expected-error@below {{of kind prologue stands where nothing does}}
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @prologue_first(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    // expected-error@below {{of kind epilogue stands where the prologue does}}
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

func.func @no_contraction(%x: tensor<?x8xf32>) {
  // expected-error@below {{has no contraction behind its prologue}}
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %p : tensor<?x8xf32>
  }
  return
}

// -----

func.func @contraction_next(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    // expected-error@below {{of kind finish stands where a contraction does}}
    %f = tenon.slot finish -> tensor<?x8xf32> { tenon.yield %p : tensor<?x8xf32> }
    tenon.yield %f : tensor<?x8xf32>
  }
  return
}

// -----

func.func @no_epilogue(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  // expected-error@below {{has a contraction without epilogue}}
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    tenon.yield %p : tensor<?x8xf32>
  }
  return
}

// -----

func.func @epilogue_of_each(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    // expected-error@below {{of kind contraction stands where the epilogue of a contraction does}}
    %d = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

func.func @rows_among_slots(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    // expected-error@below {{of kind rows stands where the finish does}}
    %r = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

func.func @second_epilogue(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    // expected-error@below {{of kind epilogue stands where the finish does}}
    %d = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

func.func @finish_last(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    %f = tenon.slot finish -> tensor<?x8xf32> { tenon.yield %e : tensor<?x8xf32> }
    // expected-error@below {{of kind finish stands where nothing does}}
    %g = tenon.slot finish -> tensor<?x8xf32> { tenon.yield %f : tensor<?x8xf32> }
    tenon.yield %g : tensor<?x8xf32>
  }
  return
}

// -----

// Slots see earlier slots alone; that is dominance.
func.func @later_slot(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    // expected-error@below {{operand #0 does not dominate this use}}
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %e : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    // expected-note@below {{operand defined here (op in a parent region)}}
    %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}
