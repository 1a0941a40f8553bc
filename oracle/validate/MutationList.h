// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of the list of mutations.
#ifndef TENON_ORACLE_VALIDATE_MUTATIONLIST_H
#define TENON_ORACLE_VALIDATE_MUTATIONLIST_H

#include "oracle/validate/Mutations.h"

namespace tenon::validate {

/// Whether rounding to the block's dtype does anything to f32 values.
inline bool block16(const graph::Block &block) { return block.dtype != graph::Format::f32; }

void addNormMutations(std::vector<Mutation> &list);        ///< statistics, gains, casts
void addFeedForwardMutations(std::vector<Mutation> &list); ///< activations, gates, biases, placement
void addAttentionMutations(std::vector<Mutation> &list);   ///< masks, scores, rotation
void addDataMutations(std::vector<Mutation> &list);        ///< rows, columns, packed weights

} // namespace tenon::validate

#endif
