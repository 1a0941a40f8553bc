// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_ORACLE_REFERENCE_BROADCAST_H
#define TENON_ORACLE_REFERENCE_BROADCAST_H

#include "dsl/graph/Graph.h"

#include <cstdint>
#include <vector>

namespace tenon::reference {

/// For each element of a value of shape `to`, the element of an operand of
/// shape `from` that belongs to it: axes of length 1 and missing leading axes
/// repeat (language.md, rule 9). The token axis is not part of either.
std::vector<uint32_t> broadcast(const graph::Shape &from, const graph::Shape &to);

} // namespace tenon::reference

#endif
