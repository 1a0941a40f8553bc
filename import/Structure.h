// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kind of thing a part of a graph is: recognised by its operations, not by names.
#ifndef TENON_IMPORT_STRUCTURE_H
#define TENON_IMPORT_STRUCTURE_H

#include "dsl/graph/Graph.h"
#include <optional>
#include <string>
#include <vector>

namespace tenon::importer {

/// The nodes between a region's argument and its result.
std::vector<const graph::Node *> nodesOf(const graph::Graph &graph, graph::ValueId result,
                                         graph::ValueId argument);

struct NormShape {
  std::string type; ///< "rmsnorm", "layernorm"
  double eps = 0;
  bool gain = false, bias = false;
  int offset = 0; ///< 1: 1 + gain
};
NormShape normOf(const graph::Block &block, graph::ValueId result, graph::ValueId argument);

/// The norm of a block that is nothing else: the ends of a stack.
NormShape normOf(const graph::Block &block);

/// The first region of a role, or the first whose path is `path`.
const graph::Region *findRegion(const graph::Block &block, graph::Region::Role role);
const graph::Region *findRegion(const graph::Block &block, std::string_view path);

struct FeedForwardShape {
  bool isGated = false;
  std::string activation; ///< "silu", "gelu_erf", "gelu_tanh", "gelu_quick", "relu", "relu2", ..., "other"
};
FeedForwardShape feedForwardOf(const graph::Block &block);

/// "pre", "post", "res_post", "sandwich", "parallel_shared", "parallel_two".
std::string placementOf(const graph::Block &block);

const graph::AttendAttr *attendOf(const graph::Block &block);
const graph::RotateAttr *rotateOf(const graph::Block &block);

/// The limit of cap * tanh(z / cap) in an expression, if there is one.
std::optional<double> softcapOf(const graph::Graph &expression);

} // namespace tenon::importer

#endif
