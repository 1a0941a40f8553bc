// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `name(data; options)` in the body of a kind (rules 1 and 3).
#include "dsl/check/Expander.h"

namespace tenon::checker {

using ast::KindWord;
using graph::Op;

namespace {

constexpr size_t maxPath = 8;

const std::vector<std::string> &canonicalData(KindWord word) {
  static const std::vector<std::string> score = {"s", "q", "k", "head", "heads"};
  static const std::vector<std::string> mask = {"q", "k", "head"};
  static const std::vector<std::string> frequency = {"w", "pair", "pairs", "theta"};
  static const std::vector<std::string> none;
  return word == KindWord::Score       ? score
         : word == KindWord::Mask      ? mask
         : word == KindWord::Frequency ? frequency
                                       : none;
}

std::vector<std::string> declaredData(const KindInfo &kind) {
  std::vector<std::string> names;
  for (const ast::Name &name : kind.decl->params)
    names.push_back(name.text);
  return names;
}

} // namespace

Value Expander::evaluateCall(const ast::Expr &expr, Scope &scope) {
  if (scope.form == Scope::Form::kind)
    return callInFrame(expr, static_cast<Frame &>(scope));
  // In blocks and stacks only functions of numbers are called.
  const std::string &name = expr.path.names[0].text;
  const Primitive *primitive = expr.path.isSimple() ? findPrimitive(name) : nullptr;
  if (primitive)
    return callPrimitive(expr, scope, *primitive);
  if (expr.path.isSimple() && module.kind(name)) {
    error(CheckError::WrongType, expr.range, scope,
          "a number is expected here, found the " + std::string(spelling(module.kind(name)->decl->word)) +
              " " + name);
    return Poison{};
  }
  std::vector<std::string> names;
  for (const Primitive &each : primitives())
    names.emplace_back(each.name);
  suggest(
      error(CheckError::UnknownName, expr.path.range, scope, "unknown function '" + expr.path.str() + "'"),
      expr.path.range, name, names);
  return Poison{};
}

Value Expander::callInFrame(const ast::Expr &expr, Frame &frame) {
  const auto &names = expr.path.names;
  const std::string &name = names[0].text;
  if (names.size() > maxPath) {
    error(CheckError::WrongForm, expr.path.range, frame,
          "a call has at most " + std::to_string(maxPath) + " names, found " + std::to_string(names.size()));
    return Poison{};
  }
  if (auto it = frame.data.find(name); it != frame.data.end()) {
    if (auto *sublayer = std::get_if<Sublayer>(&it->second)) {
      if (names.size() > 1)
        return callKey(expr, frame, sublayer->name, 1);
      std::vector<Value> data = oneDatum(expr, frame);
      return data.empty() ? Value(Poison{}) : callSublayer(sublayer->name, data[0], &frame, expr.range);
    }
  }
  if (auto index = frame.info->option(name); index && frame.options[*index].type.isKind())
    return callSlot(expr, frame, frame.options[*index]);
  if (auto it = frame.info->linears.find(name); it != frame.info->linears.end() && names.size() == 1)
    return callLinear(expr, frame, *it->second);
  bool isValue = frame.data.count(name) || frame.lets.count(name) || frame.info->option(name) ||
                 frame.info->params.count(name) || frame.info->linears.count(name);
  if (isValue) {
    error(CheckError::WrongForm, expr.range, frame, "'" + expr.path.str() + "' cannot be called");
    return Poison{};
  }
  bool seesKeys = frame.word() == KindWord::Placement || frame.word() == KindWord::Attention ||
                  frame.word() == KindWord::Ffn;
  if (seesKeys && name == spelling(KindWord::Norm))
    return callKey(expr, frame, frame.context, 0);
  if (const Primitive *primitive = names.size() == 1 ? findPrimitive(name) : nullptr)
    return callPrimitive(expr, frame, *primitive);
  if (const KindInfo *kind = module.kind(name))
    return callKind(expr, frame, *kind);
  if (!reporter.wasSaid(CheckError::UnknownName, names[0].range)) {
    std::vector<std::string> known = module.kindNames(std::nullopt);
    for (const Primitive &each : primitives())
      known.emplace_back(each.name);
    for (const std::string &each : namesIn(frame))
      known.push_back(each);
    for (const auto &[each, linear] : frame.info->linears)
      known.push_back(each);
    suggest(error(CheckError::UnknownName, names[0].range, frame, "unknown function '" + name + "'"),
            names[0].range, name, known);
  }
  return Poison{};
}

std::optional<std::vector<Value>> Expander::dataOf(const ast::Expr &expr, Frame &frame) {
  std::vector<Value> values;
  bool whole = true;
  for (const ast::Argument &argument : expr.data) {
    if (argument.name) {
      error(CheckError::WrongDataCount, argument.range, frame,
            "data are given by place: '" + argument.name->text + " =' belongs behind a ';'");
      whole = false;
      continue;
    }
    values.push_back(evaluate(*argument.value, frame));
    whole &= !isPoison(values.back());
  }
  return whole ? std::optional(std::move(values)) : std::nullopt;
}

std::vector<Value> Expander::oneDatum(const ast::Expr &expr, Frame &frame) {
  auto data = dataOf(expr, frame);
  if (!data)
    return {};
  if (data->size() != 1 || !expr.options.empty()) {
    error(CheckError::WrongDataCount, expr.range, frame,
          "'" + expr.path.str() + "' takes one row" +
              (expr.options.empty() ? "" : ": its options are given where it is set") + ", found " +
              std::to_string(data->size()));
    return {};
  }
  auto row = rowOf((*data)[0], *expr.data[0].value, frame);
  if (!row)
    return {};
  return {Row{*row}};
}

/// Gives the invocation its data: by place for most kinds; for scores, masks
/// and frequencies `names` says what the places mean, and the rest is what the
/// caller has itself.
Value Expander::finishCall(const ast::Expr &expr, Frame &frame, Invocation invocation,
                           const std::vector<std::string> &names) {
  invocation.caller = &frame;
  invocation.site = expr.range;
  invocation.graph = frame.graph;
  invocation.isExpression = frame.isExpression;
  invocation.context = frame.context;
  invocation.leaves = frame.leaves;
  bool byName = !names.empty();
  if (byName && frame.leaves.empty()) {
    error(CheckError::WrongForm, expr.range, frame,
          "'" + expr.path.str() +
              "' is not called here: scores and masks are options of attend, frequencies of rotate");
    return Poison{};
  }
  auto data = dataOf(expr, frame);
  if (!data)
    return Poison{};
  size_t wanted = byName ? names.size() : 1;
  bool isPlacement = invocation.kind->word == KindWord::Placement;
  bool fits = data->size() == wanted || (byName && !invocation.isInlined && data->size() < wanted);
  if (!fits || isPlacement) {
    error(CheckError::WrongDataCount, expr.range, frame,
          isPlacement ? "a placement is not called: it is a key of the block"
                      : "'" + expr.path.str() + "' takes " + std::to_string(wanted) +
                            " data in front of a ';', found " + std::to_string(data->size()));
    return Poison{};
  }
  if (byName)
    for (size_t i = 0; i < data->size(); ++i)
      invocation.leaves[names[i]] = (*data)[i];
  else
    invocation.data = std::move(*data);
  return invoke(std::move(invocation));
}

Value Expander::callSlot(const ast::Expr &expr, Frame &frame, Thunk &option) {
  if (!expr.options.empty()) {
    error(CheckError::WrongDataCount, expr.range, frame,
          "'" + expr.path.str() + "' has its options already: give them where it is set");
    return Poison{};
  }
  Invocation invocation;
  invocation.path = frame.path.slot(option.what);
  for (size_t i = 1; i < expr.path.names.size(); ++i)
    invocation.path = invocation.path.instance(expr.path.names[i].text);
  Value value = force(option);
  if (expr.path.names.size() > 1)
    if (Setting *setting = findSetting(invocation.path)) {
      setting->thunk.type = option.type;
      value = force(setting->thunk);
    }
  auto *kind = std::get_if<KindRef>(&value);
  if (!kind) {
    failed = true;
    return expr.data.size() == 1 ? evaluate(*expr.data[0].value, frame) : Value(Poison{});
  }
  invocation.kind = *kind;
  invocation.owner = frame.info->decl;
  invocation.ownerPlace = option.place;
  invocation.part = frame.part;
  return finishCall(expr, frame, std::move(invocation), canonicalData(option.type.kind));
}

Value Expander::callKey(const ast::Expr &expr, Frame &frame, const std::string &context, size_t slotIndex) {
  const auto &names = expr.path.names;
  if (names[slotIndex].text != spelling(KindWord::Norm)) {
    error(CheckError::UnknownKey, names[slotIndex].range, frame,
          "'" + expr.path.str() + "' is not a slot: a placement calls norm, " + names[0].text + " and " +
              names[0].text + ".norm");
    return Poison{};
  }
  Invocation invocation;
  invocation.path = SlotPath::inside(context, names[slotIndex].text);
  for (size_t i = slotIndex + 1; i < names.size(); ++i)
    invocation.path = invocation.path.instance(names[i].text);
  invocation.kind = keyKind(invocation.path, KindWord::Norm, expr.range, &frame);
  if (!invocation.kind) {
    failed = true;
    return expr.data.size() == 1 ? evaluate(*expr.data[0].value, frame) : Value(Poison{});
  }
  invocation.owner = frame.info->decl;
  invocation.ownerPlace = expr.path.range;
  invocation.part = frame.word() == KindWord::Placement ? graph::Parameter::Part::norm : frame.part;
  if (!expr.options.empty()) {
    error(CheckError::WrongDataCount, expr.range, frame,
          "'" + expr.path.str() + "' has its options already: give them where it is set");
    return Poison{};
  }
  return finishCall(expr, frame, std::move(invocation), {});
}

Value Expander::callKind(const ast::Expr &expr, Frame &frame, const KindInfo &kind) {
  static const std::vector<ast::Argument> nothing;
  Invocation invocation;
  invocation.kind = bind(expr, kind, nothing, expr.options, frame);
  invocation.path = frame.path;
  invocation.part = frame.part;
  if (expr.path.isSimple()) {
    invocation.isInlined = true;
    invocation.inlined = frame.inlined;
    invocation.inlined.push_back(&expr);
    invocation.owner = frame.owner;
    invocation.ownerPlace = frame.ownerPlace;
  } else {
    for (size_t i = 1; i < expr.path.names.size(); ++i)
      invocation.path = invocation.path.instance(expr.path.names[i].text);
    invocation.owner = frame.info->decl;
    invocation.ownerPlace = expr.path.range;
  }
  return finishCall(expr, frame, std::move(invocation),
                    canonicalData(kind.decl->word).empty() ? std::vector<std::string>() : declaredData(kind));
}

Value Expander::callLinear(const ast::Expr &expr, Frame &frame, const ast::Linear &linear) {
  std::vector<Value> data = oneDatum(expr, frame);
  auto in = sizeOf(*linear.in, frame, "the input of " + linear.name.text);
  auto out = sizeOf(*linear.out, frame, "the output of " + linear.name.text);
  auto on = isOn(frame, linear.name.text);
  if (data.empty() || !in || !out || !on)
    return Poison{};
  graph::ValueId row = std::get<Row>(data[0]).id;
  const graph::Shape &shape = frame.graph->node(row).shape;
  if (shape != graph::Shape{*in}) {
    error(CheckError::LinearWidth, expr.range, frame,
          "'" + linear.name.text + "' reads rows of " + std::to_string(*in) + ", found shape " +
              shapeText(shape))
        .note(linear.range, "declared here");
    return Poison{};
  }
  if (!*on) {
    if (*in == *out)
      return data[0];
    error(CheckError::LinearOff, expr.range, frame,
          "'" + linear.name.text + "' is off, and nothing else turns " + std::to_string(*in) + " into " +
              std::to_string(*out));
    return Poison{};
  }
  bool hasBias = false;
  if (linear.bias) {
    auto bias = condition(*linear.bias, frame);
    if (!bias)
      return Poison{};
    hasBias = *bias;
  }
  graph::Parameter weight;
  weight.name = linear.name.text + ".weight";
  weight.shape = {*out, *in};
  weight.storage = block.weights;
  weight.role = graph::Parameter::Role::weight;
  auto id = registerParameter(frame, &linear, linear.name.range, std::move(weight));
  graph::LinearAttr attribute{id.value_or(0), std::nullopt};
  if (hasBias) {
    graph::Parameter bias;
    bias.name = linear.name.text + ".bias";
    bias.shape = {*out};
    bias.role = graph::Parameter::Role::bias;
    attribute.bias = registerParameter(frame, &linear, linear.name.range, std::move(bias));
  }
  if (!id || (hasBias && !attribute.bias))
    return Poison{};
  place(expr, frame);
  graph::ValueId result = frame.graph->whole(Op::linear, {row}, {*out}, attribute);
  frame.graph->permit(row, graph::Storage::dtype);
  frame.graph->permit(result, graph::Storage::dtype);
  return Row{result};
}

} // namespace tenon::checker
