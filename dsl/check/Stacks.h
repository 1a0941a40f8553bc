// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stacks: layers and ends (rules 10 and 12).
#ifndef TENON_DSL_CHECK_STACKS_H
#define TENON_DSL_CHECK_STACKS_H

#include "dsl/check/Module.h"
#include "dsl/graph/Graph.h"

namespace tenon::checker {

/// Expands a stack, its layers and ends. Nothing after an error.
std::optional<graph::Stack> expandStack(const Module &module, Reporter &reporter, const StackInfo &stack);

} // namespace tenon::checker

#endif
