// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a stack means: embedding, layers, final norm, head, pooling.
#ifndef TENON_ORACLE_REFERENCE_STACK_H
#define TENON_ORACLE_REFERENCE_STACK_H

#include "oracle/reference/Interpreter.h"

namespace tenon::reference {

/// What goes in: token ids where the stack has an embedding, else rows.
struct StackInput {
  std::span<const int32_t> ids;   ///< [tokens], below the vocabulary
  std::span<const int32_t> types; ///< [tokens], or empty: all 0
  std::span<const double> rows;   ///< [tokens, width]
};

struct StackOptions {
  Arithmetic arithmetic = Arithmetic::exact;
  size_t threads = 0;
  std::vector<Cache> *caches = nullptr; ///< one per layer (made if empty), or null
};

/// Rows of what comes out: [tokens, width], [tokens, vocab] with a head,
/// [sequences, width] with pooling.
struct StackOutput {
  std::vector<double> values;
  size_t rows = 0, columns = 0;
};

/// Runs `stack` on `parameters`, in the order of Stack::params. Errors: a
/// missing or wrong-sized parameter or input, an id beyond the vocabulary, a
/// position beyond a table, a batch that contradicts itself.
///
/// h = entry(scale * E[id] + P[position + offset] + S[type]); sinusoidal positions are
/// P[p, 2i] = sin(p / 10000^(2i/width)), P[p, 2i + 1] = cos of the same (Vaswani et al. 2017);
/// logits = activation(scale * (W h) + bias); normalize divides by max(|h|, 1e-12).
core::Result<StackOutput> run(const graph::Stack &stack, const Parameters &parameters, const Batch &batch,
                              const StackInput &input, const StackOptions &options = {});

} // namespace tenon::reference

#endif
