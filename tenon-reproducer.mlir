// tenon compile --target=cpu on this module fails:
// 'tenon.attend' op cannot be in the contraction, which consists of tenon.linear
// see current operation: 
%5 = "tenon.attend"(%3, %4, %2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, scale = 0.088388347648318447 : f64, slot = #tenon.slot<contraction>, storage = bf16}> ({
}, {
^bb0(%arg3: tensor<1xf32>, %arg4: tensor<1xf32>, %arg5: tensor<1xf32>):
  %7 = "tenon.le"(%arg4, %arg3) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
  "tenon.yield"(%7) : (tensor<1xi1>) -> ()
}) : (tensor<?x32x128xf32>, tensor<?x32x128xf32>, tensor<?x32x128xf32>) -> tensor<?x32x128xf32>
module attributes {tenon.block = {cache = bf16, dtype = bf16, hash = array<i64: 794478114536954724, -3251299036654573912>, name = "llama", parameters = [{name = "attention.norm.gain", shape = array<i64: 4096>, type = f32}, {name = "attention.q.weight", shape = array<i64: 4096, 4096>, type = bf16}, {name = "attention.k.weight", shape = array<i64: 4096, 4096>, type = bf16}, {name = "attention.v.weight", shape = array<i64: 4096, 4096>, type = bf16}, {name = "attention.o.weight", shape = array<i64: 4096, 4096>, type = bf16}, {name = "ffn.norm.gain", shape = array<i64: 4096>, type = f32}, {name = "ffn.gate.weight", shape = array<i64: 11008, 4096>, type = bf16}, {name = "ffn.up.weight", shape = array<i64: 11008, 4096>, type = bf16}, {name = "ffn.down.weight", shape = array<i64: 4096, 11008>, type = bf16}], residual = bf16, weights = bf16, width = 4096 : i64}} {
  func.func @llama(%arg0: tensor<?x4096xbf16>, %arg1: tensor<4096xf32> {tenon.param = "attention.norm.gain"}, %arg2: tensor<4096x4096xbf16> {tenon.param = "attention.q.weight"}, %arg3: tensor<4096x4096xbf16> {tenon.param = "attention.k.weight"}, %arg4: tensor<4096x4096xbf16> {tenon.param = "attention.v.weight"}, %arg5: tensor<4096x4096xbf16> {tenon.param = "attention.o.weight"}, %arg6: tensor<4096xf32> {tenon.param = "ffn.norm.gain"}, %arg7: tensor<11008x4096xbf16> {tenon.param = "ffn.gate.weight"}, %arg8: tensor<11008x4096xbf16> {tenon.param = "ffn.up.weight"}, %arg9: tensor<4096x11008xbf16> {tenon.param = "ffn.down.weight"}) -> tensor<?x4096xbf16> {
    %0 = tenon.cast %arg0 {storage = bf16} : (tensor<?x4096xbf16>) -> tensor<?x4096xf32>
    %1 = tenon.power %0 {exponent = 2 : i64} : tensor<?x4096xf32>
    %2 = tenon.mean %1 : (tensor<?x4096xf32>) -> tensor<?x1xf32>
    %3 = tenon.constant dense<1.000000e-05> : tensor<1xf64>
    %4 = tenon.add %2, %3 : (tensor<?x1xf32>, tensor<1xf32>) -> tensor<?x1xf32>
    %5 = tenon.sqrt %4 : tensor<?x1xf32>
    %6 = tenon.div %0, %5 : (tensor<?x4096xf32>, tensor<?x1xf32>) -> tensor<?x4096xf32>
    %7 = tenon.round %6 to bf16 : tensor<?x4096xf32>
    %8 = tenon.constant dense<0.000000e+00> : tensor<1xf64>
    %9 = tenon.mul %7, %arg1 {storage = bf16} : (tensor<?x4096xf32>, tensor<4096xf32>) -> tensor<?x4096xf32>
    %10 = tenon.linear %9, %arg2 {storage = bf16} : (tensor<?x4096xf32>, tensor<4096x4096xbf16>) -> tensor<?x4096xf32>
    %11 = tenon.split %10 : (tensor<?x4096xf32>) -> tensor<?x32x128xf32>
    %12 = tenon.constant dense<[1.000000e+00, 0.86596432336006534, 0.74989420933245587, 0.64938163157621132, 0.56234132519034907, 0.48696752516586311, 0.42169650342858223, 0.36517412725483772, 0.31622776601683794, 0.27384196342643613, 0.23713737056616552, 0.20535250264571461, 0.17782794100389229, 0.15399265260594919, 0.1333521432163324, 0.11547819846894582, 1.000000e-01, 0.086596432336006529, 0.074989420933245579, 0.064938163157621132, 0.056234132519034911, 0.048696752516586311, 0.042169650342858224, 0.036517412725483769, 0.031622776601683791, 0.027384196342643614, 0.023713737056616554, 0.02053525026457146, 0.017782794100389229, 0.015399265260594919, 0.013335214321633241, 0.011547819846894581, 1.000000e-02, 0.0086596432336006543, 0.0074989420933245579, 0.006493816315762113, 0.005623413251903491, 0.004869675251658631, 0.0042169650342858229, 0.0036517412725483771, 0.0031622776601683794, 0.0027384196342643613, 0.0023713737056616554, 0.002053525026457146, 0.0017782794100389228, 0.001539926526059492, 0.0013335214321633241, 0.0011547819846894581, 1.000000e-03, 8.6596432336006539E-4, 7.4989420933245586E-4, 6.4938163157621134E-4, 5.623413251903491E-4, 4.869675251658631E-4, 4.2169650342858224E-4, 3.651741272548377E-4, 3.1622776601683794E-4, 2.7384196342643611E-4, 2.3713737056616554E-4, 2.0535250264571461E-4, 1.7782794100389227E-4, 1.5399265260594919E-4, 1.333521432163324E-4, 1.1547819846894582E-4]> : tensor<64xf64>
    %13 = tenon.rotate %11, %12 {dim = 128 : i64, magnitude = 1.000000e+00 : f64, pairs = #tenon.pairs<half>, storage = bf16} : (tensor<?x32x128xf32>, tensor<64xf32>) -> tensor<?x32x128xf32>
    %14 = tenon.linear %9, %arg3 {storage = bf16} : (tensor<?x4096xf32>, tensor<4096x4096xbf16>) -> tensor<?x4096xf32>
    %15 = tenon.split %14 : (tensor<?x4096xf32>) -> tensor<?x32x128xf32>
    %16 = tenon.rotate %15, %12 {dim = 128 : i64, magnitude = 1.000000e+00 : f64, pairs = #tenon.pairs<half>, storage = bf16} : (tensor<?x32x128xf32>, tensor<64xf32>) -> tensor<?x32x128xf32>
    %17 = tenon.linear %9, %arg4 {storage = bf16} : (tensor<?x4096xf32>, tensor<4096x4096xbf16>) -> tensor<?x4096xf32>
    %18 = tenon.split %17 {storage = bf16} : (tensor<?x4096xf32>) -> tensor<?x32x128xf32>
    %19 = tenon.attend %13, %16, %18 score {
    } mask {
    ^bb0(%arg10: tensor<1xf32>, %arg11: tensor<1xf32>, %arg12: tensor<1xf32>):
      %41 = tenon.le %arg11, %arg10 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
      tenon.yield %41 : tensor<1xi1>
    } {scale = 0.088388347648318447 : f64, storage = bf16} : (tensor<?x32x128xf32>, tensor<?x32x128xf32>, tensor<?x32x128xf32>) -> tensor<?x32x128xf32>
    %20 = tenon.merge %19 {storage = bf16} : (tensor<?x32x128xf32>) -> tensor<?x4096xf32>
    %21 = tenon.linear %20, %arg5 {storage = bf16} : (tensor<?x4096xf32>, tensor<4096x4096xbf16>) -> tensor<?x4096xf32>
    %22 = tenon.add %0, %21 {storage = bf16} : (tensor<?x4096xf32>, tensor<?x4096xf32>) -> tensor<?x4096xf32>
    %23 = tenon.power %22 {exponent = 2 : i64} : tensor<?x4096xf32>
    %24 = tenon.mean %23 : (tensor<?x4096xf32>) -> tensor<?x1xf32>
    %25 = tenon.add %24, %3 : (tensor<?x1xf32>, tensor<1xf32>) -> tensor<?x1xf32>
    %26 = tenon.sqrt %25 : tensor<?x1xf32>
    %27 = tenon.div %22, %26 : (tensor<?x4096xf32>, tensor<?x1xf32>) -> tensor<?x4096xf32>
    %28 = tenon.round %27 to bf16 : tensor<?x4096xf32>
    %29 = tenon.mul %28, %arg6 {storage = bf16} : (tensor<?x4096xf32>, tensor<4096xf32>) -> tensor<?x4096xf32>
    %30 = tenon.linear %29, %arg7 {storage = bf16} : (tensor<?x4096xf32>, tensor<11008x4096xbf16>) -> tensor<?x11008xf32>
    %31 = tenon.constant dense<0xFFF0000000000000> : tensor<1xf64>
    %32 = tenon.eq %30, %31 : (tensor<?x11008xf32>, tensor<1xf32>) -> tensor<?x11008xi1>
    %33 = tenon.sigmoid %30 : tensor<?x11008xf32>
    %34 = tenon.mul %30, %33 : (tensor<?x11008xf32>, tensor<?x11008xf32>) -> tensor<?x11008xf32>
    %35 = tenon.select %32, %8, %34 : (tensor<?x11008xi1>, tensor<1xf32>, tensor<?x11008xf32>) -> tensor<?x11008xf32>
    %36 = tenon.linear %29, %arg8 {storage = bf16} : (tensor<?x4096xf32>, tensor<11008x4096xbf16>) -> tensor<?x11008xf32>
    %37 = tenon.mul %35, %36 {storage = bf16} : (tensor<?x11008xf32>, tensor<?x11008xf32>) -> tensor<?x11008xf32>
    %38 = tenon.linear %37, %arg9 {storage = bf16} : (tensor<?x11008xf32>, tensor<4096x11008xbf16>) -> tensor<?x4096xf32>
    %39 = tenon.add %22, %38 {storage = bf16} : (tensor<?x4096xf32>, tensor<?x4096xf32>) -> tensor<?x4096xf32>
    %40 = tenon.cast %39 : (tensor<?x4096xf32>) -> tensor<?x4096xbf16>
    return %40 : tensor<?x4096xbf16>
  }
}
