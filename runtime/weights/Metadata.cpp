// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/weights/Metadata.h"
#include <array>
#include <fmt/format.h>

namespace tenon::weights {

using core::Error;
using core::Result;

namespace {
struct TypeFacts {
  std::string_view name;
  unsigned bytes; ///< 0: not of one size
};
constexpr std::array<TypeFacts, 13> typeFacts{{{"u8", 1},
                                               {"i8", 1},
                                               {"u16", 2},
                                               {"i16", 2},
                                               {"u32", 4},
                                               {"i32", 4},
                                               {"f32", 4},
                                               {"bool", 1},
                                               {"string", 0},
                                               {"array", 0},
                                               {"u64", 8},
                                               {"i64", 8},
                                               {"f64", 8}}};
constexpr unsigned maxDepth = 4;

/// Whole numbers as sign and magnitude would need 65 bits: this is both halves of the range.
struct Whole {
  bool isNegative = false;
  uint64_t bits = 0; ///< two's complement
};

template <typename T> Whole wholeOf(const std::byte *data) {
  T value = numberAt<T>(data);
  return {value < T(0), static_cast<uint64_t>(value)};
}

std::optional<Whole> wholeAt(MetadataType type, const std::byte *data) {
  switch (type) {
  case MetadataType::u8:
    return wholeOf<uint8_t>(data);
  case MetadataType::i8:
    return wholeOf<int8_t>(data);
  case MetadataType::u16:
    return wholeOf<uint16_t>(data);
  case MetadataType::i16:
    return wholeOf<int16_t>(data);
  case MetadataType::u32:
    return wholeOf<uint32_t>(data);
  case MetadataType::i32:
    return wholeOf<int32_t>(data);
  case MetadataType::u64:
    return wholeOf<uint64_t>(data);
  case MetadataType::i64:
    return wholeOf<int64_t>(data);
  default:
    return std::nullopt;
  }
}
} // namespace

/// Walks over values; an array's header becomes part of the value.
class ValueReader {
public:
  explicit ValueReader(ByteReader &bytes) : bytes(bytes) {}

  Result<MetadataValue> read(uint32_t type, unsigned depth) {
    if (type >= typeFacts.size())
      return Error{fmt::format("unknown type {}", type)};
    MetadataValue value;
    value.kind = MetadataType(type);
    value.data = bytes.position();
    if (value.kind == MetadataType::array)
      return readArray(value, depth);
    if (value.kind == MetadataType::text)
      return bytes.text() ? Result(value) : Error{"a text goes beyond the end of the file"};
    if (!bytes.skip(typeFacts[type].bytes))
      return Error{"the file ends within it"};
    if (value.kind == MetadataType::boolean && numberAt<uint8_t>(value.data) > 1)
      return Error{"a truth value is neither 0 nor 1"};
    return value;
  }

private:
  Result<MetadataValue> readArray(MetadataValue value, unsigned depth) {
    if (depth == maxDepth)
      return Error{"arrays in arrays are nested too deeply"};
    std::optional<uint32_t> type = bytes.number<uint32_t>();
    std::optional<uint64_t> count = bytes.number<uint64_t>();
    if (!type || !count)
      return Error{"the file ends within it"};
    if (*type >= typeFacts.size())
      return Error{fmt::format("array of unknown type {}", *type)};
    // No element is shorter than this, so that the count is bounded before it is followed.
    unsigned least = typeFacts[*type].bytes ? typeFacts[*type].bytes : 8;
    if (*count > bytes.remaining() / least)
      return Error{fmt::format("an array of {} goes beyond the end of the file", *count)};
    value.element = MetadataType(*type);
    value.elements = *count;
    value.data = bytes.position();
    for (uint64_t i = 0; i < *count; ++i) {
      Result<MetadataValue> element = read(*type, depth + 1);
      if (!element)
        return element;
    }
    return value;
  }

  ByteReader &bytes;
};

std::string_view spelling(MetadataType type) { return typeFacts[size_t(type)].name; }

Result<MetadataValue> readMetadataValue(ByteReader &bytes, uint32_t type) {
  return ValueReader(bytes).read(type, 0);
}

std::optional<uint64_t> MetadataValue::asUnsigned() const {
  std::optional<Whole> whole = wholeAt(kind, data);
  return whole && !whole->isNegative ? std::optional(whole->bits) : std::nullopt;
}

std::optional<int64_t> MetadataValue::asInteger() const {
  std::optional<Whole> whole = wholeAt(kind, data);
  bool fits = whole && (whole->isNegative || whole->bits <= uint64_t(INT64_MAX));
  return fits ? std::optional(static_cast<int64_t>(whole->bits)) : std::nullopt;
}

std::optional<double> MetadataValue::asNumber() const {
  if (kind == MetadataType::f32)
    return numberAt<float>(data);
  if (kind == MetadataType::f64)
    return numberAt<double>(data);
  std::optional<Whole> whole = wholeAt(kind, data);
  if (!whole)
    return std::nullopt;
  return whole->isNegative ? double(static_cast<int64_t>(whole->bits)) : double(whole->bits);
}

std::optional<bool> MetadataValue::asBool() const {
  return kind == MetadataType::boolean ? std::optional(numberAt<uint8_t>(data) == 1) : std::nullopt;
}

std::optional<std::string_view> MetadataValue::asText() const {
  if (kind != MetadataType::text)
    return std::nullopt;
  return std::string_view(reinterpret_cast<const char *>(data + 8), numberAt<uint64_t>(data));
}

std::optional<std::vector<MetadataValue>> MetadataValue::asArray(uint64_t most) const {
  if (kind != MetadataType::array || elements > most)
    return std::nullopt;
  // All of it was checked when the file was opened: the end cannot be passed.
  ByteReader bytes(data, UINT64_MAX);
  std::vector<MetadataValue> values;
  for (uint64_t i = 0; i < elements; ++i)
    if (Result<MetadataValue> value = readMetadataValue(bytes, uint32_t(element)))
      values.push_back(*value);
  return values;
}

} // namespace tenon::weights
