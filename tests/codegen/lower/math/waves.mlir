// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows | FileCheck %s
// cos and sin of position * (high + low), in f64 and rounded once. sin(x + 1/4 turn) is cos: all that differs is the
// quarter that is added, 1 or 0.

// CHECK-LABEL: func.func @cosine.finish(
// CHECK:      %[[POS:.*]] = vector.broadcast %{{.*}} : f32 to vector<8xf32>
// CHECK:      %[[HIGH:.*]] = vector.load
// CHECK:      %[[LOW:.*]] = vector.load
// The angle: the frequency is a sum of two f32, exact in f64.
// CHECK-NEXT: %[[HIGHD:.*]] = arith.extf %[[HIGH]] : vector<8xf32> to vector<8xf64>
// CHECK-NEXT: %[[LOWD:.*]] = arith.extf %[[LOW]] : vector<8xf32> to vector<8xf64>
// CHECK-NEXT: %[[FREQUENCY:.*]] = arith.addf %[[HIGHD]], %[[LOWD]] : vector<8xf64>
// CHECK-NEXT: %[[POSD:.*]] = arith.extf %[[POS]] : vector<8xf32> to vector<8xf64>
// CHECK-NEXT: %[[ANGLE:.*]] = arith.mulf %[[POSD]], %[[FREQUENCY]] : vector<8xf64>
// Quarters of a turn: angle * 2 / pi, rounded; pi / 2 in two parts, nearest and what that lacks.
// CHECK-NEXT: %[[TWOBYPI:.*]] = arith.constant dense<0.63661977236758138> : vector<8xf64>
// CHECK-NEXT: %[[QUARTERS:.*]] = arith.mulf %[[ANGLE]], %[[TWOBYPI]]
// CHECK-NEXT: %[[TURNS:.*]] = math.roundeven %[[QUARTERS]]
// CHECK-NEXT: %[[PIBY2:.*]] = arith.constant dense<-1.5707963267948966> : vector<8xf64>
// CHECK-NEXT: %[[REST1:.*]] = math.fma %[[TURNS]], %[[PIBY2]], %[[ANGLE]]
// CHECK-NEXT: %[[PILOW:.*]] = arith.constant dense<-6.123233995736766E-17> : vector<8xf64>
// CHECK-NEXT: %[[REST:.*]] = math.fma %[[TURNS]], %[[PILOW]], %[[REST1]]
// CHECK-NEXT: %[[NUMBER:.*]] = arith.fptosi %[[TURNS]] : vector<8xf64> to vector<8xi32>
// CHECK-NEXT: %[[ADDED:.*]] = arith.constant dense<1> : vector<8xi32>
// CHECK-NEXT: %[[QUARTER:.*]] = arith.addi %[[NUMBER]], %[[ADDED]]
// CHECK-NEXT: %[[SQUARE:.*]] = arith.mulf %[[REST]], %[[REST]]
// Sine: x (1 - x^2 / 3! + x^4 / 5! - ... - x^10 / 11!).
// CHECK-NEXT: %[[S11:.*]] = arith.constant dense<-2.505210838544172E-8> : vector<8xf64>
// CHECK-NEXT: %[[S9:.*]] = arith.constant dense<2.7557319223985893E-6> : vector<8xf64>
// CHECK-NEXT: %[[A9:.*]] = math.fma %[[S11]], %[[SQUARE]], %[[S9]]
// CHECK-NEXT: %[[S7:.*]] = arith.constant dense<-1.9841269841269841E-4> : vector<8xf64>
// CHECK-NEXT: %[[A7:.*]] = math.fma %[[A9]], %[[SQUARE]], %[[S7]]
// CHECK-NEXT: %[[S5:.*]] = arith.constant dense<0.0083333333333333332> : vector<8xf64>
// CHECK-NEXT: %[[A5:.*]] = math.fma %[[A7]], %[[SQUARE]], %[[S5]]
// CHECK-NEXT: %[[S3:.*]] = arith.constant dense<-0.16666666666666666> : vector<8xf64>
// CHECK-NEXT: %[[A3:.*]] = math.fma %[[A5]], %[[SQUARE]], %[[S3]]
// CHECK-NEXT: %[[S1:.*]] = arith.constant dense<1.000000e+00> : vector<8xf64>
// CHECK-NEXT: %[[A1:.*]] = math.fma %[[A3]], %[[SQUARE]], %[[S1]]
// CHECK-NEXT: %[[SINE:.*]] = arith.mulf %[[REST]], %[[A1]]
// Cosine: 1 - x^2 / 2! + x^4 / 4! - ... + x^12 / 12!.
// CHECK-NEXT: %[[C12:.*]] = arith.constant dense<2.08767569878681E-9> : vector<8xf64>
// CHECK-NEXT: %[[C10:.*]] = arith.constant dense<-2.7557319223985888E-7> : vector<8xf64>
// CHECK-NEXT: %[[B10:.*]] = math.fma %[[C12]], %[[SQUARE]], %[[C10]]
// CHECK-NEXT: %[[C8:.*]] = arith.constant dense<2.4801587301587302E-5> : vector<8xf64>
// CHECK-NEXT: %[[B8:.*]] = math.fma %[[B10]], %[[SQUARE]], %[[C8]]
// CHECK-NEXT: %[[C6:.*]] = arith.constant dense<-0.0013888888888888889> : vector<8xf64>
// CHECK-NEXT: %[[B6:.*]] = math.fma %[[B8]], %[[SQUARE]], %[[C6]]
// CHECK-NEXT: %[[C4:.*]] = arith.constant dense<0.041666666666666664> : vector<8xf64>
// CHECK-NEXT: %[[B4:.*]] = math.fma %[[B6]], %[[SQUARE]], %[[C4]]
// CHECK-NEXT: %[[C2:.*]] = arith.constant dense<-5.000000e-01> : vector<8xf64>
// CHECK-NEXT: %[[B2:.*]] = math.fma %[[B4]], %[[SQUARE]], %[[C2]]
// CHECK-NEXT: %[[C0:.*]] = arith.constant dense<1.000000e+00> : vector<8xf64>
// CHECK-NEXT: %[[COSINE:.*]] = math.fma %[[B2]], %[[SQUARE]], %[[C0]]
// Odd quarters take the cosine, the second and third change the sign.
// CHECK-NEXT: %[[BIT1:.*]] = arith.constant dense<1> : vector<8xi32>
// CHECK-NEXT: %[[ODD:.*]] = arith.andi %[[QUARTER]], %[[BIT1]]
// CHECK-NEXT: %[[ZERO1:.*]] = arith.constant dense<0> : vector<8xi32>
// CHECK-NEXT: %[[ISODD:.*]] = arith.cmpi ne, %[[ODD]], %[[ZERO1]]
// CHECK-NEXT: %[[VALUE:.*]] = arith.select %[[ISODD]], %[[COSINE]], %[[SINE]]
// CHECK-NEXT: %[[BIT2:.*]] = arith.constant dense<2> : vector<8xi32>
// CHECK-NEXT: %[[BACK:.*]] = arith.andi %[[QUARTER]], %[[BIT2]]
// CHECK-NEXT: %[[ZERO2:.*]] = arith.constant dense<0> : vector<8xi32>
// CHECK-NEXT: %[[ISBACK:.*]] = arith.cmpi ne, %[[BACK]], %[[ZERO2]]
// CHECK-NEXT: %[[MINUS:.*]] = arith.negf %[[VALUE]]
// CHECK-NEXT: %[[SIGNED:.*]] = arith.select %[[ISBACK]], %[[MINUS]], %[[VALUE]]
// CHECK-NEXT: %[[R:.*]] = arith.truncf %[[SIGNED]] : vector<8xf64> to vector<8xf32>
// CHECK-NEXT: vector.store %[[R]]
func.func @cosine(%H: tensor<8xf32>, %L: tensor<8xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "cosine"(%H, %L) attributes {
    loads = [#tenon.place<packed>, #tenon.place<packed, offset = 64>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<8xf32>, tensor<8xf32>) -> tensor<?x8xf32> {
  ^bb0(%h: tensor<8xf32>, %l: tensor<8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %p = tenon.position
      %c = tenon.cosine %p, %h, %l : tensor<?x1xf32>, tensor<8xf32>, tensor<8xf32>
      tenon.yield %c : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}

// -----

// Sine: the same, no quarter added. One of a single frequency is a number, computed once for the row.
// CHECK-LABEL: func.func @sine.finish(
// CHECK:      %[[POS:.*]] = arith.sitofp %{{.*}} : i64 to f32
// CHECK:      %[[H:.*]] = memref.load
// CHECK:      %[[L:.*]] = memref.load
// CHECK-NEXT: %[[HD:.*]] = arith.extf %[[H]] : f32 to f64
// CHECK-NEXT: %[[LD:.*]] = arith.extf %[[L]] : f32 to f64
// CHECK-NEXT: %[[F:.*]] = arith.addf %[[HD]], %[[LD]] : f64
// CHECK-NEXT: %[[POSD:.*]] = arith.extf %[[POS]] : f32 to f64
// CHECK-NEXT: %[[ANGLE:.*]] = arith.mulf %[[POSD]], %[[F]] : f64
// CHECK:      %[[TURNS:.*]] = math.roundeven %{{.*}} : f64
// CHECK:      %[[NUMBER:.*]] = arith.fptosi %[[TURNS]] : f64 to i32
// CHECK-NEXT: %[[NONE:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[QUARTER:.*]] = arith.addi %[[NUMBER]], %[[NONE]] : i32
// CHECK:      %[[R:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK:      %[[ALL:.*]] = vector.broadcast %[[R]] : f32 to vector<8xf32>
// CHECK-NEXT: arith.mulf %{{.*}}, %[[ALL]] : vector<8xf32>
func.func @sine(%A: tensor<?x8xf32>, %H: tensor<1xf32>, %L: tensor<1xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "sine"(%A, %H, %L) attributes {
    loads = [#tenon.place<x>, #tenon.place<packed>, #tenon.place<packed, offset = 64>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %h: tensor<1xf32>, %l: tensor<1xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %p = tenon.position
      %s = tenon.sine %p, %h, %l : tensor<?x1xf32>, tensor<1xf32>, tensor<1xf32>
      %r = tenon.mul %a, %s : tensor<?x8xf32>, tensor<?x1xf32>
      tenon.yield %r : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}
