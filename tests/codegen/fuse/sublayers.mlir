// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-form-kernels | FileCheck %s
// REQUIRES: codegen
// Two sublayers, and what is made again or stored between kernels. `n` stands for a norm: x - mean(x).

// h = n(x), y = h + f(h) over two kernels. The second makes h again: its
// prologue has complete rows of x, so the mean is found there and kept, and the
// epilogue subtracts it. Nothing but the hidden row is stored.
// CHECK-LABEL: func.func @normed_skip(
// CHECK: %[[H:.*]] = tenon.kernel "norm_up"({{.*}}) : ({{.*}}) -> tensor<?x16xf32>
// CHECK: tenon.kernel "norm_down"(%{{.*}}, %[[H]], %{{[^,]*}})
// CHECK-NEXT: ^bb0(%[[X:[^:]*]]: tensor<?x8xf32>, %[[HB:[^:]*]]: tensor<?x16xf32>,
// CHECK-NEXT: %[[P:.*]]:2 = tenon.slot prologue -> tensor<?x16xf32>, tensor<?x1xf32> {
// CHECK-NEXT: %[[M:.*]] = tenon.mean %[[X]]
// CHECK-NEXT: tenon.yield %[[HB]], %[[M]]
// CHECK: %[[D:.*]] = tenon.slot contraction
// CHECK-NEXT: %{{.*}} = tenon.linear %[[P]]#0,
// CHECK: tenon.slot epilogue
// CHECK-NEXT: %[[C:.*]] = tenon.sub %[[X]], %[[P]]#1
// CHECK-NEXT: %{{.*}} = tenon.add %[[C]], %[[D]]
func.func @normed_skip(%x: tensor<?x8xf32>, %wu: tensor<16x8xf32> {tenon.param = "ffn.up.weight"},
    %wd: tensor<8x16xf32> {tenon.param = "ffn.down.weight"}) -> tensor<?x8xf32> {
  %m = tenon.mean %x : tensor<?x8xf32>
  %h = tenon.sub %x, %m : tensor<?x8xf32>, tensor<?x1xf32>
  %a = tenon.linear %h, %wu : tensor<?x8xf32>, tensor<16x8xf32>
  %d = tenon.linear %a, %wd : tensor<?x16xf32>, tensor<8x16xf32>
  %y = tenon.add %h, %d : tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// Two sublayers side by side, each with its norm: two contractions for their two
// left operands; the first sum is stored, the second kernel down adds to it.
// CHECK-LABEL: func.func @parallel_two(
// CHECK: tenon.kernel "norm_up"
// CHECK: %[[S:.*]] = tenon.kernel "down"({{.*}}) : ({{.*}}) -> tensor<?x8xf32>
// CHECK: %[[B:.*]] = tenon.slot contraction
// CHECK: tenon.slot epilogue
// CHECK-NEXT: %{{.*}} = tenon.add %{{.*}}, %[[B]]
// CHECK: %[[H:.*]] = tenon.kernel "norm_up_2"
// CHECK: tenon.kernel "down_2"(%[[H]], %[[S]], {{.*}})
// CHECK-NEXT: ^bb0(%{{[^:]*}}: tensor<?x16xf32>, %[[SB:[^:]*]]: tensor<?x8xf32>,
// CHECK: %[[D:.*]] = tenon.slot contraction
// CHECK: tenon.slot epilogue
// CHECK-NEXT: %[[Y:.*]] = tenon.add %[[SB]], %[[D]]
// CHECK-NEXT: tenon.yield %[[Y]]
func.func @parallel_two(%x: tensor<?x8xf32>, %ga: tensor<8xf32> {tenon.param = "ga"}, %gf: tensor<8xf32> {tenon.param = "gf"},
    %au: tensor<16x8xf32> {tenon.param = "attention.up.weight"}, %ad: tensor<8x16xf32> {tenon.param = "attention.down.weight"},
    %fu: tensor<16x8xf32> {tenon.param = "ffn.up.weight"}, %fd: tensor<8x16xf32> {tenon.param = "ffn.down.weight"}) -> tensor<?x8xf32> {
  %m = tenon.mean %x : tensor<?x8xf32>
  %na = tenon.div %ga, %m : tensor<8xf32>, tensor<?x1xf32>
  %nf = tenon.div %gf, %m : tensor<8xf32>, tensor<?x1xf32>
  %a = tenon.linear %na, %au : tensor<?x8xf32>, tensor<16x8xf32>
  %b = tenon.linear %a, %ad : tensor<?x16xf32>, tensor<8x16xf32>
  %c = tenon.linear %nf, %fu : tensor<?x8xf32>, tensor<16x8xf32>
  %d = tenon.linear %c, %fd : tensor<?x16xf32>, tensor<8x16xf32>
  %s = tenon.add %x, %b : tensor<?x8xf32>, tensor<?x8xf32>
  %y = tenon.add %s, %d : tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// One norm for both sublayers: their first products are one contraction, of two
// segments, since they never meet. Each is stored by its own epilogue.
// CHECK-LABEL: func.func @parallel(
// CHECK: %[[K:.*]]:2 = tenon.kernel "norm_up"({{.*}}) : ({{.*}}) -> (tensor<?x24xf32>, tensor<?x16xf32>)
// CHECK: %[[N:.*]] = tenon.slot prologue
// CHECK: %[[A:.*]] = tenon.slot contraction -> tensor<?x16xf32> {
// CHECK-NEXT: %{{.*}} = tenon.linear %[[N]],
// CHECK: %[[TA:.*]] = tenon.slot epilogue -> tensor<?x16xf32> {
// CHECK-NEXT: %{{.*}} = tenon.tanh %[[A]]
// CHECK: %[[C:.*]] = tenon.slot contraction -> tensor<?x24xf32> {
// CHECK-NEXT: %{{.*}} = tenon.linear %[[N]],
// CHECK: %[[TC:.*]] = tenon.slot epilogue -> tensor<?x24xf32> {
// CHECK-NEXT: %{{.*}} = tenon.exp %[[C]]
// CHECK: tenon.yield %[[TC]], %[[TA]] : tensor<?x24xf32>, tensor<?x16xf32>
// CHECK: %[[S:.*]] = tenon.kernel "down"(%[[K]]#1,
// CHECK: tenon.kernel "down_2"(%[[K]]#0, %[[S]],
func.func @parallel(%x: tensor<?x8xf32>,
    %au: tensor<16x8xf32> {tenon.param = "attention.up.weight"}, %ad: tensor<8x16xf32> {tenon.param = "attention.down.weight"},
    %fu: tensor<24x8xf32> {tenon.param = "ffn.up.weight"}, %fd: tensor<8x24xf32> {tenon.param = "ffn.down.weight"}) -> tensor<?x8xf32> {
  %m = tenon.mean %x : tensor<?x8xf32>
  %n = tenon.sub %x, %m : tensor<?x8xf32>, tensor<?x1xf32>
  %a = tenon.linear %n, %au : tensor<?x8xf32>, tensor<16x8xf32>
  %ta = tenon.tanh %a : tensor<?x16xf32>
  %b = tenon.linear %ta, %ad : tensor<?x16xf32>, tensor<8x16xf32>
  %c = tenon.linear %n, %fu : tensor<?x8xf32>, tensor<24x8xf32>
  %tc = tenon.exp %c : tensor<?x24xf32>
  %d = tenon.linear %tc, %fd : tensor<?x24xf32>, tensor<8x24xf32>
  %s = tenon.add %x, %b : tensor<?x8xf32>, tensor<?x8xf32>
  %y = tenon.add %s, %d : tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// Two post-norm sublayers: the row between them is complete once, in the finish
// of the first, since the second needs it as left operand and as residual.
// CHECK-LABEL: func.func @post_norm_twice(
// CHECK: %[[H:.*]] = tenon.kernel "first_norm"
// CHECK: %[[R:.*]] = tenon.slot epilogue
// CHECK-NEXT: %{{.*}} = tenon.add
// CHECK: tenon.slot finish
// CHECK-NEXT: %[[M:.*]] = tenon.mean %[[R]]
// CHECK-NEXT: %{{.*}} = tenon.sub %[[R]], %[[M]]
// CHECK: tenon.kernel "second_norm"(%[[H]], %{{[^,]*}})
// CHECK-NEXT: ^bb0(%[[HB:[^:]*]]: tensor<?x8xf32>,
// CHECK: tenon.slot prologue
// CHECK-NEXT: tenon.yield %[[HB]]
// CHECK: tenon.slot epilogue
// CHECK-NEXT: %{{.*}} = tenon.add %[[HB]],
// CHECK: tenon.slot finish
func.func @post_norm_twice(%x: tensor<?x8xf32>, %w1: tensor<8x8xf32> {tenon.param = "first.weight"},
    %w2: tensor<8x8xf32> {tenon.param = "second.weight"}) -> tensor<?x8xf32> {
  %d = tenon.linear %x, %w1 : tensor<?x8xf32>, tensor<8x8xf32>
  %r = tenon.add %x, %d : tensor<?x8xf32>, tensor<?x8xf32>
  %m = tenon.mean %r : tensor<?x8xf32>
  %h = tenon.sub %r, %m : tensor<?x8xf32>, tensor<?x1xf32>
  %e = tenon.linear %h, %w2 : tensor<?x8xf32>, tensor<8x8xf32>
  %s = tenon.add %h, %e : tensor<?x8xf32>, tensor<?x8xf32>
  %n = tenon.mean %s : tensor<?x8xf32>
  %y = tenon.sub %s, %n : tensor<?x8xf32>, tensor<?x1xf32>
  return %y : tensor<?x8xf32>
}

// Two pre-norm sublayers: the stream is stored once, and normed on its way into
// the second one's left operand.
// CHECK-LABEL: func.func @pre_norm_twice(
// CHECK: %[[H:.*]] = tenon.kernel "norm_first"({{.*}}) : ({{.*}}) -> tensor<?x8xf32>
// CHECK: tenon.slot epilogue
// CHECK-NEXT: %[[SUM:.*]] = tenon.add
// CHECK-NEXT: tenon.yield %[[SUM]]
// CHECK-NOT: tenon.slot finish
// CHECK: tenon.kernel "norm_second"(%[[H]], %{{[^,]*}})
// CHECK-NEXT: ^bb0(%[[HB:[^:]*]]: tensor<?x8xf32>,
// CHECK: tenon.slot prologue
// CHECK-NEXT: %[[M:.*]] = tenon.mean %[[HB]]
// CHECK-NEXT: %[[N:.*]] = tenon.sub %[[HB]], %[[M]]
// CHECK-NEXT: tenon.yield %[[N]]
// CHECK: tenon.slot epilogue
// CHECK-NEXT: %{{.*}} = tenon.add %[[HB]],
func.func @pre_norm_twice(%x: tensor<?x8xf32>, %w1: tensor<8x8xf32> {tenon.param = "first.weight"},
    %w2: tensor<8x8xf32> {tenon.param = "second.weight"}) -> tensor<?x8xf32> {
  %m = tenon.mean %x : tensor<?x8xf32>
  %n = tenon.sub %x, %m : tensor<?x8xf32>, tensor<?x1xf32>
  %d = tenon.linear %n, %w1 : tensor<?x8xf32>, tensor<8x8xf32>
  %h = tenon.add %x, %d : tensor<?x8xf32>, tensor<?x8xf32>
  %m2 = tenon.mean %h : tensor<?x8xf32>
  %n2 = tenon.sub %h, %m2 : tensor<?x8xf32>, tensor<?x1xf32>
  %e = tenon.linear %n2, %w2 : tensor<?x8xf32>, tensor<8x8xf32>
  %y = tenon.add %h, %e : tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}
