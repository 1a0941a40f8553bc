// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/LaunchList.h"

using namespace mlir;
using namespace tenon;

namespace {

StringAttr nameOf(Attribute entry) { return cast<DictionaryAttr>(entry).getAs<StringAttr>("name"); }

SmallVector<Attribute> entriesOf(ModuleOp module) {
  auto list = module->getAttrOfType<ArrayAttr>("tenon.kernels");
  return list ? llvm::to_vector(list) : SmallVector<Attribute>();
}

} // namespace

void tenon::addLaunch(KernelOp kernel, ArrayRef<LaunchNumber> numbers, ArrayRef<LaunchPhase> phases) {
  Builder b(kernel.getContext());
  SmallVector<NamedAttribute> entry{b.getNamedAttr("name", kernel.getNameAttr())};
  for (auto [name, value] : numbers)
    entry.push_back(b.getNamedAttr(name, b.getI64IntegerAttr(value)));
  for (auto [name, function] : phases)
    if (function)
      entry.push_back(b.getNamedAttr(name, FlatSymbolRefAttr::get(function)));
  auto module = kernel->getParentOfType<ModuleOp>();
  SmallVector<Attribute> ordered, known = entriesOf(module);
  for (auto other : kernel->getBlock()->getOps<KernelOp>())
    if (other == kernel)
      ordered.push_back(b.getDictionaryAttr(entry));
    else if (auto *found =
                 llvm::find_if(known, [&](Attribute e) { return nameOf(e) == other.getNameAttr(); });
             found != known.end())
      ordered.push_back(*found);
  module->setAttr("tenon.kernels", b.getArrayAttr(ordered));
}

bool tenon::isLaunched(KernelOp kernel) {
  return llvm::any_of(entriesOf(kernel->getParentOfType<ModuleOp>()),
                      [&](Attribute entry) { return nameOf(entry) == kernel.getNameAttr(); });
}
