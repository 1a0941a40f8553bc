// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/weights/Gguf.h"
#include "runtime/weights/Json.h"
#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace tenon::weights {

using core::Error;
using core::Result;

namespace {
constexpr uint64_t leastFile = 24; ///< magic, version, two counts
constexpr uint64_t leastPair = 13; ///< length of a key, type, one byte
constexpr uint64_t leastInfo = 24; ///< length of a name, dimensions, type, offset
constexpr uint32_t mostDimensions = 4;
constexpr uint64_t mostName = 65535; ///< bytes of a key; of a tensor's name too
constexpr const char *alignmentKey = "general.alignment";
} // namespace

/// Turns the bytes into entries, believing nothing.
class GgufReader {
public:
  GgufReader(Gguf &file, ByteReader bytes) : file(file), bytes(bytes) {}

  std::optional<Error> read() {
    std::optional<Error> error = readCounts();
    for (uint64_t i = 0; !error && i < pairCount; ++i)
      error = readPair(i);
    for (uint64_t i = 0; !error && i < tensorCount; ++i)
      error = readInfo(i);
    if (!error)
      error = findData();
    for (auto entry = file.tensors.begin(); !error && entry != file.tensors.end(); ++entry)
      error = checkPlace(entry->first, entry->second);
    return error ? error : checkOverlap();
  }

private:
  Error wrong(const std::string &what) const { return Error{fmt::format("{}: {}", file.file, what)}; }
  Error wrong(const std::string &name, const std::string &what) const {
    return wrong(fmt::format("tensor '{}': {}", printable(name), what));
  }
  Error cut(const std::string &where) const { return wrong(fmt::format("the file ends within {}", where)); }

  std::optional<Error> readCounts() {
    uint32_t magic = *bytes.number<uint32_t>();
    uint32_t version = *bytes.number<uint32_t>();
    tensorCount = *bytes.number<uint64_t>();
    pairCount = *bytes.number<uint64_t>();
    if (magic != 0x46554747) // "GGUF"
      return wrong("not a GGUF file");
    if (version == __builtin_bswap32(2) || version == __builtin_bswap32(3))
      return wrong("a big-endian file, which is not read here");
    if (version != 2 && version != 3)
      return wrong(fmt::format("GGUF version {}; versions 2 and 3 are read here", version));
    uint64_t left = bytes.remaining();
    if (pairCount > left / leastPair || tensorCount > left / leastInfo)
      return wrong(fmt::format("{} tensors and {} metadata values do not fit into a file of {} bytes", tensorCount,
                               pairCount, left + leastFile));
    file.formatVersion = version;
    return std::nullopt;
  }

  /// A name, or an error about the `index`th of `what`.
  Result<std::string> readName(const char *what, uint64_t index) {
    std::optional<std::string_view> text = bytes.text();
    if (!text)
      return cut(fmt::format("the name of {} {}", what, index));
    if (text->empty() || text->size() > mostName)
      return wrong(fmt::format("the name of {} {} has {} bytes; it must have 1 to {}", what, index,
                               text->size(), mostName));
    return std::string(*text);
  }

  std::optional<Error> readPair(uint64_t index) {
    Result<std::string> key = readName("metadata value", index);
    if (!key)
      return key.failure();
    std::optional<uint32_t> type = bytes.number<uint32_t>();
    if (!type)
      return cut(fmt::format("metadata '{}'", printable(*key)));
    Result<MetadataValue> value = readMetadataValue(bytes, *type);
    if (!value)
      return wrong(fmt::format("metadata '{}': {}", printable(*key), value.error()));
    if (!file.values.emplace(*key, *value).second)
      return wrong(fmt::format("metadata '{}' occurs twice", printable(*key)));
    return std::nullopt;
  }

  std::optional<Error> readInfo(uint64_t index) {
    Result<std::string> name = readName("tensor", index);
    if (!name)
      return name.failure();
    std::optional<uint32_t> dimensions = bytes.number<uint32_t>();
    if (!dimensions)
      return cut(fmt::format("the entry of tensor '{}'", printable(*name)));
    if (*dimensions > mostDimensions)
      return wrong(*name, fmt::format("{} dimensions; at most {} are possible", *dimensions, mostDimensions));
    Gguf::Entry entry;
    for (uint32_t i = 0; i < *dimensions; ++i) {
      std::optional<uint64_t> size = bytes.number<uint64_t>();
      if (!size)
        return cut(fmt::format("the entry of tensor '{}'", printable(*name)));
      if (*size > INT64_MAX)
        return wrong(*name, "a size in its shape is too large");
      entry.shape.insert(entry.shape.begin(), static_cast<int64_t>(*size));
    }
    std::optional<uint32_t> type = bytes.number<uint32_t>();
    std::optional<uint64_t> offset = bytes.number<uint64_t>();
    if (!type || !offset)
      return cut(fmt::format("the entry of tensor '{}'", printable(*name)));
    entry.type = *type;
    entry.encoding = findEncoding(*type);
    entry.offset = *offset;
    if (!file.tensors.emplace(*name, entry).second)
      return wrong(fmt::format("tensor '{}' occurs twice", printable(*name)));
    return std::nullopt;
  }

  /// The data begins at the next multiple of the alignment.
  std::optional<Error> findData() {
    if (const MetadataValue *value = file.metadata(alignmentKey)) {
      std::optional<uint64_t> given = value->asUnsigned();
      if (!given || *given % 8 != 0 || *given == 0 || *given > UINT32_MAX)
        return wrong(fmt::format("{} is not a multiple of 8", alignmentKey));
      alignment = *given;
    }
    uint64_t begin = uint64_t(bytes.position() - file.mapping.bytes.get());
    uint64_t padding = (alignment - begin % alignment) % alignment;
    // A file without tensors need not have the padding.
    if (!bytes.skip(padding) && tensorCount != 0)
      return cut("the padding before its data");
    file.data = bytes.position();
    return std::nullopt;
  }

  std::optional<Error> checkPlace(const std::string &name, Gguf::Entry &entry) {
    std::optional<size_t> count = core::elementsOf(entry.shape);
    if (!count)
      return wrong(name, fmt::format("shape {} has too many elements", core::spelling(entry.shape)));
    if (entry.offset > bytes.remaining() || entry.offset % alignment != 0)
      return wrong(name, fmt::format("offset {} is not a multiple of {} within the file's {} bytes of data",
                                     entry.offset, alignment, bytes.remaining()));
    if (!entry.encoding)
      return std::nullopt;
    const Encoding &encoding = *entry.encoding;
    if (*count % encoding.elements != 0 ||
        (!entry.shape.empty() && entry.shape.back() % encoding.elements != 0))
      return wrong(name, fmt::format("rows of shape {} are not whole blocks of {}, {} numbers each",
                                     core::spelling(entry.shape), encoding.name, encoding.elements));
    if (__builtin_mul_overflow(*count / encoding.elements, uint64_t(encoding.bytes), &entry.bytes) ||
        entry.bytes > bytes.remaining() - entry.offset)
      return wrong(name,
                   fmt::format("shape {} of {} at offset {} goes beyond the file's {} bytes of data",
                               core::spelling(entry.shape), encoding.name, entry.offset, bytes.remaining()));
    return std::nullopt;
  }

  std::optional<Error> checkOverlap() const {
    std::vector<std::tuple<uint64_t, uint64_t, const std::string *>> ranges;
    for (const auto &[name, entry] : file.tensors)
      if (entry.bytes != 0)
        ranges.emplace_back(entry.offset, entry.offset + entry.bytes, &name);
    std::sort(ranges.begin(), ranges.end(), [](const auto &a, const auto &b) {
      return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
    });
    for (size_t i = 1; i < ranges.size(); ++i)
      if (std::get<0>(ranges[i]) < std::get<1>(ranges[i - 1]))
        return wrong(*std::get<2>(ranges[i]),
                     fmt::format("its data overlaps that of '{}'", printable(*std::get<2>(ranges[i - 1]))));
    return std::nullopt;
  }

  Gguf &file;
  ByteReader bytes;
  uint64_t tensorCount = 0, pairCount = 0;
  uint64_t alignment = 32;
};

Result<Gguf> Gguf::open(const std::string &path) {
  Result<FileMapping> mapping = mapFile(path, leastFile, "GGUF");
  if (!mapping)
    return mapping.failure();
  Gguf file;
  file.file = path;
  file.mapping = *mapping;
  GgufReader reader(file, ByteReader(mapping->bytes.get(), mapping->size));
  if (std::optional<Error> error = reader.read())
    return *error;
  return file;
}

const MetadataValue *Gguf::metadata(std::string_view key) const {
  auto found = values.find(key);
  return found == values.end() ? nullptr : &found->second;
}

std::vector<std::string> Gguf::names() const {
  std::vector<std::string> result;
  for (const auto &[name, entry] : tensors)
    result.push_back(name);
  return result;
}

std::optional<core::Shape> Gguf::shapeOf(const std::string &name) const {
  auto found = tensors.find(name);
  return found == tensors.end() ? std::nullopt : std::optional(found->second.shape);
}

std::string Gguf::encodingOf(const std::string &name) const {
  auto found = tensors.find(name);
  if (found == tensors.end())
    return "";
  const Encoding *encoding = found->second.encoding;
  return encoding ? std::string(encoding->name) : fmt::format("type {}", found->second.type);
}

Result<Numbers> Gguf::read(const std::string &name) const {
  auto found = tensors.find(name);
  if (found == tensors.end())
    return Error{fmt::format("{}: no tensor '{}'", file, printable(name))};
  const Entry &entry = found->second;
  const Encoding *encoding = entry.encoding;
  const std::byte *bytes = data + entry.offset;
  if (encoding && encoding->plain)
    return Numbers{{*encoding->plain, entry.shape, bytes}, {}};
  if (!encoding || !encoding->decode)
    return Error{fmt::format("{}: tensor '{}' is encoded as {}, which is not read here", file,
                             printable(name), encodingOf(name))};
  Result<core::Tensor> tensor = core::makeTensor(core::Type::f32, entry.shape);
  if (!tensor)
    return Error{fmt::format("{}: tensor '{}': {}", file, printable(name), tensor.error())};
  float *numbers = reinterpret_cast<float *>(tensor->data.data());
  for (const std::byte *end = bytes + entry.bytes; bytes != end; bytes += encoding->bytes) {
    encoding->decode(bytes, numbers);
    numbers += encoding->elements;
  }
  core::TensorView view = tensor->view();
  return Numbers{view, std::move(*tensor)};
}

} // namespace tenon::weights
