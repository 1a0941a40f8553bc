// RUN: %tenon-opt %s --canonicalize | FileCheck %s
// REQUIRES: codegen
// What looks like work to fusion and is none.

// CHECK-LABEL: func.func @round_to_f32(
// CHECK-NEXT: return %arg0
func.func @round_to_f32(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = tenon.round %x to f32 : tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// A rounding that a spec requires stays, even twice.
// CHECK-LABEL: func.func @round_to_bf16(
// CHECK-COUNT-2: tenon.round
func.func @round_to_bf16(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = tenon.round %x to bf16 : tensor<?x8xf32>
  %z = tenon.round %y to bf16 : tensor<?x8xf32>
  return %z : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @same_heads(
// CHECK-NEXT: return %arg0
func.func @same_heads(%x: tensor<?x2x4xf32>) -> tensor<?x2x4xf32> {
  %m = tenon.merge %x : tensor<?x2x4xf32>
  %s = tenon.split %m : tensor<?x8xf32> to tensor<?x2x4xf32>
  return %s : tensor<?x2x4xf32>
}

// CHECK-LABEL: func.func @other_heads(
// CHECK: tenon.merge
// CHECK: tenon.split
func.func @other_heads(%x: tensor<?x2x4xf32>) -> tensor<?x4x2xf32> {
  %m = tenon.merge %x : tensor<?x2x4xf32>
  %s = tenon.split %m : tensor<?x8xf32> to tensor<?x4x2xf32>
  return %s : tensor<?x4x2xf32>
}

// CHECK-LABEL: func.func @merge_of_split(
// CHECK-NEXT: return %arg0
func.func @merge_of_split(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %s = tenon.split %x : tensor<?x8xf32> to tensor<?x2x4xf32>
  %m = tenon.merge %s : tensor<?x2x4xf32>
  return %m : tensor<?x8xf32>
}
