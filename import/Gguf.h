// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The metadata of a GGUF file in the words of the configuration that its model came from.
#ifndef TENON_IMPORT_GGUF_H
#define TENON_IMPORT_GGUF_H

#include "import/families/Families.h"
#include "runtime/weights/Gguf.h"

namespace tenon::importer {

/// Whether the file at `path` begins like a GGUF file.
bool isGguf(const std::string &path);

struct GgufModel {
  weights::Json config; ///< with `model_type`
  NameTable names;      ///< looked at before ...
  NameTable moreNames;
};
/// Metadata that the format does not have for an architecture, that are of another kind
/// than they should be, or that contradict the tensors are errors. Nothing has a default,
/// except rotary positions, as llama.cpp has them.
std::optional<GgufModel> readGguf(const weights::Gguf &file, Report &report);

/// What only tensors tell: stretched frequencies as numbers of their own.
void applyTensors(const weights::Gguf &file, Model &model, Report &report);

/// A number as its type spells it: 1e-5 for the f32 next to it.
double asWritten(const weights::MetadataValue &value);

} // namespace tenon::importer

#endif
