// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --tenon-expand-math | FileCheck %s
// tanh step by step: x + x^3 p(x^2) near 0, with the coefficients of tanhTail in Polynomials.def, and beyond 0.625
// 1 - 2 / (exp(2 |x|) + 1).

// CHECK-LABEL: func.func @tanh(
// CHECK-SAME:  %[[X:.*]]: vector<8xf32>
// CHECK-NEXT: %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK-NEXT: %[[CUBE:.*]] = arith.mulf %[[X]], %[[SQUARE]]
// CHECK-NEXT: %[[C4:.*]] = arith.constant dense<-0.00571549917> :
// CHECK-NEXT: %[[C3:.*]] = arith.constant dense<0.0206491034> :
// CHECK-NEXT: %[[P3:.*]] = math.fma %[[C4]], %[[SQUARE]], %[[C3]]
// CHECK-NEXT: %[[C2:.*]] = arith.constant dense<-0.0537430048> :
// CHECK-NEXT: %[[P2:.*]] = math.fma %[[P3]], %[[SQUARE]], %[[C2]]
// CHECK-NEXT: %[[C1:.*]] = arith.constant dense<0.133314848> :
// CHECK-NEXT: %[[P1:.*]] = math.fma %[[P2]], %[[SQUARE]], %[[C1]]
// CHECK-NEXT: %[[C0:.*]] = arith.constant dense<-0.333332837> :
// CHECK-NEXT: %[[P:.*]] = math.fma %[[P1]], %[[SQUARE]], %[[C0]]
// CHECK-NEXT: %[[NEAR:.*]] = math.fma %[[CUBE]], %[[P]], %[[X]]
// From 10 on tanh is 1 in f32: the exponential need not go further.
// CHECK-NEXT: %[[A:.*]] = math.absf %[[X]]
// CHECK-NEXT: %[[TEN:.*]] = arith.constant dense<1.000000e+01> : vector<8xf32>
// CHECK-NEXT: %[[ABOVE:.*]] = arith.cmpf ogt, %[[A]], %[[TEN]]
// CHECK-NEXT: %[[TEN2:.*]] = arith.constant dense<1.000000e+01> : vector<8xf32>
// CHECK-NEXT: %[[LIMITED:.*]] = arith.select %[[ABOVE]], %[[TEN2]], %[[A]]
// CHECK-NEXT: %[[TWICE:.*]] = arith.addf %[[LIMITED]], %[[LIMITED]]
// CHECK-NEXT: %[[LOG2E:.*]] = arith.constant dense<1.44269502>
// CHECK-NEXT: %[[SHIFT:.*]] = arith.constant dense<0x4B400000>
// CHECK-NEXT: %[[SUM:.*]] = math.fma %[[TWICE]], %[[LOG2E]], %[[SHIFT]]
// CHECK-NEXT: %[[SHIFT2:.*]] = arith.constant dense<0x4B400000>
// CHECK-NEXT: %[[N:.*]] = arith.subf %[[SUM]], %[[SHIFT2]]
// CHECK-NEXT: %[[LN2HIGH:.*]] = arith.constant dense<-0.693359375>
// CHECK-NEXT: %[[HIGH:.*]] = math.fma %[[N]], %[[LN2HIGH]], %[[TWICE]]
// CHECK-NEXT: %[[LN2LOW:.*]] = arith.constant dense<2.12194442E-4>
// CHECK-NEXT: %[[REST:.*]] = arith.mulf %[[N]], %[[LN2LOW]]
// CHECK-NEXT: %[[R:.*]] = arith.addf %[[HIGH]], %[[REST]]
// CHECK-NEXT: %[[LOST:.*]] = arith.subf %[[HIGH]], %[[R]]
// CHECK-NEXT: %[[ERROR:.*]] = arith.addf %[[LOST]], %[[REST]]
// CHECK-NEXT: %[[R2:.*]] = arith.mulf %[[R]], %[[R]]
// CHECK-NEXT: %[[C5:.*]] = arith.constant dense<1.99451053E-4> :
// CHECK-NEXT: %[[C4:.*]] = arith.constant dense<0.00139326649> :
// CHECK-NEXT: %[[P4:.*]] = math.fma %[[C5]], %[[R]], %[[C4]]
// CHECK-NEXT: %[[C3:.*]] = arith.constant dense<0.00833320711> :
// CHECK-NEXT: %[[P3:.*]] = math.fma %[[P4]], %[[R]], %[[C3]]
// CHECK-NEXT: %[[C2:.*]] = arith.constant dense<0.0416664891> :
// CHECK-NEXT: %[[P2:.*]] = math.fma %[[P3]], %[[R]], %[[C2]]
// CHECK-NEXT: %[[C1:.*]] = arith.constant dense<0.166666672> :
// CHECK-NEXT: %[[P1:.*]] = math.fma %[[P2]], %[[R]], %[[C1]]
// CHECK-NEXT: %[[C0:.*]] = arith.constant dense<5.000000e-01> :
// CHECK-NEXT: %[[TAIL:.*]] = math.fma %[[P1]], %[[R]], %[[C0]]
// CHECK-NEXT: %[[W1:.*]] = math.fma %[[R2]], %[[TAIL]], %[[ERROR]]
// CHECK-NEXT: %[[W:.*]] = arith.addf %[[W1]], %[[R]]
// CHECK-NEXT: %[[SHIFTED:.*]] = arith.bitcast %[[SUM]] : vector<8xf32> to vector<8xi32>
// 2^n as a factor of its own: the bits of 1.0 are 0x3f800000 = 1065353216. A product keeps NaN.
// CHECK-NEXT: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[M:.*]] = arith.addf %[[ONE]], %[[W]]
// CHECK-NEXT: %[[MANTISSA:.*]] = arith.constant dense<23> : vector<8xi32>
// CHECK-NEXT: %[[EXPONENT:.*]] = arith.shli %[[SHIFTED]], %[[MANTISSA]]
// CHECK-NEXT: %[[ONEBITS:.*]] = arith.constant dense<1065353216> : vector<8xi32>
// CHECK-NEXT: %[[PBITS:.*]] = arith.addi %[[EXPONENT]], %[[ONEBITS]]
// CHECK-NEXT: %[[POWER:.*]] = arith.bitcast %[[PBITS]] : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: %[[EXP:.*]] = arith.mulf %[[M]], %[[POWER]]
// CHECK-NEXT: %[[ONE2:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[DENOMINATOR:.*]] = arith.addf %[[EXP]], %[[ONE2]]
// CHECK-NEXT: %[[TWO:.*]] = arith.constant dense<2.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[QUOTIENT:.*]] = arith.divf %[[TWO]], %[[DENOMINATOR]]
// CHECK-NEXT: %[[ONE3:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[FAR:.*]] = arith.subf %[[ONE3]], %[[QUOTIENT]]
// CHECK-NEXT: %[[LIMIT:.*]] = arith.constant dense<6.250000e-01> : vector<8xf32>
// CHECK-NEXT: %[[ISNEAR:.*]] = arith.cmpf olt, %[[A]], %[[LIMIT]]
// CHECK-NEXT: %[[Y:.*]] = arith.select %[[ISNEAR]], %[[NEAR]], %[[FAR]]
// The sign of x, of a zero too.
// CHECK-NEXT: %[[SIGNED:.*]] = math.copysign %[[Y]], %[[X]]
// CHECK-NEXT: return %[[SIGNED]]
func.func @tanh(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.tanh %x : vector<8xf32>
  return %0 : vector<8xf32>
}
