// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tenon/RunnableStack.h"
#include "dsl/graph/Ends.h"
#include "dsl/graph/Facts.h"
#include "oracle/validate/Calls.h"
#include "oracle/validate/Validate.h"
#include "runtime/cpu/ThreadPool.h"
#include "tools/tenon/Runnable.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <thread>

namespace tenon::cli {

namespace {

using reference::StackOutput;

/// The interpreter, with a cache for each layer.
struct Interpreted {
  const graph::Stack &stack;
  std::vector<std::vector<float>> parameters;
  std::vector<reference::Cache> caches;
  size_t threads;

  core::Result<StackOutput> run(const StackCall &call) {
    std::vector<double> rows(call.rows.begin(), call.rows.end());
    reference::StackInput input{call.ids, call.types, rows};
    auto all = reference::run(stack, validate::views(parameters), call.batch, input,
                              {.threads = threads, .caches = &caches});
    if (!all || !call.outputs || stack.pool != graph::Pool::none)
      return all;
    StackOutput chosen{{}, call.outputs->size(), all->columns};
    for (size_t row : *call.outputs)
      chosen.values.insert(chosen.values.end(), all->values.begin() + ptrdiff_t(row * all->columns),
                           all->values.begin() + ptrdiff_t((row + 1) * all->columns));
    return chosen;
  }
};

/// A compiled stack with its packed weights and its threads.
struct Compiled {
  const graph::Stack &stack;
  core::PackedBlock block;
  cpu::ThreadPool pool;

  Compiled(const graph::Stack &stack, core::PackedBlock block, size_t threads)
      : stack(stack), block(std::move(block)), pool(threads) {}

  graph::Format residual() const { return stack.layers.front()->residual; }
  core::Result<StackOutput> run(const StackCall &call) {
    const reference::Batch &batch = call.batch;
    tenon_batch arguments = argumentsOf(batch);
    static const size_t none = 0;
    arguments.token_types = call.types.empty() ? nullptr : call.types.data();
    size_t rows = stack.pool != graph::Pool::none ? batch.slot.size() : batch.tokens;
    if (call.outputs && stack.pool == graph::Pool::none) {
      arguments.outputs = rows = call.outputs->size();
      arguments.output_row = rows ? call.outputs->data() : &none;
    }
    StackOutput output{{}, rows, size_t(graph::outputWidth(stack))};
    std::vector<std::byte> x = validate::encode(residual(), std::span<const float>(call.rows));
    std::vector<std::byte> y(std::max<size_t>(rows, 1) * output.columns *
                                 (graph::outputFormat(stack) == graph::Format::f32 ? 4 : 2),
                             std::byte{0xff});
    const void *in = stack.embedding ? static_cast<const void *>(call.ids.data()) : x.data();
    if (auto done = block.forward(arguments, in, y.data(), pool.parallel()); !done)
      return done.failure();
    output.values = validate::decode(graph::outputFormat(stack), y);
    output.values.resize(rows * output.columns);
    return output;
  }
};

size_t threadsOr(size_t threads) {
  return threads ? threads : std::max(1u, std::thread::hardware_concurrency());
}

} // namespace

std::vector<tenon_tensor> tensorsOf(const graph::Stack &stack, const std::vector<std::string> &members,
                                    const std::vector<std::vector<float>> &parameters) {
  std::map<std::string_view, const std::vector<float> *> byName;
  for (size_t i = 0; i < stack.params.size(); ++i)
    byName[stack.params[i].name] = &parameters[i];
  std::vector<tenon_tensor> tensors;
  for (const std::string &member : members) {
    auto found = byName.find(member);
    tensors.push_back(found == byName.end()
                          ? tenon_tensor{}
                          : tenon_tensor{found->second->data(), TENON_F32, found->second->size()});
  }
  return tensors;
}

std::optional<RunnableStack> makeRunnable(Session &session, const graph::Program &program,
                                          const graph::Stack &stack,
                                          std::vector<std::vector<float>> parameters,
                                          const std::string &target, size_t threads, Exit &exitCode) {
  threads = threadsOr(threads);
  if (target == "reference") {
    auto run =
        std::make_shared<Interpreted>(stack, std::move(parameters), std::vector<reference::Cache>(), threads);
    return RunnableStack{[run](const StackCall &call) { return run->run(call); }, "reference", threads};
  }
  std::optional<Built> built = build(session, program, stack, target, exitCode);
  if (!built)
    return std::nullopt;
  exitCode = badInput;
  std::string variant = built->artifact.variant();
  if (variant.empty()) {
    session.error("no variant of the compiled stack runs on this machine");
    return std::nullopt;
  }
  session.progress.show("packing weights");
  cpu::ThreadPool pool(threads);
  auto packed =
      take(session, core::PackedBlock::pack(built->artifact, tensorsOf(stack, built->parameters, parameters),
                                            pool.parallel()));
  if (!packed)
    return std::nullopt;
  auto run = std::make_shared<Compiled>(stack, std::move(*packed), threads);
  return RunnableStack{[run](const StackCall &call) { return run->run(call); }, variant, run->pool.threads()};
}

core::Result<core::Done> checkCall(const graph::Stack &stack, const StackCall &call) {
  for (size_t s = 0; s < call.batch.slot.size(); ++s) {
    if (call.batch.firstPosition[s] != 0)
      return core::Error{fmt::format("'{}' is a stack: its sequences are run from position 0", stack.name)};
    if (call.batch.firstRow[s] == call.batch.firstRow[s + 1] && stack.pool != graph::Pool::none)
      return core::Error{fmt::format("sequence {} has no rows to pool", s)};
  }
  if (stack.embedding) {
    for (int32_t id : call.ids)
      if (id < 0 || id >= stack.embedding->vocab)
        return core::Error{
            fmt::format("id {} is not below the vocabulary of {}", id, stack.embedding->vocab)};
    for (int32_t type : call.types)
      if (type < 0 || type >= std::max<int64_t>(stack.embedding->types, 1))
        return core::Error{fmt::format("there is no token type {}", type)};
    bool hasTable = stack.embedding->positions != graph::Embedding::Positions::none;
    if (hasTable && int64_t(call.batch.length()) > stack.embedding->positionCount)
      return core::Error{fmt::format("a sequence has {} tokens, and the positions of '{}' end at {}",
                                     call.batch.length(), stack.name, stack.embedding->positionCount)};
  }
  return core::Done{};
}

core::Result<StackOutput> runInCalls(const RunnableStack &target, const graph::Stack &stack,
                                     const StackCall &whole, size_t chunk) {
  bool isWhole = chunk == 0 && whole.batch.firstPosition == std::vector<int64_t>(whole.batch.slot.size(), 0);
  for (const auto &layer : stack.layers)
    if (auto checked = validate::checkCalls(*layer, whole.batch, chunk); !checked)
      return checked.failure();
  if (!isWhole && stack.pool != graph::Pool::none)
    return core::Error{
        fmt::format("'{}' pools its rows: a sequence is computed at once, from position 0", stack.name)};
  if (chunk == 0)
    return target.run(whole);
  StackOutput output{{}, whole.batch.tokens, size_t(graph::outputWidth(stack))};
  output.values.resize(output.rows * output.columns);
  size_t width = size_t(stack.width);
  for (const validate::Call &part : validate::callsOf(whole.batch, chunk)) {
    StackCall call{part.batch, {}, {}, std::nullopt};
    call.batch.cacheTokens = std::max(whole.batch.cacheTokens, whole.batch.length());
    for (size_t row : part.rows) {
      if (!whole.types.empty())
        call.types.push_back(whole.types[row]);
      if (stack.embedding)
        call.ids.push_back(whole.ids[row]);
      else
        call.rows.insert(call.rows.end(), &whole.rows[row * width], &whole.rows[row * width] + width);
    }
    auto result = target.run(call);
    if (!result)
      return result;
    for (size_t i = 0; i < part.rows.size(); ++i)
      std::copy_n(result->values.begin() + ptrdiff_t(i * output.columns), output.columns,
                  output.values.begin() + ptrdiff_t(part.rows[i] * output.columns));
  }
  return output;
}

} // namespace tenon::cli
