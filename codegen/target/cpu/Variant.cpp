// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target/cpu/Attributes.h"
#include "codegen/target/cpu/Cpu.h"
#include "codegen/target/cpu/Machine.h"
#include "codegen/target/cpu/Tables.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;

namespace tenon::target {

namespace {
/// `vector.fma` arrives as "fuse if that is fast"; what it promises is to fuse.
void fuseForSure(Module &code) {
  for (Function &function : code)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (!call || call->getIntrinsicID() != Intrinsic::fmuladd)
        continue;
      IRBuilder<> builder(call);
      Value *fused =
          builder.CreateIntrinsic(Intrinsic::fma, {call->getType()},
                                  {call->getArgOperand(0), call->getArgOperand(1), call->getArgOperand(2)});
      call->replaceAllUsesWith(fused);
      call->eraseFromParent();
    }
}

/// The module in LLVM's own form, with entries and tables; only the tables can be seen from outside.
Expected<std::unique_ptr<Module>> translate(mlir::ModuleOp module, const LaunchList &list,
                                            const TargetInfo &target, const Interface &interface,
                                            LLVMContext &context) {
  mlir::DialectRegistry registry;
  mlir::registerAllToLLVMIRTranslations(registry);
  module.getContext()->appendDialectRegistry(registry);
  std::unique_ptr<Module> code = mlir::translateModuleToLLVMIR(module, context, interface.symbol());
  if (!code)
    return fault("the module cannot be translated to LLVM's own form");
  fuseForSure(*code);
  for (Function &function : *code)
    if (!function.isDeclaration()) {
      function.setLinkage(GlobalValue::InternalLinkage);
      function.addFnAttr(Attribute::NoUnwind);
      if (!function.hasFnAttribute(Attribute::AlwaysInline))
        function.addFnAttr(Attribute::NoInline); // the lowering says what is one piece of code
    }
  for (GlobalVariable &global : code->globals())
    if (!global.isDeclaration())
      global.setLinkage(GlobalValue::InternalLinkage);
  if (Error error = addTables(*code, module, list, interface, target))
    return error;
  return code;
}

Expected<std::string> emit(mlir::ModuleOp module, const LaunchList &list, const TargetInfo &target,
                           const Interface &interface, CodeGenFileType type) {
  LLVMContext context;
  Expected<std::unique_ptr<Module>> code = translate(module, list, target, interface, context);
  if (!code)
    return code.takeError();
  Expected<std::unique_ptr<TargetMachine>> machine = machineFor(target, **code);
  if (!machine)
    return machine.takeError();
  optimise(**code, **machine);
  return emitFile(**code, **machine, type);
}

/// Names the caller's linker would have to find, beyond those that every C program has.
std::string foreignSymbols(const object::ObjectFile &object) {
  std::string result;
  for (const object::SymbolRef &symbol : object.symbols()) {
    StringRef name = cantFail(symbol.getName());
    bool undefined = cantFail(symbol.getFlags()) & object::SymbolRef::SF_Undefined;
    if (undefined && !name.empty() && name != "memcpy" && name != "memset" && name != "memmove")
      result += (result.empty() ? "" : ", ") + name.str();
  }
  return result;
}

/// Bytes of the functions whose names begin with "<kernel>.".
int64_t codeBytesOf(const object::ObjectFile &object, StringRef kernel) {
  int64_t bytes = 0;
  std::string start = (kernel + ".").str();
  for (const object::SymbolRef &symbol : object.symbols())
    if (cantFail(symbol.getType()) == object::SymbolRef::ST_Function &&
        cantFail(symbol.getName()).starts_with(start))
      bytes += object::ELFSymbolRef(symbol).getSize();
  return bytes;
}
} // namespace

Expected<Variant> compileVariant(mlir::ModuleOp module, const TargetInfo &target,
                                 const Interface &interface) {
  Expected<LaunchList> list = readLaunchList(module);
  if (!list)
    return list.takeError();
  Expected<std::string> object = emit(module, *list, target, interface, CodeGenFileType::ObjectFile);
  if (!object)
    return object.takeError();
  Expected<std::unique_ptr<object::ObjectFile>> parsed =
      object::ObjectFile::createELFObjectFile(MemoryBufferRef(*object, "variant"));
  if (!parsed)
    return parsed.takeError();
  std::string foreign = foreignSymbols(**parsed);
  if (!foreign.empty())
    return fault("stage obj: the code of '" + interface.name + "' for " + target.name + " calls " + foreign +
                 ", which no archive holds");
  Variant variant;
  variant.target = target;
  variant.kernelCount = list->kernels.size();
  variant.packStepCount = list->packs.size();
  variant.rowBytes = list->rowBytes;
  variant.packedBytes = list->packedBytes;
  for (const KernelEntry &kernel : list->kernels)
    variant.codeBytes.emplace_back(kernel.name, codeBytesOf(**parsed, kernel.name));
  variant.object = std::move(*object);
  return variant;
}

Expected<std::string> printAssembly(mlir::ModuleOp module, const TargetInfo &target,
                                    const Interface &interface) {
  Expected<LaunchList> list = readLaunchList(module);
  if (!list)
    return list.takeError();
  return emit(module, *list, target, interface, CodeGenFileType::AssemblyFile);
}

} // namespace tenon::target
