// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file --leading-lines %s %t
// RUN: not %tenon compile %t/syntax.mlir --emit=kernels 2>&1 | %filecheck %s --check-prefix=SYNTAX
// RUN: not %tenon compile %t/block.mlir --emit=kernels 2>&1 | %filecheck %s --check-prefix=BLOCK
// RUN: not %tenon compile %t/alien.mlir --emit=kernels 2>&1 | %filecheck %s --check-prefix=ALIEN
// RUN: not %tenon compile %t/cast.mlir --emit=kernels 2>&1 | %filecheck %s --check-prefix=CAST
// RUN: not %tenon compile %t/nodes.mlir --emit=kernels 2>&1 | %filecheck %s --check-prefix=NODES
// RUN: not %tenon compile %t/loose.mlir --emit=loops 2>&1 | %filecheck %s --check-prefix=LOOSE
// RUN: not %tenon compile %t/unscheduled.mlir --emit=loops --target=x86-64-v3 2>&1 | %filecheck %s --check-prefix=UNSCHEDULED
// RUN: not %tenon compile %t/unplaced.mlir --emit=loops --target=x86-64-v3 2>&1 | %filecheck %s --check-prefix=UNPLACED
// RUN: not %tenon compile %t/tensor.mlir --emit=llvm 2>&1 | %filecheck %s --check-prefix=TENSOR
// RUN: not %tenon compile %t/parts.mlir --emit=llvm 2>&1 | %filecheck %s --check-prefix=PARTS
// RUN: not %tenon compile %t/granule.mlir --emit=llvm 2>&1 | %filecheck %s --check-prefix=GRANULE
// RUN: not %tenon compile %t/packed.mlir --emit=llvm 2>&1 | %filecheck %s --check-prefix=PACKED
// RUN: not %tenon compile %t/exports.mlir --emit=asm 2>&1 | %filecheck %s --check-prefix=EXPORTS
// REQUIRES: codegen
// A module that is not what its stage promises is refused at the gate, as an error of the input.

//--- syntax.mlir
// SYNTAX: syntax.mlir:[[#@LINE+1]]:{{[0-9]+}}: error:
func.func @f(%x: tensor<?x8xf32>

//--- block.mlir
// BLOCK: error: the module has no tenon.block
func.func @f(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  return %x : tensor<?x8xf32>
}

//--- alien.mlir
// ALIEN: alien.mlir:[[#@LINE+3]]:{{[0-9]+}}: error: stage tenon: only operations of tenon and func are left here
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @f(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
    %y = arith.addf %x, %x : tensor<?x8xf32>
    return %y : tensor<?x8xf32>
  }
}

//--- cast.mlir
// CAST: cast.mlir:[[#@LINE+4]]:{{[0-9]+}}: error: stage tenon: a cast stands next to an argument or a result
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @f(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
    %y = tenon.exp %x : tensor<?x8xf32>
    %z = tenon.cast %y : tensor<?x8xf32> to tensor<?x8xbf16>
    %w = tenon.cast %z : tensor<?x8xbf16> to tensor<?x8xf32>
    return %w : tensor<?x8xf32>
  }
}

//--- nodes.mlir
// NODES: nodes.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: stage tenon: 1 operations for 2 nodes of the graph; a module changed by hand leaves out 'nodes' of tenon.block
module attributes {tenon.block = {name = "f", width = 8 : i64, nodes = 2 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @f(%x: tensor<?x8xbf16>) -> tensor<?x8xf32> {
    %y = tenon.cast %x : tensor<?x8xbf16> to tensor<?x8xf32>
    %z = tenon.exp %y : tensor<?x8xf32>
    return %z : tensor<?x8xf32>
  }
}

//--- loose.mlir
// LOOSE: loose.mlir:[[#@LINE+8]]:{{[0-9]+}}: error: stage kernels: lies in no kernel
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @f(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
    %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
    ^bb0(%a: tensor<?x8xf32>):
      %r = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
      tenon.yield %r : tensor<?x8xf32>
    }
    %z = tenon.exp %y : tensor<?x8xf32>
    return %z : tensor<?x8xf32>
  }
}

//--- unscheduled.mlir
// The first kernel says where it reads, so the module is at stage schedule; the second was left out.
// UNSCHEDULED: unscheduled.mlir:[[#@LINE+8]]:{{[0-9]+}}: error: 'tenon.kernel' op has no schedule and places yet: --tenon-select-schedule and --tenon-plan-memory give them
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @f(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
    %y = tenon.kernel "k"(%x) attributes {loads = [#tenon.place<x>], panel_bytes = 0, schedule = #tenon.rows<lanes = 8, tile = 8>} : (tensor<?x8xf32>) -> tensor<?x8xf32> {
    ^bb0(%a: tensor<?x8xf32>):
      %r = tenon.slot rows attributes {stores = [[#tenon.place<workspace, row_bytes = 64>]]} -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
      tenon.yield %r : tensor<?x8xf32>
    }
    %z = tenon.kernel "l"(%y) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
    ^bb0(%a: tensor<?x8xf32>):
      %r = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
      tenon.yield %r : tensor<?x8xf32>
    }
    return %z : tensor<?x8xf32>
  }
}

//--- unplaced.mlir
// UNPLACED: unplaced.mlir:[[#@LINE+5]]:{{[0-9]+}}: error: 'tenon.slot' op does not say where its results are stored
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @f(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
    %y = tenon.kernel "k"(%x) attributes {loads = [#tenon.place<x>], panel_bytes = 0, schedule = #tenon.rows<lanes = 8, tile = 8>} : (tensor<?x8xf32>) -> tensor<?x8xf32> {
    ^bb0(%a: tensor<?x8xf32>):
      %r = tenon.slot rows -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
      tenon.yield %r : tensor<?x8xf32>
    }
    return %y : tensor<?x8xf32>
  }
}

//--- tensor.mlir
// TENSOR: error: stage loops: no tensor is left here, and of tenon only register tiles and the launch list
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  tenon.part row_bytes 0 packed_bytes 0
  func.func @f(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
    %z = tenon.exp %x : tensor<?x8xf32>
    return %z : tensor<?x8xf32>
  }
}

//--- parts.mlir
// PARTS: error: a module of stage loops or llvm has one tenon.part
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  tenon.part row_bytes 0 packed_bytes 0
  tenon.part row_bytes 0 packed_bytes 0
}

//--- granule.mlir
// GRANULE: granule.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: stores keys in multiples of the part's key_granule, which is 32
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  tenon.launch "k" attention prologue @f contraction @f {tile_rows = 1, kv_heads = 1, key_bytes = 64, cached = 1, ring_keys = 80}
  tenon.part row_bytes 0 packed_bytes 0 key_granule 32
  func.func @f() {
    return
  }
}

//--- packed.mlir
// PACKED: packed.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: there is no parameter 0
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  tenon.pack parameter 0 units 1 f32 @f
  tenon.part row_bytes 0 packed_bytes 0
  func.func @f() -> i64 {
    %none = arith.constant -1 : i64
    return %none : i64
  }
}

//--- exports.mlir
// EXPORTS: exports.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: 'tenon.launch' op argument 1 of 'k.finish' is bound to 'rows', which is no '!llvm.ptr'
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  tenon.launch "k" rows finish @k.finish {tile_rows = 1}
  tenon.part row_bytes 0 packed_bytes 0
  llvm.func @k.finish(%x: !llvm.ptr {tenon.buffer = "x"}, %rows: !llvm.ptr {tenon.size = "rows"}) {
    llvm.return
  }
}
