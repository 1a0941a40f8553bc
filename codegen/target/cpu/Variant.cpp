// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/dialect/Launch.h"
#include "codegen/target/Fault.h"
#include "codegen/target/cpu/Cpu.h"
#include "codegen/target/cpu/Machine.h"
#include "codegen/target/cpu/Tables.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringSet.h"
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

/// A copy without what only this stage understands: the launch list, and what arguments are bound to.
mlir::OwningOpRef<mlir::ModuleOp> withoutLaunchList(mlir::ModuleOp module) {
  mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
  for (mlir::Operation &op : make_early_inc_range(copy->getOps()))
    if (isa<LaunchOp, PackOp, PartOp>(op))
      op.erase();
  for (auto function : copy->getOps<mlir::LLVM::LLVMFuncOp>())
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      for (StringRef name : {"tenon.buffer", "tenon.offset", "tenon.size"})
        function.removeArgAttr(i, name);
  return copy;
}

/// The module in LLVM's own form, with entries and tables; only the tables can be seen from outside.
Expected<std::unique_ptr<Module>> translate(mlir::ModuleOp module, StringRef symbol, LLVMContext &context) {
  mlir::DialectRegistry registry;
  mlir::registerAllToLLVMIRTranslations(registry);
  module.getContext()->appendDialectRegistry(registry);
  mlir::OwningOpRef<mlir::ModuleOp> plain = withoutLaunchList(module);
  std::unique_ptr<Module> code = mlir::translateModuleToLLVMIR(*plain, context, symbol);
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
  addTables(*code, module, symbol);
  return code;
}

Expected<std::string> emit(mlir::ModuleOp module, const TargetInfo &target, StringRef symbol,
                           CodeGenFileType type) {
  LLVMContext context;
  Expected<std::unique_ptr<Module>> code = translate(module, symbol, context);
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

/// Names of the functions that run when `kernel` does: its phases and what they call.
StringSet<> functionsOf(mlir::ModuleOp module, LaunchOp kernel) {
  StringSet<> names;
  SmallVector<std::string> open;
  for (mlir::FlatSymbolRefAttr phase : kernel.phases())
    open.push_back(phase.getValue().str());
  while (!open.empty()) {
    std::string name = open.pop_back_val();
    auto function = module.lookupSymbol<mlir::LLVM::LLVMFuncOp>(name);
    if (!function || !names.insert(name).second)
      continue;
    function.walk([&](mlir::LLVM::CallOp call) {
      if (std::optional<StringRef> callee = call.getCallee())
        open.push_back(callee->str());
    });
  }
  return names;
}

int64_t codeBytesOf(const object::ObjectFile &object, const StringSet<> &functions) {
  int64_t bytes = 0;
  for (const object::SymbolRef &symbol : object.symbols())
    if (cantFail(symbol.getType()) == object::SymbolRef::ST_Function &&
        functions.contains(cantFail(symbol.getName())))
      bytes += object::ELFSymbolRef(symbol).getSize();
  return bytes;
}
} // namespace

int64_t Variant::rowBytes() const {
  int64_t most = 0;
  for (const Part &part : parts)
    most = std::max(most, part.rowBytes);
  return most;
}

int64_t Variant::keyGranule() const {
  int64_t granule = 0;
  for (const Part &part : parts)
    granule = std::max(granule, part.keyGranule);
  return granule;
}

int64_t Variant::packedBytes(const Interface &interface) const {
  int64_t bytes = 0;
  for (const Layer &layer : interface.layers)
    bytes += parts[layer.part].packedBytes;
  return bytes;
}

Expected<Part> compilePart(mlir::ModuleOp module, StringRef name, const TargetInfo &target,
                           const Interface &interface) {
  Expected<std::string> object =
      emit(module, target, partSymbol(interface, name, target), CodeGenFileType::ObjectFile);
  if (!object)
    return object.takeError();
  Expected<std::unique_ptr<object::ObjectFile>> parsed =
      object::ObjectFile::createELFObjectFile(MemoryBufferRef(*object, "part"));
  if (!parsed)
    return parsed.takeError();
  std::string foreign = foreignSymbols(**parsed);
  if (!foreign.empty())
    return fault("stage obj: the code of '" + interface.name + "' for " + target.name + " calls " + foreign +
                 ", which no archive holds");
  Part part;
  PartOp sizes = partOpOf(module);
  part.packStepCount = range_size(module.getOps<PackOp>());
  part.rowBytes = sizes.getRowBytes();
  part.keyGranule = sizes.getKeyGranule();
  part.packedBytes = sizes.getPackedBytes();
  for (auto kernel : module.getOps<LaunchOp>())
    part.codeBytes.emplace_back(kernel.getName(), codeBytesOf(**parsed, functionsOf(module, kernel)));
  part.kernelCount = part.codeBytes.size();
  part.object = std::move(*object);
  return part;
}

Expected<std::string> printAssembly(mlir::ModuleOp module, StringRef name, const TargetInfo &target,
                                    const Interface &interface) {
  return emit(module, target, partSymbol(interface, name, target), CodeGenFileType::AssemblyFile);
}

} // namespace tenon::target
