// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-select-schedule \
// RUN:   | FileCheck %s --check-prefixes=CHECK,V3 --implicit-check-not=tenon.place --implicit-check-not=panel_bytes
// RUN: %tenon-opt %s --split-input-file --tenon-select-schedule=target=x86-64-v4 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,V4 --implicit-check-not=tenon.place --implicit-check-not=panel_bytes
// RUN: %tenon-opt %s --split-input-file --tenon-select-schedule=target=x86-64-v4-bf16 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,V4 --implicit-check-not=tenon.place --implicit-check-not=panel_bytes
// What is decided for a kernel with linears, and nothing else: places are left to tenon-plan-memory.
// A target with dots of bf16 decides the same about weights of f32.
//
// x86-64-v3 has 16 registers of 8 lanes, x86-64-v4 32 of 16. Tiles by interleaved linears (TargetInfo): 6 x 2, 6 x 2, 4 x 3,
// 3 x 4 and 12 x 2, 12 x 2, 8 x 3, 6 x 4. A chunk is 512 columns in whole panels: 512 / (vectors * lanes).
// r rows take p = 4, 2 or 1 panels of v vectors at once, the most with r * v * p + (r > 1 ? v * p : 0) + 2 registers:
//   v = 2: r = 1: p = 4: 8 + 2 = 10.       r = 2: p = 4: 16 + 8 + 2 = 26, p = 2: 8 + 4 + 2 = 14.   r = 3: p = 4: 34, p = 2: 18.
//          r = 6: p = 2: 24 + 4 + 2 = 30.  r = 7: p = 2: 28 + 4 + 2 = 34.
//   v = 3: r = 1: p = 4: 12 + 2 = 14.      r = 2: p = 4: 24 + 12 + 2 = 38, p = 2: 12 + 6 + 2 = 20.
//          r = 4: p = 2: 24 + 6 + 2 = 32.  r = 5: p = 2: 30 + 6 + 2 = 38.
//   v = 4: r = 1: p = 4: 16 + 2 = 18, p = 2: 10.  r = 2: p = 4: 50, p = 2: 16 + 8 + 2 = 26.  r = 3: p = 2: 24 + 8 + 2 = 34.

// One linear, of a width that fills no vector: a tile has the target's size, a last panel may be empty in part.
// CHECK-LABEL: func.func @one(
// V3: tenon.kernel {{.*}}schedule = #tenon.contraction<fma, lanes = 8, rows = 6, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>}
// V3: tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [4, 2, 1, 1, 1, 1]>}
// V4: tenon.kernel {{.*}}schedule = #tenon.contraction<fma, lanes = 16, rows = 12, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>}
// V4: tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 16, vectors = 2, chunk = 16, at_once = [4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1]>}
func.func @one(%x: tensor<?x7xf32>, %w0: tensor<21x7xf32>) -> tensor<?x21xf32> {
  %y = tenon.kernel "one"(%x, %w0) : (tensor<?x7xf32>, tensor<21x7xf32>) -> tensor<?x21xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<21x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction -> tensor<?x21xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<21x7xf32>
      tenon.yield %0 : tensor<?x21xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x21xf32> { tenon.yield %p0 : tensor<?x21xf32> }
    tenon.yield %e0 : tensor<?x21xf32>
  }
  return %y : tensor<?x21xf32>
}

// CHECK-LABEL: func.func @two(
// V3: tenon.kernel {{.*}}schedule = #tenon.contraction<fma, lanes = 8, rows = 6, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>}
// V3: tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [4, 2, 1, 1, 1, 1]>}
// V4: tenon.kernel {{.*}}schedule = #tenon.contraction<fma, lanes = 16, rows = 12, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>}
// V4: tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 16, vectors = 2, chunk = 16, at_once = [4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1]>}
func.func @two(%x: tensor<?x7xf32>, %w0: tensor<33x7xf32>, %w1: tensor<33x7xf32>) -> tensor<?x33xf32> {
  %y = tenon.kernel "two"(%x, %w0, %w1) : (tensor<?x7xf32>, tensor<33x7xf32>, tensor<33x7xf32>) -> tensor<?x33xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<33x7xf32>, %b1: tensor<33x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0:2 = tenon.slot contraction -> tensor<?x33xf32>, tensor<?x33xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<33x7xf32>
      %1 = tenon.linear %l, %b1 {storage = f32} : tensor<?x7xf32>, tensor<33x7xf32>
      tenon.yield %0, %1 : tensor<?x33xf32>, tensor<?x33xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x33xf32> {
      %1 = tenon.mul %p0#0, %p0#1 : tensor<?x33xf32>, tensor<?x33xf32>
      tenon.yield %1 : tensor<?x33xf32>
    }
    tenon.yield %e0 : tensor<?x33xf32>
  }
  return %y : tensor<?x33xf32>
}

// CHECK-LABEL: func.func @three(
// V3: tenon.kernel {{.*}}schedule = #tenon.contraction<fma, lanes = 8, rows = 4, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>}
// V3: tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 3, chunk = 21, at_once = [4, 1, 1, 1]>}
// V4: tenon.kernel {{.*}}schedule = #tenon.contraction<fma, lanes = 16, rows = 8, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>}
// V4: tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 16, vectors = 3, chunk = 10, at_once = [4, 2, 2, 2, 1, 1, 1, 1]>}
func.func @three(%x: tensor<?x7xf32>, %w0: tensor<5x7xf32>, %w1: tensor<5x7xf32>, %w2: tensor<5x7xf32>) -> tensor<?x5xf32> {
  %y = tenon.kernel "three"(%x, %w0, %w1, %w2) : (tensor<?x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<?x5xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<5x7xf32>, %b1: tensor<5x7xf32>, %b2: tensor<5x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0:3 = tenon.slot contraction -> tensor<?x5xf32>, tensor<?x5xf32>, tensor<?x5xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<5x7xf32>
      %1 = tenon.linear %l, %b1 {storage = f32} : tensor<?x7xf32>, tensor<5x7xf32>
      %2 = tenon.linear %l, %b2 {storage = f32} : tensor<?x7xf32>, tensor<5x7xf32>
      tenon.yield %0, %1, %2 : tensor<?x5xf32>, tensor<?x5xf32>, tensor<?x5xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x5xf32> {
      %1 = tenon.mul %p0#0, %p0#1 : tensor<?x5xf32>, tensor<?x5xf32>
      %2 = tenon.mul %1, %p0#2 : tensor<?x5xf32>, tensor<?x5xf32>
      tenon.yield %2 : tensor<?x5xf32>
    }
    tenon.yield %e0 : tensor<?x5xf32>
  }
  return %y : tensor<?x5xf32>
}

// CHECK-LABEL: func.func @four(
// V3: tenon.kernel {{.*}}schedule = #tenon.contraction<fma, lanes = 8, rows = 3, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>}
// V3: tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 4, chunk = 16, at_once = [2, 1, 1]>}
// V4: tenon.kernel {{.*}}schedule = #tenon.contraction<fma, lanes = 16, rows = 6, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>}
// V4: tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 16, vectors = 4, chunk = 8, at_once = [4, 2, 1, 1, 1, 1]>}
func.func @four(%x: tensor<?x7xf32>, %w0: tensor<117x7xf32>, %w1: tensor<117x7xf32>, %w2: tensor<117x7xf32>, %w3: tensor<117x7xf32>) -> tensor<?x117xf32> {
  %y = tenon.kernel "four"(%x, %w0, %w1, %w2, %w3) : (tensor<?x7xf32>, tensor<117x7xf32>, tensor<117x7xf32>, tensor<117x7xf32>, tensor<117x7xf32>) -> tensor<?x117xf32> {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<117x7xf32>, %b1: tensor<117x7xf32>, %b2: tensor<117x7xf32>, %b3: tensor<117x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0:4 = tenon.slot contraction -> tensor<?x117xf32>, tensor<?x117xf32>, tensor<?x117xf32>, tensor<?x117xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<117x7xf32>
      %1 = tenon.linear %l, %b1 {storage = f32} : tensor<?x7xf32>, tensor<117x7xf32>
      %2 = tenon.linear %l, %b2 {storage = f32} : tensor<?x7xf32>, tensor<117x7xf32>
      %3 = tenon.linear %l, %b3 {storage = f32} : tensor<?x7xf32>, tensor<117x7xf32>
      tenon.yield %0, %1, %2, %3 : tensor<?x117xf32>, tensor<?x117xf32>, tensor<?x117xf32>, tensor<?x117xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x117xf32> {
      %1 = tenon.mul %p0#0, %p0#1 : tensor<?x117xf32>, tensor<?x117xf32>
      %2 = tenon.mul %1, %p0#2 : tensor<?x117xf32>, tensor<?x117xf32>
      %3 = tenon.mul %2, %p0#3 : tensor<?x117xf32>, tensor<?x117xf32>
      tenon.yield %3 : tensor<?x117xf32>
    }
    tenon.yield %e0 : tensor<?x117xf32>
  }
  return %y : tensor<?x117xf32>
}

// Segments share tiles: those of 3 linears have 4 (8) rows, so that of 1 linear has no more.
// CHECK-LABEL: func.func @both(
// V3: tenon.kernel {{.*}}schedule = #tenon.contraction<fma, lanes = 8, rows = 4, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>}
// V3: tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 2, chunk = 32, at_once = [4, 2, 1, 1]>}
// V3: tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 8, vectors = 3, chunk = 21, at_once = [4, 1, 1, 1]>}
// V4: tenon.kernel {{.*}}schedule = #tenon.contraction<fma, lanes = 16, rows = 8, k_block = 512, block_rows = 144, padding = 16, left = <f32, step = 1>, stream = <unroll = 4, ahead = 2048, next_lines = 4>>}
// V4: tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 16, vectors = 2, chunk = 16, at_once = [4, 4, 2, 2, 2, 2, 1, 1]>}
// V4: tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 16, vectors = 3, chunk = 10, at_once = [4, 2, 2, 2, 1, 1, 1, 1]>}
func.func @both(%x: tensor<?x7xf32>, %w0: tensor<20x7xf32>, %w1: tensor<5x7xf32>, %w2: tensor<5x7xf32>, %w3: tensor<5x7xf32>) -> (tensor<?x20xf32>, tensor<?x5xf32>) {
  %y:2 = tenon.kernel "both"(%x, %w0, %w1, %w2, %w3) : (tensor<?x7xf32>, tensor<20x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>) -> (tensor<?x20xf32>, tensor<?x5xf32>) {
  ^bb0(%a: tensor<?x7xf32>, %b0: tensor<20x7xf32>, %b1: tensor<5x7xf32>, %b2: tensor<5x7xf32>, %b3: tensor<5x7xf32>):
    %l = tenon.slot prologue -> tensor<?x7xf32> { tenon.yield %a : tensor<?x7xf32> }
    %p0 = tenon.slot contraction -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x7xf32>, tensor<20x7xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x20xf32> { tenon.yield %p0 : tensor<?x20xf32> }
    %p1:3 = tenon.slot contraction -> tensor<?x5xf32>, tensor<?x5xf32>, tensor<?x5xf32> {
      %0 = tenon.linear %l, %b1 {storage = f32} : tensor<?x7xf32>, tensor<5x7xf32>
      %1 = tenon.linear %l, %b2 {storage = f32} : tensor<?x7xf32>, tensor<5x7xf32>
      %2 = tenon.linear %l, %b3 {storage = f32} : tensor<?x7xf32>, tensor<5x7xf32>
      tenon.yield %0, %1, %2 : tensor<?x5xf32>, tensor<?x5xf32>, tensor<?x5xf32>
    }
    %e1 = tenon.slot epilogue -> tensor<?x5xf32> {
      %1 = tenon.mul %p1#0, %p1#1 : tensor<?x5xf32>, tensor<?x5xf32>
      %2 = tenon.mul %1, %p1#2 : tensor<?x5xf32>, tensor<?x5xf32>
      tenon.yield %2 : tensor<?x5xf32>
    }
    tenon.yield %e0, %e1 : tensor<?x20xf32>, tensor<?x5xf32>
  }
  return %y#0, %y#1 : tensor<?x20xf32>, tensor<?x5xf32>
}
