// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --tenon-select-schedule | FileCheck %s
// A schedule that stands there is kept, on whatever target it is legal, and its rows decide how many counts a panel that is
// missing has: 2. So is a panel, beside one that is missing.
// CHECK-LABEL: func.func @given(
// CHECK: schedule = #tenon.contraction<fma, lanes = 8, rows = 2, k_block = 64, block_rows = 10, padding = 0, left = <f32, step = 1>, stream = <unroll = 1, ahead = 0, next_lines = 0>>
// CHECK: panel = #tenon.panel<plain, lanes = 8, vectors = 4, chunk = 3, at_once = [1, 1]>
// CHECK: panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [4, 2]>
// A panel of its own without a schedule: the schedule follows from the target.
// CHECK-LABEL: func.func @packed(
// CHECK: schedule = #tenon.contraction<fma, lanes = 8, rows = 6,
// CHECK: panel = #tenon.panel<plain, lanes = 8, vectors = 1, chunk = 7, at_once = [4, 4, 2, 2, 2, 1]>
// A row kernel: units of 8 rows, unless it says how many.
// CHECK-LABEL: func.func @rows(
// CHECK: tenon.kernel "new"{{.*}}schedule = #tenon.rows<lanes = 8, tile = 8>
// CHECK: tenon.kernel "old"{{.*}}schedule = #tenon.rows<lanes = 8, tile = 3>

func.func @given(%x: tensor<?x7xf32>, %w0: tensor<20x7xbf16>, %w1: tensor<5x7xf32>) -> (tensor<?x20xf32>, tensor<?x5xf32>) {
  %y:2 = tenon.kernel "given"(%x, %w0, %w1) attributes {schedule = #tenon.contraction<fma, lanes = 8, rows = 2, k_block = 64, block_rows = 10, padding = 0, left = <f32, step = 1>, stream = <unroll = 1, ahead = 0, next_lines = 0>>} : (tensor<?x7xf32>, tensor<20x7xbf16>, tensor<5x7xf32>) -> (tensor<?x20xf32>, tensor<?x5xf32>) {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xbf16>, %b1: tensor<5x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 4, chunk = 3, at_once = [1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xbf16>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    %p1 = tenon.slot contraction -> tensor<?x5xf32> {
      %0 = tenon.linear %l, %b1 {storage = f32} : tensor<?x7xf32>, tensor<5x7xf32>
      tenon.yield %0 : tensor<?x5xf32>
    }
    %e1 = tenon.slot epilogue -> tensor<?x5xf32> { tenon.yield %p1 : tensor<?x5xf32> }
    tenon.yield %e0, %e1 : tensor<?x20xf32>, tensor<?x5xf32>
  }
  return %y#0, %y#1 : tensor<?x20xf32>, tensor<?x5xf32>
}

func.func @packed(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>) -> tensor<?x20xf32> {
  %y = tenon.kernel "packed"(%x, %w0) : (tensor<?x7xf32>, tensor<20x7xf32>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 1, chunk = 7, at_once = [4, 4, 2, 2, 2, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    tenon.yield %e0 : tensor<?x20xf32>
  }
  return %y : tensor<?x20xf32>
}

func.func @rows(%x: tensor<?x7xf32>) -> tensor<?x7xf32> {
  %y = tenon.kernel "new"(%x) : (tensor<?x7xf32>) -> tensor<?x7xf32> {
  ^bb0(%a: tensor<?x7xf32>):
    %r = tenon.slot rows -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    tenon.yield %r : tensor<?x7xf32>
  }
  %z = tenon.kernel "old"(%y) attributes {schedule = #tenon.rows<lanes = 8, tile = 3>} : (tensor<?x7xf32>) -> tensor<?x7xf32> {
  ^bb0(%a: tensor<?x7xf32>):
    %r = tenon.slot rows -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    tenon.yield %r : tensor<?x7xf32>
  }
  return %z : tensor<?x7xf32>
}
