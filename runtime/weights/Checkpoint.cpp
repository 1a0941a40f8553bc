// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/weights/Checkpoint.h"
#include "runtime/weights/Json.h"
#include <algorithm>
#include <fmt/format.h>

namespace tenon::weights {

using core::Error;
using core::Result;

namespace {
std::string_view textOf(const FileMapping &mapping) {
  return {reinterpret_cast<const char *>(mapping.bytes.get()), mapping.size};
}

/// JSON text begins with a brace and has no zero bytes; of safetensors' eight bytes of
/// length the last is always zero.
bool isIndex(std::string_view text) {
  size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{' && text[7] != '\0';
}

/// The file `name` beside `path`.
std::string beside(const std::string &path, const std::string &name) {
  return path.substr(0, path.rfind('/') + 1) + name;
}
} // namespace

Result<Checkpoint> Checkpoint::open(const std::string &path) {
  Result<FileMapping> mapping = mapFile(path, 8, "safetensors or GGUF");
  if (!mapping)
    return mapping.failure();
  Checkpoint checkpoint;
  checkpoint.file = path;
  std::string_view text = textOf(*mapping);
  if (isIndex(text)) {
    Result<core::Done> done = checkpoint.openParts(text);
    return done ? Result(std::move(checkpoint)) : done.failure();
  }
  auto take = [&](auto file) -> Result<Checkpoint> {
    if (!file)
      return file.failure();
    for (const std::string &name : file->names())
      checkpoint.places[name] = 0;
    checkpoint.parts.emplace_back(std::move(*file));
    return std::move(checkpoint);
  };
  return text.starts_with("GGUF") ? take(Gguf::open(path)) : take(Safetensors::open(path));
}

Result<core::Done> Checkpoint::openParts(std::string_view index) {
  auto wrong = [&](const std::string &what) { return Error{fmt::format("{}: {}", file, what)}; };
  Result<Json> document = parseJson(index);
  if (!document)
    return wrong(document.error());
  auto map = document->find("weight_map");
  if (map == document->end() || !map->is_object())
    return wrong("no object 'weight_map', as the index of a checkpoint has");
  std::map<std::string, size_t> opened;
  for (const auto &[name, value] : map->items()) {
    const std::string *part = value.get_ptr<const std::string *>();
    if (!part || part->empty() || part->find('/') != std::string::npos)
      return wrong(fmt::format("tensor '{}' is not in a file beside the index", printable(name)));
    auto [place, isNew] = opened.emplace(*part, parts.size());
    if (isNew) {
      Result<Safetensors> safetensors = Safetensors::open(beside(file, *part));
      if (!safetensors)
        return safetensors.failure();
      parts.emplace_back(std::move(*safetensors));
    }
    if (!std::get<Safetensors>(parts[place->second]).contains(name))
      return wrong(fmt::format("tensor '{}' is not in '{}'", printable(name), printable(*part)));
    places[name] = place->second;
  }
  return core::Done{};
}

std::vector<std::string> Checkpoint::names() const {
  std::vector<std::string> result;
  for (const auto &[name, place] : places)
    result.push_back(name);
  return result;
}

Result<Numbers> Checkpoint::read(const std::string &name) const {
  auto found = places.find(name);
  if (found == places.end())
    return Error{fmt::format("{}: no tensor '{}'", file, printable(name))};
  const auto &part = parts[found->second];
  if (const Gguf *gguf = std::get_if<Gguf>(&part))
    return gguf->read(name);
  Result<core::TensorView> view = std::get<Safetensors>(part).find(name);
  return view ? Result(Numbers{*view, {}}) : view.failure();
}

} // namespace tenon::weights
