// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/validate/Validate.h"
#include "runtime/validate/APriori.h"
#include "runtime/validate/Flips.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

namespace tenon::validate {
namespace {

size_t bytesOf(graph::Format format) { return format == graph::Format::f32 ? 4 : 2; }

template <class Real> std::vector<std::byte> encodeAll(graph::Format format, std::span<const Real> values) {
  std::vector<std::byte> bytes(values.size() * bytesOf(format));
  for (size_t i = 0; i < values.size(); ++i) {
    if (format == graph::Format::f32) {
      float value = static_cast<float>(values[i]);
      std::memcpy(&bytes[i * 4], &value, 4);
    } else {
      uint16_t value = format == graph::Format::bf16 ? core::toBf16(values[i]) : core::toF16(values[i]);
      std::memcpy(&bytes[i * 2], &value, 2);
    }
  }
  return bytes;
}

/// Rows of the same kind, the normal ones first.
std::vector<RowGroup> groupsOfSeeded(const graph::Block &block, size_t rows) {
  std::vector<RowGroup> groups;
  size_t next = 0;
  for (const RowSection &section : rowSections(block)) {
    RowGroup group{std::string(spelling(section.kind)), {}};
    for (; next < section.first + section.count; ++next)
      group.rows.push_back(next);
    groups.push_back(std::move(group));
  }
  for (; next < rows; ++next)
    groups.front().rows.push_back(next);
  return groups;
}

/// Rows whose results are within a factor of 8 of each other, the most frequent size first.
std::vector<RowGroup> groupsBySize(std::span<const double> exact, size_t rows, size_t columns) {
  std::map<int, RowGroup> bySize;
  for (size_t row = 0; row < rows; ++row) {
    double squares = 0;
    for (double value : exact.subspan(row * columns, columns))
      squares += value * value;
    double size = std::sqrt(squares / static_cast<double>(columns));
    int exponent =
        size == 0 || !std::isfinite(size) ? -10000 : static_cast<int>(std::floor(std::log2(size) / 3));
    RowGroup &group = bySize[exponent];
    group.name = "of size " + std::to_string(size);
    group.rows.push_back(row);
  }
  std::vector<RowGroup> groups;
  for (auto &[exponent, group] : bySize)
    groups.push_back(std::move(group));
  auto most = std::max_element(groups.begin(), groups.end(), [](const RowGroup &a, const RowGroup &b) {
    return a.rows.size() < b.rows.size();
  });
  if (most != groups.end())
    std::swap(*most, groups.front());
  return groups;
}

/// Runs the target on sequence after sequence, each in a call of its own.
core::Result<std::vector<std::byte>> callPerSequence(const Target &target, const reference::Batch &batch,
                                                     std::span<const std::byte> x) {
  std::vector<std::byte> y(x.size(), std::byte{0xff});
  size_t rowBytes = batch.tokens == 0 ? 0 : x.size() / batch.tokens;
  for (size_t s = 0; s < batch.firstPosition.size(); ++s) {
    size_t first = batch.firstRow[s], rows = batch.firstRow[s + 1] - first;
    reference::Batch call = reference::Batch::sequence(rows, batch.firstPosition[s]);
    auto done = target(call, x.subspan(first * rowBytes, rows * rowBytes),
                       std::span(y).subspan(first * rowBytes, rows * rowBytes));
    if (!done)
      return done.failure();
  }
  return y;
}

core::Result<std::vector<std::byte>> callOnce(const Target &target, const reference::Batch &batch,
                                              std::span<const std::byte> x) {
  std::vector<std::byte> y(x.size(), std::byte{0xff});
  if (auto done = target(batch, x, y); !done)
    return done.failure();
  return y;
}

size_t seededRows(const graph::Block &block) {
  RowSection last = rowSections(block).back();
  return last.first + last.count;
}

} // namespace

reference::Parameters views(const std::vector<std::vector<float>> &values) {
  return {values.begin(), values.end()};
}

std::vector<std::byte> encode(graph::Format format, std::span<const double> values) {
  return encodeAll(format, values);
}
std::vector<std::byte> encode(graph::Format format, std::span<const float> values) {
  return encodeAll(format, values);
}

std::vector<double> decode(graph::Format format, std::span<const std::byte> bytes) {
  std::vector<double> values(bytes.size() / bytesOf(format));
  for (size_t i = 0; i < values.size(); ++i) {
    if (format == graph::Format::f32) {
      float value;
      std::memcpy(&value, &bytes[i * 4], 4);
      values[i] = value;
    } else {
      uint16_t value;
      std::memcpy(&value, &bytes[i * 2], 2);
      values[i] = format == graph::Format::bf16 ? core::fromBf16(value) : core::fromF16(value);
    }
  }
  return values;
}

Target referenceTarget(const graph::Block &block, reference::Parameters parameters,
                       reference::Arithmetic arithmetic, size_t threads) {
  return [&block, parameters = std::move(parameters), arithmetic,
          threads](const reference::Batch &batch, std::span<const std::byte> x,
                   std::span<std::byte> y) -> core::Result<core::Done> {
    std::vector<double> rows = decode(block.residual, x);
    reference::Options options{arithmetic, threads, nullptr, nullptr, nullptr};
    if (auto checked = reference::check(block, parameters, batch, rows, options); !checked)
      return checked;
    std::vector<std::byte> stored = encode(
        block.residual, std::span<const double>(reference::run(block, parameters, batch, rows, options)));
    std::copy(stored.begin(), stored.end(), y.begin());
    return core::Done{};
  };
}

core::Result<Report> validate(const Request &request, const Target &target) {
  const graph::Block &block = *request.block;
  size_t width = static_cast<size_t>(block.width);
  bool seeded = !request.x;
  size_t tokens = seeded ? request.tokens : request.x->size() / width;
  if (tokens == 0)
    return core::Error{"there are no rows to validate"};
  size_t calls = seeded ? (seededRows(block) + tokens - 1) / tokens : 1;
  reference::Batch batch = request.batch ? *request.batch : reference::Batch::sequences(calls, tokens);
  std::vector<float> stored = seeded ? seedRows(block, request.seed, 0, calls * tokens) : *request.x;
  std::vector<double> x(stored.begin(), stored.end());
  if (auto checked = reference::check(block, request.parameters, batch, x); !checked)
    return checked.failure();

  std::vector<std::byte> bytes = encode(block.residual, std::span<const float>(stored));
  auto y = seeded ? callPerSequence(target, batch, bytes) : callOnce(target, batch, bytes);
  if (!y)
    return y.failure();
  References references = computeReferences(block, request.parameters, batch, x, request.threads);
  Report report;
  report.y = decode(block.residual, *y);
  report.rows = batch.tokens;
  report.calls = calls;
  report.aPrioriBound = aPrioriBound(block, tokens);
  report.verdict = compare(
      {width, block.residual, report.y, references.exact, references.baseline, references.flips,
       seeded ? groupsOfSeeded(block, batch.tokens) : groupsBySize(references.exact, batch.tokens, width)});
  return report;
}

} // namespace tenon::validate
