// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The eps of a checkpoint, beside that of a spec: a wrong one degrades a model silently.
#ifndef TENON_TOOLS_TENON_IMPORT_EPSILON_H
#define TENON_TOOLS_TENON_IMPORT_EPSILON_H

#include "tools/tenon/Session.h"

namespace tenon::importer {

/// The eps that a checkpoint says its norms have: a GGUF file in its metadata, a folder or
/// a file of a folder in the config.json that lies there. Nothing where none is said.
std::optional<double> epsilonOf(const std::string &checkpoint);

/// Warns where norms of `blocks` have another eps than `checkpoint` says.
void warnOfEpsilon(cli::Session &session, const std::vector<const graph::Block *> &blocks,
                   const std::string &checkpoint);

} // namespace tenon::importer

#endif
