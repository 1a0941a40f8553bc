// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What users look up about a block, read off its graph and never off names.
#ifndef TENON_DSL_GRAPH_FACTS_H
#define TENON_DSL_GRAPH_FACTS_H

#include "dsl/graph/Graph.h"

namespace tenon::graph {

/// What the top-level conjunction of a mask says in the terms `k <= q` and
/// `q - k < window`; other terms may hide more.
struct MaskRange {
  bool isCausal = false;
  std::optional<int64_t> window;
};
MaskRange maskRange(const AttendAttr &attend);

bool attends(const Block &block);
/// Whether some attention lets a query see keys behind its own token. Then a
/// sequence is computed whole, from position 0, and there is no cache.
bool seesLaterTokens(const Block &block);

/// Work and traffic of one call with `tokens` tokens of one sequence.
struct Work {
  int64_t tokens = 0;
  int64_t past = 0; ///< tokens of earlier calls, whose keys and values are seen
  /// 2 per multiplication and addition of linears and attention (of the keys
  /// that `maskRange` shows); element-wise work is not counted.
  double flops = 0;
  /// Bytes that must move at least: every parameter once, x and y, K and V of
  /// new and of seen old tokens once.
  double bytes = 0;
};

Work workOf(const Block &block, int64_t tokens, int64_t past = 0);
/// Of all layers, and of the head for the last of the tokens; of the embedding, its rows.
Work workOf(const Stack &stack, int64_t tokens, int64_t past = 0);

struct NormFacts {
  std::string path;
  int64_t reductions = 0; ///< means and sums between its argument and its result
};

struct BlockFacts {
  std::string name;
  int64_t width = 0;
  std::optional<int64_t> hidden;                  ///< input width of the linear that makes the ffn's result
  std::optional<int64_t> heads, kvHeads, headDim; ///< of the first attend
  int64_t parameterCount = 0;
  int64_t matrixCount = 0;                                                     ///< linear weights alone
  int64_t attentionCount = 0, ffnCount = 0, normCount = 0, placementCount = 0; ///< sum: parameterCount
  std::optional<double> ratio;                                                 ///< hidden / width
  std::vector<Work> work;                                                      ///< for 1 and 512 tokens
  std::vector<NormFacts> norms;
  int64_t kvBytesPerToken = 0; ///< in the cache's format, all attends
};
BlockFacts facts(const Block &block);

struct StackFacts {
  std::string name;
  int64_t layers = 0;
  int64_t vocab = 0; ///< 0: the ends are rows
  bool tied = false;
  int64_t parameterCount = 0;
  int64_t kvBytesPerToken = 0;
};
StackFacts facts(const Stack &stack);

/// Bytes of `count` elements in `format` (quantised formats: blocks of 32).
int64_t bytesOf(Format format, int64_t count);

} // namespace tenon::graph

#endif
