// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values that a GGUF file holds beside its tensors: sizes, constants, vocabulary.
#ifndef TENON_RUNTIME_WEIGHTS_METADATA_H
#define TENON_RUNTIME_WEIGHTS_METADATA_H

#include "runtime/weights/FileMapping.h"
#include <optional>
#include <string_view>
#include <vector>

namespace tenon::weights {

/// As the format numbers them.
enum class MetadataType : uint32_t { u8, i8, u16, i16, u32, i32, f32, boolean, text, array, u64, i64, f64 };

std::string_view spelling(MetadataType type); ///< "u32", "string", "array", ...

/// One value, in place: it lives as long as the file that it is from. Each accessor
/// gives nothing where the value is of another kind or does not fit.
class MetadataValue {
public:
  MetadataType type() const { return kind; }
  std::optional<uint64_t> asUnsigned() const; ///< of any type of integer, if >= 0
  std::optional<int64_t> asInteger() const;   ///< of any type of integer
  std::optional<double> asNumber() const;     ///< of any type of number; beyond 2^53 integers are rounded
  std::optional<bool> asBool() const;
  std::optional<std::string_view> asText() const; ///< as it stands in the file: perhaps not UTF-8

  /// Elements of an array; 0 for anything else.
  uint64_t count() const { return elements; }
  /// The type of an array's elements.
  MetadataType elementType() const { return element; }
  /// The elements, if this is an array of at most `most`.
  std::optional<std::vector<MetadataValue>> asArray(uint64_t most) const;

private:
  friend core::Result<MetadataValue> readMetadataValue(ByteReader &bytes, uint32_t type);
  friend class ValueReader;

  MetadataType kind = MetadataType::u8;
  MetadataType element = MetadataType::u8;
  uint64_t elements = 0;
  const std::byte *data = nullptr; ///< the number, the text's length, or the first element
};

/// Takes a value of the type numbered `type`, and checks all of it: that it lies within
/// the bytes, that its types exist, truth values are 0 or 1, and arrays in arrays are at
/// most 4 deep. An error says what is wrong.
core::Result<MetadataValue> readMetadataValue(ByteReader &bytes, uint32_t type);

} // namespace tenon::weights

#endif
