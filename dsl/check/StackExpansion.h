// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One stack on its way to a graph; see Stacks.h for the entry.
#ifndef TENON_DSL_CHECK_STACKEXPANSION_H
#define TENON_DSL_CHECK_STACKEXPANSION_H

#include "dsl/check/Expander.h"
#include "dsl/check/Layers.h"

namespace tenon::checker {

/// A word with options at an end of a stack: embedding(...), tied(...), learned(...).
struct EndForm {
  std::string_view word;
  std::vector<std::string> options;
  size_t required = 0;
};
using EndArguments = std::map<std::string, const ast::Expr *>;

class StackExpansion {
public:
  StackExpansion(const Module &module, Reporter &reporter, const StackInfo &info)
      : module(module), reporter(reporter), info(info), numbers(module, reporter, formats, settings) {
    numbers.blockSite = info.decl->name.range;
  }
  std::optional<graph::Stack> run();

private:
  bool readKeys();
  bool readFormats();
  std::optional<graph::Format> format(const char *key, graph::Format otherwise);
  bool readLayers();
  void readEmbedding();
  void readPositions(const ast::Expr &expr, graph::Embedding &embedding);
  void readFinalNorm();
  void readHead();
  void readPool();
  void collectParameters();
  void addParameters(const graph::Block *block);
  void addLayer(const graph::Block &block, const std::string &prefix);
  void warnUnbounded();

  const ast::Setting *setting(const char *key) const;
  std::optional<EndArguments> match(const ast::Expr &expr, std::initializer_list<const EndForm *> forms,
                                    const EndForm **which, const char *key);
  double number(const ast::Expr *expr, const char *what, double otherwise);
  int64_t count(const ast::Expr *expr, const char *what, int64_t least, int64_t otherwise);
  bool truth(const ast::Expr *expr, bool otherwise);
  BlockRef end(const std::string &path, const ast::Expr *kind, ast::KindWord word, int64_t width);
  void add(graph::Parameter parameter);

  const Module &module;
  Reporter &reporter;
  const StackInfo &info;
  graph::Block formats; ///< the types of the ends
  SettingTable settings;
  StackScope scope;
  Expander numbers;
  std::map<std::string, const ast::Setting *> keys;
  graph::Stack stack;
  std::map<std::string, graph::Shape> shared; ///< parameters with one copy
  bool misspelt = false;                      ///< a key is: that another is missing goes without saying
};

} // namespace tenon::checker

#endif
