// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits a scheduled row program.
#ifndef TENON_CODEGEN_LOWER_ROWS_ROWEMITTER_H
#define TENON_CODEGEN_LOWER_ROWS_ROWEMITTER_H

#include "codegen/dialect/Tenon.h"
#include "codegen/lower/rows/RowAccess.h"
#include "codegen/lower/rows/RowProgram.h"
#include "codegen/lower/rows/Schedule.h"

#include "llvm/ADT/DenseSet.h"

namespace tenon::rows {

class RowEmitter {
public:
  RowEmitter(mlir::OpBuilder &builder, mlir::Location loc, const RowProgram &program, Schedule &schedule,
             int64_t lanes)
      : b(builder), loc(loc), program(program), schedule(schedule), lanes(lanes),
        access(builder, loc, lanes) {}

  void emitRow();
  void emitColumns(const ColumnRange &range);

private:
  static constexpr size_t accumulatorsEach = 4;
  using Values = llvm::SmallVector<mlir::Value>;
  /// Values made at one place of the code, by value and role.
  using Memo = llvm::DenseMap<std::pair<mlir::Value, unsigned>, mlir::Value>;

  /// One vector's place in the row.
  struct Point {
    mlir::Value column;      ///< in its head
    mlir::Value flat;        ///< in the row
    mlir::Value rangeColumn; ///< in the range of emitColumns
    int64_t valid;           ///< lanes that exist
  };

  /// A place in memory: element `base` of `buffer` is the value's first.
  struct Source {
    RowBuffer buffer;
    int64_t base = 0;
  };

  // Loops.
  void emitSweep(size_t number);
  void emitHeads();
  /// All columns of one head (or of the range); updates the accumulators.
  void emitColumnLoop(int64_t columns, Values &accumulators);
  /// Vector `number` of the head, which decides its accumulator.
  void emitPoint(const Point &point, int64_t number, Values &accumulators);
  Point pointAt(mlir::Value column, int64_t valid);
  void accumulate(mlir::Operation *reduction, size_t slot, const Point &point, Memo &memo,
                  Values &accumulators);
  void storeOutput(unsigned output, const Point &point, Memo &memo);
  void storeScalars();
  template <typename Body> Values emitLoop(int64_t end, int64_t step, Values values, Body body);

  // Reductions.
  /// The accumulators of `reductions` before the first column.
  Values emptySums(llvm::ArrayRef<mlir::Operation *> reductions);
  mlir::Value combine(mlir::Operation *reduction, mlir::ValueRange accumulators);

  // Values.
  /// Emits what the sweep needs that is the same for all columns: values of
  /// role `wanted`, and for scalars the tables as well.
  void prepareSweep(Role wanted);
  void prepare(mlir::Value value, Role role, Role wanted,
               llvm::DenseSet<std::pair<mlir::Value, unsigned>> &seen);
  mlir::Value scalar(mlir::Value value, Role role);
  mlir::Value computeScalar(mlir::Value value, Role role);
  mlir::Value vectorOf(mlir::Value value, Role role, const Point &point, Memo &memo);
  mlir::Value computeVector(mlir::Value value, Role role, const Point &point, Memo &memo);
  /// `op` on operands of the roles they have beside `role`, given by `valueOf`.
  mlir::Value compute(mlir::Operation *op, Role role,
                      llvm::function_ref<mlir::Value(mlir::Value, Role)> valueOf);
  /// Where `op` is a product with a sigmoid or normal_cdf that has no other
  /// user: the other factor, and that function.
  std::pair<mlir::Value, mlir::Operation *> tailProduct(mlir::Operation *op) const;
  /// The columns that `op` takes, from memory.
  mlir::Value reorder(ColumnsOp op, Role role, const Point &point);
  mlir::Value loadVector(const Source &source, Role role, const Point &point);

  // Places.
  bool isInMemory(mlir::Value value) const;
  Source source(mlir::Value value);
  mlir::Value table(mlir::Operation *constant);
  /// The columns that `op` takes, as indices.
  mlir::Value columnTable(ColumnsOp op);
  /// A constant of the module, padded with zeros to whole vectors.
  mlir::Value global(mlir::Operation *owner, mlir::DenseElementsAttr values);
  /// The output that holds exactly the kept `value` in f32 and stands for its place in scratch.
  const RowBuffer *sinkOf(mlir::Value value) const;

  mlir::Value index(int64_t value);
  mlir::Value add(mlir::Value a, mlir::Value b);
  /// What was loaded for `tensor`, which may hold truth values as 0 and 1.
  mlir::Value asLoaded(mlir::Value loaded, mlir::Value tensor);
  mlir::Value asNumber(mlir::Value value);

  mlir::OpBuilder &b;
  mlir::Location loc;
  const RowProgram &program;
  Schedule &schedule;
  int64_t lanes;
  RowAccess access;

  Sweep sweep; ///< the current one
  size_t sweepNumber = 0;
  mlir::Value head;                                 ///< index of the head, null without heads
  mlir::Value headStart;                            ///< its first element in the row, null without heads
  mlir::Value rangeStart;                           ///< first column of emitColumns, else null
  llvm::DenseMap<mlir::Value, mlir::Value> scalars; ///< [1] values, for the whole row
  llvm::DenseMap<mlir::Value, mlir::Value> perHead; ///< values of the current head
  llvm::DenseMap<mlir::Operation *, mlir::Value> tables;
};

} // namespace tenon::rows

#endif
