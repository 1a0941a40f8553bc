// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One call of a kind: its data, its options, its requires and its result.
#include "dsl/check/Expander.h"

namespace tenon::checker {

using ast::KindWord;
using graph::Op;

namespace {

constexpr size_t maxFrames = 20'000;

bool takesDataByName(KindWord word) {
  return word == KindWord::Score || word == KindWord::Mask || word == KindWord::Frequency;
}

std::string describeRequire(const std::string &who, const std::string &condition, const std::string &values,
                            const std::string &reason) {
  if (condition == "false")
    return who + " is refused: " + reason;
  return who + " requires " + condition + ": " + reason + (values.empty() ? "" : " (" + values + ")");
}

} // namespace

Value Expander::identity(const Invocation &invocation) {
  auto leaf = [&](const char *name) {
    auto it = invocation.leaves.find(name);
    return it == invocation.leaves.end() ? Value(Poison{}) : it->second;
  };
  switch (invocation.kind->word) {
  case KindWord::Mask:
    return true;
  case KindWord::Score:
    return leaf("s");
  case KindWord::Frequency:
    return leaf("w");
  default:
    return invocation.data.empty() ? leaf("s") : invocation.data[0];
  }
}

Frame *Expander::makeFrame(Invocation &invocation) {
  if (frames.size() >= maxFrames) {
    charge(UINT64_MAX / 2, invocation.site, *invocation.caller);
    return nullptr;
  }
  frames.push_back(std::make_unique<Frame>());
  Frame &frame = *frames.back();
  frame.info = invocation.kind->kind;
  frame.bound = invocation.kind;
  frame.path = invocation.path;
  frame.context = invocation.context;
  frame.caller = invocation.caller;
  frame.isInlined = invocation.isInlined;
  frame.callSite = invocation.site;
  frame.inlined = invocation.inlined;
  frame.owner = invocation.owner;
  frame.ownerPlace = invocation.ownerPlace;
  frame.part = invocation.part;
  frame.graph = invocation.graph;
  frame.isExpression = invocation.isExpression;
  frame.leaves = std::move(invocation.leaves);
  return &frame;
}

bool Expander::bindData(Frame &frame, Invocation &invocation) {
  const auto &names = frame.info->decl->params;
  if (takesDataByName(frame.word())) {
    for (const ast::Name &name : names)
      if (auto it = frame.leaves.find(name.text); it != frame.leaves.end())
        frame.data[name.text] = it->second;
    return true; // other names are reported where the kind is declared
  }
  // An activation that serves as a score gets the score.
  if (invocation.data.empty() && frame.leaves.count("s"))
    invocation.data.push_back(frame.leaves["s"]);
  if (invocation.data.size() != names.size())
    return false; // reported by the caller or where the kind is declared
  for (size_t i = 0; i < names.size(); ++i) {
    if (isPoison(invocation.data[i]))
      return false;
    frame.data[names[i].text] = invocation.data[i];
  }
  if (auto *row = asRow(invocation.data[0])) {
    const graph::Shape &shape = frame.graph->node(row->id).shape;
    frame.width = shape.back();
    if (shape.size() > 1)
      frame.heads = shape[shape.size() - 2];
  } else {
    frame.width = 1;
  }
  return true;
}

/// The setting that overrides an option, by path. Where a direct call lies in
/// a kind with an option of the same name, the path means that one.
Setting *Expander::optionOverride(Frame &frame, const std::string &name) {
  for (Frame *outer = &frame; outer->isInlined && outer->caller; outer = outer->caller)
    if (outer->caller->info->option(name))
      return nullptr;
  if (frame.path.empty())
    return nullptr;
  for (const std::string &path : frame.path.chain()) {
    Setting *option = settings.find(path + "." + name);
    const Setting *kind = frame.isInlined ? nullptr : settings.peek(path);
    // A derived block that sets the whole slot replaces its base's overrides in it.
    if (option && !(kind && kind->level > option->level))
      return option;
    if (kind)
      return nullptr;
  }
  return nullptr;
}

void Expander::bindOptions(Frame &frame) {
  frame.options.resize(frame.info->options.size());
  for (size_t i = 0; i < frame.options.size(); ++i) {
    const OptionInfo &info = frame.info->options[i];
    Thunk &thunk = frame.options[i];
    thunk.type = info.type;
    thunk.what = info.decl->name.text;
    thunk.place = info.decl->name.range;
    if (Setting *setting = optionOverride(frame, thunk.what)) {
      thunk.source = setting->thunk.source;
    } else if (frame.bound->arguments[i].expr) {
      thunk.source = frame.bound->arguments[i];
    } else if (info.decl->value) {
      thunk.source = {info.decl->value.get(), &frame};
      thunk.isDefault = true;
    } else {
      thunk.state = Thunk::State::done; // Poison
      error(CheckError::MissingOption, frame.bound->site, frame,
            "'" + frame.info->name() + "' needs '" + thunk.what + "', which has no default")
          .note(thunk.place, "declared here");
    }
  }
  for (const auto &[name, let] : frame.info->lets) {
    Thunk &thunk = frame.lets[name];
    thunk.source = {let->value.get(), &frame};
    thunk.typed = false;
    thunk.what = name;
    thunk.place = let->name.range;
  }
}

/// The last argument in the user's text that the condition names, if the
/// require itself is the library's; else the require.
SourceRange Expander::argumentAtFault(const ast::Require &require, Scope &scope) {
  SourceRange place = require.range;
  if (scope.form != Scope::Form::kind || !module.isLibrary(place))
    return place;
  std::string values = ", " + knownValues(*require.condition, scope);
  for (const Thunk &option : static_cast<Frame &>(scope).options) {
    bool isGiven = option.source.expr && !option.isDefault && !module.isLibrary(option.source.expr->range);
    if (isGiven && values.find(", " + option.what + " = ") != std::string::npos)
      place = option.source.expr->range;
  }
  return place;
}

bool Expander::checkRequire(const ast::Require &require, Scope &scope, const std::string &who) {
  auto holds = condition(*require.condition, scope);
  if (!holds || *holds)
    return holds.has_value();
  SourceRange place = argumentAtFault(require, scope);
  Diagnostic &diagnostic = error(CheckError::RequireFailed, place, scope,
                                 describeRequire("'" + who + "'", text(*require.condition),
                                                 knownValues(*require.condition, scope), require.reason));
  if (!(place == require.range))
    diagnostic.note(require.range, "required here");
  return false;
}

Value Expander::recover(Value result, const Invocation &invocation) {
  if (!isPoison(result))
    return result;
  failed = true;
  return identity(invocation);
}

Value Expander::expand(Invocation &invocation, Frame &frame) {
  if (!bindData(frame, invocation))
    return Poison{};
  bindOptions(frame);
  // What the user wrote must be right even where nothing reads it.
  for (Thunk &option : frame.options)
    if (option.source.expr && !option.isDefault)
      force(option);
  bool holds = true;
  for (const ast::Statement &statement : frame.info->decl->statements)
    if (auto *require = std::get_if<ast::Require>(&statement))
      holds &= checkRequire(*require, frame, frame.info->name());
  return holds ? checkResult(evaluate(*frame.info->decl->result, frame), frame) : Value(Poison{});
}

Value Expander::invoke(Invocation invocation) {
  if (!invocation.kind->kind)
    return identity(invocation);
  Frame *frame = makeFrame(invocation);
  if (!frame)
    return Poison{};
  invocation.leaves = frame->leaves;
  ++depth;
  Value result = recover(expand(invocation, *frame), invocation);
  --depth;
  if (!invocation.data.empty())
    remember(*frame, invocation.data[0], result);
  return result;
}

Value Expander::checkResult(Value result, Frame &frame) {
  SourceRange place = frame.info->decl->result->range;
  std::string who = "'" + frame.info->name() + "'";
  if (isPoison(result))
    return result;
  bool isMask = frame.word() == KindWord::Mask;
  auto *row = asRow(result);
  const graph::Node *node = row ? &frame.graph->node(row->id) : nullptr;
  bool isTruth = node ? node->isBool : std::holds_alternative<bool>(result);
  bool fits = isMask ? isTruth : !isTruth && (node || asNumber(result));
  if (!fits) {
    error(isMask || frame.word() == KindWord::Score ? CheckError::NotANumberOrTruth : CheckError::IllTyped,
          place, frame,
          who + " must result in " + (isMask ? "one truth value" : "a number or a row") + ", found " +
              describe(result, frame));
    return Poison{};
  }
  if (frame.isExpression && node && node->shape != graph::Shape{1}) {
    error(CheckError::NotANumberOrTruth, place, frame,
          who + " must result in one value, found " + describe(result, frame));
    return Poison{};
  }
  if (takesDataByName(frame.word()))
    return result;
  auto *argument = asRow(frame.data[frame.info->decl->params[0].text]);
  graph::Shape wanted = argument ? frame.graph->node(argument->id).shape : graph::Shape{1};
  graph::Shape found = node ? node->shape : graph::Shape{1};
  if (found == wanted)
    return result;
  error(CheckError::ResultShape, place, frame,
        who + " must keep the shape " + shapeText(wanted) + " of its argument, found " + shapeText(found));
  return Poison{};
}

/// Notes where a norm or sublayer begins and ends, for facts.
void Expander::remember(Frame &frame, const Value &argument, const Value &result) {
  auto *from = asRow(argument), *to = asRow(result);
  bool isSlot = !frame.isInlined && frame.graph == &builder;
  bool isKnownRole =
      frame.word() == KindWord::Norm || frame.word() == KindWord::Attention || frame.word() == KindWord::Ffn;
  if (!from || !to || !isSlot || !isKnownRole)
    return;
  std::string path = frame.path.str();
  if (!regionPaths.insert(path).second)
    return;
  graph::Region::Role role = frame.word() == KindWord::Norm        ? graph::Region::Role::norm
                             : frame.word() == KindWord::Attention ? graph::Region::Role::attention
                                                                   : graph::Region::Role::ffn;
  block.regions.push_back({role, path, from->id, to->id});
}

Value Expander::callSublayer(const std::string &name, const Value &argument, Frame *caller,
                             SourceRange site) {
  ++calls[name];
  Invocation invocation;
  invocation.kind = keyKind(SlotPath(name), *ast::parseKindWord(name), site, caller);
  if (!invocation.kind) {
    failed = true;
    return argument;
  }
  invocation.path = SlotPath(name);
  invocation.context = name;
  invocation.caller = caller;
  invocation.site = site;
  invocation.owner = &module;
  invocation.part = name == "attention" ? graph::Parameter::Part::attention : graph::Parameter::Part::ffn;
  invocation.graph = &builder;
  invocation.data = {argument};
  return invoke(std::move(invocation));
}

} // namespace tenon::checker
