// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Seeded bugs: a checker that cannot fail proves nothing. Bugs are found by the
// structure of a graph, never by names, so that they apply to users' own kinds.
#ifndef TENON_ORACLE_VALIDATE_MUTATIONS_H
#define TENON_ORACLE_VALIDATE_MUTATIONS_H

#include "oracle/validate/Validate.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::validate {

/// One bug that a compiler of blocks could have. Exactly one of the four functions is set; it returns
/// nothing (or false) where the bug cannot exist.
struct Mutation {
  std::string name;       ///< "eps-outside-root"
  std::string bug;        ///< what goes wrong, for people
  std::string revealedBy; ///< which specs and rows show it

  /// The block as the bug would compile it.
  std::function<std::optional<graph::Block>(const graph::Block &)> onBlock = nullptr;
  /// The parameters as the bug would pack them.
  std::function<bool(const graph::Block &, std::vector<std::vector<float>> &)> onParameters = nullptr;
  /// The rows as the bug would leave them; [rows, width].
  std::function<bool(const graph::Block &, std::vector<double> &)> onRows = nullptr;
  /// A call as the bug would take it.
  std::function<void(reference::Batch &)> onBatch = nullptr;
};

const std::vector<Mutation> &mutations();
const Mutation *findMutation(std::string_view name);

/// A block with a bug in it: to be compiled (or interpreted) and judged against the block without.
struct Mutant {
  graph::Block block;
  std::vector<std::vector<float>> parameters;
  std::function<bool(const graph::Block &, std::vector<double> &)> onRows; ///< null: rows as they are
  std::function<void(reference::Batch &)> onBatch;                         ///< null: calls as they are

  /// `forward`, made of `block` and `parameters`, with what the bug does to its calls and rows.
  Forward wrap(Forward forward) const;
};

/// An error where there is no bug of this name, or where it does not apply to the block.
core::Result<Mutant> mutate(std::string_view name, const graph::Block &block,
                            const std::vector<std::vector<float>> &parameters);

/// The f32 baseline with the bug in it, which owns what it needs.
core::Result<Forward> mutatedForward(std::string_view name, const graph::Block &block,
                                     const std::vector<std::vector<float>> &parameters, size_t threads = 0);

} // namespace tenon::validate

#endif
