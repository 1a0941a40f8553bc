// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values of a row program at one place of the row, made on demand.
#include "codegen/lower/rows/Elementwise.h"
#include "codegen/lower/rows/RowEmitter.h"

#include "codegen/dialect/Tenon.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tenon;
using namespace tenon::rows;

void RowEmitter::prepareSweep(Role wanted) {
  llvm::DenseSet<std::pair<Value, unsigned>> seen;
  for (Operation *reduction : sweep.reductions)
    prepare(reduction->getOperand(0), Role::full, wanted, seen);
  for (Value value : sweep.keeps)
    prepare(value, Role::full, wanted, seen);
  for (unsigned output : sweep.stores)
    prepare(program.outputs[output].first, Role::full, wanted, seen);
}

void RowEmitter::prepare(Value value, Role role, Role wanted,
                         llvm::DenseSet<std::pair<Value, unsigned>> &seen) {
  if (!seen.insert({value, unsigned(role)}).second)
    return;
  if (role == wanted) {
    scalar(value, role);
    return;
  }
  if (isInMemory(value)) {
    source(value);
    return;
  }
  Operation *op = value.getDefiningOp();
  if (auto columns = dyn_cast<ColumnsOp>(op))
    columnTable(columns);
  if (role != Role::scalar && !isa<SumOp, MeanOp>(op))
    for (Value operand : op->getOperands())
      prepare(operand, operandRole(op, operand, role), wanted, seen);
}

Value RowEmitter::scalar(Value value, Role role) {
  auto &memo = role == Role::scalar ? scalars : perHead;
  if (Value known = memo.lookup(value))
    return known;
  Value made = computeScalar(value, role);
  return memo[value] = made;
}

Value RowEmitter::computeScalar(Value value, Role role) {
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast_or_null<ConstantOp>(op); constant && role == Role::scalar) {
    auto numbers = cast<DenseElementsAttr>(constant.getValue());
    if (numbers.getElementType().isInteger(1))
      return arith::ConstantOp::create(b, loc, b.getBoolAttr(*numbers.value_begin<bool>()));
    double number = (*numbers.value_begin<APFloat>()).convertToDouble();
    return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(static_cast<float>(number)));
  }
  if (isInMemory(value)) {
    Source place = source(value);
    Value at = index(place.base);
    if (role == Role::perHead)
      at = add(head, at);
    return asLoaded(access.loadScalar(place.buffer.memref, at), value);
  }
  if (isa<PositionOp>(op))
    return arith::SIToFPOp::create(b, loc, b.getF32Type(), program.position);
  return compute(op, role, [&](Value operand, Role its) { return scalar(operand, its); });
}

Value RowEmitter::vectorOf(Value value, Role role, const Point &point, Memo &memo) {
  auto key = std::make_pair(value, unsigned(role));
  if (Value known = memo.lookup(key))
    return known;
  Value made = computeVector(value, role, point, memo);
  return memo[key] = made;
}

Value RowEmitter::computeVector(Value value, Role role, const Point &point, Memo &memo) {
  if (role == Role::scalar || role == Role::perHead) {
    Value one = scalar(value, role);
    return b.createOrFold<vector::BroadcastOp>(loc, VectorType::get({lanes}, one.getType()), one);
  }
  if (isInMemory(value))
    return asLoaded(loadVector(source(value), role, point), value);
  if (auto columns = dyn_cast<ColumnsOp>(value.getDefiningOp()))
    return reorder(columns, role, point);
  return compute(value.getDefiningOp(), role,
                 [&](Value operand, Role its) { return vectorOf(operand, its, point, memo); });
}

Value RowEmitter::compute(Operation *op, Role role, llvm::function_ref<Value(Value, Role)> valueOf) {
  if (auto [factor, tail] = tailProduct(op); tail) {
    Role tailRole = operandRole(op, tail->getResult(0), role);
    Value a = valueOf(factor, operandRole(op, factor, role));
    return emitProduct(b, tail, a, valueOf(tail->getOperand(0), tailRole));
  }
  Values operands;
  for (Value operand : op->getOperands())
    operands.push_back(valueOf(operand, operandRole(op, operand, role)));
  return emitElementwise(b, op, operands);
}

std::pair<Value, Operation *> RowEmitter::tailProduct(Operation *op) const {
  if (isa<MulOp>(op))
    for (unsigned side : {0u, 1u}) {
      Value value = op->getOperand(side);
      Operation *tail = value.getDefiningOp();
      if (isa_and_nonnull<SigmoidOp, NormalCdfOp>(tail) && value.hasOneUse() && !isInMemory(value) &&
          rowSize(value) == rowSize(op->getResult(0)))
        return {op->getOperand(1 - side), tail};
    }
  return {};
}

Value RowEmitter::loadVector(const Source &source, Role role, const Point &point) {
  Value at = source.buffer.fromRange   ? point.rangeColumn
             : role == Role::perColumn ? point.column
                                       : point.flat;
  // The end of a head is no end of the buffer.
  bool isPadded = source.buffer.padded && (!head || role == Role::perColumn);
  return access.load(source.buffer.memref, add(at, index(source.base)), isPadded ? lanes : point.valid);
}

bool RowEmitter::isInMemory(Value value) const {
  if (program.inputs.contains(value))
    return true;
  if (auto constant = value.getDefiningOp<ConstantOp>())
    return rowSize(value) > 1;
  auto kept = schedule.kept.find(value);
  return kept != schedule.kept.end() && kept->second.sweep < sweepNumber;
}

RowEmitter::Source RowEmitter::source(Value value) {
  auto input = program.inputs.find(value);
  if (input != program.inputs.end())
    return {input->second};
  if (auto constant = value.getDefiningOp<ConstantOp>())
    return {{table(constant), /*fromRange=*/false, /*padded=*/true}};
  if (const RowBuffer *sink = sinkOf(value))
    return {*sink};
  return {{program.scratch, /*fromRange=*/false, /*padded=*/true}, schedule.kept.lookup(value).offset};
}

const RowBuffer *RowEmitter::sinkOf(Value value) const {
  auto kept = schedule.kept.find(value);
  if (kept == schedule.kept.end())
    return nullptr;
  for (unsigned output : schedule.sweeps[kept->second.sweep].stores) {
    auto &[stored, sink] = program.outputs[output];
    auto type = cast<MemRefType>(sink.memref.getType());
    if (stored == value && type.getElementType().isF32() && RowAccess::isContiguous(sink.memref))
      return &sink;
  }
  return nullptr;
}

Value RowEmitter::table(Operation *constant) {
  Value &view = tables[constant];
  if (view)
    return view;
  auto numbers = cast<DenseElementsAttr>(cast<ConstantOp>(constant).getValue());
  // Padded to whole vectors, as parameters are.
  SmallVector<float> padded;
  if (numbers.getElementType().isInteger(1))
    llvm::append_range(padded,
                       llvm::map_range(numbers.getValues<bool>(), [](bool v) { return v ? 1.0f : 0.0f; }));
  else
    for (const APFloat &number : numbers.getValues<APFloat>())
      padded.push_back(static_cast<float>(number.convertToDouble()));
  padded.resize(llvm::alignTo(padded.size(), 16));
  auto type = RankedTensorType::get({int64_t(padded.size())}, b.getF32Type());
  return view = global(constant, DenseElementsAttr::get(type, ArrayRef(padded)));
}

Value RowEmitter::global(Operation *owner, DenseElementsAttr values) {
  auto module = b.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  auto type = MemRefType::get(values.getType().getShape(), values.getElementType());
  SymbolTable symbols(module);
  OpBuilder detached(b.getContext());
  auto table =
      memref::GlobalOp::create(detached, owner->getLoc(), "table", b.getStringAttr("private"), type, values,
                               /*constant=*/true, b.getI64IntegerAttr(64));
  symbols.insert(table, module.getBody()->begin()); // makes the name unique
  return memref::GetGlobalOp::create(b, loc, type, table.getSymName());
}

Value RowEmitter::columnTable(ColumnsOp op) {
  Value &view = tables[op];
  if (view)
    return view;
  SmallVector<int32_t> padded(op.getFrom().begin(), op.getFrom().end());
  padded.resize(llvm::alignTo(padded.size(), 16));
  auto type = RankedTensorType::get({int64_t(padded.size())}, b.getI32Type());
  return view = global(op, DenseElementsAttr::get(type, ArrayRef(padded)));
}

Value RowEmitter::reorder(ColumnsOp op, Role role, const Point &point) {
  Value columns = columnTable(op);
  SmallVector<int32_t> from(op.getFrom().begin(), op.getFrom().end());
  Source place = source(op.getOperand());
  Value start = index(place.base);
  if (head && role == Role::full && rowShape(op.getOperand().getType()).size() == 2) {
    int64_t width =
        lastAxis(op.getOperand().getType()); // of a head, which may have more columns than are taken
    start =
        add(start, width == sweep.space.columns ? headStart
                                                : Value(arith::MulIOp::create(b, loc, head, index(width))));
  }
  // Vectors of neighbours are loaded as such; others are gathered.
  bool areNeighbours = true;
  for (size_t column = 0; column < from.size(); ++column)
    areNeighbours &= column % lanes == 0 || from[column] == from[column - 1] + 1;
  auto vector = VectorType::get({lanes}, b.getF32Type());
  if (areNeighbours) {
    Value first = memref::LoadOp::create(b, loc, columns, point.column);
    Value at = add(start, arith::IndexCastOp::create(b, loc, b.getIndexType(), first));
    return access.load(place.buffer.memref, at, point.valid);
  }
  auto indices = VectorType::get({lanes}, b.getI32Type());
  Value at = vector::LoadOp::create(b, loc, indices, columns, point.column);
  Value none = arith::ConstantOp::create(b, loc, b.getZeroAttr(vector));
  return vector::GatherOp::create(b, loc, vector, place.buffer.memref, start, at, access.mask(point.valid),
                                  none);
}

Value RowEmitter::index(int64_t value) { return arith::ConstantIndexOp::create(b, loc, value); }

Value RowEmitter::add(Value x, Value y) { return b.createOrFold<arith::AddIOp>(loc, x, y); }

Value RowEmitter::asLoaded(Value loaded, Value tensor) {
  if (!getElementTypeOrSelf(tensor.getType()).isInteger(1))
    return loaded;
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(loaded.getType()));
  return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE, loaded, zero);
}

Value RowEmitter::asNumber(Value value) {
  if (!getElementTypeOrSelf(value.getType()).isInteger(1))
    return value;
  Type type = b.getF32Type();
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.clone(type);
  return arith::UIToFPOp::create(b, loc, type, value);
}
