// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/tenon/Runnable.h"
#include "runtime/cpu/ThreadPool.h"
#include <algorithm>
#include <thread>

namespace tenon::cli {

namespace {

tenon_tensor asTensor(const std::vector<float> &values) { return {values.data(), TENON_F32, values.size()}; }

/// A compiled block with its packed weights and its threads.
struct Compiled {
  core::PackedBlock block;
  cpu::ThreadPool pool;

  Compiled(core::PackedBlock block, size_t threads) : block(std::move(block)), pool(threads) {}

  core::Result<core::Done> forward(const reference::Batch &batch, std::span<const std::byte> x,
                                   std::span<std::byte> y) {
    return block.forward(argumentsOf(batch), x.data(), y.data(), pool.parallel());
  }
};

} // namespace

tenon_batch argumentsOf(const reference::Batch &batch) {
  tenon_batch arguments = core::plainBatch(batch.tokens);
  arguments.sequences = batch.slot.size();
  arguments.first_row = batch.firstRow.data();
  arguments.first_position = batch.firstPosition.data();
  arguments.slot = batch.slot.data();
  arguments.cache_tokens = std::max(batch.cacheTokens, batch.length());
  return arguments;
}

std::optional<RunnableBlock> makeRunnable(Session &session, const graph::Program &program,
                                          const graph::Block &block,
                                          const std::vector<std::vector<float>> &parameters,
                                          const std::string &target, size_t threads, Exit &exitCode) {
  if (threads == 0)
    threads = std::max(1u, std::thread::hardware_concurrency());
  if (target == "reference")
    return RunnableBlock{
        validate::referenceForward(block, validate::views(parameters), reference::Arithmetic::exact, threads),
        "reference", threads};
  std::optional<Built> built = build(session, program, block, target, exitCode);
  if (!built)
    return std::nullopt;
  core::Artifact *artifact = &built->artifact;
  exitCode = badInput;
  if (artifact->variant().empty()) {
    session.error("no variant of the compiled block runs on this machine");
    return std::nullopt;
  }
  std::vector<tenon_tensor> tensors(parameters.size());
  std::transform(parameters.begin(), parameters.end(), tensors.begin(), asTensor);
  auto packed = take(session, core::PackedBlock::pack(*artifact, tensors, nullptr));
  if (!packed)
    return std::nullopt;
  auto compiled = std::make_shared<Compiled>(std::move(*packed), threads);
  auto run = [compiled](const reference::Batch &batch, std::span<const std::byte> x, std::span<std::byte> y) {
    return compiled->forward(batch, x, y);
  };
  return RunnableBlock{run, artifact->variant(), compiled->pool.threads()};
}

void addRunOptions(CLI::App &verb, RunOptions &options) {
  addSpec(verb, options);
  addBlock(verb, options);
  addData(verb, options.data);
  verb.add_option("--target", options.target, "reference, cpu, or others of `tenon targets`")
      ->type_name("TARGET")
      ->capture_default_str();
  verb.add_option("--threads", options.threads, "0: one per core")
      ->check(inRange(0, 1024))
      ->type_name("N")
      ->capture_default_str();
  addJson(verb, options);
}

std::string defaultTarget() { return listTargets().empty() ? "reference" : "cpu"; }

} // namespace tenon::cli
