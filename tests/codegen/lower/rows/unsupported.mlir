// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s -split-input-file -verify-diagnostics --tenon-select-schedule --tenon-plan-memory --tenon-lower-rows

func.func @turned(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %y = tenon.kernel "turned" (%x) : (tensor<?x64xf32>) -> tensor<?x64xf32> {
  ^bb0(%a: tensor<?x64xf32>):
    %o = tenon.slot rows -> tensor<?x64xf32> {
      %f = tenon.constant dense<1.0> : tensor<8xf64>
      %h = tenon.split %a : tensor<?x64xf32> to tensor<?x4x16xf32>
      // expected-error@+1 {{op has no row-wise code}}
      %t = tenon.rotate %h, %f {dim = 16 : i64, pairs = #tenon.pairs<half>, magnitude = 1.0 : f64} : tensor<?x4x16xf32>, tensor<8xf32>
      %r = tenon.merge %t : tensor<?x4x16xf32>
      tenon.yield %r : tensor<?x64xf32>
    }
    tenon.yield %o : tensor<?x64xf32>
  }
  return %y : tensor<?x64xf32>
}
