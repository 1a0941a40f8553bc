// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shorthand for the index arithmetic and control flow of emitted code.
#ifndef TENON_CODEGEN_LOWER_BUILD_EMITTER_H
#define TENON_CODEGEN_LOWER_BUILD_EMITTER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tenon {

/// Builds at the insertion point of a builder that it shares; base of what
/// emits one piece of code.
class Emitter {
public:
  using Value = mlir::Value;

  Emitter(mlir::OpBuilder &builder, mlir::Location loc) : b(builder), loc(loc) {}

  mlir::OpBuilder &builder() { return b; }
  mlir::Location location() const { return loc; }

  Value index(int64_t value) { return mlir::arith::ConstantIndexOp::create(b, loc, value); }
  Value add(Value x, Value y) { return mlir::arith::AddIOp::create(b, loc, x, y); }
  Value add(Value x, int64_t y) { return y ? add(x, index(y)) : x; }
  Value sub(Value x, Value y) { return mlir::arith::SubIOp::create(b, loc, x, y); }
  Value mul(Value x, Value y) { return mlir::arith::MulIOp::create(b, loc, x, y); }
  Value mul(Value x, int64_t y) { return y == 1 ? x : mul(x, index(y)); }
  Value div(Value x, Value y) { return mlir::arith::DivUIOp::create(b, loc, x, y); }
  Value div(Value x, int64_t y) { return y == 1 ? x : div(x, index(y)); }
  Value rem(Value x, Value y) { return mlir::arith::RemUIOp::create(b, loc, x, y); }
  Value rem(Value x, int64_t y) { return rem(x, index(y)); }
  Value ceilDiv(Value x, Value y) { return mlir::arith::CeilDivUIOp::create(b, loc, x, y); }
  Value min(Value x, Value y) { return mlir::arith::MinUIOp::create(b, loc, x, y); }
  Value max(Value x, Value y) { return mlir::arith::MaxUIOp::create(b, loc, x, y); }
  Value select(Value condition, Value x, Value y) {
    return mlir::arith::SelectOp::create(b, loc, condition, x, y);
  }
  Value compare(mlir::arith::CmpIPredicate predicate, Value x, Value y) {
    return mlir::arith::CmpIOp::create(b, loc, predicate, x, y);
  }
  Value equal(Value x, Value y) { return compare(mlir::arith::CmpIPredicate::eq, x, y); }
  Value less(Value x, Value y) { return compare(mlir::arith::CmpIPredicate::ult, x, y); }

  /// for (i = from; i < to; i += step) body(i)
  void loop(Value from, Value to, int64_t step, llvm::function_ref<void(Value)> body) {
    auto loop = mlir::scf::ForOp::create(b, loc, from, to, index(step));
    mlir::OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  /// The same with values that go from one iteration to the next.
  llvm::SmallVector<Value> loop(Value from, Value to, int64_t step, mlir::ValueRange carried,
                                llvm::function_ref<llvm::SmallVector<Value>(Value, mlir::ValueRange)> body) {
    auto loop = mlir::scf::ForOp::create(b, loc, from, to, index(step), carried);
    mlir::OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    llvm::SmallVector<Value> next = body(loop.getInductionVar(), loop.getRegionIterArgs());
    mlir::scf::YieldOp::create(b, loc, next);
    return llvm::SmallVector<Value>(loop.getResults());
  }

  /// body(first, count) for each vector of `columns` columns: `lanes` of them, or the rest at the end.
  void forEachVector(int64_t columns, int64_t lanes, llvm::function_ref<void(Value, int64_t)> body) {
    int64_t whole = columns / lanes * lanes;
    loop(index(0), index(whole), lanes, [&](Value column) { body(column, lanes); });
    if (whole < columns)
      body(index(whole), columns - whole);
  }

  void when(Value condition, llvm::function_ref<void()> then, llvm::function_ref<void()> otherwise = {}) {
    auto choice = mlir::scf::IfOp::create(b, loc, condition, bool(otherwise));
    mlir::OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    then();
    if (!otherwise)
      return;
    b.setInsertionPointToStart(choice.elseBlock());
    otherwise();
  }

  /// The same with results; both sides return as many values of the same types.
  llvm::SmallVector<Value> choose(Value condition, mlir::TypeRange types,
                                  llvm::function_ref<llvm::SmallVector<Value>()> then,
                                  llvm::function_ref<llvm::SmallVector<Value>()> otherwise) {
    auto choice = mlir::scf::IfOp::create(b, loc, types, condition, /*withElseRegion=*/true);
    mlir::OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    mlir::scf::YieldOp::create(b, loc, then());
    b.setInsertionPointToStart(choice.elseBlock());
    mlir::scf::YieldOp::create(b, loc, otherwise());
    return llvm::SmallVector<Value>(choice.getResults());
  }

protected:
  mlir::OpBuilder &b;
  mlir::Location loc;
};

} // namespace tenon

#endif
