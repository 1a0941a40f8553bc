// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --split-input-file -verify-diagnostics
// REQUIRES: codegen
// What kernels are refused for from stage schedule on: places, panels, and how many of them there are.

func.func @loads(%x: tensor<?x8xf32>) {
  // expected-error@below {{lists 2 loads for 1 operands}}
  %y = tenon.kernel "k"(%x) attributes {loads = [#tenon.place<x>, #tenon.place<x>]} : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @stores(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    // expected-error@below {{lists 0 stores for 1 results}}
    %r = tenon.slot rows attributes {stores = []} -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

// A list for each result, not a place.
func.func @stores_places(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    // expected-error@below {{attribute 'stores' failed to satisfy constraint: for each value the places to which it is written}}
    %r = tenon.slot rows attributes {stores = [#tenon.place<y>]} -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @loads_of_another_kind(%x: tensor<?x8xf32>) {
  // expected-error@below {{attribute 'loads' failed to satisfy constraint: places, one for each value}}
  %y = tenon.kernel "k"(%x) attributes {loads = ["x"]} : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @schedule_of_another_kind(%x: tensor<?x8xf32>) {
  // expected-error@below {{attribute 'schedule' failed to satisfy constraint: the schedule of a kernel}}
  %y = tenon.kernel "k"(%x) attributes {schedule = "rows"} : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @panel_bytes(%x: tensor<?x8xf32>) {
  // expected-error@below {{has a panel of at least 0 bytes, not of -64}}
  %y = tenon.kernel "k"(%x) attributes {panel_bytes = -64} : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @panel_elsewhere(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    // expected-error@below {{without linears has no weights, so no panel and no place for them}}
    %r = tenon.slot rows attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 1, at_once = [4]>} -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @weights_elsewhere(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>) {
  %y = tenon.kernel "k"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %w: tensor<8x8xf32>):
    %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    %c = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %w : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    // expected-error@below {{without linears has no weights, so no panel and no place for them}}
    %e = tenon.slot epilogue attributes {weights = #tenon.place<packed>} -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
    tenon.yield %e : tensor<?x8xf32>
  }
  return
}

// -----

// An attention multiplies rows by rows: nothing of it is packed before the call.
func.func @panel_of_attention(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x2x4xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %h = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    // expected-error@below {{has no weights}}
    %c = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 1, at_once = [4]>} -> tensor<?x2x4xf32> {
      %0 = tenon.attend %h, %h, %h score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x2x4xf32> { tenon.yield %c : tensor<?x2x4xf32> }
    tenon.yield %e : tensor<?x2x4xf32>
  }
  return
}

// -----

func.func @offset(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    // expected-error@below {{a place starts on a cache line and its rows are whole cache lines apart, not at 32 and 0 bytes}}
    %r = tenon.slot rows attributes {stores = [[#tenon.place<workspace, offset = 32, row_bytes = 0>]]} -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @row_bytes(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    // expected-error@below {{a place starts on a cache line and its rows are whole cache lines apart, not at 64 and 72 bytes}}
    %r = tenon.slot rows attributes {stores = [[#tenon.place<workspace, offset = 64, row_bytes = 72>]]} -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @negative_offset(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    // expected-error@below {{a place starts on a cache line and its rows are whole cache lines apart, not at -64 and 0 bytes}}
    %r = tenon.slot rows attributes {stores = [[#tenon.place<workspace, offset = -64, row_bytes = 0>]]} -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

func.func @negative_row_bytes(%x: tensor<?x8xf32>) {
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    // expected-error@below {{a place starts on a cache line and its rows are whole cache lines apart, not at 0 and -64 bytes}}
    %r = tenon.slot rows attributes {stores = [[#tenon.place<workspace, offset = 0, row_bytes = -64>]]} -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return
}
