// RUN: %tenon-opt %s --tenon-form-kernels | FileCheck %s
// REQUIRES: codegen
// Graphs that no published block has, and the corners of the four slots.

// A norm over the hidden row is done on its way into the second product; only
// the gated row is stored, not its square.
// CHECK-LABEL: func.func @hidden_norm(
// CHECK: %[[P:.*]] = tenon.kernel "gate_up"({{.*}}) : ({{.*}}) -> tensor<?x16xf32>
// CHECK-COUNT-2: tenon.linear
// CHECK-NEXT: tenon.mul {{.*}} {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.yield
// CHECK: tenon.kernel "norm_down"(%[[P]], %{{[^,]*}})
// CHECK: tenon.mul {{.*}} {slot = #tenon.slot<prologue>}
// CHECK-NEXT: tenon.mean {{.*}} {slot = #tenon.slot<prologue>}
// CHECK-NEXT: tenon.div {{.*}} {slot = #tenon.slot<prologue>}
// CHECK-NEXT: tenon.linear
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
// CHECK-COUNT-3: tenon.linear
// CHECK-NEXT: tenon.mul {{.*}} {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.mul {{.*}} {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.yield
func.func @three_way(%x: tensor<?x8xf32>, %wa: tensor<8x8xf32> {tenon.param = "a.weight"},
    %wb: tensor<8x8xf32> {tenon.param = "b.weight"}, %wc: tensor<8x8xf32> {tenon.param = "c.weight"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %wa : tensor<?x8xf32>, tensor<8x8xf32>
  %b = tenon.linear %x, %wb : tensor<?x8xf32>, tensor<8x8xf32>
  %c = tenon.linear %x, %wc : tensor<?x8xf32>, tensor<8x8xf32>
  %p = tenon.mul %a, %b : tensor<?x8xf32>, tensor<?x8xf32>
  %q = tenon.mul %p, %c : tensor<?x8xf32>, tensor<?x8xf32>
  return %q : tensor<?x8xf32>
}

// Linears with nothing between, one of them used twice.
// CHECK-LABEL: func.func @series(
// CHECK: %[[A:.*]] = tenon.kernel "a"(%[[X:.*]], %{{.*}})
// CHECK: %[[B:.*]] = tenon.kernel "b"(%[[A]], %{{.*}})
// CHECK: tenon.kernel "c"(%[[B]], %[[A]], %{{.*}})
// CHECK: tenon.linear
// CHECK-NEXT: tenon.add {{.*}} {slot = #tenon.slot<epilogue>}
func.func @series(%x: tensor<?x8xf32>, %wa: tensor<8x8xf32> {tenon.param = "a.weight"},
    %wb: tensor<8x8xf32> {tenon.param = "b.weight"}, %wc: tensor<8x8xf32> {tenon.param = "c.weight"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %wa : tensor<?x8xf32>, tensor<8x8xf32>
  %b = tenon.linear %a, %wb : tensor<?x8xf32>, tensor<8x8xf32>
  %c = tenon.linear %b, %wc : tensor<?x8xf32>, tensor<8x8xf32>
  %y = tenon.add %a, %c : tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// A linear of the mean of a linear: the mean is a finish, so that one number
// crosses and not a row of 64.
// CHECK-LABEL: func.func @of_reduction(
// CHECK: %[[M:.*]] = tenon.kernel "up_norm"({{.*}}) : ({{.*}}) -> tensor<?x1xf32>
// CHECK: tenon.mean {{.*}} {slot = #tenon.slot<finish>}
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
// CHECK-NEXT: %[[M:.*]] = tenon.mean %[[X]] {slot = #tenon.slot<prologue>}
// CHECK-NEXT: %[[D:.*]] = tenon.linear %[[X]],
// CHECK-NEXT: tenon.mul %[[D]], %[[M]] {slot = #tenon.slot<epilogue>}
func.func @row_scale(%x: tensor<?x8xf32>, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
  %m = tenon.mean %x : tensor<?x8xf32>
  %d = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x8xf32>
  %y = tenon.mul %d, %m : tensor<?x8xf32>, tensor<?x1xf32>
  return %y : tensor<?x8xf32>
}

// Truth values are not stored: the second kernel compares again.
// CHECK-LABEL: func.func @condition_crosses(
// CHECK: %[[A:.*]] = tenon.kernel "a"({{.*}}) : ({{.*}}) -> tensor<?x8xf32>
// CHECK: tenon.kernel "b"(%[[A]], %{{[^,]*}})
// CHECK: ^bb0(%[[AB:.*]]: tensor<?x8xf32>,
// CHECK-NEXT: %[[B:.*]] = tenon.linear %[[AB]]
// CHECK: tenon.constant {{.*}} {slot = #tenon.slot<epilogue>}
// CHECK: %[[C:.*]] = tenon.lt %[[AB]], %{{.*}} {slot = #tenon.slot<epilogue>}
// CHECK: tenon.select %[[C]], %[[AB]], %[[B]] {slot = #tenon.slot<epilogue>}
func.func @condition_crosses(%x: tensor<?x8xf32>, %wa: tensor<8x8xf32> {tenon.param = "a.weight"},
    %wb: tensor<8x8xf32> {tenon.param = "b.weight"}) -> tensor<?x8xf32> {
  %zero = tenon.constant dense<0.0> : tensor<1xf64>
  %a = tenon.linear %x, %wa : tensor<?x8xf32>, tensor<8x8xf32>
  %c = tenon.lt %a, %zero : tensor<?x8xf32>, tensor<1xf32>
  %b = tenon.linear %a, %wb : tensor<?x8xf32>, tensor<8x8xf32>
  %y = tenon.select %c, %a, %b : tensor<?x8xi1>, tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// Nor within a kernel, from epilogue to finish.
// CHECK-LABEL: func.func @condition_in_finish(
// CHECK: %[[A:.*]] = tenon.linear
// CHECK: tenon.lt %[[A]], %{{.*}} {slot = #tenon.slot<finish>}
// CHECK: tenon.select {{.*}} {slot = #tenon.slot<finish>}
func.func @condition_in_finish(%x: tensor<?x8xf32>, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
  %zero = tenon.constant dense<0.0> : tensor<1xf64>
  %a = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x8xf32>
  %c = tenon.lt %a, %zero : tensor<?x8xf32>, tensor<1xf32>
  %m = tenon.mean %a : tensor<?x8xf32>
  %y = tenon.select %c, %a, %m : tensor<?x8xi1>, tensor<?x8xf32>, tensor<?x1xf32>
  return %y : tensor<?x8xf32>
}

// What crosses is stored in the type that its operation permits; `round` stays.
// CHECK-LABEL: func.func @storage(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x8xbf16>
// CHECK: %[[H:.*]] = tenon.kernel "a"(%[[X]], %{{.*}}) : ({{.*}}) -> tensor<?x8xbf16>
// CHECK: tenon.cast %{{.*}} {slot = #tenon.slot<prologue>, storage = bf16} : tensor<?x8xbf16> to tensor<?x8xf32>
// CHECK: tenon.round %{{.*}} to bf16 {slot = #tenon.slot<prologue>}
// CHECK: tenon.exp {{.*}} {slot = #tenon.slot<epilogue>, storage = bf16}
// CHECK-NEXT: tenon.cast %{{.*}} {slot = #tenon.slot<epilogue>} : tensor<?x8xf32> to tensor<?x8xbf16>
// CHECK: tenon.kernel "b"(%[[H]], %[[X]], %{{.*}}) : ({{.*}}) -> tensor<?x8xbf16>
// CHECK: tenon.cast %{{.*}} {slot = #tenon.slot<prologue>} : tensor<?x8xbf16> to tensor<?x8xf32>
// CHECK-NEXT: tenon.linear
// CHECK-NEXT: %[[L:.*]] = tenon.cast %{{.*}} {slot = #tenon.slot<epilogue>{{.*}}} : tensor<?x8xbf16> to tensor<?x8xf32>
// CHECK-NEXT: %[[R:.*]] = tenon.add %[[L]]
// CHECK-NEXT: tenon.cast %[[R]] {slot = #tenon.slot<epilogue>} : tensor<?x8xf32> to tensor<?x8xbf16>
func.func @storage(%x: tensor<?x8xbf16>, %wa: tensor<8x8xbf16> {tenon.param = "a.weight"},
    %wb: tensor<8x8xbf16> {tenon.param = "b.weight"}) -> tensor<?x8xbf16> {
  %0 = tenon.cast %x {storage = bf16} : tensor<?x8xbf16> to tensor<?x8xf32>
  %t = tenon.tanh %0 : tensor<?x8xf32>
  %r = tenon.round %t to bf16 : tensor<?x8xf32>
  %a = tenon.linear %r, %wa : tensor<?x8xf32>, tensor<8x8xbf16>
  %e = tenon.exp %a {storage = bf16} : tensor<?x8xf32>
  %b = tenon.linear %e, %wb : tensor<?x8xf32>, tensor<8x8xbf16>
  %s = tenon.add %0, %b : tensor<?x8xf32>, tensor<?x8xf32>
  %y = tenon.cast %s : tensor<?x8xf32> to tensor<?x8xbf16>
  return %y : tensor<?x8xbf16>
}

// Without linears: one row kernel, all of it finish, dead values gone.
// CHECK-LABEL: func.func @rows(
// CHECK: tenon.kernel "norm"
// CHECK-NEXT: ^bb0
// CHECK-NEXT: tenon.mean {{.*}} {slot = #tenon.slot<finish>}
// CHECK-NEXT: tenon.sub {{.*}} {slot = #tenon.slot<finish>}
// CHECK-NEXT: tenon.yield
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
// CHECK-NEXT: tenon.yield %[[XB]]
// CHECK: return %[[Y]]
func.func @identity(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  return %x : tensor<?x8xf32>
}

// One product and nothing else.
// CHECK-LABEL: func.func @product(
// CHECK: tenon.kernel "w"
// CHECK-NEXT: ^bb0
// CHECK-NEXT: %[[A:.*]] = tenon.linear {{.*}} {slot = #tenon.slot<contraction>}
// CHECK-NEXT: tenon.yield %[[A]]
func.func @product(%x: tensor<?x8xf32>, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x8xf32>
  return %a : tensor<?x8xf32>
}

// A value that a later norm and a still later residual need crosses once.
// CHECK-LABEL: func.func @needed_twice(
// CHECK: %[[A:.*]] = tenon.kernel "a"({{.*}}) : ({{.*}}) -> tensor<?x8xf32>
// CHECK: %[[B:.*]] = tenon.kernel "norm_b"(%[[A]], %{{[^,]*}}) : ({{.*}}) -> tensor<?x8xf32>
// CHECK: tenon.kernel "c"(%[[B]], %[[A]], %{{[^,]*}})
func.func @needed_twice(%x: tensor<?x8xf32>, %wa: tensor<8x8xf32> {tenon.param = "a.weight"},
    %wb: tensor<8x8xf32> {tenon.param = "b.weight"}, %wc: tensor<8x8xf32> {tenon.param = "c.weight"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %wa : tensor<?x8xf32>, tensor<8x8xf32>
  %m = tenon.mean %a : tensor<?x8xf32>
  %n = tenon.sub %a, %m : tensor<?x8xf32>, tensor<?x1xf32>
  %b = tenon.linear %n, %wb : tensor<?x8xf32>, tensor<8x8xf32>
  %c = tenon.linear %b, %wc : tensor<?x8xf32>, tensor<8x8xf32>
  %y = tenon.add %a, %c : tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// Parameters alone are computed where they are used.
// CHECK-LABEL: func.func @gain_offset(
// CHECK: tenon.constant dense<1.000000e+00> : tensor<1xf64> {slot = #tenon.slot<prologue>}
// CHECK: tenon.add {{.*}} {slot = #tenon.slot<prologue>} : tensor<1xf32>, tensor<8xf32>
// CHECK: tenon.linear
func.func @gain_offset(%x: tensor<?x8xf32>, %g: tensor<8xf32> {tenon.param = "g"}, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
  %one = tenon.constant dense<1.0> : tensor<1xf64>
  %o = tenon.add %one, %g : tensor<1xf32>, tensor<8xf32>
  %n = tenon.mul %x, %o : tensor<?x8xf32>, tensor<8xf32>
  %a = tenon.linear %n, %w : tensor<?x8xf32>, tensor<8x8xf32>
  return %a : tensor<?x8xf32>
}

// Position of the token in an epilogue.
// CHECK-LABEL: func.func @position(
// CHECK: tenon.linear
// CHECK-NEXT: tenon.position {slot = #tenon.slot<epilogue>}
// CHECK-NEXT: tenon.add {{.*}} {slot = #tenon.slot<epilogue>}
func.func @position(%x: tensor<?x8xf32>, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
  %p = tenon.position
  %a = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x8xf32>
  %y = tenon.add %a, %p : tensor<?x8xf32>, tensor<?x1xf32>
  return %y : tensor<?x8xf32>
}
