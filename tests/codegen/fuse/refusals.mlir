// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-form-kernels --remarks-filter='tenon-fuse' --remark-policy=all -verify-diagnostics
// RUN: %tenon-opt %s --tenon-form-kernels | FileCheck %s
// REQUIRES: codegen
// A remark for each fusion that a block implies and that is not done, and what is done instead.

// A gate of one column and a row of 16: the product is taken on the way into the next contraction.
// CHECK-LABEL: func.func @different_widths(
// CHECK-SAME: attributes {tenon.refused = [{{{.*}}fusion = "epilogue", line = [[#]] : i64, reason = "accumulators of 1 and 16 columns cannot be interleaved; done on complete rows instead", rule = "different-widths"}]}
// CHECK: %[[K:.*]]:2 = tenon.kernel "gate_up"({{.*}}) : ({{.*}}) -> (tensor<?x1xf32>, tensor<?x16xf32>)
// CHECK: %[[G:.*]] = tenon.slot contraction -> tensor<?x1xf32>
// CHECK: tenon.slot epilogue -> tensor<?x1xf32>
// CHECK-NEXT: %{{.*}} = tenon.sigmoid %[[G]]
// CHECK: tenon.slot contraction -> tensor<?x16xf32>
// CHECK: tenon.kernel "down"(%[[K]]#0, %[[K]]#1, %{{[^,]*}})
// CHECK-NEXT: ^bb0(%[[GB:[^:]*]]: tensor<?x1xf32>, %[[UB:[^:]*]]: tensor<?x16xf32>,
// CHECK-NEXT: %{{.*}} = tenon.slot prologue
// CHECK-NEXT: %{{.*}} = tenon.mul %[[GB]], %[[UB]]
func.func @different_widths(%x: tensor<?x8xf32>, %wg: tensor<1x8xf32> {tenon.param = "gate.weight"},
    %wu: tensor<16x8xf32> {tenon.param = "up.weight"}, %wd: tensor<8x16xf32> {tenon.param = "down.weight"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %wg : tensor<?x8xf32>, tensor<1x8xf32>
  %s = tenon.sigmoid %a : tensor<?x1xf32>
  %b = tenon.linear %x, %wu : tensor<?x8xf32>, tensor<16x8xf32>
  // expected-remark@below {{accumulators of 1 and 16 columns cannot be interleaved}}
  %p = tenon.mul %s, %b : tensor<?x1xf32>, tensor<?x16xf32>
  %d = tenon.linear %p, %wd : tensor<?x16xf32>, tensor<8x16xf32>
  return %d : tensor<?x8xf32>
}

// The same at the end of the block: finish.
// CHECK-LABEL: func.func @different_widths_at_the_end(
// CHECK: %[[A:.*]] = tenon.slot epilogue -> tensor<?x1xf32>
// CHECK: %[[B:.*]] = tenon.slot epilogue -> tensor<?x8xf32>
// CHECK: tenon.slot finish
// CHECK-NEXT: %{{.*}} = tenon.mul %[[A]], %[[B]]
func.func @different_widths_at_the_end(%x: tensor<?x8xf32>, %wg: tensor<1x8xf32> {tenon.param = "wg"}, %wu: tensor<8x8xf32> {tenon.param = "wu"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %wg : tensor<?x8xf32>, tensor<1x8xf32>
  %b = tenon.linear %x, %wu : tensor<?x8xf32>, tensor<8x8xf32>
  // expected-remark@below {{accumulators of 1 and 8 columns cannot be interleaved}}
  %p = tenon.mul %a, %b : tensor<?x1xf32>, tensor<?x8xf32>
  return %p : tensor<?x8xf32>
}

// One column stretched to a row by a parameter.
// CHECK-LABEL: func.func @stretched(
// CHECK-SAME: attributes {{.*}}rule = "different-widths"
// CHECK: %[[A:.*]] = tenon.slot epilogue -> tensor<?x1xf32>
// CHECK: tenon.slot finish -> tensor<?x8xf32>
// CHECK-NEXT: %{{.*}} = tenon.mul %[[A]], %{{.*}} : tensor<?x1xf32>, tensor<8xf32>
func.func @stretched(%x: tensor<?x8xf32>, %w: tensor<1x8xf32> {tenon.param = "w"}, %g: tensor<8xf32> {tenon.param = "g"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %w : tensor<?x8xf32>, tensor<1x8xf32>
  // expected-remark@below {{accumulators of 1 and 8 columns cannot be interleaved}}
  %p = tenon.mul %a, %g : tensor<?x1xf32>, tensor<8xf32>
  return %p : tensor<?x8xf32>
}

// The fifth product does not meet the other four in registers: it is a segment of its own.
// CHECK-LABEL: func.func @five_products(
// CHECK-SAME: attributes {{.*}}rule = "too-many-products"
// CHECK: %[[ACC:.*]]:4 = tenon.slot contraction
// CHECK: %[[FOUR:.*]] = tenon.slot epilogue
// CHECK-NEXT: %[[AB:.*]] = tenon.mul %[[ACC]]#0, %[[ACC]]#1
// CHECK-NEXT: %[[CD:.*]] = tenon.mul %[[ACC]]#2, %[[ACC]]#3
// CHECK-NEXT: %[[ABCD:.*]] = tenon.mul %[[AB]], %[[CD]]
// CHECK-NEXT: tenon.yield %[[ABCD]]
// CHECK: %[[E:.*]] = tenon.slot contraction -> tensor<?x8xf32>
// CHECK: %[[FIFTH:.*]] = tenon.slot epilogue
// CHECK-NEXT: tenon.yield %[[E]]
// CHECK: tenon.slot finish
// CHECK-NEXT: %{{.*}} = tenon.mul %[[FOUR]], %[[FIFTH]]
func.func @five_products(%x: tensor<?x8xf32>, %wa: tensor<8x8xf32> {tenon.param = "wa"}, %wb: tensor<8x8xf32> {tenon.param = "wb"}, %wc: tensor<8x8xf32> {tenon.param = "wc"},
    %wd: tensor<8x8xf32> {tenon.param = "wd"}, %we: tensor<8x8xf32> {tenon.param = "we"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %wa : tensor<?x8xf32>, tensor<8x8xf32>
  %b = tenon.linear %x, %wb : tensor<?x8xf32>, tensor<8x8xf32>
  %c = tenon.linear %x, %wc : tensor<?x8xf32>, tensor<8x8xf32>
  %d = tenon.linear %x, %wd : tensor<?x8xf32>, tensor<8x8xf32>
  %e = tenon.linear %x, %we : tensor<?x8xf32>, tensor<8x8xf32>
  %0 = tenon.mul %a, %b : tensor<?x8xf32>, tensor<?x8xf32>
  %1 = tenon.mul %c, %d : tensor<?x8xf32>, tensor<?x8xf32>
  %2 = tenon.mul %0, %1 : tensor<?x8xf32>, tensor<?x8xf32>
  // expected-remark@below {{5 products meet and at most 4 are interleaved}}
  %3 = tenon.mul %2, %e : tensor<?x8xf32>, tensor<?x8xf32>
  return %3 : tensor<?x8xf32>
}

// A norm of each head.
// CHECK-LABEL: func.func @heads(
// CHECK-SAME: attributes {{.*}}rule = "heads"
// CHECK: %[[A:.*]] = tenon.slot epilogue -> tensor<?x8xf32>
// CHECK: tenon.slot finish
// CHECK-NEXT: %[[S:.*]] = tenon.split %[[A]]
// CHECK-NEXT: %[[M:.*]] = tenon.mean %[[S]]
// CHECK-NEXT: %[[N:.*]] = tenon.sub %[[S]], %[[M]]
// CHECK-NEXT: %[[Y:.*]] = tenon.merge %[[N]]
// CHECK-NEXT: tenon.yield %[[Y]]
func.func @heads(%x: tensor<?x8xf32>, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x8xf32>
  // expected-remark@below {{an epilogue works on columns, not on heads}}
  %s = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
  %m = tenon.mean %s : tensor<?x2x4xf32>
  %n = tenon.sub %s, %m : tensor<?x2x4xf32>, tensor<?x2x1xf32>
  %y = tenon.merge %n : tensor<?x2x4xf32>
  return %y : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @parameter_reduction(
// CHECK-SAME: attributes {{.*}}rule = "parameter-reduction"
// CHECK: %[[A:.*]] = tenon.slot epilogue
// CHECK: tenon.slot finish
// CHECK-NEXT: %[[M:.*]] = tenon.mean %{{.*}} : tensor<8xf32>
// CHECK-NEXT: %{{.*}} = tenon.mul %[[A]], %[[M]]
func.func @parameter_reduction(%x: tensor<?x8xf32>, %w: tensor<8x8xf32> {tenon.param = "w"}, %g: tensor<8xf32> {tenon.param = "g"}) -> tensor<?x8xf32> {
  %m = tenon.mean %g : tensor<8xf32>
  %a = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x8xf32>
  // expected-remark@below {{an epilogue cannot reduce a parameter}}
  %y = tenon.mul %a, %m : tensor<?x8xf32>, tensor<1xf32>
  return %y : tensor<?x8xf32>
}

// What is dear to compute and needed in several kernels is stored by a row kernel.
// CHECK-LABEL: func.func @costly(
// CHECK-SAME: attributes {{.*}}fusion = "row kernel"{{.*}}rule = "costly"
// CHECK: %[[H:.*]] = tenon.kernel "rows"
// CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<?x8xf32>):
// CHECK-NEXT: %{{.*}} = tenon.slot rows
// CHECK-NEXT: %[[T:.*]] = tenon.tanh %[[X]]
// CHECK-NEXT: %[[E:.*]] = tenon.exp %[[T]]
// CHECK-NEXT: %[[L:.*]] = tenon.log1p %[[E]]
// CHECK-NEXT: tenon.yield %[[L]]
// CHECK: %[[A:.*]] = tenon.kernel "a"(%[[H]], %{{[^,]*}})
// CHECK: tenon.kernel "b"(%[[A]], %[[H]], %{{[^,]*}})
// CHECK-NEXT: ^bb0(%{{[^:]*}}: tensor<?x8xf32>, %[[HB:[^:]*]]: tensor<?x8xf32>,
// CHECK: %[[B:.*]] = tenon.slot contraction
// CHECK: tenon.slot epilogue
// CHECK-NEXT: %{{.*}} = tenon.add %[[HB]], %[[B]]
func.func @costly(%x: tensor<?x8xf32>, %wa: tensor<8x8xf32> {tenon.param = "a.weight"},
    %wb: tensor<8x8xf32> {tenon.param = "b.weight"}) -> tensor<?x8xf32> {
  %0 = tenon.tanh %x : tensor<?x8xf32>
  %1 = tenon.exp %0 : tensor<?x8xf32>
  // expected-remark@below {{2 places need it, and computing it again costs more than storing it}}
  %2 = tenon.log1p %1 : tensor<?x8xf32>
  %a = tenon.linear %2, %wa : tensor<?x8xf32>, tensor<8x8xf32>
  %b = tenon.linear %a, %wb : tensor<?x8xf32>, tensor<8x8xf32>
  %y = tenon.add %2, %b : tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// The same behind a product: stored by that kernel's finish, not computed in two prologues.
// CHECK-LABEL: func.func @costly_prologue(
// CHECK-SAME: attributes {{.*}}fusion = "prologue"{{.*}}rule = "costly"
// CHECK: %[[H:.*]] = tenon.kernel "a_norm"
// CHECK: tenon.slot finish
// CHECK: %[[L:.*]] = tenon.log1p
// CHECK-NEXT: tenon.yield %[[L]]
// CHECK: tenon.kernel "b"(%[[H]], %{{[^,]*}})
// CHECK-NOT: tenon.log1p
// CHECK: tenon.kernel "c"(%[[H]],
// CHECK-NOT: tenon.log1p
// CHECK: return
func.func @costly_prologue(%x: tensor<?x8xf32>, %wa: tensor<8x8xf32> {tenon.param = "a.weight"},
    %wb: tensor<8x8xf32> {tenon.param = "b.weight"}, %wc: tensor<8x8xf32> {tenon.param = "c.weight"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %wa : tensor<?x8xf32>, tensor<8x8xf32>
  %m = tenon.mean %a : tensor<?x8xf32>
  %n = tenon.sub %a, %m : tensor<?x8xf32>, tensor<?x1xf32>
  %0 = tenon.tanh %n : tensor<?x8xf32>
  %1 = tenon.exp %0 : tensor<?x8xf32>
  // expected-remark@below {{2 places need it, and computing it again costs more than storing it}}
  %2 = tenon.log1p %1 : tensor<?x8xf32>
  %b = tenon.linear %2, %wb : tensor<?x8xf32>, tensor<8x8xf32>
  %3 = tenon.neg %2 : tensor<?x8xf32>
  %c = tenon.linear %3, %wc : tensor<?x8xf32>, tensor<8x8xf32>
  %y = tenon.add %b, %c : tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}
