// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file --leading-lines %s %t
// RUN: not %tenon-opt %t/nameless.mlir --tenon-form-kernels 2>&1 | %filecheck %s --check-prefix=NAMELESS
// RUN: not %tenon compile %t/nameless.mlir --target=x86-64-v3 --emit=asm -o %t.no 2>&1 | %filecheck %s --check-prefix=NAMELESS
// RUN: not %tenon-opt %t/nameless-kernel.mlir --tenon-select-schedule --tenon-plan-memory 2>&1 | %filecheck %s --check-prefix=OPERAND
// RUN: not %tenon compile %t/nameless-kernel.mlir --target=x86-64-v3 --emit=asm -o %t.no 2>&1 | %filecheck %s --check-prefix=KERNEL
// RUN: not %tenon-opt %t/made.mlir --tenon-form-kernels 2>&1 | %filecheck %s --check-prefix=MADE
// RUN: not %tenon compile %t/made.mlir --target=x86-64-v3 --emit=asm -o %t.no 2>&1 | %filecheck %s --check-prefix=MADE
// RUN: not %tenon-opt %t/made-kernel.mlir 2>&1 | %filecheck %s --check-prefix=MADEKERNEL
// RUN: not %tenon compile %t/made-kernel.mlir --target=x86-64-v3 --emit=asm -o %t.no 2>&1 | %filecheck %s --check-prefix=MADEKERNEL
// RUN: not %tenon-opt %t/own.mlir 2>&1 | %filecheck %s --check-prefix=OWN
// RUN: not %tenon compile %t/own.mlir --target=x86-64-v3 --emit=asm -o %t.no 2>&1 | %filecheck %s --check-prefix=OWN
// RUN: not ls %t.no
// REQUIRES: codegen
// What no packed form or store holds is refused with its place, by the tool of passes and by the compiler: a weight
// without a name, a weight that an operation makes, an attention on values of its own kernel.

//--- nameless.mlir
// NAMELESS: nameless.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: argument 1 has no tenon.param: all but the first, the rows, are parameters
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @f(%x: tensor<?x8xf32>, %w: tensor<8x8xf32>) -> tensor<?x8xf32> {
    %y = tenon.linear %x, %w : tensor<?x8xf32>, tensor<8x8xf32>
    return %y : tensor<?x8xf32>
  }
}

//--- nameless-kernel.mlir
// A pass is told of the operand that it cannot place; the gate of the stage, which sees the function first, of the argument.
// OPERAND: nameless-kernel.mlir:[[#@LINE+4]]:{{[0-9]+}}: error: 'tenon.kernel' op reads operand 1, a parameter that is no argument of the block with tenon.param
// KERNEL: nameless-kernel.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: argument 1 has no tenon.param: all but the first, the rows, are parameters
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @f(%x: tensor<?x8xf32>, %w: tensor<8x8xf32>) -> tensor<?x8xf32> {
    %y = tenon.kernel "k"(%x, %w) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32> {
    ^bb0(%a: tensor<?x8xf32>, %b: tensor<8x8xf32>):
      %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
      %c = tenon.slot contraction -> tensor<?x8xf32> {
        %0 = tenon.linear %p, %b : tensor<?x8xf32>, tensor<8x8xf32>
        tenon.yield %0 : tensor<?x8xf32>
      }
      %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
      tenon.yield %e : tensor<?x8xf32>
    }
    return %y : tensor<?x8xf32>
  }
}

//--- made.mlir
// MADE: made.mlir:[[#@LINE+4]]:{{[0-9]+}}: error: 'tenon.linear' op takes its weight from a parameter, not from what an operation makes
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @f(%x: tensor<?x8xf32>, %w: tensor<8x8xf32> {tenon.param = "w"}) -> tensor<?x8xf32> {
    %v = tenon.exp %w : tensor<8x8xf32>
    %y = tenon.linear %x, %v : tensor<?x8xf32>, tensor<8x8xf32>
    return %y : tensor<?x8xf32>
  }
}

//--- made-kernel.mlir
// MADEKERNEL: made-kernel.mlir:[[#@LINE+7]]:{{[0-9]+}}: error: 'tenon.cast' op cannot be in the contraction
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @f(%x: tensor<?x8xf32>, %w: tensor<8x8xbf16> {tenon.param = "w"}) -> tensor<?x8xf32> {
    %y = tenon.kernel "k"(%x, %w) : (tensor<?x8xf32>, tensor<8x8xbf16>) -> tensor<?x8xf32> {
    ^bb0(%a: tensor<?x8xf32>, %b: tensor<8x8xbf16>):
      %p = tenon.slot prologue -> tensor<?x8xf32> { tenon.yield %a : tensor<?x8xf32> }
      %c = tenon.slot contraction -> tensor<?x8xf32> {
        %v = tenon.cast %b : tensor<8x8xbf16> to tensor<8x8xf32>
        %0 = tenon.linear %p, %v : tensor<?x8xf32>, tensor<8x8xf32>
        tenon.yield %0 : tensor<?x8xf32>
      }
      %e = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %c : tensor<?x8xf32> }
      tenon.yield %e : tensor<?x8xf32>
    }
    return %y : tensor<?x8xf32>
  }
}

//--- own.mlir
// OWN: own.mlir:[[#@LINE+10]]:{{[0-9]+}}: error: 'tenon.attend' op works on what earlier kernels stored, not on values that its own kernel makes
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @f(%x: tensor<?x2x4xf32>) -> tensor<?x2x4xf32> {
    %y = tenon.kernel "k"(%x) : (tensor<?x2x4xf32>) -> tensor<?x2x4xf32> {
    ^bb0(%a: tensor<?x2x4xf32>):
      %p = tenon.slot prologue -> tensor<?x2x4xf32> {
        %q = tenon.exp %a : tensor<?x2x4xf32>
        tenon.yield %q : tensor<?x2x4xf32>
      }
      %c = tenon.slot contraction -> tensor<?x2x4xf32> {
        %0 = tenon.attend %p, %a, %a score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
        tenon.yield %0 : tensor<?x2x4xf32>
      }
      %e = tenon.slot epilogue -> tensor<?x2x4xf32> { tenon.yield %c : tensor<?x2x4xf32> }
      tenon.yield %e : tensor<?x2x4xf32>
    }
    return %y : tensor<?x2x4xf32>
  }
}
