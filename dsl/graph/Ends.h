// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands before and behind the layers of a stack, as blocks of their own: whoever
// compiles blocks compiles stacks. Their parameters have the names of the stack's.
#ifndef TENON_DSL_GRAPH_ENDS_H
#define TENON_DSL_GRAPH_ENDS_H

#include "dsl/graph/Graph.h"

namespace tenon::graph {

/// Ids to rows: entry(scale * E[id] + P[position] + S[type]), [1] -> [width]. A sinusoidal P is
/// sin(p / 10000^(2i/width)) in column 2i, cos of the same in column 2i + 1 (Vaswani et al. 2017);
/// the width must be even then. The stack has an embedding.
Block embedBlock(const Stack &stack);

/// Rows of the last layer to rows of y: final norm, head, logits activation, and the
/// normalisation where it does not follow a mean. y is f32 if there is a head or pooling.
Block exitBlock(const Stack &stack);

/// x / max(|x|, 1e-12), on the means of sequences; f32. As wide as the result of exitBlock.
Block normalizeBlock(const Stack &stack);

/// Elements of a row of y, and their type: f32 behind a head or pooling, else the stream's.
int64_t outputWidth(const Stack &stack);
Format outputFormat(const Stack &stack);

} // namespace tenon::graph

#endif
