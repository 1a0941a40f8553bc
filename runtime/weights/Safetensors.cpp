// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/weights/Safetensors.h"
#include "runtime/weights/Json.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tenon::weights {

using core::Error;
using core::Result;
using core::Shape;

namespace {
/// The header may be this long; the reference implementation has the same limit.
constexpr uint64_t maxHeaderBytes = 100'000'000;

/// Bits of an element by the format's type names; 0: unknown.
unsigned bitsOf(const std::string &type) {
  static const std::map<std::string, unsigned> table{
      {"BOOL", 8}, {"U8", 8},   {"I8", 8},    {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"I16", 16},
      {"U16", 16}, {"F16", 16}, {"BF16", 16}, {"I32", 32},    {"U32", 32},    {"F32", 32},    {"F64", 64},
      {"I64", 64}, {"U64", 64}, {"C64", 64},  {"F4", 4},      {"F6_E2M3", 6}, {"F6_E3M2", 6}};
  auto found = table.find(type);
  return found == table.end() ? 0 : found->second;
}

std::optional<core::Type> typeOf(const std::string &type) {
  static const std::map<std::string, core::Type> table{{"F32", core::Type::f32}, {"BF16", core::Type::bf16},
                                                       {"F16", core::Type::f16}, {"F64", core::Type::f64},
                                                       {"I32", core::Type::i32}, {"I64", core::Type::i64}};
  auto found = table.find(type);
  return found == table.end() ? std::nullopt : std::optional(found->second);
}

std::string_view fileTypeOf(core::Type type) {
  switch (type) {
  case core::Type::f32:
    return "F32";
  case core::Type::bf16:
    return "BF16";
  case core::Type::f16:
    return "F16";
  case core::Type::f64:
    return "F64";
  case core::Type::i32:
    return "I32";
  case core::Type::i64:
    return "I64";
  }
  return "?";
}
} // namespace

/// Turns the JSON header into entries, believing nothing.
class HeaderReader {
public:
  HeaderReader(Safetensors &file, const std::byte *data, uint64_t dataBytes)
      : file(file), data(data), dataBytes(dataBytes) {}

  std::optional<Error> read(const Json &header) {
    if (!header.is_object())
      return wrong("the header is not a JSON object");
    for (const auto &[name, value] : header.items()) {
      if (name == "__metadata__")
        continue;
      if (std::optional<Error> error = readTensor(name, value))
        return error;
    }
    return checkOverlap();
  }

private:
  struct Range {
    uint64_t begin, end;
    std::string name;
  };

  Error wrong(const std::string &what) const { return Error{fmt::format("{}: {}", file.file, what)}; }
  Error wrong(const std::string &name, const std::string &what) const {
    return wrong(fmt::format("tensor '{}': {}", printable(name), what));
  }

  std::optional<Error> readTensor(const std::string &name, const Json &value) {
    if (!value.is_object())
      return wrong(name, "its entry is not an object");
    std::optional<std::string> type = stringAt(value, "dtype");
    if (!type || !bitsOf(*type))
      return wrong(name, type ? "unknown dtype '" + printable(*type) + "'" : "no dtype");
    std::optional<std::vector<uint64_t>> sizes = unsignedsAt(value, "shape");
    std::optional<std::vector<uint64_t>> offsets = unsignedsAt(value, "data_offsets");
    if (!sizes)
      return wrong(name, "no shape of whole numbers");
    if (!offsets || offsets->size() != 2)
      return wrong(name, "data_offsets are not two whole numbers");
    return place(name, *type, *sizes, (*offsets)[0], (*offsets)[1]);
  }

  std::optional<Error> place(const std::string &name, const std::string &type,
                             const std::vector<uint64_t> &sizes, uint64_t begin, uint64_t end) {
    if (begin > end || end > dataBytes)
      return wrong(name, fmt::format("data_offsets [{}, {}] do not lie in the file's {} bytes of data", begin,
                                     end, dataBytes));
    Shape shape;
    for (uint64_t size : sizes) {
      if (size > INT64_MAX)
        return wrong(name, "a size in its shape is too large");
      shape.push_back(static_cast<int64_t>(size));
    }
    std::optional<size_t> count = core::elementsOf(shape);
    uint64_t bits = 0;
    if (!count || __builtin_mul_overflow(uint64_t(*count), bitsOf(type), &bits) || bits % 8 != 0 ||
        bits / 8 != end - begin)
      return wrong(name, fmt::format("shape {} of {} does not fill data_offsets [{}, {}]",
                                     core::spelling(shape), type, begin, end));
    if (begin != end)
      ranges.push_back({begin, end, name});
    file.tensors[name] = {type, std::move(shape), data + begin};
    return std::nullopt;
  }

  std::optional<Error> checkOverlap() {
    std::sort(ranges.begin(), ranges.end(), [](const Range &a, const Range &b) {
      return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
    });
    for (size_t i = 1; i < ranges.size(); ++i)
      if (ranges[i].begin < ranges[i - 1].end)
        return wrong(ranges[i].name,
                     fmt::format("its data overlaps that of '{}'", printable(ranges[i - 1].name)));
    return std::nullopt;
  }

  Safetensors &file;
  const std::byte *data;
  uint64_t dataBytes;
  std::vector<Range> ranges;
};

Result<Safetensors> Safetensors::open(const std::string &path) {
  Result<FileMapping> mapped = mapFile(path, 8, "safetensors");
  if (!mapped)
    return mapped.failure();
  uint64_t headerBytes = numberAt<uint64_t>(mapped->bytes.get());
  if (headerBytes > maxHeaderBytes || headerBytes > mapped->size - 8)
    return Error{
        fmt::format("{}: a header of {} bytes in a file of {} bytes", path, headerBytes, mapped->size)};
  const char *text = reinterpret_cast<const char *>(mapped->bytes.get() + 8);
  Result<Json> header = parseJson({text, headerBytes});
  if (!header)
    return Error{fmt::format("{}: header: {}", path, header.error())};
  Safetensors file;
  file.file = path;
  file.mapping = *mapped;
  HeaderReader reader(file, mapped->bytes.get() + 8 + headerBytes, mapped->size - 8 - headerBytes);
  if (std::optional<Error> error = reader.read(*header))
    return *error;
  return file;
}

std::vector<std::string> Safetensors::names() const {
  std::vector<std::string> result;
  for (const auto &[name, entry] : tensors)
    result.push_back(name);
  return result;
}

Result<core::TensorView> Safetensors::find(const std::string &name) const {
  auto found = tensors.find(name);
  if (found == tensors.end())
    return Error{fmt::format("{}: no tensor '{}'", file, printable(name))};
  std::optional<core::Type> type = typeOf(found->second.type);
  if (!type)
    return Error{fmt::format("{}: tensor '{}' has dtype {}, which is not read here", file, printable(name),
                             found->second.type)};
  return core::TensorView{*type, found->second.shape, found->second.data};
}

namespace {
/// The header, padded with blanks so that the data starts at a multiple of 64.
std::string headerOf(const std::vector<std::pair<std::string, core::TensorView>> &tensors) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  uint64_t offset = 0;
  for (const auto &[name, view] : tensors) {
    header[name] = {{"dtype", fileTypeOf(view.type)},
                    {"shape", view.shape},
                    {"data_offsets", {offset, offset + view.bytes()}}};
    offset += view.bytes();
  }
  // Names that are not UTF-8 are replaced rather than thrown about.
  std::string text = header.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  text.append((64 - (8 + text.size()) % 64) % 64, ' ');
  return text;
}

bool writeAll(int descriptor, const void *bytes, size_t size) {
  const char *next = static_cast<const char *>(bytes);
  while (size) {
    ssize_t written = ::write(descriptor, next, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    next += written;
    size -= static_cast<size_t>(written);
  }
  return true;
}
} // namespace

Result<core::Done> writeSafetensors(const std::string &path,
                                    const std::vector<std::pair<std::string, core::TensorView>> &tensors) {
  std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return Error{fmt::format("{}: {}", path, std::strerror(errno))};
  std::string header = headerOf(tensors);
  unsigned char length[8];
  for (int i = 0; i < 8; ++i)
    length[i] = static_cast<unsigned char>(uint64_t(header.size()) >> 8 * i);
  bool good = writeAll(descriptor, length, 8) && writeAll(descriptor, header.data(), header.size());
  for (const auto &[name, view] : tensors)
    good = good && writeAll(descriptor, view.data, view.bytes());
  int cause = errno;
  if (::close(descriptor) != 0 && good) {
    good = false;
    cause = errno;
  }
  if (good && ::rename(temporary.c_str(), path.c_str()) == 0)
    return core::Done{};
  cause = good ? errno : cause;
  ::unlink(temporary.c_str());
  return Error{fmt::format("{}: {}", path, std::strerror(cause))};
}

} // namespace tenon::weights
