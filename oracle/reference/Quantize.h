// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The block formats of linear weights, as GGUF files hold them: 32 numbers
// share a scale in f16.
#ifndef TENON_ORACLE_REFERENCE_QUANTIZE_H
#define TENON_ORACLE_REFERENCE_QUANTIZE_H

#include "dsl/graph/Graph.h"

#include <cstddef>
#include <span>

namespace tenon::reference {

/// Replaces each number by the nearest that a block of `format` (q8_0, q4_0,
/// q4_1) holds. Blocks are counted from the beginning of `row`; the last may be short.
void quantize(graph::Format format, std::span<float> row);

/// Replaces each number by the nearest of 16 bits (two int8 limbs) with one f32
/// scale per 32: what a kernel may do to the input of a quantised linear.
void quantizeActivations(std::span<float> row);

} // namespace tenon::reference

#endif
