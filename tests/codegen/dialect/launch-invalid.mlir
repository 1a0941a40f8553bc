// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --split-input-file --verify-diagnostics
// Every rule of the launch list, broken once.

// expected-error @+1 {{a kernel is of kind rows or attention, not columns}}
tenon.launch "k" columns finish @f {tile_rows = 1}

// -----

// expected-error @+1 {{'tile_rows' is given twice}}
tenon.launch "k" rows finish @f {tile_rows = 1, tile_rows = 2}

// -----

// expected-error @+1 {{op runs no phase}}
tenon.launch "k" rows {tile_rows = 1}

// -----

// expected-error @+1 {{has a size "tile_columns", which no kernel has as a number}}
tenon.launch "k" rows finish @f {tile_rows = 1, tile_columns = 2}

// -----

// expected-error @+1 {{has a size "tile_rows", which no kernel has as a number}}
"tenon.launch"() {name = "k", kind = #tenon.launch_kind<rows>, finish = @f, sizes = {tile_rows = 1 : i32}} : () -> ()

// -----

// expected-error @+1 {{needs tile_rows >= 1, not 0}}
tenon.launch "k" rows finish @f {}

// -----

// expected-error @+1 {{needs block_rows >= 0, not -1}}
tenon.launch "k" rows finish @f {tile_rows = 1, block_rows = -1}

// -----

// expected-error @+1 {{of kind rows has no kv_heads}}
tenon.launch "k" rows finish @f {tile_rows = 1, kv_heads = 2}

// -----

// expected-error @+1 {{of kind attention has no panel_bytes}}
tenon.launch "k" attention prologue @f contraction @f {tile_rows = 1, kv_heads = 2, key_bytes = 8, panel_bytes = 64}

// -----

// expected-error @+1 {{needs key_bytes >= 1, not 0}}
tenon.launch "k" attention prologue @f contraction @f {tile_rows = 1, kv_heads = 2}

// -----

// expected-error @+1 {{has column_chunks where it has a contraction}}
tenon.launch "k" rows contraction @f {tile_rows = 1}

// -----

// expected-error @+1 {{has column_chunks where it has a contraction}}
tenon.launch "k" rows finish @f {tile_rows = 1, column_chunks = 1}

// -----

// expected-error @+1 {{of kind attention consists of a prologue and a contraction}}
tenon.launch "k" attention prologue @f contraction @f finish @f {tile_rows = 1, kv_heads = 2, key_bytes = 8}

// -----

// expected-error @+1 {{has a cache (cached = 1) or none, not 2}}
tenon.launch "k" attention prologue @f contraction @f {tile_rows = 1, kv_heads = 2, key_bytes = 8, cached = 2}

// -----

// expected-error @+1 {{has ring_keys without a cache}}
tenon.launch "k" attention prologue @f contraction @f {tile_rows = 1, kv_heads = 2, key_bytes = 8, ring_keys = 32}

// -----

// expected-error @+1 {{names 'f', which is no function with a body}}
tenon.launch "k" rows finish @f {tile_rows = 1}

// -----

// expected-error @+1 {{names 'f', which is no function with a body}}
tenon.launch "k" rows finish @f {tile_rows = 1}
func.func private @f()

// -----

// expected-error @+1 {{argument 1 of 'f' is not bound to one buffer or size}}
tenon.launch "k" rows finish @f {tile_rows = 1}
func.func @f(%a: index {tenon.size = "first"}, %b: index) {
  return
}

// -----

// expected-error @+1 {{argument 0 of 'f' is not bound to one buffer or size}}
tenon.launch "k" rows finish @f {tile_rows = 1}
func.func @f(%a: index {tenon.size = "first", tenon.buffer = "x"}) {
  return
}

// -----

// expected-error @+1 {{argument 0 of 'f' is bound to 'last', which it cannot have}}
tenon.launch "k" rows finish @f {tile_rows = 1}
func.func @f(%a: index {tenon.size = "last"}) {
  return
}

// -----

// expected-error @+1 {{argument 0 of 'f' is bound to 'x', which it cannot have}}
tenon.launch "k" rows finish @f {tile_rows = 1}
func.func @f(%a: index {tenon.size = "x"}) {
  return
}

// -----

// expected-error @+1 {{argument 0 of 'f' is bound to 'source', which it cannot have}}
tenon.launch "k" rows finish @f {tile_rows = 1}
func.func @f(%a: memref<f32> {tenon.buffer = "source"}) {
  return
}

// -----

// expected-error @+1 {{argument 0 of 'f' is bound to 'x', which is no 'index'}}
tenon.launch "k" rows finish @f {tile_rows = 1}
func.func @f(%a: index {tenon.buffer = "x"}) {
  return
}

// -----

// expected-error @+1 {{argument 0 of 'f' is bound to 'rows', which is no 'i32'}}
tenon.launch "k" rows finish @f {tile_rows = 1}
llvm.func @f(%a: i32 {tenon.size = "rows"}) {
  llvm.return
}

// -----

// expected-error @+1 {{argument 0 of 'f' begins 8 bytes in front of 'x'}}
tenon.launch "k" rows finish @f {tile_rows = 1}
func.func @f(%a: memref<f32> {tenon.buffer = "x", tenon.offset = -8 : i64}) {
  return
}

// -----

// expected-error @+1 {{'f' returns something}}
tenon.launch "k" rows finish @f {tile_rows = 1}
func.func @f(%a: index {tenon.size = "first"}) -> index {
  return %a : index
}

// -----

// expected-error @+1 {{op converts from no type}}
tenon.pack parameter 0 units 1

// -----

// expected-error @+1 {{attribute 'units' failed to satisfy constraint}}
tenon.pack parameter 0 units 0 f32 @f

// -----

// expected-error @+1 {{attribute 'parameter' failed to satisfy constraint}}
tenon.pack parameter -1 units 1 f32 @f

// -----

// expected-error @+1 {{argument 0 of 'f' is bound to 'x', which it cannot have}}
tenon.pack parameter 0 units 1 bf16 @f
func.func @f(%a: memref<f32> {tenon.buffer = "x"}) {
  return
}

// -----

// expected-error @+1 {{'f' does not return an i64}}
tenon.pack parameter 0 units 1 f16 @f
llvm.func @f(%a: !llvm.ptr {tenon.buffer = "source"}) {
  llvm.return
}

// -----

// expected-error @+1 {{needs packed_bytes in whole cache lines of 64, not 100}}
tenon.part row_bytes 64 packed_bytes 100

// -----

// expected-error @+1 {{needs row_bytes in whole cache lines of 64, not 4}}
tenon.part row_bytes 4 packed_bytes 0

// -----

func.func @f() {
  // expected-error @+1 {{expects parent op 'builtin.module'}}
  tenon.part row_bytes 0 packed_bytes 0
  return
}
