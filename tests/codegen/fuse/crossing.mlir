// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-form-kernels | FileCheck %s
// REQUIRES: codegen
// What crosses from kernel to kernel and from slot to slot, in which type, and what is computed again.

// Linears with nothing between, one of them used twice.
// CHECK-LABEL: func.func @series(
// CHECK: %[[A:.*]] = tenon.kernel "a"(%[[X:.*]], %{{.*}})
// CHECK: %[[B:.*]] = tenon.kernel "b"(%[[A]], %{{.*}})
// CHECK: tenon.kernel "c"(%[[B]], %[[A]], %{{.*}})
// CHECK-NEXT: ^bb0(%[[BB:[^:]*]]: tensor<?x8xf32>, %[[AB:[^:]*]]: tensor<?x8xf32>,
// CHECK-NEXT: %{{.*}} = tenon.slot prologue
// CHECK-NEXT: tenon.yield %[[BB]]
// CHECK: %[[C:.*]] = tenon.slot contraction
// CHECK: tenon.slot epilogue
// CHECK-NEXT: %{{.*}} = tenon.add %[[AB]], %[[C]]
func.func @series(%x: tensor<?x8xf32>, %wa: tensor<8x8xf32> {tenon.param = "a.weight"},
    %wb: tensor<8x8xf32> {tenon.param = "b.weight"}, %wc: tensor<8x8xf32> {tenon.param = "c.weight"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %wa : tensor<?x8xf32>, tensor<8x8xf32>
  %b = tenon.linear %a, %wb : tensor<?x8xf32>, tensor<8x8xf32>
  %c = tenon.linear %b, %wc : tensor<?x8xf32>, tensor<8x8xf32>
  %y = tenon.add %a, %c : tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// Truth values are not stored: the second kernel compares again.
// CHECK-LABEL: func.func @condition_crosses(
// CHECK: %[[A:.*]] = tenon.kernel "a"({{.*}}) : ({{.*}}) -> tensor<?x8xf32>
// CHECK-NOT: tenon.lt
// CHECK: tenon.kernel "b"(%[[A]], %{{[^,]*}})
// CHECK: ^bb0(%[[AB:.*]]: tensor<?x8xf32>,
// CHECK-NEXT: %[[LEFT:.*]] = tenon.slot prologue
// CHECK-NEXT: tenon.yield %[[AB]]
// CHECK: %[[B:.*]] = tenon.slot contraction
// CHECK-NEXT: %{{.*}} = tenon.linear %[[LEFT]],
// CHECK: tenon.slot epilogue
// CHECK-NEXT: %[[ZERO:.*]] = tenon.constant
// CHECK-NEXT: %[[C:.*]] = tenon.lt %[[AB]], %[[ZERO]]
// CHECK-NEXT: %{{.*}} = tenon.select %[[C]], %[[AB]], %[[B]]
func.func @condition_crosses(%x: tensor<?x8xf32>, %wa: tensor<8x8xf32> {tenon.param = "a.weight"},
    %wb: tensor<8x8xf32> {tenon.param = "b.weight"}) -> tensor<?x8xf32> {
  %zero = tenon.constant dense<0.0> : tensor<1xf64>
  %a = tenon.linear %x, %wa : tensor<?x8xf32>, tensor<8x8xf32>
  %c = tenon.lt %a, %zero : tensor<?x8xf32>, tensor<1xf32>
  %b = tenon.linear %a, %wb : tensor<?x8xf32>, tensor<8x8xf32>
  %y = tenon.select %c, %a, %b : tensor<?x8xi1>, tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// Nor within a kernel, from epilogue to finish, which alone compares.
// CHECK-LABEL: func.func @condition_in_finish(
// CHECK: %[[ACC:.*]] = tenon.slot contraction
// CHECK: %[[A:.*]] = tenon.slot epilogue -> tensor<?x8xf32> {
// CHECK-NEXT: tenon.yield %[[ACC]]
// CHECK: tenon.slot finish
// CHECK-NEXT: %[[ZERO:.*]] = tenon.constant
// CHECK-NEXT: %[[C:.*]] = tenon.lt %[[A]], %[[ZERO]]
// CHECK-NEXT: %[[M:.*]] = tenon.mean %[[A]]
// CHECK-NEXT: %{{.*}} = tenon.select %[[C]], %[[A]], %[[M]]
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
// CHECK-NEXT: ^bb0(%[[XA:[^:]*]]: tensor<?x8xbf16>,
// CHECK-NEXT: %{{.*}} = tenon.slot prologue -> tensor<?x8xf32> {
// CHECK-NEXT: %[[LA:.*]] = tenon.cast %[[XA]] {storage = bf16} : tensor<?x8xbf16> to tensor<?x8xf32>
// CHECK-NEXT: %[[T:.*]] = tenon.tanh %[[LA]]
// CHECK-NEXT: %[[RT:.*]] = tenon.round %[[T]] to bf16
// CHECK-NEXT: tenon.yield %[[RT]]
// CHECK: %[[A:.*]] = tenon.slot contraction
// CHECK: tenon.slot epilogue -> tensor<?x8xbf16> {
// CHECK-NEXT: %[[E:.*]] = tenon.exp %[[A]] {storage = bf16}
// CHECK-NEXT: %[[ES:.*]] = tenon.cast %[[E]] : tensor<?x8xf32> to tensor<?x8xbf16>
// CHECK-NEXT: tenon.yield %[[ES]] : tensor<?x8xbf16>
// CHECK: tenon.kernel "b"(%[[H]], %[[X]], %{{.*}}) : ({{.*}}) -> tensor<?x8xbf16>
// CHECK-NEXT: ^bb0(%[[HB:[^:]*]]: tensor<?x8xbf16>, %[[XB:[^:]*]]: tensor<?x8xbf16>,
// CHECK-NEXT: %{{.*}} = tenon.slot prologue -> tensor<?x8xf32> {
// CHECK-NEXT: %[[LH:.*]] = tenon.cast %[[HB]] : tensor<?x8xbf16> to tensor<?x8xf32>
// CHECK-NEXT: tenon.yield %[[LH]]
// CHECK: %[[B:.*]] = tenon.slot contraction
// CHECK: tenon.slot epilogue -> tensor<?x8xbf16> {
// CHECK-NEXT: %[[L:.*]] = tenon.cast %[[XB]] {{.*}}: tensor<?x8xbf16> to tensor<?x8xf32>
// CHECK-NEXT: %[[R:.*]] = tenon.add %[[L]], %[[B]]
// CHECK-NEXT: %[[Y:.*]] = tenon.cast %[[R]] : tensor<?x8xf32> to tensor<?x8xbf16>
// CHECK-NEXT: tenon.yield %[[Y]]
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

// A value that a later norm and a still later residual need crosses once.
// CHECK-LABEL: func.func @needed_twice(
// CHECK: %[[A:.*]] = tenon.kernel "a"({{.*}}) : ({{.*}}) -> tensor<?x8xf32>
// CHECK: %[[B:.*]] = tenon.kernel "norm_b"(%[[A]], %{{[^,]*}}) : ({{.*}}) -> tensor<?x8xf32>
// CHECK-NEXT: ^bb0(%[[AB:[^:]*]]: tensor<?x8xf32>,
// CHECK-NEXT: %{{.*}} = tenon.slot prologue
// CHECK-NEXT: %{{.*}} = tenon.mean %[[AB]]
// CHECK: tenon.kernel "c"(%[[B]], %[[A]], %{{[^,]*}})
// CHECK-NEXT: ^bb0(%{{[^:]*}}: tensor<?x8xf32>, %[[AC:[^:]*]]: tensor<?x8xf32>,
// CHECK: tenon.slot epilogue
// CHECK-NEXT: %{{.*}} = tenon.add %[[AC]],
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
