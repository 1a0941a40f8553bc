// RUN: %tenon-opt %s --split-input-file -verify-diagnostics
// REQUIRES: codegen
// Each verifier says the rule and shows the types that break it.

func.func @dynamic(%x: tensor<?x?xf32>) {
  // expected-error@below {{operand #0 must be f32 tensor with static axes of length 1 or more behind the token axis, but got 'tensor<?x?xf32>'}}
  %0 = tenon.exp %x : tensor<?x?xf32>
  return
}

// -----

func.func @element(%x: tensor<?x8xbf16>) {
  // expected-error@below {{operand #0 must be f32 tensor with static axes of length 1 or more behind the token axis, but got 'tensor<?x8xbf16>'}}
  %0 = tenon.exp %x : tensor<?x8xbf16>
  return
}

// -----

func.func @logic(%x: tensor<?x8xf32>) {
  // expected-error@below {{operand #0 must be i1 tensor with static axes of length 1 or more behind the token axis, but got 'tensor<?x8xf32>'}}
  %0 = tenon.and %x, %x : tensor<?x8xf32>, tensor<?x8xf32>
  return
}

// -----

func.func @no_broadcast(%x: tensor<?x8xf32>, %g: tensor<4xf32>) {
  // expected-error@below {{operands do not broadcast (axes must be equal or 1): tensor<?x8xf32>, tensor<4xf32>}}
  %0 = tenon.add %x, %g : tensor<?x8xf32>, tensor<4xf32>
  return
}

// -----

func.func @broadcast_to(%x: tensor<?x1xf32>, %g: tensor<4xf32>) {
  // expected-error@below {{inferred type(s) 'tensor<?x4xf32>' are incompatible with return type(s) of operation 'tensor<?x1xf32>'}}
  // expected-error@below {{failed to infer returned types}}
  %0 = "tenon.add"(%x, %g) : (tensor<?x1xf32>, tensor<4xf32>) -> tensor<?x1xf32>
  return
}

// -----

func.func @comparison(%x: tensor<?x8xf32>) {
  // expected-error@below {{result #0 must be i1 tensor with static axes of length 1 or more behind the token axis, but got 'tensor<?x8xf32>'}}
  %0 = "tenon.lt"(%x, %x) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return
}

// -----

func.func @select(%c: tensor<?x8xf32>, %x: tensor<?x8xf32>) {
  // expected-error@below {{operand #0 must be i1 tensor with static axes of length 1 or more behind the token axis, but got 'tensor<?x8xf32>'}}
  %0 = tenon.select %c, %x, %x : tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>
  return
}

// -----

func.func @reduction(%x: tensor<?x8xf32>) {
  // expected-error@below {{inferred type(s) 'tensor<?x1xf32>' are incompatible with return type(s) of operation 'tensor<?x8xf32>'}}
  // expected-error@below {{failed to infer returned types}}
  %0 = "tenon.mean"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return
}

// -----

func.func @power(%x: tensor<?x8xf32>) {
  // expected-error@below {{attribute 'exponent' failed to satisfy constraint}}
  %0 = tenon.power %x {exponent = -1} : tensor<?x8xf32>
  return
}

// -----

func.func @round(%x: tensor<?x8xf32>) {
  // expected-error@below {{rounds to f32, bf16 or f16, not to 'f64'}}
  %0 = tenon.round %x to f64 : tensor<?x8xf32>
  return
}

// -----

func.func @constant() {
  // expected-error@below {{holds a tensor of f64 or i1 without token axis, not 'tensor<1xf32>'}}
  %0 = tenon.constant dense<1.0> : tensor<1xf32>
  return
}

// -----

func.func @position() {
  // expected-error@below {{inferred type(s) 'tensor<?x1xf32>' are incompatible with return type(s) of operation 'tensor<?x2xf32>'}}
  // expected-error@below {{failed to infer returned types}}
  %0 = "tenon.position"() : () -> tensor<?x2xf32>
  return
}

// -----

func.func @cast_between_halves(%x: tensor<?x8xbf16>) {
  // expected-error@below {{goes between f32 and a storage type (f32, bf16, f16), not from 'tensor<?x8xbf16>' to 'tensor<?x8xf16>'}}
  %0 = tenon.cast %x : tensor<?x8xbf16> to tensor<?x8xf16>
  return
}

// -----

func.func @weight_transposed(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>) {
  // expected-error@below {{maps [a] to [b] by a weight [b, a], but x is 'tensor<?x8xf32>' and the weight 'tensor<8x4xf32>'}}
  %0 = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x4xf32>
  return
}

// -----

func.func @bias(%x: tensor<?x8xf32>, %w: tensor<4x8xf32>, %b: tensor<8xf32>) {
  // expected-error@below {{adds a bias [b] in f32 to the result 'tensor<?x4xf32>', not 'tensor<8xf32>'}}
  %0 = tenon.linear %x, %w, %b : tensor<?x8xf32>, tensor<4x8xf32>, tensor<8xf32>
  return
}

// -----

func.func @heads(%x: tensor<?x8xf32>) {
  // expected-error@below {{goes between [h * n] and [h, n], not between 'tensor<?x8xf32>' and 'tensor<?x3x3xf32>'}}
  %0 = tenon.split %x : tensor<?x8xf32> to tensor<?x3x3xf32>
  return
}

// -----

func.func @rotate(%x: tensor<?x2x4xf32>, %f: tensor<3xf32>) {
  // expected-error@below {{rotates an even number of channels, at most 4, not 6}}
  %0 = tenon.rotate %x, %f {dim = 6, magnitude = 1.0 : f64, pairs = #tenon.pairs<half>} : tensor<?x2x4xf32>, tensor<3xf32>
  return
}

// -----

func.func @frequencies(%x: tensor<?x2x4xf32>, %f: tensor<3xf32>) {
  // expected-error@below {{needs [dim / 2] frequencies for dim = 4, not 'tensor<3xf32>'}}
  %0 = tenon.rotate %x, %f {dim = 4, magnitude = 1.0 : f64, pairs = #tenon.pairs<half>} : tensor<?x2x4xf32>, tensor<3xf32>
  return
}

// -----

func.func @groups(%q: tensor<?x3x4xf32>, %k: tensor<?x2x4xf32>) {
  // expected-error@below {{takes q [h, n], k [g, n], v [g, m] where g divides h, not 'tensor<?x3x4xf32>', 'tensor<?x2x4xf32>', 'tensor<?x2x4xf32>'}}
  %0 = tenon.attend %q, %k, %k score {} mask {} {scale = 1.0 : f64} : tensor<?x3x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
  return
}

// -----

func.func @lookup_outside(%t: tensor<8x2xf32>, %i: tensor<1xf32>) {
  // expected-error@below {{expects parent op 'tenon.attend'}}
  %0 = tenon.lookup %t, %i, %i : tensor<8x2xf32>, tensor<1xf32>, tensor<1xf32>
  return
}

// -----

func.func @columns(%x: tensor<?x2x4xf32>) {
  // expected-error@below {{takes columns 0 to 3, and names others}}
  %0 = tenon.columns %x from [0, 1, 2, 4] : tensor<?x2x4xf32>
  return
}

// -----

func.func @wave(%x: tensor<?x4xf32>, %f: tensor<4xf32>) {
  // expected-error@below {{needs a position [1], not 'tensor<?x4xf32>'}}
  %0 = tenon.cosine %x, %f, %f : tensor<?x4xf32>, tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @spread(%x: tensor<?x4xf32>) {
  // expected-error@below {{spreads what depends on no token, not 'tensor<?x4xf32>'}}
  %0 = tenon.spread %x : tensor<?x4xf32>
  return
}
