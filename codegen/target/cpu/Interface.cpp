// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target/cpu/Attributes.h"
#include "codegen/target/cpu/Cpu.h"

using namespace llvm;
using namespace mlir;

namespace tenon::target {

int64_t Parameter::elements() const {
  int64_t product = 1;
  for (int64_t size : shape)
    product *= size;
  return product;
}

namespace {
Expected<std::string> typeIn(DictionaryAttr attributes, StringRef key) {
  auto type = attributes.getAs<TypeAttr>(key);
  if (!type)
    return fault("tenon.block: '" + key + "' is not a type");
  if (type.getValue().isF32())
    return "f32";
  if (type.getValue().isBF16())
    return "bf16";
  if (type.getValue().isF16())
    return "f16";
  return fault("tenon.block: '" + key + "' is none of f32, bf16, f16");
}

Expected<Parameter> readParameter(Attribute attribute) {
  auto entry = dyn_cast<DictionaryAttr>(attribute);
  auto name = entry ? entry.getAs<StringAttr>("name") : nullptr;
  auto shape = entry ? entry.getAs<DenseI64ArrayAttr>("shape") : nullptr;
  if (!name || !shape)
    return fault("tenon.block: a parameter has no 'name' and 'shape'");
  Expected<std::string> type = typeIn(entry, "type");
  if (!type)
    return type.takeError();
  return Parameter{name.str(), shape.asArrayRef().vec(), *type};
}
} // namespace

Expected<Interface> readInterface(ModuleOp module, StringRef prefix) {
  auto block = module->getAttrOfType<DictionaryAttr>("tenon.block");
  if (!block)
    return fault("the module has no tenon.block");
  auto name = block.getAs<StringAttr>("name");
  auto width = block.getAs<IntegerAttr>("width");
  auto parameters = block.getAs<ArrayAttr>("parameters");
  auto hash = block.getAs<DenseI64ArrayAttr>("hash");
  if (!name || !width || !parameters || !hash || hash.size() != 2)
    return fault("tenon.block has no 'name', 'width', 'parameters' and 'hash'");
  Expected<std::string> residual = typeIn(block, "residual");
  if (!residual)
    return residual.takeError();
  Interface result{name.str(),     prefix.str(), *residual,
                   width.getInt(), {},           {uint64_t(hash[0]), uint64_t(hash[1])}};
  for (Attribute attribute : parameters) {
    Expected<Parameter> parameter = readParameter(attribute);
    if (!parameter)
      return parameter.takeError();
    result.parameters.push_back(*parameter);
  }
  return result;
}

} // namespace tenon::target
