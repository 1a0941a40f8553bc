// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types of results that follow from operands. The parser asks before any verifier has run, so that
// operands may be of any type here.

#include "codegen/dialect/Tenon.h"

using namespace mlir;
using namespace tenon;

namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

LogicalResult checkRows(std::optional<Location> location, ValueRange operands) {
  for (Value operand : operands)
    if (!hasRowShape(operand.getType()))
      return emitOptionalError(location, "needs static axes of length 1 or more behind the token axis, not ",
                               operand.getType());
  return success();
}

} // namespace

RankedTensorType tenon::rowsType(ArrayRef<int64_t> shape, Type element, bool tokens) {
  SmallVector<int64_t> axes;
  if (tokens)
    axes.push_back(ShapedType::kDynamic);
  llvm::append_range(axes, shape);
  return RankedTensorType::get(axes, element);
}

FailureOr<RankedTensorType> tenon::reducedType(std::optional<Location> location, Value operand) {
  if (failed(checkRows(location, operand)))
    return failure();
  SmallVector<int64_t> shape(typeOf(operand).getShape());
  shape.back() = 1;
  return typeOf(operand).clone(shape);
}

FailureOr<RankedTensorType> tenon::broadcastType(std::optional<Location> location, ValueRange operands,
                                                 Type element) {
  if (failed(checkRows(location, operands)))
    return failure();
  SmallVector<int64_t> shape{1};
  bool tokens = false;
  for (Value operand : operands) {
    auto next = broadcast(shape, rowShape(operand.getType()));
    if (!next) {
      std::string types;
      llvm::raw_string_ostream stream(types);
      llvm::interleaveComma(operands.getTypes(), stream);
      return emitOptionalError(location, "operands do not broadcast (axes must be equal or 1): ", types);
    }
    shape = std::move(*next);
    tokens |= hasTokens(operand.getType());
  }
  return rowsType(shape, element, tokens);
}

void tenon::inferResult(OpBuilder &builder, OperationState &state) {
  auto *infer = state.name.getInterface<InferTypeOpInterface>();
  SmallVector<Type> types;
  if (!infer || failed(infer->inferReturnTypes(builder.getContext(), state.location, state.operands,
                                               state.attributes.getDictionary(builder.getContext()),
                                               state.getRawProperties(), state.regions, types)))
    llvm::report_fatal_error("built an operation whose operands do not fit");
  state.addTypes(types);
}

#define TENON_INFER(OP)                                                                                      \
  LogicalResult OP::inferReturnTypes(MLIRContext *context, std::optional<Location> location,                 \
                                     ValueRange operands, DictionaryAttr attributes,                         \
                                     OpaqueProperties properties, RegionRange regions,                       \
                                     SmallVectorImpl<Type> &types)

TENON_INFER(ConstantOp) {
  if (!properties)
    return failure();
  Adaptor adaptor(operands, attributes, *properties.as<Properties *>(), regions);
  auto type = cast<ShapedType>(adaptor.getValue().getType());
  Type element = type.getElementType().isInteger(1) ? type.getElementType() : Float32Type::get(context);
  types.push_back(RankedTensorType::get(type.getShape(), element));
  return success();
}

TENON_INFER(PositionOp) {
  types.push_back(rowsType(1, Float32Type::get(context), true));
  return success();
}

TENON_INFER(EmbedOp) {
  if (failed(checkRows(location, operands)))
    return failure();
  types.push_back(rowsType(lastAxis(operands[0].getType()), Float32Type::get(context), true));
  return success();
}

TENON_INFER(SpreadOp) {
  if (failed(checkRows(location, operands)))
    return failure();
  types.push_back(rowsType(rowShape(operands[0].getType()), Float32Type::get(context), true));
  return success();
}

TENON_INFER(LinearOp) {
  if (failed(checkRows(location, operands)))
    return failure();
  RankedTensorType x = typeOf(operands[0]), w = typeOf(operands[1]);
  if (rowShape(x).size() != 1 || hasTokens(w) || w.getRank() != 2 || w.getDimSize(1) != lastAxis(x))
    return emitOptionalError(location, "maps [a] to [b] by a weight [b, a], but x is ", x, " and the weight ",
                             w);
  types.push_back(rowsType(w.getDimSize(0), x.getElementType(), hasTokens(x)));
  return success();
}

TENON_INFER(MergeOp) {
  if (failed(checkRows(location, operands)))
    return failure();
  RankedTensorType heads = typeOf(operands[0]);
  types.push_back(rowsType(rowElements(heads), heads.getElementType(), hasTokens(heads)));
  return success();
}

TENON_INFER(ColumnsOp) {
  if (!properties || failed(checkRows(location, operands)))
    return failure();
  Adaptor adaptor(operands, attributes, *properties.as<Properties *>(), regions);
  RankedTensorType from = typeOf(operands[0]);
  SmallVector<int64_t> shape(from.getShape());
  shape.back() = adaptor.getFrom().size();
  types.push_back(from.clone(shape));
  return success();
}

/// The heads of q, each as long as a value.
TENON_INFER(AttendOp) {
  if (failed(checkRows(location, operands)))
    return failure();
  RankedTensorType query = typeOf(operands[0]), value = typeOf(operands[2]);
  SmallVector<int64_t> shape(query.getShape());
  shape.back() = lastAxis(value);
  types.push_back(query.clone(shape));
  return success();
}

TENON_INFER(LookupOp) {
  auto type = broadcastType(location, operands.drop_front(), Float32Type::get(context));
  if (succeeded(type))
    types.push_back(*type);
  return type;
}
