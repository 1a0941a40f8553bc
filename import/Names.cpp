// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Names.h"
#include <fmt/format.h>

namespace tenon::importer {

using Json = nlohmann::ordered_json;

namespace {

/// "layers.*.ffn.up.weight" for "layers.7.ffn.up.weight".
std::string withStar(const std::string &name) {
  constexpr std::string_view prefix = "layers.";
  size_t end = name.find('.', prefix.size());
  return name.starts_with(prefix) ? std::string(prefix) + '*' + name.substr(end) : name;
}

bool holds(When when, const Model &model) {
  return when == When::isSequential ? model.placement == Placement::pre
                                    : when == When::always || !model.isGated;
}

struct Found {
  const NameRow *row = nullptr;
  std::string from;
};

/// A row that names `name` itself, or what stands in front of its last part.
Found find(const std::string &name, const Model &model, std::initializer_list<NameTable> tables) {
  size_t dot = name.rfind('.');
  std::string owner = name.substr(0, dot), part = name.substr(dot + 1);
  bool isPart = part == "weight" || part == "bias" || part == "gain";
  for (NameTable table : tables)
    for (const NameRow &row : table) {
      if (!holds(row.when, model))
        continue;
      if (row.ours == name)
        return {&row, std::string(row.theirs)};
      if (isPart && row.ours == owner)
        return {&row, fmt::format("{}.{}", row.theirs, part == "bias" ? "bias" : "weight")};
    }
  return {};
}

/// Rows of q, k or v, or of gate or up, that stand one behind the other.
Json contiguousSlice(std::string_view slot, const Model &model) {
  int64_t q = model.heads * model.headDim, kv = model.kvHeads * model.headDim, hidden = model.hidden;
  if (slot == "q")
    return {0, q};
  if (slot == "k")
    return {q, q + kv};
  if (slot == "v")
    return {q + kv, q + 2 * kv};
  return slot == "gate" ? Json{0, hidden} : Json{hidden, 2 * hidden};
}

/// Rows of q, k or v within those of one key head.
Json groupSlice(std::string_view slot, const Model &model) {
  int64_t queries = model.heads / model.kvHeads * model.headDim;
  if (slot == "q")
    return {0, queries};
  int64_t begin = slot == "k" ? queries : queries + model.headDim;
  return {begin, begin + model.headDim};
}

/// "q" of "layers.*.attention.q".
std::string_view slotOf(std::string_view owner) { return owner.substr(owner.rfind('.') + 1); }

Json entryOf(const Found &found, const Model &model, bool isMatrix) {
  Json entry = {{"from", found.from}};
  std::string_view slot = slotOf(found.row->ours);
  switch (found.row->layout) {
  case Layout::plain:
  case Layout::separate:
    break;
  case Layout::columns:
    if (isMatrix)
      entry["transpose"] = true;
    [[fallthrough]];
  case Layout::contiguous:
    entry["slice"] = contiguousSlice(slot, model);
    break;
  case Layout::transposed:
    if (isMatrix)
      entry["transpose"] = true;
    break;
  case Layout::perGroup:
    entry["every"] = (model.heads / model.kvHeads + 2) * model.headDim;
    entry["slice"] = groupSlice(slot, model);
    break;
  case Layout::neighbours:
    entry["swap"] = {model.headDim / 2, 2};
    break;
  case Layout::plusOne:
    entry["offset"] = -1;
    break;
  }
  return entry;
}

} // namespace

Json writeNames(const graph::Stack &stack, const Model &model, std::initializer_list<NameTable> tables,
                Report &report) {
  Json tensors = Json::object();
  for (const graph::Parameter &parameter : stack.params) {
    std::string name = withStar(parameter.name);
    if (tensors.contains(name))
      continue;
    Found found = find(name, model, tables);
    if (!found.row)
      report.warning("", fmt::format("the name map has nothing for '{}'", name));
    else if (found.row->layout == Layout::separate)
      report.warning("", fmt::format("the name map leaves out '{}': its heads are tensors of their own, '{}'",
                                     name, found.from));
    else
      tensors[name] = entryOf(found, model, parameter.shape.size() == 2);
  }
  return {{"format", 1}, {"tensors", tensors}};
}

} // namespace tenon::importer
