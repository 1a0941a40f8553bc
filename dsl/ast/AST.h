// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The syntax tree of one file: exactly what was written, nothing resolved.
//
// Plain data. Names follow the grammar in docs/language.md. Every node has the
// range of its text. The parser leaves out what it could not read, so a node
// in the tree is whole: no pointer in it is null unless its comment says so.
// A tree is at most `maxDepth` expressions deep, so recursion over it is safe.
#ifndef TENON_DSL_AST_AST_H
#define TENON_DSL_AST_AST_H

#include "dsl/ast/Source.h"

#include <memory>
#include <variant>

namespace tenon::ast {

inline constexpr uint32_t maxDepth = 200;

struct Name {
  std::string text;
  SourceRange range;
};

/// `name.name.name`: at least one name.
struct Path {
  std::vector<Name> names;
  SourceRange range;

  bool isSimple() const { return names.size() == 1; }
  std::string str() const; ///< joined by '.'
};

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

enum class ExprKind : uint8_t {
  Number,   ///< `spelling`
  True,     ///< `true`
  False,    ///< `false`
  None,     ///< `none`
  Infinity, ///< `inf`
  Pi,       ///< `pi`
  Call,     ///< `path`, or `path(data; options)`: see `Expr::hasParens`
  Index,    ///< `path[operands]`
  Negate,   ///< `-a`
  Not,      ///< `not a`
  Binary,   ///< `a op b`
  If,       ///< `if a then b else c`
  List,     ///< `[a, b]`: at least one element
  Repeat,   ///< `a of b`: a the count, b a Call or a List
};

enum class BinaryOp : uint8_t { Or, And, Eq, Ne, Lt, Le, Gt, Ge, Add, Sub, Mul, Div, Power };
/// As the printer writes it: "or", "==", "*", "^".
std::string_view spelling(BinaryOp op);

/// `value` or `name = value` in a call.
struct Argument {
  std::optional<Name> name;
  ExprPtr value;
  SourceRange range;
};

/// An expression, or one of the other values (List, Repeat), which stand only
/// where the grammar says `value` or `element`.
struct Expr {
  ExprKind kind = ExprKind::None;
  SourceRange range;  ///< without the parentheses around it, if any
  uint32_t depth = 1; ///< 1 + that of the deepest operand or argument

  std::string spelling;          ///< Number: as written, e.g. "1e-5"
  BinaryOp op = BinaryOp::Add;   ///< Binary
  std::vector<ExprPtr> operands; ///< Index, Negate, Not, Binary, If, List, Repeat: in the order written
  Path path;                     ///< Call, Index
  std::vector<Argument> data;    ///< Call: all arguments, or those before the ';'
  std::vector<Argument> options; ///< Call: those after the ';'
  bool hasParens = false;        ///< Call: `f()` or `f(a)` rather than `f`
  bool hasSemicolon = false;     ///< Call: there is a ';', so `options` is not empty
  bool inParens = false;         ///< written `(a)`: kept by the printer, means nothing

  /// A single name without parentheses: an option, parameter, key, kind or symbol.
  bool isBareName() const { return kind == ExprKind::Call && !hasParens && path.isSimple(); }
};

/// Which kind word: the order of the grammar.
enum class KindWord : uint8_t { Norm, Activation, Placement, Attention, Ffn, Mask, Score, Rope, Frequency };
std::string_view spelling(KindWord word);
std::optional<KindWord> parseKindWord(std::string_view text);

/// The written type of an option.
struct Type {
  enum class Tag : uint8_t { Size, Number, Bool, Kind, Symbols };
  Tag tag = Tag::Number;
  KindWord kind = KindWord::Norm; ///< Kind
  std::vector<Name> symbols;      ///< Symbols: at least two
  SourceRange range;
};

/// `name : type = value` of a kind, block or stack.
struct Option {
  Name name;
  std::optional<Type> type; ///< absent: see rule 4
  ExprPtr value;            ///< the default; null if there is none
  SourceRange range;
};

/// `[shared] param name[shape] = identity`
struct Param {
  Name name;
  bool shared = false;
  std::vector<ExprPtr> shape; ///< at least one
  ExprPtr identity;
  SourceRange range;
};

/// `linear name[in -> out](bias)`
struct Linear {
  Name name;
  ExprPtr in, out;
  ExprPtr bias; ///< null if not written
  SourceRange range;
};

/// `let name = value`
struct Let {
  Name name;
  ExprPtr value;
  SourceRange range;
};

/// `require condition "reason"`
struct Require {
  ExprPtr condition;
  std::string reason; ///< without its quotes
  SourceRange reasonRange;
  SourceRange range;
};

using Statement = std::variant<Param, Linear, Let, Require>;

/// `word name(params; options) = result`, or with a body `{ statements return result }`.
struct Kind {
  KindWord word = KindWord::Norm;
  SourceRange wordRange;
  Name name;
  std::vector<Name> params; ///< the data, at least one
  std::vector<Option> options;
  bool hasBody = false; ///< braces rather than '='
  std::vector<Statement> statements;
  SourceRange returnRange; ///< the word `return`; invalid without a body
  ExprPtr result;
  SourceRange range;
};

/// `path = value` in a block or stack.
struct Setting {
  Path path;
  ExprPtr value;
  SourceRange range;
};

/// What stands between braces in a block or stack, in the order written.
using SettingOrRequire = std::variant<Setting, Require>;
struct Settings {
  std::vector<SettingOrRequire> items;
  SourceRange range; ///< with the braces
};

/// `block name(options) { settings }` or `block name = base(arguments) { overrides }`.
struct Block {
  Name name;
  std::vector<Option> options;
  ExprPtr base; ///< a Call; null in the first form
  /// Absent only in the second form, without overrides.
  std::optional<Settings> settings;
  SourceRange range;
};

/// `stack name(options) { settings }`
struct Stack {
  Name name;
  std::vector<Option> options;
  Settings settings;
  SourceRange range;
};

/// `import "file"`: relative to the importing file.
struct Import {
  std::string file; ///< without its quotes
  SourceRange fileRange;
  SourceRange range;
};

using Item = std::variant<Import, Kind, Block, Stack>;

/// `# text`: from the '#' to before the line's end, without trailing blanks.
struct Comment {
  std::string text;
  SourceRange range;
};

struct File {
  FileId id = noFile;
  std::vector<Item> items;       ///< in the order written
  std::vector<Comment> comments; ///< in the order written
};

/// The range of whatever alternative a variant holds.
template <typename... Nodes> const SourceRange &rangeOf(const std::variant<Nodes...> &node) {
  return std::visit([](const auto &each) -> const SourceRange & { return each.range; }, node);
}

/// Same structure, names and numbers as written; ranges, comments and
/// parentheses that mean nothing are not compared.
bool equal(const File &a, const File &b);
bool equal(const Expr &a, const Expr &b);

} // namespace tenon::ast

#endif
