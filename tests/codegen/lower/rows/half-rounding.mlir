// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows | FileCheck %s
// Rows of 16-bit types: where whole vectors may be read, and what is rounded.

// Sixteen lanes and 31 columns: 15 = 8 + 4 + 2 + 1, at 16, 24, 28 and 30. In memory beside parameters and between
// kernels there is room for whole vectors, so those are read as such.
// CHECK-LABEL: func.func @padded.finish(
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [31]
// CHECK:      %[[G:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [31]
// CHECK:      %[[W:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [31]
// CHECK:      vector.load %[[X]][%{{.*}}] {{.*}}, vector<16xbf16>
// CHECK:      vector.load %[[G]][%{{.*}}] {{.*}}, vector<16xbf16>
// CHECK:      vector.load %[[W]][%{{.*}}] {{.*}}, vector<16xbf16>
// CHECK:      %[[AT16:.*]] = arith.constant 16 : index
// CHECK:      vector.load %[[X]][%[[AT16]]] {{.*}}, vector<8xbf16>
// CHECK:      %[[AT24:.*]] = arith.constant 24 : index
// CHECK-NEXT: vector.load %[[X]][%[[AT24]]] {{.*}}, vector<4xbf16>
// CHECK:      %[[AT28:.*]] = arith.constant 28 : index
// CHECK-NEXT: vector.load %[[X]][%[[AT28]]] {{.*}}, vector<2xbf16>
// CHECK:      %[[AT30:.*]] = arith.constant 30 : index
// CHECK-NEXT: vector.load %[[X]][%[[AT30]]] {{.*}}, vector<1xbf16>
// CHECK:      vector.load %[[G]][%[[AT16]]] {{.*}}, vector<16xbf16>
// CHECK:      vector.load %[[W]][%[[AT16]]] {{.*}}, vector<16xbf16>
// CHECK:      return
func.func @padded(%A: tensor<?x31xbf16>, %G: tensor<31xbf16>, %W: tensor<?x31xbf16>) -> tensor<?x31xf32> {
  %out = tenon.kernel "padded"(%A, %G, %W) attributes {
    loads = [#tenon.place<x>, #tenon.place<packed>, #tenon.place<workspace, row_bytes = 64>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 16, tile = 8>
  } : (tensor<?x31xbf16>, tensor<31xbf16>, tensor<?x31xbf16>) -> tensor<?x31xf32> {
  ^bb0(%a: tensor<?x31xbf16>, %g: tensor<31xbf16>, %w: tensor<?x31xbf16>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x31xf32> {
      %b = tenon.cast %a : tensor<?x31xbf16> to tensor<?x31xf32>
      %h = tenon.cast %g : tensor<31xbf16> to tensor<31xf32>
      %v = tenon.cast %w : tensor<?x31xbf16> to tensor<?x31xf32>
      %m = tenon.mul %b, %h : tensor<?x31xf32>, tensor<31xf32>
      %n = tenon.add %m, %v : tensor<?x31xf32>, tensor<?x31xf32>
      tenon.yield %n : tensor<?x31xf32>
    }
    tenon.yield %row : tensor<?x31xf32>
  }
  return %out : tensor<?x31xf32>
}

// -----

// A store of bf16 rounds the exact value; one who needs the stored value itself (as f32) rounds in f32: the low half
// is cleared by 0xffff0000 = -65536, nothing is narrowed and widened.
// CHECK-LABEL: func.func @both.finish(
// CHECK:      %[[N:.*]] = arith.negf
// CHECK:      %[[HALF:.*]] = arith.trunci %{{.*}} : vector<8xi32> to vector<8xi16>
// CHECK-NEXT: %[[OUT:.*]] = arith.bitcast %[[HALF]] : vector<8xi16> to vector<8xbf16>
// CHECK-NEXT: vector.store %[[OUT]]
// CHECK-NEXT: arith.bitcast %[[N]] : vector<8xf32> to vector<8xi32>
// CHECK:      %[[PICK:.*]] = arith.select
// CHECK-NEXT: %[[HIGH:.*]] = arith.constant dense<-65536> : vector<8xi32>
// CHECK-NEXT: %[[BITS:.*]] = arith.andi %[[PICK]], %[[HIGH]]
// CHECK-NEXT: %[[F:.*]] = arith.bitcast %[[BITS]] : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: %[[R:.*]] = math.absf %[[F]]
// CHECK-NEXT: vector.store %[[R]]
func.func @both(%A: tensor<?x8xf32>) -> (tensor<?x8xbf16>, tensor<?x8xf32>) {
  %out:2 = tenon.kernel "both"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>) -> (tensor<?x8xbf16>, tensor<?x8xf32>) {
  ^bb0(%a: tensor<?x8xf32>):
    %row:2 = tenon.slot rows attributes {stores = [[#tenon.place<y>], [#tenon.place<workspace, row_bytes = 64>]]} -> tensor<?x8xbf16>, tensor<?x8xf32> {
      %n = tenon.neg %a : tensor<?x8xf32>
      %r = tenon.cast %n : tensor<?x8xf32> to tensor<?x8xbf16>
      %w = tenon.cast %r : tensor<?x8xbf16> to tensor<?x8xf32>
      %q = tenon.abs %w : tensor<?x8xf32>
      tenon.yield %r, %q : tensor<?x8xbf16>, tensor<?x8xf32>
    }
    tenon.yield %row#0, %row#1 : tensor<?x8xbf16>, tensor<?x8xf32>
  }
  return %out#0, %out#1 : tensor<?x8xbf16>, tensor<?x8xf32>
}

// -----

// Rounding that a spec requires is done whatever is stored: in f32 for bf16, there and back for f16.
// CHECK-LABEL: func.func @required.finish(
// CHECK:      %[[A:.*]] = vector.load
// CHECK-NEXT: %[[BITS:.*]] = arith.bitcast %[[A]] : vector<8xf32> to vector<8xi32>
// CHECK:      %[[PICK:.*]] = arith.select
// CHECK-NEXT: %[[HIGH:.*]] = arith.constant dense<-65536> : vector<8xi32>
// CHECK-NEXT: %[[KEEP:.*]] = arith.andi %[[PICK]], %[[HIGH]]
// CHECK-NEXT: %[[B:.*]] = arith.bitcast %[[KEEP]] : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: %[[H16:.*]] = arith.truncf %[[A]] : vector<8xf32> to vector<8xf16>
// CHECK-NEXT: %[[H:.*]] = arith.extf %[[H16]] : vector<8xf16> to vector<8xf32>
// CHECK-NEXT: %[[R:.*]] = arith.addf %[[B]], %[[H]]
// CHECK-NEXT: vector.store %[[R]]
func.func @required(%A: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "required"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %n = tenon.round %a to bf16 : tensor<?x8xf32>
      %h = tenon.round %a to f16 : tensor<?x8xf32>
      %r = tenon.add %n, %h : tensor<?x8xf32>, tensor<?x8xf32>
      tenon.yield %r : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}
