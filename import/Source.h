// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an import reads: a configuration, and what is known about where it came from.
#ifndef TENON_IMPORT_SOURCE_H
#define TENON_IMPORT_SOURCE_H

#include "import/Gguf.h"
#include "import/Sink.h"

namespace tenon::importer {

struct Source {
  weights::Json config;
  FileId file = noFile;              ///< its text, where it has one
  std::string label;                 ///< for the comment in the spec
  std::string folder;                ///< the folder that was given; empty: a file
  std::string checkpoint;            ///< a file with its tensors; empty: not there
  std::optional<weights::Gguf> gguf; ///< where the configuration is its metadata
  NameTable names, moreNames;        ///< of the tensors; empty: those of the family
};

/// Reads a config.json, a folder that holds one, or a GGUF file. Nothing after an error.
std::optional<Source> readSource(Sink &sink, const std::string &path);

} // namespace tenon::importer

#endif
