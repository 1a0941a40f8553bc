// RUN: %tenon-opt %s --tenon-form-kernels | FileCheck %s
// REQUIRES: codegen
// Where each placement puts its operations. `n` stands for a norm: x - mean(x).

// The sublayer that most published blocks have: two kernels.
// CHECK-LABEL: func.func @pre_norm_swiglu(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x8xf32>, %[[GAIN:[^:]*]]: tensor<8xf32> {tenon.param = "ffn.norm.gain"}
// CHECK: %[[H:.*]] = tenon.kernel "norm_gate_up"(%[[X]], %[[GAIN]], %{{.*}}, %{{.*}})
// CHECK-NEXT: ^bb0(%[[XB:[^:]*]]: tensor<?x8xf32>, %[[G:[^:]*]]: tensor<8xf32>, %[[WG:[^:]*]]: tensor<16x8xf32>, %[[WU:[^:]*]]: tensor<16x8xf32>)
// CHECK-NEXT: %[[M:.*]] = tenon.mean %[[XB]] {slot = #tenon.slot<prologue>}
// CHECK-NEXT: %[[C:.*]] = tenon.sub %[[XB]], %[[M]] {slot = #tenon.slot<prologue>}
// CHECK-NEXT: %[[N:.*]] = tenon.mul %[[C]], %[[G]] {slot = #tenon.slot<prologue>}
// CHECK-NEXT: %[[A:.*]] = tenon.linear %[[N]], %[[WG]] {slot = #tenon.slot<contraction>}
// CHECK-NEXT: %[[B:.*]] = tenon.linear %[[N]], %[[WU]] {slot = #tenon.slot<contraction>}
// CHECK-NEXT: %[[S:.*]] = tenon.sigmoid %[[A]] {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: %[[Z:.*]] = tenon.mul %[[A]], %[[S]] {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: %[[P:.*]] = tenon.mul %[[Z]], %[[B]] {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.yield %[[P]]
// CHECK: %[[Y:.*]] = tenon.kernel "down"(%[[H]], %[[X]], %{{.*}}, %{{.*}})
// CHECK-NEXT: ^bb0(%[[HB:[^:]*]]: tensor<?x16xf32>, %[[XB2:[^:]*]]: tensor<?x8xf32>, %[[WD:[^:]*]]: tensor<8x16xf32>, %[[BD:[^:]*]]: tensor<8xf32>)
// CHECK-NEXT: %[[D:.*]] = tenon.linear %[[HB]], %[[WD]] {slot = #tenon.slot<contraction>}
// CHECK-NEXT: %[[E:.*]] = tenon.add %[[D]], %[[BD]] {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: %[[R:.*]] = tenon.add %[[XB2]], %[[E]] {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.yield %[[R]]
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
// CHECK: %[[A:.*]] = tenon.linear %{{.*}} {slot = #tenon.slot<contraction>}
// CHECK-NEXT: tenon.yield %[[A]]
// CHECK: tenon.kernel "down_norm"
// CHECK: tenon.add {{.*}} {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.mean {{.*}} {slot = #tenon.slot<finish>}
// CHECK-NEXT: tenon.sub {{.*}} {slot = #tenon.slot<finish>}
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
// CHECK: tenon.mean {{.*}} {slot = #tenon.slot<prologue>}
// CHECK: tenon.sub {{.*}} {slot = #tenon.slot<prologue>}
// CHECK: %[[D:.*]] = tenon.linear {{.*}} {slot = #tenon.slot<contraction>}
// CHECK-NEXT: tenon.mul %[[D]], %[[D]] {slot = #tenon.slot<finish>}
// CHECK-NEXT: tenon.mean {{.*}} {slot = #tenon.slot<finish>}
// CHECK-NEXT: tenon.div %[[D]], {{.*}} {slot = #tenon.slot<finish>}
// CHECK-NEXT: tenon.add {{.*}} {slot = #tenon.slot<finish>}
// CHECK-NEXT: tenon.yield
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
// CHECK: tenon.linear
// CHECK-NEXT: tenon.constant dense<2.500000e+00> : tensor<1xf64> {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.mul {{.*}} {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.add {{.*}} {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.mean {{.*}} {slot = #tenon.slot<finish>}
// CHECK-NEXT: tenon.sub {{.*}} {slot = #tenon.slot<finish>}
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
// CHECK-NEXT: %[[D:.*]] = tenon.linear %[[X]], %[[W]]
// CHECK-NEXT: %[[S:.*]] = tenon.mul %[[GAMMA]], %[[D]] {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.add %[[X]], %[[S]] {slot = #tenon.slot<epilogue>}
func.func @layer_scale(%x: tensor<?x8xf32>, %gamma: tensor<8xf32> {tenon.param = "gamma"}, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
  %d = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x8xf32>
  %s = tenon.mul %gamma, %d : tensor<8xf32>, tensor<?x8xf32>
  %y = tenon.add %x, %s : tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// h = n(x), y = h + f(h) over two kernels. The second makes h again: its
// prologue has complete rows of x, so the mean is found there and kept, and the
// epilogue subtracts it. Nothing but the hidden row is stored.
// CHECK-LABEL: func.func @normed_skip(
// CHECK: %[[H:.*]] = tenon.kernel "norm_up"({{.*}}) : ({{.*}}) -> tensor<?x16xf32>
// CHECK: tenon.kernel "norm_down"
// CHECK: %[[M:.*]] = tenon.mean %[[X:.*]] {slot = #tenon.slot<prologue>}
// CHECK-NEXT: %[[D:.*]] = tenon.linear
// CHECK-NEXT: %[[C:.*]] = tenon.sub %[[X]], %[[M]] {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.add %[[C]], %[[D]] {slot = #tenon.slot<epilogue>}
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
// CHECK: tenon.add {{.*}} {slot = #tenon.slot<epilogue>}
// CHECK: %[[H:.*]] = tenon.kernel "norm_up_2"
// CHECK: tenon.kernel "down_2"(%[[H]], %[[S]], {{.*}})
// CHECK: tenon.add {{.*}} {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.yield
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
// segments, since they never meet.
// CHECK-LABEL: func.func @parallel(
// CHECK: %[[K:.*]]:2 = tenon.kernel "norm_up"
// CHECK: %[[A:.*]] = tenon.linear %[[N:.*]], {{.*}} {slot = #tenon.slot<contraction>}
// CHECK-NEXT: %[[B:.*]] = tenon.linear %[[N]], {{.*}} {slot = #tenon.slot<contraction>}
// CHECK-NEXT: tenon.tanh %[[A]] {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.exp %[[B]] {slot = #tenon.slot<epilogue>}
// CHECK: %[[S:.*]] = tenon.kernel "down"(%[[K]]#
// CHECK: tenon.kernel "down_2"(%[[K]]#{{.}}, %[[S]],
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
// CHECK: tenon.add {{.*}} {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.mean {{.*}} {slot = #tenon.slot<finish>}
// CHECK-NEXT: tenon.sub {{.*}} {slot = #tenon.slot<finish>}
// CHECK: tenon.kernel "second_norm"(%[[H]], %{{[^,]*}})
// CHECK-NOT: slot<prologue>
// CHECK: tenon.add {{.*}} {slot = #tenon.slot<epilogue>}
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
// CHECK: tenon.add {{.*}} {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.yield
// CHECK: tenon.kernel "norm_second"(%[[H]], %{{[^,]*}})
// CHECK: tenon.mean {{.*}} {slot = #tenon.slot<prologue>}
// CHECK-NEXT: tenon.sub {{.*}} {slot = #tenon.slot<prologue>}
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
