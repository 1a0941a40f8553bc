// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the translator has of the program around it.
#ifndef TENON_IMPORT_SINK_H
#define TENON_IMPORT_SINK_H

#include "dsl/ast/Diagnostics.h"
#include <functional>
#include <optional>
#include <string>

namespace tenon::importer {

/// Where texts are kept, and where what is said about them goes. Nothing is printed.
struct Sink {
  SourceManager &sources;
  Diagnostics &diagnostics;
  /// Puts the text at a path into `sources`, or says why not and returns nothing: which
  /// paths mean what ("-") is the program's to say.
  std::function<std::optional<FileId>(const std::string &path)> read;
};

} // namespace tenon::importer

#endif
