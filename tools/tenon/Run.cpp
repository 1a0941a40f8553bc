// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tenon run: compile, load, run; with --validate compare with the reference.

#include "dsl/graph/Ends.h"
#include "oracle/validate/Mutations.h"
#include "oracle/validate/Stacks.h"
#include "tools/tenon/Output.h"
#include "tools/tenon/RunData.h"
#include "tools/tenon/Runnable.h"
#include "tools/tenon/RunnableStack.h"
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::cli {

namespace {

struct Options : RunOptions {
  bool isValidating = false;
  size_t chunk = 0;     ///< most rows of a sequence in one call; 0: all
  std::string mutation; ///< a seeded bug, for tests of the validation itself
};

std::string plural(size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// "llama_ffn: 128 tokens on x86-64-v4, 2 threads".
std::string headline(const std::string &name, size_t tokens, const std::string &variant, size_t threads) {
  return fmt::format("{}: {} on {}, {}", name, plural(tokens, "token"), variant, plural(threads, "thread"));
}

std::string seededLine(const RunData &data, const DataOptions &options) {
  if (data.seeded.empty())
    return "";
  return fmt::format("{} seeded (--seed {})\n", fmt::join(data.seeded, " and "), options.seed);
}

void describeData(Json &document, const RunData &data, const DataOptions &options) {
  document["seeded"] = data.seeded;
  if (!data.seeded.empty())
    document["seed"] = options.seed;
}

/// What came out, in a few numbers.
struct Summary {
  double rms = 0, least = INFINITY, most = -INFINITY;
  size_t notFinite = 0;
};

Summary summarise(const std::vector<double> &y) {
  Summary summary;
  for (double value : y) {
    if (!std::isfinite(value)) {
      ++summary.notFinite;
      continue;
    }
    summary.rms += value * value;
    summary.least = std::min(summary.least, value);
    summary.most = std::max(summary.most, value);
  }
  summary.rms = std::sqrt(summary.rms / double(std::max<size_t>(1, y.size() - summary.notFinite)));
  return summary;
}

std::string describe(const std::vector<double> &y, size_t columns, Json &document) {
  Summary summary = summarise(y);
  document["y"] = {{"rows", y.size() / columns}, {"columns", columns},  {"rms", summary.rms},
                   {"min", summary.least},       {"max", summary.most}, {"not_finite", summary.notFinite}};
  std::string text = fmt::format("  y    [{}, {}], rms {:.6g}, from {:.6g} to {:.6g}", y.size() / columns,
                                 columns, summary.rms, summary.least, summary.most);
  if (summary.notFinite)
    text += fmt::format(", {} not finite", summary.notFinite);
  size_t shown = std::min<size_t>(columns, 6);
  text += "\n  y[0]";
  for (size_t i = 0; i < shown && i < y.size(); ++i)
    text += fmt::format(" {:.6g}", y[i]);
  return text + (shown < columns ? " ...\n" : "\n");
}

/// Runs once and prints a summary.
int runPlainly(Session &session, const Options &options, const graph::Block &block, const RunData &data,
               const RunnableBlock &target) {
  auto encode = [&](std::span<const float> rows) { return validate::encode(block.residual, rows); };
  std::vector<std::byte> x = encode(data.x), past = encode(data.past), y(x.size());
  if (!take(session, validate::checkCalls(block, data.batch, options.chunk)))
    return session.fail();
  auto start = std::chrono::steady_clock::now();
  core::Result<core::Done> done = validate::runInCalls(target.run, data.batch, {past, x, y}, options.chunk);
  double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (!take(session, done))
    return session.fail();
  std::vector<double> values = validate::decode(block.residual, y);
  if (!save(session, options.data, block.params, data, block.residual, values, size_t(block.width)))
    return session.fail();
  size_t calls = validate::callsOf(data.batch, options.chunk).size();
  session.document.update({{"block", block.name},
                           {"tokens", data.batch.tokens},
                           {"calls", calls},
                           {"variant", target.variant},
                           {"threads", target.threads},
                           {"ms", ms}});
  describeData(session.document, data, options.data);
  std::string text = headline(block.name, data.batch.tokens, target.variant, target.threads);
  text += fmt::format(", {:.3g} ms ({})\n", ms, calls == 1 ? "the first call" : plural(calls, "call")) +
          seededLine(data, options.data) + '\n';
  return session.succeed(text + describe(values, size_t(block.width), session.document));
}

Json toJson(const validate::Element &element) {
  return {{"row", element.row},
          {"column", element.column},
          {"got", element.got},
          {"expected", element.expected},
          {"bound", element.bound}};
}

Json toJson(const validate::Verdict &verdict) {
  return {{"pass", verdict.pass},           {"error", verdict.error},
          {"bound", verdict.bound},         {"baseline_error", verdict.baselineError},
          {"max_abs", verdict.maxAbs},      {"max_rel", verdict.maxRel},
          {"nmse", verdict.nmse},           {"group", verdict.group},
          {"worst", toJson(verdict.worst)}, {"worst_group", verdict.worstGroup},
          {"failures", verdict.failures},   {"skipped", verdict.skipped}};
}

/// `limit` is what more is known of the bound.
std::string describe(const validate::Verdict &verdict, const std::string &limit) {
  using enum Table::Align;
  const validate::Element &worst = verdict.worst;
  Table table({left, left});
  if (verdict.group.empty()) { // too few elements for an rms: each is judged by itself
    table.row({"largest", fmt::format("{:.3g}", verdict.maxAbs)});
  } else {
    table.row({"error", fmt::format("{:.3g} of the result's rms ({} rows)", verdict.error, verdict.group)});
    table.row({"bound", fmt::format("{:.3g}; honest f32 arithmetic loses {:.3g}{}", verdict.bound,
                                    verdict.baselineError, limit)});
  }
  table.row({"worst", fmt::format("row {}, column {}: got {:.9g}, expected {:.9g}", worst.row, worst.column,
                                  worst.got, worst.expected)});
  table.row({"", fmt::format("off by {:.3g}, bound {:.3g} ({} rows)", std::fabs(worst.got - worst.expected),
                             worst.bound, verdict.worstGroup)});
  for (const std::string &failure : verdict.failures)
    table.row({"failed", failure});
  for (const std::string &skipped : verdict.skipped)
    table.row({"not judged", skipped});
  return table.str(2) + (verdict.pass ? "\nvalid\n" : "\nNOT VALID\n");
}

int runValidating(Session &session, const Options &options, const graph::Block &block, const RunData &data,
                  const RunnableBlock &target) {
  validate::Request request;
  request.block = &block;
  request.parameters = validate::views(data.parameters);
  request.seed = options.data.seed;
  request.tokens = data.batch.tokens;
  request.sequences = options.data.sequences;
  request.chunk = options.chunk;
  if (!options.data.isSeeded() || !options.data.positions.empty()) {
    request.x = data.x;
    request.past = data.past;
    request.batch = data.batch;
  }
  auto report = take(session, validate::validate(request, target.run));
  if (!report)
    return session.fail();
  std::vector<double> y(report->y.begin(),
                        report->y.begin() + ptrdiff_t(std::min(report->y.size(), data.x.size())));
  if (!save(session, options.data, block.params, data, block.residual, y, size_t(block.width)))
    return session.fail();
  session.document.update({{"block", block.name}, {"tokens", data.batch.tokens}});
  session.document.update(toJson(report->verdict));
  session.document.update(
      {{"a_priori_bound", report->aPrioriBound}, {"rows", report->rows}, {"calls", report->calls}});
  session.document.update({{"variant", target.variant}, {"threads", target.threads}});
  describeData(session.document, data, options.data);
  std::string text = headline(block.name, data.batch.tokens, target.variant, target.threads);
  text += fmt::format(", {}\n", plural(report->calls, "call")) + seededLine(data, options.data) + '\n';
  std::string limit = fmt::format("; at most {:.3g} by sizes and types", report->aPrioriBound);
  return session.end(text + describe(report->verdict, limit), report->verdict.pass ? success : badInput);
}

/// The rest of a run once `output` is there; with --validate it is judged.
int finishStack(Session &session, const Options &options, const graph::Stack &stack, const RunData &data,
                const reference::StackOutput &output, const std::string &head) {
  graph::Format format = graph::outputFormat(stack);
  std::string text = head + seededLine(data, options.data) + '\n';
  describeData(session.document, data, options.data);
  std::optional<validate::Verdict> verdict;
  if (options.isValidating) {
    session.progress.show("running the reference");
    std::vector<double> rows(data.x.begin(), data.x.end());
    verdict = take(session, validate::judge(stack, validate::views(data.parameters), data.batch,
                                            {data.ids, data.types, rows}, output));
    if (!verdict)
      return session.fail();
    session.document.update(toJson(*verdict));
  }
  if (!save(session, options.data, stack.params, data, format, output.values, output.columns))
    return session.fail();
  if (verdict)
    return session.end(text + describe(*verdict, ""), verdict->pass ? success : badInput);
  return session.succeed(text + describe(output.values, output.columns, session.document));
}

int runStack(Session &session, const Options &options, const graph::Program &program,
             const graph::Stack &stack) {
  if (!options.data.positions.empty() || !options.mutation.empty()) {
    session.error(
        fmt::format("'{}' is a stack: its sequences are run from position 0, as it is", stack.name));
    return session.fail();
  }
  std::optional<RunData> data = gather(session, stack, options.data);
  if (!data)
    return session.fail();
  StackCall call{data->batch, data->ids, data->x, std::nullopt, data->types};
  if (!take(session, checkCall(stack, call)))
    return session.fail();
  Exit exitCode = badInput;
  session.progress.show("compiling");
  auto target =
      makeRunnable(session, program, stack, data->parameters, options.target, options.threads, exitCode);
  if (!target)
    return session.fail(exitCode);
  session.progress.show("running");
  auto start = std::chrono::steady_clock::now();
  auto output = take(session, runInCalls(*target, stack, call, options.chunk));
  double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (!output)
    return session.fail();
  session.document.update({{"stack", stack.name},
                           {"tokens", data->batch.tokens},
                           {"variant", target->variant},
                           {"threads", target->threads},
                           {"ms", ms}});
  std::string head = headline(stack.name, data->batch.tokens, target->variant, target->threads);
  return finishStack(session, options, stack, *data, *output, fmt::format("{}, {:.3g} ms\n", head, ms));
}

int runRun(const Options &options) {
  Session session(options.isJson);
  std::optional<graph::Program> program = session.load(options.spec);
  Candidate candidate = program ? select(session, *program, options.block) : Candidate();
  if (!candidate.isFound())
    return session.fail();
  if (candidate.stack)
    return runStack(session, options, *program, *candidate.stack);
  const graph::Block &block = *candidate.block;
  std::optional<RunData> data = gather(session, block, options.data);
  if (!data)
    return session.fail();
  std::optional<validate::Mutant> mutant;
  if (!options.mutation.empty()) {
    auto made = take(session, validate::mutate(options.mutation, block, data->parameters));
    if (!made)
      return session.fail();
    mutant = std::move(*made);
  }
  Exit exitCode = badInput;
  session.progress.show("compiling");
  auto target =
      makeRunnable(session, *program, mutant ? mutant->block : block,
                   mutant ? mutant->parameters : data->parameters, options.target, options.threads, exitCode);
  if (!target)
    return session.fail(exitCode);
  if (mutant)
    target->run = mutant->wrap(target->run);
  session.progress.show(options.isValidating ? "running both, the reference too" : "running");
  return options.isValidating ? runValidating(session, options, block, *data, *target)
                              : runPlainly(session, options, block, *data, *target);
}

} // namespace

void addRun(CLI::App &app, Action &action) {
  auto options = std::make_shared<Options>();
  CLI::App *verb = app.add_subcommand("run", "Compiles a block or stack, loads what ships, runs it");
  verb->footer(
      "With --validate the result is compared with an interpreter in double precision. The bound\n"
      "is what honest f32 arithmetic would lose on the same rows; beside normal rows there are\n"
      "some that break careless kernels. What is not given is seeded.\n\n"
      "  tenon run llama.tenon --tokens 128 --validate\n"
      "  tenon run llama.tenon --sequences 17,1,1 --positions 0,40,500 --validate\n"
      "  tenon run llama.tenon --weights w.safetensors --input x.safetensors --output y.safetensors");
  verb->add_flag("--validate", options->isValidating, "compare with the reference; exit 1 where it differs");
  verb->add_option("--mutate", options->mutation, "build a bug in, which --validate must find")->group("");
  verb->add_option("--chunk", options->chunk,
                   "calls of at most so many rows of a sequence; 1: token by token; 0: all at once")
      ->check(inRange(0, size_t(1) << 24))
      ->type_name("N")
      ->capture_default_str();
  addRunOptions(*verb, *options);
  verb->callback([options, &action] { action = [options] { return runRun(*options); }; });
}

} // namespace tenon::cli
