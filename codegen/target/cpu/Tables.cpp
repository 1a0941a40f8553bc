// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target/cpu/Tables.h"
#include "codegen/target/cpu/Entries.h"
#include "llvm/IR/Constants.h"

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
Constant *kernelRecord(Module &code, LaunchOp launch, Entries &entries) {
  LaunchSizes sizes = LaunchSizes::of(launch);
  Constant *fields[] = {
#define TENON_KERNEL_NAME(NAME) textConstant(code, launch.getName()),
#define TENON_KERNEL_WALKER(NAME) word(code, uint64_t(launch.getKind())),
#define TENON_KERNEL_PHASE(NAME) entries.phase(launch->getAttrOfType<mlir::FlatSymbolRefAttr>(#NAME)),
#define TENON_KERNEL_SIZE(NAME, KIND, LEAST) word(code, sizes.NAME),
#include "runtime/abi/Kernel.def"
  };
  return record(code, fields);
}

Constant *packRecord(Module &code, PackOp step, Entries &entries) {
  SmallVector<Constant *> fields{word(code, step.getParameter())};
  for (mlir::FlatSymbolRefAttr source : step.sources())
    fields.push_back(entries.packer(source));
  fields.push_back(word(code, step.getUnits()));
  return record(code, fields);
}
} // namespace

void addTables(Module &code, mlir::ModuleOp module, StringRef symbol) {
  Entries entries(code, module);
  SmallVector<Constant *> kernels, packs;
  for (auto launch : module.getOps<LaunchOp>())
    kernels.push_back(kernelRecord(code, launch, entries));
  for (auto step : module.getOps<PackOp>())
    packs.push_back(packRecord(code, step, entries));
  PartOp part = partOpOf(module);
  Constant *value = record(code, {word(code, kernels.size()), table(code, "kernels", kernels),
                                  word(code, packs.size()), table(code, "packs", packs),
                                  word(code, part.getPackedBytes()), word(code, part.getRowBytes())});
  auto *global =
      new GlobalVariable(code, value->getType(), true, GlobalValue::ExternalLinkage, value, symbol);
  global->setVisibility(GlobalValue::HiddenVisibility);
}

} // namespace tenon::target
