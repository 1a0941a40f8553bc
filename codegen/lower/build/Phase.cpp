// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/build/Phase.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace tenon;

Phase::Phase(ModuleOp module, Location loc, StringRef name) : location(loc), body(module.getContext()) {
  body.setInsertionPointToEnd(module.getBody());
  function = func::FuncOp::create(body, loc, name, body.getFunctionType({}, {}));
  body.setInsertionPointToStart(function.addEntryBlock());
}

Value Phase::argument(Type type, DictionaryAttr binding) {
  for (auto [index, known] : llvm::enumerate(bindings))
    if (known == binding && function.getArgument(index).getType() == type)
      return function.getArgument(index);
  bindings.push_back(binding);
  return function.getBody().front().addArgument(type, location);
}

Value Phase::buffer(const BufferBinding &binding) {
  auto attributes =
      body.getDictionaryAttr({body.getNamedAttr("tenon.buffer", body.getStringAttr(binding.frame)),
                              body.getNamedAttr("tenon.offset", body.getI64IntegerAttr(binding.offset))});
  return argument(MemRefType::get({}, binding.element), attributes);
}

Value Phase::size(StringRef what) {
  return argument(body.getIndexType(),
                  body.getDictionaryAttr({body.getNamedAttr("tenon.size", body.getStringAttr(what))}));
}

func::FuncOp Phase::finish(ValueRange results) {
  func::ReturnOp::create(body, location, results);
  function.setFunctionType(
      body.getFunctionType(function.getBody().front().getArgumentTypes(), results.getTypes()));
  for (auto [index, binding] : llvm::enumerate(bindings))
    function.setArgAttrs(index, binding);
  return function;
}

Value tenon::flatView(OpBuilder &builder, Location loc, Value base, Value offset, Value count) {
  auto element = cast<MemRefType>(base.getType()).getElementType();
  auto layout = StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, {1});
  auto type = MemRefType::get({ShapedType::kDynamic}, element, layout);
  return memref::ReinterpretCastOp::create(builder, loc, type, base, OpFoldResult(offset),
                                           ArrayRef<OpFoldResult>{count},
                                           ArrayRef<OpFoldResult>{builder.getIndexAttr(1)});
}
