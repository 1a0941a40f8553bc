// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rule 4: an option's type is written, or that of its kind word, or that of
// its default, or `number`.
#include "dsl/check/Module.h"

namespace tenon::checker {

namespace {

using ast::ExprKind;

class Inference {
public:
  /// `keys`: names of block keys stand for their values (blocks and stacks);
  /// else `width` and `heads` are sizes (kinds).
  Inference(const Module &module, Reporter &reporter, std::vector<OptionInfo> &options, bool keys)
      : module(module), reporter(reporter), options(options), keys(keys), state(options.size()) {}

  void run() {
    for (size_t i = 0; i < options.size(); ++i)
      infer(i);
  }

private:
  void infer(size_t index);
  std::optional<Type> typeOf(const ast::Expr &expr);
  std::optional<Type> typeOfName(const std::string &name);

  const Module &module;
  Reporter &reporter;
  std::vector<OptionInfo> &options;
  bool keys;
  enum class State : uint8_t { open, running, done };
  std::vector<State> state;
};

std::optional<Type> Inference::typeOfName(const std::string &name) {
  for (size_t i = 0; i < options.size(); ++i) {
    if (options[i].decl->name.text != name)
      continue;
    if (state[i] == State::running)
      return std::nullopt; // circular: reported when it is evaluated
    infer(i);
    return options[i].type;
  }
  if (keys) {
    if (const Key *key = findBlockKey(name))
      return key->type;
  } else if (name == "width" || name == "heads") {
    return Type::size();
  }
  if (const KindInfo *kind = module.kind(name))
    return Type::of(kind->decl->word);
  return std::nullopt;
}

std::optional<Type> Inference::typeOf(const ast::Expr &expr) {
  switch (expr.kind) {
  case ExprKind::True:
  case ExprKind::False:
  case ExprKind::Not:
    return Type::boolean();
  case ExprKind::Binary:
    return expr.op < ast::BinaryOp::Add ? Type::boolean() : Type::number();
  case ExprKind::If:
    return typeOf(*expr.operands[1]);
  case ExprKind::Call:
    if (!expr.path.isSimple())
      return std::nullopt;
    if (!expr.hasParens)
      return typeOfName(expr.path.names[0].text);
    if (const KindInfo *kind = module.kind(expr.path.names[0].text))
      return Type::of(kind->decl->word);
    return Type::number();
  default:
    return Type::number();
  }
}

void Inference::infer(size_t index) {
  if (state[index] != State::open)
    return;
  state[index] = State::running;
  OptionInfo &option = options[index];
  const std::string &name = option.decl->name.text;
  const Key *key = keys ? findBlockKey(name) : nullptr;
  if (option.decl->type)
    option.type = Type::of(*option.decl->type);
  else if (key)
    option.type = key->type;
  else if (auto word = ast::parseKindWord(name))
    option.type = Type::of(*word);
  else if (option.decl->value && option.decl->value->kind == ExprKind::None)
    reporter
        .error(CheckError::NoneNeedsKind, option.decl->value->range,
               "'" + name + "' has the default none, which needs a kind as its type: write the kind word")
        .fixIt({option.decl->name.range.file, option.decl->name.range.end, option.decl->name.range.end},
               " : activation");
  else if (option.decl->value)
    option.type = typeOf(*option.decl->value).value_or(Type::number());
  state[index] = State::done;
}

} // namespace

void inferTypes(Module &module, Reporter &reporter) {
  for (auto &[name, kind] : module.kinds)
    Inference(module, reporter, kind.options, false).run();
  for (auto &[name, block] : module.blocks)
    Inference(module, reporter, block.params, true).run();
  for (auto &[name, stack] : module.stacks)
    Inference(module, reporter, stack.params, true).run();
}

} // namespace tenon::checker
