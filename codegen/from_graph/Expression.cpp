// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/from_graph/Expression.h"

using namespace mlir;
using namespace tenon;

namespace {

/// The parameter that `node` reads, if it does.
std::optional<graph::ParamId> parameterOf(const graph::Node &node) {
  if (auto *param = std::get_if<graph::ParamAttr>(&node.attributes))
    return param->param;
  if (auto *lookup = std::get_if<graph::LookupAttr>(&node.attributes))
    return lookup->table;
  return std::nullopt;
}

class ExpressionImporter {
public:
  ExpressionImporter(Region &region, ArrayRef<graph::Argument> arguments, ArrayRef<graph::ParamId> ids,
                     ArrayRef<Value> parameters)
      : builder(region.getContext()), location(region.getLoc()), arguments(arguments), ids(ids) {
    body = builder.createBlock(&region);
    for (size_t i = 0; i < arguments.size(); ++i)
      body->addArgument(scalar(builder.getF32Type()), location);
    for (Value parameter : parameters)
      body->addArgument(parameter.getType(), location);
  }

  void import(const graph::Graph &expression) {
    for (const graph::Node &node : expression.nodes)
      values.push_back(make(node));
    YieldOp::create(builder, location, values[expression.result]);
  }

private:
  Type scalar(Type element) { return RankedTensorType::get({1}, element); }

  Value parameter(graph::ParamId id) {
    return body->getArgument(arguments.size() + std::distance(ids.begin(), llvm::find(ids, id)));
  }

  Value make(const graph::Node &node) {
    if (auto *argument = std::get_if<graph::ArgumentAttr>(&node.attributes))
      return body->getArgument(std::distance(arguments.begin(), llvm::find(arguments, argument->argument)));
    if (node.op == graph::Op::param)
      return parameter(*parameterOf(node));
    if (node.op == graph::Op::constant)
      return makeConstant(node);
    SmallVector<Value> operands;
    if (node.op == graph::Op::lookup)
      operands.push_back(parameter(*parameterOf(node)));
    for (graph::ValueId operand : node.operands)
      operands.push_back(values[operand]);
    std::string_view spelling = graph::spelling(node.op);
    OperationState state(location, ("tenon." + StringRef(spelling.data(), spelling.size())).str());
    state.addOperands(operands);
    if (auto *power = std::get_if<graph::PowerAttr>(&node.attributes))
      state.addAttribute("exponent", builder.getI64IntegerAttr(power->exponent));
    inferResult(builder, state);
    return builder.create(state)->getResult(0);
  }

  Value makeConstant(const graph::Node &node) {
    double number = std::get<graph::ConstantAttr>(node.attributes).values.front();
    ElementsAttr value;
    if (node.isBool)
      value = DenseElementsAttr::get(cast<ShapedType>(scalar(builder.getI1Type())), number != 0);
    else
      value = DenseElementsAttr::get(cast<ShapedType>(scalar(builder.getF64Type())), number);
    return ConstantOp::create(builder, location, value);
  }

  OpBuilder builder;
  Location location;
  ArrayRef<graph::Argument> arguments;
  ArrayRef<graph::ParamId> ids;
  Block *body;
  SmallVector<Value> values; ///< by node
};

} // namespace

void tenon::addParameters(const graph::Graph &expression, SetVector<graph::ParamId> &used) {
  for (const graph::Node &node : expression.nodes)
    if (auto id = parameterOf(node))
      used.insert(*id);
}

void tenon::importExpression(Region &region, const graph::Graph &expression,
                             ArrayRef<graph::Argument> arguments, ArrayRef<graph::ParamId> ids,
                             ArrayRef<Value> parameters) {
  ExpressionImporter(region, arguments, ids, parameters).import(expression);
}
