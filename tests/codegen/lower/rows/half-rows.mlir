// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows | FileCheck %s
// Rows of 16-bit types: bf16 goes through integers, f16 through extf and truncf (F16C); arithmetic is f32. There are
// no masked instructions for 16 bits before AVX-512, so the end of a row goes in pieces of powers of two.

// 15 columns are a vector and 7 = 4 + 2 + 1 more, at columns 8, 12 and 14. Lanes without a column are 0. Between loads
// and stores the pieces are integers. bf16 to f32 is a shift by 16.
// CHECK-LABEL: func.func @widen.finish(
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [15]{{.*}} to memref<15xbf16,
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [15]{{.*}} to memref<15xf32,
// CHECK:      %[[V:.*]] = vector.load %[[X]][%[[AT0:[a-z0-9_]+]]] {{.*}}, vector<8xbf16>
// CHECK-NEXT: %[[HALF:.*]] = arith.bitcast %[[V]] : vector<8xbf16> to vector<8xi16>
// CHECK-NEXT: %[[INT:.*]] = arith.extui %[[HALF]] : vector<8xi16> to vector<8xi32>
// CHECK-NEXT: %[[BY:.*]] = arith.constant dense<16> : vector<8xi32>
// CHECK-NEXT: %[[HIGH:.*]] = arith.shli %[[INT]], %[[BY]] : vector<8xi32>
// CHECK-NEXT: %[[F:.*]] = arith.bitcast %[[HIGH]] : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: %[[R:.*]] = arith.negf %[[F]] : vector<8xf32>
// CHECK-NEXT: vector.store %[[R]], %[[Y]][%[[AT0]]]
// CHECK-NEXT: %[[AT8:.*]] = arith.constant 8 : index
// CHECK:      %[[ZERO:.*]] = arith.constant dense<0> : vector<8xi16>
// CHECK-NEXT: %[[V4:.*]] = vector.load %[[X]][%[[AT8]]] {{.*}}, vector<4xbf16>
// CHECK-NEXT: %[[B4:.*]] = vector.bitcast %[[V4]] : vector<4xbf16> to vector<4xi16>
// CHECK-NEXT: %[[S4:.*]] = vector.insert_strided_slice %[[B4]], %[[ZERO]] {offsets = [0], strides = [1]}
// CHECK:      %[[AT12:.*]] = arith.constant 12 : index
// CHECK-NEXT: %[[V2:.*]] = vector.load %[[X]][%[[AT12]]] {{.*}}, vector<2xbf16>
// CHECK-NEXT: %[[B2:.*]] = vector.bitcast %[[V2]] : vector<2xbf16> to vector<2xi16>
// CHECK-NEXT: %[[S2:.*]] = vector.insert_strided_slice %[[B2]], %[[S4]] {offsets = [4], strides = [1]}
// CHECK:      %[[AT14:.*]] = arith.constant 14 : index
// CHECK-NEXT: %[[V1:.*]] = vector.load %[[X]][%[[AT14]]] {{.*}}, vector<1xbf16>
// CHECK-NEXT: %[[B1:.*]] = vector.bitcast %[[V1]] : vector<1xbf16> to vector<1xi16>
// CHECK-NEXT: %[[S1:.*]] = vector.insert_strided_slice %[[B1]], %[[S2]] {offsets = [6], strides = [1]}
// CHECK-NEXT: %[[TAIL:.*]] = vector.bitcast %[[S1]] : vector<8xi16> to vector<8xbf16>
// CHECK-NEXT: %[[THALF:.*]] = arith.bitcast %[[TAIL]] : vector<8xbf16> to vector<8xi16>
// CHECK-NEXT: %[[TINT:.*]] = arith.extui %[[THALF]] : vector<8xi16> to vector<8xi32>
// CHECK:      %[[TF:.*]] = arith.bitcast %{{.*}} : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: %[[TR:.*]] = arith.negf %[[TF]]
// CHECK-NEXT: %[[MASK:.*]] = vector.constant_mask [7]
// CHECK-NEXT: vector.maskedstore %[[Y]][%[[AT8]]], %[[MASK]], %[[TR]]
func.func @widen(%A: tensor<?x15xbf16>) -> tensor<?x15xf32> {
  %out = tenon.kernel "widen"(%A) attributes {loads = [#tenon.place<x>], panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>} : (tensor<?x15xbf16>) -> tensor<?x15xf32> {
  ^bb0(%a: tensor<?x15xbf16>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x15xf32> {
      %w = tenon.cast %a : tensor<?x15xbf16> to tensor<?x15xf32>
      %n = tenon.neg %w : tensor<?x15xf32>
      tenon.yield %n : tensor<?x15xf32>
    }
    tenon.yield %row : tensor<?x15xf32>
  }
  return %out : tensor<?x15xf32>
}

// -----

// f32 to bf16, to nearest and ties to even: add 0x7fff and the lowest bit that stays, then take the high half. For a
// NaN, which that could carry to zero, the quiet bit 0x00400000 is set instead. The cast is the store's: rounded once.
// CHECK-LABEL: func.func @narrow.finish(
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [15]{{.*}} to memref<15xbf16,
// CHECK:      %[[R:.*]] = arith.negf
// CHECK-NEXT: %[[BITS:.*]] = arith.bitcast %[[R]] : vector<8xf32> to vector<8xi32>
// CHECK-NEXT: %[[BY:.*]] = arith.constant dense<16> : vector<8xi32>
// CHECK-NEXT: %[[LOW:.*]] = arith.shrui %[[BITS]], %[[BY]]
// CHECK-NEXT: %[[ONE:.*]] = arith.constant dense<1> : vector<8xi32>
// CHECK-NEXT: %[[ODD:.*]] = arith.andi %[[LOW]], %[[ONE]]
// CHECK-NEXT: %[[LESS:.*]] = arith.constant dense<32767> : vector<8xi32>
// CHECK-NEXT: %[[ADD:.*]] = arith.addi %[[ODD]], %[[LESS]]
// CHECK-NEXT: %[[UP:.*]] = arith.addi %[[BITS]], %[[ADD]]
// CHECK-NEXT: %[[QBIT:.*]] = arith.constant dense<4194304> : vector<8xi32>
// CHECK-NEXT: %[[QUIET:.*]] = arith.ori %[[BITS]], %[[QBIT]]
// CHECK-NEXT: %[[NAN:.*]] = arith.cmpf uno, %[[R]], %[[R]]
// CHECK-NEXT: %[[PICK:.*]] = arith.select %[[NAN]], %[[QUIET]], %[[UP]]
// CHECK-NEXT: %[[BY2:.*]] = arith.constant dense<16> : vector<8xi32>
// CHECK-NEXT: %[[HIGH:.*]] = arith.shrui %[[PICK]], %[[BY2]]
// CHECK-NEXT: %[[HALF:.*]] = arith.trunci %[[HIGH]] : vector<8xi32> to vector<8xi16>
// CHECK-NEXT: %[[OUT:.*]] = arith.bitcast %[[HALF]] : vector<8xi16> to vector<8xbf16>
// CHECK-NEXT: vector.store %[[OUT]], %[[Y]]
// CHECK-NEXT: %[[AT8:.*]] = arith.constant 8 : index
// CHECK:      vector.constant_mask [7]
// CHECK-NEXT: vector.maskedload
// CHECK:      %[[TOUT:.*]] = arith.bitcast %{{.*}} : vector<8xi16> to vector<8xbf16>
// CHECK-NEXT: %[[TBITS:.*]] = vector.bitcast %[[TOUT]] : vector<8xbf16> to vector<8xi16>
// CHECK-NEXT: %[[P4:.*]] = vector.extract_strided_slice %[[TBITS]] {offsets = [0], sizes = [4], strides = [1]}
// CHECK-NEXT: %[[O4:.*]] = vector.bitcast %[[P4]] : vector<4xi16> to vector<4xbf16>
// CHECK-NEXT: vector.store %[[O4]], %[[Y]][%[[AT8]]]
// CHECK-NEXT: %[[P2:.*]] = vector.extract_strided_slice %[[TBITS]] {offsets = [4], sizes = [2], strides = [1]}
// CHECK-NEXT: %[[O2:.*]] = vector.bitcast %[[P2]] : vector<2xi16> to vector<2xbf16>
// CHECK:      %[[AT12:.*]] = arith.constant 12 : index
// CHECK-NEXT: vector.store %[[O2]], %[[Y]][%[[AT12]]]
// CHECK-NEXT: %[[P1:.*]] = vector.extract_strided_slice %[[TBITS]] {offsets = [6], sizes = [1], strides = [1]}
// CHECK-NEXT: %[[O1:.*]] = vector.bitcast %[[P1]] : vector<1xi16> to vector<1xbf16>
// CHECK:      %[[AT14:.*]] = arith.constant 14 : index
// CHECK-NEXT: vector.store %[[O1]], %[[Y]][%[[AT14]]]
// CHECK-NEXT: }
func.func @narrow(%A: tensor<?x15xf32>) -> tensor<?x15xbf16> {
  %out = tenon.kernel "narrow"(%A) attributes {loads = [#tenon.place<x>], panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>} : (tensor<?x15xf32>) -> tensor<?x15xbf16> {
  ^bb0(%a: tensor<?x15xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x15xbf16> {
      %n = tenon.neg %a : tensor<?x15xf32>
      %r = tenon.cast %n : tensor<?x15xf32> to tensor<?x15xbf16>
      tenon.yield %r : tensor<?x15xbf16>
    }
    tenon.yield %row : tensor<?x15xbf16>
  }
  return %out : tensor<?x15xbf16>
}

// -----

// f16: one instruction each way, no bits to move. 11 = 8 + 2 + 1 columns.
// CHECK-LABEL: func.func @f16.finish(
// CHECK:      %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [11]{{.*}} to memref<11xf16,
// CHECK:      %[[Y:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [11]{{.*}} to memref<11xf16,
// CHECK:      %[[V:.*]] = vector.load %[[X]][%{{.*}}] {{.*}}, vector<8xf16>
// CHECK-NEXT: %[[F:.*]] = arith.extf %[[V]] : vector<8xf16> to vector<8xf32>
// CHECK-NEXT: %[[R:.*]] = arith.negf %[[F]]
// CHECK-NEXT: %[[H:.*]] = arith.truncf %[[R]] : vector<8xf32> to vector<8xf16>
// CHECK-NEXT: vector.store %[[H]], %[[Y]]
// CHECK:      vector.load %[[X]][%{{.*}}] {{.*}}, vector<2xf16>
// CHECK:      vector.load %[[X]][%{{.*}}] {{.*}}, vector<1xf16>
// CHECK-NOT:  vector.load
// CHECK:      vector.store %{{.*}}, %[[Y]][%{{.*}}] {{.*}}, vector<2xf16>
// CHECK:      vector.store %{{.*}}, %[[Y]][%{{.*}}] {{.*}}, vector<1xf16>
// CHECK-NOT:  vector.store
// CHECK:      return
func.func @f16(%A: tensor<?x11xf16>) -> tensor<?x11xf16> {
  %out = tenon.kernel "f16"(%A) attributes {loads = [#tenon.place<x>], panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>} : (tensor<?x11xf16>) -> tensor<?x11xf16> {
  ^bb0(%a: tensor<?x11xf16>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x11xf16> {
      %w = tenon.cast %a : tensor<?x11xf16> to tensor<?x11xf32>
      %n = tenon.neg %w : tensor<?x11xf32>
      %r = tenon.cast %n : tensor<?x11xf32> to tensor<?x11xf16>
      tenon.yield %r : tensor<?x11xf16>
    }
    tenon.yield %row : tensor<?x11xf16>
  }
  return %out : tensor<?x11xf16>
}

// -----

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
  %out = tenon.kernel "padded"(%A, %G, %W) attributes {loads = [#tenon.place<x>, #tenon.place<packed>, #tenon.place<workspace, row_bytes = 64>], panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 16, tile = 8>} : (tensor<?x31xbf16>, tensor<31xbf16>, tensor<?x31xbf16>) -> tensor<?x31xf32> {
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
  %out:2 = tenon.kernel "both"(%A) attributes {loads = [#tenon.place<x>], panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>} : (tensor<?x8xf32>) -> (tensor<?x8xbf16>, tensor<?x8xf32>) {
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
  %out = tenon.kernel "required"(%A) attributes {loads = [#tenon.place<x>], panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>} : (tensor<?x8xf32>) -> tensor<?x8xf32> {
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
