// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_ORACLE_VALIDATE_APRIORI_H
#define TENON_ORACLE_VALIDATE_APRIORI_H

#include "dsl/graph/Graph.h"

#include <cstddef>

namespace tenon::validate {

/// What rms error, relative to the rms of the result, a kernel of this block may have on normal rows: from
/// the lengths of its sums and from its types alone, without a run. Errors are taken as independent (they add
/// as squares), each rounding as large as it can be, terms of a sum as uncorrelated and of one size, sums in
/// 8 lanes for reductions and in one chain for linears; keys seen by a query: `tokens`. The derivation is
/// docs/design/validation.md.
double aPrioriBound(const graph::Block &block, size_t tokens);

} // namespace tenon::validate

#endif
