// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files mapped into memory, and bytes read from them in order.
#ifndef TENON_RUNTIME_WEIGHTS_FILEMAPPING_H
#define TENON_RUNTIME_WEIGHTS_FILEMAPPING_H

#include "runtime/core/Result.h"
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tenon::weights {

static_assert(std::endian::native == std::endian::little,
              "the formats are little-endian, and read as they are");

/// The bytes of a file, for as long as a copy of this lives.
struct FileMapping {
  std::shared_ptr<const std::byte> bytes;
  uint64_t size = 0;
};

/// What cannot be opened, is no regular file, or is shorter than `least` bytes
/// ("too short for a ..." `format` "file") is an error that names the file.
core::Result<FileMapping> mapFile(const std::string &path, uint64_t least, std::string_view format);

/// A number at an address that need not be aligned to it.
template <typename T> T numberAt(const std::byte *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

/// Reads from the front of a range and never beyond its end.
class ByteReader {
public:
  ByteReader(const std::byte *next, uint64_t left) : next(next), left(left) {}

  const std::byte *position() const { return next; }
  uint64_t remaining() const { return left; }

  bool skip(uint64_t bytes) {
    if (bytes > left)
      return false;
    next += bytes;
    left -= bytes;
    return true;
  }

  /// A number; nothing where the range ends before it does.
  template <typename T> std::optional<T> number() {
    const std::byte *begin = next;
    return skip(sizeof(T)) ? std::optional(numberAt<T>(begin)) : std::nullopt;
  }

  /// 8 bytes of length, then the text.
  std::optional<std::string_view> text() {
    std::optional<uint64_t> length = number<uint64_t>();
    const char *begin = reinterpret_cast<const char *>(next);
    return length && skip(*length) ? std::optional(std::string_view(begin, *length)) : std::nullopt;
  }

private:
  const std::byte *next;
  uint64_t left;
};

} // namespace tenon::weights

#endif
