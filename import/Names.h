// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a checkpoint keeps the parameters of an imported spec.
#ifndef TENON_IMPORT_NAMES_H
#define TENON_IMPORT_NAMES_H

#include "dsl/graph/Graph.h"
#include "import/families/Families.h"
#include <nlohmann/json.hpp>

namespace tenon::importer {

/// The name map (docs/cli.md) for every parameter of `stack`. A parameter that the
/// tables do not know, or whose place a map cannot say, is warned of and left out.
nlohmann::ordered_json writeNames(const graph::Stack &stack, const Model &model,
                                  std::initializer_list<NameTable> tables, Report &report);

} // namespace tenon::importer

#endif
