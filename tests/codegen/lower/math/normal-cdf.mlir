// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --split-input-file --tenon-lower-rows | FileCheck %s
// normal_cdf step by step, alone and in a product. The small half of its range is computed 2^64 times too large and the
// factor 2^-64 = 5.42101086e-20 comes last: behind the product, where there is one.

// normal_cdf(-a) = exp(-a^2 / 2) R(a), a at most 14.5, with the coefficients of cdfNear and cdfFar in Polynomials.def:
// R is a polynomial in a - 1 below 2.125, else 1 / a times one in 1 / a, of one degree less (its highest is 0).
// CHECK-LABEL: func.func @cdf.finish(
// CHECK:      %[[X:.*]] = vector.load
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[UNIT:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[ABS:.*]] = math.absf %[[X]]
// CHECK-NEXT: %[[MOST:.*]] = arith.constant dense<1.450000e+01> : vector<8xf32>
// CHECK-NEXT: %[[ABOVE:.*]] = arith.cmpf ogt, %[[ABS]], %[[MOST]]
// CHECK-NEXT: %[[MOST2:.*]] = arith.constant dense<1.450000e+01> : vector<8xf32>
// CHECK-NEXT: %[[A:.*]] = arith.select %[[ABOVE]], %[[MOST2]], %[[ABS]]
// CHECK-NEXT: %[[LIMIT:.*]] = arith.constant dense<2.125000e+00> : vector<8xf32>
// CHECK-NEXT: %[[ISNEAR:.*]] = arith.cmpf olt, %[[A]], %[[LIMIT]]
// CHECK-NEXT: %[[DIVISOR:.*]] = arith.select %[[ISNEAR]], %[[UNIT]], %[[A]]
// CHECK-NEXT: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[BYA:.*]] = arith.divf %[[ONE]], %[[DIVISOR]]
// CHECK-NEXT: %[[MINUSD:.*]] = arith.negf %[[DIVISOR]]
// CHECK-NEXT: %[[BYAERROR:.*]] = math.fma %[[MINUSD]], %[[BYA]], %[[UNIT]]
// CHECK-NEXT: %[[ONE2:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[A1:.*]] = arith.subf %[[A]], %[[ONE2]]
// CHECK-NEXT: %[[V:.*]] = arith.select %[[ISNEAR]], %[[A1]], %[[BYA]]
// CHECK-NEXT: %[[NEAR10:.*]] = arith.constant dense<6.25981284E-6> :
// CHECK-NEXT: %[[FAR10:.*]] = arith.constant dense<0.000000e+00>
// CHECK-NEXT: %[[C10:.*]] = arith.select %[[ISNEAR]], %[[NEAR10]], %[[FAR10]]
// CHECK-NEXT: %[[NEAR9:.*]] = arith.constant dense<-2.91062042E-5> :
// CHECK-NEXT: %[[FAR9:.*]] = arith.constant dense<4.54686165>
// CHECK-NEXT: %[[C9:.*]] = arith.select %[[ISNEAR]], %[[NEAR9]], %[[FAR9]]
// CHECK-NEXT: %[[Q9:.*]] = math.fma %[[C10]], %[[V]], %[[C9]]
// CHECK-NEXT: %[[NEAR8:.*]] = arith.constant dense<9.04927801E-5> :
// CHECK-NEXT: %[[FAR8:.*]] = arith.constant dense<-10.6432257>
// CHECK-NEXT: %[[C8:.*]] = arith.select %[[ISNEAR]], %[[NEAR8]], %[[FAR8]]
// CHECK-NEXT: %[[Q8:.*]] = math.fma %[[Q9]], %[[V]], %[[C8]]
// CHECK-NEXT: %[[NEAR7:.*]] = arith.constant dense<-3.02580942E-4> :
// CHECK-NEXT: %[[FAR7:.*]] = arith.constant dense<8.9765882{{4|5}}>
// CHECK-NEXT: %[[C7:.*]] = arith.select %[[ISNEAR]], %[[NEAR7]], %[[FAR7]]
// CHECK-NEXT: %[[Q7:.*]] = math.fma %[[Q8]], %[[V]], %[[C7]]
// CHECK-NEXT: %[[NEAR6:.*]] = arith.constant dense<0.00101271993> :
// CHECK-NEXT: %[[FAR6:.*]] = arith.constant dense<-1.6719805>
// CHECK-NEXT: %[[C6:.*]] = arith.select %[[ISNEAR]], %[[NEAR6]], %[[FAR6]]
// CHECK-NEXT: %[[Q6:.*]] = math.fma %[[Q7]], %[[V]], %[[C6]]
// CHECK-NEXT: %[[NEAR5:.*]] = arith.constant dense<-3.168010e-03> :
// CHECK-NEXT: %[[FAR5:.*]] = arith.constant dense<-2.46509671>
// CHECK-NEXT: %[[C5:.*]] = arith.select %[[ISNEAR]], %[[NEAR5]], %[[FAR5]]
// CHECK-NEXT: %[[Q5:.*]] = math.fma %[[Q6]], %[[V]], %[[C5]]
// CHECK-NEXT: %[[NEAR4:.*]] = arith.constant dense<0.00925616268> :
// CHECK-NEXT: %[[FAR4:.*]] = arith.constant dense<1.77667665>
// CHECK-NEXT: %[[C4:.*]] = arith.select %[[ISNEAR]], %[[NEAR4]], %[[FAR4]]
// CHECK-NEXT: %[[Q4:.*]] = math.fma %[[Q5]], %[[V]], %[[C4]]
// CHECK-NEXT: %[[NEAR3:.*]] = arith.constant dense<-0.0250852983> :
// CHECK-NEXT: %[[FAR3:.*]] = arith.constant dense<-0.0778643712>
// CHECK-NEXT: %[[C3:.*]] = arith.select %[[ISNEAR]], %[[NEAR3]], %[[FAR3]]
// CHECK-NEXT: %[[Q3:.*]] = math.fma %[[Q4]], %[[V]], %[[C3]]
// CHECK-NEXT: %[[NEAR2:.*]] = arith.constant dense<0.0621070713> :
// CHECK-NEXT: %[[FAR2:.*]] = arith.constant dense<-0.392779946>
// CHECK-NEXT: %[[C2:.*]] = arith.select %[[ISNEAR]], %[[NEAR2]], %[[FAR2]]
// CHECK-NEXT: %[[Q2:.*]] = math.fma %[[Q3]], %[[V]], %[[C2]]
// CHECK-NEXT: %[[NEAR1:.*]] = arith.constant dense<-1.373640e-01> :
// CHECK-NEXT: %[[FAR1:.*]] = arith.constant dense<-2.66529678E-4>
// CHECK-NEXT: %[[C1:.*]] = arith.select %[[ISNEAR]], %[[NEAR1]], %[[FAR1]]
// CHECK-NEXT: %[[Q1:.*]] = math.fma %[[Q2]], %[[V]], %[[C1]]
// CHECK-NEXT: %[[NEAR0:.*]] = arith.constant dense<0.261578292> :
// CHECK-NEXT: %[[FAR0:.*]] = arith.constant dense<0.39894712>
// CHECK-NEXT: %[[C0:.*]] = arith.select %[[ISNEAR]], %[[NEAR0]], %[[FAR0]]
// CHECK-NEXT: %[[RATIO:.*]] = math.fma %[[Q1]], %[[V]], %[[C0]]
// CHECK-NEXT: %[[RLOST:.*]] = arith.subf %[[C0]], %[[RATIO]]
// CHECK-NEXT: %[[RERROR:.*]] = math.fma %[[Q1]], %[[V]], %[[RLOST]]
// -a^2 / 2 in two parts, both of which go into the exponential.
// CHECK-NEXT: %[[MINUSHALF:.*]] = arith.constant dense<-5.000000e-01> : vector<8xf32>
// CHECK-NEXT: %[[HALFA:.*]] = arith.mulf %[[A]], %[[MINUSHALF]]
// CHECK-NEXT: %[[EXPONENT:.*]] = arith.mulf %[[HALFA]], %[[A]]
// CHECK-NEXT: %[[MINUSE:.*]] = arith.negf %[[EXPONENT]]
// CHECK-NEXT: %[[EXLOW:.*]] = math.fma %[[HALFA]], %[[A]], %[[MINUSE]]
// CHECK-NEXT: %[[LOG2E:.*]] = arith.constant dense<1.44269502>
// CHECK-NEXT: %[[SHIFT:.*]] = arith.constant dense<0x4B400000>
// CHECK-NEXT: %[[SUM:.*]] = math.fma %[[EXPONENT]], %[[LOG2E]], %[[SHIFT]]
// CHECK-NEXT: %[[SHIFT2:.*]] = arith.constant dense<0x4B400000>
// CHECK-NEXT: %[[N:.*]] = arith.subf %[[SUM]], %[[SHIFT2]]
// CHECK-NEXT: %[[LN2HIGH:.*]] = arith.constant dense<-0.693359375>
// CHECK-NEXT: %[[HIGH:.*]] = math.fma %[[N]], %[[LN2HIGH]], %[[EXPONENT]]
// CHECK-NEXT: %[[LN2LOW:.*]] = arith.constant dense<2.12194442E-4>
// CHECK-NEXT: %[[REST:.*]] = math.fma %[[N]], %[[LN2LOW]], %[[EXLOW]]
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
// R (1 + w) = R + R w, with what 1 / a and R lost; its own rounding goes on to the product with 1 / a.
// CHECK-NEXT: %[[W2:.*]] = arith.addf %[[W]], %[[BYAERROR]]
// CHECK-NEXT: %[[MORE:.*]] = math.fma %[[RATIO]], %[[W2]], %[[RERROR]]
// CHECK-NEXT: %[[Y:.*]] = arith.addf %[[RATIO]], %[[MORE]]
// CHECK-NEXT: %[[YLOST:.*]] = arith.subf %[[RATIO]], %[[Y]]
// CHECK-NEXT: %[[YERROR:.*]] = arith.addf %[[YLOST]], %[[MORE]]
// CHECK-NEXT: %[[YEBYA:.*]] = arith.mulf %[[YERROR]], %[[BYA]]
// CHECK-NEXT: %[[T:.*]] = math.fma %[[Y]], %[[BYA]], %[[YEBYA]]
// Beyond 9.5, 2^64 times too large.
// CHECK-NEXT: %[[FAR:.*]] = arith.constant dense<9.500000e+00> : vector<8xf32>
// CHECK-NEXT: %[[SMALL:.*]] = arith.cmpf ogt, %[[A]], %[[FAR]]
// CHECK-NEXT: %[[SCALEDONE:.*]] = arith.constant dense<1602224128> : vector<8xi32>
// CHECK-NEXT: %[[PLAINONE:.*]] = arith.constant dense<1065353216> : vector<8xi32>
// CHECK-NEXT: %[[ONEBITS:.*]] = arith.select %[[SMALL]], %[[SCALEDONE]], %[[PLAINONE]]
// CHECK-NEXT: %[[MANTISSA:.*]] = arith.constant dense<23> : vector<8xi32>
// CHECK-NEXT: %[[EXBITS:.*]] = arith.shli %[[SHIFTED]], %[[MANTISSA]]
// CHECK-NEXT: %[[PBITS:.*]] = arith.addi %[[EXBITS]], %[[ONEBITS]]
// CHECK-NEXT: %[[POWER:.*]] = arith.bitcast %[[PBITS]] : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: %[[TAILED:.*]] = arith.mulf %[[T]], %[[POWER]]
// CHECK-NEXT: %[[DOWN:.*]] = arith.constant dense<5.42101086E-20> : vector<8xf32>
// CHECK-NEXT: %[[BYONE:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[FACTOR:.*]] = arith.select %[[SMALL]], %[[DOWN]], %[[BYONE]]
// CHECK-NEXT: %[[LEAST:.*]] = arith.constant dense<-1.450000e+01> : vector<8xf32>
// CHECK-NEXT: %[[BELOW:.*]] = arith.cmpf olt, %[[X]], %[[LEAST]]
// CHECK-NEXT: %[[LOWER:.*]] = arith.select %[[BELOW]], %[[ZERO]], %[[TAILED]]
// The upper half is 1 less the lower.
// CHECK-NEXT: %[[ZERO2:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[POSITIVE:.*]] = arith.cmpf ogt, %[[X]], %[[ZERO2]]
// CHECK-NEXT: %[[TRUELOWER:.*]] = arith.mulf %[[LOWER]], %[[FACTOR]]
// CHECK-NEXT: %[[ONE3:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[UPPER:.*]] = arith.subf %[[ONE3]], %[[TRUELOWER]]
// CHECK-NEXT: %[[HALF:.*]] = arith.select %[[POSITIVE]], %[[UPPER]], %[[LOWER]]
// CHECK-NEXT: %[[LAST:.*]] = arith.select %[[POSITIVE]], %[[UNIT]], %[[FACTOR]]
// CHECK-NEXT: %[[RESULT:.*]] = arith.mulf %[[HALF]], %[[LAST]]
// CHECK-NEXT: vector.store %[[RESULT]]
func.func @cdf(%A: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "cdf"(%A) attributes {
    loads = [#tenon.place<x>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %s = tenon.normal_cdf %a : tensor<?x8xf32>
      tenon.yield %s : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}

// -----

// The function may be either factor, and the other any value.
// CHECK-LABEL: func.func @gated.finish(
// CHECK:      %[[B:.*]] = vector.load
// CHECK:      %[[X:.*]] = vector.load
// CHECK:      %[[UNIT:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK:      %[[POSITIVE:.*]] = arith.cmpf ogt, %[[X]], %{{.*}}
// CHECK-NEXT: %{{.*}} = arith.mulf
// CHECK:      %[[HALF:.*]] = arith.select %[[POSITIVE]]
// CHECK-NEXT: %[[LAST:.*]] = arith.select %[[POSITIVE]], %[[UNIT]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[B]], %[[HALF]]
// CHECK-NEXT: %[[R:.*]] = arith.mulf %[[P]], %[[LAST]]
// CHECK-NEXT: vector.store %[[R]]
func.func @gated(%A: tensor<?x8xf32>, %B: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %out = tenon.kernel "gated"(%A, %B) attributes {
    loads = [#tenon.place<x>, #tenon.place<workspace, row_bytes = 64>],
    panel_bytes = 0 : i64, schedule = #tenon.rows<lanes = 8, tile = 8>
  } : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32> {
  ^bb0(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>):
    %row = tenon.slot rows attributes {stores = [[#tenon.place<y>]]} -> tensor<?x8xf32> {
      %s = tenon.normal_cdf %a : tensor<?x8xf32>
      %r = tenon.mul %s, %b : tensor<?x8xf32>, tensor<?x8xf32>
      tenon.yield %r : tensor<?x8xf32>
    }
    tenon.yield %row : tensor<?x8xf32>
  }
  return %out : tensor<?x8xf32>
}
