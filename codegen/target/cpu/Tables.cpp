// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target/cpu/Tables.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace tenon::target {

std::string partSymbol(const Interface &interface, StringRef part, const TargetInfo &target) {
  return "tenon." + interface.symbol() + "." + target.name + "." + part.str();
}

Constant *word(Module &code, uint64_t value) {
  return ConstantInt::get(Type::getInt64Ty(code.getContext()), value);
}

Constant *record(Module &code, ArrayRef<Constant *> fields) {
  return ConstantStruct::getAnon(code.getContext(), fields);
}

Constant *textConstant(Module &code, StringRef text) {
  Constant *bytes = ConstantDataArray::getString(code.getContext(), text);
  auto *global = new GlobalVariable(code, bytes->getType(), true, GlobalValue::PrivateLinkage, bytes, "text");
  global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  global->setAlignment(Align(1));
  return global;
}

Constant *table(Module &code, StringRef name, ArrayRef<Constant *> rows) {
  if (rows.empty())
    return ConstantPointerNull::get(PointerType::get(code.getContext(), 0));
  auto *type = ArrayType::get(rows.front()->getType(), rows.size());
  auto *global = new GlobalVariable(code, type, true, GlobalValue::InternalLinkage,
                                    ConstantArray::get(type, rows), name);
  global->setAlignment(Align(16));
  return global;
}

namespace {
/// Index of a word of tenon_frame, by what an argument is bound to; -1: none.
int frameWord(StringRef name) {
  return StringSwitch<int>(name)
      .Case("packed", 0)
      .Case("x", 1)
      .Case("y", 2)
      .Case("workspace", 3)
      .Case("cache", 4)
      .Case("panel", 5)
      .Case("positions", 6)
      .Case("tokens", 7)
      .Case("x_stride", 8)
      .Case("y_stride", 9)
      .Case("first", 10)
      .Case("rows", 11)
      .Case("tiles", 12)
      .Case("token_types", 13)
      .Default(-1);
}

/// Builds one entry: loads what the phase's arguments are bound to, and calls it.
class EntryBuilder {
public:
  EntryBuilder(Module &code, StringRef phase, ArrayRef<Binding> bindings)
      : code(code), phase(phase), bindings(bindings), builder(code.getContext()), pointer(builder.getPtrTy()),
        size(builder.getInt64Ty()) {}

  /// void(const tenon_frame *, uint64_t begin, uint64_t end, unsigned char *scratch)
  Expected<Function *> phaseEntry() {
    start(FunctionType::get(builder.getVoidTy(), {pointer, size, size, pointer}, false));
    Expected<CallInst *> call = callPhase([&](const Binding &binding) -> Value * {
      if (binding.buffer == "scratch")
        return moved(entry->getArg(3), word(code, binding.offset));
      if (binding.size == "begin" || binding.size == "end")
        return entry->getArg(binding.size == "begin" ? 1 : 2);
      return fromFrame(binding);
    });
    if (!call)
      return call.takeError();
    builder.CreateRetVoid();
    return entry;
  }

  /// int64_t(const void *source, unsigned char *packed, uint64_t begin, uint64_t end)
  Expected<Function *> packEntry() {
    start(FunctionType::get(size, {pointer, pointer, size, size}, false));
    Expected<CallInst *> call = callPhase([&](const Binding &binding) -> Value * {
      int index = StringSwitch<int>(binding.buffer + binding.size)
                      .Case("source", 0)
                      .Case("packed", 1)
                      .Case("begin", 2)
                      .Case("end", 3)
                      .Default(-1);
      if (index < 0)
        return nullptr;
      Value *argument = entry->getArg(index);
      return binding.buffer.empty() ? argument : moved(argument, word(code, binding.offset));
    });
    if (!call)
      return call.takeError();
    if ((*call)->getType() != size)
      return fault("'" + phase + "' does not return an i64");
    builder.CreateRet(*call);
    return entry;
  }

private:
  void start(FunctionType *type) {
    entry = Function::Create(type, GlobalValue::InternalLinkage, phase + ".entry", code);
    builder.SetInsertPoint(BasicBlock::Create(code.getContext(), "", entry));
  }

  Value *moved(Value *address, Value *bytes) {
    auto *constant = dyn_cast<ConstantInt>(bytes);
    return constant && constant->isZero() ? address : builder.CreatePtrAdd(address, bytes);
  }

  Value *load(int index, Type *type) {
    Value *place = builder.CreateConstInBoundsGEP1_64(size, entry->getArg(0), index);
    return builder.CreateLoad(type, place);
  }

  Value *fromFrame(const Binding &binding) {
    int index = frameWord(binding.buffer.empty() ? binding.size : binding.buffer);
    bool isPointer = (index >= 0 && index <= 6) || index >= 12;
    if (index < 0 || isPointer == binding.buffer.empty())
      return nullptr;
    if (!isPointer)
      return load(index, size);
    Value *offset = word(code, binding.offset);
    if (binding.buffer == "workspace" && binding.offset)
      offset = builder.CreateMul(load(frameWord("tokens"), size), offset);
    return moved(load(index, pointer), offset);
  }

  Expected<CallInst *> callPhase(function_ref<Value *(const Binding &)> valueOf) {
    Function *function = code.getFunction(phase);
    SmallVector<Value *> arguments;
    for (auto [index, binding] : enumerate(bindings)) {
      Value *value = valueOf(binding);
      if (!value)
        return fault("argument " + Twine(index) + " of '" + phase + "' is bound to '" + binding.buffer +
                     binding.size + "', which it cannot have");
      if (value->getType() != function->getArg(index)->getType())
        return fault("argument " + Twine(index) + " of '" + phase + "' has the wrong type");
      arguments.push_back(value);
    }
    return builder.CreateCall(function, arguments);
  }

  Module &code;
  StringRef phase;
  ArrayRef<Binding> bindings;
  IRBuilder<> builder;
  Type *pointer, *size;
  Function *entry = nullptr;
};

/// Reads of memory that no phase writes may move past its stores.
void markReadOnly(Function *function, ArrayRef<Binding> bindings, bool packs) {
  for (auto [index, binding] : enumerate(bindings))
    if (binding.buffer == "positions" || binding.buffer == "token_types" ||
        binding.buffer == (packs ? "source" : "packed")) {
      function->addParamAttr(index, Attribute::NoAlias);
      function->addParamAttr(index, Attribute::ReadOnly);
    }
}

/// The entry for the function called `phase`; null where the name is empty.
Expected<Constant *> entryFor(Module &code, mlir::ModuleOp module, StringRef phase, bool packs) {
  if (phase.empty())
    return ConstantPointerNull::get(PointerType::get(code.getContext(), 0));
  Expected<std::vector<Binding>> bindings = readBindings(module, phase);
  if (!bindings)
    return bindings.takeError();
  markReadOnly(code.getFunction(phase), *bindings, packs);
  EntryBuilder builder(code, phase, *bindings);
  Expected<Function *> entry = packs ? builder.packEntry() : builder.phaseEntry();
  if (!entry)
    return entry.takeError();
  return *entry;
}

/// Entries of several phases at once.
Expected<SmallVector<Constant *>> entriesFor(Module &code, mlir::ModuleOp module,
                                             ArrayRef<std::string> phases, bool packs) {
  SmallVector<Constant *> entries;
  for (const std::string &phase : phases) {
    Expected<Constant *> entry = entryFor(code, module, phase, packs);
    if (!entry)
      return entry.takeError();
    entries.push_back(*entry);
  }
  return entries;
}
} // namespace

Error addTables(Module &code, mlir::ModuleOp module, const LaunchList &list, StringRef symbol) {
  SmallVector<Constant *> kernels, packs;
  auto number = [&](int64_t value) { return word(code, value); };
  for (const KernelEntry &kernel : list.kernels) {
    auto phases = entriesFor(code, module, {kernel.prologue, kernel.contraction, kernel.finish}, false);
    if (!phases)
      return phases.takeError();
    kernels.push_back(
        record(code, {textConstant(code, kernel.name), number(kernel.blockRows), (*phases)[0], (*phases)[1],
                      (*phases)[2], number(kernel.tileRows), number(kernel.columnChunks),
                      number(kernel.panelBytes), number(kernel.scratchBytes), number(kernel.kvHeads),
                      number(kernel.keyBytes), number(kernel.cached), number(kernel.cacheOffset)}));
  }
  for (const PackEntry &pack : list.packs) {
    if (pack.parameter < 0 || pack.parameter >= list.parameterCount)
      return fault("tenon.pack: there is no parameter " + Twine(pack.parameter));
    auto phases = entriesFor(code, module, pack.from, true);
    if (!phases)
      return phases.takeError();
    packs.push_back(
        record(code, {number(pack.parameter), (*phases)[0], (*phases)[1], (*phases)[2], number(pack.units)}));
  }
  Constant *part =
      record(code, {number(list.kernels.size()), table(code, "kernels", kernels), number(list.packs.size()),
                    table(code, "packs", packs), number(list.packedBytes), number(list.rowBytes),
                    number(list.cacheKeyBytes)});
  auto *global = new GlobalVariable(code, part->getType(), true, GlobalValue::ExternalLinkage, part, symbol);
  global->setVisibility(GlobalValue::HiddenVisibility);
  return Error::success();
}

} // namespace tenon::target
