// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/validate/Mutations.h"
#include "runtime/validate/MutationList.h"

#include <algorithm>
#include <memory>

namespace tenon::validate {

const std::vector<Mutation> &mutations() {
  static const std::vector<Mutation> list = [] {
    std::vector<Mutation> all;
    addNormMutations(all);
    addFeedForwardMutations(all);
    addAttentionMutations(all);
    addDataMutations(all);
    return all;
  }();
  return list;
}

const Mutation *findMutation(std::string_view name) {
  for (const Mutation &mutation : mutations())
    if (mutation.name == name)
      return &mutation;
  return nullptr;
}

core::Result<Target> mutatedTarget(const Mutation &mutation, const graph::Block &block,
                                   const std::vector<std::vector<float>> &parameters, size_t threads) {
  /// What the target needs to live as long as it does.
  struct State {
    graph::Block block;
    std::vector<std::vector<float>> values;
  };
  core::Error unfit{"mutation '" + mutation.name + "' does not apply to block '" + block.name + "'"};
  auto state = std::make_shared<State>(State{block, parameters});
  if (mutation.onBlock) {
    auto changed = mutation.onBlock(block);
    if (!changed)
      return unfit;
    state->block = std::move(*changed);
  }
  if (mutation.onParameters && !mutation.onParameters(state->block, state->values))
    return unfit;
  Target correct =
      referenceTarget(state->block, views(state->values), reference::Arithmetic::baseline, threads);
  auto onRows = mutation.onRows;
  return Target([state, correct, onRows](const reference::Batch &batch, std::span<const std::byte> x,
                                         std::span<std::byte> y) -> core::Result<core::Done> {
    if (auto done = correct(batch, x, y); !done || !onRows)
      return done;
    std::vector<double> rows = decode(state->block.residual, y);
    onRows(state->block, rows);
    std::vector<std::byte> stored = encode(state->block.residual, std::span<const double>(rows));
    std::copy(stored.begin(), stored.end(), y.begin());
    return core::Done{};
  });
}

} // namespace tenon::validate
