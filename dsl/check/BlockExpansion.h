// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One block on its way to a graph; see Blocks.h for the entries.
#ifndef TENON_DSL_CHECK_BLOCKEXPANSION_H
#define TENON_DSL_CHECK_BLOCKEXPANSION_H

#include "dsl/check/Blocks.h"
#include "dsl/check/Expander.h"

namespace tenon::checker {

class BlockExpansion {
public:
  BlockExpansion(const Module &module, Reporter &reporter, const BlockInfo &info)
      : module(module), reporter(reporter), info(info), block(std::make_shared<graph::Block>()),
        expander(module, reporter, *block, settings) {
    expander.blockSite = info.decl->name.range;
    block->name = info.decl->name.text;
    block->location = expander.locate(info.decl->name.range);
  }

  std::shared_ptr<const graph::Block> run(std::vector<Delayed> arguments, StackScope *inherited);

private:
  // Settings.cpp
  std::optional<int> collect(const BlockInfo &layer, const std::vector<Delayed> &arguments);
  void addParams(const BlockInfo &layer, LayerScope &scope, const std::vector<Delayed> &arguments, int level,
                 std::set<std::string> &keys);
  void addSettings(const ast::Settings &list, LayerScope &scope, int level,
                   const std::set<std::string> &keys);
  void addSetting(const ast::Setting &setting, LayerScope &scope, int level,
                  const std::set<std::string> &keys);
  void inherit(StackScope &stack);

  // Blocks.cpp
  bool readFormats();
  std::optional<graph::Format> format(const char *key, graph::Format otherwise);
  std::optional<std::vector<std::string>> sublayers();
  std::optional<std::vector<std::string>> listed(Setting &setting);
  Value place(const KindRef &kind, const SlotPath &path, const std::string &context, Value stream,
              const std::vector<std::string> &functions);
  std::optional<graph::ValueId> stream();
  void checkRequires();
  void checkUnread();
  void finish(graph::ValueId result);

  const Module &module;
  Reporter &reporter;
  const BlockInfo &info;
  SettingTable settings;
  std::shared_ptr<graph::Block> block;
  Expander expander;
  std::vector<std::unique_ptr<LayerScope>> layers; ///< the base first
  std::vector<const BlockInfo *> active;
};

} // namespace tenon::checker

#endif
