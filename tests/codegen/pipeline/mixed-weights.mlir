// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon compile %s --target=x86-64-v3 --emit=loops -o %t.mlir
// RUN: %filecheck %s --input-file=%t.mlir
// REQUIRES: codegen
// Weights keep their bits when they are packed, whatever the weights beside them are: a gate in bf16 that meets an up in
// f32 does not make the packer of the latter round.
// CHECK: tenon.pack parameter 0 units {{[0-9]+}} f32 @[[UP:[^ ]*]]
// CHECK: func.func {{.*}}@[[UP]](
// CHECK-NOT: arith.truncf
// CHECK: {{^  }}}
module attributes {tenon.block = {name = "f", width = 8 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [{name = "up", shape = array<i64: 8, 8>, type = f32}, {name = "gate", shape = array<i64: 8, 8>, type = bf16}], hash = array<i64: 1, 2>}} {
  func.func @f(%x: tensor<?x8xf32>, %up: tensor<8x8xf32> {tenon.param = "up"}, %gate: tensor<8x8xbf16> {tenon.param = "gate"}) -> tensor<?x8xf32> {
    %g = tenon.linear %x, %gate : tensor<?x8xf32>, tensor<8x8xbf16>
    %u = tenon.linear %x, %up : tensor<?x8xf32>, tensor<8x8xf32>
    %y = tenon.mul %g, %u : tensor<?x8xf32>, tensor<?x8xf32>
    return %y : tensor<?x8xf32>
  }
}
