// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-form-kernels | FileCheck %s
// REQUIRES: codegen
// Graphs that no published block has, and the corners of the slots.

// A norm over the hidden row is done on its way into the second product; only
// the gated row is stored, not its square.
// CHECK-LABEL: func.func @hidden_norm(
// CHECK: %[[P:.*]] = tenon.kernel "gate_up"({{.*}}) : ({{.*}}) -> tensor<?x16xf32>
// CHECK: %[[ACC:.*]]:2 = tenon.slot contraction
// CHECK-NEXT: %{{.*}} = tenon.linear
// CHECK-NEXT: %{{.*}} = tenon.linear
// CHECK: tenon.slot epilogue -> tensor<?x16xf32>
// CHECK-NEXT: %[[H:.*]] = tenon.mul %[[ACC]]#0, %[[ACC]]#1
// CHECK-NEXT: tenon.yield %[[H]] : tensor<?x16xf32>
// CHECK: tenon.kernel "norm_down"(%[[P]], %{{[^,]*}})
// CHECK-NEXT: ^bb0(%[[PB:[^:]*]]: tensor<?x16xf32>,
// CHECK-NEXT: %{{.*}} = tenon.slot prologue
// CHECK-NEXT: %[[Q:.*]] = tenon.mul %[[PB]], %[[PB]]
// CHECK-NEXT: %[[M:.*]] = tenon.mean %[[Q]]
// CHECK-NEXT: %[[N:.*]] = tenon.div %[[PB]], %[[M]]
// CHECK-NEXT: tenon.yield %[[N]]
func.func @hidden_norm(%x: tensor<?x8xf32>, %wg: tensor<16x8xf32> {tenon.param = "gate.weight"},
    %wu: tensor<16x8xf32> {tenon.param = "up.weight"}, %wd: tensor<8x16xf32> {tenon.param = "down.weight"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %wg : tensor<?x8xf32>, tensor<16x8xf32>
  %b = tenon.linear %x, %wu : tensor<?x8xf32>, tensor<16x8xf32>
  %p = tenon.mul %a, %b : tensor<?x16xf32>, tensor<?x16xf32>
  %q = tenon.mul %p, %p : tensor<?x16xf32>, tensor<?x16xf32>
  %m = tenon.mean %q : tensor<?x16xf32>
  %n = tenon.div %p, %m : tensor<?x16xf32>, tensor<?x1xf32>
  %d = tenon.linear %n, %wd : tensor<?x16xf32>, tensor<8x16xf32>
  return %d : tensor<?x8xf32>
}

// Three accumulators meet: one segment of three.
// CHECK-LABEL: func.func @three_way(
// CHECK: tenon.kernel "a_b_c"
// CHECK: %[[ACC:.*]]:3 = tenon.slot contraction
// CHECK: tenon.slot epilogue
// CHECK-NEXT: %[[P:.*]] = tenon.mul %[[ACC]]#0, %[[ACC]]#1
// CHECK-NEXT: %[[Q:.*]] = tenon.mul %[[P]], %[[ACC]]#2
// CHECK-NEXT: tenon.yield %[[Q]]
// CHECK-NOT: tenon.slot
// CHECK: return
func.func @three_way(%x: tensor<?x8xf32>, %wa: tensor<8x8xf32> {tenon.param = "a.weight"},
    %wb: tensor<8x8xf32> {tenon.param = "b.weight"}, %wc: tensor<8x8xf32> {tenon.param = "c.weight"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %wa : tensor<?x8xf32>, tensor<8x8xf32>
  %b = tenon.linear %x, %wb : tensor<?x8xf32>, tensor<8x8xf32>
  %c = tenon.linear %x, %wc : tensor<?x8xf32>, tensor<8x8xf32>
  %p = tenon.mul %a, %b : tensor<?x8xf32>, tensor<?x8xf32>
  %q = tenon.mul %p, %c : tensor<?x8xf32>, tensor<?x8xf32>
  return %q : tensor<?x8xf32>
}

// A linear of the mean of a linear: the mean is a finish, so that one number
// crosses and not a row of 64.
// CHECK-LABEL: func.func @of_reduction(
// CHECK: %[[M:.*]] = tenon.kernel "up_norm"({{.*}}) : ({{.*}}) -> tensor<?x1xf32>
// CHECK: %[[A:.*]] = tenon.slot epilogue -> tensor<?x64xf32>
// CHECK: tenon.slot finish -> tensor<?x1xf32>
// CHECK-NEXT: %{{.*}} = tenon.mean %[[A]]
// CHECK: tenon.kernel "down"(%[[M]], %{{[^,]*}})
func.func @of_reduction(%x: tensor<?x8xf32>, %wu: tensor<64x8xf32> {tenon.param = "up.weight"},
    %wd: tensor<8x1xf32> {tenon.param = "down.weight"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %wu : tensor<?x8xf32>, tensor<64x8xf32>
  %m = tenon.mean %a : tensor<?x64xf32>
  %d = tenon.linear %m, %wd : tensor<?x1xf32>, tensor<8x1xf32>
  return %d : tensor<?x8xf32>
}

// A scalar of the row scales the accumulators: found by the prologue, kept, used
// by the epilogue. (A norm folded by its user.)
// CHECK-LABEL: func.func @row_scale(
// CHECK: ^bb0(%[[X:.*]]: tensor<?x8xf32>,
// CHECK-NEXT: %[[P:.*]]:2 = tenon.slot prologue -> tensor<?x8xf32>, tensor<?x1xf32> {
// CHECK-NEXT: %[[M:.*]] = tenon.mean %[[X]]
// CHECK-NEXT: tenon.yield %[[X]], %[[M]]
// CHECK: %[[D:.*]] = tenon.slot contraction
// CHECK-NEXT: %{{.*}} = tenon.linear %[[P]]#0,
// CHECK: tenon.slot epilogue
// CHECK-NEXT: %{{.*}} = tenon.mul %[[D]], %[[P]]#1
func.func @row_scale(%x: tensor<?x8xf32>, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
  %m = tenon.mean %x : tensor<?x8xf32>
  %d = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x8xf32>
  %y = tenon.mul %d, %m : tensor<?x8xf32>, tensor<?x1xf32>
  return %y : tensor<?x8xf32>
}

// Without linears: one row kernel of one slot, dead values gone.
// CHECK-LABEL: func.func @rows(
// CHECK: tenon.kernel "norm"(%{{[^,]*}}) : (tensor<?x8xf32>) -> tensor<?x8xf32>
// CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<?x8xf32>):
// CHECK-NEXT: %[[R:.*]] = tenon.slot rows -> tensor<?x8xf32> {
// CHECK-NEXT: %[[M:.*]] = tenon.mean %[[X]]
// CHECK-NEXT: %[[N:.*]] = tenon.sub %[[X]], %[[M]]
// CHECK-NEXT: tenon.yield %[[N]]
// CHECK-NEXT: }
// CHECK-NEXT: tenon.yield %[[R]]
// CHECK-NOT: tenon.kernel
// CHECK: return
func.func @rows(%x: tensor<?x8xf32>, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
  %m = tenon.mean %x : tensor<?x8xf32>
  %dead = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x8xf32>
  %deader = tenon.exp %dead : tensor<?x8xf32>
  %y = tenon.sub %x, %m : tensor<?x8xf32>, tensor<?x1xf32>
  return %y : tensor<?x8xf32>
}

// x itself.
// CHECK-LABEL: func.func @identity(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x8xf32>
// CHECK: %[[Y:.*]] = tenon.kernel "rows"(%[[X]])
// CHECK-NEXT: ^bb0(%[[XB:.*]]: tensor<?x8xf32>):
// CHECK-NEXT: %[[R:.*]] = tenon.slot rows -> tensor<?x8xf32> {
// CHECK-NEXT: tenon.yield %[[XB]]
// CHECK-NEXT: }
// CHECK-NEXT: tenon.yield %[[R]]
// CHECK: return %[[Y]]
func.func @identity(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  return %x : tensor<?x8xf32>
}

// One product and nothing else: the other slots hand on what they are given.
// CHECK-LABEL: func.func @product(
// CHECK: tenon.kernel "w"
// CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<?x8xf32>, %[[W:.*]]: tensor<8x8xf32>):
// CHECK-NEXT: %[[LEFT:.*]] = tenon.slot prologue
// CHECK-NEXT: tenon.yield %[[X]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[ACC:.*]] = tenon.slot contraction
// CHECK-NEXT: %[[A:.*]] = tenon.linear %[[LEFT]], %[[W]]
// CHECK-NEXT: tenon.yield %[[A]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[E:.*]] = tenon.slot epilogue
// CHECK-NEXT: tenon.yield %[[ACC]]
// CHECK-NEXT: }
// CHECK-NEXT: tenon.yield %[[E]]
func.func @product(%x: tensor<?x8xf32>, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x8xf32>
  return %a : tensor<?x8xf32>
}

// Parameters alone are computed where they are used.
// CHECK-LABEL: func.func @gain_offset(
// CHECK: ^bb0(%[[X:[^:]*]]: tensor<?x8xf32>, %[[G:[^:]*]]: tensor<8xf32>,
// CHECK-NEXT: %{{.*}} = tenon.slot prologue -> tensor<?x8xf32> {
// CHECK-NEXT: %[[ONE:.*]] = tenon.constant dense<1.000000e+00> : tensor<1xf64>
// CHECK-NEXT: %[[O:.*]] = tenon.add %[[ONE]], %[[G]] : tensor<1xf32>, tensor<8xf32>
// CHECK-NEXT: %[[N:.*]] = tenon.mul %[[X]], %[[O]]
// CHECK-NEXT: tenon.yield %[[N]]
func.func @gain_offset(%x: tensor<?x8xf32>, %g: tensor<8xf32> {tenon.param = "g"}, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
  %one = tenon.constant dense<1.0> : tensor<1xf64>
  %o = tenon.add %one, %g : tensor<1xf32>, tensor<8xf32>
  %n = tenon.mul %x, %o : tensor<?x8xf32>, tensor<8xf32>
  %a = tenon.linear %n, %w : tensor<?x8xf32>, tensor<8x8xf32>
  return %a : tensor<?x8xf32>
}

// Position of the token in an epilogue.
// CHECK-LABEL: func.func @position(
// CHECK-NOT: tenon.position
// CHECK: %[[D:.*]] = tenon.slot contraction
// CHECK: tenon.slot epilogue
// CHECK-NEXT: %[[P:.*]] = tenon.position
// CHECK-NEXT: %{{.*}} = tenon.add %[[D]], %[[P]]
func.func @position(%x: tensor<?x8xf32>, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
  %p = tenon.position
  %a = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x8xf32>
  %y = tenon.add %a, %p : tensor<?x8xf32>, tensor<?x1xf32>
  return %y : tensor<?x8xf32>
}
