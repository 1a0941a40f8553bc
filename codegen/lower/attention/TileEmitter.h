// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code for one row tile and key-value head.
#ifndef TENON_CODEGEN_LOWER_ATTENTION_TILEEMITTER_H
#define TENON_CODEGEN_LOWER_ATTENTION_TILEEMITTER_H

#include "codegen/lower/attention/KeyValueStore.h"
#include "codegen/lower/attention/TileState.h"
#include "codegen/lower/contraction/TileProduct.h"
#include "codegen/lower/math/Formula.h"

namespace tenon {

/// Emits attention for tiles of up to `tokens` tokens. Everything that decides
/// a bit of a row's result (the order of each sum, where blocks and chunks
/// start) is the same for every number of rows.
class TileEmitter : Emitter {
public:
  TileEmitter(Phase &phase, const AttentionKernel &kernel, int64_t tokens);

  /// All query heads of `kvHead` for `tile`.
  void emit(const RowTile &tile, mlir::Value kvHead);

  int64_t scratchFloats() const { return state.floats; }

private:
  // TileEmitter.cpp: the order of things.
  void emitHeads(mlir::Value firstHead);
  void emitBlock(mlir::Value block, mlir::Value end, mlir::Value firstHead);
  std::pair<mlir::Value, mlir::Value> keyRange();

  // TileProducts.cpp: the two products, with a block of keys by its place in the store.
  void multiplyScores(mlir::Value place, mlir::Value panels);
  void multiplyValues(mlir::Value place, mlir::Value keys, mlir::Value isBoundary);
  void multiplySeenValues(mlir::Value place, mlir::Value keys);
  void emitValueProduct(int64_t rows, mlir::Value firstRow, mlir::Value place, mlir::Value firstKey,
                        mlir::Value keys);
  mlir::Value hasInfinities(mlir::Value place, mlir::Value keys);

  // TileRows.cpp: passes over the rows of the tile.
  void loadQueries(mlir::Value firstHead);
  void reset(int64_t output, int64_t maximum, int64_t sums);
  void forEachScore(mlir::Value block, mlir::Value count, mlir::Value firstHead,
                    llvm::function_ref<void(mlir::Value, mlir::Value, mlir::Value, mlir::Value)> body);
  void modifyScores(mlir::Value block, mlir::Value end, mlir::Value firstHead);
  void maskScores(mlir::Value block, mlir::Value end, mlir::Value firstHead);
  void updateSoftmax(mlir::Value end);
  void foldChunk();
  void storeOutput(mlir::Value firstHead);
  mlir::Value outputFactor(mlir::Value total, mlir::Value maximum, mlir::Value head);

  /// The token and the query head of `row`; rows beyond the tile repeat the last one.
  mlir::Value tokenOf(mlir::Value row);
  mlir::Value headOf(mlir::Value row, mlir::Value firstHead);
  void forEachRow(llvm::function_ref<void(mlir::Value)> body) { loop(index(0), index(state.rows), 1, body); }

  mlir::Value loadVector(mlir::Value at);
  void storeVector(mlir::Value vector, mlir::Value at);
  mlir::Value loadScalar(mlir::Value at);
  void storeScalar(mlir::Value scalar, mlir::Value at);
  mlir::Value splat(mlir::Value scalar);
  mlir::Value scalarConstant(double number);
  mlir::Value vectorConstant(double number) { return splat(scalarConstant(number)); }
  /// Positions of `lanes` keys from `first` on, as f32.
  mlir::Value positions(mlir::Value first);
  mlir::Value toFloat(mlir::Value index);
  /// `value` for formulas, at the insertion point.
  vmath::Num num(mlir::Value value);
  /// Largest element, and sum by halves, of a vector.
  mlir::Value reduceMaximum(mlir::Value vector);
  mlir::Value reduceSum(mlir::Value vector);
  mlir::Value reduceHalves(mlir::Value vector,
                           llvm::function_ref<mlir::Value(mlir::Value, mlir::Value)> merge);

  Phase &phase;
  const AttentionKernel &kernel;
  const AttentionShape &shape;
  TileState state;
  mlir::ImplicitLocOpBuilder formulas;
  mlir::VectorType vector;
  mlir::Value scratchBase, scratch;
  const RowTile *tile = nullptr;
  std::optional<HeadStore> store;
  mlir::Value lastHead; ///< of the group
};

} // namespace tenon

#endif
