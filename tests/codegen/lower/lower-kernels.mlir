// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-lower-kernels=target=x86-64-v3 \
// RUN:   | FileCheck %s --implicit-check-not="= tenon." --implicit-check-not="tensor<"

// Two kernels become phases, their packers and the launch list: no op of ours is left, no tensor.

// CHECK:      tenon.launch "norm_gate_up" rows prologue @norm_gate_up.prologue contraction @norm_gate_up.contraction {
// CHECK-NEXT: tenon.launch "down" rows {{(prologue @down.prologue )?}}contraction @down.contraction {
// Gate and up come from parameters 1 and 2, the gain (parameter 0) is packed as it is.
// CHECK-NEXT: tenon.pack parameter 1
// CHECK-NEXT: tenon.pack parameter 2
// CHECK-NEXT: tenon.pack parameter 3
// CHECK-NEXT: tenon.pack parameter 0
// CHECK-NEXT: tenon.part

// The norm is computed on rows that are packed into the panel.
// CHECK-LABEL: func.func @norm_gate_up.prologue(
// CHECK-SAME:    tenon.buffer = "panel"
// CHECK:         math.sqrt
// CHECK:         arith.divf
// CHECK:         return

// The contraction ends in act * gate, on accumulators.
// CHECK-LABEL: func.func @norm_gate_up.contraction(
// CHECK:         arith.mulf {{.*}} : vector<8xf32>

// The full tile of AVX2: 6 rows by 2 vectors, accumulators carried by the loop over k.
// CHECK-LABEL: func.func private @gemm_f32_6x2
// CHECK:         scf.for {{.*}} iter_args
// CHECK-SAME:      (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>)
// CHECK-COUNT-12:  vector.fma
// CHECK:           scf.yield

// A packer for each storage type of a weight.
// CHECK-DAG: func.func @pack.0.f32(
// CHECK-DAG: func.func @pack.0.bf16(
// CHECK-DAG: func.func @pack.0.f16(

module attributes {tenon.block = {cache = f32, dtype = f32, hash = array<i64: -2062875467101484036, 7589152032234849716>, name = "b", parameters = [{name = "ffn.norm.gain", shape = array<i64: 48>, type = f32}, {name = "ffn.gate.weight", shape = array<i64: 80, 48>, type = f32}, {name = "ffn.up.weight", shape = array<i64: 80, 48>, type = f32}, {name = "ffn.down.weight", shape = array<i64: 48, 80>, type = f32}], residual = f32, weights = f32, width = 48 : i64}} {
  func.func @b(%arg0: tensor<?x48xf32>, %arg1: tensor<48xf32> {tenon.param = "ffn.norm.gain"}, %arg2: tensor<80x48xf32> {tenon.param = "ffn.gate.weight"}, %arg3: tensor<80x48xf32> {tenon.param = "ffn.up.weight"}, %arg4: tensor<48x80xf32> {tenon.param = "ffn.down.weight"}) -> tensor<?x48xf32> {
    %0 = tenon.kernel "norm_gate_up"(%arg0, %arg1, %arg2, %arg3) : (tensor<?x48xf32>, tensor<48xf32>, tensor<80x48xf32>, tensor<80x48xf32>) -> tensor<?x80xf32> {
    ^bb0(%arg5: tensor<?x48xf32>, %arg6: tensor<48xf32>, %arg7: tensor<80x48xf32>, %arg8: tensor<80x48xf32>):
      %2 = tenon.power %arg5 {exponent = 2 : i64, slot = #tenon.slot<prologue>} : tensor<?x48xf32>
      %3 = tenon.mean %2 {slot = #tenon.slot<prologue>} : tensor<?x48xf32>
      %4 = tenon.constant dense<1.000000e-05> : tensor<1xf64> {slot = #tenon.slot<prologue>}
      %5 = tenon.add %3, %4 {slot = #tenon.slot<prologue>} : tensor<?x1xf32>, tensor<1xf32>
      %6 = tenon.sqrt %5 {slot = #tenon.slot<prologue>} : tensor<?x1xf32>
      %7 = tenon.div %arg5, %6 {slot = #tenon.slot<prologue>} : tensor<?x48xf32>, tensor<?x1xf32>
      %8 = tenon.mul %7, %arg6 {slot = #tenon.slot<prologue>, storage = f32} : tensor<?x48xf32>, tensor<48xf32>
      %9 = tenon.linear %8, %arg7 {slot = #tenon.slot<contraction>, storage = f32} : tensor<?x48xf32>, tensor<80x48xf32>
      %10 = tenon.linear %8, %arg8 {slot = #tenon.slot<contraction>, storage = f32} : tensor<?x48xf32>, tensor<80x48xf32>
      %11 = tenon.constant dense<0.000000e+00> : tensor<1xf64> {slot = #tenon.slot<epilogue>}
      %12 = tenon.constant dense<0xFFF0000000000000> : tensor<1xf64> {slot = #tenon.slot<epilogue>}
      %13 = tenon.eq %9, %12 {slot = #tenon.slot<epilogue>} : tensor<?x80xf32>, tensor<1xf32>
      %14 = tenon.sigmoid %9 {slot = #tenon.slot<epilogue>} : tensor<?x80xf32>
      %15 = tenon.mul %9, %14 {slot = #tenon.slot<epilogue>} : tensor<?x80xf32>, tensor<?x80xf32>
      %16 = tenon.select %13, %11, %15 {slot = #tenon.slot<epilogue>} : tensor<?x80xi1>, tensor<1xf32>, tensor<?x80xf32>
      %17 = tenon.mul %16, %10 {slot = #tenon.slot<epilogue>, storage = f32} : tensor<?x80xf32>, tensor<?x80xf32>
      tenon.yield %17 : tensor<?x80xf32>
    }
    %1 = tenon.kernel "down"(%0, %arg0, %arg4) : (tensor<?x80xf32>, tensor<?x48xf32>, tensor<48x80xf32>) -> tensor<?x48xf32> {
    ^bb0(%arg5: tensor<?x80xf32>, %arg6: tensor<?x48xf32>, %arg7: tensor<48x80xf32>):
      %2 = tenon.linear %arg5, %arg7 {slot = #tenon.slot<contraction>, storage = f32} : tensor<?x80xf32>, tensor<48x80xf32>
      %3 = tenon.add %arg6, %2 {slot = #tenon.slot<epilogue>, storage = f32} : tensor<?x48xf32>, tensor<?x48xf32>
      tenon.yield %3 : tensor<?x48xf32>
    }
    return %1 : tensor<?x48xf32>
  }
}
