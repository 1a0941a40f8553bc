// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: codegen
// RUN: %tenon-opt %s --tenon-expand-math | FileCheck %s
// log and log1p step by step. Coefficients are those of logTail in Polynomials.def, as f32 prints them.

// CHECK-LABEL: func.func @log(
// CHECK-SAME:  %[[X:.*]]: vector<8xf32>
// x = 2^e (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)): what is above the bits of sqrt(1/2), 0x3f3504f3 = 1060439283, is
// the exponent, an arithmetic shift away.
// CHECK-NEXT: %[[XBITS:.*]] = arith.bitcast %[[X]] : vector<8xf32> to vector<8xi32>
// CHECK-NEXT: %[[ROOT:.*]] = arith.constant dense<1060439283> : vector<8xi32>
// CHECK-NEXT: %[[OVER:.*]] = arith.subi %[[XBITS]], %[[ROOT]]
// CHECK-NEXT: %[[MANTISSA:.*]] = arith.constant dense<23> : vector<8xi32>
// CHECK-NEXT: %[[E:.*]] = arith.shrsi %[[OVER]], %[[MANTISSA]]
// CHECK-NEXT: %[[XBITS2:.*]] = arith.bitcast %[[X]] : vector<8xf32> to vector<8xi32>
// CHECK-NEXT: %[[MANTISSA2:.*]] = arith.constant dense<23> : vector<8xi32>
// CHECK-NEXT: %[[EBITS:.*]] = arith.shli %[[E]], %[[MANTISSA2]]
// CHECK-NEXT: %[[MBITS:.*]] = arith.subi %[[XBITS2]], %[[EBITS]]
// CHECK-NEXT: %[[M:.*]] = arith.bitcast %[[MBITS]] : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[F:.*]] = arith.subf %[[M]], %[[ONE]]
// CHECK-NEXT: %[[EF:.*]] = arith.sitofp %[[E]] : vector<8xi32> to vector<8xf32>
// f - f^2 / 2 + f^3 p(f) + e ln 2, small terms first; ln 2 in two parts.
// CHECK-NEXT: %[[F2:.*]] = arith.mulf %[[F]], %[[F]]
// CHECK-NEXT: %[[F3:.*]] = arith.mulf %[[F2]], %[[F]]
// CHECK-NEXT: %[[C8:.*]] = arith.constant dense<0.0691561103> :
// CHECK-NEXT: %[[C7:.*]] = arith.constant dense<-0.117893696> :
// CHECK-NEXT: %[[P7:.*]] = math.fma %[[C8]], %[[F]], %[[C7]]
// CHECK-NEXT: %[[C6:.*]] = arith.constant dense<0.118726194> :
// CHECK-NEXT: %[[P6:.*]] = math.fma %[[P7]], %[[F]], %[[C6]]
// CHECK-NEXT: %[[C5:.*]] = arith.constant dense<-0.12384402> :
// CHECK-NEXT: %[[P5:.*]] = math.fma %[[P6]], %[[F]], %[[C5]]
// CHECK-NEXT: %[[C4:.*]] = arith.constant dense<0.142187163> :
// CHECK-NEXT: %[[P4:.*]] = math.fma %[[P5]], %[[F]], %[[C4]]
// CHECK-NEXT: %[[C3:.*]] = arith.constant dense<-0.166692495> :
// CHECK-NEXT: %[[P3:.*]] = math.fma %[[P4]], %[[F]], %[[C3]]
// CHECK-NEXT: %[[C2:.*]] = arith.constant dense<0.200022236> :
// CHECK-NEXT: %[[P2:.*]] = math.fma %[[P3]], %[[F]], %[[C2]]
// CHECK-NEXT: %[[C1:.*]] = arith.constant dense<-0.249999866> :
// CHECK-NEXT: %[[P1:.*]] = math.fma %[[P2]], %[[F]], %[[C1]]
// CHECK-NEXT: %[[C0:.*]] = arith.constant dense<0.333333105> :
// CHECK-NEXT: %[[P:.*]] = math.fma %[[P1]], %[[F]], %[[C0]]
// CHECK-NEXT: %[[LOW:.*]] = arith.constant dense<-2.12194442E-4> : vector<8xf32>
// CHECK-NEXT: %[[ELOW:.*]] = arith.mulf %[[EF]], %[[LOW]]
// CHECK-NEXT: %[[T:.*]] = math.fma %[[F3]], %[[P]], %[[ELOW]]
// CHECK-NEXT: %[[MINUSHALF:.*]] = arith.constant dense<-5.000000e-01> : vector<8xf32>
// CHECK-NEXT: %[[T1:.*]] = math.fma %[[F2]], %[[MINUSHALF]], %[[T]]
// CHECK-NEXT: %[[HIGH:.*]] = arith.constant dense<0.693359375> : vector<8xf32>
// CHECK-NEXT: %[[T2:.*]] = arith.addf %[[F]], %[[T1]]
// CHECK-NEXT: %[[Y:.*]] = math.fma %[[EF]], %[[HIGH]], %[[T2]]
// log(0) is -infinity, of a zero of either sign; infinity and NaN are what they were; less than 0 is no number.
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[ISZERO:.*]] = arith.cmpf oeq, %[[X]], %[[ZERO]]
// CHECK-NEXT: %[[MINUSINF:.*]] = arith.constant dense<0xFF800000> : vector<8xf32>
// CHECK-NEXT: %[[Y1:.*]] = arith.select %[[ISZERO]], %[[MINUSINF]], %[[Y]]
// CHECK-NEXT: %[[INF:.*]] = arith.constant dense<0x7F800000> : vector<8xf32>
// CHECK-NEXT: %[[FINITE:.*]] = arith.cmpf olt, %[[X]], %[[INF]]
// CHECK-NEXT: %[[Y2:.*]] = arith.select %[[FINITE]], %[[Y1]], %[[X]]
// CHECK-NEXT: %[[ZERO2:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[NEGATIVE:.*]] = arith.cmpf olt, %[[X]], %[[ZERO2]]
// CHECK-NEXT: %[[NAN:.*]] = arith.constant dense<0x7FC00000> : vector<8xf32>
// CHECK-NEXT: %[[Y3:.*]] = arith.select %[[NEGATIVE]], %[[NAN]], %[[Y2]]
// CHECK-NEXT: return %[[Y3]]
func.func @log(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.log %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @log1p(
// CHECK-SAME:  %[[X:.*]]: vector<8xf32>
// u = 1 + x, rounded, and exactly what that lost: c = (x - (u - (u - x))) + (1 - (u - x)).
// CHECK-NEXT: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[ONE]], %[[X]]
// CHECK-NEXT: %[[ADDED:.*]] = arith.subf %[[U]], %[[X]]
// CHECK-NEXT: %[[BACK:.*]] = arith.subf %[[U]], %[[ADDED]]
// CHECK-NEXT: %[[LOSTX:.*]] = arith.subf %[[X]], %[[BACK]]
// CHECK-NEXT: %[[ONE2:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[LOST1:.*]] = arith.subf %[[ONE2]], %[[ADDED]]
// CHECK-NEXT: %[[C:.*]] = arith.addf %[[LOSTX]], %[[LOST1]]
// CHECK-NEXT: %[[UBITS:.*]] = arith.bitcast %[[U]] : vector<8xf32> to vector<8xi32>
// CHECK-NEXT: %[[ROOT:.*]] = arith.constant dense<1060439283> : vector<8xi32>
// CHECK-NEXT: %[[OVER:.*]] = arith.subi %[[UBITS]], %[[ROOT]]
// CHECK-NEXT: %[[MANTISSA:.*]] = arith.constant dense<23> : vector<8xi32>
// CHECK-NEXT: %[[E:.*]] = arith.shrsi %[[OVER]], %[[MANTISSA]]
// CHECK-NEXT: %[[UBITS2:.*]] = arith.bitcast %[[U]] : vector<8xf32> to vector<8xi32>
// CHECK-NEXT: %[[MANTISSA2:.*]] = arith.constant dense<23> : vector<8xi32>
// CHECK-NEXT: %[[EBITS:.*]] = arith.shli %[[E]], %[[MANTISSA2]]
// CHECK-NEXT: %[[MBITS:.*]] = arith.subi %[[UBITS2]], %[[EBITS]]
// CHECK-NEXT: %[[M:.*]] = arith.bitcast %[[MBITS]] : vector<8xi32> to vector<8xf32>
// c goes into the reduced argument, divided by 2^e: times a number of exponent 127 - e, no less than 0.
// CHECK-NEXT: %[[BIAS:.*]] = arith.constant dense<127> : vector<8xi32>
// CHECK-NEXT: %[[DOWN:.*]] = arith.subi %[[BIAS]], %[[E]]
// CHECK-NEXT: %[[NONE:.*]] = arith.constant dense<0> : vector<8xi32>
// CHECK-NEXT: %[[DOWN1:.*]] = arith.maxsi %[[DOWN]], %[[NONE]]
// CHECK-NEXT: %[[ONE3:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[M1:.*]] = arith.subf %[[M]], %[[ONE3]]
// CHECK-NEXT: %[[MANTISSA3:.*]] = arith.constant dense<23> : vector<8xi32>
// CHECK-NEXT: %[[SBITS:.*]] = arith.shli %[[DOWN1]], %[[MANTISSA3]]
// CHECK-NEXT: %[[SCALE:.*]] = arith.bitcast %[[SBITS]] : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: %[[C1:.*]] = arith.mulf %[[C]], %[[SCALE]]
// CHECK-NEXT: %[[F:.*]] = arith.addf %[[M1]], %[[C1]]
// CHECK-NEXT: %[[EF:.*]] = arith.sitofp %[[E]] : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: %[[F2:.*]] = arith.mulf %[[F]], %[[F]]
// CHECK-NEXT: %[[F3:.*]] = arith.mulf %[[F2]], %[[F]]
// CHECK-NEXT: %[[C8:.*]] = arith.constant dense<0.0691561103> :
// CHECK-NEXT: %[[C7:.*]] = arith.constant dense<-0.117893696> :
// CHECK-NEXT: %[[P7:.*]] = math.fma %[[C8]], %[[F]], %[[C7]]
// CHECK-NEXT: %[[C6:.*]] = arith.constant dense<0.118726194> :
// CHECK-NEXT: %[[P6:.*]] = math.fma %[[P7]], %[[F]], %[[C6]]
// CHECK-NEXT: %[[C5:.*]] = arith.constant dense<-0.12384402> :
// CHECK-NEXT: %[[P5:.*]] = math.fma %[[P6]], %[[F]], %[[C5]]
// CHECK-NEXT: %[[C4:.*]] = arith.constant dense<0.142187163> :
// CHECK-NEXT: %[[P4:.*]] = math.fma %[[P5]], %[[F]], %[[C4]]
// CHECK-NEXT: %[[C3:.*]] = arith.constant dense<-0.166692495> :
// CHECK-NEXT: %[[P3:.*]] = math.fma %[[P4]], %[[F]], %[[C3]]
// CHECK-NEXT: %[[C2:.*]] = arith.constant dense<0.200022236> :
// CHECK-NEXT: %[[P2:.*]] = math.fma %[[P3]], %[[F]], %[[C2]]
// CHECK-NEXT: %[[C1:.*]] = arith.constant dense<-0.249999866> :
// CHECK-NEXT: %[[P1:.*]] = math.fma %[[P2]], %[[F]], %[[C1]]
// CHECK-NEXT: %[[C0:.*]] = arith.constant dense<0.333333105> :
// CHECK-NEXT: %[[P:.*]] = math.fma %[[P1]], %[[F]], %[[C0]]
// CHECK-NEXT: %[[LOW:.*]] = arith.constant dense<-2.12194442E-4> : vector<8xf32>
// CHECK-NEXT: %[[ELOW:.*]] = arith.mulf %[[EF]], %[[LOW]]
// CHECK-NEXT: %[[T:.*]] = math.fma %[[F3]], %[[P]], %[[ELOW]]
// CHECK-NEXT: %[[MINUSHALF:.*]] = arith.constant dense<-5.000000e-01> : vector<8xf32>
// CHECK-NEXT: %[[T1:.*]] = math.fma %[[F2]], %[[MINUSHALF]], %[[T]]
// CHECK-NEXT: %[[HIGH:.*]] = arith.constant dense<0.693359375> : vector<8xf32>
// CHECK-NEXT: %[[T2:.*]] = arith.addf %[[F]], %[[T1]]
// CHECK-NEXT: %[[Y:.*]] = math.fma %[[EF]], %[[HIGH]], %[[T2]]
// As log has it at 0, here at -1.
// CHECK-NEXT: %[[MINUS1:.*]] = arith.constant dense<-1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[ISMINUS1:.*]] = arith.cmpf oeq, %[[X]], %[[MINUS1]]
// CHECK-NEXT: %[[MINUSINF:.*]] = arith.constant dense<0xFF800000> : vector<8xf32>
// CHECK-NEXT: %[[Y1:.*]] = arith.select %[[ISMINUS1]], %[[MINUSINF]], %[[Y]]
// CHECK-NEXT: %[[INF:.*]] = arith.constant dense<0x7F800000> : vector<8xf32>
// CHECK-NEXT: %[[FINITE:.*]] = arith.cmpf olt, %[[X]], %[[INF]]
// CHECK-NEXT: %[[Y2:.*]] = arith.select %[[FINITE]], %[[Y1]], %[[X]]
// CHECK-NEXT: %[[MINUS1B:.*]] = arith.constant dense<-1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[BELOW:.*]] = arith.cmpf olt, %[[X]], %[[MINUS1B]]
// CHECK-NEXT: %[[NAN:.*]] = arith.constant dense<0x7FC00000> : vector<8xf32>
// CHECK-NEXT: %[[Y3:.*]] = arith.select %[[BELOW]], %[[NAN]], %[[Y2]]
// CHECK-NEXT: return %[[Y3]]
func.func @log1p(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.log1p %x : vector<8xf32>
  return %0 : vector<8xf32>
}
