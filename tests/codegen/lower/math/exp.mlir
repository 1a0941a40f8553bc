// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --tenon-expand-math | FileCheck %s
// exp and expm1 step by step. Coefficients are those of expTail in Polynomials.def, as f32 prints them, from the
// highest down (Horner's scheme, a multiply-add each).

// CHECK-LABEL: func.func @exp(
// CHECK-SAME:  %[[X:.*]]: vector<8xf32>
// x = n ln 2 + r: n is x / ln 2 rounded by adding 1.5 * 2^23 (0x4B400000). ln 2 comes in two parts, of which
// n * 0.693359375 is exact; what the sum of both loses is carried along as the error.
// CHECK-NEXT: %[[LOG2E:.*]] = arith.constant dense<1.44269502>
// CHECK-NEXT: %[[SHIFT:.*]] = arith.constant dense<0x4B400000>
// CHECK-NEXT: %[[SUM:.*]] = math.fma %[[X]], %[[LOG2E]], %[[SHIFT]]
// CHECK-NEXT: %[[SHIFT2:.*]] = arith.constant dense<0x4B400000>
// CHECK-NEXT: %[[N:.*]] = arith.subf %[[SUM]], %[[SHIFT2]]
// CHECK-NEXT: %[[LN2HIGH:.*]] = arith.constant dense<-0.693359375>
// CHECK-NEXT: %[[HIGH:.*]] = math.fma %[[N]], %[[LN2HIGH]], %[[X]]
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
// exp(x) = (1 + w) * 2^n: n, in the low bits of the shifted sum, goes to the exponent.
// CHECK-NEXT: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[M:.*]] = arith.addf %[[ONE]], %[[W]]
// CHECK-NEXT: %[[MBITS:.*]] = arith.bitcast %[[M]] : vector<8xf32> to vector<8xi32>
// CHECK-NEXT: %[[MANTISSA:.*]] = arith.constant dense<23> : vector<8xi32>
// CHECK-NEXT: %[[POWER:.*]] = arith.shli %[[SHIFTED]], %[[MANTISSA]]
// CHECK-NEXT: %[[YBITS:.*]] = arith.addi %[[MBITS]], %[[POWER]]
// CHECK-NEXT: %[[Y:.*]] = arith.bitcast %[[YBITS]] : vector<8xi32> to vector<8xf32>
// From 128 ln 2 = 88.7228 on: infinity, as x * infinity, which also keeps NaN. (The comparison is false for NaN.)
// CHECK-NEXT: %[[LARGEST:.*]] = arith.constant dense<88.7228394> : vector<8xf32>
// CHECK-NEXT: %[[FINITE:.*]] = arith.cmpf olt, %[[X]], %[[LARGEST]]
// CHECK-NEXT: %[[INFINITY:.*]] = arith.constant dense<0x7F800000> : vector<8xf32>
// CHECK-NEXT: %[[OVER:.*]] = arith.mulf %[[X]], %[[INFINITY]]
// CHECK-NEXT: %[[Y1:.*]] = arith.select %[[FINITE]], %[[Y]], %[[OVER]]
// Below -126 ln 2 = -87.3365 the result would be no normal number: 0.
// CHECK-NEXT: %[[SMALLEST:.*]] = arith.constant dense<-87.3365402> : vector<8xf32>
// CHECK-NEXT: %[[UNDER:.*]] = arith.cmpf olt, %[[X]], %[[SMALLEST]]
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[Y2:.*]] = arith.select %[[UNDER]], %[[ZERO]], %[[Y1]]
// CHECK-NEXT: return %[[Y2]]
func.func @exp(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.exp %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @expm1(
// CHECK-SAME:  %[[X:.*]]: vector<8xf32>
// Between -20, where the result is -1, and 89, where it is infinite; a NaN fails both comparisons and stays.
// CHECK-NEXT: %[[MOST:.*]] = arith.constant dense<8.900000e+01> : vector<8xf32>
// CHECK-NEXT: %[[ABOVE:.*]] = arith.cmpf ogt, %[[X]], %[[MOST]]
// CHECK-NEXT: %[[MOST2:.*]] = arith.constant dense<8.900000e+01> : vector<8xf32>
// CHECK-NEXT: %[[X1:.*]] = arith.select %[[ABOVE]], %[[MOST2]], %[[X]]
// CHECK-NEXT: %[[LEAST:.*]] = arith.constant dense<-2.000000e+01> : vector<8xf32>
// CHECK-NEXT: %[[BELOW:.*]] = arith.cmpf olt, %[[X1]], %[[LEAST]]
// CHECK-NEXT: %[[LEAST2:.*]] = arith.constant dense<-2.000000e+01> : vector<8xf32>
// CHECK-NEXT: %[[X2:.*]] = arith.select %[[BELOW]], %[[LEAST2]], %[[X1]]
// CHECK-NEXT: %[[LOG2E:.*]] = arith.constant dense<1.44269502>
// CHECK-NEXT: %[[SHIFT:.*]] = arith.constant dense<0x4B400000>
// CHECK-NEXT: %[[SUM:.*]] = math.fma %[[X2]], %[[LOG2E]], %[[SHIFT]]
// CHECK-NEXT: %[[SHIFT2:.*]] = arith.constant dense<0x4B400000>
// CHECK-NEXT: %[[N:.*]] = arith.subf %[[SUM]], %[[SHIFT2]]
// CHECK-NEXT: %[[LN2HIGH:.*]] = arith.constant dense<-0.693359375>
// CHECK-NEXT: %[[HIGH:.*]] = math.fma %[[N]], %[[LN2HIGH]], %[[X2]]
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
// 2^n w + (2^n - 1), with half of 2^n: bits of 1.0 less one in the exponent, 0x3f800000 - 0x00800000 = 1056964608.
// CHECK-NEXT: %[[MANTISSA:.*]] = arith.constant dense<23> : vector<8xi32>
// CHECK-NEXT: %[[EXPONENT:.*]] = arith.shli %[[SHIFTED]], %[[MANTISSA]]
// CHECK-NEXT: %[[HALFBITS:.*]] = arith.constant dense<1056964608> : vector<8xi32>
// CHECK-NEXT: %[[HBITS:.*]] = arith.addi %[[EXPONENT]], %[[HALFBITS]]
// CHECK-NEXT: %[[HALF:.*]] = arith.bitcast %[[HBITS]] : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: %[[POINT5:.*]] = arith.constant dense<5.000000e-01> : vector<8xf32>
// CHECK-NEXT: %[[LESS:.*]] = arith.subf %[[HALF]], %[[POINT5]]
// CHECK-NEXT: %[[Y:.*]] = math.fma %[[HALF]], %[[W]], %[[LESS]]
// n = 0: w itself, with all its digits.
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[NEAR:.*]] = arith.cmpf oeq, %[[N]], %[[ZERO]]
// CHECK-NEXT: %[[TWICE:.*]] = arith.addf %[[Y]], %[[Y]]
// CHECK-NEXT: %[[Y1:.*]] = arith.select %[[NEAR]], %[[W]], %[[TWICE]]
// CHECK-NEXT: return %[[Y1]]
func.func @expm1(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.expm1 %x : vector<8xf32>
  return %0 : vector<8xf32>
}
