// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %tenon compile %s --target=x86-64-v3 --emit=asm -o %t.s 2>&1 | %filecheck %s
// REQUIRES: codegen
// A kernel with an attention stores keys, values and what it makes of them. One that returns what its prologue computes
// beside would leave that unwritten, so it is refused.
// CHECK: attention-stores.mlir:{{[0-9]+}}:{{[0-9]+}}: error:
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @f(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
    %y = tenon.kernel "k"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
    ^bb0(%a: tensor<?x8xf32>):
      %p:2 = tenon.slot prologue -> tensor<?x2x4xf32>, tensor<?x8xf32> {
        %0 = tenon.split %a : tensor<?x8xf32> to tensor<?x2x4xf32>
        %1 = tenon.exp %a : tensor<?x8xf32>
        tenon.yield %0, %1 : tensor<?x2x4xf32>, tensor<?x8xf32>
      }
      %c = tenon.slot contraction -> tensor<?x2x4xf32> {
        %0 = tenon.attend %p#0, %p#0, %p#0 score {} mask {} {scale = 1.0 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>
        tenon.yield %0 : tensor<?x2x4xf32>
      }
      %e = tenon.slot epilogue -> tensor<?x2x4xf32> { tenon.yield %c : tensor<?x2x4xf32> }
      tenon.yield %p#1 : tensor<?x8xf32>
    }
    return %y : tensor<?x8xf32>
  }
}
