// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameters of the block: names, shapes, switches, sharing (rules 1, 4 and 6).
#include "dsl/check/Expander.h"

namespace tenon::checker {

namespace {

// A terabyte of f32: more is a slip.
constexpr int64_t maxElements = int64_t(1) << 38;

} // namespace

std::optional<bool> Expander::isOn(Frame &frame, const std::string &name) {
  auto index = frame.info->option(name);
  if (!index)
    return true;
  Thunk &option = frame.options[*index];
  if (option.type.tag != Type::Tag::Bool) // reported where the kind is declared
    return std::nullopt;
  Value value = force(option);
  auto *known = std::get_if<bool>(&value);
  return known ? std::optional(*known) : std::nullopt;
}

std::optional<graph::Shape> Expander::shapeOf(Frame &frame, const ast::Param &param) {
  graph::Shape shape;
  for (const auto &size : param.shape) {
    auto value = sizeOf(*size, frame, "an axis of " + param.name.text);
    if (!value)
      return std::nullopt;
    shape.push_back(*value);
  }
  return shape;
}

std::optional<graph::ParamId> Expander::registerParameter(Frame &frame, const void *decl, SourceRange place,
                                                          graph::Parameter parameter) {
  std::string local = parameter.name;
  parameter.name = frame.path.empty() ? local : frame.path.str() + "." + local;
  parameter.part = frame.part;
  parameter.location = locate(userPlace(place, frame));
  auto it = registered.find(parameter.name);
  if (it == registered.end()) {
    int64_t count = 1;
    for (int64_t size : parameter.shape) {
      if (count > maxElements / size) {
        error(CheckError::TooLarge, place, frame,
              "'" + parameter.name + "' of shape " + shapeText(parameter.shape) + " has too many elements");
        return std::nullopt;
      }
      count *= size;
    }
    graph::ParamId id = graph::ParamId(block.params.size());
    registered[parameter.name] = {id, decl, frame.inlined, frame.owner, frame.ownerPlace, frame.callSite};
    block.params.push_back(std::move(parameter));
    return id;
  }
  const Registered &known = it->second;
  if (known.owner != frame.owner) {
    error(CheckError::PathShared, frame.ownerPlace.isValid() ? frame.ownerPlace : place, frame,
          "two slots share the path '" + frame.path.str() + "', and with it the parameter '" +
              parameter.name + "'")
        .note(known.ownerPlace, "the other one");
    return std::nullopt;
  }
  if (known.decl != decl || known.inlined != frame.inlined) {
    Diagnostic &diagnostic =
        error(CheckError::ParametersClash, frame.callSite, frame,
              "'" + local + "' is a parameter of two calls in one kind: name the instances, as in '" +
                  frame.info->name() + ".a(...)'");
    diagnostic.note(known.use, "the other call");
    if (frame.isInlined && !frame.inlined.empty()) {
      const ast::Name &name = frame.inlined.back()->path.names[0];
      diagnostic.fixIt(name.range, name.text + ".a");
    }
    return std::nullopt;
  }
  const graph::Shape &shape = block.params[known.id].shape;
  if (shape != parameter.shape) {
    error(CheckError::InstanceShapes, frame.callSite, frame,
          "'" + parameter.name + "' would have the shapes " + shapeText(shape) + " and " +
              shapeText(parameter.shape) + ": use two instances, as in '.a' and '.b'")
        .note(known.use, "first used here");
    return std::nullopt;
  }
  return known.id;
}

Value Expander::parameter(Frame &frame, const ast::Param &param, const ast::Expr &use) {
  auto on = isOn(frame, param.name.text);
  if (!on)
    return Poison{};
  Value identity = evaluate(*param.identity, frame);
  auto *number = asNumber(identity);
  if (!number) {
    wrongType(identity, Type::number(), *param.identity, frame, param.name.text);
    return Poison{};
  }
  if (!*on)
    return *number;
  auto shape = shapeOf(frame, param);
  if (!shape)
    return Poison{};
  graph::Parameter parameter;
  parameter.name = param.name.text;
  parameter.shape = *shape;
  parameter.identity = number->toDouble();
  parameter.shared = param.shared;
  auto id = registerParameter(frame, &param, param.name.range, std::move(parameter));
  if (!id)
    return Poison{};
  place(use, frame);
  return Row{frame.graph->leaf(graph::Op::param, *shape, graph::ParamAttr{*id})};
}

} // namespace tenon::checker
