// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The block object: tenon_block, and the exported functions, which pass it on to
// the support code.
#include "codegen/target/cpu/Cpu.h"
#include "codegen/target/cpu/Machine.h"
#include "codegen/target/cpu/Tables.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace tenon::target {

namespace {
uint64_t typeNumber(StringRef type) { // tenon_type
  return StringSwitch<uint64_t>(type).Case("bf16", 1).Case("f16", 2).Case("i32", 3).Default(0);
}

constexpr int64_t cacheLine = 64;
int64_t rowBytes(const Rows &rows) { return alignTo(rows.width * (rows.type == "f32" ? 4 : 2), cacheLine); }

class BlockBuilder {
public:
  BlockBuilder(Module &code, const Interface &interface) : code(code), interface(interface) {}

  void build(ArrayRef<Variant> variants) {
    Constant *block = blockConstant(variants);
    Type *size = IntegerType::get(code.getContext(), 64), *status = IntegerType::get(code.getContext(), 32);
    Type *pointer = PointerType::get(code.getContext(), 0);
    forwardTo(block, "packed_size", size, {});
    forwardTo(block, "pack", status, {pointer, pointer, size, pointer});
    forwardTo(block, "cache_size", size, {size});
    forwardTo(block, "workspace_size", size, {size, size});
    forwardTo(block, "forward", status,
              {pointer, pointer, pointer, pointer, pointer, pointer, size, pointer});
    forwardTo(block, "variant", pointer, {});
    forwardTo(block, "force_variant", status, {pointer});
  }

private:
  Constant *number(uint64_t value) { return word(code, value); }

  Constant *external(const std::string &name) {
    auto *pointer = PointerType::get(code.getContext(), 0);
    auto *global = new GlobalVariable(code, pointer, true, GlobalValue::ExternalLinkage, nullptr, name);
    global->setVisibility(GlobalValue::HiddenVisibility);
    return global;
  }

  Constant *variantsTable(ArrayRef<Variant> variants) {
    SmallVector<Constant *> rows;
    for (const Variant &variant : variants) {
      std::string objects;
      for (const Part &part : variant.parts)
        objects += part.object;
      rows.push_back(
          record(code, {textConstant(code, variant.target.name), number(variant.target.needs),
                        partsTable(variant), number(xxh3_64bits(objects)), number(variant.keyGranule())}));
    }
    return table(code, "variants", rows);
  }

  Constant *partsTable(const Variant &variant) {
    SmallVector<Constant *> rows;
    for (const std::string &part : interface.parts)
      rows.push_back(external(partSymbol(interface, part, variant.target)));
    return table(code, "parts", rows);
  }

  Constant *layersTable() {
    SmallVector<Constant *> rows;
    for (const Layer &layer : interface.layers) {
      auto places = map_to_vector(layer.parameters, [&](int64_t place) { return number(place); });
      rows.push_back(record(code, {number(layer.part), table(code, "places", places)}));
    }
    return table(code, "layers", rows);
  }

  Constant *parametersTable() {
    SmallVector<Constant *> rows;
    for (const Parameter &parameter : interface.parameters)
      rows.push_back(record(code, {textConstant(code, parameter.name), number(parameter.elements())}));
    return table(code, "parameters", rows);
  }

  Constant *blockConstant(ArrayRef<Variant> variants) {
    bool needsBatch = any_of(variants, [](const Variant &variant) { return variant.keyGranule() != 0; });
    auto *chosen = new GlobalVariable(code, IntegerType::get(code.getContext(), 64), false,
                                      GlobalValue::InternalLinkage, number(0), "chosen");
    Constant *value = record(code, {textConstant(code, interface.name),
                                    number(interface.hash[0]),
                                    number(interface.hash[1]),
                                    number(typeNumber(interface.x.type)),
                                    number(interface.x.width),
                                    number(typeNumber(interface.y.type)),
                                    number(interface.y.width),
                                    number(typeNumber(interface.stream.type)),
                                    number(rowBytes(interface.stream)),
                                    number(needsBatch),
                                    number(interface.vocabulary),
                                    number(interface.positionLimit),
                                    number(interface.typeCount),
                                    number(interface.end),
                                    number(interface.pooling),
                                    number(interface.parameters.size()),
                                    parametersTable(),
                                    number(interface.layers.size()),
                                    layersTable(),
                                    number(interface.parts.size()),
                                    number(variants.size()),
                                    variantsTable(variants),
                                    chosen});
    return new GlobalVariable(code, value->getType(), true, GlobalValue::InternalLinkage, value, "block");
  }

  /// result <symbol>_<name>(arguments...) { return tenon2_<name>(&block, arguments...); }
  void forwardTo(Constant *block, StringRef name, Type *result, ArrayRef<Type *> arguments) {
    SmallVector<Type *> all{block->getType()};
    all.append(arguments.begin(), arguments.end());
    auto *callee = Function::Create(FunctionType::get(result, all, false), GlobalValue::ExternalLinkage,
                                    "tenon2_" + name, code);
    callee->setVisibility(GlobalValue::HiddenVisibility);
    auto *function = Function::Create(FunctionType::get(result, arguments, false),
                                      GlobalValue::ExternalLinkage, interface.symbol() + "_" + name, code);
    function->addFnAttr(Attribute::NoUnwind);
    function->addFnAttr("stackrealign"); // callers may have a stack that is aligned to 8 bytes only
    IRBuilder<> builder(BasicBlock::Create(code.getContext(), "", function));
    SmallVector<Value *> values{block};
    for (Argument &argument : function->args())
      values.push_back(&argument);
    builder.CreateRet(builder.CreateCall(callee, values));
  }

  Module &code;
  const Interface &interface;
};
} // namespace

Expected<std::string> compileBlock(const Interface &interface, ArrayRef<Variant> variants) {
  LLVMContext context;
  Module code(interface.symbol(), context);
  BlockBuilder(code, interface).build(variants);
  Expected<TargetInfo> baseline = baselineOf(variants.front().target);
  if (!baseline)
    return baseline.takeError();
  Expected<std::unique_ptr<TargetMachine>> machine = machineFor(*baseline, code);
  if (!machine)
    return machine.takeError();
  return emitFile(code, **machine, CodeGenFileType::ObjectFile);
}

} // namespace tenon::target
