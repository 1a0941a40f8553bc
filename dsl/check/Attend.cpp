// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// attend with its score and mask, rotate with its frequencies, and tables (rule 7).
#include "dsl/check/Expander.h"

#include <cmath>

namespace tenon::checker {

using ast::KindWord;
using graph::Op;
using graph::ValueId;

namespace {

constexpr int64_t maxPairs = 1 << 16;

} // namespace

std::optional<Invocation> Expander::kindOption(const ast::Expr &expr, Frame &frame, KindWord word) {
  Value value = evaluateKind(expr, frame, word);
  auto *kind = std::get_if<KindRef>(&value);
  if (!kind)
    return std::nullopt;
  Invocation invocation;
  invocation.kind = *kind;
  invocation.caller = &frame;
  invocation.site = expr.range;
  invocation.context = frame.context;
  invocation.part = frame.part;
  auto option = expr.isBareName() ? frame.info->option(expr.path.names[0].text) : std::nullopt;
  if (option) {
    // The slot is the option through which the kind came.
    invocation.path = frame.path.slot(expr.path.names[0].text);
    invocation.owner = frame.info->decl;
    invocation.ownerPlace = frame.options[*option].place;
  } else {
    invocation.path = frame.path;
    invocation.isInlined = true;
    invocation.inlined = frame.inlined;
    invocation.inlined.push_back(&expr);
    invocation.owner = frame.owner;
    invocation.ownerPlace = frame.ownerPlace;
  }
  return invocation;
}

std::optional<std::shared_ptr<const graph::Graph>> Expander::expression(const ast::Expr *kind, Frame &frame,
                                                                        KindWord word, int64_t heads) {
  if (!kind)
    return std::shared_ptr<const graph::Graph>();
  auto invocation = kindOption(*kind, frame, word);
  if (!invocation)
    return std::nullopt;
  graph::Builder expressions;
  expressions.location = locate(userPlace(kind->range, frame));
  expressions.path = invocation->path.str();
  auto leaf = [&](graph::Argument argument) {
    return Value(Row{expressions.leaf(Op::argument, {1}, graph::ArgumentAttr{argument})});
  };
  invocation->leaves["q"] = leaf(graph::Argument::query);
  invocation->leaves["k"] = leaf(graph::Argument::key);
  invocation->leaves["head"] = leaf(graph::Argument::head);
  Value score = leaf(graph::Argument::score);
  if (word == KindWord::Score) {
    invocation->leaves["s"] = score;
    invocation->leaves["heads"] = Number(heads);
  }
  invocation->graph = &expressions;
  invocation->isExpression = true;
  Value result = invoke(std::move(*invocation));
  if (auto *known = std::get_if<bool>(&result)) {
    if (*known)
      return std::shared_ptr<const graph::Graph>();
    result = Row{expressions.constant({0}, {1}, true)};
  } else if (auto *number = asNumber(result)) {
    result = Row{expressions.number(number->toDouble())};
  }
  auto *row = asRow(result);
  if (!row)
    return std::nullopt;
  if (word == KindWord::Score && row->id == asRow(score)->id)
    return std::shared_ptr<const graph::Graph>();
  std::vector<ValueId> remap;
  return std::make_shared<const graph::Graph>(expressions.finish(row->id, remap));
}

std::optional<ValueId> Expander::sinksOf(const ast::Expr *expr, Frame &frame, int64_t heads) {
  Value value = evaluate(*expr, frame);
  place(*expr, frame);
  if (auto *number = asNumber(value))
    return frame.graph->constant(std::vector<double>(size_t(std::min(heads, maxPairs)), number->toDouble()),
                                 {heads});
  auto row = rowOf(value, *expr, frame);
  if (!row)
    return std::nullopt;
  const graph::Shape &shape = frame.graph->node(*row).shape;
  if (shape == graph::Shape{heads})
    return row;
  error(CheckError::BadAttend, expr->range, frame,
        "there is one sink for each of the " + std::to_string(heads) + " heads, found shape " +
            shapeText(shape));
  return std::nullopt;
}

Value Expander::callAttend(const ast::Expr &expr, Frame &frame, const std::vector<Value> &arguments) {
  std::vector<const ast::Expr *> options;
  if (!bindPrimitive(expr, frame, *findPrimitive("attend"), options))
    return Poison{};
  std::vector<ValueId> rows;
  for (size_t i = 0; i < 3; ++i) {
    auto row = rowOf(arguments[i], *expr.data[i].value, frame);
    if (!row)
      return Poison{};
    rows.push_back(*row);
  }
  const graph::Shape q = frame.graph->node(rows[0]).shape, k = frame.graph->node(rows[1]).shape,
                     v = frame.graph->node(rows[2]).shape;
  bool fits =
      q.size() == 2 && k.size() == 2 && v.size() == 2 && q[1] == k[1] && k[0] == v[0] && q[0] % k[0] == 0;
  if (!fits || q[0] > maxPairs) {
    error(
        CheckError::BadAttend, expr.range, frame,
        "attend needs a query [h, n], a key [g, n] and a value [g, m], g dividing h (at most 65536): found " +
            shapeText(q) + ", " + shapeText(k) + " and " + shapeText(v));
    return Poison{};
  }
  Thunk scalePlace;
  scalePlace.what = "scale";
  Value scale = evaluateAs(*options[0], frame, Type::number(), &scalePlace);
  auto mask = expression(options[1], frame, KindWord::Mask, q[0]);
  auto score = expression(options[2], frame, KindWord::Score, q[0]);
  if (options[3]) {
    auto sinks = sinksOf(options[3], frame, q[0]);
    if (!sinks)
      return Poison{};
    bool absent = false;
    if (frame.graph->isConstant(*sinks))
      absent = std::get<graph::ConstantAttr>(frame.graph->node(*sinks).attributes).values[0] == -HUGE_VAL;
    if (!absent)
      rows.push_back(*sinks);
  }
  if (!asNumber(scale) || !mask || !score)
    return Poison{};
  place(expr, frame);
  ValueId result = frame.graph->whole(Op::attend, rows, {q[0], v[1]},
                                      graph::AttendAttr{asNumber(scale)->toDouble(), *score, *mask});
  frame.graph->permit(rows[0], graph::Storage::dtype);
  frame.graph->permit(rows[1], graph::Storage::cache);
  frame.graph->permit(rows[2], graph::Storage::cache);
  frame.graph->permit(result, graph::Storage::dtype);
  return Row{result};
}

std::optional<ValueId> Expander::frequencyTable(const ast::Expr &expr, Frame &frame,
                                                const ast::Expr *frequency, const Number &theta,
                                                int64_t pairs) {
  if (!charge(uint64_t(pairs) / 16, expr.range, frame))
    return std::nullopt;
  std::vector<double> w, index;
  for (int64_t i = 0; i < pairs; ++i) {
    w.push_back(std::pow(theta.toDouble(), -double(i) / double(pairs)));
    index.push_back(double(i));
  }
  place(expr, frame);
  ValueId base = frame.graph->constant(std::move(w), {pairs});
  if (!frequency)
    return base;
  auto invocation = kindOption(*frequency, frame, KindWord::Frequency);
  if (!invocation)
    return std::nullopt;
  invocation->leaves["w"] = Row{base};
  invocation->leaves["pair"] = Row{frame.graph->constant(std::move(index), {pairs})};
  invocation->leaves["pairs"] = Number(pairs);
  invocation->leaves["theta"] = theta;
  invocation->graph = frame.graph;
  Value result = invoke(std::move(*invocation));
  if (auto *number = asNumber(result))
    return frame.graph->constant(std::vector<double>(size_t(pairs), number->toDouble()), {pairs});
  auto *row = asRow(result);
  if (!row)
    return std::nullopt;
  const graph::Shape shape = frame.graph->node(row->id).shape;
  if (shape == graph::Shape{pairs})
    return row->id;
  error(CheckError::ResultShape, frequency->range, frame,
        "a frequency results in one number for each of the " + std::to_string(pairs) +
            " pairs, found shape " + shapeText(shape));
  return std::nullopt;
}

Value Expander::callRotate(const ast::Expr &expr, Frame &frame, ValueId row) {
  std::vector<const ast::Expr *> options;
  if (!bindPrimitive(expr, frame, *findPrimitive("rotate"), options))
    return Poison{};
  const graph::Shape shape = frame.graph->node(row).shape;
  if (shape.size() != 2) {
    error(CheckError::BadRotation, expr.range, frame,
          "rotate needs a row of heads: split it first, found shape " + shapeText(shape));
    return Poison{};
  }
  Thunk place0, place4;
  place0.what = "theta";
  place4.what = "magnitude";
  Value theta = evaluateAs(*options[0], frame, Type::number(), &place0);
  auto dim = options[1] ? sizeOf(*options[1], frame, "dim") : std::optional(shape[1]);
  Value pairs = options[2] ? evaluateAs(*options[2], frame, Type::oneOf({"half", "interleaved"}))
                           : Value(Symbol{"half"});
  Value magnitude = options[4] ? evaluateAs(*options[4], frame, Type::number(), &place4) : Value(Number(1));
  if (!asNumber(theta) || !dim || !std::holds_alternative<Symbol>(pairs) || !asNumber(magnitude))
    return Poison{};
  if (*dim % 2 != 0 || *dim > shape[1] || *dim > 2 * maxPairs) {
    error(CheckError::BadRotation, options[1] ? options[1]->range : expr.range, frame,
          "dim = " + std::to_string(*dim) +
              (*dim % 2 != 0 ? " is odd: channels are rotated in pairs"
                             : " is more than the " + std::to_string(std::min(shape[1], 2 * maxPairs)) +
                                   " channels of a head"));
    return Poison{};
  }
  double base = asNumber(theta)->toDouble();
  if (!(base > 0) || std::isinf(base)) {
    error(CheckError::UndefinedNumber, options[0]->range, frame,
          "'theta' must be positive, found " + asNumber(theta)->str());
    return Poison{};
  }
  auto table = frequencyTable(expr, frame, options[3], *asNumber(theta), *dim / 2);
  if (!table)
    return Poison{};
  graph::Pairs order =
      std::get<Symbol>(pairs).name == "half" ? graph::Pairs::half : graph::Pairs::interleaved;
  place(expr, frame);
  return Row{frame.graph->whole(Op::rotate, {row, *table}, shape,
                                graph::RotateAttr{*dim, order, asNumber(magnitude)->toDouble()})};
}

Value Expander::lookup(const ast::Expr &expr, Scope &scope) {
  auto bad = [&](std::string message) {
    error(CheckError::BadLookup, expr.range, scope, std::move(message));
    return Value(Poison{});
  };
  if (scope.form != Scope::Form::kind || !static_cast<Frame &>(scope).isExpression)
    return bad("tables are looked up in scores and masks only");
  Frame &frame = static_cast<Frame &>(scope);
  auto it =
      expr.path.isSimple() ? frame.info->params.find(expr.path.names[0].text) : frame.info->params.end();
  if (it == frame.info->params.end())
    return bad("'" + expr.path.str() + "' is not a param of this kind");
  if (expr.operands.size() != 2 || it->second->shape.size() != 2)
    return bad("a table has two axes and is looked up with two indices");
  std::vector<ValueId> indices;
  for (const auto &operand : expr.operands) {
    auto index = rowOf(evaluate(*operand, frame), *operand, frame);
    if (!index)
      return Poison{};
    if (frame.graph->node(*index).shape != graph::Shape{1})
      return bad("an index is one number");
    indices.push_back(*index);
  }
  Value table = parameter(frame, *it->second, expr);
  if (asNumber(table))
    return table; // switched off: its identity everywhere
  auto *row = asRow(table);
  if (!row)
    return Poison{};
  graph::ParamId id = std::get<graph::ParamAttr>(frame.graph->node(row->id).attributes).param;
  place(expr, frame);
  return Row{frame.graph->whole(Op::lookup, indices, {1}, graph::LookupAttr{id})};
}

} // namespace tenon::checker
