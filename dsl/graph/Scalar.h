// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operations on a single number that Ops.def lists: what constants are folded with, what the
// reference computes, and how errors grow in them. The compiler has its own vector code.
#ifndef TENON_DSL_GRAPH_SCALAR_H
#define TENON_DSL_GRAPH_SCALAR_H

#include "dsl/graph/Graph.h"

namespace tenon::graph {

struct Unary {
  double (*value)(double x);
  double condition; ///< relative error of the result for each of x, where it matters
  double roundings; ///< further error of its f32 code, in units of 2^-24
};

/// The facts of `op`; null if Ops.def does not list it as unary.
const Unary *findUnary(Op op);

} // namespace tenon::graph

#endif
