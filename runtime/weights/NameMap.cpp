// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/weights/NameMap.h"
#include "runtime/weights/Json.h"
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace tenon::weights {

using core::Error;
using core::Result;

namespace {
/// One entry; an error says what is wrong with it.
Result<NameSource> readSource(const Json &value) {
  if (!value.is_object())
    return Error{"is not an object"};
  NameSource source;
  for (const auto &[key, member] : value.items()) {
    if (key == "from" && member.is_string()) {
      source.from = *member.get_ptr<const std::string *>();
    } else if (key == "transpose" && member.is_boolean()) {
      source.transpose = *member.get_ptr<const bool *>();
    } else if (key == "slice") {
      std::optional<std::vector<uint64_t>> range = unsignedsAt(value, "slice");
      if (!range || range->size() != 2 || (*range)[0] >= (*range)[1] || (*range)[1] > INT64_MAX)
        return Error{"'slice' is not [begin, end] with begin < end"};
      source.slice.emplace(int64_t((*range)[0]), int64_t((*range)[1]));
    } else {
      return Error{
          fmt::format("'{}' is unknown or of the wrong type (from: string, transpose: true or false, "
                      "slice: [begin, end])",
                      printable(key))};
    }
  }
  if (source.from.empty())
    return Error{"has no 'from'"};
  return source;
}

Result<NameMap> readTensors(const Json &document) {
  if (!document.is_object())
    return Error{"not a JSON object"};
  auto format = document.find("format");
  if (format == document.end() || *format != 1)
    return Error{"'format' is not 1"};
  auto tensors = document.find("tensors");
  if (tensors == document.end() || !tensors->is_object())
    return Error{"'tensors' is not an object"};
  NameMap names;
  for (const auto &[name, value] : tensors->items()) {
    Result<NameSource> source = readSource(value);
    if (!source)
      return Error{fmt::format("'{}' {}", printable(name), source.error())};
    names[name] = *source;
  }
  return names;
}
} // namespace

Result<NameMap> readNameMap(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf()))
    return Error{fmt::format("{}: {}", path, errno ? std::strerror(errno) : "cannot be read")};
  Result<Json> document = parseJson(text.str());
  if (!document)
    return Error{fmt::format("{}: {}", path, document.error())};
  Result<NameMap> names = readTensors(*document);
  if (!names)
    return Error{fmt::format("{}: {}", path, names.error())};
  return names;
}

} // namespace tenon::weights
