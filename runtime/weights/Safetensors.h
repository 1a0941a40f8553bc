// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The safetensors format: 8 bytes of header length, a JSON header, the data.
// Source: https://github.com/huggingface/safetensors (README, "Format").
#ifndef TENON_RUNTIME_WEIGHTS_SAFETENSORS_H
#define TENON_RUNTIME_WEIGHTS_SAFETENSORS_H

#include "runtime/core/Result.h"
#include "runtime/core/Tensor.h"
#include "runtime/weights/FileMapping.h"
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tenon::weights {

/// A file mapped into memory. Everything in the header is checked before it is
/// believed: types, shapes against sizes, offsets against the file and against
/// each other, duplicates. Tensors of types that Tenon does not read (u8, f8, ...)
/// are checked too, and reading one is an error that says so.
class Safetensors {
public:
  static core::Result<Safetensors> open(const std::string &path);

  /// The tensor called `name`; an error names the file.
  core::Result<core::TensorView> find(const std::string &name) const;
  bool contains(const std::string &name) const { return tensors.count(name) != 0; }
  std::vector<std::string> names() const; ///< sorted
  const std::string &path() const { return file; }

private:
  struct Entry {
    std::string type; ///< as the file spells it: "BF16"
    core::Shape shape;
    const std::byte *data = nullptr;
  };
  std::string file;
  FileMapping mapping;
  std::map<std::string, Entry> tensors;

  friend class HeaderReader;
};

/// Writes `tensors` in the order given, aligned to 64 bytes; the bytes depend on
/// nothing else. The file appears whole or not at all.
core::Result<core::Done>
writeSafetensors(const std::string &path,
                 const std::vector<std::pair<std::string, core::TensorView>> &tensors);

} // namespace tenon::weights

#endif
