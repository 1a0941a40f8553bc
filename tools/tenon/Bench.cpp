// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tenon bench: how fast a block or stack runs, as a percentage of what this machine can do,
// measured in the same rounds.

#include "bench/Peak.h"
#include "dsl/graph/Facts.h"
#include "runtime/cpu/Features.h"
#include "tools/tenon/RunData.h"
#include "tools/tenon/Runnable.h"
#include "tools/tenon/RunnableStack.h"
#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <optional>

namespace tenon::cli {

namespace {

struct Options : SpecOptions {
  std::string target = defaultTarget();
  std::vector<size_t> tokens = {1, 128}, threads = {1};
  std::vector<size_t> cache; ///< earlier tokens of a decode step
  size_t rounds = 15;
  double seconds = 0.1;        ///< of one measurement in one round
  std::string rows = "normal"; ///< a kind of validation's rows
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

/// What is timed: a block or a stack made ready, in the words of the results.
struct Subject {
  std::string name, variant;
  graph::Format dtype, weights;
  size_t threads;
  bool isStack;
};

/// One sort of call, round after round: ratios are formed within a round. Each has a slot of
/// the cache of its own, so that they do not destroy each other's.
struct Series {
  graph::Work work;
  std::function<core::Result<core::Done>()> fillCache; ///< puts the keys and values of earlier tokens there
  std::function<core::Result<core::Done>()> call;
  std::vector<double> seconds, peak, bandwidth, ofPeak, ofBandwidth;

  /// The median time of a call. The first one warms up.
  core::Result<double> measure(size_t threads, double budget) {
    std::vector<double> times;
    auto now = [&] { return bench::clockFor(threads); };
    core::Result<core::Done> done = call();
    for (double begin = now(), end = begin; done && (end - begin < budget || times.size() < 3);) {
      double start = now();
      done = call();
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

/// The batch of a call behind `past` tokens, in a slot of its own.
reference::Batch batchOf(size_t tokens, size_t past, uint32_t slot, size_t cacheTokens) {
  reference::Batch batch = reference::Batch::sequence(tokens, int64_t(past));
  batch.slot = {slot};
  batch.cacheTokens = cacheTokens;
  return batch;
}

constexpr size_t pastChunk = 512; ///< earlier tokens in one call

/// The rows that `name` stands for where validation has such rows of this block, or null.
std::optional<validate::RowSection> rowsNamed(const graph::Block &block, const std::string &name) {
  for (const validate::RowSection &section : validate::rowSections(block))
    if (name == validate::spelling(section.kind))
      return section;
  return std::nullopt;
}

Series seriesOf(const graph::Block &block, const RunnableBlock &target, const reference::Batch &batch,
                const std::string &kind) {
  auto rows = [&block](size_t first, size_t count) {
    return validate::encode(block.residual,
                            std::span<const float>(validate::seedRows(block, 1, first, count)));
  };
  size_t past = size_t(batch.firstPosition[0]);
  auto x = validate::encode(block.residual, std::span<const float>(validate::seedRowsOf(
                                                block, *rowsNamed(block, kind), 1, 0, batch.tokens)));
  Series series{graph::workOf(block, int64_t(batch.tokens), int64_t(past)), {}, {}, {}, {}, {}, {}, {}};
  series.call = [&target, batch, x, y = x]() mutable { return target.run(batch, x, y); };
  series.fillCache = [&target, batch, rows, past]() -> core::Result<core::Done> {
    if (past == 0)
      return core::Done{};
    std::vector<std::byte> x = rows(validate::firstPastRow, past), y(x.size());
    return validate::runInCalls(target.run, validate::pastOf(batch), {{}, x, y}, pastChunk);
  };
  return series;
}

StackCall stackCall(const graph::Stack &stack, const reference::Batch &batch, const std::string &kind) {
  StackCall call{batch, {}, {}, std::vector<size_t>{batch.tokens - 1}};
  if (stack.embedding)
    call.ids = validate::seedIds(stack.embedding->vocab, 1, batch.tokens);
  else
    call.rows = validate::seedRowsOf(*stack.layers.front(), *rowsNamed(*stack.layers.front(), kind), 1, 0,
                                     batch.tokens);
  return call;
}

/// Of a prompt and of a step only the last row comes out.
Series seriesOf(const graph::Stack &stack, const RunnableStack &target, const reference::Batch &batch,
                const std::string &kind) {
  size_t past = size_t(batch.firstPosition[0]);
  Series series{graph::workOf(stack, int64_t(batch.tokens), int64_t(past)), {}, {}, {}, {}, {}, {}, {}};
  auto run = [&target](const StackCall &call) {
    auto output = target.run(call);
    return output ? core::Result(core::Done{}) : output.failure();
  };
  series.call = [run, call = stackCall(stack, batch, kind)] { return run(call); };
  series.fillCache = [run, &stack, batch, past]() -> core::Result<core::Done> {
    for (size_t first = 0; first < past; first += pastChunk) {
      auto done = run(stackCall(
          stack, batchOf(std::min(pastChunk, past - first), first, batch.slot[0], batch.cacheTokens),
          "normal"));
      if (!done)
        return done;
    }
    return core::Done{};
  };
  return series;
}

Json toJson(const Series &series, const Subject &subject, const Options &options) {
  double time = median(series.seconds);
  return {{"spec", options.spec},
          {subject.isStack ? "stack" : "block", subject.name},
          {"tokens", series.work.tokens},
          {"cache", series.work.past},
          {"threads", subject.threads},
          {"dtype", spelling(subject.dtype)},
          {"weights", spelling(subject.weights)},
          {"variant", subject.variant},
          {"rows", options.rows},
          {"tokens_per_s", double(series.work.tokens) / time},
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
             fmt::format("{:.4g}", result["tokens_per_s"].get<double>()),
             fmt::format("{:.1f}", result["gflops"].get<double>()),
             fmt::format("{:.1f}", result["peak_gflops"].get<double>()),
             fmt::format("{:.0f} %", 100 * result["fraction_of_peak"].get<double>()),
             fmt::format("{:.1f}", result["gbytes_per_s"].get<double>()),
             fmt::format("{:.1f}", result["bandwidth_gb_s"].get<double>()),
             fmt::format("{:.0f} %", 100 * result["fraction_of_bandwidth"].get<double>())});
}

/// All rounds with one number of threads; false after an error.
bool measure(Session &session, const Subject &subject, const Options &options, std::vector<Series> &all) {
  session.progress.show("filling caches");
  for (Series &series : all)
    if (!take(session, series.fillCache()))
      return false;
  bench::Peak peak(bench::isaOf(subject.variant), subject.threads);
  for (size_t round = 0; round < options.rounds; ++round) {
    session.progress.show(fmt::format("round {} of {}", round + 1, options.rounds));
    bench::Rates rates = peak.measure();
    for (Series &series : all) {
      std::optional<double> time = take(session, series.measure(subject.threads, options.seconds));
      if (!time)
        return false;
      series.add(*time, rates);
    }
  }
  return true;
}

int finish(Session &session, const Options &options, const std::string &what, Json results) {
  using enum Table::Align;
  Table table({right, right, left, right, right, right, right, right, right, right, right});
  table.row({"tokens", "threads", "variant", "ms", "tokens/s", "GFLOP/s", "peak", "of it", "GB/s", "read",
             "of it"});
  for (const Json &result : results)
    addRow(table, result);
  session.document["machine"] = {{"cpu", cpu::brand()}, {"features", cpu::featureNames()}};
  session.document["results"] = std::move(results);
  if (!options.json.empty() && options.json != "-" &&
      !take(session, writeFiles({{options.json, session.document.dump(2) + '\n'}})))
    return session.fail();
  return session.succeed(
      fmt::format("{}; medians of {} rounds on {}\n\n", what, options.rounds, cpu::brand()) + table.str(2) +
      "\n  peak: multiply-adds from registers; read: from the least of 1, 32, 512 MiB that holds "
      "the weights\n");
}

/// Tokens of the longest sequence.
size_t longestOf(const Options &options) {
  size_t most = 1;
  for (size_t tokens : options.tokens)
    most = std::max(most, tokens);
  for (size_t past : options.cache)
    most = std::max(most, past + 1);
  return most;
}

template <typename Graph, typename Runnable>
std::vector<Series> allSeries(const Graph &graph, const Runnable &target, const Options &options) {
  size_t most = longestOf(options);
  std::vector<Series> all;
  auto add = [&](size_t tokens, size_t past) {
    all.push_back(seriesOf(graph, target, batchOf(tokens, past, uint32_t(all.size()), most), options.rows));
  };
  for (size_t tokens : options.tokens)
    add(tokens, 0);
  for (size_t past : options.cache)
    add(1, past);
  return all;
}

/// Why calls of up to `most` tokens of a sequence cannot be, or "".
std::string limitOf(const graph::Block &, size_t) { return ""; }
std::string limitOf(const graph::Stack &stack, size_t most) {
  bool hasTable = stack.embedding && stack.embedding->positions != graph::Embedding::Positions::none;
  return hasTable && int64_t(most) > stack.embedding->positionCount
             ? fmt::format("the positions of '{}' end at {}", stack.name, stack.embedding->positionCount)
             : "";
}

/// Why there are no rows of the kind `name`, or "".
std::string rowsMissing(const graph::Block &block, const std::string &name) {
  if (rowsNamed(block, name))
    return "";
  std::string known;
  for (const validate::RowSection &section : validate::rowSections(block))
    known += fmt::format("{}'{}'", known.empty() ? "" : ", ", validate::spelling(section.kind));
  return fmt::format("block '{}' has no rows '{}', only {}", block.name, name, known);
}
std::string rowsMissing(const graph::Stack &stack, const std::string &name) {
  if (!stack.embedding)
    return rowsMissing(*stack.layers.front(), name);
  return name == "normal" ? "" : fmt::format("stack '{}' takes ids, not rows", stack.name);
}

bool hasCache(const graph::Block &block) { return graph::attends(block) && !graph::seesLaterTokens(block); }
bool hasCache(const graph::Stack &stack) {
  return std::all_of(stack.layers.begin(), stack.layers.end(),
                     [](const auto &layer) { return hasCache(*layer); });
}

template <typename Graph>
int bench(Session &session, const Options &options, const graph::Program &program, const Graph &graph) {
  constexpr bool isStack = std::is_same_v<Graph, graph::Stack>;
  if (!options.cache.empty() && !hasCache(graph)) {
    session.error(
        fmt::format("{} '{}' has no cache of earlier tokens", isStack ? "stack" : "block", graph.name));
    return session.fail();
  }
  for (const std::string &fault : {limitOf(graph, longestOf(options)), rowsMissing(graph, options.rows)})
    if (!fault.empty()) {
      session.error(fault);
      return session.fail();
    }
  if (!fitsIntoMemory(session, graph.params))
    return session.fail();
  auto parameters = validate::seedParameters(graph.params, 1);
  Json results = Json::array();
  for (size_t threads : options.threads) {
    bench::Confinement confinement(threads);
    Exit exitCode = badInput;
    session.progress.show("compiling");
    auto target = makeRunnable(session, program, graph, parameters, options.target, threads, exitCode);
    if (!target)
      return session.fail(exitCode);
    Subject subject{graph.name, target->variant, graph.dtype, graph.weights, target->threads, isStack};
    std::vector<Series> all = allSeries(graph, *target, options);
    if (!measure(session, subject, options, all))
      return session.fail();
    for (const Series &series : all)
      results.push_back(toJson(series, subject, options));
  }
  return finish(session, options,
                fmt::format("{}: {}, weights {}, {} rows", graph.name, spelling(graph.dtype),
                            spelling(graph.weights), options.rows),
                std::move(results));
}

int runBench(const Options &options) {
  Session session(options.json == "-");
  std::optional<graph::Program> program = session.load(options.spec);
  Candidate candidate = program ? select(session, *program, options.block) : Candidate();
  if (!candidate.isFound())
    return session.fail();
  return candidate.block ? bench(session, options, *program, *candidate.block)
                         : bench(session, options, *program, *candidate.stack);
}

} // namespace

void addBench(CLI::App &app, Action &action) {
  auto options = std::make_shared<Options>();
  CLI::App *verb =
      app.add_subcommand("bench", "Times a block or stack beside this machine's measured peak and bandwidth");
  verb->footer(
      "Every round measures the machine first (multiply-adds from registers, reads of 1, 32 and\n"
      "512 MiB), then the block or stack; ratios are formed within a round, and their medians printed.\n"
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
  verb->add_option(
          "--rows", options->rows,
          "which rows of `run --validate`: normal, denormal, offset, equal, zero, tiny, large, huge, nan, "
          "infinite, 'at eps'")
      ->type_name("KIND")
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
