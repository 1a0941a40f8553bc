// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tensors of a model, in whatever files they are kept.
#ifndef TENON_RUNTIME_WEIGHTS_CHECKPOINT_H
#define TENON_RUNTIME_WEIGHTS_CHECKPOINT_H

#include "runtime/weights/Gguf.h"
#include "runtime/weights/Safetensors.h"
#include <variant>

namespace tenon::weights {

/// A safetensors file, a GGUF file, or the JSON index of a checkpoint in several
/// safetensors files, which lie beside it. The first bytes say which.
class Checkpoint {
public:
  /// All errors of the readers; for an index also a file that is missing or named by
  /// a path, and a tensor that is not in the file that the index says.
  static core::Result<Checkpoint> open(const std::string &path);

  const std::string &path() const { return file; }
  bool contains(const std::string &name) const { return places.count(name) != 0; }
  std::vector<std::string> names() const; ///< sorted

  /// The numbers of a tensor; an error names the file.
  core::Result<Numbers> read(const std::string &name) const;

private:
  core::Result<core::Done> openParts(std::string_view index);

  std::string file;
  std::vector<std::variant<Safetensors, Gguf>> parts;
  std::map<std::string, size_t> places; ///< by tensor: the part that holds it
};

} // namespace tenon::weights

#endif
