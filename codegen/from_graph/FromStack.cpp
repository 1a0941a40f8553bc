// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stack as a module of modules: one for each kind of layer and for each end, and
// on the outside who runs on which parameters.
#include "codegen/from_graph/FromGraph.h"
#include "dsl/graph/Ends.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace tenon;

namespace {

/// The members of the weights struct: parameters before the layers, for each layer one
/// member for each name that a layer has, parameters behind the layers.
class Members {
public:
  explicit Members(const graph::Stack &stack) : stack(stack) {
    llvm::StringMap<const graph::Parameter *> inLayers;
    for (size_t i = 0; i < stack.layers.size(); ++i)
      for (const graph::Parameter &parameter : stack.layers[i]->params)
        if (!parameter.shared) {
          names.insert({parameter.name, names.size()});
          inLayers[layerName(i, parameter)] = &parameter;
        }
    bool isBehind = false;
    for (const graph::Parameter &parameter : stack.params) {
      bool isOfLayer = inLayers.contains(parameter.name);
      isBehind |= isOfLayer;
      if (!isOfLayer)
        (isBehind && !parameter.shared ? after : before).push_back(&parameter);
    }
  }

  int64_t firstMember() const { return before.size(); }
  int64_t members() const { return names.size(); }

  /// All of them in order; null where a layer lacks a member.
  SmallVector<const graph::Parameter *> list() const {
    SmallVector<const graph::Parameter *> all(before);
    all.resize(before.size() + names.size() * stack.layers.size(), nullptr);
    for (size_t i = 0; i < stack.layers.size(); ++i)
      for (const graph::Parameter &parameter : stack.layers[i]->params)
        if (!parameter.shared)
          all[placeInLayer(i, parameter)] = &parameter;
    llvm::append_range(all, after);
    return all;
  }

  std::string nameAt(int64_t place, const graph::Parameter &parameter) const {
    int64_t inLayers = place - firstMember();
    bool isOfLayer = inLayers >= 0 && inLayers < int64_t(names.size() * stack.layers.size());
    return isOfLayer ? layerName(inLayers / names.size(), parameter) : parameter.name;
  }

  /// Where layer `layer`, or an end (no layer), finds a parameter of its block.
  int64_t placeOf(std::optional<size_t> layer, const graph::Parameter &parameter) const {
    if (layer && !parameter.shared)
      return placeInLayer(*layer, parameter);
    auto isIt = [&](const graph::Parameter *each) { return each->name == parameter.name; };
    if (auto found = llvm::find_if(before, isIt); found != before.end())
      return found - before.begin();
    return firstMember() + members() * stack.layers.size() + (llvm::find_if(after, isIt) - after.begin());
  }

private:
  static std::string layerName(size_t layer, const graph::Parameter &parameter) {
    return "layers." + std::to_string(layer) + "." + parameter.name;
  }
  int64_t placeInLayer(size_t layer, const graph::Parameter &parameter) const {
    return firstMember() + layer * names.size() + names.find(parameter.name)->second;
  }

  const graph::Stack &stack;
  llvm::MapVector<std::string, size_t, std::map<std::string, size_t>> names; ///< members of a layer
  SmallVector<const graph::Parameter *> before, after;
};

class StackImporter {
public:
  StackImporter(const graph::Stack &stack, const std::vector<std::string> &files, MLIRContext *context)
      : stack(stack), files(files), members(stack), builder(context) {}

  OwningOpRef<ModuleOp> import() {
    outer = ModuleOp::create(builder.getUnknownLoc());
    if (failed(refuse()) || failed(importParts()))
      return nullptr;
    outer->getOperation()->setAttr("tenon.stack", describe());
    return std::move(outer);
  }

private:
  LogicalResult refuse() {
    Location where = locationOf(stack.location, files, builder.getContext());
    for (const auto &layer : stack.layers)
      if (layer->residual != stack.layers.front()->residual)
        return emitError(where, "stage tenon: the layers of '")
               << stack.name << "' have streams of different types, which are not compiled yet";
    bool isSinusoidal =
        stack.embedding && stack.embedding->positions == graph::Embedding::Positions::sinusoidal;
    if (isSinusoidal && stack.width % 2)
      return emitError(where, "stage tenon: sinusoidal positions of an odd width are not compiled yet");
    return success();
  }

  LogicalResult importParts() {
    if (stack.embedding && failed(addEnd(graph::embedBlock(stack))))
      return failure();
    for (size_t i = 0; i < stack.layers.size(); ++i)
      if (failed(addLayer(*stack.layers[i], i)))
        return failure();
    end = layers.size();
    if (failed(addEnd(graph::exitBlock(stack))))
      return failure();
    bool isLast = stack.normalize && stack.pool == graph::Pool::mean;
    return isLast ? addEnd(graph::normalizeBlock(stack)) : success();
  }

  LogicalResult addEnd(const graph::Block &block) {
    std::string name = addPart(block);
    return name.empty() ? failure() : (run(name, block, std::nullopt), success());
  }

  /// Layers with the same block are one part.
  LogicalResult addLayer(const graph::Block &block, size_t number) {
    std::string &name = partNames[&block];
    if (name.empty())
      name = addPart(block);
    return name.empty() ? failure() : (run(name, block, number), success());
  }

  /// A module inside the outer one; its name, or "" after an error.
  std::string addPart(const graph::Block &block) {
    OwningOpRef<ModuleOp> module = fromGraph(block, files, builder.getContext());
    if (!module)
      return "";
    std::string name = block.name;
    for (unsigned count = 2; !taken.insert(name).second; ++count)
      name = block.name + "_" + std::to_string(count);
    module->setSymName(name);
    outer->push_back(module.release());
    return name;
  }

  void run(StringRef part, const graph::Block &block, std::optional<size_t> layer) {
    SmallVector<int64_t> places;
    for (const graph::Parameter &parameter : block.params)
      places.push_back(members.placeOf(layer, parameter));
    layers.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr("part", FlatSymbolRefAttr::get(builder.getContext(), part)),
         builder.getNamedAttr("parameters", builder.getDenseI64ArrayAttr(places))}));
  }

  DictionaryAttr rows(Type type, int64_t width) {
    return builder.getDictionaryAttr({builder.getNamedAttr("type", TypeAttr::get(type)),
                                      builder.getNamedAttr("width", builder.getI64IntegerAttr(width))});
  }

  ArrayAttr parameters() {
    SmallVector<Attribute> list;
    for (auto [place, parameter] : llvm::enumerate(members.list())) {
      std::string name = parameter ? members.nameAt(place, *parameter) : "";
      Type type = typeOf(parameter ? parameter->storage : graph::Format::f32, builder.getContext());
      list.push_back(describeParameter(builder, name,
                                       parameter ? ArrayRef(parameter->shape) : ArrayRef<int64_t>(), type));
    }
    return builder.getArrayAttr(list);
  }

  DictionaryAttr describe() {
    Type residual = typeOf(stack.layers.front()->residual, builder.getContext());
    auto number = [&](int64_t value) { return builder.getI64IntegerAttr(value); };
    int64_t vocabulary = 0, positions = 0, types = 0;
    if (stack.embedding) {
      vocabulary = stack.embedding->vocab;
      positions = stack.embedding->positions == graph::Embedding::Positions::none
                      ? 0
                      : stack.embedding->positionCount;
      types = stack.embedding->types;
    }
    std::pair<StringRef, Attribute> entries[] = {
        {"name", builder.getStringAttr(stack.name)},
        {"hash", hashOf(graph::print(stack), builder)},
        {"x", stack.embedding ? rows(builder.getI32Type(), 1) : rows(residual, stack.width)},
        {"y", rows(typeOf(graph::outputFormat(stack), builder.getContext()), graph::outputWidth(stack))},
        {"stream", rows(residual, stack.width)},
        {"vocabulary", number(vocabulary)},
        {"position_limit", number(positions)},
        {"type_count", number(types)},
        {"end", number(end)},
        {"pooling", number(int64_t(stack.pool == graph::Pool::first  ? 1
                                   : stack.pool == graph::Pool::mean ? 2
                                                                     : 0))},
        {"first_member", number(members.firstMember())},
        {"members", number(members.members())},
        {"repeats", number(stack.layers.size())},
        {"parameters", parameters()},
        {"layers", builder.getArrayAttr(layers)}};
    SmallVector<NamedAttribute> attributes;
    for (auto [name, value] : entries)
      attributes.push_back(builder.getNamedAttr(name, value));
    return builder.getDictionaryAttr(attributes);
  }

  const graph::Stack &stack;
  const std::vector<std::string> &files;
  Members members;
  Builder builder;
  OwningOpRef<ModuleOp> outer;
  llvm::DenseMap<const graph::Block *, std::string> partNames;
  llvm::StringSet<> taken;
  SmallVector<Attribute> layers;
  int64_t end = 0;
};

} // namespace

OwningOpRef<ModuleOp> tenon::fromStack(const graph::Stack &stack, const std::vector<std::string> &files,
                                       MLIRContext *context) {
  context->loadDialect<TenonDialect>();
  return StackImporter(stack, files, context).import();
}
