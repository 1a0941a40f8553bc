// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-plan-memory | FileCheck %s --implicit-check-not=tenon.launch

// Rows between kernels: a place is free once the last reader of what lies there is done. Rows are whole cache lines of 64 bytes.
//   a, made by kernel 0, read by 1:           20 f32 = 80 bytes, 128 of cache lines.   At 0.
//   b, made by 1, read by 2 and by 3:          5 f32 = 20, 64.                         Beside a, which 1 still reads: 128.
//   c, made by 2, read by 3:                  33 bf16 = 66, 128.                       Where a was, up to b: 0.
//   d, made by 2, read by 3, and returned:    20 f32 = 80, 128.                        Behind b: 192. It is y as well.
//   e, made by 3, read by none:               returned, so it is y alone.
// 192 + 128 = 320 bytes for each token.
// CHECK: module attributes {{.*}}tenon.packed_bytes = 0 : i64, tenon.row_bytes = 320 : i64
// CHECK-LABEL: func.func @buffers(
// CHECK:      tenon.kernel "k0"({{.*}} attributes {loads = [#tenon.place<x>],
// CHECK:        tenon.slot rows attributes {stores = {{\[\[}}#tenon.place<workspace, row_bytes = 128>]]}
// CHECK:      tenon.kernel "k1"({{.*}} attributes {loads = [#tenon.place<workspace, row_bytes = 128>],
// CHECK:        tenon.slot rows attributes {stores = {{\[\[}}#tenon.place<workspace, offset = 128, row_bytes = 64>]]}
// CHECK:      tenon.kernel "k2"({{.*}} attributes {loads = [#tenon.place<workspace, offset = 128, row_bytes = 64>],
// CHECK:        tenon.slot rows attributes {stores = {{\[\[}}#tenon.place<workspace, row_bytes = 128>], [#tenon.place<workspace, offset = 192, row_bytes = 128>, #tenon.place<y>]]}
// CHECK:      tenon.kernel "k3"({{.*}} attributes {loads = [#tenon.place<workspace, offset = 128, row_bytes = 64>, #tenon.place<workspace, row_bytes = 128>, #tenon.place<workspace, offset = 192, row_bytes = 128>],
// CHECK:        tenon.slot rows attributes {stores = {{\[\[}}#tenon.place<y>]]}
func.func @buffers(%x: tensor<?x20xf32>) -> (tensor<?x20xf32>, tensor<?x20xf32>) {
  %a = tenon.kernel "k0"(%x) attributes {schedule = #tenon.rows<lanes = 8, tile = 8>} : (tensor<?x20xf32>) -> tensor<?x20xf32> {
  ^bb0(%0: tensor<?x20xf32>):
    %r = tenon.slot rows -> tensor<?x20xf32> {
      %1 = tenon.neg %0 : tensor<?x20xf32>
      tenon.yield %1 : tensor<?x20xf32>
    }
    tenon.yield %r : tensor<?x20xf32>
  }
  %b = tenon.kernel "k1"(%a) attributes {schedule = #tenon.rows<lanes = 8, tile = 8>} : (tensor<?x20xf32>) -> tensor<?x5xf32> {
  ^bb0(%0: tensor<?x20xf32>):
    %r = tenon.slot rows -> tensor<?x5xf32> {
      %one = tenon.constant dense<1.0> : tensor<5xf64>
      %1 = tenon.mean %0 : tensor<?x20xf32>
      %2 = tenon.mul %1, %one : tensor<?x1xf32>, tensor<5xf32>
      tenon.yield %2 : tensor<?x5xf32>
    }
    tenon.yield %r : tensor<?x5xf32>
  }
  %c:2 = tenon.kernel "k2"(%b) attributes {schedule = #tenon.rows<lanes = 8, tile = 8>} : (tensor<?x5xf32>) -> (tensor<?x33xbf16>, tensor<?x20xf32>) {
  ^bb0(%0: tensor<?x5xf32>):
    %r:2 = tenon.slot rows -> tensor<?x33xbf16>, tensor<?x20xf32> {
      %one = tenon.constant dense<1.0> : tensor<33xf64>
      %two = tenon.constant dense<1.0> : tensor<20xf64>
      %1 = tenon.mean %0 : tensor<?x5xf32>
      %2 = tenon.mul %1, %one : tensor<?x1xf32>, tensor<33xf32>
      %3 = tenon.mul %1, %two : tensor<?x1xf32>, tensor<20xf32>
      %4 = tenon.cast %2 : tensor<?x33xf32> to tensor<?x33xbf16>
      tenon.yield %4, %3 : tensor<?x33xbf16>, tensor<?x20xf32>
    }
    tenon.yield %r#0, %r#1 : tensor<?x33xbf16>, tensor<?x20xf32>
  }
  %e = tenon.kernel "k3"(%b, %c#0, %c#1) attributes {schedule = #tenon.rows<lanes = 8, tile = 8>} : (tensor<?x5xf32>, tensor<?x33xbf16>, tensor<?x20xf32>) -> tensor<?x20xf32> {
  ^bb0(%0: tensor<?x5xf32>, %1: tensor<?x33xbf16>, %2: tensor<?x20xf32>):
    %r = tenon.slot rows -> tensor<?x20xf32> {
      %3 = tenon.mean %0 : tensor<?x5xf32>
      %4 = tenon.cast %1 : tensor<?x33xbf16> to tensor<?x33xf32>
      %5 = tenon.mean %4 : tensor<?x33xf32>
      %6 = tenon.add %2, %3 : tensor<?x20xf32>, tensor<?x1xf32>
      %7 = tenon.add %6, %5 : tensor<?x20xf32>, tensor<?x1xf32>
      tenon.yield %7 : tensor<?x20xf32>
    }
    tenon.yield %r : tensor<?x20xf32>
  }
  return %c#1, %e : tensor<?x20xf32>, tensor<?x20xf32>
}

// -----

// Within a kernel: the left operand of a block of 10 rows has tiles of 4, so room for 12 rows of 5 f32: 240 bytes, 256 of cache lines.
// Behind it lie what later slots read, each 10 rows: of the prologue the same row as such, 5 f32, 64 bytes: 256 + 10 * 64 = 896;
// of the epilogue 20 f32, 128 bytes: 896 + 10 * 128 = 2176. of the second, 6 f32, 64: 2176 + 640 = 2816.
//
// Parameters in the order of first reading, vectors of a kernel before its weights:
//   bias:  20 of bf16, packed as f32: 80 bytes, 128.                                              At 0.
//   w:     20 columns, panels of 2 vectors of 4: 3; 3 * 5 steps * 8 * 4 bytes = 480, 512.         At 128.
//   g, u:  6 columns each, one vector of 4 each in a panel: 2; 2 * 5 * 8 * 4 bytes = 320.         At 640.
// In the second kernel bias is read again and lies where it lay, and behind it all:
//   table: 3 rows of 20 bf16, 40 bytes, 64 each: 192.                                             At 960.
// In all 1152 bytes.
// CHECK: module attributes {{.*}}tenon.packed_bytes = 1152 : i64, tenon.row_bytes = 128 : i64
// CHECK-LABEL: func.func @kept(
// CHECK:      tenon.kernel "product"({{.*}} attributes {loads = [#tenon.place<x>, #tenon.place<weights>, #tenon.place<weights>, #tenon.place<weights>, #tenon.place<packed>], panel_bytes = 2816 : i64,
// CHECK:        tenon.slot prologue attributes {stores = {{\[\[}}#tenon.place<left>, #tenon.place<panel, offset = 256, row_bytes = 64>]]}
// CHECK:        tenon.slot contraction attributes {panel = {{.*}}>, stores = {{\[\[}}]], weights = #tenon.place<packed, offset = 128>}
// CHECK:        tenon.slot epilogue attributes {stores = {{\[\[}}#tenon.place<panel, offset = 896, row_bytes = 128>]]}
// CHECK:        tenon.slot contraction attributes {panel = {{.*}}>, stores = {{\[\[}}], []], weights = #tenon.place<packed, offset = 640>}
// CHECK:        tenon.slot epilogue attributes {stores = {{\[\[}}#tenon.place<panel, offset = 2176, row_bytes = 64>]]}
// CHECK:        tenon.slot finish attributes {stores = {{\[\[}}#tenon.place<workspace, row_bytes = 128>]]}
// CHECK:      tenon.kernel "table"({{.*}} attributes {loads = [#tenon.place<workspace, row_bytes = 128>, #tenon.place<packed>, #tenon.place<packed, offset = 960, row_bytes = 64>], panel_bytes = 0 : i64,
func.func @kept(%x: tensor<?x5xf32>, %t: tensor<3x20xbf16> {tenon.param = "t"}, %w: tensor<20x5xf32> {tenon.param = "w"}, %g: tensor<6x5xf32> {tenon.param = "g"}, %u: tensor<6x5xf32> {tenon.param = "u"}, %bias: tensor<20xbf16> {tenon.param = "bias"}) -> tensor<?x20xf32> {
  %y = tenon.kernel "product"(%x, %w, %g, %u, %bias) attributes {schedule = #tenon.contraction<fma, lanes = 4, rows = 4, k_block = 8, block_rows = 10, padding = 0, left = <f32, step = 1>, stream = <unroll = 1, ahead = 0, next_lines = 0>>} : (tensor<?x5xf32>, tensor<20x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<20xbf16>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x5xf32>, %b: tensor<20x5xf32>, %c: tensor<6x5xf32>, %d: tensor<6x5xf32>, %v: tensor<20xbf16>):
    %l = tenon.slot prologue -> tensor<?x5xf32> { tenon.yield %a : tensor<?x5xf32> }
    %p = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 4, vectors = 2, chunk = 1, at_once = [1, 1, 1, 1]>} -> tensor<?x20xf32> {
      %0 = tenon.linear %l, %b {storage = f32} : tensor<?x5xf32>, tensor<20x5xf32>
      tenon.yield %0 : tensor<?x20xf32>
    }
    %e = tenon.slot epilogue -> tensor<?x20xf32> {
      %0 = tenon.cast %v : tensor<20xbf16> to tensor<20xf32>
      %1 = tenon.add %p, %0 : tensor<?x20xf32>, tensor<20xf32>
      tenon.yield %1 : tensor<?x20xf32>
    }
    %q:2 = tenon.slot contraction attributes {panel = #tenon.panel<plain, lanes = 4, vectors = 2, chunk = 1, at_once = [1, 1, 1, 1]>} -> tensor<?x6xf32>, tensor<?x6xf32> {
      %0 = tenon.linear %l, %c {storage = f32} : tensor<?x5xf32>, tensor<6x5xf32>
      %1 = tenon.linear %l, %d {storage = f32} : tensor<?x5xf32>, tensor<6x5xf32>
      tenon.yield %0, %1 : tensor<?x6xf32>, tensor<?x6xf32>
    }
    %f = tenon.slot epilogue -> tensor<?x6xf32> {
      %0 = tenon.mul %q#0, %q#1 : tensor<?x6xf32>, tensor<?x6xf32>
      tenon.yield %0 : tensor<?x6xf32>
    }
    %n = tenon.slot finish -> tensor<?x20xf32> {
      %0 = tenon.mean %f : tensor<?x6xf32>
      %1 = tenon.mean %l : tensor<?x5xf32>
      %2 = tenon.mul %e, %0 : tensor<?x20xf32>, tensor<?x1xf32>
      %3 = tenon.mul %2, %1 : tensor<?x20xf32>, tensor<?x1xf32>
      tenon.yield %3 : tensor<?x20xf32>
    }
    tenon.yield %n : tensor<?x20xf32>
  }
  %z = tenon.kernel "table"(%y, %bias, %t) attributes {schedule = #tenon.rows<lanes = 4, tile = 8>} : (tensor<?x20xf32>, tensor<20xbf16>, tensor<3x20xbf16>) -> tensor<?x20xf32> {
  ^bb0(%a: tensor<?x20xf32>, %v: tensor<20xbf16>, %w2: tensor<3x20xbf16>):
    %r = tenon.slot rows -> tensor<?x20xf32> {
      %0 = tenon.cast %v : tensor<20xbf16> to tensor<20xf32>
      %1 = tenon.embed %w2 by <token> + 0 : tensor<3x20xbf16>
      %2 = tenon.add %a, %0 : tensor<?x20xf32>, tensor<20xf32>
      %4 = tenon.add %2, %1 : tensor<?x20xf32>, tensor<?x20xf32>
      tenon.yield %4 : tensor<?x20xf32>
    }
    tenon.yield %r : tensor<?x20xf32>
  }
  return %z : tensor<?x20xf32>
}

// -----

// The left operand of dots: 5 values of k are 3 words of 4 bytes in each of 12 rows: 144 bytes, 192 of cache lines. Weights: one panel
// of 4 columns, 3 steps * 4 * 2 * 2 bytes = 48, 64. What is stored for y alone is not kept.
// CHECK: module attributes {{.*}}tenon.packed_bytes = 64 : i64, tenon.row_bytes = 0 : i64
// CHECK: tenon.kernel "dots"({{.*}} panel_bytes = 192 : i64,
// CHECK: tenon.slot epilogue attributes {stores = {{\[\[}}#tenon.place<y>]]}
func.func @dots(%x: tensor<?x5xf32>, %w0: tensor<4x5xbf16> {tenon.param = "w0"}) -> tensor<?x4xf32> {
  %y = tenon.kernel "dots"(%x, %w0) attributes {schedule = #tenon.contraction<dot_bf16, lanes = 4, rows = 4, k_block = 8, block_rows = 10, padding = 0, left = <bf16, step = 2>, stream = <unroll = 1, ahead = 0, next_lines = 0>>} : (tensor<?x5xf32>, tensor<4x5xbf16>) -> tensor<?x4xf32> {
  ^bb0(%a: tensor<?x5xf32>, %b0: tensor<4x5xbf16>):
    %l = tenon.slot prologue -> tensor<?x5xf32> { tenon.yield %a : tensor<?x5xf32> }
    %p0 = tenon.slot contraction attributes {panel = #tenon.panel<pair_dot, lanes = 4, vectors = 1, chunk = 1, at_once = [1, 1, 1, 1]>} -> tensor<?x4xf32> {
      %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x5xf32>, tensor<4x5xbf16>
      tenon.yield %0 : tensor<?x4xf32>
    }
    %e0 = tenon.slot epilogue -> tensor<?x4xf32> { tenon.yield %p0 : tensor<?x4xf32> }
    tenon.yield %e0 : tensor<?x4xf32>
  }
  return %y : tensor<?x4xf32>
}
