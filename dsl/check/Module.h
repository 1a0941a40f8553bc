// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything that one run has declared: the library, the spec, its imports.
#ifndef TENON_DSL_CHECK_MODULE_H
#define TENON_DSL_CHECK_MODULE_H

#include "dsl/check/Errors.h"
#include "dsl/check/Types.h"

#include <deque>
#include <map>
#include <set>

namespace tenon::checker {

struct OptionInfo {
  const ast::Option *decl = nullptr;
  Type type;
  bool isSwitch = false; ///< a param or linear has the same name
};

/// A kind with what is looked up often.
struct KindInfo {
  const ast::Kind *decl = nullptr;
  bool isLibrary = false;
  /// Holds `require false`: it is there to be refused, so nothing in it needs to be read.
  bool isRefused = false;
  std::vector<OptionInfo> options;
  std::map<std::string, const ast::Param *> params;
  std::map<std::string, const ast::Linear *> linears;
  std::map<std::string, const ast::Let *> lets;

  const std::string &name() const { return decl->name.text; }
  std::optional<size_t> option(std::string_view name) const;
  std::vector<std::string> optionNames() const;
};

struct BlockInfo {
  const ast::Block *decl = nullptr;
  std::vector<OptionInfo> params;
};

struct StackInfo {
  const ast::Stack *decl = nullptr;
  std::vector<OptionInfo> params;
};

struct Module {
  std::deque<ast::File> files;
  std::set<FileId> libraryFiles;
  std::map<std::string, KindInfo> kinds;
  std::map<std::string, BlockInfo> blocks;
  std::map<std::string, StackInfo> stacks;
  /// Blocks and stacks in the order written, imports in their place.
  std::vector<const BlockInfo *> blockOrder;
  std::vector<const StackInfo *> stackOrder;

  const KindInfo *kind(std::string_view name) const;
  std::vector<std::string> kindNames(std::optional<ast::KindWord> word) const;
  bool isLibrary(const SourceRange &range) const { return libraryFiles.count(range.file) != 0; }
};

/// Parses the library, the spec and its imports, and collects what they
/// declare. Errors: C1 to C5 and those of the parser.
void load(Module &module, SourceManager &sources, FileId file, Reporter &reporter);

/// Gives each option and parameter its type. Errors: C19.
void inferTypes(Module &module, Reporter &reporter);

/// What is wrong in a kind, block or stack whatever it is used for: names,
/// options nobody reads, operations in the wrong sort of kind, recursion. False
/// if kinds call themselves: they cannot be expanded.
bool checkDeclarations(const Module &module, Reporter &reporter);

} // namespace tenon::checker

#endif
