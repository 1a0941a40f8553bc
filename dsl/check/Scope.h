// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where names live: in a call of a kind, in a block, or in a stack.
#ifndef TENON_DSL_CHECK_SCOPE_H
#define TENON_DSL_CHECK_SCOPE_H

#include "dsl/check/Value.h"
#include "dsl/graph/Builder.h"

namespace tenon::checker {

struct Scope {
  enum class Form : uint8_t { kind, block, stack } form;
  explicit Scope(Form form) : form(form) {}
};

/// The names of one block declaration. A derived block has one for itself and
/// one for each block it comes from; the keys are common to all.
struct LayerScope : Scope {
  LayerScope() : Scope(Form::block) {}
  const BlockInfo *info = nullptr;
  std::map<std::string, Thunk> params; ///< those that are not keys
};

struct StackScope : Scope {
  StackScope() : Scope(Form::stack) {}
  const StackInfo *info = nullptr;
  std::map<std::string, Thunk> params;
  std::map<std::string, Thunk> keys; ///< dtype, weights, residual, cache
  std::optional<int64_t> width;      ///< of the layers, once known
};

/// One call of a kind.
struct Frame : Scope {
  Frame() : Scope(Form::kind) {}
  const KindInfo *info = nullptr;
  KindRef bound;
  SlotPath path;
  std::string context;     ///< the sublayer it works for, "" for the block
  Frame *caller = nullptr; ///< null: called by the block
  bool isInlined = false;  ///< a direct call: its parameters belong to the caller
  SourceRange callSite;
  /// Tells instances apart that lie at one path: the direct calls on the way
  /// from the slot to here, and who named the slot.
  std::vector<const ast::Expr *> inlined;
  const void *owner = nullptr;
  SourceRange ownerPlace;
  graph::Parameter::Part part = graph::Parameter::Part::placement;

  graph::Builder *graph = nullptr;
  bool isExpression = false; ///< a score or mask: `graph` is one of its own
  std::map<std::string, Value> data;
  std::map<std::string, Value> leaves; ///< score, mask, frequency: all data there are
  std::vector<Thunk> options;
  std::map<std::string, Thunk> lets;
  std::optional<int64_t> width, heads;

  ast::KindWord word() const { return info->decl->word; }
};

/// `path = value` of a block, with the level of derivation it was written at.
struct Setting {
  std::string path;
  SourceRange pathRange;
  Thunk thunk;
  int level = 0;
  bool used = false;
};

/// All settings of one block; those of a derived block replace its base's.
class SettingTable {
public:
  /// Nothing if `path` was set at the same level before (see `find`).
  Setting *add(std::string path, SourceRange pathRange, Delayed source, int level);
  /// Marks it as used.
  Setting *find(const std::string &path);
  const Setting *peek(const std::string &path) const;
  /// Every path that was looked up, for suggestions.
  std::vector<std::string> asked() const { return {lookedUp.begin(), lookedUp.end()}; }
  std::map<std::string, Setting> all;

private:
  std::set<std::string> lookedUp;
};

} // namespace tenon::checker

#endif
