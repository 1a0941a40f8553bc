// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resolves the names in the text of one declaration, without expanding it.
#ifndef TENON_DSL_CHECK_NAMES_H
#define TENON_DSL_CHECK_NAMES_H

#include "dsl/check/Module.h"
#include "dsl/check/Primitives.h"

namespace tenon::checker {

/// Walks expressions of one kind, block or stack. Reports what no use can make
/// right, and notes which names and kinds are read.
class NameWalk {
public:
  /// In a kind.
  NameWalk(const Module &module, Reporter &reporter, const KindInfo &kind)
      : module(module), reporter(reporter), kind(&kind), options(kind.options) {}
  /// In a block or stack with these parameters.
  NameWalk(const Module &module, Reporter &reporter, const std::vector<OptionInfo> &params)
      : module(module), reporter(reporter), options(params) {}

  /// An expression whose place has this type; null: a number, row or truth value.
  void walk(const ast::Expr &expr, const Type *type = nullptr);
  /// An expression whose type is only known in use: names are noted, not reported.
  void note(const ast::Expr &expr);

  std::set<std::string> read;                     ///< names of this declaration
  std::map<std::string, const ast::Expr *> kinds; ///< kinds named, with the first place

  bool unknownNames = false; ///< some were reported: what seems unused may be misspelt

private:
  void walkName(const ast::Expr &expr);
  void walkSymbol(const ast::Expr &expr, const Type &type);
  void walkKind(const ast::Expr &expr, ast::KindWord word);
  void walkCall(const ast::Expr &expr);
  void walkPrimitive(const ast::Expr &expr, const Primitive &primitive);
  void walkArguments(const ast::Expr &expr, const KindInfo &called,
                     const std::vector<ast::Argument> &arguments);
  void walkComparison(const ast::Expr &expr);
  std::vector<std::string> valueNames() const;
  bool isValue(const std::string &name) const;
  const Type *symbolsOf(const ast::Expr &expr) const;
  const OptionInfo *option(const std::string &name) const;
  bool seesKeys() const;
  void unknown(const ast::Name &name, const char *what, std::vector<std::string> candidates);

  const Module &module;
  Reporter &reporter;
  const KindInfo *kind = nullptr;
  const std::vector<OptionInfo> &options;
};

/// The type of a primitive's option; nothing for one that may be a row.
std::optional<Type> primitiveOptionType(std::string_view option);

} // namespace tenon::checker

#endif
