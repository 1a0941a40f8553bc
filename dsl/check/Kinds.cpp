// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which kind a name or a slot stands for, and partial application (rules 1, 3, 5).
#include "dsl/check/Expander.h"

namespace tenon::checker {

using ast::ExprKind;
using ast::KindWord;

namespace {

KindRef identityOf(KindWord word, SourceRange site) {
  auto bound = std::make_shared<BoundKind>();
  bound->word = word;
  bound->site = site;
  return bound;
}

/// Placements, attentions and feed-forwards have no identity.
bool hasIdentity(KindWord word) {
  return word != KindWord::Placement && word != KindWord::Attention && word != KindWord::Ffn;
}

} // namespace

bool Expander::accepts(KindWord wanted, const KindRef &kind, const ast::Expr &expr, Scope &scope) {
  if (!kind->kind || kind->word == wanted ||
      (wanted == KindWord::Score && kind->word == KindWord::Activation))
    return true;
  error(CheckError::WrongKindWord, expr.range, scope,
        "expected " + withArticle(wanted) + ", found the " + std::string(spelling(kind->word)) + " " +
            kind->kind->name())
      .note(kind->kind->decl->name.range, "declared here");
  return false;
}

Value Expander::evaluateKind(const ast::Expr &expr, Scope &scope, KindWord word) {
  if (expr.kind == ExprKind::If) {
    auto decision = condition(*expr.operands[0], scope);
    return decision ? evaluateKind(*expr.operands[*decision ? 1 : 2], scope, word) : Value(Poison{});
  }
  if (expr.kind == ExprKind::None) {
    if (hasIdentity(word))
      return identityOf(word, expr.range);
    error(CheckError::NoneNeedsKind, expr.range, scope,
          "there is no identity " + std::string(spelling(word)) +
              (word == KindWord::Placement ? "" : ": leave the key out"));
    return Poison{};
  }
  if (expr.kind != ExprKind::Call || !expr.path.isSimple()) {
    error(CheckError::WrongType, expr.range, scope,
          "expected " + withArticle(word) + ", found '" + text(expr) + "'");
    return Poison{};
  }
  if (!expr.hasParens)
    return kindByName(expr, scope, word);
  const ast::Name &name = expr.path.names[0];
  const KindInfo *kind = module.kind(name.text);
  if (!kind) {
    if (!reporter.wasSaid(CheckError::UnknownKind, name.range))
      suggest(error(CheckError::UnknownKind, name.range, scope,
                    "no " + std::string(spelling(word)) + " is named '" + name.text + "'"),
              name.range, name.text, module.kindNames(word));
    return Poison{};
  }
  if (expr.hasSemicolon) {
    error(CheckError::WrongForm, expr.range, scope,
          "'" + name.text + "' is not called here: options are given without ';'");
    return Poison{};
  }
  static const std::vector<ast::Argument> nothing;
  KindRef bound = bind(expr, *kind, expr.data, nothing, scope);
  return accepts(word, bound, expr, scope) ? Value(bound) : Value(Poison{});
}

Value Expander::kindByName(const ast::Expr &expr, Scope &scope, KindWord word) {
  const std::string &name = expr.path.names[0].text;
  Thunk *thunk = typedName(name, scope);
  if (thunk && thunk->type.isKind()) {
    Value value = force(*thunk);
    auto *kind = std::get_if<KindRef>(&value);
    if (!kind)
      return Poison{};
    return accepts(word, *kind, expr, scope) ? value : Value(Poison{});
  }
  if (thunk) {
    error(CheckError::WrongType, expr.range, scope,
          "expected " + withArticle(word) + ", found '" + name + "', which is " + thunk->type.str());
    return Poison{};
  }
  if (scope.form == Scope::Form::kind && name == spelling(KindWord::Norm)) {
    Frame &frame = static_cast<Frame &>(scope);
    if (frame.word() == KindWord::Placement || frame.word() == KindWord::Attention ||
        frame.word() == KindWord::Ffn) {
      KindRef kind = keyKind(SlotPath::inside(frame.context, name), KindWord::Norm, expr.range, &scope);
      return kind && accepts(word, kind, expr, scope) ? Value(kind) : Value(Poison{});
    }
  }
  if (const KindInfo *kind = module.kind(name)) {
    static const std::vector<ast::Argument> nothing;
    KindRef bound = bind(expr, *kind, nothing, nothing, scope);
    return accepts(word, bound, expr, scope) ? Value(bound) : Value(Poison{});
  }
  if (reporter.wasSaid(CheckError::UnknownKind, expr.range))
    return Poison{};
  const Key *key = findBlockKey(name);
  if (scope.form == Scope::Form::block && key && key->type.isKind() && !settings.peek(name)) {
    error(CheckError::MissingKey, expr.range, scope, "'" + name + "' is read here and not set in the block");
    return Poison{};
  }
  suggest(error(CheckError::UnknownKind, expr.range, scope,
                "no " + std::string(spelling(word)) + " is named '" + name + "'"),
          expr.range, name, module.kindNames(word));
  return Poison{};
}

void Expander::bindArgument(BoundKind &bound, size_t index, const ast::Argument &argument, Scope &scope) {
  if (bound.arguments[index].expr) {
    error(CheckError::OptionTwice, argument.range, scope,
          "'" + bound.kind->options[index].decl->name.text + "' is given twice")
        .note(bound.arguments[index].expr->range, "first given here");
    return;
  }
  bound.arguments[index] = {argument.value.get(), &scope};
}

KindRef Expander::bind(const ast::Expr &call, const KindInfo &kind, const std::vector<ast::Argument> &first,
                       const std::vector<ast::Argument> &second, Scope &scope) {
  auto bound = std::make_shared<BoundKind>();
  bound->word = kind.decl->word;
  bound->kind = &kind;
  bound->arguments.resize(kind.options.size());
  bound->site = call.range;
  size_t next = 0;
  bool named = false;
  for (const auto *arguments : {&first, &second})
    for (const ast::Argument &argument : *arguments) {
      if (!argument.name) {
        if (named)
          error(CheckError::WrongForm, argument.range, scope, "an option by place follows one by name");
        else if (next < kind.options.size())
          bindArgument(*bound, next++, argument, scope);
        else
          error(CheckError::TooManyArguments, argument.range, scope,
                "'" + kind.name() + "' has " + std::to_string(kind.options.size()) +
                    " options, found one more")
              .note(kind.decl->name.range, "declared here");
        continue;
      }
      named = true;
      if (auto index = kind.option(argument.name->text)) {
        bindArgument(*bound, *index, argument, scope);
        continue;
      }
      Diagnostic &diagnostic = error(CheckError::UnknownOption, argument.name->range, scope,
                                     "'" + kind.name() + "' has no option '" + argument.name->text + "'");
      suggest(diagnostic, argument.name->range, argument.name->text, kind.optionNames());
      diagnostic.note(kind.decl->name.range,
                      kind.options.empty() ? "it has no options" : "it has " + join(kind.optionNames()));
    }
  return bound;
}

Setting *Expander::findSetting(const SlotPath &path) {
  for (const std::string &candidate : path.chain())
    if (Setting *setting = settings.find(candidate))
      return setting;
  return nullptr;
}

KindRef Expander::keyKind(const SlotPath &path, KindWord word, SourceRange site, Scope *from) {
  Setting *setting = findSetting(path);
  if (!setting && misspelt)
    return nullptr;
  if (!setting) {
    std::string key(spelling(word));
    std::string message = "the block sets no '" + key + "'";
    if (from && from->form == Scope::Form::kind)
      message = "'" + static_cast<Frame *>(from)->info->name() + "' needs a " + key + ": " + message;
    Diagnostic &diagnostic = reporter.error(CheckError::MissingKey, blockSite, std::move(message));
    diagnostic.slot(path.str());
    if (site.isValid() && !(site == blockSite))
      diagnostic.note(site, "needed here");
    return nullptr;
  }
  setting->thunk.type = Type::of(word);
  Value value = force(setting->thunk);
  auto *kind = std::get_if<KindRef>(&value);
  return kind ? *kind : nullptr;
}

} // namespace tenon::checker
