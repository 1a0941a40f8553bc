// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-form-kernels | FileCheck %s
// REQUIRES: codegen
// Where each placement of one sublayer puts its operations. `n` stands for a norm: x - mean(x).

// The sublayer that most published blocks have: two kernels.
// CHECK-LABEL: func.func @pre_norm_swiglu(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x8xf32>, %[[GAIN:[^:]*]]: tensor<8xf32> {tenon.param = "ffn.norm.gain"}
// CHECK: %[[H:.*]] = tenon.kernel "norm_gate_up"(%[[X]], %[[GAIN]], %{{.*}}, %{{.*}})
// CHECK-NEXT: ^bb0(%[[XB:[^:]*]]: tensor<?x8xf32>, %[[G:[^:]*]]: tensor<8xf32>, %[[WG:[^:]*]]: tensor<16x8xf32>, %[[WU:[^:]*]]: tensor<16x8xf32>)
// CHECK-NEXT: %[[LEFT:.*]] = tenon.slot prologue -> tensor<?x8xf32> {
// CHECK-NEXT:   %[[M:.*]] = tenon.mean %[[XB]]
// CHECK-NEXT:   %[[C:.*]] = tenon.sub %[[XB]], %[[M]]
// CHECK-NEXT:   %[[N:.*]] = tenon.mul %[[C]], %[[G]]
// CHECK-NEXT:   tenon.yield %[[N]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[ACC:.*]]:2 = tenon.slot contraction -> tensor<?x16xf32>, tensor<?x16xf32> {
// CHECK-NEXT:   %[[A:.*]] = tenon.linear %[[LEFT]], %[[WG]]
// CHECK-NEXT:   %[[B:.*]] = tenon.linear %[[LEFT]], %[[WU]]
// CHECK-NEXT:   tenon.yield %[[A]], %[[B]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[OUT:.*]] = tenon.slot epilogue -> tensor<?x16xf32> {
// CHECK-NEXT:   %[[S:.*]] = tenon.sigmoid %[[ACC]]#0
// CHECK-NEXT:   %[[Z:.*]] = tenon.mul %[[ACC]]#0, %[[S]]
// CHECK-NEXT:   %[[P:.*]] = tenon.mul %[[Z]], %[[ACC]]#1
// CHECK-NEXT:   tenon.yield %[[P]]
// CHECK-NEXT: }
// CHECK-NEXT: tenon.yield %[[OUT]]
// CHECK: %[[Y:.*]] = tenon.kernel "down"(%[[H]], %[[X]], %{{.*}}, %{{.*}})
// CHECK-NEXT: ^bb0(%[[HB:[^:]*]]: tensor<?x16xf32>, %[[XB2:[^:]*]]: tensor<?x8xf32>, %[[WD:[^:]*]]: tensor<8x16xf32>, %[[BD:[^:]*]]: tensor<8xf32>)
// CHECK-NEXT: %[[LEFT2:.*]] = tenon.slot prologue -> tensor<?x16xf32> {
// CHECK-NEXT:   tenon.yield %[[HB]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[ACC2:.*]] = tenon.slot contraction -> tensor<?x8xf32> {
// CHECK-NEXT:   %[[D:.*]] = tenon.linear %[[LEFT2]], %[[WD]] : tensor<?x16xf32>, tensor<8x16xf32>{{$}}
// CHECK-NEXT:   tenon.yield %[[D]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[OUT2:.*]] = tenon.slot epilogue -> tensor<?x8xf32> {
// CHECK-NEXT:   %[[E:.*]] = tenon.add %[[ACC2]], %[[BD]]
// CHECK-NEXT:   %[[R:.*]] = tenon.add %[[XB2]], %[[E]]
// CHECK-NEXT:   tenon.yield %[[R]]
// CHECK-NEXT: }
// CHECK-NEXT: tenon.yield %[[OUT2]]
// CHECK-NOT: tenon.kernel
// CHECK: return %[[Y]]
func.func @pre_norm_swiglu(%x: tensor<?x8xf32>, %gain: tensor<8xf32> {tenon.param = "ffn.norm.gain"},
    %wg: tensor<16x8xf32> {tenon.param = "ffn.gate.weight"}, %wu: tensor<16x8xf32> {tenon.param = "ffn.up.weight"},
    %wd: tensor<8x16xf32> {tenon.param = "ffn.down.weight"}, %bd: tensor<8xf32> {tenon.param = "ffn.down.bias"}) -> tensor<?x8xf32> {
  %m = tenon.mean %x : tensor<?x8xf32>
  %c = tenon.sub %x, %m : tensor<?x8xf32>, tensor<?x1xf32>
  %n = tenon.mul %c, %gain : tensor<?x8xf32>, tensor<8xf32>
  %a = tenon.linear %n, %wg : tensor<?x8xf32>, tensor<16x8xf32>
  %s = tenon.sigmoid %a : tensor<?x16xf32>
  %z = tenon.mul %a, %s : tensor<?x16xf32>, tensor<?x16xf32>
  %b = tenon.linear %n, %wu : tensor<?x8xf32>, tensor<16x8xf32>
  %p = tenon.mul %z, %b : tensor<?x16xf32>, tensor<?x16xf32>
  %d = tenon.linear %p, %wd, %bd : tensor<?x16xf32>, tensor<8x16xf32>, tensor<8xf32>
  %r = tenon.add %x, %d : tensor<?x8xf32>, tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// y = n(x + f(x)): the sum is an epilogue, the norm ends in finish.
// CHECK-LABEL: func.func @post_norm(
// CHECK: tenon.kernel "up"
// CHECK: %[[A:.*]] = tenon.slot contraction
// CHECK: tenon.slot epilogue
// CHECK-NEXT: tenon.yield %[[A]]
// CHECK-NOT: tenon.slot finish
// CHECK: tenon.kernel "down_norm"
// CHECK: %[[D:.*]] = tenon.slot contraction
// CHECK: %[[R:.*]] = tenon.slot epilogue
// CHECK-NEXT: %[[SUM:.*]] = tenon.add %{{.*}}, %[[D]]
// CHECK-NEXT: tenon.yield %[[SUM]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[Y:.*]] = tenon.slot finish
// CHECK-NEXT: %[[M:.*]] = tenon.mean %[[R]]
// CHECK-NEXT: %[[N:.*]] = tenon.sub %[[R]], %[[M]]
// CHECK-NEXT: tenon.yield %[[N]]
// CHECK-NEXT: }
// CHECK-NEXT: tenon.yield %[[Y]]
// CHECK-NOT: tenon.kernel
// CHECK: return
func.func @post_norm(%x: tensor<?x8xf32>, %wu: tensor<16x8xf32> {tenon.param = "ffn.up.weight"},
    %wd: tensor<8x16xf32> {tenon.param = "ffn.down.weight"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %wu : tensor<?x8xf32>, tensor<16x8xf32>
  %d = tenon.linear %a, %wd : tensor<?x16xf32>, tensor<8x16xf32>
  %r = tenon.add %x, %d : tensor<?x8xf32>, tensor<?x8xf32>
  %m = tenon.mean %r : tensor<?x8xf32>
  %y = tenon.sub %r, %m : tensor<?x8xf32>, tensor<?x1xf32>
  return %y : tensor<?x8xf32>
}

// y = x + n(f(n(x))) (and, without the first norm, res_post): all behind the product is finish.
// The square of the norm is on complete rows too: its operand is there anyway.
// CHECK-LABEL: func.func @sandwich(
// CHECK: tenon.kernel "pre_down_norm"
// CHECK-NEXT: ^bb0(%[[X:[^:]*]]: tensor<?x8xf32>
// CHECK: tenon.slot prologue
// CHECK-NEXT: tenon.mean %[[X]]
// CHECK-NEXT: tenon.sub %[[X]],
// CHECK-NEXT: tenon.yield
// CHECK: %[[ACC:.*]] = tenon.slot contraction
// CHECK: %[[D:.*]] = tenon.slot epilogue
// CHECK-NEXT: tenon.yield %[[ACC]]
// CHECK-NEXT: }
// CHECK-NEXT: %{{.*}} = tenon.slot finish
// CHECK-NEXT: %[[Q:.*]] = tenon.mul %[[D]], %[[D]]
// CHECK-NEXT: %[[M:.*]] = tenon.mean %[[Q]]
// CHECK-NEXT: %[[E:.*]] = tenon.div %[[D]], %[[M]]
// CHECK-NEXT: %[[Y:.*]] = tenon.add %[[X]], %[[E]]
// CHECK-NEXT: tenon.yield %[[Y]]
func.func @sandwich(%x: tensor<?x8xf32>, %wd: tensor<8x8xf32> {tenon.param = "ffn.down.weight"}) -> tensor<?x8xf32> {
  %m = tenon.mean %x : tensor<?x8xf32> loc("ffn.norm.pre")
  %c = tenon.sub %x, %m : tensor<?x8xf32>, tensor<?x1xf32>
  %d = tenon.linear %c, %wd : tensor<?x8xf32>, tensor<8x8xf32>
  %q = tenon.mul %d, %d : tensor<?x8xf32>, tensor<?x8xf32>
  %n = tenon.mean %q : tensor<?x8xf32>
  %e = tenon.div %d, %n : tensor<?x8xf32>, tensor<?x1xf32>
  %y = tenon.add %x, %e : tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// y = n(alpha x + f(x)), with alpha a constant.
// CHECK-LABEL: func.func @deep_norm(
// CHECK-NOT: tenon.constant
// CHECK: %[[D:.*]] = tenon.slot contraction
// CHECK: %[[R:.*]] = tenon.slot epilogue
// CHECK-NEXT: %[[ALPHA:.*]] = tenon.constant dense<2.500000e+00> : tensor<1xf64>
// CHECK-NEXT: %[[AX:.*]] = tenon.mul %[[ALPHA]], %{{.*}}
// CHECK-NEXT: %[[SUM:.*]] = tenon.add %[[AX]], %[[D]]
// CHECK-NEXT: tenon.yield %[[SUM]]
// CHECK: tenon.slot finish
// CHECK-NEXT: %[[M:.*]] = tenon.mean %[[R]]
// CHECK-NEXT: %{{.*}} = tenon.sub %[[R]], %[[M]]
func.func @deep_norm(%x: tensor<?x8xf32>, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
  %alpha = tenon.constant dense<2.5> : tensor<1xf64>
  %ax = tenon.mul %alpha, %x : tensor<1xf32>, tensor<?x8xf32>
  %d = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x8xf32>
  %r = tenon.add %ax, %d : tensor<?x8xf32>, tensor<?x8xf32>
  %m = tenon.mean %r : tensor<?x8xf32>
  %y = tenon.sub %r, %m : tensor<?x8xf32>, tensor<?x1xf32>
  return %y : tensor<?x8xf32>
}

// y = x + gamma f(x): a parameter in the epilogue.
// CHECK-LABEL: func.func @layer_scale(
// CHECK: ^bb0(%[[X:.*]]: tensor<?x8xf32>, %[[W:.*]]: tensor<8x8xf32>, %[[GAMMA:.*]]: tensor<8xf32>)
// CHECK: %[[D:.*]] = tenon.slot contraction
// CHECK-NEXT: %{{.*}} = tenon.linear %{{.*}}, %[[W]]
// CHECK: tenon.slot epilogue
// CHECK-NEXT: %[[S:.*]] = tenon.mul %[[GAMMA]], %[[D]]
// CHECK-NEXT: %{{.*}} = tenon.add %[[X]], %[[S]]
// CHECK-NOT: tenon.slot finish
// CHECK: return
func.func @layer_scale(%x: tensor<?x8xf32>, %gamma: tensor<8xf32> {tenon.param = "gamma"}, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
  %d = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x8xf32>
  %s = tenon.mul %gamma, %d : tensor<8xf32>, tensor<?x8xf32>
  %y = tenon.add %x, %s : tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}
