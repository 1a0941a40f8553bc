// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks: parameters, settings, derivation, placements (rules 1 and 11).
#ifndef TENON_DSL_CHECK_BLOCKS_H
#define TENON_DSL_CHECK_BLOCKS_H

#include "dsl/check/Scope.h"

namespace tenon::checker {

/// Whether every parameter has a default, so that the block can be compiled as it is.
bool isClosed(const std::vector<OptionInfo> &params);

/// Arguments of a call of a block or of its parameters, by parameter. Errors: C13 to C15.
std::vector<Delayed> bindBlockArguments(const ast::Expr &call, const BlockInfo &block, Scope &scope,
                                        Reporter &reporter);

/// Expands one block. `arguments` are those of a call in a stack (empty: none);
/// `inherited` are the keys that the block takes from the stack where it has
/// none itself. Nothing after an error.
std::shared_ptr<const graph::Block> expandBlock(const Module &module, Reporter &reporter,
                                                const BlockInfo &block, std::vector<Delayed> arguments,
                                                StackScope *inherited);

/// The row of one kind alone, [width] -> [width], as a block: the norms and the
/// activation at the ends of a stack. Null where the kind is the identity, and
/// after an error.
std::shared_ptr<const graph::Block> expandEnd(const Module &module, Reporter &reporter,
                                              const std::string &path, const Delayed &kind,
                                              ast::KindWord word, int64_t width, const graph::Block &formats,
                                              SourceRange site);

} // namespace tenon::checker

#endif
