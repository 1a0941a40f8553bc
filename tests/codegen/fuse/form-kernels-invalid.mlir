// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-form-kernels --split-input-file -verify-diagnostics
// REQUIRES: codegen
// What cannot be formed into kernels: a function that is no block, operations without a slot, weights and
// arguments that nothing packs.

// expected-error@below {{expected rows, with a leading token axis, in and out: '(tensor<8xf32>) -> tensor<8xf32>'}}
func.func @no_tokens(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

// expected-error@below {{expected a block: rows and parameters in, one tensor of rows out}}
func.func @two_results(%x: tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
  return %x, %x : tensor<?x8xf32>, tensor<?x8xf32>
}

// -----

func.func @rotation(%x: tensor<?x2x4xf32>, %f: tensor<2xf32> {tenon.param = "f"}) -> tensor<?x2x4xf32> {
  // expected-error@below {{has no place in a fused kernel yet}}
  %y = tenon.rotate %x, %f {dim = 4, magnitude = 1.0 : f64, pairs = #tenon.pairs<half>} : tensor<?x2x4xf32>, tensor<2xf32>
  return %y : tensor<?x2x4xf32>
}

// -----

func.func @fused_already(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error@below {{has no place in a fused kernel yet}}
  %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%b: tensor<?x8xf32>):
    %r = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %b : tensor<?x8xf32> }
    tenon.yield %r : tensor<?x8xf32>
  }
  return %y : tensor<?x8xf32>
}

// -----

// expected-error@below {{argument 1 has no tenon.param: all but the first, the rows, are parameters}}
func.func @nameless(%x: tensor<?x8xf32>, %w: tensor<8x8xf32>) -> tensor<?x8xf32> {
  %y = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x8xf32>
  return %y : tensor<?x8xf32>
}

// -----

func.func @made(%x: tensor<?x8xf32>, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
  %v = tenon.exp %w : tensor<8x8xf32>
  // expected-error@below {{takes its weight from a parameter, not from what an operation makes}}
  %y = tenon.linear %x, %v : tensor<?x8xf32>, tensor<8x8xf32>
  return %y : tensor<?x8xf32>
}

// -----

func.func @made_table(%x: tensor<?x1xf32>, %t: tensor<9x8xf32> {tenon.param = "t"}) -> tensor<?x8xf32> {
  %u = tenon.exp %t : tensor<9x8xf32>
  // expected-error@below {{takes its table from a parameter, not from what an operation makes}}
  %y = tenon.embed %u by <token> + 0 : tensor<9x8xf32>
  return %y : tensor<?x8xf32>
}

// -----

func.func @stored_as_truth(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error@below {{is stored as f32, bf16 or f16, not as 'i1'}}
  %0 = tenon.exp %x {storage = i1} : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
