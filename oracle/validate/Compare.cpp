// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/validate/Compare.h"
#include "oracle/reference/Arithmetic.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace tenon::validate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

int significantBits(graph::Format type) {
  return type == graph::Format::bf16 ? 8 : type == graph::Format::f16 ? 11 : 24;
}

int leastExponent(graph::Format type) { return type == graph::Format::f16 ? -14 : -126; }

/// u: the largest relative error of one rounding.
double unitRoundoff(graph::Format type) { return std::ldexp(1.0, -significantBits(type)); }

/// What one operation of f32 near `value`, or its storing, may lose: a rounding, or a number below the least
/// normal one.
double oneLoss(graph::Format type, double value) { return std::max(oneRounding(type, value), 0x1p-126); }

/// error / bound, where nothing of nothing is nothing.
double quotient(double error, double bound) {
  if (error == 0)
    return 0;
  return bound == 0 || !std::isfinite(error) ? infinity : error / bound;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

/// Elements of one group that are alike in size.
struct Population {
  std::vector<size_t> elements;
  double scale = 0;       ///< rms of the reference
  double baselineRms = 0; ///< e0
  double baselineMax = 0;
  double flipRms = 0;
};

/// A population smaller than this has no rms worth judging; its elements are judged one by one.
constexpr size_t leastForRms = 32;
/// An element this much larger than its group's median is judged apart: its error would hide the others'.
constexpr double outlier = 64;

class Judge {
public:
  explicit Judge(const Outcome &outcome) : outcome(outcome) { verdict.pass = true; }

  Verdict operator()() {
    for (const RowGroup &group : outcome.groups)
      judge(group);
    if (unjudged > 0)
      verdict.skipped.push_back(std::to_string(unjudged) +
                                " elements where f32 arithmetic itself leaves its range");
    return std::move(verdict);
  }

private:
  double flip(size_t i) const { return outcome.flips.empty() ? 0 : outcome.flips[i]; }
  /// A finite reference that the type can hold, so that an error can be measured.
  bool measurable(size_t i) const { return std::fabs(outcome.exact[i]) <= largestFinite(outcome.type); }

  void judge(const RowGroup &group) {
    std::vector<size_t> beyond; // NaN, infinities, and what the type cannot hold
    std::vector<Population> parts(2);
    double limit = outlier * median(group);
    for (size_t row : group.rows)
      for (size_t i = row * outcome.columns; i < (row + 1) * outcome.columns; ++i) {
        if (baselineFails(i))
          ++unjudged;
        else if (!measurable(i))
          beyond.push_back(i);
        else
          parts[std::fabs(outcome.exact[i]) > limit].elements.push_back(i);
      }
    bool typical = &group == &outcome.groups.front();
    for (Population &part : parts) {
      measure(part);
      if (typical && &part == &parts.front())
        setFloor(part);
      judge(group, part, typical);
    }
    for (size_t i : beyond)
      judgeElement(group, i, 4 * baselineBeyond(i) + 2 * oneLoss(outcome.type, outcome.exact[i]) + flip(i));
  }

  /// The baseline has NaN or an infinity where the reference has neither: something inside went beyond
  /// f32, or beyond a half type where rounding to it is permitted.
  bool baselineFails(size_t i) const {
    double baseline = outcome.baseline[i], exact = outcome.exact[i];
    if (std::isfinite(baseline) || !std::isfinite(exact))
      return false;
    return std::isnan(baseline) ||
           std::fabs(exact) + 2 * oneRounding(outcome.type, exact) < overflowFrom(outcome.type);
  }

  /// What the baseline may lose where its own error cannot be told, for it is infinite there.
  double baselineBeyond(size_t i) const {
    return std::isfinite(outcome.exact[i]) ? floorMax * std::fabs(outcome.exact[i]) : 0;
  }

  double median(const RowGroup &group) const {
    std::vector<double> sizes;
    for (size_t row : group.rows)
      for (size_t i = row * outcome.columns; i < (row + 1) * outcome.columns; ++i)
        if (double size = std::fabs(outcome.exact[i]); size > 0 && std::isfinite(size))
          sizes.push_back(size);
    if (sizes.empty())
      return infinity;
    auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::nth_element(sizes.begin(), middle, sizes.end());
    return *middle;
  }

  void measure(Population &part) const {
    double squares = 0, errors = 0, flips = 0;
    size_t counted = 0;
    for (size_t i : part.elements) {
      squares += outcome.exact[i] * outcome.exact[i];
      flips += flip(i) * flip(i);
      double error = std::fabs(outcome.baseline[i] - outcome.exact[i]);
      if (!std::isfinite(error))
        continue;
      error = std::max(0.0, error - flip(i)); // a roll of the dice that the bound allows for by itself
      ++counted;
      errors += error * error;
      part.baselineMax = std::max(part.baselineMax, error);
    }
    double count = std::max<double>(1, static_cast<double>(part.elements.size()));
    part.scale = std::sqrt(squares / count);
    part.flipRms = std::sqrt(flips / count);
    part.baselineRms = std::sqrt(errors / std::max<double>(1, static_cast<double>(counted)));
  }

  /// From the typical rows: what an error relative to the scale is at least expected to be. A few rows may
  /// have a baseline that is right by luck; a kernel cannot be asked for the same luck.
  void setFloor(const Population &part) {
    if (part.scale == 0)
      return;
    floorRms = part.baselineRms / part.scale;
    floorMax = part.baselineMax / part.scale;
    typicalScale = part.scale;
  }

  void judge(const RowGroup &group, const Population &part, bool typical) {
    if (part.elements.empty())
      return;
    double size = group.cancels ? std::max(part.scale, typicalScale) : part.scale;
    double e0 = std::max(part.baselineRms, floorRms * size);
    double most = std::max(part.baselineMax, floorMax * size);
    double squares = 0, errors = 0;
    for (size_t i : part.elements) {
      double bound = 4 * most + 2 * oneLoss(outcome.type, outcome.exact[i]) + flip(i);
      double error = judgeElement(group, i, bound);
      squares += outcome.exact[i] * outcome.exact[i];
      errors += error * error;
    }
    if (typical)
      verdict.nmse = std::max(verdict.nmse, squares > 0 ? errors / squares : errors);
    if (part.elements.size() >= leastForRms)
      judgeRms(group, part, e0, std::sqrt(errors / static_cast<double>(part.elements.size())));
  }

  void judgeRms(const RowGroup &group, const Population &part, double e0, double error) {
    double scale = part.scale > 0 ? part.scale : 1;
    double u = part.scale > 0 ? std::max(unitRoundoff(outcome.type), oneLoss(outcome.type, 0) / scale) : 0;
    double bound = 2 * e0 / scale + u + part.flipRms / scale;
    if (!(error / scale <= bound))
      fail(group, "rms error " + number(error / scale) + " of the reference's rms, bound " + number(bound));
    verdict.groups.push_back({group.name, error / scale, bound, e0 / scale});
    double closeness = quotient(error / scale, bound);
    if (closeness < closest)
      return;
    closest = closeness;
    verdict.error = error / scale;
    verdict.bound = bound;
    verdict.baselineError = e0 / scale;
    verdict.group = group.name;
  }

  /// Returns the error of element `i`; 0 where both are beyond the type's range alike.
  double judgeElement(const RowGroup &group, size_t i, double bound) {
    double got = outcome.got[i], expected = outcome.exact[i];
    bool good = agrees(outcome.type, got, expected, bound);
    double top = largestFinite(outcome.type);
    double error = std::fabs(got - std::clamp(expected, -top, top));
    if (good && !std::isfinite(error))
      error = 0;
    if (!good && !std::isfinite(error))
      error = infinity;
    double badness = good ? std::min(quotient(error, bound), 1.0) : std::max(quotient(error, bound), 1.0);
    if (badness > worst) {
      worst = badness;
      verdict.worst = {i / outcome.columns, i % outcome.columns, got, expected, bound};
      verdict.worstGroup = group.name;
    }
    verdict.maxAbs = std::max(verdict.maxAbs, error);
    verdict.maxRel = std::max(verdict.maxRel, quotient(error, std::fabs(expected)));
    if (!good)
      fail(group, "row " + std::to_string(i / outcome.columns) + ", column " +
                      std::to_string(i % outcome.columns) + ": got " + number(got) + ", expected " +
                      number(expected) + ", bound " + number(bound));
    return error;
  }

  /// The first failure of a group speaks for it.
  void fail(const RowGroup &group, std::string what) {
    verdict.pass = false;
    if (failed == &group)
      return;
    failed = &group;
    verdict.failures.push_back(group.name + " rows: " + std::move(what));
  }

  const Outcome &outcome;
  Verdict verdict;
  double floorRms = 0, floorMax = 0, typicalScale = 0;
  double worst = -1, closest = -1;
  size_t unjudged = 0;
  const RowGroup *failed = nullptr;
};

} // namespace

double oneRounding(graph::Format type, double value) {
  int exponent = value == 0 || !std::isfinite(value) ? leastExponent(type) : std::ilogb(value);
  return std::ldexp(1.0, std::max(exponent, leastExponent(type)) - significantBits(type));
}

double largestFinite(graph::Format type) {
  return type == graph::Format::bf16 ? 0x1.fep127 : type == graph::Format::f16 ? 65504 : 0x1.fffffep127;
}

double overflowFrom(graph::Format type) {
  double top = largestFinite(type);
  return top + oneRounding(type, top);
}

bool agrees(graph::Format type, double got, double expected, double tolerance) {
  if (std::isnan(got) || std::isnan(expected))
    return std::isnan(got) && std::isnan(expected);
  if (std::isinf(expected))
    return got == expected;
  if (std::isinf(got))
    return std::signbit(got) == std::signbit(expected) &&
           std::fabs(expected) + tolerance >= overflowFrom(type);
  double top = largestFinite(type);
  return std::fabs(got - std::clamp(expected, -top, top)) <= tolerance;
}

Verdict compare(const Outcome &outcome) { return Judge(outcome)(); }

} // namespace tenon::validate
