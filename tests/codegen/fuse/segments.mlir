// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-form-kernels | FileCheck %s
// REQUIRES: codegen
// Which products meet: those whose columns one operation of an epilogue needs at once are one contraction with one
// epilogue, the others have a contraction and an epilogue of their own. Contractions stand in the order of their
// first products.

// Queries, keys and values never meet: three segments, of two widths and three element types. Only the queries
// are scaled, in the epilogue of their own segment.
// CHECK-LABEL: func.func @projections(
// CHECK: tenon.kernel "q_k_v"
// CHECK-NEXT: ^bb0(%{{[^:]*}}: tensor<?x8xf32>, %[[WQ:[^:]*]]: tensor<8x8xf32>, %[[WK:[^:]*]]: tensor<4x8xbf16>, %[[WV:[^:]*]]: tensor<4x8xf16>, %[[S:[^:]*]]: tensor<8xf32>):
// CHECK-NEXT: %[[LEFT:.*]] = tenon.slot prologue
// CHECK: %[[Q:.*]] = tenon.slot contraction -> tensor<?x8xf32> {
// CHECK-NEXT: tenon.linear %[[LEFT]], %[[WQ]] : tensor<?x8xf32>, tensor<8x8xf32>
// CHECK-NEXT: tenon.yield
// CHECK: tenon.slot epilogue -> tensor<?x8xf32> {
// CHECK-NEXT: %[[QS:.*]] = tenon.mul %[[Q]], %[[S]]
// CHECK-NEXT: tenon.yield %[[QS]] : tensor<?x8xf32>
// CHECK: %[[K:.*]] = tenon.slot contraction -> tensor<?x4xf32> {
// CHECK-NEXT: tenon.linear %[[LEFT]], %[[WK]] : tensor<?x8xf32>, tensor<4x8xbf16>
// CHECK-NEXT: tenon.yield
// CHECK: tenon.slot epilogue -> tensor<?x4xf32> {
// CHECK-NEXT: tenon.yield %[[K]] : tensor<?x4xf32>
// CHECK: %[[V:.*]] = tenon.slot contraction -> tensor<?x4xf32> {
// CHECK-NEXT: tenon.linear %[[LEFT]], %[[WV]] : tensor<?x8xf32>, tensor<4x8xf16>
// CHECK-NEXT: tenon.yield
// CHECK: tenon.slot epilogue -> tensor<?x4xf32> {
// CHECK-NEXT: tenon.yield %[[V]] : tensor<?x4xf32>
// CHECK-NOT: tenon.slot finish
// CHECK: tenon.kernel "attend"
func.func @projections(%x: tensor<?x8xf32>, %wq: tensor<8x8xf32> {tenon.param = "q.weight"},
    %wk: tensor<4x8xbf16> {tenon.param = "k.weight"}, %wv: tensor<4x8xf16> {tenon.param = "v.weight"},
    %s: tensor<8xf32> {tenon.param = "scale"}) -> tensor<?x2x4xf32> {
  %q = tenon.linear %x, %wq : tensor<?x8xf32>, tensor<8x8xf32>
  %k = tenon.linear %x, %wk : tensor<?x8xf32>, tensor<4x8xbf16>
  %v = tenon.linear %x, %wv : tensor<?x8xf32>, tensor<4x8xf16>
  %qs = tenon.mul %q, %s : tensor<?x8xf32>, tensor<8xf32>
  %qh = tenon.split %qs : tensor<?x8xf32> to tensor<?x2x4xf32>
  %kh = tenon.split %k : tensor<?x4xf32> to tensor<?x1x4xf32>
  %vh = tenon.split %v : tensor<?x4xf32> to tensor<?x1x4xf32>
  %y = tenon.attend %qh, %kh, %vh score {} mask {} {scale = 0.5 : f64} : tensor<?x2x4xf32>, tensor<?x1x4xf32>, tensor<?x1x4xf32>
  return %y : tensor<?x2x4xf32>
}

// Gate and up meet in a product: one segment of two. The third product, between them in the block, meets neither:
// it comes second, since the first segment has the first product.
// CHECK-LABEL: func.func @gate_other_up(
// CHECK: tenon.kernel
// CHECK-NEXT: ^bb0(%{{[^:]*}}: tensor<?x8xf32>, %[[WG:[^:]*]]: tensor<16x8xf32>, %[[WO:[^:]*]]: tensor<16x8xf32>, %[[WU:[^:]*]]: tensor<16x8xf32>):
// CHECK: %[[GU:.*]]:2 = tenon.slot contraction
// CHECK-NEXT: %[[G:.*]] = tenon.linear %{{.*}}, %[[WG]]
// CHECK-NEXT: %[[U:.*]] = tenon.linear %{{.*}}, %[[WU]]
// CHECK-NEXT: tenon.yield %[[G]], %[[U]]
// CHECK: tenon.slot epilogue -> tensor<?x16xf32> {
// CHECK-NEXT: %[[P:.*]] = tenon.mul %[[GU]]#0, %[[GU]]#1
// CHECK-NEXT: tenon.yield %[[P]]
// CHECK: %[[O:.*]] = tenon.slot contraction -> tensor<?x16xf32> {
// CHECK-NEXT: tenon.linear %{{.*}}, %[[WO]]
// CHECK: tenon.slot epilogue -> tensor<?x16xf32> {
// CHECK-NEXT: %[[E:.*]] = tenon.exp %[[O]]
// CHECK-NEXT: tenon.yield %[[E]]
func.func @gate_other_up(%x: tensor<?x8xf32>, %wg: tensor<16x8xf32> {tenon.param = "gate.weight"},
    %wo: tensor<16x8xf32> {tenon.param = "other.weight"}, %wu: tensor<16x8xf32> {tenon.param = "up.weight"},
    %wd: tensor<8x16xf32> {tenon.param = "down.weight"}, %we: tensor<8x16xf32> {tenon.param = "down2.weight"}) -> tensor<?x8xf32> {
  %g = tenon.linear %x, %wg : tensor<?x8xf32>, tensor<16x8xf32>
  %o = tenon.linear %x, %wo : tensor<?x8xf32>, tensor<16x8xf32>
  %u = tenon.linear %x, %wu : tensor<?x8xf32>, tensor<16x8xf32>
  %p = tenon.mul %g, %u : tensor<?x16xf32>, tensor<?x16xf32>
  %e = tenon.exp %o : tensor<?x16xf32>
  %d = tenon.linear %p, %wd : tensor<?x16xf32>, tensor<8x16xf32>
  %f = tenon.linear %e, %we : tensor<?x16xf32>, tensor<8x16xf32>
  %y = tenon.add %d, %f : tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// Products meet by way of others as well: a with b, b with c, so all three are one segment.
// CHECK-LABEL: func.func @chain(
// CHECK: %[[ACC:.*]]:3 = tenon.slot contraction
// CHECK: tenon.slot epilogue -> tensor<?x8xf32>
// CHECK-NEXT: %[[AB:.*]] = tenon.mul %[[ACC]]#0, %[[ACC]]#1
// CHECK-NEXT: %[[BC:.*]] = tenon.add %[[ACC]]#1, %[[ACC]]#2
// CHECK-NEXT: %[[Y:.*]] = tenon.sub %[[AB]], %[[BC]]
// CHECK-NEXT: tenon.yield %[[Y]]
// CHECK-NOT: tenon.slot
// CHECK: return
func.func @chain(%x: tensor<?x8xf32>, %wa: tensor<8x8xf32> {tenon.param = "a.weight"},
    %wb: tensor<8x8xf32> {tenon.param = "b.weight"}, %wc: tensor<8x8xf32> {tenon.param = "c.weight"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %wa : tensor<?x8xf32>, tensor<8x8xf32>
  %b = tenon.linear %x, %wb : tensor<?x8xf32>, tensor<8x8xf32>
  %c = tenon.linear %x, %wc : tensor<?x8xf32>, tensor<8x8xf32>
  %0 = tenon.mul %a, %b : tensor<?x8xf32>, tensor<?x8xf32>
  %1 = tenon.add %b, %c : tensor<?x8xf32>, tensor<?x8xf32>
  %y = tenon.sub %0, %1 : tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// An operation of the epilogue that depends on no product does not make products meet: it is in both epilogues,
// and crosses from neither. The reduction below it is done once, in the prologue, and kept.
// CHECK-LABEL: func.func @shared(
// CHECK: tenon.kernel "norm_a_b"
// CHECK-NEXT: ^bb0(%[[X:[^:]*]]: tensor<?x8xf32>,
// CHECK-NEXT: %[[P:.*]]:2 = tenon.slot prologue -> tensor<?x8xf32>, tensor<?x1xf32> {
// CHECK-NEXT: %[[M:.*]] = tenon.mean %[[X]]
// CHECK-NEXT: tenon.yield %[[X]], %[[M]]
// CHECK: %[[A:.*]] = tenon.slot contraction -> tensor<?x16xf32> {
// CHECK: %[[EA:.*]] = tenon.slot epilogue -> tensor<?x16xf32> {
// CHECK-NEXT: %[[NA:.*]] = tenon.neg %[[P]]#1
// CHECK-NEXT: %[[SA:.*]] = tenon.mul %[[A]], %[[NA]]
// CHECK-NEXT: tenon.yield %[[SA]] : tensor<?x16xf32>
// CHECK: %[[B:.*]] = tenon.slot contraction -> tensor<?x24xf32> {
// CHECK: %[[EB:.*]] = tenon.slot epilogue -> tensor<?x24xf32> {
// CHECK-NEXT: %[[NB:.*]] = tenon.neg %[[P]]#1
// CHECK-NEXT: %[[SB:.*]] = tenon.mul %[[B]], %[[NB]]
// CHECK-NEXT: tenon.yield %[[SB]] : tensor<?x24xf32>
// CHECK-NOT: tenon.slot finish
// CHECK: tenon.yield %[[EB]], %[[EA]] : tensor<?x24xf32>, tensor<?x16xf32>
func.func @shared(%x: tensor<?x8xf32>, %wa: tensor<16x8xf32> {tenon.param = "a.weight"},
    %wb: tensor<24x8xf32> {tenon.param = "b.weight"}, %wc: tensor<8x16xf32> {tenon.param = "c.weight"},
    %wd: tensor<8x24xf32> {tenon.param = "d.weight"}) -> tensor<?x8xf32> {
  %m = tenon.mean %x : tensor<?x8xf32>
  %n = tenon.neg %m : tensor<?x1xf32>
  %a = tenon.linear %x, %wa : tensor<?x8xf32>, tensor<16x8xf32>
  %b = tenon.linear %x, %wb : tensor<?x8xf32>, tensor<24x8xf32>
  %sa = tenon.mul %a, %n : tensor<?x16xf32>, tensor<?x1xf32>
  %sb = tenon.mul %b, %n : tensor<?x24xf32>, tensor<?x1xf32>
  %c = tenon.linear %sa, %wc : tensor<?x16xf32>, tensor<8x16xf32>
  %d = tenon.linear %sb, %wd : tensor<?x24xf32>, tensor<8x24xf32>
  %y = tenon.add %c, %d : tensor<?x8xf32>, tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// What a finish needs: each epilogue hands on its own, accumulators as they are beside what it makes of two of them.
// The product of both stays in its epilogue, since one of its operands is stored for nothing else.
// CHECK-LABEL: func.func @handed_on(
// CHECK: %[[AC:.*]]:2 = tenon.slot contraction -> tensor<?x8xf32>, tensor<?x8xf32> {
// CHECK: %[[E:.*]]:2 = tenon.slot epilogue -> tensor<?x8xf32>, tensor<?x8xf32> {
// CHECK-NEXT: %[[P:.*]] = tenon.mul %[[AC]]#0, %[[AC]]#1
// CHECK-NEXT: tenon.yield %[[AC]]#0, %[[P]]
// CHECK: %[[B:.*]] = tenon.slot contraction -> tensor<?x4xf32> {
// CHECK: %[[EB:.*]] = tenon.slot epilogue -> tensor<?x4xf32> {
// CHECK-NEXT: tenon.yield %[[B]]
// CHECK: tenon.slot finish -> tensor<?x8xf32> {
// CHECK-NEXT: %[[MA:.*]] = tenon.mean %[[E]]#0
// CHECK-NEXT: %[[MB:.*]] = tenon.mean %[[EB]]
// CHECK-NEXT: %[[S:.*]] = tenon.mul %[[E]]#1, %[[MA]]
// CHECK-NEXT: %[[Y:.*]] = tenon.add %[[S]], %[[MB]]
// CHECK-NEXT: tenon.yield %[[Y]]
func.func @handed_on(%x: tensor<?x8xf32>, %wa: tensor<8x8xf32> {tenon.param = "a.weight"},
    %wb: tensor<4x8xf32> {tenon.param = "b.weight"}, %wc: tensor<8x8xf32> {tenon.param = "c.weight"}) -> tensor<?x8xf32> {
  %a = tenon.linear %x, %wa : tensor<?x8xf32>, tensor<8x8xf32>
  %b = tenon.linear %x, %wb : tensor<?x8xf32>, tensor<4x8xf32>
  %c = tenon.linear %x, %wc : tensor<?x8xf32>, tensor<8x8xf32>
  %p = tenon.mul %a, %c : tensor<?x8xf32>, tensor<?x8xf32>
  %ma = tenon.mean %a : tensor<?x8xf32>
  %mb = tenon.mean %b : tensor<?x4xf32>
  %s = tenon.mul %p, %ma : tensor<?x8xf32>, tensor<?x1xf32>
  %y = tenon.add %s, %mb : tensor<?x8xf32>, tensor<?x1xf32>
  return %y : tensor<?x8xf32>
}
