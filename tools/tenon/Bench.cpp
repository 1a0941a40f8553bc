// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tenon bench: how fast a block runs, as a percentage of what this machine can do,
// measured in the same rounds.

#include "bench/Peak.h"
#include "dsl/graph/Facts.h"
#include "runtime/cpu/Features.h"
#include "tools/tenon/RunData.h"
#include "tools/tenon/Target.h"
#include <algorithm>
#include <fmt/format.h>

namespace tenon::cli {

namespace {

struct Options : SpecOptions {
  std::string target = defaultTarget();
  std::vector<size_t> tokens = {1, 128}, threads = {1};
  std::vector<size_t> cache; ///< earlier tokens of a decode step
  size_t rounds = 15;
  double seconds = 0.1; ///< of one measurement in one round
  std::string json;
};

double median(std::vector<double> values) {
  if (values.empty())
    return 0;
  auto middle = values.begin() + ptrdiff_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2)
    return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

/// One sort of call, round after round: ratios are formed within a round. Each has a slot of
/// the cache of its own, so that they do not destroy each other's.
struct Series {
  const graph::Block &block;
  graph::Work work;
  reference::Batch batch;
  std::vector<std::byte> x, y;
  std::vector<double> seconds, peak, bandwidth, ofPeak, ofBandwidth;

  Series(const graph::Block &block, size_t tokens, size_t past, uint32_t slot, size_t cacheTokens)
      : block(block), work(graph::workOf(block, int64_t(tokens), int64_t(past))),
        batch(reference::Batch::sequence(tokens, int64_t(past))), x(seed(0, tokens)), y(x.size()) {
    batch.slot = {slot};
    batch.cacheTokens = cacheTokens;
  }

  std::vector<std::byte> seed(size_t first, size_t rows) const {
    return validate::encode(block.residual,
                            std::span<const float>(validate::seedRows(block, 1, first, rows)));
  }

  /// Puts the keys and values of earlier tokens into the cache.
  core::Result<core::Done> fillCache(const RunnableBlock &target) const {
    if (work.past == 0)
      return core::Done{};
    std::vector<std::byte> past = seed(validate::firstPastRow, size_t(work.past)), y(past.size());
    return validate::runInCalls(target.run, validate::pastOf(batch), {{}, past, y}, 512);
  }

  /// The median time of a call. The first one warms up.
  core::Result<double> measure(const RunnableBlock &target, double budget) {
    std::vector<double> times;
    auto now = [&] { return bench::clockFor(target.threads); };
    core::Result<core::Done> done = target.run(batch, x, y);
    for (double begin = now(), end = begin; done && (end - begin < budget || times.size() < 3);) {
      double start = now();
      done = target.run(batch, x, y);
      end = now();
      times.push_back(end - start);
    }
    return done ? core::Result<double>(median(times)) : done.failure();
  }

  void add(double time, const bench::Rates &rates) {
    double read = rates.readFor(work.bytes);
    seconds.push_back(time);
    peak.push_back(rates.gflops);
    bandwidth.push_back(read);
    ofPeak.push_back(work.flops / time / 1e9 / rates.gflops);
    ofBandwidth.push_back(work.bytes / time / 1e9 / read);
  }
};

Json toJson(const Series &series, const graph::Block &block, const RunnableBlock &target,
            const Options &options) {
  double time = median(series.seconds);
  return {{"spec", options.spec},
          {"block", block.name},
          {"tokens", series.work.tokens},
          {"cache", series.work.past},
          {"threads", target.threads},
          {"dtype", spelling(block.dtype)},
          {"weights", spelling(block.weights)},
          {"variant", target.variant},
          {"ms", time * 1e3},
          {"gflops", series.work.flops / time / 1e9},
          {"peak_gflops", median(series.peak)},
          {"fraction_of_peak", median(series.ofPeak)},
          {"gbytes_per_s", series.work.bytes / time / 1e9},
          {"bandwidth_gb_s", median(series.bandwidth)},
          {"fraction_of_bandwidth", median(series.ofBandwidth)},
          {"rounds", series.seconds.size()}};
}

std::string callOf(const Json &result) {
  auto past = result["cache"].get<int64_t>();
  return fmt::format("{}{}", result["tokens"].get<int64_t>(), past ? fmt::format(" at {}", past) : "");
}

void addRow(Table &table, const Json &result) {
  table.row({callOf(result), fmt::format("{}", result["threads"].get<size_t>()),
             result["variant"].get<std::string>(), fmt::format("{:.4g}", result["ms"].get<double>()),
             fmt::format("{:.1f}", result["gflops"].get<double>()),
             fmt::format("{:.1f}", result["peak_gflops"].get<double>()),
             fmt::format("{:.0f} %", 100 * result["fraction_of_peak"].get<double>()),
             fmt::format("{:.1f}", result["gbytes_per_s"].get<double>()),
             fmt::format("{:.1f}", result["bandwidth_gb_s"].get<double>()),
             fmt::format("{:.0f} %", 100 * result["fraction_of_bandwidth"].get<double>())});
}

/// All rounds with one number of threads; false after an error.
bool measure(Session &session, const RunnableBlock &target, const Options &options,
             std::vector<Series> &all) {
  session.progress.show("filling caches");
  for (Series &series : all)
    if (!take(session, series.fillCache(target)))
      return false;
  bench::Peak peak(bench::isaOf(target.variant), target.threads);
  for (size_t round = 0; round < options.rounds; ++round) {
    session.progress.show(fmt::format("round {} of {}", round + 1, options.rounds));
    bench::Rates rates = peak.measure();
    for (Series &series : all) {
      std::optional<double> time = take(session, series.measure(target, options.seconds));
      if (!time)
        return false;
      series.add(*time, rates);
    }
  }
  return true;
}

int finish(Session &session, const Options &options, const graph::Block &block, Json results) {
  using enum Table::Align;
  Table table({right, right, left, right, right, right, right, right, right, right});
  table.row({"tokens", "threads", "variant", "ms", "GFLOP/s", "peak", "of it", "GB/s", "read", "of it"});
  for (const Json &result : results)
    addRow(table, result);
  session.document["machine"] = {{"cpu", cpu::brand()}, {"features", cpu::featureNames()}};
  session.document["results"] = std::move(results);
  if (!options.json.empty() && options.json != "-" &&
      !take(session, writeFiles({{options.json, session.document.dump(2) + '\n'}})))
    return session.fail();
  return session.succeed(
      fmt::format("{}: {}, weights {}; medians of {} rounds on {}\n\n", block.name, spelling(block.dtype),
                  spelling(block.weights), options.rounds, cpu::brand()) +
      table.str(2) +
      "\n  peak: multiply-adds from registers; read: from the least of 1, 32, 512 MiB that holds "
      "the weights\n");
}

std::vector<Series> seriesOf(const graph::Block &block, const Options &options) {
  size_t most = 1;
  for (size_t tokens : options.tokens)
    most = std::max(most, tokens);
  for (size_t past : options.cache)
    most = std::max(most, past + 1);
  std::vector<Series> all;
  auto add = [&](size_t tokens, size_t past) {
    all.emplace_back(block, tokens, past, uint32_t(all.size()), most);
  };
  for (size_t tokens : options.tokens)
    add(tokens, 0);
  for (size_t past : options.cache)
    add(1, past);
  return all;
}

int runBench(const Options &options) {
  Session session(options.json == "-");
  std::optional<graph::Program> program = session.load(options.spec);
  auto block = program ? selectBlock(session, *program, options.block) : nullptr;
  if (!block)
    return session.fail();
  if (!options.cache.empty() && (!graph::attends(*block) || graph::seesLaterTokens(*block))) {
    session.error(fmt::format("block '{}' has no cache of earlier tokens", block->name));
    return session.fail();
  }
  auto parameters = validate::seedParameters(block->params, 1);
  Json results = Json::array();
  for (size_t threads : options.threads) {
    bench::Confinement confinement(threads);
    Exit exitCode = badInput;
    session.progress.show("compiling");
    auto target = makeRunnable(session, *program, *block, parameters, options.target, threads, exitCode);
    if (!target)
      return session.fail(exitCode);
    std::vector<Series> all = seriesOf(*block, options);
    if (!measure(session, *target, options, all))
      return session.fail();
    for (const Series &series : all)
      results.push_back(toJson(series, *block, *target, options));
  }
  return finish(session, options, *block, std::move(results));
}

} // namespace

void addBench(CLI::App &app, Action &action) {
  auto options = std::make_shared<Options>();
  CLI::App *verb =
      app.add_subcommand("bench", "Times a block beside this machine's measured peak and bandwidth");
  verb->footer("Every round measures the machine first (multiply-adds from registers, reads of 1, 32 and\n"
               "512 MiB), then the block; ratios are formed within a round, and their medians printed.\n"
               "On one thread the time is what its CPU gave it, so that other programs do not count.\n"
               "TENON_VARIANT=x86-64-v3 in the environment forces a variant of the library.\n\n"
               "  tenon bench llama.tenon --tokens 1,16,128 --threads 1,2\n"
               "  tenon bench llama.tenon --tokens 512 --cache 512,4096");
  addSpec(*verb, *options);
  addBlock(*verb, *options);
  verb->add_option("--target", options->target, "cpu, or others of `tenon targets`")
      ->type_name("TARGET")
      ->capture_default_str();
  verb->add_option("--tokens", options->tokens, "rows of one call")
      ->delimiter(',')
      ->check(inRange(1, size_t(1) << 20))
      ->type_name("N")
      ->capture_default_str();
  verb->add_option("--cache", options->cache, "also one token behind so many, whose keys are in the cache")
      ->delimiter(',')
      ->check(inRange(1, size_t(1) << 20))
      ->type_name("N");
  verb->add_option("--threads", options->threads, "one after the other")
      ->delimiter(',')
      ->check(inRange(1, 1024))
      ->type_name("N")
      ->capture_default_str();
  verb->add_option("--rounds", options->rounds, "how often")
      ->check(inRange(1, 1000))
      ->type_name("N")
      ->capture_default_str();
  verb->add_option("--seconds", options->seconds, "for each measurement in a round")
      ->type_name("S")
      ->capture_default_str();
  verb->add_option("--json", options->json, "write one JSON document there; alone or -: to standard output")
      ->expected(0, 1)
      ->type_name("FILE");
  verb->callback([options, verb, &action] {
    if (verb->count("--json") && options->json.empty())
      options->json = "-";
    action = [options] { return runBench(*options); };
  });
}

} // namespace tenon::cli
