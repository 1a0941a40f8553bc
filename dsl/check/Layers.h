// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The layers of a stack (rule 10).
#ifndef TENON_DSL_CHECK_LAYERS_H
#define TENON_DSL_CHECK_LAYERS_H

#include "dsl/check/Blocks.h"

namespace tenon::checker {

class Expander;

using BlockRef = std::shared_ptr<const graph::Block>;

/// Turns `N of X` and lists into blocks in order; equal ones are expanded once.
class LayerList {
public:
  LayerList(const Module &module, Reporter &reporter, StackScope &scope, Expander &numbers)
      : module(module), reporter(reporter), scope(scope), numbers(numbers) {}

  /// Nothing after an error.
  std::optional<std::vector<BlockRef>> expand(const ast::Expr &value);

private:
  std::optional<std::vector<BlockRef>> repeat(const ast::Expr &value);
  BlockRef block(const ast::Expr &call);

  const Module &module;
  Reporter &reporter;
  StackScope &scope;
  Expander &numbers;
  std::map<std::string, BlockRef> plain;        ///< by name
  std::map<const ast::Expr *, BlockRef> called; ///< with arguments
};

} // namespace tenon::checker

#endif
