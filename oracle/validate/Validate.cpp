// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/validate/Validate.h"
#include "dsl/graph/Facts.h"
#include "oracle/validate/APriori.h"
#include "oracle/validate/Flips.h"
#include "oracle/validate/Trials.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>

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

/// Why a batch cannot be run behind its past, or nothing.
core::Result<core::Done> checkTrial(const Request &request, const Trial &trial) {
  const graph::Block &block = *request.block;
  std::vector<double> x(trial.x.begin(), trial.x.end());
  if (auto checked = reference::check(block, request.parameters, trial.batch, x); !checked)
    return checked;
  if (auto checked = checkCalls(block, trial.batch, request.chunk); !checked)
    return checked;
  size_t past = graph::attends(block) ? pastOf(trial.batch).tokens : 0;
  if (trial.past.size() != past * size_t(block.width))
    return core::Error{"the given sequences have " + std::to_string(past) +
                       " rows of earlier tokens, and those were not given"};
  return core::Done{};
}

/// What came of all trials, row after row.
struct Results {
  std::vector<double> got;
  References references;
};

void add(std::vector<double> &all, std::span<const double> rows) {
  all.insert(all.end(), rows.begin(), rows.end());
}

/// The references of the rows of one trial, which see their past.
void addReferences(const Request &request, const Trial &trial, References &all) {
  const graph::Block &block = *request.block;
  size_t width = size_t(block.width);
  Whole whole = wholeOf(trial.batch);
  std::vector<double> x(trial.x.begin(), trial.x.end());
  bool isWhole = trial.past.empty();
  if (!isWhole) {
    x.resize(whole.batch.tokens * width);
    for (size_t i = 0; i < whole.past.size(); ++i)
      std::copy_n(&trial.past[i * width], width, &x[whole.past[i] * width]);
    for (size_t i = 0; i < whole.rows.size(); ++i)
      std::copy_n(&trial.x[i * width], width, &x[whole.rows[i] * width]);
  }
  References own =
      computeReferences(block, request.parameters, isWhole ? trial.batch : whole.batch, x, request.threads);
  for (auto member : {&References::exact, &References::baseline, &References::flips}) {
    std::span<const double> rows = own.*member;
    if (isWhole || rows.empty())
      add(all.*member, rows);
    else
      for (size_t row : whole.rows)
        add(all.*member, rows.subspan(row * width, width));
  }
}

core::Result<core::Done> addGot(const Request &request, const Trial &trial, const Forward &forward,
                                std::vector<double> &got) {
  graph::Format format = request.block->residual;
  std::vector<std::byte> past = encode(format, std::span<const float>(trial.past)),
                         x = encode(format, std::span<const float>(trial.x)), y(x.size());
  auto done = runInCalls(forward, trial.batch, {past, x, y}, request.chunk);
  if (done)
    add(got, decode(format, y));
  return done;
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

Forward referenceForward(const graph::Block &block, reference::Parameters parameters,
                         reference::Arithmetic arithmetic, size_t threads) {
  return [&block, parameters = std::move(parameters), arithmetic, threads,
          cache = std::make_shared<reference::Cache>()](const reference::Batch &batch,
                                                        std::span<const std::byte> x,
                                                        std::span<std::byte> y) -> core::Result<core::Done> {
    std::vector<double> rows = decode(block.residual, x);
    reference::Options options{arithmetic, threads, cache.get(), nullptr, nullptr};
    if (auto checked = reference::check(block, parameters, batch, rows, options); !checked)
      return checked;
    std::vector<std::byte> stored = encode(
        block.residual, std::span<const double>(reference::run(block, parameters, batch, rows, options)));
    std::copy(stored.begin(), stored.end(), y.begin());
    return core::Done{};
  };
}

core::Result<Report> validate(const Request &request, const Forward &forward) {
  const graph::Block &block = *request.block;
  std::vector<size_t> sequences = request.rowsOfSequences();
  if (request.x ? request.x->empty() : std::count(sequences.begin(), sequences.end(), size_t(0)) > 0)
    return core::Error{"there are no rows to validate"};
  Trials trials = trialsOf(request);
  Results results;
  Report report;
  for (const Trial &trial : trials.all) {
    if (auto checked = checkTrial(request, trial); !checked)
      return checked.failure();
    if (auto done = addGot(request, trial, forward, results.got); !done)
      return done.failure();
    addReferences(request, trial, results.references);
    for (size_t group : trial.groupOf)
      trials.groups[group].rows.push_back(report.rows++);
    report.calls += callsOf(trial.batch, request.chunk).size();
    report.aPrioriBound = std::max(report.aPrioriBound, aPrioriBound(block, trial.batch.length()));
  }
  size_t width = size_t(block.width);
  const References &references = results.references;
  report.rows = results.got.size() / width;
  report.verdict =
      compare({width, block.residual, results.got, references.exact, references.baseline, references.flips,
               request.x ? groupsBySize(references.exact, report.rows, width) : trials.groups});
  report.y = std::move(results.got);
  return report;
}

} // namespace tenon::validate
