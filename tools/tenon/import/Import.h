// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Configuration in, spec and name map out.
#ifndef TENON_TOOLS_TENON_IMPORT_IMPORT_H
#define TENON_TOOLS_TENON_IMPORT_IMPORT_H

#include "tools/tenon/Session.h"

namespace tenon::importer {

struct Imported {
  std::string spec; ///< in canonical form
  cli::Json names;  ///< a name map (docs/cli.md)
  cli::Json facts;  ///< what --json prints
};

/// Imports `path`: a config.json, a folder that holds one, or a GGUF file. The stack is
/// called `name`, or by the kind of model where that is empty; numbers are stored in
/// `dtype`, or as the configuration says. Nothing after an error.
std::optional<Imported> importModel(cli::Session &session, const std::string &path, const std::string &name,
                                    const std::string &dtype);

} // namespace tenon::importer

#endif
