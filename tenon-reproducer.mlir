// tenon compile --target=cpu on this module fails:
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @rows.finish(%arg0: i64 {tenon.size = "begin"}, %arg1: i64 {tenon.size = "end"}, %arg2: i64 {tenon.size = "rows"}, %arg3: !llvm.ptr {tenon.buffer = "x", tenon.offset = 0 : i64}, %arg4: i64 {tenon.size = "first"}, %arg5: i64 {tenon.size = "x_stride"}, %arg6: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg7: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg8: !llvm.ptr {tenon.buffer = "y", tenon.offset = 0 : i64}, %arg9: i64 {tenon.size = "y_stride"}) {
  %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<16xf32>) : vector<16xf32>
  %1 = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.mlir.poison : vector<16xf32>
  %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(8 : index) : i64
  %5 = llvm.mlir.constant(1 : index) : i64
  %6 = llvm.mlir.constant(5.000000e-01 : f32) : f32
  %7 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %8 = llvm.mlir.constant(dense<5.000000e-01> : vector<16xf32>) : vector<16xf32>
  %9 = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
  %10 = llvm.mlir.constant(dense<-9.99999997E-7> : vector<16xf32>) : vector<16xf32>
  %11 = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  %12 = llvm.mul %arg0, %4 : i64
  %13 = llvm.mul %arg1, %4 : i64
  %14 = llvm.icmp "ult" %13, %arg2 : i64
  %15 = llvm.select %14, %13, %arg2 : i1, i64
  llvm.br ^bb1(%12 : i64)
^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
  %17 = llvm.icmp "slt" %16, %15 : i64
  llvm.cond_br %17, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  %18 = llvm.add %arg4, %16 : i64
  %19 = llvm.mul %18, %arg5 : i64
  %20 = llvm.mul %18, %arg9 : i64
  %21 = llvm.load %arg6 : !llvm.ptr -> f32
  %22 = llvm.fcmp "ogt" %7, %21 : f32
  %23 = llvm.select %22, %7, %21 : i1, f32
  %24 = llvm.intr.fabs(%21) : (f32) -> f32
  %25 = llvm.fneg %24 : f32
  %26 = llvm.intr.exp(%25) : (f32) -> f32
  %27 = llvm.fadd %3, %26 : f32
  %28 = llvm.intr.log(%27) : (f32) -> f32
  %29 = llvm.fadd %23, %28 : f32
  %30 = llvm.load %arg7 : !llvm.ptr -> f32
  %31 = llvm.fcmp "ogt" %7, %30 : f32
  %32 = llvm.select %31, %7, %30 : i1, f32
  %33 = llvm.intr.fabs(%30) : (f32) -> f32
  %34 = llvm.fneg %33 : f32
  %35 = llvm.intr.exp(%34) : (f32) -> f32
  %36 = llvm.fadd %3, %35 : f32
  %37 = llvm.intr.log(%36) : (f32) -> f32
  %38 = llvm.fadd %32, %37 : f32
  %39 = llvm.fadd %38, %6 : f32
  %40 = llvm.getelementptr %arg3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %41 = llvm.intr.masked.load %40, %11, %9 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  %42 = llvm.fmul %41, %8 : vector<16xf32>
  %43 = llvm.fcmp "olt" %9, %41 : vector<16xf32>
  %44 = llvm.insertelement %29, %2[%1 : i32] : vector<16xf32>
  %45 = llvm.shufflevector %44, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %46 = llvm.fmul %41, %41 : vector<16xf32>
  %47 = llvm.fmul %45, %46 : vector<16xf32>
  %48 = llvm.insertelement %39, %2[%1 : i32] : vector<16xf32>
  %49 = llvm.shufflevector %48, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %50 = llvm.fcmp "olt" %10, %41 : vector<16xf32>
  %51 = llvm.select %50, %10, %41 : vector<16xi1>, vector<16xf32>
  %52 = llvm.intr.exp(%51) : (vector<16xf32>) -> vector<16xf32>
  %53 = llvm.fsub %52, %0 : vector<16xf32>
  %54 = llvm.fsub %53, %41 : vector<16xf32>
  %55 = llvm.fmul %49, %54 : vector<16xf32>
  %56 = llvm.select %43, %47, %55 : vector<16xi1>, vector<16xf32>
  %57 = llvm.fadd %42, %56 : vector<16xf32>
  %58 = llvm.getelementptr %arg8[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.intr.masked.store %57, %58, %11 {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
  %59 = llvm.add %16, %5 : i64
  llvm.br ^bb1(%59 : i64)
^bb3:  // pred: ^bb1
  llvm.return
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @rows.finish(%arg0: i64 {tenon.size = "begin"}, %arg1: i64 {tenon.size = "end"}, %arg2: i64 {tenon.size = "rows"}, %arg3: !llvm.ptr {tenon.buffer = "x", tenon.offset = 0 : i64}, %arg4: i64 {tenon.size = "first"}, %arg5: i64 {tenon.size = "x_stride"}, %arg6: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg7: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg8: !llvm.ptr {tenon.buffer = "y", tenon.offset = 0 : i64}, %arg9: i64 {tenon.size = "y_stride"}) {
  %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<16xf32>) : vector<16xf32>
  %1 = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.mlir.poison : vector<16xf32>
  %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(8 : index) : i64
  %5 = llvm.mlir.constant(1 : index) : i64
  %6 = llvm.mlir.constant(5.000000e-01 : f32) : f32
  %7 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %8 = llvm.mlir.constant(dense<5.000000e-01> : vector<16xf32>) : vector<16xf32>
  %9 = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
  %10 = llvm.mlir.constant(dense<-9.99999997E-7> : vector<16xf32>) : vector<16xf32>
  %11 = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  %12 = llvm.mul %arg0, %4 : i64
  %13 = llvm.mul %arg1, %4 : i64
  %14 = llvm.icmp "ult" %13, %arg2 : i64
  %15 = llvm.select %14, %13, %arg2 : i1, i64
  llvm.br ^bb1(%12 : i64)
^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
  %17 = llvm.icmp "slt" %16, %15 : i64
  llvm.cond_br %17, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  %18 = llvm.add %arg4, %16 : i64
  %19 = llvm.mul %18, %arg5 : i64
  %20 = llvm.mul %18, %arg9 : i64
  %21 = llvm.load %arg6 : !llvm.ptr -> f32
  %22 = llvm.fcmp "ogt" %7, %21 : f32
  %23 = llvm.select %22, %7, %21 : i1, f32
  %24 = llvm.intr.fabs(%21) : (f32) -> f32
  %25 = llvm.fneg %24 : f32
  %26 = llvm.intr.exp(%25) : (f32) -> f32
  %27 = llvm.fadd %3, %26 : f32
  %28 = llvm.intr.log(%27) : (f32) -> f32
  %29 = llvm.fadd %23, %28 : f32
  %30 = llvm.load %arg7 : !llvm.ptr -> f32
  %31 = llvm.fcmp "ogt" %7, %30 : f32
  %32 = llvm.select %31, %7, %30 : i1, f32
  %33 = llvm.intr.fabs(%30) : (f32) -> f32
  %34 = llvm.fneg %33 : f32
  %35 = llvm.intr.exp(%34) : (f32) -> f32
  %36 = llvm.fadd %3, %35 : f32
  %37 = llvm.intr.log(%36) : (f32) -> f32
  %38 = llvm.fadd %32, %37 : f32
  %39 = llvm.fadd %38, %6 : f32
  %40 = llvm.getelementptr %arg3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %41 = llvm.intr.masked.load %40, %11, %9 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  %42 = llvm.fmul %41, %8 : vector<16xf32>
  %43 = llvm.fcmp "olt" %9, %41 : vector<16xf32>
  %44 = llvm.insertelement %29, %2[%1 : i32] : vector<16xf32>
  %45 = llvm.shufflevector %44, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %46 = llvm.fmul %41, %41 : vector<16xf32>
  %47 = llvm.fmul %45, %46 : vector<16xf32>
  %48 = llvm.insertelement %39, %2[%1 : i32] : vector<16xf32>
  %49 = llvm.shufflevector %48, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %50 = llvm.fcmp "olt" %10, %41 : vector<16xf32>
  %51 = llvm.select %50, %10, %41 : vector<16xi1>, vector<16xf32>
  %52 = llvm.intr.exp(%51) : (vector<16xf32>) -> vector<16xf32>
  %53 = llvm.fsub %52, %0 : vector<16xf32>
  %54 = llvm.fsub %53, %41 : vector<16xf32>
  %55 = llvm.fmul %49, %54 : vector<16xf32>
  %56 = llvm.select %43, %47, %55 : vector<16xi1>, vector<16xf32>
  %57 = llvm.fadd %42, %56 : vector<16xf32>
  %58 = llvm.getelementptr %arg8[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.intr.masked.store %57, %58, %11 {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
  %59 = llvm.add %16, %5 : i64
  llvm.br ^bb1(%59 : i64)
^bb3:  // pred: ^bb1
  llvm.return
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @rows.finish(%arg0: i64 {tenon.size = "begin"}, %arg1: i64 {tenon.size = "end"}, %arg2: i64 {tenon.size = "rows"}, %arg3: !llvm.ptr {tenon.buffer = "x", tenon.offset = 0 : i64}, %arg4: i64 {tenon.size = "first"}, %arg5: i64 {tenon.size = "x_stride"}, %arg6: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg7: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg8: !llvm.ptr {tenon.buffer = "y", tenon.offset = 0 : i64}, %arg9: i64 {tenon.size = "y_stride"}) {
  %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<16xf32>) : vector<16xf32>
  %1 = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.mlir.poison : vector<16xf32>
  %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(8 : index) : i64
  %5 = llvm.mlir.constant(1 : index) : i64
  %6 = llvm.mlir.constant(5.000000e-01 : f32) : f32
  %7 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %8 = llvm.mlir.constant(dense<5.000000e-01> : vector<16xf32>) : vector<16xf32>
  %9 = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
  %10 = llvm.mlir.constant(dense<-9.99999997E-7> : vector<16xf32>) : vector<16xf32>
  %11 = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  %12 = llvm.mul %arg0, %4 : i64
  %13 = llvm.mul %arg1, %4 : i64
  %14 = llvm.icmp "ult" %13, %arg2 : i64
  %15 = llvm.select %14, %13, %arg2 : i1, i64
  llvm.br ^bb1(%12 : i64)
^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
  %17 = llvm.icmp "slt" %16, %15 : i64
  llvm.cond_br %17, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  %18 = llvm.add %arg4, %16 : i64
  %19 = llvm.mul %18, %arg5 : i64
  %20 = llvm.mul %18, %arg9 : i64
  %21 = llvm.load %arg6 : !llvm.ptr -> f32
  %22 = llvm.fcmp "ogt" %7, %21 : f32
  %23 = llvm.select %22, %7, %21 : i1, f32
  %24 = llvm.intr.fabs(%21) : (f32) -> f32
  %25 = llvm.fneg %24 : f32
  %26 = llvm.intr.exp(%25) : (f32) -> f32
  %27 = llvm.fadd %3, %26 : f32
  %28 = llvm.intr.log(%27) : (f32) -> f32
  %29 = llvm.fadd %23, %28 : f32
  %30 = llvm.load %arg7 : !llvm.ptr -> f32
  %31 = llvm.fcmp "ogt" %7, %30 : f32
  %32 = llvm.select %31, %7, %30 : i1, f32
  %33 = llvm.intr.fabs(%30) : (f32) -> f32
  %34 = llvm.fneg %33 : f32
  %35 = llvm.intr.exp(%34) : (f32) -> f32
  %36 = llvm.fadd %3, %35 : f32
  %37 = llvm.intr.log(%36) : (f32) -> f32
  %38 = llvm.fadd %32, %37 : f32
  %39 = llvm.fadd %38, %6 : f32
  %40 = llvm.getelementptr %arg3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %41 = llvm.intr.masked.load %40, %11, %9 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  %42 = llvm.fmul %41, %8 : vector<16xf32>
  %43 = llvm.fcmp "olt" %9, %41 : vector<16xf32>
  %44 = llvm.insertelement %29, %2[%1 : i32] : vector<16xf32>
  %45 = llvm.shufflevector %44, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %46 = llvm.fmul %41, %41 : vector<16xf32>
  %47 = llvm.fmul %45, %46 : vector<16xf32>
  %48 = llvm.insertelement %39, %2[%1 : i32] : vector<16xf32>
  %49 = llvm.shufflevector %48, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %50 = llvm.fcmp "olt" %10, %41 : vector<16xf32>
  %51 = llvm.select %50, %10, %41 : vector<16xi1>, vector<16xf32>
  %52 = llvm.intr.exp(%51) : (vector<16xf32>) -> vector<16xf32>
  %53 = llvm.fsub %52, %0 : vector<16xf32>
  %54 = llvm.fsub %53, %41 : vector<16xf32>
  %55 = llvm.fmul %49, %54 : vector<16xf32>
  %56 = llvm.select %43, %47, %55 : vector<16xi1>, vector<16xf32>
  %57 = llvm.fadd %42, %56 : vector<16xf32>
  %58 = llvm.getelementptr %arg8[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.intr.masked.store %57, %58, %11 {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
  %59 = llvm.add %16, %5 : i64
  llvm.br ^bb1(%59 : i64)
^bb3:  // pred: ^bb1
  llvm.return
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @rows.finish(%arg0: i64 {tenon.size = "begin"}, %arg1: i64 {tenon.size = "end"}, %arg2: i64 {tenon.size = "rows"}, %arg3: !llvm.ptr {tenon.buffer = "x", tenon.offset = 0 : i64}, %arg4: i64 {tenon.size = "first"}, %arg5: i64 {tenon.size = "x_stride"}, %arg6: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg7: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg8: !llvm.ptr {tenon.buffer = "y", tenon.offset = 0 : i64}, %arg9: i64 {tenon.size = "y_stride"}) {
  %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<16xf32>) : vector<16xf32>
  %1 = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.mlir.poison : vector<16xf32>
  %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(8 : index) : i64
  %5 = llvm.mlir.constant(1 : index) : i64
  %6 = llvm.mlir.constant(5.000000e-01 : f32) : f32
  %7 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %8 = llvm.mlir.constant(dense<5.000000e-01> : vector<16xf32>) : vector<16xf32>
  %9 = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
  %10 = llvm.mlir.constant(dense<-9.99999997E-7> : vector<16xf32>) : vector<16xf32>
  %11 = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  %12 = llvm.mul %arg0, %4 : i64
  %13 = llvm.mul %arg1, %4 : i64
  %14 = llvm.icmp "ult" %13, %arg2 : i64
  %15 = llvm.select %14, %13, %arg2 : i1, i64
  llvm.br ^bb1(%12 : i64)
^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
  %17 = llvm.icmp "slt" %16, %15 : i64
  llvm.cond_br %17, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  %18 = llvm.add %arg4, %16 : i64
  %19 = llvm.mul %18, %arg5 : i64
  %20 = llvm.mul %18, %arg9 : i64
  %21 = llvm.load %arg6 : !llvm.ptr -> f32
  %22 = llvm.fcmp "ogt" %7, %21 : f32
  %23 = llvm.select %22, %7, %21 : i1, f32
  %24 = llvm.intr.fabs(%21) : (f32) -> f32
  %25 = llvm.fneg %24 : f32
  %26 = llvm.intr.exp(%25) : (f32) -> f32
  %27 = llvm.fadd %3, %26 : f32
  %28 = llvm.intr.log(%27) : (f32) -> f32
  %29 = llvm.fadd %23, %28 : f32
  %30 = llvm.load %arg7 : !llvm.ptr -> f32
  %31 = llvm.fcmp "ogt" %7, %30 : f32
  %32 = llvm.select %31, %7, %30 : i1, f32
  %33 = llvm.intr.fabs(%30) : (f32) -> f32
  %34 = llvm.fneg %33 : f32
  %35 = llvm.intr.exp(%34) : (f32) -> f32
  %36 = llvm.fadd %3, %35 : f32
  %37 = llvm.intr.log(%36) : (f32) -> f32
  %38 = llvm.fadd %32, %37 : f32
  %39 = llvm.fadd %38, %6 : f32
  %40 = llvm.getelementptr %arg3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %41 = llvm.intr.masked.load %40, %11, %9 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  %42 = llvm.fmul %41, %8 : vector<16xf32>
  %43 = llvm.fcmp "olt" %9, %41 : vector<16xf32>
  %44 = llvm.insertelement %29, %2[%1 : i32] : vector<16xf32>
  %45 = llvm.shufflevector %44, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %46 = llvm.fmul %41, %41 : vector<16xf32>
  %47 = llvm.fmul %45, %46 : vector<16xf32>
  %48 = llvm.insertelement %39, %2[%1 : i32] : vector<16xf32>
  %49 = llvm.shufflevector %48, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %50 = llvm.fcmp "olt" %10, %41 : vector<16xf32>
  %51 = llvm.select %50, %10, %41 : vector<16xi1>, vector<16xf32>
  %52 = llvm.intr.exp(%51) : (vector<16xf32>) -> vector<16xf32>
  %53 = llvm.fsub %52, %0 : vector<16xf32>
  %54 = llvm.fsub %53, %41 : vector<16xf32>
  %55 = llvm.fmul %49, %54 : vector<16xf32>
  %56 = llvm.select %43, %47, %55 : vector<16xi1>, vector<16xf32>
  %57 = llvm.fadd %42, %56 : vector<16xf32>
  %58 = llvm.getelementptr %arg8[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.intr.masked.store %57, %58, %11 {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
  %59 = llvm.add %16, %5 : i64
  llvm.br ^bb1(%59 : i64)
^bb3:  // pred: ^bb1
  llvm.return
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @rows.finish(%arg0: i64 {tenon.size = "begin"}, %arg1: i64 {tenon.size = "end"}, %arg2: i64 {tenon.size = "rows"}, %arg3: !llvm.ptr {tenon.buffer = "x", tenon.offset = 0 : i64}, %arg4: i64 {tenon.size = "first"}, %arg5: i64 {tenon.size = "x_stride"}, %arg6: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg7: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg8: !llvm.ptr {tenon.buffer = "y", tenon.offset = 0 : i64}, %arg9: i64 {tenon.size = "y_stride"}) {
  %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<16xf32>) : vector<16xf32>
  %1 = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.mlir.poison : vector<16xf32>
  %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(8 : index) : i64
  %5 = llvm.mlir.constant(1 : index) : i64
  %6 = llvm.mlir.constant(5.000000e-01 : f32) : f32
  %7 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %8 = llvm.mlir.constant(dense<5.000000e-01> : vector<16xf32>) : vector<16xf32>
  %9 = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
  %10 = llvm.mlir.constant(dense<-9.99999997E-7> : vector<16xf32>) : vector<16xf32>
  %11 = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  %12 = llvm.mul %arg0, %4 : i64
  %13 = llvm.mul %arg1, %4 : i64
  %14 = llvm.icmp "ult" %13, %arg2 : i64
  %15 = llvm.select %14, %13, %arg2 : i1, i64
  llvm.br ^bb1(%12 : i64)
^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
  %17 = llvm.icmp "slt" %16, %15 : i64
  llvm.cond_br %17, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  %18 = llvm.add %arg4, %16 : i64
  %19 = llvm.mul %18, %arg5 : i64
  %20 = llvm.mul %18, %arg9 : i64
  %21 = llvm.load %arg6 : !llvm.ptr -> f32
  %22 = llvm.fcmp "ogt" %7, %21 : f32
  %23 = llvm.select %22, %7, %21 : i1, f32
  %24 = llvm.intr.fabs(%21) : (f32) -> f32
  %25 = llvm.fneg %24 : f32
  %26 = llvm.intr.exp(%25) : (f32) -> f32
  %27 = llvm.fadd %3, %26 : f32
  %28 = llvm.intr.log(%27) : (f32) -> f32
  %29 = llvm.fadd %23, %28 : f32
  %30 = llvm.load %arg7 : !llvm.ptr -> f32
  %31 = llvm.fcmp "ogt" %7, %30 : f32
  %32 = llvm.select %31, %7, %30 : i1, f32
  %33 = llvm.intr.fabs(%30) : (f32) -> f32
  %34 = llvm.fneg %33 : f32
  %35 = llvm.intr.exp(%34) : (f32) -> f32
  %36 = llvm.fadd %3, %35 : f32
  %37 = llvm.intr.log(%36) : (f32) -> f32
  %38 = llvm.fadd %32, %37 : f32
  %39 = llvm.fadd %38, %6 : f32
  %40 = llvm.getelementptr %arg3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %41 = llvm.intr.masked.load %40, %11, %9 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  %42 = llvm.fmul %41, %8 : vector<16xf32>
  %43 = llvm.fcmp "olt" %9, %41 : vector<16xf32>
  %44 = llvm.insertelement %29, %2[%1 : i32] : vector<16xf32>
  %45 = llvm.shufflevector %44, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %46 = llvm.fmul %41, %41 : vector<16xf32>
  %47 = llvm.fmul %45, %46 : vector<16xf32>
  %48 = llvm.insertelement %39, %2[%1 : i32] : vector<16xf32>
  %49 = llvm.shufflevector %48, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %50 = llvm.fcmp "olt" %10, %41 : vector<16xf32>
  %51 = llvm.select %50, %10, %41 : vector<16xi1>, vector<16xf32>
  %52 = llvm.intr.exp(%51) : (vector<16xf32>) -> vector<16xf32>
  %53 = llvm.fsub %52, %0 : vector<16xf32>
  %54 = llvm.fsub %53, %41 : vector<16xf32>
  %55 = llvm.fmul %49, %54 : vector<16xf32>
  %56 = llvm.select %43, %47, %55 : vector<16xi1>, vector<16xf32>
  %57 = llvm.fadd %42, %56 : vector<16xf32>
  %58 = llvm.getelementptr %arg8[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.intr.masked.store %57, %58, %11 {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
  %59 = llvm.add %16, %5 : i64
  llvm.br ^bb1(%59 : i64)
^bb3:  // pred: ^bb1
  llvm.return
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @rows.finish(%arg0: i64 {tenon.size = "begin"}, %arg1: i64 {tenon.size = "end"}, %arg2: i64 {tenon.size = "rows"}, %arg3: !llvm.ptr {tenon.buffer = "x", tenon.offset = 0 : i64}, %arg4: i64 {tenon.size = "first"}, %arg5: i64 {tenon.size = "x_stride"}, %arg6: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg7: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg8: !llvm.ptr {tenon.buffer = "y", tenon.offset = 0 : i64}, %arg9: i64 {tenon.size = "y_stride"}) {
  %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<16xf32>) : vector<16xf32>
  %1 = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.mlir.poison : vector<16xf32>
  %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(8 : index) : i64
  %5 = llvm.mlir.constant(1 : index) : i64
  %6 = llvm.mlir.constant(5.000000e-01 : f32) : f32
  %7 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %8 = llvm.mlir.constant(dense<5.000000e-01> : vector<16xf32>) : vector<16xf32>
  %9 = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
  %10 = llvm.mlir.constant(dense<-9.99999997E-7> : vector<16xf32>) : vector<16xf32>
  %11 = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  %12 = llvm.mul %arg0, %4 : i64
  %13 = llvm.mul %arg1, %4 : i64
  %14 = llvm.icmp "ult" %13, %arg2 : i64
  %15 = llvm.select %14, %13, %arg2 : i1, i64
  llvm.br ^bb1(%12 : i64)
^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
  %17 = llvm.icmp "slt" %16, %15 : i64
  llvm.cond_br %17, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  %18 = llvm.add %arg4, %16 : i64
  %19 = llvm.mul %18, %arg5 : i64
  %20 = llvm.mul %18, %arg9 : i64
  %21 = llvm.load %arg6 : !llvm.ptr -> f32
  %22 = llvm.fcmp "ogt" %7, %21 : f32
  %23 = llvm.select %22, %7, %21 : i1, f32
  %24 = llvm.intr.fabs(%21) : (f32) -> f32
  %25 = llvm.fneg %24 : f32
  %26 = llvm.intr.exp(%25) : (f32) -> f32
  %27 = llvm.fadd %3, %26 : f32
  %28 = llvm.intr.log(%27) : (f32) -> f32
  %29 = llvm.fadd %23, %28 : f32
  %30 = llvm.load %arg7 : !llvm.ptr -> f32
  %31 = llvm.fcmp "ogt" %7, %30 : f32
  %32 = llvm.select %31, %7, %30 : i1, f32
  %33 = llvm.intr.fabs(%30) : (f32) -> f32
  %34 = llvm.fneg %33 : f32
  %35 = llvm.intr.exp(%34) : (f32) -> f32
  %36 = llvm.fadd %3, %35 : f32
  %37 = llvm.intr.log(%36) : (f32) -> f32
  %38 = llvm.fadd %32, %37 : f32
  %39 = llvm.fadd %38, %6 : f32
  %40 = llvm.getelementptr %arg3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %41 = llvm.intr.masked.load %40, %11, %9 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  %42 = llvm.fmul %41, %8 : vector<16xf32>
  %43 = llvm.fcmp "olt" %9, %41 : vector<16xf32>
  %44 = llvm.insertelement %29, %2[%1 : i32] : vector<16xf32>
  %45 = llvm.shufflevector %44, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %46 = llvm.fmul %41, %41 : vector<16xf32>
  %47 = llvm.fmul %45, %46 : vector<16xf32>
  %48 = llvm.insertelement %39, %2[%1 : i32] : vector<16xf32>
  %49 = llvm.shufflevector %48, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %50 = llvm.fcmp "olt" %10, %41 : vector<16xf32>
  %51 = llvm.select %50, %10, %41 : vector<16xi1>, vector<16xf32>
  %52 = llvm.intr.exp(%51) : (vector<16xf32>) -> vector<16xf32>
  %53 = llvm.fsub %52, %0 : vector<16xf32>
  %54 = llvm.fsub %53, %41 : vector<16xf32>
  %55 = llvm.fmul %49, %54 : vector<16xf32>
  %56 = llvm.select %43, %47, %55 : vector<16xi1>, vector<16xf32>
  %57 = llvm.fadd %42, %56 : vector<16xf32>
  %58 = llvm.getelementptr %arg8[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.intr.masked.store %57, %58, %11 {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
  %59 = llvm.add %16, %5 : i64
  llvm.br ^bb1(%59 : i64)
^bb3:  // pred: ^bb1
  llvm.return
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @rows.finish(%arg0: i64 {tenon.size = "begin"}, %arg1: i64 {tenon.size = "end"}, %arg2: i64 {tenon.size = "rows"}, %arg3: !llvm.ptr {tenon.buffer = "x", tenon.offset = 0 : i64}, %arg4: i64 {tenon.size = "first"}, %arg5: i64 {tenon.size = "x_stride"}, %arg6: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg7: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg8: !llvm.ptr {tenon.buffer = "y", tenon.offset = 0 : i64}, %arg9: i64 {tenon.size = "y_stride"}) {
  %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<16xf32>) : vector<16xf32>
  %1 = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.mlir.poison : vector<16xf32>
  %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(8 : index) : i64
  %5 = llvm.mlir.constant(1 : index) : i64
  %6 = llvm.mlir.constant(5.000000e-01 : f32) : f32
  %7 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %8 = llvm.mlir.constant(dense<5.000000e-01> : vector<16xf32>) : vector<16xf32>
  %9 = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
  %10 = llvm.mlir.constant(dense<-9.99999997E-7> : vector<16xf32>) : vector<16xf32>
  %11 = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  %12 = llvm.mul %arg0, %4 : i64
  %13 = llvm.mul %arg1, %4 : i64
  %14 = llvm.icmp "ult" %13, %arg2 : i64
  %15 = llvm.select %14, %13, %arg2 : i1, i64
  llvm.br ^bb1(%12 : i64)
^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
  %17 = llvm.icmp "slt" %16, %15 : i64
  llvm.cond_br %17, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  %18 = llvm.add %arg4, %16 : i64
  %19 = llvm.mul %18, %arg5 : i64
  %20 = llvm.mul %18, %arg9 : i64
  %21 = llvm.load %arg6 : !llvm.ptr -> f32
  %22 = llvm.fcmp "ogt" %7, %21 : f32
  %23 = llvm.select %22, %7, %21 : i1, f32
  %24 = llvm.intr.fabs(%21) : (f32) -> f32
  %25 = llvm.fneg %24 : f32
  %26 = llvm.intr.exp(%25) : (f32) -> f32
  %27 = llvm.fadd %3, %26 : f32
  %28 = llvm.intr.log(%27) : (f32) -> f32
  %29 = llvm.fadd %23, %28 : f32
  %30 = llvm.load %arg7 : !llvm.ptr -> f32
  %31 = llvm.fcmp "ogt" %7, %30 : f32
  %32 = llvm.select %31, %7, %30 : i1, f32
  %33 = llvm.intr.fabs(%30) : (f32) -> f32
  %34 = llvm.fneg %33 : f32
  %35 = llvm.intr.exp(%34) : (f32) -> f32
  %36 = llvm.fadd %3, %35 : f32
  %37 = llvm.intr.log(%36) : (f32) -> f32
  %38 = llvm.fadd %32, %37 : f32
  %39 = llvm.fadd %38, %6 : f32
  %40 = llvm.getelementptr %arg3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %41 = llvm.intr.masked.load %40, %11, %9 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  %42 = llvm.fmul %41, %8 : vector<16xf32>
  %43 = llvm.fcmp "olt" %9, %41 : vector<16xf32>
  %44 = llvm.insertelement %29, %2[%1 : i32] : vector<16xf32>
  %45 = llvm.shufflevector %44, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %46 = llvm.fmul %41, %41 : vector<16xf32>
  %47 = llvm.fmul %45, %46 : vector<16xf32>
  %48 = llvm.insertelement %39, %2[%1 : i32] : vector<16xf32>
  %49 = llvm.shufflevector %48, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %50 = llvm.fcmp "olt" %10, %41 : vector<16xf32>
  %51 = llvm.select %50, %10, %41 : vector<16xi1>, vector<16xf32>
  %52 = llvm.intr.exp(%51) : (vector<16xf32>) -> vector<16xf32>
  %53 = llvm.fsub %52, %0 : vector<16xf32>
  %54 = llvm.fsub %53, %41 : vector<16xf32>
  %55 = llvm.fmul %49, %54 : vector<16xf32>
  %56 = llvm.select %43, %47, %55 : vector<16xi1>, vector<16xf32>
  %57 = llvm.fadd %42, %56 : vector<16xf32>
  %58 = llvm.getelementptr %arg8[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.intr.masked.store %57, %58, %11 {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
  %59 = llvm.add %16, %5 : i64
  llvm.br ^bb1(%59 : i64)
^bb3:  // pred: ^bb1
  llvm.return
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @rows.finish(%arg0: i64 {tenon.size = "begin"}, %arg1: i64 {tenon.size = "end"}, %arg2: i64 {tenon.size = "rows"}, %arg3: !llvm.ptr {tenon.buffer = "x", tenon.offset = 0 : i64}, %arg4: i64 {tenon.size = "first"}, %arg5: i64 {tenon.size = "x_stride"}, %arg6: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg7: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg8: !llvm.ptr {tenon.buffer = "y", tenon.offset = 0 : i64}, %arg9: i64 {tenon.size = "y_stride"}) {
  %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<16xf32>) : vector<16xf32>
  %1 = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.mlir.poison : vector<16xf32>
  %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(8 : index) : i64
  %5 = llvm.mlir.constant(1 : index) : i64
  %6 = llvm.mlir.constant(5.000000e-01 : f32) : f32
  %7 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %8 = llvm.mlir.constant(dense<5.000000e-01> : vector<16xf32>) : vector<16xf32>
  %9 = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
  %10 = llvm.mlir.constant(dense<-9.99999997E-7> : vector<16xf32>) : vector<16xf32>
  %11 = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  %12 = llvm.mul %arg0, %4 : i64
  %13 = llvm.mul %arg1, %4 : i64
  %14 = llvm.icmp "ult" %13, %arg2 : i64
  %15 = llvm.select %14, %13, %arg2 : i1, i64
  llvm.br ^bb1(%12 : i64)
^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
  %17 = llvm.icmp "slt" %16, %15 : i64
  llvm.cond_br %17, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  %18 = llvm.add %arg4, %16 : i64
  %19 = llvm.mul %18, %arg5 : i64
  %20 = llvm.mul %18, %arg9 : i64
  %21 = llvm.load %arg6 : !llvm.ptr -> f32
  %22 = llvm.fcmp "ogt" %7, %21 : f32
  %23 = llvm.select %22, %7, %21 : i1, f32
  %24 = llvm.intr.fabs(%21) : (f32) -> f32
  %25 = llvm.fneg %24 : f32
  %26 = llvm.intr.exp(%25) : (f32) -> f32
  %27 = llvm.fadd %3, %26 : f32
  %28 = llvm.intr.log(%27) : (f32) -> f32
  %29 = llvm.fadd %23, %28 : f32
  %30 = llvm.load %arg7 : !llvm.ptr -> f32
  %31 = llvm.fcmp "ogt" %7, %30 : f32
  %32 = llvm.select %31, %7, %30 : i1, f32
  %33 = llvm.intr.fabs(%30) : (f32) -> f32
  %34 = llvm.fneg %33 : f32
  %35 = llvm.intr.exp(%34) : (f32) -> f32
  %36 = llvm.fadd %3, %35 : f32
  %37 = llvm.intr.log(%36) : (f32) -> f32
  %38 = llvm.fadd %32, %37 : f32
  %39 = llvm.fadd %38, %6 : f32
  %40 = llvm.getelementptr %arg3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %41 = llvm.intr.masked.load %40, %11, %9 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  %42 = llvm.fmul %41, %8 : vector<16xf32>
  %43 = llvm.fcmp "olt" %9, %41 : vector<16xf32>
  %44 = llvm.insertelement %29, %2[%1 : i32] : vector<16xf32>
  %45 = llvm.shufflevector %44, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %46 = llvm.fmul %41, %41 : vector<16xf32>
  %47 = llvm.fmul %45, %46 : vector<16xf32>
  %48 = llvm.insertelement %39, %2[%1 : i32] : vector<16xf32>
  %49 = llvm.shufflevector %48, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %50 = llvm.fcmp "olt" %10, %41 : vector<16xf32>
  %51 = llvm.select %50, %10, %41 : vector<16xi1>, vector<16xf32>
  %52 = llvm.intr.exp(%51) : (vector<16xf32>) -> vector<16xf32>
  %53 = llvm.fsub %52, %0 : vector<16xf32>
  %54 = llvm.fsub %53, %41 : vector<16xf32>
  %55 = llvm.fmul %49, %54 : vector<16xf32>
  %56 = llvm.select %43, %47, %55 : vector<16xi1>, vector<16xf32>
  %57 = llvm.fadd %42, %56 : vector<16xf32>
  %58 = llvm.getelementptr %arg8[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.intr.masked.store %57, %58, %11 {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
  %59 = llvm.add %16, %5 : i64
  llvm.br ^bb1(%59 : i64)
^bb3:  // pred: ^bb1
  llvm.return
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @rows.finish(%arg0: i64 {tenon.size = "begin"}, %arg1: i64 {tenon.size = "end"}, %arg2: i64 {tenon.size = "rows"}, %arg3: !llvm.ptr {tenon.buffer = "x", tenon.offset = 0 : i64}, %arg4: i64 {tenon.size = "first"}, %arg5: i64 {tenon.size = "x_stride"}, %arg6: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg7: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg8: !llvm.ptr {tenon.buffer = "y", tenon.offset = 0 : i64}, %arg9: i64 {tenon.size = "y_stride"}) {
  %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<16xf32>) : vector<16xf32>
  %1 = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.mlir.poison : vector<16xf32>
  %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(8 : index) : i64
  %5 = llvm.mlir.constant(1 : index) : i64
  %6 = llvm.mlir.constant(5.000000e-01 : f32) : f32
  %7 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %8 = llvm.mlir.constant(dense<5.000000e-01> : vector<16xf32>) : vector<16xf32>
  %9 = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
  %10 = llvm.mlir.constant(dense<-9.99999997E-7> : vector<16xf32>) : vector<16xf32>
  %11 = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  %12 = llvm.mul %arg0, %4 : i64
  %13 = llvm.mul %arg1, %4 : i64
  %14 = llvm.icmp "ult" %13, %arg2 : i64
  %15 = llvm.select %14, %13, %arg2 : i1, i64
  llvm.br ^bb1(%12 : i64)
^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
  %17 = llvm.icmp "slt" %16, %15 : i64
  llvm.cond_br %17, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  %18 = llvm.add %arg4, %16 : i64
  %19 = llvm.mul %18, %arg5 : i64
  %20 = llvm.mul %18, %arg9 : i64
  %21 = llvm.load %arg6 : !llvm.ptr -> f32
  %22 = llvm.fcmp "ogt" %7, %21 : f32
  %23 = llvm.select %22, %7, %21 : i1, f32
  %24 = llvm.intr.fabs(%21) : (f32) -> f32
  %25 = llvm.fneg %24 : f32
  %26 = llvm.intr.exp(%25) : (f32) -> f32
  %27 = llvm.fadd %3, %26 : f32
  %28 = llvm.intr.log(%27) : (f32) -> f32
  %29 = llvm.fadd %23, %28 : f32
  %30 = llvm.load %arg7 : !llvm.ptr -> f32
  %31 = llvm.fcmp "ogt" %7, %30 : f32
  %32 = llvm.select %31, %7, %30 : i1, f32
  %33 = llvm.intr.fabs(%30) : (f32) -> f32
  %34 = llvm.fneg %33 : f32
  %35 = llvm.intr.exp(%34) : (f32) -> f32
  %36 = llvm.fadd %3, %35 : f32
  %37 = llvm.intr.log(%36) : (f32) -> f32
  %38 = llvm.fadd %32, %37 : f32
  %39 = llvm.fadd %38, %6 : f32
  %40 = llvm.getelementptr %arg3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %41 = llvm.intr.masked.load %40, %11, %9 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  %42 = llvm.fmul %41, %8 : vector<16xf32>
  %43 = llvm.fcmp "olt" %9, %41 : vector<16xf32>
  %44 = llvm.insertelement %29, %2[%1 : i32] : vector<16xf32>
  %45 = llvm.shufflevector %44, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %46 = llvm.fmul %41, %41 : vector<16xf32>
  %47 = llvm.fmul %45, %46 : vector<16xf32>
  %48 = llvm.insertelement %39, %2[%1 : i32] : vector<16xf32>
  %49 = llvm.shufflevector %48, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %50 = llvm.fcmp "olt" %10, %41 : vector<16xf32>
  %51 = llvm.select %50, %10, %41 : vector<16xi1>, vector<16xf32>
  %52 = llvm.intr.exp(%51) : (vector<16xf32>) -> vector<16xf32>
  %53 = llvm.fsub %52, %0 : vector<16xf32>
  %54 = llvm.fsub %53, %41 : vector<16xf32>
  %55 = llvm.fmul %49, %54 : vector<16xf32>
  %56 = llvm.select %43, %47, %55 : vector<16xi1>, vector<16xf32>
  %57 = llvm.fadd %42, %56 : vector<16xf32>
  %58 = llvm.getelementptr %arg8[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.intr.masked.store %57, %58, %11 {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
  %59 = llvm.add %16, %5 : i64
  llvm.br ^bb1(%59 : i64)
^bb3:  // pred: ^bb1
  llvm.return
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @rows.finish(%arg0: i64 {tenon.size = "begin"}, %arg1: i64 {tenon.size = "end"}, %arg2: i64 {tenon.size = "rows"}, %arg3: !llvm.ptr {tenon.buffer = "x", tenon.offset = 0 : i64}, %arg4: i64 {tenon.size = "first"}, %arg5: i64 {tenon.size = "x_stride"}, %arg6: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg7: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg8: !llvm.ptr {tenon.buffer = "y", tenon.offset = 0 : i64}, %arg9: i64 {tenon.size = "y_stride"}) {
  %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<16xf32>) : vector<16xf32>
  %1 = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.mlir.poison : vector<16xf32>
  %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(8 : index) : i64
  %5 = llvm.mlir.constant(1 : index) : i64
  %6 = llvm.mlir.constant(5.000000e-01 : f32) : f32
  %7 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %8 = llvm.mlir.constant(dense<5.000000e-01> : vector<16xf32>) : vector<16xf32>
  %9 = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
  %10 = llvm.mlir.constant(dense<-9.99999997E-7> : vector<16xf32>) : vector<16xf32>
  %11 = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  %12 = llvm.mul %arg0, %4 : i64
  %13 = llvm.mul %arg1, %4 : i64
  %14 = llvm.icmp "ult" %13, %arg2 : i64
  %15 = llvm.select %14, %13, %arg2 : i1, i64
  llvm.br ^bb1(%12 : i64)
^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
  %17 = llvm.icmp "slt" %16, %15 : i64
  llvm.cond_br %17, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  %18 = llvm.add %arg4, %16 : i64
  %19 = llvm.mul %18, %arg5 : i64
  %20 = llvm.mul %18, %arg9 : i64
  %21 = llvm.load %arg6 : !llvm.ptr -> f32
  %22 = llvm.fcmp "ogt" %7, %21 : f32
  %23 = llvm.select %22, %7, %21 : i1, f32
  %24 = llvm.intr.fabs(%21) : (f32) -> f32
  %25 = llvm.fneg %24 : f32
  %26 = llvm.intr.exp(%25) : (f32) -> f32
  %27 = llvm.fadd %3, %26 : f32
  %28 = llvm.intr.log(%27) : (f32) -> f32
  %29 = llvm.fadd %23, %28 : f32
  %30 = llvm.load %arg7 : !llvm.ptr -> f32
  %31 = llvm.fcmp "ogt" %7, %30 : f32
  %32 = llvm.select %31, %7, %30 : i1, f32
  %33 = llvm.intr.fabs(%30) : (f32) -> f32
  %34 = llvm.fneg %33 : f32
  %35 = llvm.intr.exp(%34) : (f32) -> f32
  %36 = llvm.fadd %3, %35 : f32
  %37 = llvm.intr.log(%36) : (f32) -> f32
  %38 = llvm.fadd %32, %37 : f32
  %39 = llvm.fadd %38, %6 : f32
  %40 = llvm.getelementptr %arg3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %41 = llvm.intr.masked.load %40, %11, %9 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  %42 = llvm.fmul %41, %8 : vector<16xf32>
  %43 = llvm.fcmp "olt" %9, %41 : vector<16xf32>
  %44 = llvm.insertelement %29, %2[%1 : i32] : vector<16xf32>
  %45 = llvm.shufflevector %44, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %46 = llvm.fmul %41, %41 : vector<16xf32>
  %47 = llvm.fmul %45, %46 : vector<16xf32>
  %48 = llvm.insertelement %39, %2[%1 : i32] : vector<16xf32>
  %49 = llvm.shufflevector %48, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %50 = llvm.fcmp "olt" %10, %41 : vector<16xf32>
  %51 = llvm.select %50, %10, %41 : vector<16xi1>, vector<16xf32>
  %52 = llvm.intr.exp(%51) : (vector<16xf32>) -> vector<16xf32>
  %53 = llvm.fsub %52, %0 : vector<16xf32>
  %54 = llvm.fsub %53, %41 : vector<16xf32>
  %55 = llvm.fmul %49, %54 : vector<16xf32>
  %56 = llvm.select %43, %47, %55 : vector<16xi1>, vector<16xf32>
  %57 = llvm.fadd %42, %56 : vector<16xf32>
  %58 = llvm.getelementptr %arg8[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.intr.masked.store %57, %58, %11 {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
  %59 = llvm.add %16, %5 : i64
  llvm.br ^bb1(%59 : i64)
^bb3:  // pred: ^bb1
  llvm.return
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @rows.finish(%arg0: i64 {tenon.size = "begin"}, %arg1: i64 {tenon.size = "end"}, %arg2: i64 {tenon.size = "rows"}, %arg3: !llvm.ptr {tenon.buffer = "x", tenon.offset = 0 : i64}, %arg4: i64 {tenon.size = "first"}, %arg5: i64 {tenon.size = "x_stride"}, %arg6: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg7: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg8: !llvm.ptr {tenon.buffer = "y", tenon.offset = 0 : i64}, %arg9: i64 {tenon.size = "y_stride"}) {
  %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<16xf32>) : vector<16xf32>
  %1 = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.mlir.poison : vector<16xf32>
  %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(8 : index) : i64
  %5 = llvm.mlir.constant(1 : index) : i64
  %6 = llvm.mlir.constant(5.000000e-01 : f32) : f32
  %7 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %8 = llvm.mlir.constant(dense<5.000000e-01> : vector<16xf32>) : vector<16xf32>
  %9 = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
  %10 = llvm.mlir.constant(dense<-9.99999997E-7> : vector<16xf32>) : vector<16xf32>
  %11 = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  %12 = llvm.mul %arg0, %4 : i64
  %13 = llvm.mul %arg1, %4 : i64
  %14 = llvm.icmp "ult" %13, %arg2 : i64
  %15 = llvm.select %14, %13, %arg2 : i1, i64
  llvm.br ^bb1(%12 : i64)
^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
  %17 = llvm.icmp "slt" %16, %15 : i64
  llvm.cond_br %17, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  %18 = llvm.add %arg4, %16 : i64
  %19 = llvm.mul %18, %arg5 : i64
  %20 = llvm.mul %18, %arg9 : i64
  %21 = llvm.load %arg6 : !llvm.ptr -> f32
  %22 = llvm.fcmp "ogt" %7, %21 : f32
  %23 = llvm.select %22, %7, %21 : i1, f32
  %24 = llvm.intr.fabs(%21) : (f32) -> f32
  %25 = llvm.fneg %24 : f32
  %26 = llvm.intr.exp(%25) : (f32) -> f32
  %27 = llvm.fadd %3, %26 : f32
  %28 = llvm.intr.log(%27) : (f32) -> f32
  %29 = llvm.fadd %23, %28 : f32
  %30 = llvm.load %arg7 : !llvm.ptr -> f32
  %31 = llvm.fcmp "ogt" %7, %30 : f32
  %32 = llvm.select %31, %7, %30 : i1, f32
  %33 = llvm.intr.fabs(%30) : (f32) -> f32
  %34 = llvm.fneg %33 : f32
  %35 = llvm.intr.exp(%34) : (f32) -> f32
  %36 = llvm.fadd %3, %35 : f32
  %37 = llvm.intr.log(%36) : (f32) -> f32
  %38 = llvm.fadd %32, %37 : f32
  %39 = llvm.fadd %38, %6 : f32
  %40 = llvm.getelementptr %arg3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %41 = llvm.intr.masked.load %40, %11, %9 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  %42 = llvm.fmul %41, %8 : vector<16xf32>
  %43 = llvm.fcmp "olt" %9, %41 : vector<16xf32>
  %44 = llvm.insertelement %29, %2[%1 : i32] : vector<16xf32>
  %45 = llvm.shufflevector %44, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %46 = llvm.fmul %41, %41 : vector<16xf32>
  %47 = llvm.fmul %45, %46 : vector<16xf32>
  %48 = llvm.insertelement %39, %2[%1 : i32] : vector<16xf32>
  %49 = llvm.shufflevector %48, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %50 = llvm.fcmp "olt" %10, %41 : vector<16xf32>
  %51 = llvm.select %50, %10, %41 : vector<16xi1>, vector<16xf32>
  %52 = llvm.intr.exp(%51) : (vector<16xf32>) -> vector<16xf32>
  %53 = llvm.fsub %52, %0 : vector<16xf32>
  %54 = llvm.fsub %53, %41 : vector<16xf32>
  %55 = llvm.fmul %49, %54 : vector<16xf32>
  %56 = llvm.select %43, %47, %55 : vector<16xi1>, vector<16xf32>
  %57 = llvm.fadd %42, %56 : vector<16xf32>
  %58 = llvm.getelementptr %arg8[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.intr.masked.store %57, %58, %11 {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
  %59 = llvm.add %16, %5 : i64
  llvm.br ^bb1(%59 : i64)
^bb3:  // pred: ^bb1
  llvm.return
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @rows.finish(%arg0: i64 {tenon.size = "begin"}, %arg1: i64 {tenon.size = "end"}, %arg2: i64 {tenon.size = "rows"}, %arg3: !llvm.ptr {tenon.buffer = "x", tenon.offset = 0 : i64}, %arg4: i64 {tenon.size = "first"}, %arg5: i64 {tenon.size = "x_stride"}, %arg6: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg7: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg8: !llvm.ptr {tenon.buffer = "y", tenon.offset = 0 : i64}, %arg9: i64 {tenon.size = "y_stride"}) {
  %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<16xf32>) : vector<16xf32>
  %1 = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.mlir.poison : vector<16xf32>
  %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(8 : index) : i64
  %5 = llvm.mlir.constant(1 : index) : i64
  %6 = llvm.mlir.constant(5.000000e-01 : f32) : f32
  %7 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %8 = llvm.mlir.constant(dense<5.000000e-01> : vector<16xf32>) : vector<16xf32>
  %9 = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
  %10 = llvm.mlir.constant(dense<-9.99999997E-7> : vector<16xf32>) : vector<16xf32>
  %11 = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  %12 = llvm.mul %arg0, %4 : i64
  %13 = llvm.mul %arg1, %4 : i64
  %14 = llvm.icmp "ult" %13, %arg2 : i64
  %15 = llvm.select %14, %13, %arg2 : i1, i64
  llvm.br ^bb1(%12 : i64)
^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
  %17 = llvm.icmp "slt" %16, %15 : i64
  llvm.cond_br %17, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  %18 = llvm.add %arg4, %16 : i64
  %19 = llvm.mul %18, %arg5 : i64
  %20 = llvm.mul %18, %arg9 : i64
  %21 = llvm.load %arg6 : !llvm.ptr -> f32
  %22 = llvm.fcmp "ogt" %7, %21 : f32
  %23 = llvm.select %22, %7, %21 : i1, f32
  %24 = llvm.intr.fabs(%21) : (f32) -> f32
  %25 = llvm.fneg %24 : f32
  %26 = llvm.intr.exp(%25) : (f32) -> f32
  %27 = llvm.fadd %3, %26 : f32
  %28 = llvm.intr.log(%27) : (f32) -> f32
  %29 = llvm.fadd %23, %28 : f32
  %30 = llvm.load %arg7 : !llvm.ptr -> f32
  %31 = llvm.fcmp "ogt" %7, %30 : f32
  %32 = llvm.select %31, %7, %30 : i1, f32
  %33 = llvm.intr.fabs(%30) : (f32) -> f32
  %34 = llvm.fneg %33 : f32
  %35 = llvm.intr.exp(%34) : (f32) -> f32
  %36 = llvm.fadd %3, %35 : f32
  %37 = llvm.intr.log(%36) : (f32) -> f32
  %38 = llvm.fadd %32, %37 : f32
  %39 = llvm.fadd %38, %6 : f32
  %40 = llvm.getelementptr %arg3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %41 = llvm.intr.masked.load %40, %11, %9 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  %42 = llvm.fmul %41, %8 : vector<16xf32>
  %43 = llvm.fcmp "olt" %9, %41 : vector<16xf32>
  %44 = llvm.insertelement %29, %2[%1 : i32] : vector<16xf32>
  %45 = llvm.shufflevector %44, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %46 = llvm.fmul %41, %41 : vector<16xf32>
  %47 = llvm.fmul %45, %46 : vector<16xf32>
  %48 = llvm.insertelement %39, %2[%1 : i32] : vector<16xf32>
  %49 = llvm.shufflevector %48, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %50 = llvm.fcmp "olt" %10, %41 : vector<16xf32>
  %51 = llvm.select %50, %10, %41 : vector<16xi1>, vector<16xf32>
  %52 = llvm.intr.exp(%51) : (vector<16xf32>) -> vector<16xf32>
  %53 = llvm.fsub %52, %0 : vector<16xf32>
  %54 = llvm.fsub %53, %41 : vector<16xf32>
  %55 = llvm.fmul %49, %54 : vector<16xf32>
  %56 = llvm.select %43, %47, %55 : vector<16xi1>, vector<16xf32>
  %57 = llvm.fadd %42, %56 : vector<16xf32>
  %58 = llvm.getelementptr %arg8[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.intr.masked.store %57, %58, %11 {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
  %59 = llvm.add %16, %5 : i64
  llvm.br ^bb1(%59 : i64)
^bb3:  // pred: ^bb1
  llvm.return
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @rows.finish(%arg0: i64 {tenon.size = "begin"}, %arg1: i64 {tenon.size = "end"}, %arg2: i64 {tenon.size = "rows"}, %arg3: !llvm.ptr {tenon.buffer = "x", tenon.offset = 0 : i64}, %arg4: i64 {tenon.size = "first"}, %arg5: i64 {tenon.size = "x_stride"}, %arg6: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg7: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg8: !llvm.ptr {tenon.buffer = "y", tenon.offset = 0 : i64}, %arg9: i64 {tenon.size = "y_stride"}) {
  %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<16xf32>) : vector<16xf32>
  %1 = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.mlir.poison : vector<16xf32>
  %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(8 : index) : i64
  %5 = llvm.mlir.constant(1 : index) : i64
  %6 = llvm.mlir.constant(5.000000e-01 : f32) : f32
  %7 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %8 = llvm.mlir.constant(dense<5.000000e-01> : vector<16xf32>) : vector<16xf32>
  %9 = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
  %10 = llvm.mlir.constant(dense<-9.99999997E-7> : vector<16xf32>) : vector<16xf32>
  %11 = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  %12 = llvm.mul %arg0, %4 : i64
  %13 = llvm.mul %arg1, %4 : i64
  %14 = llvm.icmp "ult" %13, %arg2 : i64
  %15 = llvm.select %14, %13, %arg2 : i1, i64
  llvm.br ^bb1(%12 : i64)
^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
  %17 = llvm.icmp "slt" %16, %15 : i64
  llvm.cond_br %17, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  %18 = llvm.add %arg4, %16 : i64
  %19 = llvm.mul %18, %arg5 : i64
  %20 = llvm.mul %18, %arg9 : i64
  %21 = llvm.load %arg6 : !llvm.ptr -> f32
  %22 = llvm.fcmp "ogt" %7, %21 : f32
  %23 = llvm.select %22, %7, %21 : i1, f32
  %24 = llvm.intr.fabs(%21) : (f32) -> f32
  %25 = llvm.fneg %24 : f32
  %26 = llvm.intr.exp(%25) : (f32) -> f32
  %27 = llvm.fadd %3, %26 : f32
  %28 = llvm.intr.log(%27) : (f32) -> f32
  %29 = llvm.fadd %23, %28 : f32
  %30 = llvm.load %arg7 : !llvm.ptr -> f32
  %31 = llvm.fcmp "ogt" %7, %30 : f32
  %32 = llvm.select %31, %7, %30 : i1, f32
  %33 = llvm.intr.fabs(%30) : (f32) -> f32
  %34 = llvm.fneg %33 : f32
  %35 = llvm.intr.exp(%34) : (f32) -> f32
  %36 = llvm.fadd %3, %35 : f32
  %37 = llvm.intr.log(%36) : (f32) -> f32
  %38 = llvm.fadd %32, %37 : f32
  %39 = llvm.fadd %38, %6 : f32
  %40 = llvm.getelementptr %arg3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %41 = llvm.intr.masked.load %40, %11, %9 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  %42 = llvm.fmul %41, %8 : vector<16xf32>
  %43 = llvm.fcmp "olt" %9, %41 : vector<16xf32>
  %44 = llvm.insertelement %29, %2[%1 : i32] : vector<16xf32>
  %45 = llvm.shufflevector %44, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %46 = llvm.fmul %41, %41 : vector<16xf32>
  %47 = llvm.fmul %45, %46 : vector<16xf32>
  %48 = llvm.insertelement %39, %2[%1 : i32] : vector<16xf32>
  %49 = llvm.shufflevector %48, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %50 = llvm.fcmp "olt" %10, %41 : vector<16xf32>
  %51 = llvm.select %50, %10, %41 : vector<16xi1>, vector<16xf32>
  %52 = llvm.intr.exp(%51) : (vector<16xf32>) -> vector<16xf32>
  %53 = llvm.fsub %52, %0 : vector<16xf32>
  %54 = llvm.fsub %53, %41 : vector<16xf32>
  %55 = llvm.fmul %49, %54 : vector<16xf32>
  %56 = llvm.select %43, %47, %55 : vector<16xi1>, vector<16xf32>
  %57 = llvm.fadd %42, %56 : vector<16xf32>
  %58 = llvm.getelementptr %arg8[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.intr.masked.store %57, %58, %11 {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
  %59 = llvm.add %16, %5 : i64
  llvm.br ^bb1(%59 : i64)
^bb3:  // pred: ^bb1
  llvm.return
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @rows.finish(%arg0: i64 {tenon.size = "begin"}, %arg1: i64 {tenon.size = "end"}, %arg2: i64 {tenon.size = "rows"}, %arg3: !llvm.ptr {tenon.buffer = "x", tenon.offset = 0 : i64}, %arg4: i64 {tenon.size = "first"}, %arg5: i64 {tenon.size = "x_stride"}, %arg6: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg7: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg8: !llvm.ptr {tenon.buffer = "y", tenon.offset = 0 : i64}, %arg9: i64 {tenon.size = "y_stride"}) {
  %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<16xf32>) : vector<16xf32>
  %1 = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.mlir.poison : vector<16xf32>
  %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(8 : index) : i64
  %5 = llvm.mlir.constant(1 : index) : i64
  %6 = llvm.mlir.constant(5.000000e-01 : f32) : f32
  %7 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %8 = llvm.mlir.constant(dense<5.000000e-01> : vector<16xf32>) : vector<16xf32>
  %9 = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
  %10 = llvm.mlir.constant(dense<-9.99999997E-7> : vector<16xf32>) : vector<16xf32>
  %11 = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  %12 = llvm.mul %arg0, %4 : i64
  %13 = llvm.mul %arg1, %4 : i64
  %14 = llvm.icmp "ult" %13, %arg2 : i64
  %15 = llvm.select %14, %13, %arg2 : i1, i64
  llvm.br ^bb1(%12 : i64)
^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
  %17 = llvm.icmp "slt" %16, %15 : i64
  llvm.cond_br %17, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  %18 = llvm.add %arg4, %16 : i64
  %19 = llvm.mul %18, %arg5 : i64
  %20 = llvm.mul %18, %arg9 : i64
  %21 = llvm.load %arg6 : !llvm.ptr -> f32
  %22 = llvm.fcmp "ogt" %7, %21 : f32
  %23 = llvm.select %22, %7, %21 : i1, f32
  %24 = llvm.intr.fabs(%21) : (f32) -> f32
  %25 = llvm.fneg %24 : f32
  %26 = llvm.intr.exp(%25) : (f32) -> f32
  %27 = llvm.fadd %3, %26 : f32
  %28 = llvm.intr.log(%27) : (f32) -> f32
  %29 = llvm.fadd %23, %28 : f32
  %30 = llvm.load %arg7 : !llvm.ptr -> f32
  %31 = llvm.fcmp "ogt" %7, %30 : f32
  %32 = llvm.select %31, %7, %30 : i1, f32
  %33 = llvm.intr.fabs(%30) : (f32) -> f32
  %34 = llvm.fneg %33 : f32
  %35 = llvm.intr.exp(%34) : (f32) -> f32
  %36 = llvm.fadd %3, %35 : f32
  %37 = llvm.intr.log(%36) : (f32) -> f32
  %38 = llvm.fadd %32, %37 : f32
  %39 = llvm.fadd %38, %6 : f32
  %40 = llvm.getelementptr %arg3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %41 = llvm.intr.masked.load %40, %11, %9 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  %42 = llvm.fmul %41, %8 : vector<16xf32>
  %43 = llvm.fcmp "olt" %9, %41 : vector<16xf32>
  %44 = llvm.insertelement %29, %2[%1 : i32] : vector<16xf32>
  %45 = llvm.shufflevector %44, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %46 = llvm.fmul %41, %41 : vector<16xf32>
  %47 = llvm.fmul %45, %46 : vector<16xf32>
  %48 = llvm.insertelement %39, %2[%1 : i32] : vector<16xf32>
  %49 = llvm.shufflevector %48, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
  %50 = llvm.fcmp "olt" %10, %41 : vector<16xf32>
  %51 = llvm.select %50, %10, %41 : vector<16xi1>, vector<16xf32>
  %52 = llvm.intr.exp(%51) : (vector<16xf32>) -> vector<16xf32>
  %53 = llvm.fsub %52, %0 : vector<16xf32>
  %54 = llvm.fsub %53, %41 : vector<16xf32>
  %55 = llvm.fmul %49, %54 : vector<16xf32>
  %56 = llvm.select %43, %47, %55 : vector<16xi1>, vector<16xf32>
  %57 = llvm.fadd %42, %56 : vector<16xf32>
  %58 = llvm.getelementptr %arg8[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.intr.masked.store %57, %58, %11 {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
  %59 = llvm.add %16, %5 : i64
  llvm.br ^bb1(%59 : i64)
^bb3:  // pred: ^bb1
  llvm.return
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @pack.0.f32(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f32
  llvm.store %6, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%7: i64):  // 2 preds: ^bb2, ^bb4
  %8 = llvm.icmp "slt" %7, %1 : i64
  llvm.cond_br %8, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %9 = llvm.getelementptr inbounds|nuw %arg1[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %9 : f32, !llvm.ptr
  %10 = llvm.add %7, %0 : i64
  llvm.br ^bb3(%10 : i64)
^bb5:  // pred: ^bb3
  %11 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%11 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @pack.0.f32(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f32
  llvm.store %6, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%7: i64):  // 2 preds: ^bb2, ^bb4
  %8 = llvm.icmp "slt" %7, %1 : i64
  llvm.cond_br %8, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %9 = llvm.getelementptr inbounds|nuw %arg1[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %9 : f32, !llvm.ptr
  %10 = llvm.add %7, %0 : i64
  llvm.br ^bb3(%10 : i64)
^bb5:  // pred: ^bb3
  %11 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%11 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @pack.0.f32(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f32
  llvm.store %6, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%7: i64):  // 2 preds: ^bb2, ^bb4
  %8 = llvm.icmp "slt" %7, %1 : i64
  llvm.cond_br %8, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %9 = llvm.getelementptr inbounds|nuw %arg1[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %9 : f32, !llvm.ptr
  %10 = llvm.add %7, %0 : i64
  llvm.br ^bb3(%10 : i64)
^bb5:  // pred: ^bb3
  %11 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%11 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @pack.0.f32(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f32
  llvm.store %6, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%7: i64):  // 2 preds: ^bb2, ^bb4
  %8 = llvm.icmp "slt" %7, %1 : i64
  llvm.cond_br %8, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %9 = llvm.getelementptr inbounds|nuw %arg1[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %9 : f32, !llvm.ptr
  %10 = llvm.add %7, %0 : i64
  llvm.br ^bb3(%10 : i64)
^bb5:  // pred: ^bb3
  %11 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%11 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @pack.0.f32(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f32
  llvm.store %6, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%7: i64):  // 2 preds: ^bb2, ^bb4
  %8 = llvm.icmp "slt" %7, %1 : i64
  llvm.cond_br %8, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %9 = llvm.getelementptr inbounds|nuw %arg1[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %9 : f32, !llvm.ptr
  %10 = llvm.add %7, %0 : i64
  llvm.br ^bb3(%10 : i64)
^bb5:  // pred: ^bb3
  %11 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%11 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @pack.0.f32(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f32
  llvm.store %6, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%7: i64):  // 2 preds: ^bb2, ^bb4
  %8 = llvm.icmp "slt" %7, %1 : i64
  llvm.cond_br %8, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %9 = llvm.getelementptr inbounds|nuw %arg1[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %9 : f32, !llvm.ptr
  %10 = llvm.add %7, %0 : i64
  llvm.br ^bb3(%10 : i64)
^bb5:  // pred: ^bb3
  %11 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%11 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @pack.0.bf16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(16 : i32) : i32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%5: i64):  // 2 preds: ^bb0, ^bb5
  %6 = llvm.icmp "slt" %5, %arg3 : i64
  llvm.cond_br %6, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %7 = llvm.load %arg0 : !llvm.ptr -> bf16
  %8 = llvm.bitcast %7 : bf16 to i16
  %9 = llvm.zext %8 : i16 to i32
  %10 = llvm.shl %9, %4 : i32
  %11 = llvm.bitcast %10 : i32 to f32
  llvm.store %11, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%12: i64):  // 2 preds: ^bb2, ^bb4
  %13 = llvm.icmp "slt" %12, %1 : i64
  llvm.cond_br %13, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %14 = llvm.getelementptr inbounds|nuw %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %14 : f32, !llvm.ptr
  %15 = llvm.add %12, %0 : i64
  llvm.br ^bb3(%15 : i64)
^bb5:  // pred: ^bb3
  %16 = llvm.add %5, %0 : i64
  llvm.br ^bb1(%16 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @pack.0.bf16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(16 : i32) : i32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%5: i64):  // 2 preds: ^bb0, ^bb5
  %6 = llvm.icmp "slt" %5, %arg3 : i64
  llvm.cond_br %6, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %7 = llvm.load %arg0 : !llvm.ptr -> bf16
  %8 = llvm.bitcast %7 : bf16 to i16
  %9 = llvm.zext %8 : i16 to i32
  %10 = llvm.shl %9, %4 : i32
  %11 = llvm.bitcast %10 : i32 to f32
  llvm.store %11, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%12: i64):  // 2 preds: ^bb2, ^bb4
  %13 = llvm.icmp "slt" %12, %1 : i64
  llvm.cond_br %13, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %14 = llvm.getelementptr inbounds|nuw %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %14 : f32, !llvm.ptr
  %15 = llvm.add %12, %0 : i64
  llvm.br ^bb3(%15 : i64)
^bb5:  // pred: ^bb3
  %16 = llvm.add %5, %0 : i64
  llvm.br ^bb1(%16 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @pack.0.bf16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(16 : i32) : i32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%5: i64):  // 2 preds: ^bb0, ^bb5
  %6 = llvm.icmp "slt" %5, %arg3 : i64
  llvm.cond_br %6, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %7 = llvm.load %arg0 : !llvm.ptr -> bf16
  %8 = llvm.bitcast %7 : bf16 to i16
  %9 = llvm.zext %8 : i16 to i32
  %10 = llvm.shl %9, %4 : i32
  %11 = llvm.bitcast %10 : i32 to f32
  llvm.store %11, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%12: i64):  // 2 preds: ^bb2, ^bb4
  %13 = llvm.icmp "slt" %12, %1 : i64
  llvm.cond_br %13, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %14 = llvm.getelementptr inbounds|nuw %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %14 : f32, !llvm.ptr
  %15 = llvm.add %12, %0 : i64
  llvm.br ^bb3(%15 : i64)
^bb5:  // pred: ^bb3
  %16 = llvm.add %5, %0 : i64
  llvm.br ^bb1(%16 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @pack.0.bf16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(16 : i32) : i32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%5: i64):  // 2 preds: ^bb0, ^bb5
  %6 = llvm.icmp "slt" %5, %arg3 : i64
  llvm.cond_br %6, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %7 = llvm.load %arg0 : !llvm.ptr -> bf16
  %8 = llvm.bitcast %7 : bf16 to i16
  %9 = llvm.zext %8 : i16 to i32
  %10 = llvm.shl %9, %4 : i32
  %11 = llvm.bitcast %10 : i32 to f32
  llvm.store %11, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%12: i64):  // 2 preds: ^bb2, ^bb4
  %13 = llvm.icmp "slt" %12, %1 : i64
  llvm.cond_br %13, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %14 = llvm.getelementptr inbounds|nuw %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %14 : f32, !llvm.ptr
  %15 = llvm.add %12, %0 : i64
  llvm.br ^bb3(%15 : i64)
^bb5:  // pred: ^bb3
  %16 = llvm.add %5, %0 : i64
  llvm.br ^bb1(%16 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @pack.0.bf16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(16 : i32) : i32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%5: i64):  // 2 preds: ^bb0, ^bb5
  %6 = llvm.icmp "slt" %5, %arg3 : i64
  llvm.cond_br %6, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %7 = llvm.load %arg0 : !llvm.ptr -> bf16
  %8 = llvm.bitcast %7 : bf16 to i16
  %9 = llvm.zext %8 : i16 to i32
  %10 = llvm.shl %9, %4 : i32
  %11 = llvm.bitcast %10 : i32 to f32
  llvm.store %11, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%12: i64):  // 2 preds: ^bb2, ^bb4
  %13 = llvm.icmp "slt" %12, %1 : i64
  llvm.cond_br %13, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %14 = llvm.getelementptr inbounds|nuw %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %14 : f32, !llvm.ptr
  %15 = llvm.add %12, %0 : i64
  llvm.br ^bb3(%15 : i64)
^bb5:  // pred: ^bb3
  %16 = llvm.add %5, %0 : i64
  llvm.br ^bb1(%16 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @pack.0.bf16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(16 : i32) : i32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%5: i64):  // 2 preds: ^bb0, ^bb5
  %6 = llvm.icmp "slt" %5, %arg3 : i64
  llvm.cond_br %6, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %7 = llvm.load %arg0 : !llvm.ptr -> bf16
  %8 = llvm.bitcast %7 : bf16 to i16
  %9 = llvm.zext %8 : i16 to i32
  %10 = llvm.shl %9, %4 : i32
  %11 = llvm.bitcast %10 : i32 to f32
  llvm.store %11, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%12: i64):  // 2 preds: ^bb2, ^bb4
  %13 = llvm.icmp "slt" %12, %1 : i64
  llvm.cond_br %13, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %14 = llvm.getelementptr inbounds|nuw %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %14 : f32, !llvm.ptr
  %15 = llvm.add %12, %0 : i64
  llvm.br ^bb3(%15 : i64)
^bb5:  // pred: ^bb3
  %16 = llvm.add %5, %0 : i64
  llvm.br ^bb1(%16 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @pack.0.f16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f16
  %7 = llvm.fpext %6 : f16 to f32
  llvm.store %7, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%8: i64):  // 2 preds: ^bb2, ^bb4
  %9 = llvm.icmp "slt" %8, %1 : i64
  llvm.cond_br %9, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %10 = llvm.getelementptr inbounds|nuw %arg1[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %10 : f32, !llvm.ptr
  %11 = llvm.add %8, %0 : i64
  llvm.br ^bb3(%11 : i64)
^bb5:  // pred: ^bb3
  %12 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%12 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @pack.0.f16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f16
  %7 = llvm.fpext %6 : f16 to f32
  llvm.store %7, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%8: i64):  // 2 preds: ^bb2, ^bb4
  %9 = llvm.icmp "slt" %8, %1 : i64
  llvm.cond_br %9, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %10 = llvm.getelementptr inbounds|nuw %arg1[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %10 : f32, !llvm.ptr
  %11 = llvm.add %8, %0 : i64
  llvm.br ^bb3(%11 : i64)
^bb5:  // pred: ^bb3
  %12 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%12 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @pack.0.f16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f16
  %7 = llvm.fpext %6 : f16 to f32
  llvm.store %7, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%8: i64):  // 2 preds: ^bb2, ^bb4
  %9 = llvm.icmp "slt" %8, %1 : i64
  llvm.cond_br %9, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %10 = llvm.getelementptr inbounds|nuw %arg1[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %10 : f32, !llvm.ptr
  %11 = llvm.add %8, %0 : i64
  llvm.br ^bb3(%11 : i64)
^bb5:  // pred: ^bb3
  %12 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%12 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @pack.0.f16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f16
  %7 = llvm.fpext %6 : f16 to f32
  llvm.store %7, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%8: i64):  // 2 preds: ^bb2, ^bb4
  %9 = llvm.icmp "slt" %8, %1 : i64
  llvm.cond_br %9, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %10 = llvm.getelementptr inbounds|nuw %arg1[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %10 : f32, !llvm.ptr
  %11 = llvm.add %8, %0 : i64
  llvm.br ^bb3(%11 : i64)
^bb5:  // pred: ^bb3
  %12 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%12 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @pack.0.f16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f16
  %7 = llvm.fpext %6 : f16 to f32
  llvm.store %7, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%8: i64):  // 2 preds: ^bb2, ^bb4
  %9 = llvm.icmp "slt" %8, %1 : i64
  llvm.cond_br %9, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %10 = llvm.getelementptr inbounds|nuw %arg1[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %10 : f32, !llvm.ptr
  %11 = llvm.add %8, %0 : i64
  llvm.br ^bb3(%11 : i64)
^bb5:  // pred: ^bb3
  %12 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%12 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @pack.0.f16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f16
  %7 = llvm.fpext %6 : f16 to f32
  llvm.store %7, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%8: i64):  // 2 preds: ^bb2, ^bb4
  %9 = llvm.icmp "slt" %8, %1 : i64
  llvm.cond_br %9, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %10 = llvm.getelementptr inbounds|nuw %arg1[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %10 : f32, !llvm.ptr
  %11 = llvm.add %8, %0 : i64
  llvm.br ^bb3(%11 : i64)
^bb5:  // pred: ^bb3
  %12 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%12 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @pack.1.f32(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f32
  llvm.store %6, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%7: i64):  // 2 preds: ^bb2, ^bb4
  %8 = llvm.icmp "slt" %7, %1 : i64
  llvm.cond_br %8, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %9 = llvm.getelementptr inbounds|nuw %arg1[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %9 : f32, !llvm.ptr
  %10 = llvm.add %7, %0 : i64
  llvm.br ^bb3(%10 : i64)
^bb5:  // pred: ^bb3
  %11 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%11 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @pack.1.f32(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f32
  llvm.store %6, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%7: i64):  // 2 preds: ^bb2, ^bb4
  %8 = llvm.icmp "slt" %7, %1 : i64
  llvm.cond_br %8, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %9 = llvm.getelementptr inbounds|nuw %arg1[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %9 : f32, !llvm.ptr
  %10 = llvm.add %7, %0 : i64
  llvm.br ^bb3(%10 : i64)
^bb5:  // pred: ^bb3
  %11 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%11 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @pack.1.f32(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f32
  llvm.store %6, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%7: i64):  // 2 preds: ^bb2, ^bb4
  %8 = llvm.icmp "slt" %7, %1 : i64
  llvm.cond_br %8, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %9 = llvm.getelementptr inbounds|nuw %arg1[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %9 : f32, !llvm.ptr
  %10 = llvm.add %7, %0 : i64
  llvm.br ^bb3(%10 : i64)
^bb5:  // pred: ^bb3
  %11 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%11 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @pack.1.f32(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f32
  llvm.store %6, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%7: i64):  // 2 preds: ^bb2, ^bb4
  %8 = llvm.icmp "slt" %7, %1 : i64
  llvm.cond_br %8, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %9 = llvm.getelementptr inbounds|nuw %arg1[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %9 : f32, !llvm.ptr
  %10 = llvm.add %7, %0 : i64
  llvm.br ^bb3(%10 : i64)
^bb5:  // pred: ^bb3
  %11 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%11 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @pack.1.f32(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f32
  llvm.store %6, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%7: i64):  // 2 preds: ^bb2, ^bb4
  %8 = llvm.icmp "slt" %7, %1 : i64
  llvm.cond_br %8, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %9 = llvm.getelementptr inbounds|nuw %arg1[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %9 : f32, !llvm.ptr
  %10 = llvm.add %7, %0 : i64
  llvm.br ^bb3(%10 : i64)
^bb5:  // pred: ^bb3
  %11 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%11 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @pack.1.f32(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f32
  llvm.store %6, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%7: i64):  // 2 preds: ^bb2, ^bb4
  %8 = llvm.icmp "slt" %7, %1 : i64
  llvm.cond_br %8, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %9 = llvm.getelementptr inbounds|nuw %arg1[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %9 : f32, !llvm.ptr
  %10 = llvm.add %7, %0 : i64
  llvm.br ^bb3(%10 : i64)
^bb5:  // pred: ^bb3
  %11 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%11 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @pack.1.bf16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(16 : i32) : i32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%5: i64):  // 2 preds: ^bb0, ^bb5
  %6 = llvm.icmp "slt" %5, %arg3 : i64
  llvm.cond_br %6, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %7 = llvm.load %arg0 : !llvm.ptr -> bf16
  %8 = llvm.bitcast %7 : bf16 to i16
  %9 = llvm.zext %8 : i16 to i32
  %10 = llvm.shl %9, %4 : i32
  %11 = llvm.bitcast %10 : i32 to f32
  llvm.store %11, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%12: i64):  // 2 preds: ^bb2, ^bb4
  %13 = llvm.icmp "slt" %12, %1 : i64
  llvm.cond_br %13, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %14 = llvm.getelementptr inbounds|nuw %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %14 : f32, !llvm.ptr
  %15 = llvm.add %12, %0 : i64
  llvm.br ^bb3(%15 : i64)
^bb5:  // pred: ^bb3
  %16 = llvm.add %5, %0 : i64
  llvm.br ^bb1(%16 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @pack.1.bf16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(16 : i32) : i32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%5: i64):  // 2 preds: ^bb0, ^bb5
  %6 = llvm.icmp "slt" %5, %arg3 : i64
  llvm.cond_br %6, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %7 = llvm.load %arg0 : !llvm.ptr -> bf16
  %8 = llvm.bitcast %7 : bf16 to i16
  %9 = llvm.zext %8 : i16 to i32
  %10 = llvm.shl %9, %4 : i32
  %11 = llvm.bitcast %10 : i32 to f32
  llvm.store %11, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%12: i64):  // 2 preds: ^bb2, ^bb4
  %13 = llvm.icmp "slt" %12, %1 : i64
  llvm.cond_br %13, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %14 = llvm.getelementptr inbounds|nuw %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %14 : f32, !llvm.ptr
  %15 = llvm.add %12, %0 : i64
  llvm.br ^bb3(%15 : i64)
^bb5:  // pred: ^bb3
  %16 = llvm.add %5, %0 : i64
  llvm.br ^bb1(%16 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @pack.1.bf16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(16 : i32) : i32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%5: i64):  // 2 preds: ^bb0, ^bb5
  %6 = llvm.icmp "slt" %5, %arg3 : i64
  llvm.cond_br %6, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %7 = llvm.load %arg0 : !llvm.ptr -> bf16
  %8 = llvm.bitcast %7 : bf16 to i16
  %9 = llvm.zext %8 : i16 to i32
  %10 = llvm.shl %9, %4 : i32
  %11 = llvm.bitcast %10 : i32 to f32
  llvm.store %11, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%12: i64):  // 2 preds: ^bb2, ^bb4
  %13 = llvm.icmp "slt" %12, %1 : i64
  llvm.cond_br %13, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %14 = llvm.getelementptr inbounds|nuw %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %14 : f32, !llvm.ptr
  %15 = llvm.add %12, %0 : i64
  llvm.br ^bb3(%15 : i64)
^bb5:  // pred: ^bb3
  %16 = llvm.add %5, %0 : i64
  llvm.br ^bb1(%16 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @pack.1.bf16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(16 : i32) : i32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%5: i64):  // 2 preds: ^bb0, ^bb5
  %6 = llvm.icmp "slt" %5, %arg3 : i64
  llvm.cond_br %6, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %7 = llvm.load %arg0 : !llvm.ptr -> bf16
  %8 = llvm.bitcast %7 : bf16 to i16
  %9 = llvm.zext %8 : i16 to i32
  %10 = llvm.shl %9, %4 : i32
  %11 = llvm.bitcast %10 : i32 to f32
  llvm.store %11, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%12: i64):  // 2 preds: ^bb2, ^bb4
  %13 = llvm.icmp "slt" %12, %1 : i64
  llvm.cond_br %13, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %14 = llvm.getelementptr inbounds|nuw %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %14 : f32, !llvm.ptr
  %15 = llvm.add %12, %0 : i64
  llvm.br ^bb3(%15 : i64)
^bb5:  // pred: ^bb3
  %16 = llvm.add %5, %0 : i64
  llvm.br ^bb1(%16 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @pack.1.bf16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(16 : i32) : i32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%5: i64):  // 2 preds: ^bb0, ^bb5
  %6 = llvm.icmp "slt" %5, %arg3 : i64
  llvm.cond_br %6, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %7 = llvm.load %arg0 : !llvm.ptr -> bf16
  %8 = llvm.bitcast %7 : bf16 to i16
  %9 = llvm.zext %8 : i16 to i32
  %10 = llvm.shl %9, %4 : i32
  %11 = llvm.bitcast %10 : i32 to f32
  llvm.store %11, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%12: i64):  // 2 preds: ^bb2, ^bb4
  %13 = llvm.icmp "slt" %12, %1 : i64
  llvm.cond_br %13, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %14 = llvm.getelementptr inbounds|nuw %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %14 : f32, !llvm.ptr
  %15 = llvm.add %12, %0 : i64
  llvm.br ^bb3(%15 : i64)
^bb5:  // pred: ^bb3
  %16 = llvm.add %5, %0 : i64
  llvm.br ^bb1(%16 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @pack.1.bf16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  %4 = llvm.mlir.constant(16 : i32) : i32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%5: i64):  // 2 preds: ^bb0, ^bb5
  %6 = llvm.icmp "slt" %5, %arg3 : i64
  llvm.cond_br %6, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %7 = llvm.load %arg0 : !llvm.ptr -> bf16
  %8 = llvm.bitcast %7 : bf16 to i16
  %9 = llvm.zext %8 : i16 to i32
  %10 = llvm.shl %9, %4 : i32
  %11 = llvm.bitcast %10 : i32 to f32
  llvm.store %11, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%12: i64):  // 2 preds: ^bb2, ^bb4
  %13 = llvm.icmp "slt" %12, %1 : i64
  llvm.cond_br %13, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %14 = llvm.getelementptr inbounds|nuw %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %14 : f32, !llvm.ptr
  %15 = llvm.add %12, %0 : i64
  llvm.br ^bb3(%15 : i64)
^bb5:  // pred: ^bb3
  %16 = llvm.add %5, %0 : i64
  llvm.br ^bb1(%16 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @pack.1.f16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f16
  %7 = llvm.fpext %6 : f16 to f32
  llvm.store %7, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%8: i64):  // 2 preds: ^bb2, ^bb4
  %9 = llvm.icmp "slt" %8, %1 : i64
  llvm.cond_br %9, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %10 = llvm.getelementptr inbounds|nuw %arg1[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %10 : f32, !llvm.ptr
  %11 = llvm.add %8, %0 : i64
  llvm.br ^bb3(%11 : i64)
^bb5:  // pred: ^bb3
  %12 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%12 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @pack.1.f16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f16
  %7 = llvm.fpext %6 : f16 to f32
  llvm.store %7, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%8: i64):  // 2 preds: ^bb2, ^bb4
  %9 = llvm.icmp "slt" %8, %1 : i64
  llvm.cond_br %9, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %10 = llvm.getelementptr inbounds|nuw %arg1[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %10 : f32, !llvm.ptr
  %11 = llvm.add %8, %0 : i64
  llvm.br ^bb3(%11 : i64)
^bb5:  // pred: ^bb3
  %12 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%12 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.buffer'
// see current operation: 
llvm.func @pack.1.f16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f16
  %7 = llvm.fpext %6 : f16 to f32
  llvm.store %7, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%8: i64):  // 2 preds: ^bb2, ^bb4
  %9 = llvm.icmp "slt" %8, %1 : i64
  llvm.cond_br %9, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %10 = llvm.getelementptr inbounds|nuw %arg1[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %10 : f32, !llvm.ptr
  %11 = llvm.add %8, %0 : i64
  llvm.br ^bb3(%11 : i64)
^bb5:  // pred: ^bb3
  %12 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%12 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.offset'
// see current operation: 
llvm.func @pack.1.f16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f16
  %7 = llvm.fpext %6 : f16 to f32
  llvm.store %7, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%8: i64):  // 2 preds: ^bb2, ^bb4
  %9 = llvm.icmp "slt" %8, %1 : i64
  llvm.cond_br %9, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %10 = llvm.getelementptr inbounds|nuw %arg1[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %10 : f32, !llvm.ptr
  %11 = llvm.add %8, %0 : i64
  llvm.br ^bb3(%11 : i64)
^bb5:  // pred: ^bb3
  %12 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%12 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @pack.1.f16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f16
  %7 = llvm.fpext %6 : f16 to f32
  llvm.store %7, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%8: i64):  // 2 preds: ^bb2, ^bb4
  %9 = llvm.icmp "slt" %8, %1 : i64
  llvm.cond_br %9, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %10 = llvm.getelementptr inbounds|nuw %arg1[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %10 : f32, !llvm.ptr
  %11 = llvm.add %8, %0 : i64
  llvm.br ^bb3(%11 : i64)
^bb5:  // pred: ^bb3
  %12 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%12 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// Unhandled parameter attribute 'tenon.size'
// see current operation: 
llvm.func @pack.1.f16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
  %0 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.mlir.constant(16 : index) : i64
  %2 = llvm.mlir.constant(-1 : i64) : i64
  %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
  llvm.br ^bb1(%arg2 : i64)
^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
  %5 = llvm.icmp "slt" %4, %arg3 : i64
  llvm.cond_br %5, ^bb2, ^bb6
^bb2:  // pred: ^bb1
  %6 = llvm.load %arg0 : !llvm.ptr -> f16
  %7 = llvm.fpext %6 : f16 to f32
  llvm.store %7, %arg1 : f32, !llvm.ptr
  llvm.br ^bb3(%0 : i64)
^bb3(%8: i64):  // 2 preds: ^bb2, ^bb4
  %9 = llvm.icmp "slt" %8, %1 : i64
  llvm.cond_br %9, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  %10 = llvm.getelementptr inbounds|nuw %arg1[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %3, %10 : f32, !llvm.ptr
  %11 = llvm.add %8, %0 : i64
  llvm.br ^bb3(%11 : i64)
^bb5:  // pred: ^bb3
  %12 = llvm.add %4, %0 : i64
  llvm.br ^bb1(%12 : i64)
^bb6:  // pred: ^bb1
  llvm.return %2 : i64
}
// stage obj: the code of 'unit' for cpu calls expf, logf, which no archive holds
module attributes {tenon.block = {dtype = f32, hash = array<i64: 9083787665033651939, 5077931740282343583>, name = "unit", parameters = [{name = "ffn.activation.alpha_p", shape = array<i64: 1>, type = f32}, {name = "ffn.activation.alpha_n", shape = array<i64: 1>, type = f32}], residual = f32, weights = f32, width = 5 : i64}, tenon.kernels = [{block_rows = 0 : i64, column_chunks = 0 : i64, finish = @rows.finish, name = "rows", panel_bytes = 0 : i64, scratch_bytes = 0 : i64, tile_rows = 8 : i64}], tenon.pack = [{bf16 = @pack.0.bf16, f16 = @pack.0.f16, f32 = @pack.0.f32, parameter = 0 : i64, units = 1 : i64}, {bf16 = @pack.1.bf16, f16 = @pack.1.f16, f32 = @pack.1.f32, parameter = 1 : i64, units = 1 : i64}], tenon.packed_bytes = 128 : i64, tenon.row_bytes = 0 : i64} {
  llvm.func @rows.finish(%arg0: i64 {tenon.size = "begin"}, %arg1: i64 {tenon.size = "end"}, %arg2: i64 {tenon.size = "rows"}, %arg3: !llvm.ptr {tenon.buffer = "x", tenon.offset = 0 : i64}, %arg4: i64 {tenon.size = "first"}, %arg5: i64 {tenon.size = "x_stride"}, %arg6: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg7: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg8: !llvm.ptr {tenon.buffer = "y", tenon.offset = 0 : i64}, %arg9: i64 {tenon.size = "y_stride"}) {
    %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<16xf32>) : vector<16xf32>
    %1 = llvm.mlir.constant(0 : i32) : i32
    %2 = llvm.mlir.poison : vector<16xf32>
    %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
    %4 = llvm.mlir.constant(8 : index) : i64
    %5 = llvm.mlir.constant(1 : index) : i64
    %6 = llvm.mlir.constant(5.000000e-01 : f32) : f32
    %7 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %8 = llvm.mlir.constant(dense<5.000000e-01> : vector<16xf32>) : vector<16xf32>
    %9 = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
    %10 = llvm.mlir.constant(dense<-9.99999997E-7> : vector<16xf32>) : vector<16xf32>
    %11 = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
    %12 = llvm.mul %arg0, %4 : i64
    %13 = llvm.mul %arg1, %4 : i64
    %14 = llvm.icmp "ult" %13, %arg2 : i64
    %15 = llvm.select %14, %13, %arg2 : i1, i64
    llvm.br ^bb1(%12 : i64)
  ^bb1(%16: i64):  // 2 preds: ^bb0, ^bb2
    %17 = llvm.icmp "slt" %16, %15 : i64
    llvm.cond_br %17, ^bb2, ^bb3
  ^bb2:  // pred: ^bb1
    %18 = llvm.add %arg4, %16 : i64
    %19 = llvm.mul %18, %arg5 : i64
    %20 = llvm.mul %18, %arg9 : i64
    %21 = llvm.load %arg6 : !llvm.ptr -> f32
    %22 = llvm.fcmp "ogt" %7, %21 : f32
    %23 = llvm.select %22, %7, %21 : i1, f32
    %24 = llvm.intr.fabs(%21) : (f32) -> f32
    %25 = llvm.fneg %24 : f32
    %26 = llvm.intr.exp(%25) : (f32) -> f32
    %27 = llvm.fadd %3, %26 : f32
    %28 = llvm.intr.log(%27) : (f32) -> f32
    %29 = llvm.fadd %23, %28 : f32
    %30 = llvm.load %arg7 : !llvm.ptr -> f32
    %31 = llvm.fcmp "ogt" %7, %30 : f32
    %32 = llvm.select %31, %7, %30 : i1, f32
    %33 = llvm.intr.fabs(%30) : (f32) -> f32
    %34 = llvm.fneg %33 : f32
    %35 = llvm.intr.exp(%34) : (f32) -> f32
    %36 = llvm.fadd %3, %35 : f32
    %37 = llvm.intr.log(%36) : (f32) -> f32
    %38 = llvm.fadd %32, %37 : f32
    %39 = llvm.fadd %38, %6 : f32
    %40 = llvm.getelementptr %arg3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %41 = llvm.intr.masked.load %40, %11, %9 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
    %42 = llvm.fmul %41, %8 : vector<16xf32>
    %43 = llvm.fcmp "olt" %9, %41 : vector<16xf32>
    %44 = llvm.insertelement %29, %2[%1 : i32] : vector<16xf32>
    %45 = llvm.shufflevector %44, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
    %46 = llvm.fmul %41, %41 : vector<16xf32>
    %47 = llvm.fmul %45, %46 : vector<16xf32>
    %48 = llvm.insertelement %39, %2[%1 : i32] : vector<16xf32>
    %49 = llvm.shufflevector %48, %2 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<16xf32> 
    %50 = llvm.fcmp "olt" %10, %41 : vector<16xf32>
    %51 = llvm.select %50, %10, %41 : vector<16xi1>, vector<16xf32>
    %52 = llvm.intr.exp(%51) : (vector<16xf32>) -> vector<16xf32>
    %53 = llvm.fsub %52, %0 : vector<16xf32>
    %54 = llvm.fsub %53, %41 : vector<16xf32>
    %55 = llvm.fmul %49, %54 : vector<16xf32>
    %56 = llvm.select %43, %47, %55 : vector<16xi1>, vector<16xf32>
    %57 = llvm.fadd %42, %56 : vector<16xf32>
    %58 = llvm.getelementptr %arg8[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.intr.masked.store %57, %58, %11 {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
    %59 = llvm.add %16, %5 : i64
    llvm.br ^bb1(%59 : i64)
  ^bb3:  // pred: ^bb1
    llvm.return
  }
  llvm.func @pack.0.f32(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
    %0 = llvm.mlir.constant(1 : index) : i64
    %1 = llvm.mlir.constant(16 : index) : i64
    %2 = llvm.mlir.constant(-1 : i64) : i64
    %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    llvm.br ^bb1(%arg2 : i64)
  ^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
    %5 = llvm.icmp "slt" %4, %arg3 : i64
    llvm.cond_br %5, ^bb2, ^bb6
  ^bb2:  // pred: ^bb1
    %6 = llvm.load %arg0 : !llvm.ptr -> f32
    llvm.store %6, %arg1 : f32, !llvm.ptr
    llvm.br ^bb3(%0 : i64)
  ^bb3(%7: i64):  // 2 preds: ^bb2, ^bb4
    %8 = llvm.icmp "slt" %7, %1 : i64
    llvm.cond_br %8, ^bb4, ^bb5
  ^bb4:  // pred: ^bb3
    %9 = llvm.getelementptr inbounds|nuw %arg1[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %3, %9 : f32, !llvm.ptr
    %10 = llvm.add %7, %0 : i64
    llvm.br ^bb3(%10 : i64)
  ^bb5:  // pred: ^bb3
    %11 = llvm.add %4, %0 : i64
    llvm.br ^bb1(%11 : i64)
  ^bb6:  // pred: ^bb1
    llvm.return %2 : i64
  }
  llvm.func @pack.0.bf16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
    %0 = llvm.mlir.constant(1 : index) : i64
    %1 = llvm.mlir.constant(16 : index) : i64
    %2 = llvm.mlir.constant(-1 : i64) : i64
    %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %4 = llvm.mlir.constant(16 : i32) : i32
    llvm.br ^bb1(%arg2 : i64)
  ^bb1(%5: i64):  // 2 preds: ^bb0, ^bb5
    %6 = llvm.icmp "slt" %5, %arg3 : i64
    llvm.cond_br %6, ^bb2, ^bb6
  ^bb2:  // pred: ^bb1
    %7 = llvm.load %arg0 : !llvm.ptr -> bf16
    %8 = llvm.bitcast %7 : bf16 to i16
    %9 = llvm.zext %8 : i16 to i32
    %10 = llvm.shl %9, %4 : i32
    %11 = llvm.bitcast %10 : i32 to f32
    llvm.store %11, %arg1 : f32, !llvm.ptr
    llvm.br ^bb3(%0 : i64)
  ^bb3(%12: i64):  // 2 preds: ^bb2, ^bb4
    %13 = llvm.icmp "slt" %12, %1 : i64
    llvm.cond_br %13, ^bb4, ^bb5
  ^bb4:  // pred: ^bb3
    %14 = llvm.getelementptr inbounds|nuw %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %3, %14 : f32, !llvm.ptr
    %15 = llvm.add %12, %0 : i64
    llvm.br ^bb3(%15 : i64)
  ^bb5:  // pred: ^bb3
    %16 = llvm.add %5, %0 : i64
    llvm.br ^bb1(%16 : i64)
  ^bb6:  // pred: ^bb1
    llvm.return %2 : i64
  }
  llvm.func @pack.0.f16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 0 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
    %0 = llvm.mlir.constant(1 : index) : i64
    %1 = llvm.mlir.constant(16 : index) : i64
    %2 = llvm.mlir.constant(-1 : i64) : i64
    %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    llvm.br ^bb1(%arg2 : i64)
  ^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
    %5 = llvm.icmp "slt" %4, %arg3 : i64
    llvm.cond_br %5, ^bb2, ^bb6
  ^bb2:  // pred: ^bb1
    %6 = llvm.load %arg0 : !llvm.ptr -> f16
    %7 = llvm.fpext %6 : f16 to f32
    llvm.store %7, %arg1 : f32, !llvm.ptr
    llvm.br ^bb3(%0 : i64)
  ^bb3(%8: i64):  // 2 preds: ^bb2, ^bb4
    %9 = llvm.icmp "slt" %8, %1 : i64
    llvm.cond_br %9, ^bb4, ^bb5
  ^bb4:  // pred: ^bb3
    %10 = llvm.getelementptr inbounds|nuw %arg1[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %3, %10 : f32, !llvm.ptr
    %11 = llvm.add %8, %0 : i64
    llvm.br ^bb3(%11 : i64)
  ^bb5:  // pred: ^bb3
    %12 = llvm.add %4, %0 : i64
    llvm.br ^bb1(%12 : i64)
  ^bb6:  // pred: ^bb1
    llvm.return %2 : i64
  }
  llvm.func @pack.1.f32(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
    %0 = llvm.mlir.constant(1 : index) : i64
    %1 = llvm.mlir.constant(16 : index) : i64
    %2 = llvm.mlir.constant(-1 : i64) : i64
    %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    llvm.br ^bb1(%arg2 : i64)
  ^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
    %5 = llvm.icmp "slt" %4, %arg3 : i64
    llvm.cond_br %5, ^bb2, ^bb6
  ^bb2:  // pred: ^bb1
    %6 = llvm.load %arg0 : !llvm.ptr -> f32
    llvm.store %6, %arg1 : f32, !llvm.ptr
    llvm.br ^bb3(%0 : i64)
  ^bb3(%7: i64):  // 2 preds: ^bb2, ^bb4
    %8 = llvm.icmp "slt" %7, %1 : i64
    llvm.cond_br %8, ^bb4, ^bb5
  ^bb4:  // pred: ^bb3
    %9 = llvm.getelementptr inbounds|nuw %arg1[%7] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %3, %9 : f32, !llvm.ptr
    %10 = llvm.add %7, %0 : i64
    llvm.br ^bb3(%10 : i64)
  ^bb5:  // pred: ^bb3
    %11 = llvm.add %4, %0 : i64
    llvm.br ^bb1(%11 : i64)
  ^bb6:  // pred: ^bb1
    llvm.return %2 : i64
  }
  llvm.func @pack.1.bf16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
    %0 = llvm.mlir.constant(1 : index) : i64
    %1 = llvm.mlir.constant(16 : index) : i64
    %2 = llvm.mlir.constant(-1 : i64) : i64
    %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %4 = llvm.mlir.constant(16 : i32) : i32
    llvm.br ^bb1(%arg2 : i64)
  ^bb1(%5: i64):  // 2 preds: ^bb0, ^bb5
    %6 = llvm.icmp "slt" %5, %arg3 : i64
    llvm.cond_br %6, ^bb2, ^bb6
  ^bb2:  // pred: ^bb1
    %7 = llvm.load %arg0 : !llvm.ptr -> bf16
    %8 = llvm.bitcast %7 : bf16 to i16
    %9 = llvm.zext %8 : i16 to i32
    %10 = llvm.shl %9, %4 : i32
    %11 = llvm.bitcast %10 : i32 to f32
    llvm.store %11, %arg1 : f32, !llvm.ptr
    llvm.br ^bb3(%0 : i64)
  ^bb3(%12: i64):  // 2 preds: ^bb2, ^bb4
    %13 = llvm.icmp "slt" %12, %1 : i64
    llvm.cond_br %13, ^bb4, ^bb5
  ^bb4:  // pred: ^bb3
    %14 = llvm.getelementptr inbounds|nuw %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %3, %14 : f32, !llvm.ptr
    %15 = llvm.add %12, %0 : i64
    llvm.br ^bb3(%15 : i64)
  ^bb5:  // pred: ^bb3
    %16 = llvm.add %5, %0 : i64
    llvm.br ^bb1(%16 : i64)
  ^bb6:  // pred: ^bb1
    llvm.return %2 : i64
  }
  llvm.func @pack.1.f16(%arg0: !llvm.ptr {tenon.buffer = "source", tenon.offset = 0 : i64}, %arg1: !llvm.ptr {tenon.buffer = "packed", tenon.offset = 64 : i64}, %arg2: i64 {tenon.size = "begin"}, %arg3: i64 {tenon.size = "end"}) -> i64 {
    %0 = llvm.mlir.constant(1 : index) : i64
    %1 = llvm.mlir.constant(16 : index) : i64
    %2 = llvm.mlir.constant(-1 : i64) : i64
    %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    llvm.br ^bb1(%arg2 : i64)
  ^bb1(%4: i64):  // 2 preds: ^bb0, ^bb5
    %5 = llvm.icmp "slt" %4, %arg3 : i64
    llvm.cond_br %5, ^bb2, ^bb6
  ^bb2:  // pred: ^bb1
    %6 = llvm.load %arg0 : !llvm.ptr -> f16
    %7 = llvm.fpext %6 : f16 to f32
    llvm.store %7, %arg1 : f32, !llvm.ptr
    llvm.br ^bb3(%0 : i64)
  ^bb3(%8: i64):  // 2 preds: ^bb2, ^bb4
    %9 = llvm.icmp "slt" %8, %1 : i64
    llvm.cond_br %9, ^bb4, ^bb5
  ^bb4:  // pred: ^bb3
    %10 = llvm.getelementptr inbounds|nuw %arg1[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %3, %10 : f32, !llvm.ptr
    %11 = llvm.add %8, %0 : i64
    llvm.br ^bb3(%11 : i64)
  ^bb5:  // pred: ^bb3
    %12 = llvm.add %4, %0 : i64
    llvm.br ^bb1(%12 : i64)
  ^bb6:  // pred: ^bb1
    llvm.return %2 : i64
  }
}
