// RUN: %tenon-opt %s | %tenon-opt | FileCheck %s
// RUN: %tenon-opt %s --mlir-print-op-generic | %tenon-opt | FileCheck %s
// REQUIRES: codegen
// Every operation is printed as it is read.

// CHECK-LABEL: func.func @leaves
func.func @leaves(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // CHECK: tenon.constant dense<1.000000e-05> : tensor<1xf64>
  %0 = tenon.constant dense<1.0e-5> : tensor<1xf64>
  // CHECK: tenon.constant dense<0xFFF0000000000000> : tensor<1xf64>
  %1 = tenon.constant dense<0xFFF0000000000000> : tensor<1xf64>
  // CHECK: tenon.constant dense<[true, false]> : tensor<2xi1>
  %2 = tenon.constant dense<[true, false]> : tensor<2xi1>
  // CHECK: tenon.position
  %3 = tenon.position
  return %x : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @elementwise
func.func @elementwise(%x: tensor<?x8xf32>, %g: tensor<8xf32>, %h: tensor<2x1xf32>) -> tensor<?x8xf32> {
  // CHECK: tenon.neg %{{.*}} : tensor<?x8xf32>
  %0 = tenon.neg %x : tensor<?x8xf32>
  // CHECK: tenon.abs
  %1 = tenon.abs %0 : tensor<?x8xf32>
  // CHECK: tenon.exp
  %2 = tenon.exp %1 : tensor<?x8xf32>
  // CHECK: tenon.expm1
  %3 = tenon.expm1 %2 : tensor<?x8xf32>
  // CHECK: tenon.log
  %4 = tenon.log %3 : tensor<?x8xf32>
  // CHECK: tenon.log1p
  %5 = tenon.log1p %4 : tensor<?x8xf32>
  // CHECK: tenon.tanh
  %6 = tenon.tanh %5 : tensor<?x8xf32>
  // CHECK: tenon.sigmoid
  %7 = tenon.sigmoid %6 : tensor<?x8xf32>
  // CHECK: tenon.sqrt
  %8 = tenon.sqrt %7 : tensor<?x8xf32>
  // CHECK: tenon.normal_cdf
  %9 = tenon.normal_cdf %8 : tensor<?x8xf32>
  // CHECK: tenon.floor
  %10 = tenon.floor %9 : tensor<?x8xf32>
  // CHECK: tenon.round %{{.*}} to bf16 : tensor<?x8xf32>
  %11 = tenon.round %10 to bf16 : tensor<?x8xf32>
  // CHECK: tenon.power %{{.*}} {exponent = 3 : i64, storage = bf16} : tensor<?x8xf32>
  %12 = tenon.power %11 {exponent = 3, storage = bf16} : tensor<?x8xf32>
  // CHECK: tenon.add %{{.*}}, %{{.*}} : tensor<?x8xf32>, tensor<8xf32>
  %13 = tenon.add %12, %g : tensor<?x8xf32>, tensor<8xf32>
  // CHECK: tenon.sub
  %14 = tenon.sub %g, %13 : tensor<8xf32>, tensor<?x8xf32>
  // An axis of heads in front of a row.
  // CHECK: tenon.mul %{{.*}}, %{{.*}} : tensor<?x8xf32>, tensor<2x1xf32>
  %15 = tenon.mul %14, %h : tensor<?x8xf32>, tensor<2x1xf32>
  // CHECK: tenon.div
  %16 = tenon.div %14, %g : tensor<?x8xf32>, tensor<8xf32>
  // CHECK: tenon.max
  %17 = tenon.max %16, %g : tensor<?x8xf32>, tensor<8xf32>
  // CHECK: tenon.min
  %18 = tenon.min %17, %g : tensor<?x8xf32>, tensor<8xf32>
  // CHECK: tenon.lt %{{.*}}, %{{.*}} : tensor<?x8xf32>, tensor<8xf32>
  %19 = tenon.lt %18, %g : tensor<?x8xf32>, tensor<8xf32>
  // CHECK: tenon.le
  %20 = tenon.le %18, %g : tensor<?x8xf32>, tensor<8xf32>
  // CHECK: tenon.eq
  %21 = tenon.eq %18, %g : tensor<?x8xf32>, tensor<8xf32>
  // CHECK: tenon.and
  %22 = tenon.and %19, %20 : tensor<?x8xi1>, tensor<?x8xi1>
  // CHECK: tenon.or
  %23 = tenon.or %22, %21 : tensor<?x8xi1>, tensor<?x8xi1>
  // CHECK: tenon.not %{{.*}} : tensor<?x8xi1>
  %24 = tenon.not %23 : tensor<?x8xi1>
  // CHECK: tenon.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x8xi1>, tensor<?x8xf32>, tensor<8xf32>
  %25 = tenon.select %24, %18, %g : tensor<?x8xi1>, tensor<?x8xf32>, tensor<8xf32>
  // CHECK: tenon.spread %{{.*}} : tensor<8xf32>
  %27 = tenon.spread %g : tensor<8xf32>
  // CHECK: tenon.cast %{{.*}} : tensor<?x8xf32> to tensor<?x8xf16>
  %26 = tenon.cast %25 : tensor<?x8xf32> to tensor<?x8xf16>
  return %25 : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @rows
func.func @rows(%x: tensor<?x8xf32>, %w: tensor<4x8xbf16>, %b: tensor<4xf32>, %f: tensor<2xf32>, %s: tensor<2xf32>,
    %t: tensor<3x2xf32>) -> tensor<?x2x4xf32> {
  // CHECK: tenon.mean %{{.*}} : tensor<?x8xf32>
  %0 = tenon.mean %x : tensor<?x8xf32>
  // CHECK: tenon.sum
  %1 = tenon.sum %x : tensor<?x8xf32>
  // CHECK: tenon.linear %{{.*}}, %{{.*}} : tensor<?x8xf32>, tensor<4x8xbf16>
  %2 = tenon.linear %x, %w : tensor<?x8xf32>, tensor<4x8xbf16>
  // CHECK: tenon.linear %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x8xf32>, tensor<4x8xbf16>, tensor<4xf32>
  %3 = tenon.linear %x, %w, %b : tensor<?x8xf32>, tensor<4x8xbf16>, tensor<4xf32>
  // CHECK: tenon.split %{{.*}} : tensor<?x8xf32> to tensor<?x2x4xf32>
  %4 = tenon.split %x : tensor<?x8xf32> to tensor<?x2x4xf32>
  // CHECK: tenon.merge %{{.*}} : tensor<?x2x4xf32>
  %5 = tenon.merge %4 : tensor<?x2x4xf32>
  // CHECK: tenon.rotate %{{.*}}, %{{.*}} {dim = 4 : i64, magnitude = 1.000000e+00 : f64, pairs = #tenon.pairs<half>}
  %6 = tenon.rotate %4, %f {dim = 4, magnitude = 1.0 : f64, pairs = #tenon.pairs<half>} : tensor<?x2x4xf32>, tensor<2xf32>
  // CHECK: tenon.columns %{{.*}} from [1, 0, 3, 2] : tensor<?x2x4xf32>
  %8 = tenon.columns %6 from [1, 0, 3, 2] : tensor<?x2x4xf32>
  // CHECK: %[[P:.*]] = tenon.position
  %p = tenon.position
  // CHECK: tenon.cosine %[[P]], %{{.*}}, %{{.*}} : tensor<?x1xf32>, tensor<2xf32>, tensor<2xf32>
  %9 = tenon.cosine %p, %f, %f : tensor<?x1xf32>, tensor<2xf32>, tensor<2xf32>
  // CHECK: tenon.sine %[[P]]
  %10 = tenon.sine %p, %f, %f : tensor<?x1xf32>, tensor<2xf32>, tensor<2xf32>
  // CHECK: tenon.attend %{{.*}}, %{{.*}}, %{{.*}} sinks %{{.*}} with %{{.*}} score {
  // CHECK: tenon.lookup
  // CHECK: } mask {
  // CHECK: tenon.le
  %7 = tenon.attend %6, %8, %4 sinks %s with %t score {
  ^bb0(%score: tensor<1xf32>, %q: tensor<1xf32>, %k: tensor<1xf32>, %head: tensor<1xf32>, %table: tensor<3x2xf32>):
    %c = tenon.lookup %table, %k, %head : tensor<3x2xf32>, tensor<1xf32>, tensor<1xf32>
    %d = tenon.add %score, %c : tensor<1xf32>, tensor<1xf32>
    tenon.yield %d : tensor<1xf32>
  } mask {
  ^bb0(%q: tensor<1xf32>, %k: tensor<1xf32>, %head: tensor<1xf32>, %table: tensor<3x2xf32>):
    %c = tenon.le %k, %q : tensor<1xf32>, tensor<1xf32>
    tenon.yield %c : tensor<1xi1>
  } {scale = 0.5 : f64} : tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<?x2x4xf32>, tensor<2xf32>, tensor<3x2xf32>
  return %7 : tensor<?x2x4xf32>
}
