// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluates expressions and expands kinds into one block's graph.
//
// The class is spread over a file per concern: Evaluate (operators), Lookup
// (names), Options (typed values), Kinds (which kind a slot holds), Calls and
// Instances (calls of kinds), Parameters, Primitives, Attend, Messages.
#ifndef TENON_DSL_CHECK_EXPANDER_H
#define TENON_DSL_CHECK_EXPANDER_H

#include "dsl/check/Primitives.h"
#include "dsl/check/Scope.h"

namespace tenon::checker {

/// What a call of a kind needs.
struct Invocation {
  KindRef kind;
  SlotPath path;
  std::string context;
  Frame *caller = nullptr;
  bool isInlined = false;
  SourceRange site;
  std::vector<const ast::Expr *> inlined;
  const void *owner = nullptr;
  SourceRange ownerPlace;
  graph::Parameter::Part part = graph::Parameter::Part::placement;
  graph::Builder *graph = nullptr;
  bool isExpression = false;
  std::vector<Value> data;             ///< of kinds that take data by place
  std::map<std::string, Value> leaves; ///< of score, mask and frequency
};

class Expander {
public:
  Expander(const Module &module, Reporter &reporter, graph::Block &block, SettingTable &settings);

  // Options.cpp: values with a type.
  Value force(Thunk &thunk);
  Value evaluateAs(const ast::Expr &expr, Scope &scope, const Type &type, const Thunk *place = nullptr);
  std::optional<int64_t> sizeOf(const ast::Expr &expr, Scope &scope, const std::string &what);
  /// A condition that must be known when the block is compiled.
  std::optional<bool> condition(const ast::Expr &expr, Scope &scope);

  // Kinds.cpp: which kind a name or slot stands for.
  Value evaluateKind(const ast::Expr &expr, Scope &scope, ast::KindWord word);
  KindRef bind(const ast::Expr &call, const KindInfo &kind, const std::vector<ast::Argument> &first,
               const std::vector<ast::Argument> &second, Scope &scope);
  /// The kind that the block's settings put at a key's slot; null after an error
  /// (which is reported at `site` if nothing is set).
  KindRef keyKind(const SlotPath &path, ast::KindWord word, SourceRange site, Scope *from);
  Setting *findSetting(const SlotPath &path);

  // Instances.cpp
  Value invoke(Invocation invocation);
  /// A row through the kind at a slot of the block.
  Value callSublayer(const std::string &name, const Value &argument, Frame *caller, SourceRange site);

  // Evaluate.cpp
  Value evaluate(const ast::Expr &expr, Scope &scope);

  /// Whether it holds; reports C29 if not. `who` is the kind or block that asks.
  bool checkRequire(const ast::Require &require, Scope &scope, const std::string &who);

  /// The user's place for something in `scope` (rule: the user's line first).
  SourceRange userPlace(SourceRange range, const Scope &scope) const;
  Diagnostic &error(CheckError error, SourceRange range, const Scope &scope, std::string message);
  graph::Location locate(SourceRange range) const;

  const Module &module;
  Reporter &reporter;
  graph::Block &block;
  SettingTable &settings;
  graph::Builder builder;
  SourceRange blockSite;            ///< where the block is declared
  std::map<std::string, int> calls; ///< of each sublayer by the placement at work
  /// A kind came to nothing. Expansion goes on with its argument in its place,
  /// so that one run reports what else is wrong; the graph is of no use.
  bool failed = false;
  /// A key of the block is misspelt: that another is missing goes without saying.
  bool misspelt = false;

private:
  // Evaluate.cpp
  Value evaluateNode(const ast::Expr &expr, Scope &scope);
  Value evaluateBinary(const ast::Expr &expr, Scope &scope);
  Value evaluateLogical(const ast::Expr &expr, Scope &scope);
  Value evaluateComparison(const ast::Expr &expr, Scope &scope);
  Value evaluatePower(const ast::Expr &expr, Scope &scope);
  Value evaluateIf(const ast::Expr &expr, Scope &scope);
  Value evaluateNot(const ast::Expr &expr, Scope &scope);
  Value evaluateNegate(const ast::Expr &expr, Scope &scope);
  Value symbolComparison(const ast::Expr &expr, Scope &scope, const Type &type);
  Value numberValue(const NumberResult &result, const ast::Expr &expr, Scope &scope);
  bool begin(const ast::Expr &expr, Scope &scope);
  bool charge(uint64_t steps, SourceRange range, const Scope &scope);

  // Rows
  std::optional<graph::ValueId> rowOf(const Value &value, const ast::Expr &expr, Scope &scope);
  std::optional<graph::ValueId> truthOf(const Value &value, const ast::Expr &expr, Scope &scope);
  Value elementwise(graph::Op op, std::vector<graph::ValueId> operands, const ast::Expr &expr, Scope &scope);
  void place(const ast::Expr &expr, Frame &frame);

  // Lookup.cpp
  Value evaluateName(const ast::Expr &expr, Scope &scope);
  std::optional<Value> frameName(const std::string &name, Frame &frame, const ast::Expr &expr);
  /// Options, parameters and keys: what has a type; null if there is none.
  Thunk *typedName(const std::string &name, Scope &scope);
  const Type *symbolType(const ast::Expr &expr, Scope &scope);
  std::vector<std::string> namesIn(Scope &scope);
  /// The value of a name if it is known already: for messages.
  std::optional<std::string> known(const std::string &name, Scope &scope);

  // Options.cpp
  Value evaluateSymbol(const ast::Expr &expr, Scope &scope, const Type &type);
  Value convert(const Value &value, const Type &type, const ast::Expr &expr, Scope &scope,
                const Thunk *place);
  Value convertSize(const Number &number, const ast::Expr &expr, Scope &scope, const Thunk *place);
  Value wrongType(const Value &value, const Type &type, const ast::Expr &expr, Scope &scope,
                  const std::string &what);

  // Kinds.cpp
  Value kindByName(const ast::Expr &expr, Scope &scope, ast::KindWord word);
  bool accepts(ast::KindWord wanted, const KindRef &kind, const ast::Expr &expr, Scope &scope);
  void bindArgument(BoundKind &bound, size_t index, const ast::Argument &argument, Scope &scope);

  // Calls.cpp
  Value evaluateCall(const ast::Expr &expr, Scope &scope);
  Value callInFrame(const ast::Expr &expr, Frame &frame);
  Value callSlot(const ast::Expr &expr, Frame &frame, Thunk &option);
  Value callKey(const ast::Expr &expr, Frame &frame, const std::string &context, size_t slotIndex);
  Value callKind(const ast::Expr &expr, Frame &frame, const KindInfo &kind);
  Value callLinear(const ast::Expr &expr, Frame &frame, const ast::Linear &linear);
  std::optional<std::vector<Value>> dataOf(const ast::Expr &expr, Frame &frame);
  std::vector<Value> oneDatum(const ast::Expr &expr, Frame &frame);
  Value finishCall(const ast::Expr &expr, Frame &frame, Invocation invocation,
                   const std::vector<std::string> &names);

  // Instances.cpp
  Frame *makeFrame(Invocation &invocation);
  void bindOptions(Frame &frame);
  bool bindData(Frame &frame, Invocation &invocation);
  Setting *optionOverride(Frame &frame, const std::string &name);
  Value checkResult(Value result, Frame &frame);
  SourceRange argumentAtFault(const ast::Require &require, Scope &scope);
  Value expand(Invocation &invocation, Frame &frame);
  Value recover(Value result, const Invocation &invocation);
  Value identity(const Invocation &invocation);
  void remember(Frame &frame, const Value &argument, const Value &result);

  // Parameters.cpp
  Value parameter(Frame &frame, const ast::Param &param, const ast::Expr &use);
  std::optional<bool> isOn(Frame &frame, const std::string &name);
  std::optional<graph::ParamId> registerParameter(Frame &frame, const void *decl, SourceRange place,
                                                  graph::Parameter parameter);
  std::optional<graph::Shape> shapeOf(Frame &frame, const ast::Param &param);

  // Primitives.cpp, Attend.cpp
  Value callPrimitive(const ast::Expr &expr, Scope &scope, const Primitive &primitive);
  Value numberFunction(const ast::Expr &expr, Scope &scope, const Primitive &primitive,
                       const std::vector<Value> &arguments);
  Value rowFunction(const ast::Expr &expr, Frame &frame, const Primitive &primitive,
                    const std::vector<Value> &arguments);
  Value callSplit(const ast::Expr &expr, Frame &frame, graph::ValueId row);
  Value callMerge(const ast::Expr &expr, Frame &frame, graph::ValueId row);
  Value callRotate(const ast::Expr &expr, Frame &frame, graph::ValueId row);
  Value callAttend(const ast::Expr &expr, Frame &frame, const std::vector<Value> &arguments);
  std::optional<graph::ValueId> frequencyTable(const ast::Expr &expr, Frame &frame,
                                               const ast::Expr *frequency, const Number &theta,
                                               int64_t pairs);
  std::optional<std::shared_ptr<const graph::Graph>> expression(const ast::Expr *kind, Frame &frame,
                                                                ast::KindWord word, int64_t heads);
  std::optional<graph::ValueId> sinksOf(const ast::Expr *expr, Frame &frame, int64_t heads);
  bool bindPrimitive(const ast::Expr &expr, Frame &frame, const Primitive &primitive,
                     std::vector<const ast::Expr *> &options);
  /// The call of a kind that a primitive's option names: which kind, and where it lives.
  std::optional<Invocation> kindOption(const ast::Expr &expr, Frame &frame, ast::KindWord word);
  Value lookup(const ast::Expr &expr, Scope &scope);

  // Messages.cpp
  std::string describe(const Value &value, Scope &scope) const;
  /// The text of `expr`, and again with the values of its names if that differs.
  std::string substituted(const ast::Expr &expr, Scope &scope);
  std::string text(const ast::Expr &expr) const;
  std::string knownValues(const ast::Expr &expr, Scope &scope);

  struct Registered {
    graph::ParamId id;
    const void *decl;
    std::vector<const ast::Expr *> inlined;
    const void *owner;
    SourceRange ownerPlace;
    SourceRange use;
  };
  std::map<std::string, Registered> registered;
  std::set<std::string> regionPaths;
  std::vector<std::unique_ptr<Frame>> frames;
  uint32_t depth = 0;
  uint64_t steps = 0;
  bool exhausted = false;
};

/// A shape as in messages: "[32, 128]".
std::string shapeText(const graph::Shape &shape);
/// Whether a block's settings may use this path at all is found by use: these
/// are the words a path may begin with.
bool isSublayer(std::string_view name);

} // namespace tenon::checker

#endif
