// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-select-schedule | FileCheck %s --check-prefixes=CHECK,FMA
// RUN: %tenon-opt %s --split-input-file --tenon-select-schedule=target=x86-64-v4 | FileCheck %s --check-prefixes=CHECK,FMA
// RUN: %tenon-opt %s --split-input-file --tenon-select-schedule=target=x86-64-v4-bf16 | FileCheck %s --check-prefixes=CHECK,DOT
// The product, and with it the order of weights and of the left operand. What is given is kept.

// bf16 lies in pairs where vectors do, two of them; dots are for targets that gain by them. They read pairs of k, half the bytes,
// so that blocks have twice the rows: 288. 32 is the least depth.
// CHECK-LABEL: func.func @dots(
// FMA: #tenon.contraction<fma, {{.*}}block_rows = 144, {{.*}}left = <f32, step = 1>,
// FMA: #tenon.panel<paired, {{.*}}vectors = 2,
// DOT: #tenon.contraction<dot_bf16, lanes = 16, rows = 12, {{.*}}block_rows = 288, {{.*}}left = <bf16, step = 2>,
// DOT: #tenon.panel<pair_dot, lanes = 16, vectors = 2,
// Three vectors have no partners: plain, but dots pair k.
// CHECK-LABEL: func.func @odd(
// FMA: #tenon.contraction<fma,
// FMA: #tenon.panel<plain, {{.*}}vectors = 3,
// DOT: #tenon.contraction<dot_bf16,
// DOT: #tenon.panel<pair_dot, lanes = 16, vectors = 3,
// CHECK-LABEL: func.func @shallow(
// CHECK: #tenon.contraction<fma, {{.*}}block_rows = 144, {{.*}}left = <f32, step = 1>,
// CHECK: #tenon.panel<paired,
// One weight of f32 decides for its kernel, and panels differ by segment.
// CHECK-LABEL: func.func @mixed(
// CHECK: #tenon.contraction<fma,
// CHECK: #tenon.panel<paired,
// CHECK: #tenon.panel<plain,
// f16 is never paired: there is no cheap way to widen halves of words.
// CHECK-LABEL: func.func @half(
// CHECK: #tenon.contraction<fma,
// CHECK: #tenon.panel<plain, {{.*}}vectors = 2,
module attributes {tenon.block = {name = "b", width = 32 : i64, cache = f32, dtype = bf16, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @dots(%x: tensor<?x32xf32>, %w0: tensor<21x32xbf16>) -> tensor<?x21xf32> {
    %y = tenon.kernel "dots"(%x, %w0) : (tensor<?x32xf32>, tensor<21x32xbf16>) -> tensor<?x21xf32> {
    ^bb0(%a: tensor<?x32xf32>, %b0: tensor<21x32xbf16>):
      %l = tenon.slot prologue -> tensor<?x32xf32> { tenon.yield %a : tensor<?x32xf32> }
      %p0 = tenon.slot contraction -> tensor<?x21xf32> {
        %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x32xf32>, tensor<21x32xbf16>
        tenon.yield %0 : tensor<?x21xf32>
      }
      %e0 = tenon.slot epilogue -> tensor<?x21xf32> { tenon.yield %p0 : tensor<?x21xf32> }
      tenon.yield %e0 : tensor<?x21xf32>
    }
    return %y : tensor<?x21xf32>
  }

  func.func @odd(%x: tensor<?x32xf32>, %w0: tensor<21x32xbf16>, %w1: tensor<21x32xbf16>, %w2: tensor<21x32xbf16>) -> tensor<?x21xf32> {
    %y = tenon.kernel "odd"(%x, %w0, %w1, %w2) : (tensor<?x32xf32>, tensor<21x32xbf16>, tensor<21x32xbf16>, tensor<21x32xbf16>) -> tensor<?x21xf32> {
    ^bb0(%a: tensor<?x32xf32>, %b0: tensor<21x32xbf16>, %b1: tensor<21x32xbf16>, %b2: tensor<21x32xbf16>):
      %l = tenon.slot prologue -> tensor<?x32xf32> { tenon.yield %a : tensor<?x32xf32> }
      %p0:3 = tenon.slot contraction -> tensor<?x21xf32>, tensor<?x21xf32>, tensor<?x21xf32> {
        %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x32xf32>, tensor<21x32xbf16>
        %1 = tenon.linear %l, %b1 {storage = f32} : tensor<?x32xf32>, tensor<21x32xbf16>
        %2 = tenon.linear %l, %b2 {storage = f32} : tensor<?x32xf32>, tensor<21x32xbf16>
        tenon.yield %0, %1, %2 : tensor<?x21xf32>, tensor<?x21xf32>, tensor<?x21xf32>
      }
      %e0 = tenon.slot epilogue -> tensor<?x21xf32> {
        %1 = tenon.mul %p0#0, %p0#1 : tensor<?x21xf32>, tensor<?x21xf32>
        %2 = tenon.mul %1, %p0#2 : tensor<?x21xf32>, tensor<?x21xf32>
        tenon.yield %2 : tensor<?x21xf32>
      }
      tenon.yield %e0 : tensor<?x21xf32>
    }
    return %y : tensor<?x21xf32>
  }

  func.func @shallow(%x: tensor<?x31xf32>, %w0: tensor<21x31xbf16>) -> tensor<?x21xf32> {
    %y = tenon.kernel "shallow"(%x, %w0) : (tensor<?x31xf32>, tensor<21x31xbf16>) -> tensor<?x21xf32> {
    ^bb0(%a: tensor<?x31xf32>, %b0: tensor<21x31xbf16>):
      %l = tenon.slot prologue -> tensor<?x31xf32> { tenon.yield %a : tensor<?x31xf32> }
      %p0 = tenon.slot contraction -> tensor<?x21xf32> {
        %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x31xf32>, tensor<21x31xbf16>
        tenon.yield %0 : tensor<?x21xf32>
      }
      %e0 = tenon.slot epilogue -> tensor<?x21xf32> { tenon.yield %p0 : tensor<?x21xf32> }
      tenon.yield %e0 : tensor<?x21xf32>
    }
    return %y : tensor<?x21xf32>
  }

  func.func @mixed(%x: tensor<?x40xf32>, %w0: tensor<21x40xbf16>, %w1: tensor<8x40xf32>) -> (tensor<?x21xf32>, tensor<?x8xf32>) {
    %y:2 = tenon.kernel "mixed"(%x, %w0, %w1) : (tensor<?x40xf32>, tensor<21x40xbf16>, tensor<8x40xf32>) -> (tensor<?x21xf32>, tensor<?x8xf32>) {
    ^bb0(%a: tensor<?x40xf32>, %b0: tensor<21x40xbf16>, %b1: tensor<8x40xf32>):
      %l = tenon.slot prologue -> tensor<?x40xf32> { tenon.yield %a : tensor<?x40xf32> }
      %p0 = tenon.slot contraction -> tensor<?x21xf32> {
        %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x40xf32>, tensor<21x40xbf16>
        tenon.yield %0 : tensor<?x21xf32>
      }
      %e0 = tenon.slot epilogue -> tensor<?x21xf32> { tenon.yield %p0 : tensor<?x21xf32> }
      %p1 = tenon.slot contraction -> tensor<?x8xf32> {
        %0 = tenon.linear %l, %b1 {storage = f32} : tensor<?x40xf32>, tensor<8x40xf32>
        tenon.yield %0 : tensor<?x8xf32>
      }
      %e1 = tenon.slot epilogue -> tensor<?x8xf32> { tenon.yield %p1 : tensor<?x8xf32> }
      tenon.yield %e0, %e1 : tensor<?x21xf32>, tensor<?x8xf32>
    }
    return %y#0, %y#1 : tensor<?x21xf32>, tensor<?x8xf32>
  }

  func.func @half(%x: tensor<?x40xf32>, %w0: tensor<21x40xf16>) -> tensor<?x21xf32> {
    %y = tenon.kernel "half"(%x, %w0) : (tensor<?x40xf32>, tensor<21x40xf16>) -> tensor<?x21xf32> {
    ^bb0(%a: tensor<?x40xf32>, %b0: tensor<21x40xf16>):
      %l = tenon.slot prologue -> tensor<?x40xf32> { tenon.yield %a : tensor<?x40xf32> }
      %p0 = tenon.slot contraction -> tensor<?x21xf32> {
        %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x40xf32>, tensor<21x40xf16>
        tenon.yield %0 : tensor<?x21xf32>
      }
      %e0 = tenon.slot epilogue -> tensor<?x21xf32> { tenon.yield %p0 : tensor<?x21xf32> }
      tenon.yield %e0 : tensor<?x21xf32>
    }
    return %y : tensor<?x21xf32>
  }
}

// -----

// Inputs of linears of a block of f32 are not to be rounded.
// CHECK-LABEL: func.func @exact(
// CHECK: #tenon.contraction<fma,
// CHECK: #tenon.panel<paired,
module attributes {tenon.block = {name = "b", width = 32 : i64, cache = f32, dtype = f32, weights = f32, residual = f32, parameters = [], hash = array<i64: 1, 2>}} {
  func.func @exact(%x: tensor<?x64xf32>, %w0: tensor<21x64xbf16>) -> tensor<?x21xf32> {
    %y = tenon.kernel "exact"(%x, %w0) : (tensor<?x64xf32>, tensor<21x64xbf16>) -> tensor<?x21xf32> {
    ^bb0(%a: tensor<?x64xf32>, %b0: tensor<21x64xbf16>):
      %l = tenon.slot prologue -> tensor<?x64xf32> { tenon.yield %a : tensor<?x64xf32> }
      %p0 = tenon.slot contraction -> tensor<?x21xf32> {
        %0 = tenon.linear %l, %b0 {storage = f32} : tensor<?x64xf32>, tensor<21x64xbf16>
        tenon.yield %0 : tensor<?x21xf32>
      }
      %e0 = tenon.slot epilogue -> tensor<?x21xf32> { tenon.yield %p0 : tensor<?x21xf32> }
      tenon.yield %e0 : tensor<?x21xf32>
    }
    return %y : tensor<?x21xf32>
  }
}
