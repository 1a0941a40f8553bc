// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/pipeline/Pipeline.h"
#include "codegen/fuse/Passes.h"
#include "codegen/lower/Passes.h"
#include "codegen/schedule/Passes.h"
#include "codegen/target/cpu/Cpu.h"
#include "mlir/Transforms/Passes.h"

using namespace tenon;

void tenon::addKernelsStage(mlir::OpPassManager &passes) {
  passes.addPass(mlir::createCanonicalizerPass()); // a round to f32 would look like work
  passes.addPass(createCompensateMeans());
  passes.addPass(createExpandRotations());
  passes.addPass(mlir::createCSEPass()); // products share a contraction by sharing one left operand
  passes.addPass(createFormKernels());
}

void tenon::addScheduleStage(mlir::OpPassManager &passes, const TargetInfo &target) {
  passes.addPass(createSelectSchedule({target.name}));
  passes.addPass(createPlanMemory());
}

void tenon::addLoopsStage(mlir::OpPassManager &passes) {
  passes.addPass(createLowerContractions());
  passes.addPass(createLowerAttention());
  passes.addPass(createLowerRows());
  passes.addPass(createEmitPackers()); // last of these: the function with the kernels goes
  passes.addPass(mlir::createCanonicalizerPass());
  passes.addPass(mlir::createCSEPass());
  passes.addPass(mlir::createLoopInvariantCodeMotionPass()); // views and masks out of the loops over columns
  passes.addPass(createExpandMath());                        // late: until then a function is one operation
}

void tenon::addLlvmStage(mlir::OpPassManager &passes, const TargetInfo &target) {
  passes.addPass(createExpandTileProducts());
  passes.addPass(mlir::createCanonicalizerPass());
  passes.addPass(mlir::createCSEPass());
  passes.addPass(mlir::createLoopInvariantCodeMotionPass()); // views of operands out of the loop over k
  target::addLowerToLLVM(passes, target);
}
