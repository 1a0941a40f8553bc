// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/check/Scope.h"

namespace tenon::checker {

SlotPath SlotPath::inside(const std::string &sublayer, std::string slot) {
  if (sublayer.empty())
    return SlotPath(std::move(slot));
  SlotPath path(sublayer);
  path.parts.push_back({std::move(slot), false});
  path.hasContext = true;
  return path;
}

SlotPath SlotPath::slot(std::string name) const {
  SlotPath path = *this;
  path.parts.push_back({std::move(name), false});
  return path;
}

SlotPath SlotPath::instance(std::string name) const {
  SlotPath path = *this;
  path.parts.push_back({std::move(name), true});
  return path;
}

std::string SlotPath::str() const {
  std::string text;
  for (const Part &part : parts)
    text += (text.empty() ? "" : ".") + part.name;
  return text;
}

std::vector<std::string> SlotPath::chain() const {
  std::vector<size_t> instances;
  for (size_t i = 0; i < parts.size(); ++i)
    if (parts[i].isInstance)
      instances.push_back(i);
  std::vector<std::string> paths;
  for (size_t context = 0; context <= size_t(hasContext); ++context)
    // The last instance is dropped first.
    for (size_t dropped = 0; dropped <= instances.size(); ++dropped) {
      SlotPath path;
      for (size_t i = context; i < parts.size(); ++i) {
        bool isDropped = dropped > 0 && parts[i].isInstance && i >= instances[instances.size() - dropped];
        if (!isDropped)
          path.parts.push_back(parts[i]);
      }
      paths.push_back(path.str());
    }
  return paths;
}

Setting *SettingTable::add(std::string path, SourceRange pathRange, Delayed source, int level) {
  auto it = all.find(path);
  if (it != all.end() && it->second.level == level)
    return nullptr;
  Setting setting;
  setting.path = path;
  setting.pathRange = pathRange;
  setting.thunk.source = source;
  setting.thunk.what = path;
  setting.thunk.place = pathRange;
  setting.level = level;
  return &(all[path] = std::move(setting));
}

Setting *SettingTable::find(const std::string &path) {
  lookedUp.insert(path);
  auto it = all.find(path);
  if (it == all.end())
    return nullptr;
  it->second.used = true;
  return &it->second;
}

const Setting *SettingTable::peek(const std::string &path) const {
  auto it = all.find(path);
  return it == all.end() ? nullptr : &it->second;
}

} // namespace tenon::checker
