// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is wrong in a declaration whatever it is used for.
#include "dsl/check/Names.h"

#include <algorithm>

namespace tenon::checker {

using ast::KindWord;

namespace {

class DeclarationChecks {
public:
  DeclarationChecks(const Module &module, Reporter &reporter) : module(module), reporter(reporter) {}

  void checkKind(const KindInfo &kind);
  void checkBlock(const BlockInfo &block);
  void checkStack(const StackInfo &stack);
  bool checkRecursion(); ///< whether there is one

private:
  void checkData(const KindInfo &kind);
  void checkParameters(const KindInfo &kind);
  void checkStatement(NameWalk &walk, const ast::Statement &statement);
  void checkUnused(const KindInfo &kind, const NameWalk &walk);
  void checkParams(const std::vector<OptionInfo> &params, NameWalk &walk);
  void checkUnusedParams(const std::vector<OptionInfo> &params, const NameWalk &walk, const char *what);
  void checkSetting(const ast::Setting &setting, NameWalk &walk);
  bool visit(const std::string &name, std::map<std::string, int> &state, std::vector<std::string> &path);

  const Module &module;
  Reporter &reporter;
  std::map<std::string, std::map<std::string, const ast::Expr *>> calls; ///< kind -> kinds it names
};

const std::vector<std::string> *allowedData(KindWord word) {
  static const std::vector<std::string> mask = {"q", "k", "head"};
  static const std::vector<std::string> score = {"s", "q", "k", "head", "heads"};
  static const std::vector<std::string> frequency = {"w", "pair", "pairs", "theta"};
  return word == KindWord::Mask        ? &mask
         : word == KindWord::Score     ? &score
         : word == KindWord::Frequency ? &frequency
                                       : nullptr;
}

void DeclarationChecks::checkData(const KindInfo &kind) {
  const auto &names = kind.decl->params;
  KindWord word = kind.decl->word;
  auto wrong = [&](SourceRange range, std::string message) {
    reporter.error(CheckError::WrongData, range, std::move(message));
  };
  if (auto *allowed = allowedData(word)) {
    for (const ast::Name &name : names) {
      bool known = std::find(allowed->begin(), allowed->end(), name.text) != allowed->end();
      if (!known)
        wrong(name.range, withArticle(word) + " takes its data by name, any of " + join(*allowed) +
                              ": found '" + name.text + "'");
    }
    return;
  }
  if (word != KindWord::Placement) {
    if (names.size() != 1)
      wrong(names[1].range,
            withArticle(word) + " takes one row, found " + std::to_string(names.size()) + " data");
    return;
  }
  bool two = names.size() == 3 && ((names[1].text == "attention" && names[2].text == "ffn") ||
                                   (names[1].text == "ffn" && names[2].text == "attention"));
  if (names.size() > 3 || (names.size() == 3 && !two))
    wrong(names[1].range, "a placement takes (x, f), or (x, attention, ffn) for the whole block");
}

void DeclarationChecks::checkParameters(const KindInfo &kind) {
  KindWord word = kind.decl->word;
  bool holdsLinears = word == KindWord::Norm || word == KindWord::Attention || word == KindWord::Ffn ||
                      word == KindWord::Placement;
  bool holdsParams =
      holdsLinears || word == KindWord::Activation || word == KindWord::Score || word == KindWord::Frequency;
  for (const ast::Statement &statement : kind.decl->statements) {
    auto *param = std::get_if<ast::Param>(&statement);
    auto *linear = std::get_if<ast::Linear>(&statement);
    if ((param && !holdsParams) || (linear && !holdsLinears))
      reporter.error(CheckError::ParameterNotHere, rangeOf(statement),
                     withArticle(word) + " may hold no " + (param ? "param" : "linear"));
  }
  for (const OptionInfo &option : kind.options)
    if (option.isSwitch && option.type.tag != Type::Tag::Bool)
      reporter.error(CheckError::SwitchNotBool, option.decl->range,
                     "'" + option.decl->name.text +
                         "' switches the parameter of its name: it must be true or false, found " +
                         option.type.str());
}

void DeclarationChecks::checkStatement(NameWalk &walk, const ast::Statement &statement) {
  Type size = Type::size(), number = Type::number(), boolean = Type::boolean();
  if (auto *param = std::get_if<ast::Param>(&statement)) {
    for (const auto &axis : param->shape)
      walk.walk(*axis, &size);
    walk.walk(*param->identity, &number);
  } else if (auto *linear = std::get_if<ast::Linear>(&statement)) {
    walk.walk(*linear->in, &size);
    walk.walk(*linear->out, &size);
    if (linear->bias)
      walk.walk(*linear->bias, &boolean);
  } else if (auto *let = std::get_if<ast::Let>(&statement)) {
    walk.walk(*let->value);
  } else if (auto *require = std::get_if<ast::Require>(&statement)) {
    walk.walk(*require->condition, &boolean);
  }
}

void DeclarationChecks::checkUnused(const KindInfo &kind, const NameWalk &walk) {
  if (kind.isRefused || walk.unknownNames)
    return;
  for (const OptionInfo &option : kind.options)
    if (!walk.read.count(option.decl->name.text))
      reporter.error(CheckError::Unused, option.decl->name.range,
                     "nothing in '" + kind.name() + "' reads the option '" + option.decl->name.text + "'");
  for (const auto &[name, param] : kind.params)
    if (!walk.read.count(name) && !kind.option(name))
      reporter.error(CheckError::Unused, param->name.range,
                     "nothing in '" + kind.name() + "' reads the param '" + name + "'");
  for (const auto &[name, linear] : kind.linears)
    if (!walk.read.count(name) && !kind.option(name))
      reporter.error(CheckError::Unused, linear->name.range,
                     "nothing in '" + kind.name() + "' calls the linear '" + name + "'");
  for (const auto &[name, let] : kind.lets)
    if (!walk.read.count(name))
      reporter.warning(CheckWarning::UnusedLet, let->name.range, "'" + name + "' is never read");
}

void DeclarationChecks::checkKind(const KindInfo &kind) {
  checkData(kind);
  checkParameters(kind);
  NameWalk walk(module, reporter, kind);
  for (const OptionInfo &option : kind.options)
    if (option.decl->value)
      walk.walk(*option.decl->value, &option.type);
  for (const ast::Statement &statement : kind.decl->statements)
    checkStatement(walk, statement);
  walk.walk(*kind.decl->result);
  checkUnused(kind, walk);
  calls[kind.name()] = walk.kinds;
}

bool DeclarationChecks::visit(const std::string &name, std::map<std::string, int> &state,
                              std::vector<std::string> &path) {
  if (state[name] == 2 || path.size() > 500)
    return false;
  if (state[name] == 1)
    return true;
  state[name] = 1;
  path.push_back(name);
  for (const auto &[callee, expr] : calls[name]) {
    if (!visit(callee, state, path))
      continue;
    std::string way;
    for (auto it = std::find(path.begin(), path.end(), callee); it != path.end(); ++it)
      way += *it + " -> ";
    reporter.error(CheckError::KindRecursion, expr->range, "'" + callee + "' calls itself: " + way + callee)
        .note(module.kind(callee)->decl->name.range, "declared here");
  }
  path.pop_back();
  state[name] = 2;
  return false;
}

bool DeclarationChecks::checkRecursion() {
  size_t before = reporter.errorCount();
  std::map<std::string, int> state;
  std::vector<std::string> path;
  for (const auto &[name, kind] : module.kinds)
    visit(name, state, path);
  return reporter.errorCount() != before;
}

void DeclarationChecks::checkParams(const std::vector<OptionInfo> &params, NameWalk &walk) {
  for (const OptionInfo &param : params)
    if (param.decl->value)
      walk.walk(*param.decl->value, &param.type);
}

/// A parameter named like a key is that key: whether it is read shows in use.
void DeclarationChecks::checkUnusedParams(const std::vector<OptionInfo> &params, const NameWalk &walk,
                                          const char *what) {
  for (const OptionInfo &param : params)
    if (!walk.unknownNames && !walk.read.count(param.decl->name.text) && !findBlockKey(param.decl->name.text))
      reporter.error(CheckError::Unused, param.decl->name.range,
                     "nothing in the " + std::string(what) + " reads the parameter '" +
                         param.decl->name.text + "'");
}

void DeclarationChecks::checkSetting(const ast::Setting &setting, NameWalk &walk) {
  const ast::Name &first = setting.path.names[0];
  const Key *key = findBlockKey(first.text);
  if (!key && first.text != "sublayers") {
    std::vector<std::string> names = {"sublayers"};
    for (const Key &each : blockKeys())
      names.emplace_back(each.name);
    suggest(reporter.error(CheckError::UnknownKey, first.range, "a block has no key '" + first.text + "'"),
            first.range, first.text, names);
    return walk.note(*setting.value);
  }
  if (first.text == "sublayers")
    return;
  if (!key || !setting.path.isSimple())
    return walk.note(*setting.value); // the type is that of the option: known in use
  walk.walk(*setting.value, &key->type);
}

void DeclarationChecks::checkBlock(const BlockInfo &block) {
  NameWalk walk(module, reporter, block.params);
  checkParams(block.params, walk);
  if (const ast::Expr *base = block.decl->base.get()) {
    auto it = base->path.isSimple() ? module.blocks.find(base->path.names[0].text) : module.blocks.end();
    if (it == module.blocks.end()) {
      std::vector<std::string> names;
      for (const auto &[name, each] : module.blocks)
        names.push_back(name);
      suggest(reporter.error(CheckError::UnknownBlock, base->path.range,
                             "no block is named '" + base->path.str() + "'"),
              base->path.range, base->path.str(), names);
    }
    for (const auto *arguments : {&base->data, &base->options})
      for (const ast::Argument &argument : *arguments)
        walk.note(*argument.value);
  }
  if (block.decl->settings)
    for (const ast::SettingOrRequire &item : block.decl->settings->items) {
      if (auto *setting = std::get_if<ast::Setting>(&item))
        checkSetting(*setting, walk);
      else
        walk.walk(*std::get<ast::Require>(item).condition);
    }
  checkUnusedParams(block.params, walk, "block");
}

void DeclarationChecks::checkStack(const StackInfo &stack) {
  NameWalk walk(module, reporter, stack.params);
  checkParams(stack.params, walk);
  for (const ast::SettingOrRequire &item : stack.decl->settings.items)
    walk.note(std::holds_alternative<ast::Setting>(item) ? *std::get<ast::Setting>(item).value
                                                         : *std::get<ast::Require>(item).condition);
  checkUnusedParams(stack.params, walk, "stack");
}

} // namespace

bool checkDeclarations(const Module &module, Reporter &reporter) {
  DeclarationChecks checks(module, reporter);
  for (const auto &[name, kind] : module.kinds)
    if (!reporter.isFull())
      checks.checkKind(kind);
  bool isRecursive = checks.checkRecursion();
  for (const BlockInfo *block : module.blockOrder)
    if (!reporter.isFull())
      checks.checkBlock(*block);
  for (const StackInfo *stack : module.stackOrder)
    if (!reporter.isFull())
      checks.checkStack(*stack);
  return !isRecursive;
}

} // namespace tenon::checker
