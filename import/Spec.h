// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model as text of the language.
#ifndef TENON_IMPORT_SPEC_H
#define TENON_IMPORT_SPEC_H

#include "import/Model.h"
#include <string>

namespace tenon::importer {

/// The spec of `model`: kinds that the library lacks, its blocks, and the stack `name`.
/// Not yet in canonical form. `origin` stands in the comment at its top.
std::string writeSpec(const Model &model, const std::string &name, const std::string &origin);

} // namespace tenon::importer

#endif
