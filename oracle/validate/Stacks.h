// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Judges what a stack computed, as Validate.h does for blocks.
#ifndef TENON_ORACLE_VALIDATE_STACKS_H
#define TENON_ORACLE_VALIDATE_STACKS_H

#include "oracle/reference/Stack.h"
#include "oracle/validate/Compare.h"

namespace tenon::validate {

/// Compares `got` with the double reference on the same input, within what honest f32
/// arithmetic loses there (docs/design/validation.md). An error: why the reference cannot run.
core::Result<Verdict> judge(const graph::Stack &stack, const reference::Parameters &parameters,
                            const reference::Batch &batch, const reference::StackInput &input,
                            const reference::StackOutput &got, size_t threads = 0);

} // namespace tenon::validate

#endif
