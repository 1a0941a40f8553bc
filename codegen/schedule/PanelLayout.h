// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the weights of a segment lie in memory: described once, used by the
// packer that writes them and by the register tile that reads them.
#ifndef TENON_CODEGEN_SCHEDULE_PANELLAYOUT_H
#define TENON_CODEGEN_SCHEDULE_PANELLAYOUT_H

#include "codegen/dialect/Tenon.h"

namespace tenon {

/// A segment's linears, [columns, depth] each, are cut into panels of
/// `columnsPerPanel` output columns. A panel holds `depth` steps; a step holds
/// `vectors` vectors of `lanes` weights, those of the first linear first:
///
///   packed[panel][k][vector][lane] = W_linear[panel * columnsPerPanel + column, k]
///
/// Columns past the last are zero. In the `paired` order two neighbouring vectors
/// of a 16-bit type share 32-bit lanes, the even vector in the low half: one
/// load, a shift and a mask then widen both.
///
/// In the order `pair_dot`, where pairs of bf16 are multiplied at once, a step holds
/// two values of k instead, and a 32-bit lane both weights of its column, the even k
/// in the low half; where depth is odd the last high half is zero:
///
///   packed[panel][k / 2][vector][lane][k % 2] = W_linear[panel * columnsPerPanel + column, k]
struct PanelLayout {
  mlir::Type element; ///< f32, bf16 or f16
  Encoding encoding = Encoding::plain;
  int64_t lanes = 0;   ///< f32 lanes of the target's vectors
  int64_t vectors = 0; ///< vectors in a step, all linears together
  int64_t linears = 0; ///< interleaved linears; divides `vectors`
  int64_t columns = 0; ///< output columns of each linear
  int64_t depth = 0;   ///< input width

  /// That of a scheduled contraction of linears.
  static PanelLayout of(SlotOp contraction);
  /// That of its linears where `panel` is their schedule.
  static PanelLayout of(SlotOp contraction, PanelAttr panel);

  int64_t elementBytes() const;
  int64_t vectorsPerLinear() const { return vectors / linears; }
  int64_t columnsPerPanel() const { return vectorsPerLinear() * lanes; }
  int64_t panels() const;
  /// Columns of the last panel that exist.
  int64_t tailColumns() const { return columns - (panels() - 1) * columnsPerPanel(); }
  /// Columns of a panel, all linears together: one accumulator each.
  int64_t width() const { return vectors * lanes; }
  /// Values of k in a step, and steps in a panel.
  int64_t stepDepth() const { return isDot() ? 2 : 1; }
  int64_t steps() const { return (depth + stepDepth() - 1) / stepDepth(); }
  /// Weights in a step and in a panel.
  int64_t step() const { return width() * stepDepth(); }
  int64_t panelElements() const { return step() * steps(); }
  int64_t bytes() const { return panels() * panelElements() * elementBytes(); }
  bool isDot() const { return encoding == Encoding::pair_dot; }
  /// Whether two weights share a word.
  bool isPaired() const { return encoding != Encoding::plain; }
  /// What a register tile loads: the element, or the 32-bit word of a pair
  /// (vectors of bf16 are taken apart by the backend where the machine lacks them).
  mlir::Type word() const;
  /// A left operand's value of k, or the word of a pair.
  mlir::Type leftWord() const;
  int64_t words(int64_t weights) const { return isPaired() ? weights / 2 : weights; }
  /// Position in a step of lane `lane` of vector `vector` is
  /// `laneOffset(vector) + lane * laneStride()`.
  int64_t laneStride() const { return isPaired() ? 2 : 1; }
  int64_t laneOffset(int64_t vector) const;
};

/// Bytes of a cache line: where rows, panels and parameters start.
inline constexpr int64_t cacheLine = 64;

/// Bytes of a row of `type`, rounded up to whole cache lines.
int64_t rowBytes(mlir::Type type);

} // namespace tenon

#endif
