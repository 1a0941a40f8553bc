// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/reference/Stack.h"
#include "oracle/reference/Linear.h"
#include "oracle/reference/Reduce.h"

#include <algorithm>
#include <optional>
#include <string>

namespace tenon::reference {
namespace {

using graph::Embedding;
using graph::Pool;

core::Error failure(std::string message) { return core::Error{std::move(message)}; }

/// One stack, one call.
class StackRun {
public:
  StackRun(const graph::Stack &stack, const Parameters &parameters, const Batch &batch,
           const StackInput &input, const StackOptions &options)
      : stack(stack), parameters(parameters), batch(batch), input(input), options(options) {
    for (size_t i = 0; i < stack.params.size(); ++i)
      index[stack.params[i].name] = i;
  }

  core::Result<StackOutput> operator()() {
    if (auto checked = check(); !checked)
      return checked.failure();
    auto rows = embed();
    if (!rows)
      return rows.failure();
    if (options.caches && options.caches->empty())
      options.caches->resize(stack.layers.size());
    for (size_t layer = 0; layer < stack.layers.size(); ++layer)
      if (auto done = apply(*stack.layers[layer], "layers." + std::to_string(layer) + ".",
                            options.caches ? &(*options.caches)[layer] : nullptr, *rows);
          !done)
        return done.failure();
    if (stack.exit)
      if (auto done = apply(*stack.exit, "", nullptr, *rows); !done)
        return done.failure();
    StackOutput out{std::move(*rows), batch.tokens, static_cast<size_t>(stack.width)};
    if (stack.head)
      if (auto done = applyHead(out); !done)
        return done.failure();
    pool(out);
    return out;
  }

private:
  /// Every parameter has its elements, every id is in the vocabulary.
  core::Result<core::Done> check() const {
    if (auto checked = reference::check(batch); !checked)
      return checked;
    if (parameters.size() != stack.params.size())
      return failure("stack '" + stack.name + "' has " + std::to_string(stack.params.size()) +
                     " parameters, not " + std::to_string(parameters.size()));
    for (size_t i = 0; i < parameters.size(); ++i)
      if (parameters[i].size() != static_cast<size_t>(graph::elements(stack.params[i].shape)))
        return failure("parameter '" + stack.params[i].name + "' has the wrong number of elements");
    if (!stack.embedding)
      return input.rows.size() == batch.tokens * static_cast<size_t>(stack.width)
                 ? core::Result(core::Done{})
                 : failure("the input has " + std::to_string(input.rows.size()) + " elements, not " +
                           std::to_string(batch.tokens) + " rows of " + std::to_string(stack.width));
    if (input.ids.size() != batch.tokens || (!input.types.empty() && input.types.size() != batch.tokens))
      return failure("the batch has " + std::to_string(batch.tokens) + " tokens, but " +
                     std::to_string(input.ids.size()) + " ids");
    for (int32_t id : input.ids)
      if (id < 0 || id >= stack.embedding->vocab)
        return failure("id " + std::to_string(id) + " is not below the vocabulary of " +
                       std::to_string(stack.embedding->vocab));
    for (int32_t type : input.types)
      if (type < 0 || type >= std::max<int64_t>(stack.embedding->types, 1))
        return failure("type " + std::to_string(type) + " does not exist");
    return core::Done{};
  }

  std::optional<std::span<const float>> parameter(const std::string &name) const {
    auto found = index.find(name);
    if (found == index.end())
      return std::nullopt;
    return parameters[found->second];
  }

  double stored(double value, graph::Format format) const {
    return options.arithmetic == Arithmetic::exact ? value : roundTo(format, value);
  }

  core::Result<std::vector<double>> embed() {
    if (!stack.embedding)
      return std::vector<double>(input.rows.begin(), input.rows.end());
    const Embedding &embedding = *stack.embedding;
    auto weight = parameter("embedding.weight"), learned = parameter("embedding.positions"),
         types = parameter("embedding.types");
    bool wantsTable = embedding.positions == Embedding::Positions::learned;
    if (!weight || (wantsTable && !learned) || (embedding.types > 0 && !types))
      return failure("stack '" + stack.name + "' has no parameters for its embedding");
    std::vector<int64_t> positions = batch.positions();
    size_t width = static_cast<size_t>(stack.width);
    std::vector<double> rows(batch.tokens * width);
    for (size_t token = 0; token < batch.tokens; ++token) {
      int64_t position = positions[token] + embedding.positionOffset;
      if (embedding.positions != Embedding::Positions::none && positions[token] >= embedding.positionCount)
        return failure("position " + std::to_string(positions[token]) + " is beyond the table of " +
                       std::to_string(embedding.positionCount));
      size_t id = static_cast<size_t>(input.ids[token]);
      size_t type = input.types.empty() ? 0 : static_cast<size_t>(input.types[token]);
      for (size_t i = 0; i < width; ++i) {
        double value = stored(embedding.scale * (*weight)[id * width + i], graph::Format::f32);
        if (wantsTable)
          value += (*learned)[static_cast<size_t>(position) * width + i];
        else if (embedding.positions == Embedding::Positions::sinusoidal)
          value += stored(sinusoid(positions[token], i), graph::Format::f32);
        value = stored(value, graph::Format::f32);
        if (embedding.types > 0)
          value += (*types)[type * width + i];
        rows[token * width + i] = stored(value, graph::Format::f32);
      }
    }
    if (stack.entry)
      if (auto done = apply(*stack.entry, "", nullptr, rows); !done)
        return done.failure();
    return rows;
  }

  double sinusoid(int64_t position, size_t channel) const {
    double exponent = static_cast<double>(channel / 2 * 2) / static_cast<double>(stack.width);
    double angle = static_cast<double>(position) / std::pow(10000.0, exponent);
    return channel % 2 == 0 ? std::sin(angle) : std::cos(angle);
  }

  /// rows = block(rows), the block's parameters found under `prefix` unless shared.
  core::Result<core::Done> apply(const graph::Block &block, const std::string &prefix, Cache *cache,
                                 std::vector<double> &rows) {
    Parameters own;
    for (const graph::Parameter &wanted : block.params) {
      std::string name = wanted.shared ? wanted.name : prefix + wanted.name;
      auto found = parameter(name);
      if (!found)
        return failure("stack '" + stack.name + "' has no parameter '" + name + "'");
      own.push_back(*found);
    }
    if (options.arithmetic == Arithmetic::baseline)
      for (double &value : rows)
        value = roundTo(block.residual, value);
    Options blockOptions{options.arithmetic, options.threads, cache, nullptr, nullptr};
    if (auto checked = reference::check(block, own, batch, rows, blockOptions); !checked)
      return checked;
    rows = reference::run(block, own, batch, rows, blockOptions);
    return core::Done{};
  }

  core::Result<core::Done> applyHead(StackOutput &out) {
    const graph::Head &head = *stack.head;
    auto weight = parameter(head.tied ? "embedding.weight" : "head.weight"), bias = parameter("head.bias");
    if (!weight || (head.bias && !bias))
      return failure("stack '" + stack.name + "' has no parameters for its head");
    size_t width = out.columns, vocab = weight->size() / width;
    std::vector<double> logits = options.arithmetic == Arithmetic::exact
                                     ? product<double>(out.values, *weight, out.rows, width, vocab)
                                     : product<float>(out.values, *weight, out.rows, width, vocab);
    for (size_t i = 0; i < logits.size(); ++i) {
      logits[i] = stored(head.scale * logits[i], graph::Format::f32);
      if (head.bias)
        logits[i] = stored(logits[i] + (*bias)[i % vocab], graph::Format::f32);
    }
    out = {std::move(logits), out.rows, vocab};
    return stack.logits ? apply(*stack.logits, "", nullptr, out.values) : core::Result(core::Done{});
  }

  template <class Real>
  std::vector<double> product(const std::vector<double> &rows, std::span<const float> weight, size_t count,
                              size_t in, size_t out) const {
    std::vector<Real> left(rows.size()), result(count * out);
    for (size_t i = 0; i < rows.size(); ++i)
      left[i] = static_cast<Real>(stored(rows[i], stack.dtype));
    linear(result.data(), left.data(), weight.data(), nullptr, count, in, out, options.threads);
    return {result.begin(), result.end()};
  }

  void pool(StackOutput &out) const {
    if (stack.pool != Pool::none) {
      size_t sequences = batch.firstPosition.size();
      std::vector<double> pooled(sequences * out.columns);
      for (size_t s = 0; s < sequences; ++s)
        for (size_t i = 0; i < out.columns; ++i)
          pooled[s * out.columns + i] = poolColumn(out, batch.firstRow[s], batch.firstRow[s + 1], i);
      out = {std::move(pooled), sequences, out.columns};
    }
    if (stack.normalize)
      for (size_t r = 0; r < out.rows; ++r)
        normalizeRow(std::span(out.values).subspan(r * out.columns, out.columns));
  }

  double poolColumn(const StackOutput &out, size_t first, size_t end, size_t column) const {
    if (first == end)
      return 0;
    if (stack.pool == Pool::first)
      return out.values[first * out.columns + column];
    double sum = 0;
    for (size_t r = first; r < end; ++r)
      sum = stored(sum + out.values[r * out.columns + column], graph::Format::f32);
    return stored(sum / static_cast<double>(end - first), graph::Format::f32);
  }

  void normalizeRow(std::span<double> row) const {
    double squares = laneSum(row.data(), row.size(), [](double x) { return x * x; });
    double length = std::max(stored(std::sqrt(squares), graph::Format::f32), 1e-12);
    for (double &x : row)
      x = stored(x / length, graph::Format::f32);
  }

  const graph::Stack &stack;
  const Parameters &parameters;
  const Batch &batch;
  const StackInput &input;
  const StackOptions &options;
  std::map<std::string, size_t> index;
};

} // namespace

core::Result<StackOutput> run(const graph::Stack &stack, const Parameters &parameters, const Batch &batch,
                              const StackInput &input, const StackOptions &options) {
  core::Environment environment(denormalsIn(options.arithmetic));
  return StackRun(stack, parameters, batch, input, options)();
}

} // namespace tenon::reference
