// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target/cpu/Attributes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace llvm;
using namespace mlir;

namespace tenon::target {

namespace {
/// The whole number under `key`; `otherwise` where there is none.
int64_t number(DictionaryAttr entry, StringRef key, int64_t otherwise = 0) {
  auto value = entry.getAs<IntegerAttr>(key);
  return value ? value.getInt() : otherwise;
}

/// The function named under `key`, or "".
std::string function(DictionaryAttr entry, StringRef key) {
  auto symbol = entry.getAs<FlatSymbolRefAttr>(key);
  return symbol ? symbol.getValue().str() : "";
}

Expected<std::vector<DictionaryAttr>> entries(ModuleOp module, StringRef name) {
  auto list = module->getAttrOfType<ArrayAttr>(name);
  if (!list)
    return fault("the module has no " + name);
  std::vector<DictionaryAttr> result;
  for (Attribute attribute : list) {
    auto entry = dyn_cast<DictionaryAttr>(attribute);
    if (!entry)
      return fault(name + " holds something that is not a dictionary");
    result.push_back(entry);
  }
  return result;
}

Expected<KernelEntry> readKernel(DictionaryAttr entry) {
  auto name = entry.getAs<StringAttr>("name");
  if (!name)
    return fault("tenon.kernels: an entry has no name");
  KernelEntry kernel{name.str(),
                     function(entry, "prologue"),
                     function(entry, "contraction"),
                     function(entry, "finish"),
                     number(entry, "block_rows"),
                     number(entry, "tile_rows", 1),
                     number(entry, "column_chunks"),
                     number(entry, "panel_bytes"),
                     number(entry, "scratch_bytes"),
                     number(entry, "kv_heads"),
                     number(entry, "key_bytes"),
                     number(entry, "cached"),
                     number(entry, "cache_offset")};
  if (kernel.tileRows < 1 || kernel.blockRows < 0 || kernel.columnChunks < 0 || kernel.panelBytes < 0 ||
      kernel.scratchBytes < 0)
    return fault("tenon.kernels: '" + name.getValue() + "' has a size that makes no sense");
  return kernel;
}
} // namespace

Expected<LaunchList> readLaunchList(ModuleOp module) {
  LaunchList list;
  Expected<std::vector<DictionaryAttr>> kernels = entries(module, "tenon.kernels");
  if (!kernels)
    return kernels.takeError();
  for (DictionaryAttr entry : *kernels) {
    Expected<KernelEntry> kernel = readKernel(entry);
    if (!kernel)
      return kernel.takeError();
    list.kernels.push_back(*kernel);
  }
  Expected<std::vector<DictionaryAttr>> packs = entries(module, "tenon.pack");
  if (!packs)
    return packs.takeError();
  for (DictionaryAttr entry : *packs)
    list.packs.push_back({number(entry, "parameter"),
                          {function(entry, "f32"), function(entry, "bf16"), function(entry, "f16")},
                          number(entry, "units", 1)});
  auto rowBytes = module->getAttrOfType<IntegerAttr>("tenon.row_bytes");
  auto packedBytes = module->getAttrOfType<IntegerAttr>("tenon.packed_bytes");
  if (!rowBytes || !packedBytes)
    return fault("the module has no tenon.row_bytes and tenon.packed_bytes");
  if (auto block = module->getAttrOfType<DictionaryAttr>("tenon.block"))
    if (auto parameters = block.getAs<ArrayAttr>("parameters"))
      list.parameterCount = parameters.size();
  list.rowBytes = rowBytes.getInt();
  list.packedBytes = packedBytes.getInt();
  list.cacheKeyBytes = number(module->getAttrDictionary(), "tenon.cache_key_bytes");
  list.keyGranule = number(module->getAttrDictionary(), "tenon.key_granule");
  return list;
}

Expected<std::vector<Binding>> readBindings(ModuleOp module, StringRef name) {
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!function)
    return fault("the launch list names '" + name + "', which is no function");
  std::vector<Binding> bindings;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto buffer = function.getArgAttrOfType<StringAttr>(i, "tenon.buffer");
    auto size = function.getArgAttrOfType<StringAttr>(i, "tenon.size");
    auto offset = function.getArgAttrOfType<IntegerAttr>(i, "tenon.offset");
    if (!buffer == !size)
      return fault("argument " + Twine(i) + " of '" + name + "' is not bound to one buffer or size");
    bindings.push_back({buffer ? buffer.str() : "", size ? size.str() : "", offset ? offset.getInt() : 0});
  }
  return bindings;
}

} // namespace tenon::target
