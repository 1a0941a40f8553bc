// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Configuration in, spec and name map out. All that others include of this folder.
#ifndef TENON_IMPORT_IMPORT_H
#define TENON_IMPORT_IMPORT_H

#include "dsl/graph/Graph.h"
#include "import/Sink.h"
#include <nlohmann/json.hpp>
#include <vector>

namespace tenon::importer {

struct Imported {
  std::string spec;             ///< in canonical form
  nlohmann::ordered_json names; ///< a name map (docs/cli.md)
  nlohmann::ordered_json facts; ///< what the spec amounts to: sizes, kinds, counts
};

/// Imports `path`: a config.json, a folder that holds one, or a GGUF file. The stack is
/// called `name`, or by the kind of model where that is empty; numbers are stored in
/// `dtype`, or as the configuration says. Nothing after an error.
std::optional<Imported> importModel(Sink &sink, const std::string &path, const std::string &name,
                                    const std::string &dtype);

/// Warns where norms of `blocks` have another eps than `checkpoint` says: a GGUF file in its
/// metadata, a folder or a file of a folder in the config.json that lies there. A wrong one
/// degrades a model silently.
void warnOfEpsilon(Diagnostics &diagnostics, const std::vector<const graph::Block *> &blocks,
                   const std::string &checkpoint);

} // namespace tenon::importer

#endif
