// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an imported spec amounts to, read off the graph that its text expands to, so
// that the figures prove the text.
#ifndef TENON_IMPORT_FACTS_H
#define TENON_IMPORT_FACTS_H

#include "dsl/graph/Graph.h"
#include "import/Model.h"
#include <nlohmann/json.hpp>

namespace tenon::importer {

/// The document that `tenon import --json` prints: sizes, norm, positions, counts. From
/// `model` come only what no graph can tell: the names of kinds of scaling, the base of
/// the frequencies, multipliers, and what was left out.
nlohmann::ordered_json writeFacts(const graph::Stack &stack, const Model &model);

} // namespace tenon::importer

#endif
