// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/validate/Stacks.h"
#include "dsl/graph/Ends.h"

#include <numeric>

namespace tenon::validate {

core::Result<Verdict> judge(const graph::Stack &stack, const reference::Parameters &parameters,
                            const reference::Batch &batch, const reference::StackInput &input,
                            const reference::StackOutput &got, size_t threads) {
  using enum reference::Arithmetic;
  auto run = [&](reference::Arithmetic arithmetic) {
    return reference::run(stack, parameters, batch, input, {.arithmetic = arithmetic, .threads = threads});
  };
  auto reference = run(exact), plain = run(baseline);
  if (!reference || !plain)
    return reference ? plain.failure() : reference.failure();
  if (got.values.size() != reference->values.size())
    return core::Error{"the result has " + std::to_string(got.rows) + " rows, not " +
                       std::to_string(reference->rows)};
  RowGroup all{"all", std::vector<size_t>(got.rows)};
  std::iota(all.rows.begin(), all.rows.end(), 0);
  Outcome outcome;
  outcome.columns = got.columns;
  outcome.type = graph::outputFormat(stack);
  outcome.got = got.values;
  outcome.exact = reference->values;
  outcome.baseline = plain->values;
  outcome.groups = {std::move(all)};
  return compare(outcome);
}

} // namespace tenon::validate
