// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/rows/RowAccess.h"

#include "codegen/lower/math/Convert.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace tenon;
using namespace tenon::rows;

namespace {

Type elementOf(Value memref) { return cast<MemRefType>(memref.getType()).getElementType(); }
int64_t rankOf(Value memref) { return cast<MemRefType>(memref.getType()).getRank(); }

/// The same bits in vectors of `element`. Between load and store pieces of 16
/// bits are integers: LLVM has bf16 arithmetic done by a library.
Value asElement(OpBuilder &b, Location loc, Value vector, Type element) {
  auto type = cast<VectorType>(vector.getType()).clone(element);
  return b.createOrFold<vector::BitCastOp>(loc, type, vector);
}

/// Cuts [0, valid) into powers of two, largest first: (start, length).
SmallVector<std::pair<int64_t, int64_t>> pieces(int64_t valid) {
  SmallVector<std::pair<int64_t, int64_t>> cut;
  for (int64_t start = 0; start < valid;) {
    int64_t length = llvm::bit_floor(uint64_t(valid - start));
    cut.push_back({start, length});
    start += length;
  }
  return cut;
}

} // namespace

bool RowAccess::isContiguous(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t offset;
  SmallVector<int64_t> strides;
  return type.getLayout().isIdentity() ||
         (succeeded(type.getStridesAndOffset(strides, offset)) && strides.back() == 1);
}

Value RowAccess::offset(Value index, int64_t by) {
  if (by == 0)
    return index;
  return b.createOrFold<arith::AddIOp>(loc, index, arith::ConstantIndexOp::create(b, loc, by).getResult());
}

Value RowAccess::mask(int64_t valid) {
  return vector::ConstantMaskOp::create(b, loc, VectorType::get({lanes}, b.getI1Type()),
                                        ArrayRef<int64_t>{valid});
}

Value RowAccess::load(Value memref, Value index, int64_t valid) {
  auto type = VectorType::get({lanes}, elementOf(memref));
  if (valid < lanes)
    return vmath::emitWiden(b, loc, loadPart(memref, index, valid));
  return vmath::emitWiden(b, loc, vector::LoadOp::create(b, loc, type, memref, index));
}

Value RowAccess::loadPart(Value memref, Value index, int64_t valid) {
  auto type = VectorType::get({lanes}, elementOf(memref));
  if (elementOf(memref).isF32()) {
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
    return vector::MaskedLoadOp::create(b, loc, type, memref, index, mask(valid), zero);
  }
  Value sum = arith::ConstantOp::create(b, loc, b.getZeroAttr(type.clone(b.getI16Type())));
  // There are no masked instructions for 16 bits before AVX-512, so in pieces.
  for (auto [start, length] : pieces(valid)) {
    auto part = VectorType::get({length}, elementOf(memref));
    Value piece = vector::LoadOp::create(b, loc, part, memref, offset(index, start));
    piece = asElement(b, loc, piece, b.getI16Type());
    sum = vector::InsertStridedSliceOp::create(b, loc, piece, sum, ArrayRef<int64_t>{start},
                                               ArrayRef<int64_t>{1});
  }
  return asElement(b, loc, sum, elementOf(memref));
}

Value RowAccess::loadScalar(Value memref, Value index) {
  return vmath::emitWiden(b, loc, memref::LoadOp::create(b, loc, memref, index));
}

void RowAccess::store(Value vector, Value memref, Value index, int64_t valid, bool isEven) {
  Value narrow = vmath::emitNarrow(b, loc, vector, elementOf(memref));
  if (rankOf(memref) == 2)
    return storePairs(narrow, memref, index, valid, isEven);
  if (!isContiguous(memref))
    return storeStrided(narrow, memref, index, valid);
  if (valid < lanes)
    return storePart(narrow, memref, index, valid);
  vector::StoreOp::create(b, loc, narrow, memref, index);
}

void RowAccess::storePart(Value vector, Value memref, Value index, int64_t valid) {
  if (elementOf(memref).isF32()) {
    vector::MaskedStoreOp::create(b, loc, memref, index, mask(valid), vector);
    return;
  }
  Value bits = asElement(b, loc, vector, b.getI16Type());
  for (auto [start, length] : pieces(valid)) {
    Value piece = vector::ExtractStridedSliceOp::create(b, loc, bits, ArrayRef<int64_t>{start},
                                                        ArrayRef<int64_t>{length}, ArrayRef<int64_t>{1});
    piece = asElement(b, loc, piece, elementOf(memref));
    vector::StoreOp::create(b, loc, piece, memref, offset(index, start));
  }
}

void RowAccess::storeStrided(Value vector, Value memref, Value index, int64_t valid) {
  for (int64_t lane = 0; lane < valid; ++lane) {
    Value element = vector::ExtractOp::create(b, loc, vector, lane);
    memref::StoreOp::create(b, loc, element, memref, offset(index, lane));
  }
}

void RowAccess::storePairs(Value vector, Value memref, Value index, int64_t valid, bool isEven) {
  Value bits = asElement(b, loc, vector, b.getI16Type());
  for (int64_t lane = 0, length; lane < valid; lane += length) {
    length = isEven && lane + 1 < valid ? 2 : 1;
    Value piece = vector::ExtractStridedSliceOp::create(b, loc, bits, ArrayRef<int64_t>{lane},
                                                        ArrayRef<int64_t>{length}, ArrayRef<int64_t>{1});
    piece = asElement(b, loc, piece, elementOf(memref));
    vector::StoreOp::create(b, loc, piece, memref, place(memref, offset(index, lane)));
  }
}

/// The indices of column `index`.
SmallVector<Value> RowAccess::place(Value memref, Value index) {
  if (rankOf(memref) == 1)
    return {index};
  Value two = arith::ConstantIndexOp::create(b, loc, 2);
  return {arith::DivUIOp::create(b, loc, index, two), arith::RemUIOp::create(b, loc, index, two)};
}

void RowAccess::storeScalar(Value scalar, Value memref, Value index) {
  memref::StoreOp::create(b, loc, vmath::emitNarrow(b, loc, scalar, elementOf(memref)), memref,
                          place(memref, index));
}
