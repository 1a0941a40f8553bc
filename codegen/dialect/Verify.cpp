// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifiers. A message names the rule and shows the types that break it.

#include "codegen/dialect/Tenon.h"

using namespace mlir;
using namespace tenon;

namespace {

/// `row` is [h * n] where `heads` is [h, n], both with or both without tokens.
LogicalResult verifyHeads(Operation *op, Value row, Value heads) {
  auto flat = rowShape(row.getType()), nested = rowShape(heads.getType());
  if (flat.size() == 1 && nested.size() == 2 && flat[0] == nested[0] * nested[1] &&
      hasTokens(row.getType()) == hasTokens(heads.getType()))
    return success();
  return op->emitOpError("goes between [h * n] and [h, n], not between ")
         << op->getOperand(0).getType() << " and " << op->getResult(0).getType();
}

} // namespace

LogicalResult SplitOp::verify() { return verifyHeads(*this, getOperand(), getResult()); }
LogicalResult MergeOp::verify() { return verifyHeads(*this, getResult(), getOperand()); }

LogicalResult RoundOp::verify() {
  if (isStorageType(getFormat()))
    return success();
  return emitOpError("rounds to f32, bf16 or f16, not to ") << getFormat();
}

LogicalResult EmbedOp::verify() {
  RankedTensorType table = getTable().getType();
  if (hasTokens(table) || table.getRank() != 2)
    return emitOpError("takes rows [w] from a table [n, w], not from ") << table;
  return success();
}

LogicalResult ConstantOp::verify() {
  auto type = dyn_cast<RankedTensorType>(getValue().getType());
  if (!type || hasTokens(type) || !(type.getElementType().isF64() || type.getElementType().isInteger(1)))
    return emitOpError("holds a tensor of f64 or i1 without token axis, not ") << getValue().getType();
  return success();
}

LogicalResult CastOp::verify() {
  if (getElementTypeOrSelf(getOperand()).isF32() || getElementTypeOrSelf(getType()).isF32())
    return success();
  return emitOpError("goes between f32 and a storage type (f32, bf16, f16), not from ")
         << getOperand().getType() << " to " << getType();
}

LogicalResult SpreadOp::verify() {
  if (hasTokens(getOperand().getType()))
    return emitOpError("spreads what depends on no token, not ") << getOperand().getType();
  return success();
}

LogicalResult LinearOp::verify() {
  RankedTensorType y = getType();
  if (getBias() && getBias().getType() != RankedTensorType::get(rowShape(y), y.getElementType()))
    return emitOpError("adds a bias [b] in f32 to the result ") << y << ", not " << getBias().getType();
  return success();
}

LogicalResult RotateOp::verify() {
  auto shape = rowShape(getType());
  if (shape.size() != 2 || !hasTokens(getType()))
    return emitOpError("rotates [h, n] for each token, not ") << getType();
  int64_t dim = getDim();
  if (dim <= 0 || dim % 2 || dim > shape[1])
    return emitOpError("rotates an even number of channels, at most ") << shape[1] << ", not " << dim;
  if (rowShape(getFrequencies().getType()) != ArrayRef(dim / 2))
    return emitOpError("needs [dim / 2] frequencies for dim = ")
           << dim << ", not " << getFrequencies().getType();
  return success();
}

LogicalResult ColumnsOp::verify() {
  int64_t width = lastAxis(getOperand().getType());
  if (llvm::all_of(getFrom(), [&](int64_t column) { return column >= 0 && column < width; }))
    return success();
  return emitOpError("takes columns 0 to ") << width - 1 << ", and names others";
}

namespace {

LogicalResult verifyWave(Operation *op) {
  if (rowShape(op->getOperand(0).getType()) == ArrayRef<int64_t>{1})
    return success();
  return op->emitOpError("needs a position [1], not ") << op->getOperand(0).getType();
}

} // namespace

LogicalResult CosineOp::verify() { return verifyWave(*this); }
LogicalResult SineOp::verify() { return verifyWave(*this); }

LogicalResult AttendOp::verify() {
  auto q = rowShape(getQuery().getType()), k = rowShape(getKey().getType()),
       v = rowShape(getValue().getType());
  if (q.size() != 2 || k.size() != 2 || v.size() != 2 || q[1] != k[1] || k[0] != v[0] || q[0] % k[0])
    return emitOpError("takes q [h, n], k [g, n], v [g, m] where g divides h, not ")
           << getQuery().getType() << ", " << getKey().getType() << ", " << getValue().getType();
  for (Value rows : {getQuery(), getKey(), getValue()})
    if (!hasTokens(rows.getType()))
      return emitOpError("attends to rows of tokens, not to ") << rows.getType();
  if (getSinks() && (hasTokens(getSinks().getType()) || rowShape(getSinks().getType()) != q.take_front()))
    return emitOpError("needs a sink per query head of ")
           << getQuery().getType() << ", not " << getSinks().getType();
  for (Value parameter : getParameters())
    if (hasTokens(parameter.getType()))
      return emitOpError("has parameters that depend on no token, not ") << parameter.getType();
  return success();
}

namespace {

/// The rules of a score or mask: what its code works on.
class ExpressionVerifier {
public:
  ExpressionVerifier(AttendOp attend, StringRef name) : attend(attend), name(name) {}

  LogicalResult verify(Region &region, size_t scalars, Type element) {
    if (region.empty())
      return success();
    Block &body = region.front();
    if (failed(verifyArguments(body, scalars)))
      return failure();
    for (Operation &op : body.without_terminator())
      if (failed(verifyOperation(op)))
        return failure();
    auto yield = dyn_cast<YieldOp>(body.getTerminator());
    Type expected = RankedTensorType::get({1}, element);
    if (yield && yield.getValues().getTypes() == TypeRange(expected))
      return success();
    return body.getTerminator()->emitOpError("of the ") << name << " yields one " << expected;
  }

private:
  LogicalResult verifyArguments(Block &body, size_t scalars) {
    SmallVector<Type> expected(scalars, RankedTensorType::get({1}, Float32Type::get(attend.getContext())));
    llvm::append_range(expected, attend.getParameters().getTypes());
    if (TypeRange(body.getArgumentTypes()) == TypeRange(expected))
      return success();
    auto error = attend.emitOpError() << name << " takes (";
    llvm::interleaveComma(expected, error);
    error << "), not (";
    llvm::interleaveComma(body.getArgumentTypes(), error);
    return error << ")";
  }

  LogicalResult verifyOperation(Operation &op) {
    if (!isa<ConstantOp>(op) && !op.hasTrait<tenon::OpTrait::PerElement>())
      return op.emitOpError("cannot be in a score or mask, where operations work element by element");
    auto values = llvm::to_vector(op.getOperands());
    if (auto lookup = dyn_cast<LookupOp>(op)) {
      if (!isa<BlockArgument>(lookup.getTable()))
        return op.emitOpError("looks up in a parameter of the attention");
      values.erase(values.begin());
    }
    llvm::append_range(values, op.getResults());
    for (Value value : values)
      if (cast<RankedTensorType>(value.getType()).getShape() != ArrayRef<int64_t>{1})
        return op.emitOpError("in a score or mask works on single elements, not on ") << value.getType();
    return success();
  }

  AttendOp attend;
  StringRef name;
};

} // namespace

LogicalResult AttendOp::verifyRegions() {
  if (failed(ExpressionVerifier(*this, "score").verify(getScore(), 4, Float32Type::get(getContext()))))
    return failure();
  return ExpressionVerifier(*this, "mask").verify(getMask(), 3, IntegerType::get(getContext(), 1));
}

LogicalResult LookupOp::verify() {
  RankedTensorType table = getTable().getType();
  if (hasTokens(table) || table.getRank() != 2)
    return emitOpError("looks up in a table [a, h], not in ") << table;
  return success();
}
