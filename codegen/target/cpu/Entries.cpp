// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target/cpu/Entries.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace tenon::target {

namespace {

/// Builds one entry. That every argument can be given is what verifiers of the launch list promise.
class EntryBuilder {
public:
  EntryBuilder(Module &code, mlir::FunctionOpInterface function)
      : code(code), phase(code.getFunction(function.getName())), builder(code.getContext()),
        pointer(builder.getPtrTy()), size(builder.getInt64Ty()) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      bindings.push_back(*bindingOf(function, i));
  }

  /// void(const tenon_frame *, uint64_t begin, uint64_t end, unsigned char *scratch)
  Function *phaseEntry() {
    start(FunctionType::get(builder.getVoidTy(), {pointer, size, size, pointer}, false));
    callPhase([&](const Binding &binding) {
      int index =
          StringSwitch<int>(binding.name).Case("begin", 1).Case("end", 2).Case("scratch", 3).Default(0);
      return index ? moved(entry->getArg(index), binding.offset) : fromFrame(binding);
    });
    builder.CreateRetVoid();
    markConstant([](const Binding &binding) {
      std::optional<unsigned> index = frameIndex(binding.name);
      return index && frameWord(*index).isConstant;
    });
    return entry;
  }

  /// int64_t(const void *source, unsigned char *packed, uint64_t begin, uint64_t end)
  Function *packEntry() {
    start(FunctionType::get(size, {pointer, pointer, size, size}, false));
    CallInst *call = callPhase([&](const Binding &binding) {
      int index =
          StringSwitch<int>(binding.name).Case("packed", 1).Case("begin", 2).Case("end", 3).Default(0);
      return moved(entry->getArg(index), binding.offset);
    });
    builder.CreateRet(call);
    markConstant([](const Binding &binding) { return binding.name == "source"; });
    return entry;
  }

private:
  void start(FunctionType *type) {
    entry = Function::Create(type, GlobalValue::InternalLinkage, phase->getName() + ".entry", code);
    builder.SetInsertPoint(BasicBlock::Create(code.getContext(), "", entry));
  }

  Value *moved(Value *address, int64_t bytes) {
    return bytes ? builder.CreatePtrAdd(address, builder.getInt64(bytes)) : address;
  }

  Value *load(unsigned index, Type *type) {
    Value *place = builder.CreateConstInBoundsGEP1_64(size, entry->getArg(0), index);
    return builder.CreateLoad(type, place);
  }

  Value *fromFrame(const Binding &binding) {
    unsigned index = *frameIndex(binding.name);
    if (!binding.isBuffer)
      return load(index, size);
    if (binding.name != "workspace" || !binding.offset)
      return moved(load(index, pointer), binding.offset);
    Value *offset = builder.CreateMul(load(*frameIndex("tokens"), size), builder.getInt64(binding.offset));
    return builder.CreatePtrAdd(load(index, pointer), offset);
  }

  CallInst *callPhase(function_ref<Value *(const Binding &)> valueOf) {
    return builder.CreateCall(phase, map_to_vector(bindings, valueOf));
  }

  /// Reads of memory that no phase writes may move past its stores.
  void markConstant(function_ref<bool(const Binding &)> isConstant) {
    for (auto [index, binding] : enumerate(bindings))
      if (binding.isBuffer && isConstant(binding)) {
        phase->addParamAttr(index, Attribute::NoAlias);
        phase->addParamAttr(index, Attribute::ReadOnly);
      }
  }

  Module &code;
  Function *phase;
  IRBuilder<> builder;
  Type *pointer, *size;
  SmallVector<Binding> bindings;
  Function *entry = nullptr;
};

} // namespace

Constant *Entries::phase(mlir::FlatSymbolRefAttr phase) {
  if (!phase)
    return ConstantPointerNull::get(PointerType::get(code.getContext(), 0));
  return EntryBuilder(code, module.lookupSymbol<mlir::FunctionOpInterface>(phase)).phaseEntry();
}

Constant *Entries::packer(mlir::FlatSymbolRefAttr packer) {
  if (!packer)
    return ConstantPointerNull::get(PointerType::get(code.getContext(), 0));
  return EntryBuilder(code, module.lookupSymbol<mlir::FunctionOpInterface>(packer)).packEntry();
}

} // namespace tenon::target
