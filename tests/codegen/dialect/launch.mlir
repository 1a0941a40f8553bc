// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s | %tenon-opt | FileCheck %s
// RUN: %tenon-opt %s --canonicalize --cse --mlir-print-op-generic | %tenon-opt | FileCheck %s
// The launch list is printed as it is read, in its order, and survives what runs between `loops` and `llvm`.

// CHECK:      tenon.launch "all" rows prologue @prologue contraction @phase finish @phase {block_rows = 144, tile_rows = 12, column_chunks = 22, panel_bytes = 4096, scratch_bytes = 64}
// CHECK-NEXT: tenon.launch "rows" rows finish @phase {tile_rows = 8}
// CHECK-NEXT: tenon.launch "look" attention prologue @phase contraction @phase {block_rows = 64, tile_rows = 4, scratch_bytes = 128, kv_heads = 2, key_bytes = 512, cached = 1, ring_keys = 96} {note}
// CHECK-NEXT: tenon.pack parameter 1 units 22 f32 @packer bf16 @packer f16 @packer
// CHECK-NEXT: tenon.pack parameter 0 units 1 f32 @packer
// CHECK-NEXT: tenon.part row_bytes 128 packed_bytes 4096 key_granule 32
tenon.launch "all" rows prologue @prologue contraction @phase finish @phase {scratch_bytes = 64, block_rows = 144, tile_rows = 12, column_chunks = 22, panel_bytes = 4096}
tenon.launch "rows" rows finish @phase {tile_rows = 8}
tenon.launch "look" attention prologue @phase contraction @phase {block_rows = 64, tile_rows = 4, scratch_bytes = 128, kv_heads = 2, key_bytes = 512, cached = 1, ring_keys = 96} {note}
tenon.pack parameter 1 units 22 f32 @packer bf16 @packer f16 @packer
tenon.pack parameter 0 units 1 f32 @packer
tenon.part row_bytes 128 packed_bytes 4096 key_granule 32

// CHECK: tenon.part row_bytes 0 packed_bytes 0{{$}}
module {
  tenon.part row_bytes 0 packed_bytes 0
}

// Whatever the frame holds can be bound.
func.func @prologue(%packed: memref<f32> {tenon.buffer = "packed", tenon.offset = 64 : i64},
                    %x: memref<f32> {tenon.buffer = "x"}, %y: memref<bf16> {tenon.buffer = "y"},
                    %rows: memref<f32> {tenon.buffer = "workspace", tenon.offset = 8 : i64},
                    %cache: memref<f16> {tenon.buffer = "cache"}, %panel: memref<f32> {tenon.buffer = "panel"},
                    %positions: memref<i64> {tenon.buffer = "positions"},
                    %tiles: memref<i64> {tenon.buffer = "tiles"}, %types: memref<i64> {tenon.buffer = "token_types"},
                    %scratch: memref<f32> {tenon.buffer = "scratch"},
                    %tokens: index {tenon.size = "tokens"}, %in: index {tenon.size = "x_stride"},
                    %out: index {tenon.size = "y_stride"}, %first: index {tenon.size = "first"},
                    %count: index {tenon.size = "rows"}, %begin: index {tenon.size = "begin"},
                    %end: index {tenon.size = "end"}) {
  return
}
func.func @phase() {
  return
}
func.func @packer(%source: memref<f32> {tenon.buffer = "source"}, %packed: memref<f32> {tenon.buffer = "packed"},
                  %begin: index {tenon.size = "begin"}, %end: index {tenon.size = "end"}) -> i64 {
  %none = arith.constant -1 : i64
  return %none : i64
}
