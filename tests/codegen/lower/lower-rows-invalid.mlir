// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s -split-input-file -verify-diagnostics --tenon-lower-rows
// REQUIRES: codegen
// Phases are called after their kernel: a name that is taken is refused before any code is made.

func.func @twice(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = tenon.kernel "k"(%x) attributes {schedule = #tenon.rows<lanes = 8, tile = 8>, loads = [#tenon.place<x>], panel_bytes = 0 : i64} : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows attributes {stores = [[#tenon.place<workspace, row_bytes = 64>]]} -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  // expected-error@below {{cannot have a phase called 'k.finish': another kernel or function has that name}}
  %z = tenon.kernel "k"(%y) attributes {schedule = #tenon.rows<lanes = 8, tile = 8>, loads = [#tenon.place<workspace, row_bytes = 64>], panel_bytes = 0 : i64} : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return %z : tensor<?x8xf32>
}

// -----

func.func private @"k.prologue"()
func.func @taken(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error@below {{cannot have a phase called 'k.prologue': another kernel or function has that name}}
  %y = tenon.kernel "k"(%x) attributes {schedule = #tenon.rows<lanes = 8, tile = 8>, loads = [#tenon.place<x>], panel_bytes = 0 : i64} : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return %y : tensor<?x8xf32>
}

// -----

func.func @read_from_y(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error@below {{cannot read operand 0 from #tenon.place<y>}}
  %y = tenon.kernel "k"(%x) attributes {schedule = #tenon.rows<lanes = 8, tile = 8>, loads = [#tenon.place<y>], panel_bytes = 0 : i64} : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %r = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return %y : tensor<?x8xf32>
}

// -----

func.func @stored_as_left(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = tenon.kernel "k"(%x) attributes {schedule = #tenon.rows<lanes = 8, tile = 8>, loads = [#tenon.place<x>], panel_bytes = 0 : i64} : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    // expected-error@below {{cannot store result 0 in [#tenon.place<left>]}}
    %r = tenon.slot rows attributes {stores = [[#tenon.place<left>]]} -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return %y : tensor<?x8xf32>
}
