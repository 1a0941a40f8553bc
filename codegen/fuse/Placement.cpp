// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/fuse/Placement.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/FormatVariadic.h"

#define DEBUG_TYPE "tenon-form-kernels"

using namespace mlir;
using namespace tenon;

namespace {

bool isElementwise(Operation *op) {
  return op->hasTrait<tenon::OpTrait::PerElement>() || op->getNumOperands() == 0;
}

bool isCondition(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType().isInteger(1);
}

/// Whether a reduction lies between parameters and `value`, which has no token axis.
bool reducesParameters(Value value) {
  SmallVector<Operation *> worklist{value.getDefiningOp()};
  DenseSet<Operation *> seen;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (!op || !seen.insert(op).second)
      continue;
    if (!isElementwise(op))
      return true;
    for (Value operand : op->getOperands())
      worklist.push_back(operand.getDefiningOp());
  }
  return false;
}

/// Whether `op` only sees a row as heads, or heads as a row: it costs nothing,
/// so it is done where it is needed.
bool isView(Operation *op) { return isa<SplitOp, MergeOp>(op); }

/// The value that `value` is a view of.
Value behindViews(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isView(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

} // namespace

Placement::Placement(func::FuncOp function) : function(function) {
  groupProducts();
  assignLevels();
  assignHomes();
  sinkToFinish();
  assignDeferred();
}

void Placement::store(Value value) {
  LDBG() << "stored: " << value;
  storedValues.insert(value);
  assignDeferred();
}

/// Linears of one left operand are one contraction. Those are in launch order
/// by their first product: what a product depends on stands before it, and
/// before the first of its group, since they share that operand. An attention
/// reads what is stored, and a row kernel may follow it.
void Placement::groupProducts() {
  llvm::MapVector<Value, SmallVector<Operation *>> byOperand;
  for (Operation &op : function.getBody().front()) {
    if (auto linear = dyn_cast<LinearOp>(op)) {
      products[linear] = products.size();
      byOperand[linear.getOperand()].push_back(linear);
    }
    if (auto attend = dyn_cast<AttendOp>(op)) {
      byOperand[attend.getResult()].push_back(attend);
      for (Value operand : {attend.getQuery(), attend.getKey(), attend.getValue()})
        storedValues.insert(behindViews(operand));
    }
  }
  for (auto &[operand, group] : byOperand) {
    groups.push_back(group);
    if (isa<AttendOp>(group.front()))
      groups.emplace_back();
  }
}

void Placement::assignLevels() {
  DenseMap<Operation *, unsigned> kernelOf;
  for (auto [index, group] : llvm::enumerate(groups))
    for (Operation *product : group)
      kernelOf[product] = index + 1;
  for (Operation &op : function.getBody().front().without_terminator()) {
    unsigned level = kernelOf.lookup(&op);
    if (!level)
      for (Value operand : op.getOperands())
        level = std::max(level, levelOf(operand) + isa_and_nonnull<AttendOp>(operand.getDefiningOp()));
    levels[op.getResult(0)] = level;
  }
}

void Placement::assignHomes() {
  llvm::IntEqClasses segments(products.size());
  for (Operation &op : function.getBody().front().without_terminator())
    if (levelOf(op.getResult(0)) != 0 && !isProduct(&op)) {
      homes[&op] = homeOf(&op, segments);
      LDBG() << "level " << levelOf(op.getResult(0)) << ", " << stringifySlot(homes[&op]) << ": " << op;
    }
}

/// The epilogue if `op` works on the columns of products that can be
/// interleaved, else the finish. `segments` unites products that meet.
Slot Placement::homeOf(Operation *op, llvm::IntEqClasses &segments) {
  unsigned level = levelOf(op->getResult(0));
  if (groups[level - 1].empty())
    return Slot::finish;
  SetVector<unsigned> met;
  for (Value operand : op->getOperands()) {
    Operation *def = operand.getDefiningOp();
    if (levelOf(operand) != level)
      continue;
    if (!isa<LinearOp>(def) && homes.lookup(def) == Slot::finish)
      return Slot::finish;
    met.insert(segments.findLeader(isa<LinearOp>(def) ? products.lookup(def) : productBelow.lookup(def)));
  }
  if (isView(op)) {
    if (llvm::any_of(op->getUsers(), [](Operation *user) {
          return isa<TenonDialect>(user->getDialect()) && !isProduct(user) && !isView(user);
        }))
      refused.push_back({op, "epilogue", "heads",
                         "an epilogue works on columns, not on heads; done on complete rows instead"});
    return Slot::finish;
  }
  if (op->hasTrait<tenon::OpTrait::Reducing>())
    return Slot::finish;
  SmallVector<LinearOp> together;
  for (Operation *linear : groups[level - 1])
    if (met.contains(segments.findLeader(products.lookup(linear))))
      together.push_back(cast<LinearOp>(linear));
  if (auto refusal = refuseEpilogue(op, together)) {
    refused.push_back(std::move(*refusal));
    return Slot::finish;
  }
  productBelow[op] = met.front();
  for (unsigned other : met)
    segments.join(met.front(), other);
  return Slot::epilogue;
}

/// Why `op`, which is no reduction, cannot see the columns of `together`.
std::optional<Refusal> Placement::refuseEpilogue(Operation *op, ArrayRef<LinearOp> together) {
  Type type = op->getResult(0).getType();
  auto refusal = [&](StringRef rule, std::string reason) {
    return Refusal{op, "epilogue", rule, reason + "; done on complete rows instead"};
  };
  if (!isElementwise(op) || rowShape(type).size() != 1)
    return refusal("heads", "an epilogue works on columns, not on heads");
  for (LinearOp linear : together)
    if (lastAxis(linear.getType()) != lastAxis(type))
      return refusal("different-widths",
                     llvm::formatv("accumulators of {0} and {1} columns cannot be interleaved",
                                   lastAxis(linear.getType()), lastAxis(type)));
  auto isOfOtherType = [&](LinearOp linear) {
    return linear.getWeight().getType() != LinearOp(together.front()).getWeight().getType();
  };
  if (llvm::any_of(together, isOfOtherType))
    return refusal("different-types", "weights of different types cannot be interleaved");
  if (together.size() > maxInterleaved)
    return refusal("too-many-products", llvm::formatv("{0} products meet and at most {1} are interleaved",
                                                      together.size(), maxInterleaved));
  for (Value operand : op->getOperands())
    if (!hasTokens(operand.getType()) && reducesParameters(operand))
      return refusal("parameter-reduction", "an epilogue cannot reduce a parameter");
  return std::nullopt;
}

/// Whether `user` sees its operands of `level` only once the epilogue has stored them.
bool Placement::leavesEpilogue(Operation *user, unsigned level) const {
  if (isProduct(user) || isa<func::ReturnOp>(user) || levelOf(user->getResult(0)) != level)
    return true;
  return homes.lookup(user) == Slot::finish;
}

/// An operation of the epilogue that only complete rows need (the square of a
/// norm) is done there too, if its operands are stored anyway: one row less.
void Placement::sinkToFinish() {
  for (Operation &op : llvm::reverse(function.getBody().front().without_terminator())) {
    auto home = homes.find(&op);
    if (home == homes.end() || home->second != Slot::epilogue)
      continue;
    unsigned level = levelOf(op.getResult(0));
    bool onlyLater = llvm::all_of(op.getUsers(), [&](Operation *user) {
      return isa<LinearOp>(user) ||
             (homes.lookup_or(user, Slot::epilogue) == Slot::finish && levelOf(user->getResult(0)) == level);
    });
    bool isFree = llvm::all_of(op.getOperands(), [&](Value operand) {
      return levelOf(operand) != level || llvm::any_of(operand.getUsers(), [&](Operation *user) {
               return user != &op && leavesEpilogue(user, level);
             });
    });
    if (onlyLater && isFree) {
      home->second = Slot::finish;
      LDBG() << "sinks to the finish: " << op;
    }
  }
}

/// What is done on complete rows moves on into the prologues of later kernels
/// where only left operands need it: there it costs no pass of its own.
void Placement::assignDeferred() {
  bool again = true;
  while (again) {
    again = false;
    deferred.clear();
    for (Operation &op : llvm::reverse(function.getBody().front().without_terminator()))
      if (canDefer(&op))
        deferred.insert(&op);
    for (auto &group : groups) {
      if (group.empty() || isa<AttendOp>(group.front()))
        continue;
      Value left = group.front()->getOperand(0);
      if (deferred.contains(left.getDefiningOp()) && crossesTooMuch(left)) {
        again |= storedValues.insert(left).second;
        LDBG() << "stored, for what it is made of is longer: " << left;
      }
    }
  }
}

bool Placement::canDefer(Operation *op) const {
  auto home = homes.find(op);
  if (home == homes.end() || home->second != Slot::finish || storedValues.contains(op->getResult(0)))
    return false;
  return llvm::all_of(op->getUsers(),
                      [&](Operation *user) { return isa<LinearOp>(user) || deferred.contains(user); });
}

/// Whether deferring `left` stores more than twice the row that it is. A finish
/// reads and writes its rows once more, hence the factor.
bool Placement::crossesTooMuch(Value left) const {
  int64_t crossing = 0;
  SetVector<Value> worklist;
  worklist.insert(left);
  for (size_t i = 0; i < worklist.size(); ++i) {
    Operation *op = worklist[i].getDefiningOp();
    if (deferred.contains(op)) {
      worklist.insert(op->operand_begin(), op->operand_end());
    } else if (levelOf(worklist[i]) != 0) {
      crossing += rowElements(worklist[i].getType());
    }
  }
  return crossing > 2 * rowElements(left.getType());
}

bool Placement::isRecomputed(Operation *op) const {
  Value value = op->getResult(0);
  if (storedValues.contains(value) || isProduct(op))
    return false;
  return levelOf(value) == 0 || deferred.contains(op) || isView(op);
}

Source Placement::sourceOf(Value value, unsigned kernel, Slot slot) const {
  Operation *op = value.getDefiningOp();
  if (!op)
    return {Source::Kind::argument};
  unsigned level = levelOf(value);
  if (isProduct(op))
    return level == kernel ? Source{Source::Kind::product}
                           : Source{Source::Kind::stored, Slot::finish, level};
  // Truth values are not stored: they are computed where they are used.
  if (isCondition(value))
    return {Source::Kind::computed, slot};
  if (isRecomputed(op)) {
    // An epilogue has no complete rows; the prologue does and keeps what it finds there.
    bool needsRow = slot == Slot::epilogue && !isElementwise(op) && hasTokens(value.getType());
    return {Source::Kind::computed, needsRow ? Slot::prologue : slot};
  }
  if (level != kernel)
    return {Source::Kind::stored, Slot::finish, level};
  return {Source::Kind::computed, level == 0 ? Slot::finish : homes.lookup(op)};
}
