// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target/cpu/Machine.h"
#include "codegen/target/Fault.h"
#include "codegen/target/backends/Backends.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace tenon::target {

Expected<std::unique_ptr<TargetMachine>> machineFor(const TargetInfo &target, Module &code) {
  const Backend *family = backendOf(target.triple);
  if (!family)
    return fault("no code is made for " + target.triple);
  family->initialise();
  Triple triple(target.triple);
  std::string error;
  const Target *backend = TargetRegistry::lookupTarget(triple, error);
  if (!backend)
    return fault(error);
  TargetOptions options;
  options.AllowFPOpFusion = FPOpFusion::Strict;
  options.FunctionSections = true;
  options.DataSections = true;
  std::unique_ptr<TargetMachine> machine(backend->createTargetMachine(triple, target.cpu, target.features,
                                                                      options, Reloc::PIC_, CodeModel::Small,
                                                                      CodeGenOptLevel::Aggressive));
  if (!machine)
    return fault("no machine for " + target.name);
  code.setTargetTriple(triple);
  code.setDataLayout(machine->createDataLayout());
  code.setPICLevel(PICLevel::BigPIC);
  for (Function &function : code) {
    function.addFnAttr("target-cpu", target.cpu);
    function.addFnAttr("tune-cpu", target.tuneCpu);
    if (!target.features.empty())
      function.addFnAttr("target-features", target.features);
  }
  return machine;
}

void optimise(Module &code, TargetMachine &machine) {
  PassBuilder builder(&machine);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  LoopPassManager loopPasses;
  loopPasses.addPass(LoopRotatePass());
  loopPasses.addPass(LICMPass(LICMOptions()));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(loopPasses), /*UseMemorySSA=*/true));
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  ModulePassManager all;
  all.addPass(createModuleToFunctionPassAdaptor(std::move(passes)));
  all.run(code, modules);
}

Expected<std::string> emitFile(Module &code, TargetMachine &machine, CodeGenFileType type) {
  std::string problem;
  raw_string_ostream problems(problem);
  if (verifyModule(code, &problems))
    return fault("the generated LLVM module is broken: " + problem);
  SmallVector<char, 0> bytes;
  raw_svector_ostream stream(bytes);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type))
    return fault("LLVM cannot write this kind of file");
  passes.run(code);
  return std::string(bytes.begin(), bytes.end());
}

} // namespace tenon::target
