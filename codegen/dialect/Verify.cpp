// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifiers. A message names the rule and shows the types that break it.

#include "codegen/dialect/Tenon.h"

using namespace mlir;
using namespace tenon;

namespace {

Type elementOf(Value value) { return cast<RankedTensorType>(value.getType()).getElementType(); }

/// A row per token or a parameter: every axis but a leading token axis is static, none is empty.
LogicalResult verifyShape(Operation *op, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return op->emitOpError("works on ranked tensors, not on ") << type;
  if (rowShape(type).empty() || llvm::any_of(rowShape(type), [](int64_t n) { return n <= 0; }))
    return op->emitOpError("needs static axes of length 1 or more behind the token axis, not ") << type;
  return success();
}

/// All operands and results have well-formed shapes; `values` have element type f32 (or i1).
LogicalResult verifyElements(Operation *op, ValueRange values, bool wantsBool) {
  for (Value value : values) {
    if (failed(verifyShape(op, value.getType())))
      return failure();
    Type element = elementOf(value);
    if (wantsBool ? !element.isInteger(1) : !element.isF32())
      return op->emitOpError("works on ")
             << (wantsBool ? "i1" : "f32") << " tensors, not on " << value.getType();
  }
  return success();
}

/// The result has the shape to which the operands broadcast, and a token axis if one of them has.
LogicalResult verifyBroadcast(Operation *op, ValueRange operands) {
  SmallVector<int64_t> shape{1};
  bool tokens = false;
  for (Value operand : operands) {
    auto next = broadcast(shape, rowShape(operand.getType()));
    if (!next) {
      auto error = op->emitOpError("operands do not broadcast (axes must be equal or 1): ");
      llvm::interleaveComma(operands.getTypes(), error);
      return error;
    }
    shape = std::move(*next);
    tokens |= hasTokens(operand.getType());
  }
  Type result = op->getResult(0).getType();
  if (rowShape(result) == ArrayRef(shape) && hasTokens(result) == tokens)
    return success();
  if (tokens)
    shape.insert(shape.begin(), ShapedType::kDynamic);
  return op->emitOpError("operands broadcast to ")
         << RankedTensorType::get(shape, cast<RankedTensorType>(result).getElementType())
         << ", but the result is " << result;
}

LogicalResult verifyUnary(Operation *op) { return verifyElements(op, op->getOperands(), false); }

LogicalResult verifyBinary(Operation *op, bool boolOperands, bool boolResult) {
  if (failed(verifyElements(op, op->getOperands(), boolOperands)) ||
      failed(verifyElements(op, op->getResults(), boolResult)))
    return failure();
  return verifyBroadcast(op, op->getOperands());
}

LogicalResult verifyReduction(Operation *op) {
  if (failed(verifyElements(op, op->getOperands(), false)) ||
      failed(verifyElements(op, op->getResults(), false)))
    return failure();
  auto operand = cast<RankedTensorType>(op->getOperand(0).getType());
  SmallVector<int64_t> shape(operand.getShape());
  shape.back() = 1;
  auto expected = RankedTensorType::get(shape, operand.getElementType());
  if (op->getResult(0).getType() != expected)
    return op->emitOpError("reduces the last axis of ")
           << operand << " to length 1: " << expected << ", not " << op->getResult(0).getType();
  return success();
}

/// `row` is [h * n] where `heads` is [h, n], of one element type, both with or both without tokens.
LogicalResult verifyHeads(Operation *op, Value row, Value heads) {
  if (failed(verifyElements(op, {row, heads}, false)))
    return failure();
  auto flat = rowShape(row.getType()), nested = rowShape(heads.getType());
  if (flat.size() == 1 && nested.size() == 2 && flat[0] == nested[0] * nested[1] &&
      hasTokens(row.getType()) == hasTokens(heads.getType()))
    return success();
  return op->emitOpError("goes between [h * n] and [h, n], not between ")
         << op->getOperand(0).getType() << " and " << op->getResult(0).getType();
}

} // namespace

#define TENON_VERIFY_UNARY(OP)                                                                               \
  LogicalResult OP::verify() { return verifyUnary(*this); }
#define TENON_VERIFY_BINARY(OP)                                                                              \
  LogicalResult OP::verify() { return verifyBinary(*this, false, false); }
#define TENON_VERIFY_COMPARISON(OP)                                                                          \
  LogicalResult OP::verify() { return verifyBinary(*this, false, true); }
#define TENON_VERIFY_LOGICAL(OP)                                                                             \
  LogicalResult OP::verify() { return verifyBinary(*this, true, true); }
TENON_VERIFY_UNARY(NegOp)
TENON_VERIFY_UNARY(AbsOp)
TENON_VERIFY_UNARY(ExpOp)
TENON_VERIFY_UNARY(Expm1Op)
TENON_VERIFY_UNARY(LogOp)
TENON_VERIFY_UNARY(Log1pOp)
TENON_VERIFY_UNARY(TanhOp)
TENON_VERIFY_UNARY(SigmoidOp)
TENON_VERIFY_UNARY(SqrtOp)
TENON_VERIFY_UNARY(NormalCdfOp)
TENON_VERIFY_UNARY(FloorOp)
TENON_VERIFY_UNARY(PowerOp)
TENON_VERIFY_BINARY(AddOp)
TENON_VERIFY_BINARY(SubOp)
TENON_VERIFY_BINARY(MulOp)
TENON_VERIFY_BINARY(DivOp)
TENON_VERIFY_BINARY(MaxOp)
TENON_VERIFY_BINARY(MinOp)
TENON_VERIFY_COMPARISON(LtOp)
TENON_VERIFY_COMPARISON(LeOp)
TENON_VERIFY_COMPARISON(EqOp)
TENON_VERIFY_LOGICAL(AndOp)
TENON_VERIFY_LOGICAL(OrOp)

LogicalResult NotOp::verify() { return verifyElements(*this, getOperation()->getOperands(), true); }
LogicalResult MeanOp::verify() { return verifyReduction(*this); }
LogicalResult SumOp::verify() { return verifyReduction(*this); }
LogicalResult SplitOp::verify() { return verifyHeads(*this, getOperand(), getResult()); }
LogicalResult MergeOp::verify() { return verifyHeads(*this, getResult(), getOperand()); }

LogicalResult RoundOp::verify() {
  if (!isStorageType(getFormat()))
    return emitOpError("rounds to f32, bf16 or f16, not to ") << getFormat();
  return verifyUnary(*this);
}

LogicalResult EmbedOp::verify() {
  if (failed(verifyShape(*this, getTable().getType())) ||
      failed(verifyElements(*this, (*this)->getResults(), false)))
    return failure();
  auto table = rowShape(getTable().getType()), row = rowShape(getType());
  if (hasTokens(getTable().getType()) || table.size() != 2 || !hasTokens(getType()) ||
      row != table.drop_front())
    return emitOpError("takes rows [w] from a table [n, w], not ")
           << getType() << " from " << getTable().getType();
  return success();
}

LogicalResult ConstantOp::verify() {
  auto type = dyn_cast<RankedTensorType>(getValue().getType());
  if (!type || failed(verifyShape(*this, type)) || hasTokens(type) ||
      !(type.getElementType().isF64() || type.getElementType().isInteger(1)))
    return emitOpError("holds a tensor of f64 or i1 without token axis, not ") << getValue().getType();
  return success();
}

LogicalResult PositionOp::verify() {
  auto expected = RankedTensorType::get({ShapedType::kDynamic, 1}, Float32Type::get(getContext()));
  if (getType() != expected)
    return emitOpError("is ") << expected << ", not " << getType();
  return success();
}

LogicalResult SelectOp::verify() {
  if (failed(verifyElements(*this, getCondition(), true)))
    return failure();
  bool isBool = elementOf(getLhs()).isInteger(1);
  if (failed(verifyElements(*this, {getLhs(), getRhs(), getResult()}, isBool)))
    return failure();
  return verifyBroadcast(*this, getOperation()->getOperands());
}

LogicalResult CastOp::verify() {
  if (failed(verifyShape(*this, getOperand().getType())))
    return failure();
  auto from = cast<RankedTensorType>(getOperand().getType()), to = cast<RankedTensorType>(getType());
  if (from.getShape() != to.getShape() || !isStorageType(from.getElementType()) ||
      !isStorageType(to.getElementType()) || !(from.getElementType().isF32() || to.getElementType().isF32()))
    return emitOpError("goes between f32 and a storage type (f32, bf16, f16) of one shape, not from ")
           << from << " to " << to;
  return success();
}

LogicalResult LinearOp::verify() {
  if (failed(verifyElements(*this, {getOperand(), getResult()}, false)))
    return failure();
  auto x = cast<RankedTensorType>(getOperand().getType()), w = cast<RankedTensorType>(getWeight().getType());
  auto y = cast<RankedTensorType>(getType());
  if (rowShape(x).size() != 1 || rowShape(y).size() != 1 || hasTokens(x) != hasTokens(y) || hasTokens(w) ||
      w.getRank() != 2 || w.getDimSize(0) != lastAxis(y) || w.getDimSize(1) != lastAxis(x) ||
      !isStorageType(w.getElementType()))
    return emitOpError("maps [a] to [b] by a weight [b, a] in f32, bf16 or f16, but x is ")
           << x << ", the weight " << w << " and the result " << y;
  if (getBias() && getBias().getType() != RankedTensorType::get(rowShape(y), y.getElementType()))
    return emitOpError("adds a bias [b] in f32 to the result ") << y << ", not " << getBias().getType();
  return success();
}

LogicalResult RotateOp::verify() {
  auto shape = rowShape(getOperand().getType());
  if (shape != rowShape(getType()) || shape.size() != 2 || !hasTokens(getType()))
    return emitOpError("rotates [h, n] into the same shape for each token, not ")
           << getOperand().getType() << " into " << getType();
  int64_t dim = getDim();
  if (dim <= 0 || dim % 2 || dim > shape[1])
    return emitOpError("rotates an even number of channels, at most ") << shape[1] << ", not " << dim;
  if (rowShape(getFrequencies().getType()) != ArrayRef(dim / 2))
    return emitOpError("needs [dim / 2] frequencies for dim = ")
           << dim << ", not " << getFrequencies().getType();
  return success();
}

LogicalResult ColumnsOp::verify() {
  auto from = rowShape(getOperand().getType()), to = rowShape(getType());
  int64_t width = from.back();
  bool fits = from.size() == to.size() && from.drop_back() == to.drop_back() &&
              int64_t(getFrom().size()) == to.back() &&
              llvm::all_of(getFrom(), [&](int64_t column) { return column >= 0 && column < width; });
  if (!fits)
    return emitOpError("takes a column of ")
           << getOperand().getType() << " for each of " << getType() << ", and names " << getFrom().size();
  return success();
}

namespace {

LogicalResult verifyWave(Operation *op) {
  if (rowShape(op->getOperand(0).getType()) != ArrayRef<int64_t>{1})
    return op->emitOpError("needs a position [1], not ") << op->getOperand(0).getType();
  return verifyElements(op, {op->getOperand(0), op->getOperand(1), op->getOperand(2), op->getResult(0)},
                        false);
}

} // namespace

LogicalResult CosineOp::verify() { return verifyWave(*this); }
LogicalResult SineOp::verify() { return verifyWave(*this); }

LogicalResult AttendOp::verify() {
  auto q = rowShape(getQuery().getType()), k = rowShape(getKey().getType());
  auto v = rowShape(getValue().getType()), y = rowShape(getType());
  if (q.size() != 2 || k.size() != 2 || v.size() != 2 || y.size() != 2 || q[1] != k[1] || k[0] != v[0] ||
      q[0] % k[0] || y[0] != q[0] || y[1] != v[1])
    return emitOpError("takes q [h, n], k [g, n], v [g, m] to [h, m] where g divides h, not ")
           << getQuery().getType() << ", " << getKey().getType() << ", " << getValue().getType() << " to "
           << getType();
  if (getSinks() && rowShape(getSinks().getType()) != q.take_front())
    return emitOpError("needs a sink per query head of ")
           << getQuery().getType() << ", not " << getSinks().getType();
  return success();
}

LogicalResult LookupOp::verify() {
  if (cast<RankedTensorType>(getTable().getType()).getRank() != 2)
    return emitOpError("looks up in a table [a, h], not in ") << getTable().getType();
  return verifyElements(*this, {getTable(), getRow(), getColumn(), getResult()}, false);
}
