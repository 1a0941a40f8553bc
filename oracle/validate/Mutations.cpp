// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/validate/Mutations.h"
#include "oracle/validate/MutationList.h"

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

Forward Mutant::wrap(Forward forward) const {
  if (onBatch)
    return [forward = std::move(forward),
            onBatch = onBatch](reference::Batch batch, std::span<const std::byte> x, std::span<std::byte> y) {
      onBatch(batch);
      return forward(batch, x, y);
    };
  if (!onRows)
    return forward;
  return [forward = std::move(forward), onRows = onRows,
          block = block](const reference::Batch &batch, std::span<const std::byte> x,
                         std::span<std::byte> y) -> core::Result<core::Done> {
    if (auto done = forward(batch, x, y); !done)
      return done;
    std::vector<double> rows = decode(block.residual, y);
    onRows(block, rows);
    std::vector<std::byte> stored = encode(block.residual, std::span<const double>(rows));
    std::copy(stored.begin(), stored.end(), y.begin());
    return core::Done{};
  };
}

core::Result<Mutant> mutate(std::string_view name, const graph::Block &block,
                            const std::vector<std::vector<float>> &parameters) {
  const Mutation *mutation = findMutation(name);
  if (!mutation)
    return core::Error{"there is no mutation '" + std::string(name) + "'"};
  core::Error unfit{"mutation '" + mutation->name + "' does not apply to block '" + block.name + "'"};
  Mutant mutant{block, parameters, mutation->onRows, mutation->onBatch};
  if (mutation->onBlock) {
    auto changed = mutation->onBlock(block);
    if (!changed)
      return unfit;
    mutant.block = std::move(*changed);
  }
  if (mutation->onParameters && !mutation->onParameters(mutant.block, mutant.parameters))
    return unfit;
  return mutant;
}

core::Result<Forward> mutatedForward(std::string_view name, const graph::Block &block,
                                     const std::vector<std::vector<float>> &parameters, size_t threads) {
  auto made = mutate(name, block, parameters);
  if (!made)
    return made.failure();
  auto mutant = std::make_shared<Mutant>(std::move(*made));
  Forward forward = mutant->wrap(
      referenceForward(mutant->block, views(mutant->parameters), reference::Arithmetic::baseline, threads));
  return Forward([mutant, forward](const reference::Batch &batch, std::span<const std::byte> x,
                                   std::span<std::byte> y) { return forward(batch, x, y); });
}

} // namespace tenon::validate
