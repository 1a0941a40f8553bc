// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/from_graph/FromGraph.h"
#include "codegen/from_graph/Expression.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace tenon;

namespace {

StringRef toRef(std::string_view text) { return {text.data(), text.size()}; }

class Importer {
public:
  Importer(const graph::Block &block, const std::vector<std::string> &files, MLIRContext *context)
      : block(block), files(files), builder(context), values(block.graph.nodes.size()) {}

  OwningOpRef<ModuleOp> import();

private:
  LogicalResult refuse();
  func::FuncOp makeFunction(ModuleOp module);
  DictionaryAttr describe();
  Value make(const graph::Node &node);
  Value makeConstant(const graph::Node &node);
  Value makeLinear(const graph::Node &node);
  Value makeGeneric(const graph::Node &node, ArrayRef<NamedAttribute> attributes = {});
  Value makeEmbed(const graph::Node &node);
  Value makeSplit(const graph::Node &node);
  Value makeRotate(const graph::Node &node);
  Value makeAttend(const graph::Node &node);
  Value makeResult();
  Value withTokens(Value value, Location location);
  Value castTo(Value value, Type element, Location location);

  Location location(const graph::Location &place) { return locationOf(place, files, builder.getContext()); }
  Location location(const graph::Node &node) {
    return NameLoc::get(builder.getStringAttr(node.path), location(node.location));
  }
  RankedTensorType rowsOf(ArrayRef<int64_t> shape, Type element) {
    SmallVector<int64_t> axes{ShapedType::kDynamic};
    axes.append(shape.begin(), shape.end());
    return RankedTensorType::get(axes, element);
  }
  TypeAttr typeAttr(graph::Format format) { return TypeAttr::get(typeOf(format, builder.getContext())); }
  Type f32() { return builder.getF32Type(); }
  Type residual() { return typeOf(block.residual, builder.getContext()); }
  Type output() { return typeOf(block.output.value_or(block.residual), builder.getContext()); }
  RankedTensorType inputType() {
    bool takesIds =
        llvm::any_of(block.graph.nodes, [](const graph::Node &node) { return node.op == graph::Op::embed; });
    return takesIds ? rowsOf(1, builder.getI32Type()) : rowsOf(block.width, residual());
  }
  /// Nodes that become operations.
  int64_t operations() {
    return llvm::count_if(block.graph.nodes, [](const graph::Node &node) {
      return node.op != graph::Op::input && node.op != graph::Op::param;
    });
  }
  const graph::Shape &outputShape() { return block.graph.nodes[block.graph.result].shape; }

  const graph::Block &block;
  const std::vector<std::string> &files;
  OpBuilder builder;
  func::FuncOp function;
  std::vector<Value> values; ///< by node
};

/// Errors for what has no kernels yet, each at its place in the spec.
LogicalResult Importer::refuse() {
  bool failed = false;
  for (const graph::Parameter &param : block.params)
    if (graph::isQuantised(param.storage)) {
      emitError(location(param.location))
          << "stage tenon: " << param.name << " has " << toRef(graph::spelling(param.storage))
          << " weights, which are not compiled yet; use --target reference";
      failed = true;
    }
  return failure(failed);
}

DictionaryAttr Importer::describe() {
  SmallVector<Attribute> parameters;
  for (const graph::Parameter &param : block.params)
    parameters.push_back(
        describeParameter(builder, param.name, param.shape, typeOf(param.storage, builder.getContext())));
  return builder.getDictionaryAttr({builder.getNamedAttr("name", builder.getStringAttr(block.name)),
                                    builder.getNamedAttr("width", builder.getI64IntegerAttr(block.width)),
                                    builder.getNamedAttr("dtype", typeAttr(block.dtype)),
                                    builder.getNamedAttr("weights", typeAttr(block.weights)),
                                    builder.getNamedAttr("residual", typeAttr(block.residual)),
                                    builder.getNamedAttr("cache", typeAttr(block.cache)),
                                    builder.getNamedAttr("nodes", builder.getI64IntegerAttr(operations())),
                                    builder.getNamedAttr("parameters", builder.getArrayAttr(parameters)),
                                    builder.getNamedAttr("hash", hashOf(graph::print(block), builder))});
}

func::FuncOp Importer::makeFunction(ModuleOp module) {
  SmallVector<Type> types{inputType()};
  for (const graph::Parameter &param : block.params)
    types.push_back(RankedTensorType::get(param.shape, typeOf(param.storage, builder.getContext())));
  builder.setInsertionPointToEnd(module.getBody());
  auto type = builder.getFunctionType(types, rowsOf(outputShape(), output()));
  auto made = func::FuncOp::create(builder, location(block.location), block.name, type);
  for (auto [index, param] : llvm::enumerate(block.params))
    made.setArgAttr(index + 1, "tenon.param", builder.getStringAttr(param.name));
  Block *body = made.addEntryBlock();
  for (auto [argument, param] : llvm::zip(body->getArguments().drop_front(), block.params))
    argument.setLoc(location(param.location));
  builder.setInsertionPointToStart(body);
  return made;
}

Value Importer::castTo(Value value, Type element, Location location) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getElementType() == element)
    return value;
  return CastOp::create(builder, location, type.clone(element), value);
}

/// `value` for every token: products and y are rows.
Value Importer::withTokens(Value value, Location location) {
  return hasTokens(value.getType()) ? value : Value(SpreadOp::create(builder, location, value));
}

Value Importer::makeConstant(const graph::Node &node) {
  const auto &numbers = std::get<graph::ConstantAttr>(node.attributes).values;
  ElementsAttr value;
  if (node.isBool) {
    SmallVector<bool> flags = llvm::map_to_vector(numbers, [](double number) { return number != 0; });
    value = DenseElementsAttr::get(RankedTensorType::get(node.shape, builder.getI1Type()), flags);
  } else {
    value = DenseElementsAttr::get(RankedTensorType::get(node.shape, builder.getF64Type()),
                                   ArrayRef<double>(numbers));
  }
  return ConstantOp::create(builder, location(node), value);
}

Value Importer::makeLinear(const graph::Node &node) {
  const auto &linear = std::get<graph::LinearAttr>(node.attributes);
  Value x = withTokens(values[node.operands[0]], location(node));
  Value weight = function.getArgument(1 + linear.weight);
  Value bias = linear.bias ? Value(function.getArgument(1 + *linear.bias)) : Value();
  return LinearOp::create(builder, location(node), x, weight, bias);
}

/// Operations whose spelling and operands say all but `attributes`.
Value Importer::makeGeneric(const graph::Node &node, ArrayRef<NamedAttribute> attributes) {
  OperationState state(location(node), ("tenon." + toRef(graph::spelling(node.op))).str());
  for (auto [number, operand] : llvm::enumerate(node.operands)) {
    bool turnsWithToken = node.op == graph::Op::rotate && number == 0;
    state.addOperands(turnsWithToken ? withTokens(values[operand], location(node)) : values[operand]);
  }
  state.addAttributes(attributes);
  inferResult(builder, state);
  return builder.create(state)->getResult(0);
}

Value Importer::makeSplit(const graph::Node &node) {
  Value row = values[node.operands[0]];
  Type type = rowsType(node.shape, f32(), hasTokens(row.getType()));
  return SplitOp::create(builder, location(node), type, row, TypeAttr());
}

Value Importer::makeEmbed(const graph::Node &node) {
  const auto &embed = std::get<graph::EmbedAttr>(node.attributes);
  return EmbedOp::create(builder, location(node), function.getArgument(1 + embed.table),
                         EmbedIndex(unsigned(embed.index)), embed.offset);
}

Value Importer::makeRotate(const graph::Node &node) {
  const auto &rotate = std::get<graph::RotateAttr>(node.attributes);
  auto pairs = rotate.pairs == graph::Pairs::half ? Pairs::half : Pairs::interleaved;
  return makeGeneric(node, {builder.getNamedAttr("dim", builder.getI64IntegerAttr(rotate.dim)),
                            builder.getNamedAttr("pairs", PairsAttr::get(builder.getContext(), pairs)),
                            builder.getNamedAttr("magnitude", builder.getF64FloatAttr(rotate.magnitude))});
}

Value Importer::makeAttend(const graph::Node &node) {
  const auto &attend = std::get<graph::AttendAttr>(node.attributes);
  SetVector<graph::ParamId> used;
  for (const auto &expression : {attend.score, attend.mask})
    if (expression)
      addParameters(*expression, used);
  auto parameters = llvm::map_to_vector(
      used, [&](graph::ParamId id) { return castTo(function.getArgument(1 + id), f32(), location(node)); });
  auto operand = [&](size_t number) { return withTokens(values[node.operands[number]], location(node)); };
  Value sinks = node.operands.size() > 3 ? values[node.operands[3]] : Value();
  Value query = operand(0), key = operand(1), value = operand(2);
  auto made = AttendOp::create(builder, location(node), query, key, value, sinks, parameters, attend.scale);
  using graph::Argument;
  if (attend.score)
    importExpression(made.getScore(), *attend.score,
                     {Argument::score, Argument::query, Argument::key, Argument::head}, used.getArrayRef(),
                     parameters);
  if (attend.mask)
    importExpression(made.getMask(), *attend.mask, {Argument::query, Argument::key, Argument::head},
                     used.getArrayRef(), parameters);
  return made;
}

Value Importer::make(const graph::Node &node) {
  switch (node.op) {
  case graph::Op::input:
    return castTo(function.getArgument(0), f32(), location(node));
  case graph::Op::param:
    return castTo(function.getArgument(1 + std::get<graph::ParamAttr>(node.attributes).param), f32(),
                  location(node));
  case graph::Op::constant:
    return makeConstant(node);
  case graph::Op::linear:
    return makeLinear(node);
  case graph::Op::power:
    return makeGeneric(
        node, builder.getNamedAttr("exponent", builder.getI64IntegerAttr(
                                                   std::get<graph::PowerAttr>(node.attributes).exponent)));
  case graph::Op::split:
    return makeSplit(node);
  case graph::Op::embed:
    return makeEmbed(node);
  case graph::Op::rotate:
    return makeRotate(node);
  case graph::Op::attend:
    return makeAttend(node);
  case graph::Op::round:
    return makeGeneric(node, builder.getNamedAttr("format", typeAttr(block.dtype)));
  default:
    return makeGeneric(node);
  }
}

/// y: a complete row per token, in the residual type.
Value Importer::makeResult() {
  Location where = location(block.graph.nodes[block.graph.result]);
  Value value = withTokens(values[block.graph.result], where);
  return castTo(value, output(), where);
}

OwningOpRef<ModuleOp> Importer::import() {
  if (failed(refuse()))
    return nullptr;
  OwningOpRef<ModuleOp> module = ModuleOp::create(location(block.location));
  module->getOperation()->setAttr("tenon.block", describe());
  function = makeFunction(*module);
  for (auto [id, node] : llvm::enumerate(block.graph.nodes)) {
    values[id] = make(node);
    Operation *op = values[id].getDefiningOp();
    if (op && node.storage != graph::Storage::none && !isa<ConstantOp>(op))
      op->setAttr("storage", typeAttr(block.formatOf(node.storage)));
  }
  func::ReturnOp::create(builder, function.getLoc(), makeResult());
  return failed(verify(*module)) ? nullptr : std::move(module);
}

} // namespace

Location tenon::locationOf(const graph::Location &place, const std::vector<std::string> &files,
                           MLIRContext *context) {
  if (!place.line || place.file >= files.size())
    return UnknownLoc::get(context);
  return FileLineColLoc::get(context, files[place.file], place.line, place.column);
}

Type tenon::typeOf(graph::Format format, MLIRContext *context) {
  switch (format) {
  case graph::Format::bf16:
    return BFloat16Type::get(context);
  case graph::Format::f16:
    return Float16Type::get(context);
  default:
    return Float32Type::get(context);
  }
}

DictionaryAttr tenon::describeParameter(Builder &builder, StringRef name, ArrayRef<int64_t> shape,
                                        Type type) {
  return builder.getDictionaryAttr({builder.getNamedAttr("name", builder.getStringAttr(name)),
                                    builder.getNamedAttr("shape", builder.getDenseI64ArrayAttr(shape)),
                                    builder.getNamedAttr("type", TypeAttr::get(type))});
}

Attribute tenon::hashOf(StringRef text, Builder &builder) {
  auto hash = llvm::xxh3_128bits(ArrayRef(text.bytes_begin(), text.size()));
  return builder.getDenseI64ArrayAttr({int64_t(hash.low64), int64_t(hash.high64)});
}

OwningOpRef<ModuleOp> tenon::fromGraph(const graph::Block &block, const std::vector<std::string> &files,
                                       MLIRContext *context) {
  context->loadDialect<TenonDialect, func::FuncDialect>();
  return Importer(block, files, context).import();
}
