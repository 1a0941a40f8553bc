// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/fuse/Build.h"
#include "codegen/fuse/Segments.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tenon;

namespace {

/// The type in which `value` crosses to later kernels: what its operation
/// permits. y is in its type already.
Type crossingType(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Operation *op = value.getDefiningOp();
  auto storage = op ? op->getAttrOfType<TypeAttr>("storage") : TypeAttr();
  bool isY = llvm::any_of(value.getUsers(), [](Operation *user) { return isa<func::ReturnOp>(user); });
  return storage && !isY ? type.clone(storage.getValue()) : type;
}

/// A slot of a kernel that is being built, and the values that are known in it.
struct BuiltSlot {
  Slot kind;
  SmallVector<Operation *> planned;       ///< operations of the unfused function
  SmallVector<Value> crossing;            ///< values of the unfused function that later slots need
  DenseMap<Value, Value> inside, outside; ///< by value of the unfused function
  SmallVector<Value> yields;
  DenseMap<Value, unsigned> yieldedAt; ///< by value of the unfused function

  /// The number of `made` among what the slot yields.
  unsigned yieldOnce(Value made) {
    auto known = llvm::find(yields, made);
    if (known == yields.end())
      known = yields.insert(known, made);
    return known - yields.begin();
  }
};

/// Builds one kernel at the end of the function.
class KernelBuilder {
public:
  KernelBuilder(OpBuilder &builder, const PlannedKernel &planned, DenseMap<Value, Value> &crossing)
      : builder(builder), planned(planned), crossing(crossing) {}

  void build(StringRef name, Location location) {
    collectInputs();
    auto operands = llvm::map_to_vector(inputs, [&](Value value) { return outside(value); });
    auto types = llvm::map_to_vector(planned.results, [](Value value) { return crossingType(value); });
    auto kernel = KernelOp::create(builder, location, types, name, operands);
    OpBuilder::InsertionGuard guard(builder);
    Block *body = builder.createBlock(&kernel.getBody());
    for (auto [value, operand] : llvm::zip_equal(inputs, operands))
      arguments[value] = body->addArgument(operand.getType(), value.getLoc());
    listSlots();
    for (Value value : planned.results)
      stored.push_back(slotThatStores(value));
    collectCrossing();
    for (size_t number = 0; number < slots.size(); ++number)
      fill(number, location);
    yield(kernel);
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

  ArrayRef<Operation *> opsOf(Slot slot) { return planned.ops[unsigned(slot)]; }

  void addSlot(Slot kind, ArrayRef<Operation *> ops) {
    BuiltSlot &slot = slots.emplace_back();
    slot.kind = kind;
    slot.planned.assign(ops.begin(), ops.end());
  }

  /// The slots in the order in which they run; a finish only where something is done or copied there.
  void listSlots() {
    if (opsOf(Slot::contraction).empty())
      return addSlot(Slot::rows, opsOf(Slot::finish));
    addSlot(Slot::prologue, opsOf(Slot::prologue));
    for (const Segment &segment : segmentsOf(planned)) {
      addSlot(Slot::contraction, segment.products);
      addSlot(Slot::epilogue, segment.epilogue);
    }
    bool copies = llvm::any_of(planned.results, [&](Value value) { return arguments.contains(value); });
    if (copies || !opsOf(Slot::finish).empty())
      addSlot(Slot::finish, opsOf(Slot::finish));
  }

  /// The last slot up to number `from` that makes `value`; none: the kernel's argument.
  std::optional<size_t> makerOf(Value value, size_t from) {
    for (size_t number = from + 1; number-- > 0;)
      if (llvm::is_contained(slots[number].planned, value.getDefiningOp()))
        return number;
    return std::nullopt;
  }

  /// A value is stored where it is made; accumulators by the epilogue behind them.
  size_t slotThatStores(Value value) {
    std::optional<size_t> maker = makerOf(value, slots.size() - 1);
    if (!maker)
      return slots.size() - 1;
    return slots[*maker].kind == Slot::contraction ? *maker + 1 : *maker;
  }

  static bool isMadeBefore(Value a, Value b) {
    Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
    if (!first || !second)
      return !first &&
             (second || cast<BlockArgument>(a).getArgNumber() < cast<BlockArgument>(b).getArgNumber());
    return first->isBeforeInBlock(second);
  }

  static void addOnce(SmallVectorImpl<Value> &values, Value value) {
    if (!llvm::is_contained(values, value))
      values.push_back(value);
  }

  /// Notes that slot `user` needs `value`, if an earlier one makes it.
  void cross(Value value, size_t user) {
    std::optional<size_t> maker = makerOf(value, user);
    bool isLoaded = !maker && arguments.lookup(value) && arguments.lookup(value).getType() != value.getType();
    if (isLoaded && slots[user].kind == Slot::contraction)
      maker = 0; // a product is all that its slot does
    if (!maker || *maker == user || !hasTokens(value.getType()))
      return;
    addOnce(slots[*maker].crossing, value);
    // Accumulators do not outlive their epilogue, which hands them on.
    if (slots[*maker].kind == Slot::contraction && user > *maker + 1)
      addOnce(slots[*maker + 1].crossing, value);
  }

  /// What each slot yields to later ones: the left operand first, the rest in the order in which it is made.
  void collectCrossing() {
    for (auto [value, slot] : llvm::zip_equal(planned.results, stored))
      cross(value, slot);
    for (auto [number, slot] : llvm::enumerate(slots))
      for (Operation *op : slot.planned)
        for (Value operand : op->getOperands())
          cross(operand, number);
    for (BuiltSlot &slot : slots)
      llvm::sort(slot.crossing, isMadeBefore);
  }

  /// Makes the operations of slot `number`, and the slot around them.
  void fill(size_t number, Location location) {
    BuiltSlot &slot = slots[number];
    auto *body = new Block;
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToEnd(body);
      for (Operation *op : slot.planned)
        clone(op, number);
      listYields(number);
      YieldOp::create(builder, location, slot.yields);
    }
    Location where = slot.planned.empty() ? location : slot.planned.front()->getLoc();
    auto op = SlotOp::create(builder, where, ValueRange(slot.yields).getTypes(), slot.kind);
    op.getBody().push_back(body);
    for (auto [value, place] : slot.yieldedAt)
      slot.outside[value] = op.getResult(place);
    for (auto [value, from] : llvm::zip_equal(planned.results, stored))
      if (from == number)
        results[value] = op.getResult(resultAt.lookup(value));
  }

  /// The left operand first. A prologue stores results of the kernel before what it keeps, other slots
  /// after it.
  void listYields(size_t number) {
    BuiltSlot &slot = slots[number];
    if (slot.kind == Slot::prologue && isa<LinearOp>(opsOf(Slot::contraction).front())) {
      Value left = opsOf(Slot::contraction).front()->getOperand(0);
      slot.yieldedAt[left] = slot.yieldOnce(inside(left, number));
    }
    if (slot.kind == Slot::prologue)
      yieldResults(number);
    for (Value value : slot.crossing)
      slot.yieldedAt[value] = slot.yieldOnce(inside(value, number));
    if (slot.kind != Slot::prologue)
      yieldResults(number);
  }

  /// The results of the kernel that slot `number` stores, in the types in which they cross.
  void yieldResults(size_t number) {
    for (auto [value, from] : llvm::zip_equal(planned.results, stored)) {
      if (from != number)
        continue;
      Value made = inside(value, number);
      Type type = crossingType(value);
      if (made.getType() != type)
        made = CastOp::create(builder, value.getLoc(), type, made, TypeAttr());
      resultAt[value] = slots[number].yieldOnce(made);
    }
  }

  /// `value` as slot `number` sees it: computed there, made by an earlier slot, or loaded.
  Value inside(Value value, size_t number) {
    BuiltSlot &slot = slots[number];
    if (Value known = slot.inside.lookup(value))
      return known;
    // What is stored already is read from there, but by products, which see what the prologue made of it.
    Value argument = arguments.lookup(value);
    for (size_t earlier = number; earlier-- > 0;)
      if (Value known = slots[earlier].outside.lookup(value);
          known && (!argument || slot.kind == Slot::contraction))
        return known;
    if (!argument) // depends on no token, so it does not cross
      return clone(value.getDefiningOp(), number);
    if (argument.getType() == value.getType())
      return argument;
    return slot.inside[value] =
               CastOp::create(builder, value.getLoc(), value.getType(), argument, TypeAttr());
  }

  Value clone(Operation *op, size_t number) {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, inside(operand, number));
    return slots[number].inside[op->getResult(0)] = builder.clone(*op, mapping)->getResult(0);
  }

  void yield(KernelOp kernel) {
    SmallVector<Value> yielded;
    for (auto [value, result] : llvm::zip_equal(planned.results, kernel.getResults())) {
      yielded.push_back(results.at(value));
      crossing[value] = result;
    }
    builder.setInsertionPointToEnd(&kernel.getBody().front());
    YieldOp::create(builder, kernel.getLoc(), yielded);
  }

  OpBuilder &builder;
  const PlannedKernel &planned;
  DenseMap<Value, Value> &crossing; ///< values of the unfused function: the result that holds them
  SmallVector<Value> inputs;
  DenseMap<Value, Value> arguments;
  std::vector<BuiltSlot> slots;
  SmallVector<size_t> stored;         ///< by result: the slot that stores it
  DenseMap<Value, unsigned> resultAt; ///< by result: its number among what that slot yields
  DenseMap<Value, Value> results;
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
