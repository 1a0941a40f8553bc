// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an expression can be worth while a block is expanded.
#ifndef TENON_DSL_CHECK_VALUE_H
#define TENON_DSL_CHECK_VALUE_H

#include "dsl/check/Module.h"
#include "dsl/check/Number.h"

#include <memory>

namespace tenon::checker {

struct Scope;

/// An expression with the scope in which it is written.
struct Delayed {
  const ast::Expr *expr = nullptr;
  Scope *scope = nullptr;
};

/// A kind with some of its options given, or the identity `none`.
struct BoundKind {
  ast::KindWord word = ast::KindWord::Norm;
  const KindInfo *kind = nullptr; ///< null: none
  std::vector<Delayed> arguments; ///< by option; a null expression is not given
  SourceRange site;               ///< where it is written
};
using KindRef = std::shared_ptr<const BoundKind>;

/// An error was reported; whatever depends on this says nothing more.
struct Poison {};
struct Symbol {
  std::string name;
};
/// A value of the graph that is being made.
struct Row {
  graph::ValueId id;
};
/// The function that a placement gets: "attention" or "ffn".
struct Sublayer {
  std::string name;
};

using Value = std::variant<Poison, Number, bool, Symbol, Row, KindRef, Sublayer>;

inline bool isPoison(const Value &value) { return std::holds_alternative<Poison>(value); }
inline const Number *asNumber(const Value &value) { return std::get_if<Number>(&value); }
inline const Row *asRow(const Value &value) { return std::get_if<Row>(&value); }

/// An expression that is evaluated when it is first needed, once.
struct Thunk {
  Delayed source; ///< a null expression: no value (reported already)
  Type type;
  bool typed = true; ///< false: any value (a let)
  bool isDefault = false;
  std::string what;  ///< its name, for messages
  SourceRange place; ///< where the name is declared
  enum class State : uint8_t { open, running, done } state = State::open;
  Value value;
};

/// `context.slot.instance`: where an instance lives (rule 1).
class SlotPath {
public:
  struct Part {
    std::string name;
    bool isInstance = false;
  };

  SlotPath() = default;
  explicit SlotPath(std::string slot) : parts{{std::move(slot), false}} {}
  /// A key of the block inside a sublayer: "attention" + "norm".
  static SlotPath inside(const std::string &sublayer, std::string slot);

  SlotPath slot(std::string name) const;
  SlotPath instance(std::string name) const;
  bool empty() const { return parts.empty(); }
  size_t length() const { return parts.size(); }
  std::string str() const;
  /// The paths at which settings are looked up, from the longest to the
  /// shortest: ffn.norm.post, ffn.norm, norm.post, norm.
  std::vector<std::string> chain() const;

private:
  std::vector<Part> parts;
  bool hasContext = false; ///< parts[0] is a sublayer, parts[1] a key of the block
};

} // namespace tenon::checker

#endif
