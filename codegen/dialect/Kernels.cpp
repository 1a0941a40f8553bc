// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels and their slots obey.

#include "codegen/dialect/Tenon.h"

using namespace mlir;
using namespace tenon;

//===--- Building and reading ---===//

void KernelOp::build(OpBuilder &, OperationState &state, TypeRange outputs, StringRef name,
                     ValueRange inputs) {
  state.addOperands(inputs);
  state.addTypes(outputs);
  state.getOrAddProperties<Properties>().name = StringAttr::get(state.getContext(), name);
  state.addRegion();
}

YieldOp KernelOp::getYield() { return cast<YieldOp>(getBody().front().getTerminator()); }

SlotOp KernelOp::findSlot(Slot kind) {
  auto slots = getBody().front().getOps<SlotOp>();
  auto found = llvm::find_if(slots, [&](SlotOp slot) { return slot.getSlot() == kind; });
  return found == slots.end() ? SlotOp() : *found;
}

AttendOp KernelOp::findAttend() {
  SlotOp contraction = findSlot(Slot::contraction);
  if (!contraction)
    return {};
  auto attends = contraction.getBody().front().getOps<AttendOp>();
  return attends.empty() ? AttendOp() : *attends.begin();
}

void SlotOp::build(OpBuilder &, OperationState &state, TypeRange outputs, Slot slot) {
  state.addTypes(outputs);
  state.getOrAddProperties<Properties>().slot = SlotAttr::get(state.getContext(), slot);
  state.addRegion();
}

YieldOp SlotOp::getYield() { return cast<YieldOp>(getBody().front().getTerminator()); }

Value SlotOp::yielded(unsigned number) { return getYield().getValues()[number]; }

Operation *tenon::makerOf(Value value) {
  while (auto slot = value.getDefiningOp<SlotOp>())
    value = slot.yielded(cast<OpResult>(value).getResultNumber());
  return value.getDefiningOp();
}

LogicalResult PlaceAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError, PlaceKind kind,
                                int64_t offset, int64_t rowBytes) {
  constexpr int64_t cacheLine = 64;
  if (offset < 0 || rowBytes < 0 || offset % cacheLine || rowBytes % cacheLine)
    return emitError() << "a place starts on a cache line and its rows are whole cache lines apart, not at "
                       << offset << " and " << rowBytes << " bytes";
  return success();
}

//===--- Rules ---===//

namespace {

LogicalResult verifyYield(Operation *op, Block &body) {
  auto yield = dyn_cast<YieldOp>(body.getTerminator());
  if (!yield)
    return op->emitOpError("ends in tenon.yield, not in ") << body.getTerminator()->getName();
  if (yield.getValues().getTypes() == op->getResultTypes())
    return success();
  auto error = yield.emitOpError("yields the results of ") << op->getName() << ": (";
  llvm::interleaveComma(yield.getValues().getTypes(), error);
  error << ") is not (";
  llvm::interleaveComma(op->getResultTypes(), error);
  return error << ")";
}

LogicalResult verifyArguments(KernelOp kernel) {
  Block &body = kernel.getBody().front();
  if (body.getArgumentTypes() == kernel.getInputs().getTypes())
    return success();
  auto error = kernel.emitOpError("arguments of the body mirror the operands: (");
  llvm::interleaveComma(body.getArgumentTypes(), error);
  error << ") is not (";
  llvm::interleaveComma(kernel.getInputs().getTypes(), error);
  return error << ")";
}

/// The slots of a kernel in their order: rows; or prologue, (contraction, epilogue)+, finish?.
LogicalResult verifyOrder(KernelOp kernel, MutableArrayRef<SlotOp> slots) {
  if (slots.empty())
    return kernel.emitOpError("has no slot");
  auto wrong = [](SlotOp slot, StringRef wanted) {
    return slot.emitOpError("of kind ")
           << stringifySlot(slot.getSlot()) << " stands where " << wanted << " does";
  };
  if (slots.front().getSlot() == Slot::rows)
    return slots.size() == 1 ? success() : wrong(slots[1], "nothing");
  if (slots.front().getSlot() != Slot::prologue)
    return wrong(slots.front(), "the prologue");
  MutableArrayRef<SlotOp> rest = slots.drop_front();
  if (rest.empty())
    return kernel.emitOpError("has no contraction behind its prologue");
  do {
    if (rest.front().getSlot() != Slot::contraction)
      return wrong(rest.front(), "a contraction");
    if (rest.size() < 2)
      return kernel.emitOpError("has a contraction without epilogue");
    if (rest[1].getSlot() != Slot::epilogue)
      return wrong(rest[1], "the epilogue of a contraction");
    rest = rest.drop_front(2);
  } while (!rest.empty() && rest.front().getSlot() == Slot::contraction);
  if (!rest.empty() && rest.front().getSlot() != Slot::finish)
    return wrong(rest.front(), "the finish");
  return rest.size() <= 1 ? success() : wrong(rest[1], "nothing");
}

/// Results of a contraction are accumulators: its own epilogue alone sees them.
LogicalResult verifyAccumulators(SlotOp contraction, SlotOp epilogue) {
  for (Operation *user : contraction->getUsers())
    if (!epilogue->isProperAncestor(user))
      return user->emitOpError("uses accumulators outside of the epilogue of their contraction");
  return success();
}

/// Whether `value` is an argument of the kernel's body as an attention reads it: through results of slots,
/// views, and one cast from its storage type, which changes nothing.
bool isStored(Value value) {
  bool isLoaded = false;
  while (Operation *op = makerOf(value)) {
    if (isa<CastOp>(op) && (std::exchange(isLoaded, true) || !getElementTypeOrSelf(op->getResult(0)).isF32()))
      return false;
    if (!isa<CastOp, SplitOp, MergeOp>(op))
      return false;
    value = op->getOperand(0);
  }
  return true;
}

/// Whether `value` is `attend`, through views and one cast to its storage type.
bool isStoring(Value value, AttendOp attend) {
  bool isNarrowed = false;
  for (Operation *op = makerOf(value); op && op != attend; op = makerOf(value)) {
    if (!isa<CastOp, MergeOp>(op) || (isa<CastOp>(op) && std::exchange(isNarrowed, true)))
      return false;
    value = op->getOperand(0);
  }
  return makerOf(value) == attend;
}

LogicalResult verifyAttention(AttendOp attend, bool isAlone) {
  if (!isAlone)
    return attend.emitOpError("is the only product of its kernel");
  for (Value operand : attend->getOperands())
    if (!isStored(operand))
      return attend.emitOpError(
          "works on what earlier kernels stored, not on values that its own kernel makes");
  return success();
}

LogicalResult verifyLinear(LinearOp linear, Value left) {
  if (linear.getBias())
    return linear.emitOpError("has no bias in a kernel: the epilogue adds it");
  if (linear.getOperand() != left)
    return linear.emitOpError("multiplies the left operand of its kernel, the first result of the prologue");
  auto weight = dyn_cast<BlockArgument>(linear.getWeight());
  if (!weight || !llvm::all_of(weight.getUsers(), llvm::IsaPred<LinearOp>))
    return linear.emitOpError("has a weight that is an argument of its kernel and nothing but a weight");
  return success();
}

LogicalResult verifyProducts(SlotOp contraction, Value left, bool isAlone) {
  Block &body = contraction.getBody().front();
  auto linears = llvm::to_vector(body.getOps<LinearOp>());
  auto attends = llvm::to_vector(body.getOps<AttendOp>());
  if (linears.empty() && attends.empty())
    return contraction.emitOpError("of kind contraction has no product");
  for (AttendOp attend : attends)
    if (failed(verifyAttention(attend, isAlone && attends.size() == 1 && linears.empty())))
      return failure();
  for (LinearOp linear : linears) {
    if (failed(verifyLinear(linear, left)))
      return failure();
    Type first = linears.front().getWeight().getType();
    if (linear.getWeight().getType() != first)
      return linear.emitOpError("interleaves with a weight of another width or type: ") << first;
  }
  // Products are what a contraction yields, each once: lowering knows them by their results.
  for (auto [product, value] : llvm::zip_longest(linears, contraction.getYield().getValues()))
    if (attends.empty() && (!product || !value || product->getResult() != *value))
      return contraction.emitOpError("yields its products, each once, in their order");
  if (!attends.empty() &&
      (contraction.getNumResults() != 1 || contraction.yielded(0) != attends.front().getResult()))
    return contraction.emitOpError("yields its attention and nothing else");
  return success();
}

/// An epilogue of linears sees some columns at a time: it works element by element on rows as wide as
/// the accumulators, or on single numbers.
LogicalResult verifyEpilogue(SlotOp epilogue, int64_t columns) {
  for (Operation &op : epilogue.getBody().front().without_terminator()) {
    if (!op.hasTrait<tenon::OpTrait::PerElement>() && op.getNumOperands() != 0)
      return op.emitOpError("cannot be in the epilogue, which sees columns, not complete rows");
    ArrayRef<int64_t> shape = rowShape(op.getResult(0).getType());
    if (shape.size() != 1 || (shape[0] != 1 && shape[0] != columns))
      return op.emitOpError("in an epilogue of ")
             << columns << " columns makes " << op.getResult(0).getType();
  }
  return success();
}

/// Behind an attention an epilogue does nothing but store it.
LogicalResult verifyStoring(SlotOp epilogue, AttendOp attend) {
  if (epilogue.getNumResults() == 1 && isStoring(epilogue.yielded(0), attend))
    return success();
  return epilogue.emitOpError(
      "behind an attention stores it, rounded once to its type, and does nothing else");
}

/// Contractions with their epilogues.
LogicalResult verifySegments(MutableArrayRef<SlotOp> slots) {
  Value left = slots.front().getNumResults() ? slots.front().getResult(0) : Value();
  bool isAlone = llvm::count_if(slots, [](SlotOp slot) { return slot.getSlot() == Slot::contraction; }) == 1;
  for (auto [contraction, epilogue] : llvm::zip(slots, slots.drop_front())) {
    if (SlotOp(contraction).getSlot() != Slot::contraction)
      continue;
    if (failed(verifyProducts(contraction, left, isAlone)) ||
        failed(verifyAccumulators(contraction, epilogue)))
      return failure();
    Block &body = SlotOp(contraction).getBody().front();
    auto linears = body.getOps<LinearOp>();
    LogicalResult verdict = linears.empty()
                                ? verifyStoring(epilogue, *body.getOps<AttendOp>().begin())
                                : verifyEpilogue(epilogue, lastAxis((*linears.begin()).getType()));
    if (failed(verdict))
      return failure();
  }
  return success();
}

/// What a kernel returns was stored by one of its slots.
LogicalResult verifyResults(KernelOp kernel) {
  for (Value value : kernel.getYield().getValues()) {
    auto slot = value.getDefiningOp<SlotOp>();
    if (!slot || slot.getSlot() == Slot::contraction)
      return kernel.getYield().emitOpError(
          "returns what a slot stored, which no argument and no accumulator is");
    if (kernel.findAttend() && slot.getSlot() != Slot::epilogue)
      return kernel.getYield().emitOpError("returns the attention of its kernel and nothing else");
  }
  return success();
}

bool isProduct(Operation &op) { return isa<LinearOp, AttendOp>(op); }

/// A parameter of an attention in its storage type.
bool isParameterLoad(Operation &op) { return isa<CastOp>(op) && !hasTokens(op.getResult(0).getType()); }

/// Which operations may stand in `slot`, whatever it computes.
LogicalResult verifyOperation(SlotOp slot, Operation &op) {
  StringRef kind = stringifySlot(slot.getSlot());
  if (slot.getSlot() == Slot::contraction)
    return isProduct(op) || (isParameterLoad(op) && slot->getParentOfType<KernelOp>().findAttend())
               ? success()
               : op.emitOpError("cannot be in the contraction, which consists of tenon.linear or "
                                "one tenon.attend");
  if (isProduct(op))
    return op.emitOpError("belongs to the contraction, not to ") << kind;
  if (isa<RotateOp, LookupOp, KernelOp, SlotOp>(op) || !isa_and_nonnull<TenonDialect>(op.getDialect()))
    return op.emitOpError("has no row-wise code");
  if (isa<EmbedOp>(op) && slot.getSlot() != Slot::rows)
    return op.emitOpError("takes rows of its table in row kernels only, not in ") << kind;
  return success();
}

LogicalResult verifyScheduled(SlotOp slot) {
  Block &body = slot.getBody().front();
  if ((slot.getPanel() || slot.getWeights()) && body.getOps<LinearOp>().empty())
    return slot.emitOpError("without linears has no weights, so no panel and no place for them");
  if (auto stores = slot.getStores(); stores && stores->size() != slot.getNumResults())
    return slot.emitOpError("lists ")
           << stores->size() << " stores for " << slot.getNumResults() << " results";
  return success();
}

} // namespace

LogicalResult KernelOp::verify() {
  if (auto loads = getLoads(); loads && loads->size() != getNumOperands())
    return emitOpError("lists ") << loads->size() << " loads for " << getNumOperands() << " operands";
  if (IntegerAttr bytes = getPanelBytesAttr(); bytes && bytes.getInt() < 0)
    return emitOpError("has a panel of at least 0 bytes, not of ") << bytes.getInt();
  return verifyArguments(*this);
}

LogicalResult KernelOp::verifyRegions() {
  Block &body = getBody().front();
  if (failed(verifyYield(*this, body)))
    return failure();
  SmallVector<SlotOp> slots;
  for (Operation &op : body.without_terminator()) {
    if (!isa<SlotOp>(op))
      return op.emitOpError("lies in no slot of its kernel");
    slots.push_back(cast<SlotOp>(op));
  }
  if (failed(verifyOrder(*this, slots)))
    return failure();
  if (SlotOp finish = findSlot(Slot::finish); finish && findAttend())
    return finish.emitOpError("has no place behind an attention, which does not complete rows");
  if (failed(verifyResults(*this)))
    return failure();
  return verifySegments(slots);
}

LogicalResult SlotOp::verify() { return verifyScheduled(*this); }

LogicalResult SlotOp::verifyRegions() {
  Block &body = getBody().front();
  if (failed(verifyYield(*this, body)))
    return failure();
  for (Type type : getResultTypes())
    if (!hasTokens(type) || cast<RankedTensorType>(type).getElementType().isInteger(1))
      return emitOpError("yields rows of numbers; what depends on no token, and truth values, are computed "
                         "where they are used: ")
             << type;
  for (Operation &op : body.without_terminator())
    if (failed(verifyOperation(*this, op)))
      return failure();
  return success();
}
