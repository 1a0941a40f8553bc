// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long each kernel of a block or stack takes.
#ifndef TENON_TOOLS_TENON_PROFILE_H
#define TENON_TOOLS_TENON_PROFILE_H

#include "tools/tenon/Compiling.h"
#include <map>
#include <utility>

namespace tenon::cli {

/// Seconds by (layer, kernel), of the fastest of a few calls.
using Profile = std::map<std::pair<size_t, std::string>, double>;

/// Runs `tokens` seeded rows or ids on seeded weights, on one thread. Nothing after an error,
/// with `exitCode` set.
template <typename Graph>
std::optional<Profile> profile(Session &session, const graph::Program &program, const Graph &graph,
                               const std::string &target, size_t tokens, Exit &exitCode);

} // namespace tenon::cli

#endif
