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
constexpr const char *knownKeys =
    "from: string, transpose: true or false, every: number of rows, slice: [begin, end], swap: [a, b], "
    "offset: number";

/// Two numbers from `least` to `most`.
std::optional<std::pair<int64_t, int64_t>> pairAt(const Json &object, const char *key, uint64_t least,
                                                  uint64_t most) {
  std::optional<std::vector<uint64_t>> values = unsignedsAt(object, key);
  if (!values || values->size() != 2)
    return std::nullopt;
  for (uint64_t value : *values)
    if (value < least || value > most)
      return std::nullopt;
  return std::pair(int64_t((*values)[0]), int64_t((*values)[1]));
}

/// One member of an entry; an error says what is wrong with it.
std::optional<Error> readMember(const Json &entry, const std::string &key, const Json &member,
                                NameSource &source) {
  constexpr uint64_t mostRows = uint64_t(1) << 31;
  if (key == "from" && member.is_string()) {
    source.from = *member.get_ptr<const std::string *>();
  } else if (key == "transpose" && member.is_boolean()) {
    source.transpose = *member.get_ptr<const bool *>();
  } else if (key == "every" && member.is_number_unsigned()) {
    uint64_t rows = *member.get_ptr<const uint64_t *>();
    if (rows == 0 || rows > mostRows)
      return Error{"'every' is no possible number of rows"};
    source.every = int64_t(rows);
  } else if (key == "slice") {
    source.slice = pairAt(entry, "slice", 0, INT64_MAX);
    if (!source.slice || source.slice->first >= source.slice->second)
      return Error{"'slice' is not [begin, end] with begin < end"};
  } else if (key == "swap") {
    source.swap = pairAt(entry, "swap", 1, mostRows);
    if (!source.swap)
      return Error{"'swap' is not [a, b] with both 1 or more"};
  } else if (key == "offset" && member.is_number()) {
    source.offset = member;
  } else {
    return Error{fmt::format("'{}' is unknown or of the wrong type ({})", printable(key), knownKeys)};
  }
  return std::nullopt;
}

/// One entry; an error says what is wrong with it.
Result<NameSource> readSource(const Json &entry) {
  if (!entry.is_object())
    return Error{"is not an object"};
  NameSource source;
  for (const auto &[key, member] : entry.items())
    if (std::optional<Error> error = readMember(entry, key, member, source))
      return *error;
  if (source.from.empty())
    return Error{"has no 'from'"};
  if (source.every && (!source.slice || source.slice->second > *source.every))
    return Error{"has 'every' without a 'slice' that lies within so many rows"};
  return source;
}

Result<std::map<std::string, NameSource>> readTensors(const Json &document) {
  if (!document.is_object())
    return Error{"not a JSON object"};
  auto format = document.find("format");
  if (format == document.end() || *format != 1)
    return Error{"'format' is not 1"};
  auto tensors = document.find("tensors");
  if (tensors == document.end() || !tensors->is_object())
    return Error{"'tensors' is not an object"};
  std::map<std::string, NameSource> sources;
  for (const auto &[name, value] : tensors->items()) {
    Result<NameSource> source = readSource(value);
    if (!source)
      return Error{fmt::format("'{}' {}", printable(name), source.error())};
    sources[name] = *source;
  }
  return sources;
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

void replaceStars(std::string &text, const std::string &number) {
  for (size_t star = text.find('*'); star != std::string::npos; star = text.find('*', star + number.size()))
    text.replace(star, 1, number);
}
} // namespace

NameSource NameMap::find(const std::string &name) const {
  if (auto exact = sources.find(name); exact != sources.end())
    return exact->second;
  for (size_t begin = 0; begin < name.size(); ++begin) {
    size_t end = begin;
    while (end < name.size() && isDigit(name[end]))
      ++end;
    if (end == begin)
      continue;
    auto starred = sources.find(name.substr(0, begin) + "*" + name.substr(end));
    if (starred != sources.end()) {
      NameSource source = starred->second;
      replaceStars(source.from, name.substr(begin, end - begin));
      return source;
    }
    begin = end;
  }
  NameSource plain;
  plain.from = name;
  return plain;
}

Result<NameMap> readNameMap(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf()))
    return Error{fmt::format("{}: {}", path, errno ? std::strerror(errno) : "cannot be read")};
  Result<Json> document = parseJson(text.str());
  if (!document)
    return Error{fmt::format("{}: {}", path, document.error())};
  auto sources = readTensors(*document);
  if (!sources)
    return Error{fmt::format("{}: {}", path, sources.error())};
  NameMap names;
  names.sources = std::move(*sources);
  return names;
}

} // namespace tenon::weights
