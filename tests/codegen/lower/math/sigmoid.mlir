// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows | FileCheck %s
// sigmoid step by step, alone and in a product. The small half of its range is computed 2^64 times too large and the
// factor 2^-64 = 5.42101086e-20 comes last: behind the product, where there is one.

// With e = exp(-|x|), |x| at most 110: sigmoid(x) is 1 / (1 + e), and e / (1 + e) for negative x.
// CHECK-LABEL: func.func @sigmoid.finish(
// CHECK:      %[[X:.*]] = vector.load
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[UNIT:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[ABS:.*]] = math.absf %[[X]]
// CHECK-NEXT: %[[MOST:.*]] = arith.constant dense<1.100000e+02> : vector<8xf32>
// CHECK-NEXT: %[[ABOVE:.*]] = arith.cmpf ogt, %[[ABS]], %[[MOST]]
// CHECK-NEXT: %[[MOST2:.*]] = arith.constant dense<1.100000e+02> : vector<8xf32>
// CHECK-NEXT: %[[A:.*]] = arith.select %[[ABOVE]], %[[MOST2]], %[[ABS]]
// CHECK-NEXT: %[[ZERO2:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[NEGATIVE:.*]] = arith.cmpf olt, %[[X]], %[[ZERO2]]
// CHECK-NEXT: %[[MINUSA:.*]] = arith.negf %[[A]]
// CHECK-NEXT: %[[LOG2E:.*]] = arith.constant dense<1.44269502>
// CHECK-NEXT: %[[SHIFT:.*]] = arith.constant dense<0x4B400000>
// CHECK-NEXT: %[[SUM:.*]] = math.fma %[[MINUSA]], %[[LOG2E]], %[[SHIFT]]
// CHECK-NEXT: %[[SHIFT2:.*]] = arith.constant dense<0x4B400000>
// CHECK-NEXT: %[[N:.*]] = arith.subf %[[SUM]], %[[SHIFT2]]
// CHECK-NEXT: %[[LN2HIGH:.*]] = arith.constant dense<-0.693359375>
// CHECK-NEXT: %[[HIGH:.*]] = math.fma %[[N]], %[[LN2HIGH]], %[[MINUSA]]
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
// CHECK-NEXT: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[M:.*]] = arith.addf %[[ONE]], %[[W]]
// Beyond 45 the power of two is 2^64 larger: 0x3f800000 + (64 << 23) = 1602224128 instead of 1065353216.
// CHECK-NEXT: %[[FAR:.*]] = arith.constant dense<4.500000e+01> : vector<8xf32>
// CHECK-NEXT: %[[SMALL:.*]] = arith.cmpf ogt, %[[A]], %[[FAR]]
// CHECK-NEXT: %[[SCALEDONE:.*]] = arith.constant dense<1602224128> : vector<8xi32>
// CHECK-NEXT: %[[PLAINONE:.*]] = arith.constant dense<1065353216> : vector<8xi32>
// CHECK-NEXT: %[[ONEBITS:.*]] = arith.select %[[SMALL]], %[[SCALEDONE]], %[[PLAINONE]]
// CHECK-NEXT: %[[MANTISSA:.*]] = arith.constant dense<23> : vector<8xi32>
// CHECK-NEXT: %[[EXPONENT:.*]] = arith.shli %[[SHIFTED]], %[[MANTISSA]]
// CHECK-NEXT: %[[PBITS:.*]] = arith.addi %[[EXPONENT]], %[[ONEBITS]]
// CHECK-NEXT: %[[POWER:.*]] = arith.bitcast %[[PBITS]] : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: %[[E:.*]] = arith.mulf %[[M]], %[[POWER]]
// CHECK-NEXT: %[[DOWN:.*]] = arith.constant dense<5.42101086E-20> : vector<8xf32>
// CHECK-NEXT: %[[BYONE:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[FACTOR:.*]] = arith.select %[[SMALL]], %[[DOWN]], %[[BYONE]]
// 1 + e, and what it lost.
// CHECK-NEXT: %[[TRUEE:.*]] = arith.mulf %[[E]], %[[FACTOR]]
// CHECK-NEXT: %[[ONE2:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[DENOMINATOR:.*]] = arith.addf %[[ONE2]], %[[TRUEE]]
// CHECK-NEXT: %[[ONE3:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[DIFFERENCE:.*]] = arith.subf %[[ONE3]], %[[DENOMINATOR]]
// CHECK-NEXT: %[[TRUEE2:.*]] = arith.mulf %[[E]], %[[FACTOR]]
// CHECK-NEXT: %[[ERROR2:.*]] = arith.addf %[[DIFFERENCE]], %[[TRUEE2]]
// CHECK-NEXT: %[[NUMERATOR:.*]] = arith.select %[[NEGATIVE]], %[[E]], %[[UNIT]]
// One division, one step of Newton with both errors.
// CHECK-NEXT: %[[ONE4:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[RECIPROCAL:.*]] = arith.divf %[[ONE4]], %[[DENOMINATOR]]
// CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[NUMERATOR]], %[[RECIPROCAL]]
// CHECK-NEXT: %[[MINUSY:.*]] = arith.negf %[[Y]]
// CHECK-NEXT: %[[MINUSY2:.*]] = arith.negf %[[Y]]
// CHECK-NEXT: %[[RESIDUE:.*]] = math.fma %[[MINUSY2]], %[[DENOMINATOR]], %[[NUMERATOR]]
// CHECK-NEXT: %[[RESIDUE2:.*]] = math.fma %[[MINUSY]], %[[ERROR2]], %[[RESIDUE]]
// CHECK-NEXT: %[[Y1:.*]] = math.fma %[[RESIDUE2]], %[[RECIPROCAL]], %[[Y]]
// Below -110 also x sigmoid(x) is 0.
// CHECK-NEXT: %[[LEAST:.*]] = arith.constant dense<-1.100000e+02> : vector<8xf32>
// CHECK-NEXT: %[[BELOW:.*]] = arith.cmpf olt, %[[X]], %[[LEAST]]
// CHECK-NEXT: %[[Y2:.*]] = arith.select %[[BELOW]], %[[ZERO]], %[[Y1]]
// CHECK-NEXT: %[[LAST:.*]] = arith.select %[[NEGATIVE]], %[[FACTOR]], %[[UNIT]]
// CHECK-NEXT: %[[R1:.*]] = arith.mulf %[[Y2]], %[[LAST]]
// CHECK-NEXT: vector.store %[[R1]]
func.func @sigmoid(%A: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "sigmoid"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %s = tenon.sigmoid %a : tensor<?x8xf32>
      tenon.yield %s : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}

// -----

// x sigmoid(x): the factor is multiplied with before 2^-64 is.
// CHECK-LABEL: func.func @silu.finish(
// CHECK:      %[[X:.*]] = vector.load
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[UNIT:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK:      %[[NEGATIVE:.*]] = arith.cmpf olt, %[[X]]
// CHECK:      %[[DOWN:.*]] = arith.constant dense<5.42101086E-20>
// CHECK-NEXT: %[[BYONE:.*]] = arith.constant dense<1.000000e+00>
// CHECK-NEXT: %[[FACTOR:.*]] = arith.select %{{.*}}, %[[DOWN]], %[[BYONE]]
// CHECK:      %[[BELOW:.*]] = arith.cmpf olt, %[[X]]
// CHECK-NEXT: %[[Y:.*]] = arith.select %[[BELOW]], %[[ZERO]]
// CHECK-NEXT: %[[LAST:.*]] = arith.select %[[NEGATIVE]], %[[FACTOR]], %[[UNIT]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK-NEXT: %[[R:.*]] = arith.mulf %[[P]], %[[LAST]]
// CHECK-NEXT: vector.store %[[R]]
func.func @silu(%A: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "silu"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %s = tenon.sigmoid %a : tensor<?x8xf32>
      %r = tenon.mul %a, %s : tensor<?x8xf32>, tensor<?x8xf32>
      tenon.yield %r : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}

// -----

// Where the function has another user it is a value of its own, once for both: scaled back, then multiplied.
// CHECK-LABEL: func.func @shared.finish(
// CHECK:      %[[X:.*]] = vector.load
// CHECK:      %[[NEGATIVE:.*]] = arith.cmpf olt, %[[X]]
// CHECK:      %[[BELOW:.*]] = arith.cmpf olt, %[[X]]
// CHECK-NEXT: %[[Y:.*]] = arith.select %[[BELOW]]
// CHECK-NEXT: %[[LAST:.*]] = arith.select
// CHECK-NEXT: %[[S:.*]] = arith.mulf %[[Y]], %[[LAST]]
// CHECK-NEXT: %[[R:.*]] = arith.mulf %[[X]], %[[S]]
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[R]], %[[S]]
// CHECK-NEXT: vector.store %[[T]]
func.func @shared(%A: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "shared"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %s = tenon.sigmoid %a : tensor<?x8xf32>
      %r = tenon.mul %a, %s : tensor<?x8xf32>, tensor<?x8xf32>
      %t = tenon.add %r, %s : tensor<?x8xf32>, tensor<?x8xf32>
      tenon.yield %t : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}

