// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/fuse/Build.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tenon;

namespace {

constexpr Slot slots[] = {Slot::prologue, Slot::contraction, Slot::epilogue, Slot::finish};

/// The type in which `value` crosses to later kernels: what its operation
/// permits. y is in its type already.
Type crossingType(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Operation *op = value.getDefiningOp();
  auto storage = op ? op->getAttrOfType<TypeAttr>("storage") : TypeAttr();
  bool isY = llvm::any_of(value.getUsers(), [](Operation *user) { return isa<func::ReturnOp>(user); });
  return storage && !isY ? type.clone(storage.getValue()) : type;
}

/// Builds one kernel at the end of the function.
class KernelBuilder {
public:
  KernelBuilder(OpBuilder &builder, const PlannedKernel &planned, DenseMap<Value, Value> &crossing)
      : builder(builder), planned(planned), crossing(crossing) {}

  KernelOp build(StringRef name, Location location) {
    collectInputs();
    auto operands = llvm::map_to_vector(inputs, [&](Value value) { return outside(value); });
    auto types = llvm::map_to_vector(planned.results, [](Value value) { return crossingType(value); });
    kernel = KernelOp::create(builder, location, types, name, operands);
    OpBuilder::InsertionGuard guard(builder);
    Block *body = builder.createBlock(&kernel.getBody());
    for (auto [value, operand] : llvm::zip_equal(inputs, operands))
      arguments[value] = body->addArgument(operand.getType(), value.getLoc());
    for (Slot slot : slots)
      for (Operation *op : planned.ops[unsigned(slot)])
        clone(op, slot);
    yield(location);
    return kernel;
  }

private:
  /// `value` as the function has it now: a result of an earlier kernel, or an argument.
  Value outside(Value value) { return crossing.lookup_or(value, value); }

  /// Rows first, then parameters, each in the order of their first use.
  void collectInputs() {
    DenseSet<Operation *> computed;
    for (auto &ops : planned.ops)
      computed.insert(ops.begin(), ops.end());
    SetVector<Value> rows, parameters;
    auto add = [&](Value value) {
      if (!computed.contains(value.getDefiningOp()))
        (hasTokens(value.getType()) ? rows : parameters).insert(value);
    };
    for (auto &ops : planned.ops)
      for (Operation *op : ops)
        llvm::for_each(op->getOperands(), add);
    llvm::for_each(planned.results, add);
    inputs = rows.takeVector();
    llvm::append_range(inputs, parameters);
  }

  /// `value` as `slot` sees it: computed there or in an earlier slot, or loaded.
  Value inside(Value value, Slot slot) {
    for (unsigned s = unsigned(slot) + 1; s-- > 0;)
      if (Value known = values[s].lookup(value))
        return known;
    Value argument = arguments.lookup(value);
    if (argument.getType() == value.getType())
      return argument;
    auto load = CastOp::create(builder, value.getLoc(), value.getType(), argument, TypeAttr(),
                               SlotAttr::get(builder.getContext(), slot));
    return values[unsigned(slot)][value] = load;
  }

  void clone(Operation *op, Slot slot) {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, inside(operand, slot == Slot::contraction ? Slot::prologue : slot));
    Operation *copy = builder.clone(*op, mapping);
    setSlot(copy, slot);
    values[unsigned(slot)][op->getResult(0)] = copy->getResult(0);
  }

  void yield(Location location) {
    SmallVector<Value> yielded;
    for (auto [value, result] : llvm::zip_equal(planned.results, kernel.getResults())) {
      Value made = inside(value, Slot::finish);
      if (made.getType() != result.getType())
        made = CastOp::create(builder, value.getLoc(), result.getType(), made, TypeAttr(), storeSlot(made));
      yielded.push_back(made);
      crossing[value] = result;
    }
    YieldOp::create(builder, location, yielded);
  }

  /// A value is stored where it is made; an accumulator by the epilogue.
  SlotAttr storeSlot(Value made) {
    Slot slot = slotOf(made.getDefiningOp()).value_or(Slot::finish);
    return SlotAttr::get(builder.getContext(), slot == Slot::contraction ? Slot::epilogue : slot);
  }

  OpBuilder &builder;
  const PlannedKernel &planned;
  DenseMap<Value, Value> &crossing; ///< values of the unfused function: the result that holds them
  SmallVector<Value> inputs;
  KernelOp kernel;
  DenseMap<Value, Value> arguments;
  std::array<DenseMap<Value, Value>, 4> values; ///< by slot
};

std::string unique(std::string name, llvm::StringSet<> &taken) {
  std::string result = name;
  for (unsigned count = 2; !taken.insert(result).second; ++count)
    result = name + "_" + std::to_string(count);
  return result;
}

} // namespace

void tenon::buildKernels(func::FuncOp function, const Plan &plan) {
  Operation *end = function.getBody().front().getTerminator();
  auto old = llvm::to_vector(llvm::make_pointer_range(function.getBody().front().without_terminator()));
  OpBuilder builder(end);
  DenseMap<Value, Value> crossing;
  llvm::StringSet<> taken;
  for (const PlannedKernel &planned : plan) {
    bool isRowKernel = planned.ops[unsigned(Slot::contraction)].empty();
    if (isRowKernel && planned.results.empty())
      continue;
    Value first = planned.results.empty() ? Value() : planned.results.front();
    Location location =
        isRowKernel ? first.getLoc() : planned.ops[unsigned(Slot::contraction)].front()->getLoc();
    KernelBuilder(builder, planned, crossing).build(unique(nameOf(planned, function), taken), location);
  }
  end->setOperand(0, crossing.at(end->getOperand(0)));
  for (Operation *op : llvm::reverse(old))
    op->erase();
}
