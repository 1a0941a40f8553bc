// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s | %tenon-opt | FileCheck %s
// RUN: %tenon-opt %s --mlir-print-op-generic | %tenon-opt | FileCheck %s
// REQUIRES: codegen
// Kernels of slots are printed as they are read: every kind of slot, with and without a schedule and places.

// All four slots, two segments, a value kept for the finish.
// CHECK-LABEL: func.func @segments(
// CHECK: tenon.kernel "k"(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<?x8xf32>, tensor<8x8xf32>, tensor<4x8xbf16>) -> (tensor<?x8xf32>, tensor<?x4xf32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<?x8xf32>, %[[W:.*]]: tensor<8x8xf32>, %[[V:.*]]: tensor<4x8xbf16>):
// CHECK-NEXT: %[[P:.*]]:2 = tenon.slot prologue -> tensor<?x8xf32>, tensor<?x1xf32> {
// CHECK-NEXT:   %[[MEAN:.*]] = tenon.mean %[[X]] : tensor<?x8xf32>
// CHECK-NEXT:   %[[LEFT:.*]] = tenon.sub %[[X]], %[[MEAN]]
// CHECK-NEXT:   tenon.yield %[[LEFT]], %[[MEAN]] : tensor<?x8xf32>, tensor<?x1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[A:.*]] = tenon.slot contraction -> tensor<?x8xf32> {
// CHECK-NEXT:   %[[ACC:.*]] = tenon.linear %[[P]]#0, %[[W]] : tensor<?x8xf32>, tensor<8x8xf32>
// CHECK-NEXT:   tenon.yield %[[ACC]] : tensor<?x8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[E:.*]] = tenon.slot epilogue -> tensor<?x8xf32> {
// CHECK-NEXT:   %[[EXP:.*]] = tenon.exp %[[A]] : tensor<?x8xf32>
// CHECK-NEXT:   tenon.yield %[[EXP]] : tensor<?x8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[B:.*]] = tenon.slot contraction -> tensor<?x4xf32> {
// CHECK:        tenon.linear %[[P]]#0, %[[V]] : tensor<?x8xf32>, tensor<4x8xbf16>
// CHECK:      %[[F:.*]] = tenon.slot epilogue -> tensor<?x4xf32> {
// CHECK-NEXT:   tenon.yield %[[B]] : tensor<?x4xf32>
// CHECK:      %[[Z:.*]] = tenon.slot finish -> tensor<?x8xf32> {
// CHECK-NEXT:   %[[SUM:.*]] = tenon.add %[[E]], %[[P]]#1 : tensor<?x8xf32>, tensor<?x1xf32>
// CHECK-NEXT:   tenon.yield %[[SUM]]
// CHECK:      tenon.yield %[[Z]], %[[F]] : tensor<?x8xf32>, tensor<?x4xf32>
func.func @segments(%x: tensor<?x8xf32>, %w: tensor<8x8xf32>, %v: tensor<4x8xbf16>) -> tensor<?x8xf32> {
  %y:2 = tenon.kernel "k"(%x, %w, %v) : (tensor<?x8xf32>, tensor<8x8xf32>, tensor<4x8xbf16>) -> (tensor<?x8xf32>, tensor<?x4xf32>) {
  ^bb0(%a: tensor<?x8xf32>, %b: tensor<8x8xf32>, %c: tensor<4x8xbf16>):
    %p:2 = tenon.slot prologue -> tensor<?x8xf32>, tensor<?x1xf32> {
      %m = tenon.mean %a : tensor<?x8xf32>
      %l = tenon.sub %a, %m : tensor<?x8xf32>, tensor<?x1xf32>
      tenon.yield %l, %m : tensor<?x8xf32>, tensor<?x1xf32>
    }
    %d = tenon.slot contraction -> tensor<?x8xf32> {
      %0 = tenon.linear %p#0, %b : tensor<?x8xf32>, tensor<8x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> {
      %0 = tenon.exp %d : tensor<?x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %f = tenon.slot contraction -> tensor<?x4xf32> {
      %0 = tenon.linear %p#0, %c : tensor<?x8xf32>, tensor<4x8xbf16>
      tenon.yield %0 : tensor<?x4xf32>
    }
    %g = tenon.slot epilogue -> tensor<?x4xf32> {
      tenon.yield %f : tensor<?x4xf32>
    }
    %h = tenon.slot finish -> tensor<?x8xf32> {
      %0 = tenon.add %e, %p#1 : tensor<?x8xf32>, tensor<?x1xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    tenon.yield %h, %g : tensor<?x8xf32>, tensor<?x4xf32>
  }
  return %y#0 : tensor<?x8xf32>
}

// Places, panel and schedule of a contraction; a slot that stores nothing has no result. A place says no
// numbers where they are 0.
// CHECK-LABEL: func.func @scheduled(
// CHECK: tenon.kernel "k"
// CHECK-SAME: attributes {loads = [#tenon.place<x>, #tenon.place<packed, offset = 64, row_bytes = 128>, #tenon.place<weights>],
// CHECK-SAME: panel_bytes = 64 : i64,
// CHECK-SAME: schedule = #tenon.contraction<fma, lanes = 8, rows = 2, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 2, ahead = 1024, next_lines = 1>>}
// CHECK: tenon.slot prologue attributes {stores = {{\[\[}}#tenon.place<left>, #tenon.place<panel, offset = 128, row_bytes = 64>]]} -> tensor<?x8xf32>
// CHECK: tenon.slot contraction attributes {panel = #tenon.panel<paired, lanes = 8, vectors = 2, chunk = 4, at_once = [4, 2]>, stores = {{\[\[\]\]}}, weights = #tenon.place<packed, offset = 256>}
// CHECK: tenon.slot epilogue attributes {stores = {{\[\[}}#tenon.place<y>, #tenon.place<workspace, row_bytes = 64>]]} -> tensor<?x8xf32>
// CHECK: tenon.slot finish attributes {stores = []} {
// CHECK-NEXT: tenon.yield{{$}}
func.func @scheduled(%x: tensor<?x8xf32>, %g: tensor<8xf32>, %w: tensor<8x8xbf16>) -> tensor<?x8xf32> {
  %y = tenon.kernel "k"(%x, %g, %w) attributes {
      schedule = #tenon.contraction<fma, lanes = 8, rows = 2, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 2, ahead = 1024, next_lines = 1>>,
      loads = [#tenon.place<x>, #tenon.place<packed, offset = 64, row_bytes = 128>, #tenon.place<weights>], panel_bytes = 64
    } : (tensor<?x8xf32>, tensor<8xf32>, tensor<8x8xbf16>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %b: tensor<8xf32>, %c: tensor<8x8xbf16>):
    %p = tenon.slot prologue attributes {stores = [[#tenon.place<left>, #tenon.place<panel, offset = 128, row_bytes = 64>]]} -> tensor<?x8xf32> {
      %0 = tenon.mul %a, %b : tensor<?x8xf32>, tensor<8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %d = tenon.slot contraction attributes {panel = #tenon.panel<paired, lanes = 8, vectors = 2, chunk = 4, at_once = [4, 2]>, weights = #tenon.place<packed, offset = 256>, stores = [[]]} -> tensor<?x8xf32> {
      %0 = tenon.linear %p, %c : tensor<?x8xf32>, tensor<8x8xbf16>
      tenon.yield %0 : tensor<?x8xf32>
    }
    %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>, #tenon.place<workspace, row_bytes = 64>]]} -> tensor<?x8xf32> {
      tenon.yield %d : tensor<?x8xf32>
    }
    tenon.slot finish attributes {stores = []} {
      tenon.yield
    }
    tenon.yield %e : tensor<?x8xf32>
  }
  return %y : tensor<?x8xf32>
}

// An attention on what earlier kernels stored, seen by way of views.
// CHECK-LABEL: func.func @attention(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x8xf32>
// CHECK: %[[Y:.*]] = tenon.kernel "a"(%[[X]]) attributes {schedule = #tenon.attention<lanes = 16, tokens = 6, heads = 2, key_block = 256, key_chunk = 512, stored = bf16, encoding = paired, cached = true, ring_keys = 0, block_rows = 0, padding = 16, at_once = [4, 2], stream = <unroll = 4, ahead = 0, next_lines = 0>>}
// CHECK: %[[P:.*]] = tenon.slot prologue -> tensor<?x2x4xf32>
// CHECK: tenon.slot contraction -> tensor<?x2x4xf32> {
// CHECK-NEXT: tenon.attend %[[P]], %[[P]], %[[P]] score {
// CHECK: tenon.slot epilogue -> tensor<?x8xf32> {
// CHECK-NEXT: tenon.merge
func.func @attention(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = tenon.kernel "a"(%x) attributes {schedule = #tenon.attention<lanes = 16, tokens = 6, heads = 2, key_block = 256, key_chunk = 512, stored = bf16, encoding = paired, cached = true, ring_keys = 0, block_rows = 0, padding = 16, at_once = [4, 2], stream = <unroll = 4, ahead = 0, next_lines = 0>>} : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %p = tenon.slot prologue -> tensor<?x2x4xf32> {
      %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %c = tenon.slot contraction -> tensor<?x2x4xf32> {
      %0 = tenon.attend %p, %p, %p score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x2x4xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x8xf32> {
      %0 = tenon.merge %c : tensor<?x2x4xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    tenon.yield %e : tensor<?x8xf32>
  }
  return %y : tensor<?x8xf32>
}

// A row kernel, with its schedule; a table of rows is read here alone.
// CHECK-LABEL: func.func @rows(
// CHECK: tenon.kernel "r"(%{{.*}}, %{{.*}}) attributes {schedule = #tenon.rows<lanes = 8, tile = 4>}
// CHECK: tenon.slot rows -> tensor<?x8xf32> {
// CHECK-NEXT: tenon.embed %{{.*}} by <token> + 0 : tensor<9x8xf32>
func.func @rows(%x: tensor<?x1xf32>, %t: tensor<9x8xf32>) -> tensor<?x8xf32> {
  %y = tenon.kernel "r"(%x, %t) attributes {schedule = #tenon.rows<lanes = 8, tile = 4>} : (tensor<?x1xf32>, tensor<9x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x1xf32>, %b: tensor<9x8xf32>):
    %r = tenon.slot rows -> tensor<?x8xf32> {
      %0 = tenon.embed %b by <token> + 0 : tensor<9x8xf32>
      tenon.yield %0 : tensor<?x8xf32>
    }
    tenon.yield %r : tensor<?x8xf32>
  }
  return %y : tensor<?x8xf32>
}
