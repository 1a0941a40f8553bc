// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target/Fault.h"
#include "codegen/target/cpu/Cpu.h"

using namespace llvm;
using namespace mlir;

namespace tenon::target {

int64_t Parameter::elements() const {
  int64_t product = name.empty() ? 0 : 1;
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
  if (type.getValue().isInteger(32))
    return "i32";
  return fault("tenon.block: '" + key + "' is none of f32, bf16, f16, i32");
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
Error readParameters(ArrayAttr list, std::vector<Parameter> &parameters) {
  for (Attribute attribute : list) {
    Expected<Parameter> parameter = readParameter(attribute);
    if (!parameter)
      return parameter.takeError();
    parameters.push_back(*parameter);
  }
  return Error::success();
}

Expected<Rows> readRows(DictionaryAttr attributes, StringRef key) {
  auto entry = attributes.getAs<DictionaryAttr>(key);
  auto width = entry ? entry.getAs<IntegerAttr>("width") : nullptr;
  if (!width)
    return fault("tenon.stack: '" + key + "' has no 'width'");
  Expected<std::string> type = typeIn(entry, "type");
  if (!type)
    return type.takeError();
  return Rows{*type, width.getInt()};
}

/// What blocks and stacks share.
Error readCommon(DictionaryAttr attributes, Interface &interface) {
  auto name = attributes.getAs<StringAttr>("name");
  auto parameters = attributes.getAs<ArrayAttr>("parameters");
  auto hash = attributes.getAs<DenseI64ArrayAttr>("hash");
  if (!name || !parameters || !hash || hash.size() != 2)
    return fault("the module has no 'name', 'parameters' and 'hash'");
  interface.name = name.str();
  interface.hash = {uint64_t(hash[0]), uint64_t(hash[1])};
  return readParameters(parameters, interface.parameters);
}

/// A block is a part on its own parameters, whose rows are as wide on the way out as on the way in.
Error readBlock(DictionaryAttr block, Interface &interface) {
  auto width = block.getAs<IntegerAttr>("width");
  Expected<std::string> residual = typeIn(block, "residual");
  if (!residual || !width)
    return residual ? fault("tenon.block has no 'width'") : residual.takeError();
  interface.x = interface.y = interface.stream = {*residual, width.getInt()};
  interface.parts = {interface.name};
  interface.layers.resize(1);
  for (size_t i = 0; i < interface.parameters.size(); ++i)
    interface.layers[0].parameters.push_back(i);
  return Error::success();
}

Error readLayers(DictionaryAttr stack, Interface &interface) {
  auto layers = stack.getAs<ArrayAttr>("layers");
  if (!layers)
    return fault("tenon.stack has no 'layers'");
  for (Attribute attribute : layers) {
    auto entry = dyn_cast<DictionaryAttr>(attribute);
    auto part = entry ? entry.getAs<FlatSymbolRefAttr>("part") : nullptr;
    auto places = entry ? entry.getAs<DenseI64ArrayAttr>("parameters") : nullptr;
    auto found = part ? llvm::find(interface.parts, part.getValue()) : interface.parts.end();
    if (found == interface.parts.end() || !places)
      return fault("tenon.stack: a layer has no 'part' among the modules and no 'parameters'");
    interface.layers.push_back({found - interface.parts.begin(), places.asArrayRef().vec()});
    for (int64_t place : places.asArrayRef())
      if (place < 0 || place >= int64_t(interface.parameters.size()))
        return fault("tenon.stack: there is no parameter " + Twine(place));
  }
  return Error::success();
}

Error readStack(ModuleOp module, DictionaryAttr stack, Interface &interface) {
  interface.isStack = true;
  for (ModuleOp part : partsOf(module))
    interface.parts.push_back(part.getSymName().value_or("").str());
  for (auto [key, rows] :
       {std::pair("x", &interface.x), {"y", &interface.y}, {"stream", &interface.stream}}) {
    Expected<Rows> read = readRows(stack, key);
    if (!read)
      return read.takeError();
    *rows = *read;
  }
  for (auto [key, number] : {std::pair("vocabulary", &interface.vocabulary),
                             {"position_limit", &interface.positionLimit},
                             {"type_count", &interface.typeCount},
                             {"end", &interface.end},
                             {"pooling", &interface.pooling},
                             {"first_member", &interface.firstMember},
                             {"members", &interface.members},
                             {"repeats", &interface.repeats}}) {
    auto value = stack.getAs<IntegerAttr>(key);
    if (!value)
      return fault("tenon.stack has no '" + Twine(key) + "'");
    *number = value.getInt();
  }
  return readLayers(stack, interface);
}
} // namespace

SmallVector<ModuleOp> partsOf(ModuleOp module) {
  if (!module->hasAttr("tenon.stack"))
    return {module};
  return SmallVector<ModuleOp>(module.getOps<ModuleOp>());
}

Expected<Interface> readInterface(ModuleOp module, StringRef prefix) {
  Interface interface;
  interface.prefix = prefix.str();
  auto stack = module->getAttrOfType<DictionaryAttr>("tenon.stack");
  auto block = module->getAttrOfType<DictionaryAttr>("tenon.block");
  if (!stack && !block)
    return fault("the module has no tenon.block or tenon.stack");
  if (Error error = readCommon(stack ? stack : block, interface))
    return error;
  if (Error error = stack ? readStack(module, stack, interface) : readBlock(block, interface))
    return error;
  return interface;
}

} // namespace tenon::target
