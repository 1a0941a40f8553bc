// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --split-input-file -verify-diagnostics
// REQUIRES: codegen
// What a score or mask may hold: whatever verifies has code.

func.func @score_arguments(%q: tensor<?x2x4xf32>) {
  // expected-error@below {{score takes ('tensor<1xf32>', 'tensor<1xf32>', 'tensor<1xf32>', 'tensor<1xf32>'), not ('tensor<1xf32>')}}
  %0 = tenon.attend %q, %q, %q score {
  ^bb0(%s: tensor<1xf32>):
    tenon.yield %s : tensor<1xf32>
  } mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
  return
}

// -----

func.func @mask_yields(%q: tensor<?x2x4xf32>) {
  %0 = tenon.attend %q, %q, %q score {} mask {
  ^bb0(%i: tensor<1xf32>, %k: tensor<1xf32>, %h: tensor<1xf32>):
    // expected-error@below {{of the mask yields one 'tensor<1xi1>'}}
    tenon.yield %i : tensor<1xf32>
  } {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
  return
}

// -----

func.func @score_yields(%q: tensor<?x2x4xf32>) {
  %0 = tenon.attend %q, %q, %q score {
  ^bb0(%s: tensor<1xf32>, %i: tensor<1xf32>, %k: tensor<1xf32>, %h: tensor<1xf32>):
    // expected-error@below {{of the score yields one 'tensor<1xf32>'}}
    tenon.yield %s, %s : tensor<1xf32>, tensor<1xf32>
  } mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
  return
}

// -----

func.func @parameters(%q: tensor<?x2x4xf32>, %t: tensor<3x2xf32>) {
  // expected-error@below {{mask takes ('tensor<1xf32>', 'tensor<1xf32>', 'tensor<1xf32>', 'tensor<3x2xf32>'), not ('tensor<1xf32>', 'tensor<1xf32>', 'tensor<1xf32>', 'tensor<2x2xf32>')}}
  %0 = tenon.attend %q, %q, %q with %t score {} mask {
  ^bb0(%i: tensor<1xf32>, %k: tensor<1xf32>, %h: tensor<1xf32>, %p: tensor<2x2xf32>):
    %m = tenon.le %k, %i : tensor<1xf32>, tensor<1xf32>
    tenon.yield %m : tensor<1xi1>
  } {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<3x2xf32>
  return
}

// -----

func.func @whole_rows(%q: tensor<?x2x4xf32>) {
  %0 = tenon.attend %q, %q, %q score {
  ^bb0(%s: tensor<1xf32>, %i: tensor<1xf32>, %k: tensor<1xf32>, %h: tensor<1xf32>):
    // expected-error@below {{cannot be in a score or mask, where operations work element by element}}
    %m = tenon.mean %s : tensor<1xf32>
    tenon.yield %m : tensor<1xf32>
  } mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
  return
}

// -----

func.func @rows_in_score(%q: tensor<?x2x4xf32>, %t: tensor<2xf32>) {
  %0 = tenon.attend %q, %q, %q with %t score {
  ^bb0(%s: tensor<1xf32>, %i: tensor<1xf32>, %k: tensor<1xf32>, %h: tensor<1xf32>, %p: tensor<2xf32>):
    // expected-error@below {{in a score or mask works on single elements, not on 'tensor<2xf32>'}}
    %m = tenon.add %s, %p : tensor<1xf32>, tensor<2xf32>
    tenon.yield %s : tensor<1xf32>
  } mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<2xf32>
  return
}

// -----

func.func @table(%q: tensor<?x2x4xf32>, %t: tensor<8xf32>) {
  %0 = tenon.attend %q, %q, %q with %t score {
  ^bb0(%s: tensor<1xf32>, %i: tensor<1xf32>, %k: tensor<1xf32>, %h: tensor<1xf32>, %p: tensor<8xf32>):
    // expected-error@below {{looks up in a table [a, h], not in 'tensor<8xf32>'}}
    %m = tenon.lookup %p, %k, %h : tensor<8xf32>, tensor<1xf32>, tensor<1xf32>
    tenon.yield %m : tensor<1xf32>
  } mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<8xf32>
  return
}

// -----

func.func @no_tokens(%q: tensor<?x2x4xf32>, %v: tensor<2x4xf32>) {
  // expected-error@below {{attends to rows of tokens, not to 'tensor<2x4xf32>'}}
  %0 = tenon.attend %q, %q, %v score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<2x4xf32>
  return
}
