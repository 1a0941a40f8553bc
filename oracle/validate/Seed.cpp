// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/validate/Seed.h"
#include "dsl/graph/Facts.h"
#include "oracle/reference/Arithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

namespace tenon::validate {
namespace {

constexpr uint64_t golden = 0x9e3779b97f4a7c15;

uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

uint64_t fnv1a(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

constexpr size_t normalRows = 64, rowsOfKind = 4;

/// With attention: the first row of the adversarial sequences, and the normal rows that begin each.
constexpr size_t firstAdversarialRow = size_t(1) << 32, rowsBefore = 4;

/// The constants that are added to a statistic under a root: sqrt(mean + eps).
std::set<double> epsilons(const graph::Graph &graph) {
  std::set<double> found;
  for (const graph::Node &node : graph.nodes) {
    if (node.op != graph::Op::sqrt)
      continue;
    const graph::Node &under = graph.nodes[node.operands[0]];
    if (under.op != graph::Op::add)
      continue;
    for (graph::ValueId operand : under.operands)
      if (const graph::Node &term = graph.nodes[operand]; term.op == graph::Op::constant)
        found.insert(std::get<graph::ConstantAttr>(term.attributes).values[0]);
  }
  return found;
}

/// Numbers of the size of the format's denormals.
double denormalScale(graph::Format format) {
  return format == graph::Format::f16 ? 0x1p-18 : format == graph::Format::bf16 ? 0x1p-128 : 0x1p-132;
}

double largestFinite(graph::Format format) { return format == graph::Format::f16 ? 65504 : 0x1.fep127; }

/// One row of `width` numbers, not yet rounded; `noise` is N(0, 1).
void shape(const RowSection &section, graph::Format format, size_t row, const Stream &choice,
           std::vector<double> &noise) {
  size_t special = choice.bits(row) % noise.size();
  switch (section.kind) {
  case RowKind::normal:
    return;
  case RowKind::offset:
    for (double &x : noise)
      x += 1000;
    return;
  case RowKind::equal:
    std::fill(noise.begin(), noise.end(), noise[0]);
    return;
  case RowKind::zero:
    std::fill(noise.begin(), noise.end(), 0.0);
    return;
  case RowKind::tiny:
    for (double &x : noise)
      x *= format == graph::Format::f16 ? 0x1p-20 : 1e-20;
    return;
  case RowKind::large:
    for (double &x : noise)
      x = std::clamp(x * 1e4, -largestFinite(format), largestFinite(format));
    return;
  case RowKind::huge:
    noise[special] = 1e4;
    return;
  case RowKind::atEps:
    for (double &x : noise)
      x *= section.scale;
    return;
  case RowKind::denormal:
    for (double &x : noise)
      x *= denormalScale(format);
    return;
  case RowKind::nan:
    noise[special] = std::numeric_limits<double>::quiet_NaN();
    return;
  case RowKind::infinite:
    noise[special] =
        row % 2 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    return;
  }
}

} // namespace

Stream::Stream(uint64_t seed, std::string_view name) : key(mix(seed + golden + fnv1a(name))) {}

uint64_t Stream::bits(uint64_t index) const { return mix(key + (index + 1) * golden); }

double Stream::uniform(uint64_t index) const {
  return (static_cast<double>(bits(index) >> 11) + 0.5) * 0x1p-53;
}

double Stream::normal(uint64_t index) const {
  uint64_t pair = index & ~uint64_t(1);
  double radius = std::sqrt(-2 * std::log(uniform(pair)));
  double angle = 2 * std::numbers::pi * uniform(pair + 1);
  return radius * (index & 1 ? std::sin(angle) : std::cos(angle));
}

void store(graph::Format format, std::vector<float> &values, size_t rowLength) {
  if (!graph::isQuantised(format)) {
    for (float &value : values)
      value = static_cast<float>(reference::roundTo(format, value));
    return;
  }
  for (size_t i = 0; i + rowLength <= values.size(); i += rowLength)
    reference::quantize(format, std::span(values).subspan(i, rowLength));
}

std::vector<float> seedParameter(const graph::Parameter &parameter, uint64_t seed) {
  using Role = graph::Parameter::Role;
  Stream stream(seed, parameter.name);
  size_t rowLength = static_cast<size_t>(parameter.shape.back());
  double centre = parameter.role == Role::param && std::isfinite(parameter.identity) ? parameter.identity : 0;
  double spread = parameter.role == Role::weight      ? 1 / std::sqrt(static_cast<double>(rowLength))
                  : std::isfinite(parameter.identity) ? 0.1
                                                      : 1;
  std::vector<float> values(static_cast<size_t>(graph::elements(parameter.shape)));
  for (size_t i = 0; i < values.size(); ++i) {
    double value = centre + spread * stream.normal(i);
    bool whole = graph::isQuantised(parameter.storage);
    values[i] = static_cast<float>(whole ? value : reference::roundTo(parameter.storage, value));
  }
  if (graph::isQuantised(parameter.storage))
    store(parameter.storage, values, rowLength);
  return values;
}

std::vector<std::vector<float>> seedParameters(const std::vector<graph::Parameter> &parameters,
                                               uint64_t seed) {
  std::vector<std::vector<float>> values;
  for (const graph::Parameter &parameter : parameters)
    values.push_back(seedParameter(parameter, seed));
  return values;
}

std::string_view spelling(RowKind kind) {
  constexpr std::string_view names[] = {"normal", "offset", "equal",    "zero", "tiny",    "large",
                                        "huge",   "at eps", "denormal", "nan",  "infinite"};
  return names[static_cast<size_t>(kind)];
}

std::vector<RowSection> rowSections(const graph::Block &block) {
  std::vector<RowSection> sections;
  bool attends = graph::attends(block);
  size_t next = 0;
  auto add = [&](RowKind kind, size_t count, double scale = 1) {
    sections.push_back({kind, next, count, scale});
    next += attends ? adversarialRows : count;
  };
  add(RowKind::normal, normalRows);
  if (attends)
    next = firstAdversarialRow + rowsBefore;
  for (RowKind kind : {RowKind::offset, RowKind::equal})
    add(kind, rowsOfKind);
  add(RowKind::zero, 1);
  for (RowKind kind : {RowKind::tiny, RowKind::large, RowKind::huge, RowKind::denormal})
    add(kind, rowsOfKind);
  for (double eps : epsilons(block.graph))
    if (eps > 0)
      add(RowKind::atEps, rowsOfKind, std::sqrt(eps));
  add(RowKind::nan, 2);
  add(RowKind::infinite, 2);
  return sections;
}

size_t adversarialSequence(const RowSection &section) { return section.first - rowsBefore; }

namespace {

/// Rows [first, first + count), each shaped by sectionOf(row).
template <class SectionOf>
std::vector<float> makeRows(const graph::Block &block, uint64_t seed, size_t first, size_t count,
                            SectionOf sectionOf) {
  Stream stream(seed, "x"), choice(seed, "x.special");
  size_t width = static_cast<size_t>(block.width);
  std::vector<float> rows(count * width);
  std::vector<double> noise(width);
  for (size_t row = first; row < first + count; ++row) {
    for (size_t i = 0; i < width; ++i)
      noise[i] = stream.normal(row * width + i);
    shape(sectionOf(row), block.residual, row, choice, noise);
    for (size_t i = 0; i < width; ++i)
      rows[(row - first) * width + i] = static_cast<float>(reference::roundTo(block.residual, noise[i]));
  }
  return rows;
}

} // namespace

std::vector<float> seedRows(const graph::Block &block, uint64_t seed, size_t first, size_t count) {
  std::vector<RowSection> sections = rowSections(block);
  return makeRows(block, seed, first, count, [&](size_t row) {
    for (const RowSection &section : sections)
      if (row >= section.first && row < section.first + section.count)
        return section;
    return sections.front();
  });
}

std::vector<float> seedRowsOf(const graph::Block &block, const RowSection &section, uint64_t seed,
                              size_t first, size_t count) {
  return makeRows(block, seed, first, count, [&](size_t) { return section; });
}

std::vector<int32_t> seedIds(int64_t vocab, uint64_t seed, size_t count) {
  Stream stream(seed, "ids");
  std::vector<int32_t> ids(count);
  for (size_t i = 0; i < count; ++i)
    ids[i] = static_cast<int32_t>(stream.bits(i) % static_cast<uint64_t>(vocab));
  return ids;
}

} // namespace tenon::validate
