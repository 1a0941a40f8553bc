// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --tenon-lower-contractions --tenon-lower-rows --tenon-emit-packers --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not="= tenon." --implicit-check-not="tensor<" --implicit-check-not="func.func @f("
// RUN: not %tenon-opt %s --tenon-lower-contractions --tenon-emit-packers 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not %tenon-opt %s --tenon-lower-rows --tenon-emit-packers 2>&1 | FileCheck %s --check-prefix=PRODUCTS
// Kernels and their function go once each of their parameters has a packer for each storage type: nothing of ours is left but register
// tiles and the launch list, no tensor. A kernel that nobody lowered would be lost, so it is refused.
// ROWS: 'tenon.kernel' op has not been lowered: no pass knows its schedule
// PRODUCTS: 'tenon.kernel' op has not been lowered: no pass knows its schedule

// Kernels in their order, whatever the order of passes. Weights come in the order of kernels: gate and up (parameters 1 and 2) have
// 3 panels of 4 columns each, down (3) 2 panels of 8; then vectors: the gain (0) is one row.
// CHECK:      tenon.launch "norm" rows finish
// CHECK-NEXT: tenon.launch "gate_up" rows prologue
// CHECK-NEXT: tenon.launch "down" rows prologue
// CHECK-NEXT: tenon.pack parameter 1 units 3 f32 @pack.0.f32 bf16 @pack.0.bf16 f16 @pack.0.f16
// CHECK-NEXT: tenon.pack parameter 2 units 3 f32 @pack.1.f32 bf16 @pack.1.bf16 f16 @pack.1.f16
// CHECK-NEXT: tenon.pack parameter 3 units 2 f32 @pack.2.f32 bf16 @pack.2.bf16 f16 @pack.2.f16
// CHECK-NEXT: tenon.pack parameter 0 units 1 f32 @pack.3.f32 bf16 @pack.3.bf16 f16 @pack.3.f16
// CHECK-NEXT: tenon.part row_bytes 192 packed_bytes 1024

// gate and up share panels at one place, 64: gate has the first vector of a step, up the second. A packer reads what the caller has
// and writes what the panel holds. f32 into f32 is no conversion.
// CHECK-LABEL: func.func @pack.0.f32(
// CHECK-SAME:    memref<f32> {tenon.buffer = "source", tenon.offset = 0 : i64}
// CHECK-SAME:    memref<f32> {tenon.buffer = "packed", tenon.offset = 64 : i64}
// CHECK-NOT:     arith.truncf
// CHECK-LABEL: func.func @pack.0.bf16(
// CHECK-SAME:    memref<bf16> {tenon.buffer = "source", tenon.offset = 0 : i64}
// CHECK-SAME:    memref<f32> {tenon.buffer = "packed", tenon.offset = 64 : i64}
// CHECK-LABEL: func.func @pack.0.f16(
// CHECK-SAME:    memref<f16> {tenon.buffer = "source", tenon.offset = 0 : i64}
// CHECK-LABEL: func.func @pack.1.f32(
// CHECK-SAME:    memref<f32> {tenon.buffer = "packed", tenon.offset = 64 : i64}
// down lies behind 3 panels * 5 steps * 8 words * 4 bytes = 480, 512 of cache lines: at 64 + 512 = 576. bf16 in pairs.
// CHECK-LABEL: func.func @pack.2.bf16(
// CHECK-SAME:    memref<bf16> {tenon.buffer = "packed", tenon.offset = 576 : i64}
// CHECK-LABEL: func.func @pack.3.f32(
// CHECK-SAME:    memref<f32> {tenon.buffer = "packed", tenon.offset = 0 : i64}

#stream = #tenon.stream<unroll = 1, ahead = 128, next_lines = 1>
#schedule = #tenon.contraction<fma, lanes = 4, rows = 1, k_block = 8, block_rows = 2, padding = 0, left = <f32, step = 1>, stream = #stream>
#panel = #tenon.panel<plain, lanes = 4, vectors = 2, chunk = 1, at_once = [1]>
#pairs = #tenon.panel<paired, lanes = 4, vectors = 2, chunk = 1, at_once = [1]>
module attributes {tenon.row_bytes = 192 : i64, tenon.packed_bytes = 1024 : i64} {
  func.func @f(%x: tensor<?x5xf32>, %gain: tensor<5xf32> {tenon.param = "gain"}, %g: tensor<12x5xf32> {tenon.param = "g"}, %u: tensor<12x5xf32> {tenon.param = "u"}, %d: tensor<9x12xbf16> {tenon.param = "d"}) -> tensor<?x9xf32> {
    %n = tenon.kernel "norm"(%x, %gain) attributes {loads = [#tenon.place<x>, #tenon.place<packed>], panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 4, tile = 3>} : (tensor<?x5xf32>, tensor<5xf32>) -> tensor<?x5xf32> {
    ^bb0(%a: tensor<?x5xf32>, %b: tensor<5xf32>):
      %r = tenon.slot rows attributes {stores = [[#tenon.place<workspace, row_bytes = 64>]]} -> tensor<?x5xf32> {
        %0 = tenon.mul %a, %b : tensor<?x5xf32>, tensor<5xf32>
        tenon.yield %0 : tensor<?x5xf32>
      }
      tenon.yield %r : tensor<?x5xf32>
    }
    %m = tenon.kernel "gate_up"(%n, %g, %u) attributes {loads = [#tenon.place<workspace, row_bytes = 64>, #tenon.place<weights>, #tenon.place<weights>], panel_bytes = 64 : i64, schedule = #schedule} : (tensor<?x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>) -> tensor<?x12xf32> {
    ^bb0(%a: tensor<?x5xf32>, %b: tensor<12x5xf32>, %c: tensor<12x5xf32>):
      %l = tenon.slot prologue attributes {stores = [[#tenon.place<left>]]} -> tensor<?x5xf32> { tenon.yield %a : tensor<?x5xf32> }
      %p:2 = tenon.slot contraction attributes {panel = #panel, stores = [[], []], weights = #tenon.place<packed, offset = 64>} -> tensor<?x12xf32>, tensor<?x12xf32> {
        %0 = tenon.linear %l, %b {storage = f32} : tensor<?x5xf32>, tensor<12x5xf32>
        %1 = tenon.linear %l, %c {storage = f32} : tensor<?x5xf32>, tensor<12x5xf32>
        tenon.yield %0, %1 : tensor<?x12xf32>, tensor<?x12xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<workspace, offset = 64, row_bytes = 64>]]} -> tensor<?x12xf32> {
        %0 = tenon.mul %p#0, %p#1 : tensor<?x12xf32>, tensor<?x12xf32>
        tenon.yield %0 : tensor<?x12xf32>
      }
      tenon.yield %e : tensor<?x12xf32>
    }
    %y = tenon.kernel "down"(%m, %d) attributes {loads = [#tenon.place<workspace, offset = 64, row_bytes = 64>, #tenon.place<weights>], panel_bytes = 128 : i64, schedule = #schedule} : (tensor<?x12xf32>, tensor<9x12xbf16>) -> tensor<?x9xf32> {
    ^bb0(%a: tensor<?x12xf32>, %b: tensor<9x12xbf16>):
      %l = tenon.slot prologue attributes {stores = [[#tenon.place<left>]]} -> tensor<?x12xf32> { tenon.yield %a : tensor<?x12xf32> }
      %p = tenon.slot contraction attributes {panel = #pairs, stores = [[]], weights = #tenon.place<packed, offset = 576>} -> tensor<?x9xf32> {
        %0 = tenon.linear %l, %b {storage = f32} : tensor<?x12xf32>, tensor<9x12xbf16>
        tenon.yield %0 : tensor<?x9xf32>
      }
      %e = tenon.slot epilogue attributes {stores = [[#tenon.place<y>]]} -> tensor<?x9xf32> { tenon.yield %p : tensor<?x9xf32> }
      tenon.yield %e : tensor<?x9xf32>
    }
    return %y : tensor<?x9xf32>
  }
}
