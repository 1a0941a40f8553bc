// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The GGUF format, versions 2 and 3: metadata, a table of tensors, their data.
// Source: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
#ifndef TENON_RUNTIME_WEIGHTS_GGUF_H
#define TENON_RUNTIME_WEIGHTS_GGUF_H

#include "runtime/core/Tensor.h"
#include "runtime/weights/Encoding.h"
#include "runtime/weights/Metadata.h"
#include <map>
#include <string>
#include <vector>

namespace tenon::weights {

/// Numbers of a tensor: in the file, or in memory of their own.
struct Numbers {
  core::TensorView view;
  core::Tensor memory; ///< what `view` shows, where the file holds it in another form
};

/// A file mapped into memory. Everything before the data is checked before it is
/// believed: counts, lengths, types, shapes, offsets against the file and against each
/// other, duplicates. A tensor in an encoding that Tenon does not read is an error
/// only when it is read.
class Gguf {
public:
  static core::Result<Gguf> open(const std::string &path);

  const std::string &path() const { return file; }
  uint32_t version() const { return formatVersion; }

  /// By key, sorted; the values live as long as this or a copy of it.
  const std::map<std::string, MetadataValue, std::less<>> &metadata() const { return values; }
  const MetadataValue *metadata(std::string_view key) const; ///< null where the file has none

  bool contains(const std::string &name) const { return tensors.count(name) != 0; }
  std::vector<std::string> names() const; ///< of tensors, sorted
  /// Row-major, [out, in] for a matrix: the reverse of the order in the file.
  /// Nothing where there is no such tensor.
  std::optional<core::Shape> shapeOf(const std::string &name) const;
  std::string encodingOf(const std::string &name) const; ///< "f16", "q4_K", "type 77"; "" for no tensor

  /// The numbers of a tensor: where the encoding is plain the file's own, else
  /// decoded to f32.
  core::Result<Numbers> read(const std::string &name) const;

private:
  struct Entry {
    core::Shape shape;
    uint32_t type = 0;
    const Encoding *encoding = nullptr; ///< null: unknown
    uint64_t offset = 0;                ///< from the begin of the data
    uint64_t bytes = 0;                 ///< 0 for an unknown encoding
  };
  std::string file;
  uint32_t formatVersion = 0;
  FileMapping mapping;
  const std::byte *data = nullptr;
  std::map<std::string, MetadataValue, std::less<>> values;
  std::map<std::string, Entry> tensors;

  friend class GgufReader;
};

} // namespace tenon::weights

#endif
