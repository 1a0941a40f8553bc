// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The criterion: is a result as good as honest f32 arithmetic makes it? The
// derivation is docs/design/validation.md.
#ifndef TENON_ORACLE_VALIDATE_COMPARE_H
#define TENON_ORACLE_VALIDATE_COMPARE_H

#include "dsl/graph/Graph.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tenon::validate {

/// Rows that are alike in scale and in what can go wrong: judged together, and never
/// by the errors of other rows.
struct RowGroup {
  std::string name;
  std::vector<size_t> rows;
  bool cancels =
      false; ///< results may cancel to nothing: errors count against the size of normal results too
};

/// [rows, columns] each, row-major.
struct Outcome {
  size_t columns = 0;
  graph::Format type = graph::Format::f32; ///< in which `got` is stored
  std::span<const double> got;             ///< what is judged
  std::span<const double> exact;           ///< the double reference, not rounded
  std::span<const double> baseline;        ///< the f32 baseline, as stored
  /// By how much each element may move where required roundings fall to the other side; may be empty.
  std::span<const double> flips;
  std::vector<RowGroup> groups; ///< the first one is typical: its relative error is a floor for the others
};

struct Element {
  size_t row = 0, column = 0;
  double got = 0, expected = 0, bound = 0;
};

/// rms figures of one group, relative to the rms of its reference.
struct GroupFigures {
  std::string name;
  double error = 0, bound = 0, baselineError = 0;
};

struct Verdict {
  bool pass = false;
  double maxAbs = 0;        ///< largest |got - expected|
  double maxRel = 0;        ///< largest |got - expected| / |expected|; 0/0 is 0
  double nmse = 0;          ///< of the first group: sum of squared errors / sum of squares
  double error = 0;         ///< rms error / rms of the reference, of the group nearest to its bound
  double bound = 0;         ///< 2 e0 + u of that group
  double baselineError = 0; ///< e0 of that group
  std::string group;        ///< its name
  Element worst;            ///< largest |got - expected| / bound
  std::string worstGroup;
  std::vector<GroupFigures> groups;
  std::vector<std::string> failures; ///< one sentence per group that fails
  std::vector<std::string> skipped;  ///< what could not be judged, and why
};

Verdict compare(const Outcome &outcome);

/// One rounding to `type` at `value`: half the distance between its neighbours.
double oneRounding(graph::Format type, double value);

/// Largest finite value, and the least magnitude that rounds to infinity.
double largestFinite(graph::Format type);
double overflowFrom(graph::Format type);

/// Whether `got`, stored in `type`, may stand for `expected` with an error of `tolerance`. NaN stands for NaN
/// alone and an infinity for the same infinity; a finite number beyond the type's range may be stored as its
/// largest value or as infinity, and infinity may stand for a number within `tolerance` of rounding to it.
bool agrees(graph::Format type, double got, double expected, double tolerance);

} // namespace tenon::validate

#endif
