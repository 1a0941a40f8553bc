// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --tenon-expand-rotations --split-input-file | %filecheck %s

// Two of three pairs of channels turn; the last two channels stay: their sine is 0.
// CHECK-LABEL: func.func @half
// CHECK:         %[[P:.*]] = tenon.position
// CHECK:         %[[C:.*]] = tenon.cosine %[[P]]
// CHECK:         %[[S:.*]] = tenon.sine %[[P]]
// CHECK:         tenon.constant dense<[-1.000000e+00, -1.000000e+00, 1.000000e+00, 1.000000e+00, 0.000000e+00, 0.000000e+00]>
// CHECK:         %[[SIGNED:.*]] = tenon.mul %[[S]]
// CHECK:         %[[OTHER:.*]] = tenon.columns %arg0 from [2, 3, 0, 1, 4, 5] 
// CHECK:         tenon.mul %arg0, %[[C]]
// CHECK:         tenon.mul %[[OTHER]], %[[SIGNED]]
// CHECK-NOT:     tenon.rotate
func.func @half(%x: tensor<?x2x6xf32>) -> tensor<?x2x6xf32> {
  %f = tenon.constant dense<[1.0, 0.01]> : tensor<2xf64>
  %y = tenon.rotate %x, %f {dim = 4, magnitude = 1.0 : f64, pairs = #tenon.pairs<half>} : tensor<?x2x6xf32>, tensor<2xf32>
  return %y : tensor<?x2x6xf32>
}

// -----

// Neighbours are pairs; a magnitude scales what turns.
// CHECK-LABEL: func.func @interleaved
// CHECK:         tenon.constant dense<[2.000000e+00, 2.000000e+00, 2.000000e+00, 2.000000e+00, 1.000000e+00]>
// CHECK:         tenon.constant dense<[-2.000000e+00, 2.000000e+00, -2.000000e+00, 2.000000e+00, 0.000000e+00]>
// CHECK:         tenon.columns %arg0 from [1, 0, 3, 2, 4] 
func.func @interleaved(%x: tensor<?x1x5xf32>) -> tensor<?x1x5xf32> {
  %f = tenon.constant dense<[1.0, 0.01]> : tensor<2xf64>
  %y = tenon.rotate %x, %f {dim = 4, magnitude = 2.0 : f64, pairs = #tenon.pairs<interleaved>} : tensor<?x1x5xf32>, tensor<2xf32>
  return %y : tensor<?x1x5xf32>
}

// -----

// A frequency that is no f32 number is kept as the sum of two.
// CHECK-LABEL: func.func @exact
// CHECK:         tenon.constant dense<0.10000000149011612> : tensor<2xf64>
// CHECK:         tenon.constant dense<-1.4901161138336505E-9> : tensor<2xf64>
func.func @exact(%x: tensor<?x1x2xf32>) -> tensor<?x1x2xf32> {
  %f = tenon.constant dense<[0.1]> : tensor<1xf64>
  %y = tenon.rotate %x, %f {dim = 2, magnitude = 1.0 : f64, pairs = #tenon.pairs<half>} : tensor<?x1x2xf32>, tensor<1xf32>
  return %y : tensor<?x1x2xf32>
}

// -----

// Frequencies that depend on a parameter are spread over the channels.
// CHECK-LABEL: func.func @learned
// CHECK:         tenon.columns %arg1 from [0, 1, 0, 1] 
func.func @learned(%x: tensor<?x1x4xf32>, %f: tensor<2xf32> {tenon.param = "f"}) -> tensor<?x1x4xf32> {
  %y = tenon.rotate %x, %f {dim = 4, magnitude = 1.0 : f64, pairs = #tenon.pairs<half>} : tensor<?x1x4xf32>, tensor<2xf32>
  return %y : tensor<?x1x4xf32>
}
