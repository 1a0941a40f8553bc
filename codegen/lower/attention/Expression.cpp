// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/attention/Expression.h"

#include "codegen/lower/build/Emitter.h"
#include "codegen/lower/rows/Elementwise.h"
#include "codegen/lower/rows/RowViews.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace tenon;

namespace {

class ExpressionEmitter : Emitter {
public:
  ExpressionEmitter(Phase &phase, const AttentionKernel &kernel, VectorType vector)
      : Emitter(phase.builder(), phase.loc()), phase(phase), kernel(kernel), vector(vector) {}

  Value emit(Region &region, ArrayRef<Value> arguments) {
    Block &body = region.front();
    auto own = body.getArguments();
    for (auto [inside, given] : llvm::zip_equal(own.take_front(arguments.size()), arguments))
      values[inside] = given;
    for (auto [inside, given] :
         llvm::zip_equal(own.drop_front(arguments.size()), AttendOp(kernel.attend).getParameters()))
      outside[inside] = given;
    for (Operation &op : body.without_terminator())
      values[op.getResult(0)] = emitOperation(op);
    return valueOf(body.getTerminator()->getOperand(0));
  }

private:
  Value emitOperation(Operation &op) {
    if (auto constant = dyn_cast<ConstantOp>(op))
      return emitConstant(constant);
    if (auto lookup = dyn_cast<LookupOp>(op))
      return emitLookup(lookup);
    SmallVector<Value> operands;
    for (Value operand : op.getOperands())
      operands.push_back(valueOf(operand));
    return rows::emitElementwise(b, &op, operands);
  }

  /// A value of the expression, or a parameter of one number for all keys.
  Value valueOf(Value value) {
    if (Value known = values.lookup(value))
      return known;
    Value view = parameter(value);
    Value scalar = memref::LoadOp::create(b, loc, view, index(0));
    return values[value] = vector::BroadcastOp::create(b, loc, vector, scalar);
  }

  Value parameter(Value value) {
    return RowViews(phase)
        .row(kernel.parameters.at(AttentionKernel::argumentBehind(outside.at(value))), value.getType(),
             index(0))
        .memref;
  }

  Value emitConstant(ConstantOp constant) {
    Type element = cast<RankedTensorType>(constant.getType()).getElementType();
    auto type = VectorType::get(vector.getShape(), element);
    if (element.isInteger(1)) {
      bool truth = cast<DenseIntElementsAttr>(constant.getValue()).getValues<bool>()[0];
      return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, truth));
    }
    double number = (*cast<DenseFPElementsAttr>(constant.getValue()).begin()).convertToDouble();
    return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, float(number)));
  }

  /// table[row, column] for each key; indices are whole and within the table.
  Value emitLookup(LookupOp lookup) {
    auto table = cast<RankedTensorType>(lookup.getTable().getType());
    auto indices = VectorType::get(vector.getShape(), b.getI32Type());
    auto whole = [&](Value number) -> Value {
      return arith::FPToSIOp::create(b, loc, indices, valueOf(number));
    };
    Value width = arith::ConstantOp::create(
        b, loc, DenseElementsAttr::get(indices, int32_t(table.getDimSize(table.getRank() - 1))));
    Value at = arith::MulIOp::create(b, loc, whole(lookup.getRow()), width);
    at = arith::AddIOp::create(b, loc, at, whole(lookup.getColumn()));
    auto truth = VectorType::get(vector.getShape(), b.getI1Type());
    Value all = arith::ConstantOp::create(b, loc, DenseElementsAttr::get(truth, true));
    Value none = arith::ConstantOp::create(b, loc, b.getZeroAttr(vector));
    return vector::GatherOp::create(b, loc, vector, parameter(lookup.getTable()), ValueRange{index(0)}, at,
                                    all, none);
  }

  Phase &phase;
  const AttentionKernel &kernel;
  VectorType vector;
  DenseMap<Value, Value> values;  ///< vectors, by value of the expression
  DenseMap<Value, Value> outside; ///< operands of `attend`, by argument of the region
};

} // namespace

Value tenon::emitExpression(Phase &phase, const AttentionKernel &kernel, Region &region,
                            ArrayRef<Value> arguments) {
  return ExpressionEmitter(phase, kernel, cast<VectorType>(arguments.front().getType()))
      .emit(region, arguments);
}
