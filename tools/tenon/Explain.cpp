// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tenon explain: the kernels of a block or stack, what each slot of them does, what it
// costs, and which fusions were refused.

#include "dsl/graph/Facts.h"
#include "tools/tenon/Compiling.h"
#include "tools/tenon/Output.h"
#include "tools/tenon/Profile.h"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace tenon::cli {

namespace {

struct Options : SpecOptions {
  std::string target = "cpu";
  size_t tokens = 0; ///< of a run that is timed; 0: none
};

double number(const Json &object, const char *key) { return object.value(key, 0.0); }

std::string headline(const Json &report) {
  size_t count = report["kernels"].size();
  return fmt::format("{} on {}: {} kernel{}, {} of packed weights, {} of workspace per token\n",
                     report.value("block", report.value("stack", "")), report.value("target", ""), count,
                     count == 1 ? "" : "s", byteSize(number(report, "packed_bytes")),
                     byteSize(number(report, "workspace_bytes_per_token")));
}

/// "panels of 32 columns, paired, 16 in each of 11 units, 44 MiB".
std::string describePanel(const Json &panel, int64_t lanes) {
  int64_t columns = panel.value("vectors", int64_t(0)) / panel.value("linears", int64_t(1)) * lanes;
  return fmt::format("panels of {} columns, {}, {} in each of {} units, {}", columns,
                     panel.value("encoding", ""), panel.value("chunk", 0), panel.value("units", 0),
                     byteSize(number(panel, "bytes")));
}

/// How a kernel runs on one variant, in one line.
std::string describeSchedule(const Json &schedule) {
  auto word = [&](const char *key) { return schedule.value(key, int64_t(0)); };
  if (schedule.contains("tile"))
    return fmt::format("units of {} rows, vectors of {}", word("tile"), word("lanes"));
  if (schedule.contains("tokens")) {
    std::string keys = !schedule.value("cached", false) ? "keys of one sequence at a time"
                       : word("ring_keys") ? fmt::format("ring of {} cached keys", word("ring_keys"))
                                           : "cached keys";
    return fmt::format("tiles of {} tokens by {} of a group's heads, {} keys at a time, {} in {} ({})",
                       word("tokens"), word("heads"), word("key_block"), keys, schedule.value("stored", ""),
                       schedule.value("encoding", ""));
  }
  return fmt::format("{}, tiles of {} rows, {} steps of k, blocks of {} rows with {}",
                     schedule.value("product", ""), word("rows"), word("k_block"), word("block_rows"),
                     byteSize(number(schedule, "panel_bytes")));
}

std::string describeKernel(const Json &kernel, size_t index) {
  using enum Table::Align;
  Table slots({left, left});
  for (const char *slot : {"prologue", "contraction", "epilogue", "finish", "rows"}) {
    auto operations = kernel.value(slot, std::vector<std::string>());
    if (!operations.empty())
      slots.row({slot, fmt::format("{}", fmt::join(operations, ", "))});
  }
  std::string work = kernel.contains("flops_per_key")
                         ? scaled(number(kernel, "flops_per_key")) + "FLOP per token and key,"
                         : scaled(number(kernel, "flops")) + "FLOP and";
  std::string costs = fmt::format(
      "{} {} of rows per token, {} of weights, {} of code", work, byteSize(number(kernel, "row_bytes")),
      byteSize(number(kernel, "weight_bytes")), byteSize(number(kernel, "code_bytes")));
  Json schedules = kernel.value("schedule", Json::object());
  for (const auto &[variant, schedule] : schedules.items()) {
    slots.row({"schedule", fmt::format("{}: {}", variant, describeSchedule(schedule))});
    for (const Json &panel : schedule.value("panels", Json::array()))
      slots.row({"weights", describePanel(panel, schedule.value("lanes", int64_t(0)))});
  }
  if (kernel.contains("share"))
    slots.row(
        {"time", fmt::format("{:.3g} ms, {:.1f} %", number(kernel, "ms"), 100 * number(kernel, "share"))});
  return fmt::format("\n{}. {}: {}\n", index + 1, kernel.value("name", ""), costs) + slots.str(5);
}

std::string describeRefusals(const Json &refused) {
  if (refused.empty())
    return "\nEvery fusion that the spec implies was made.\n";
  std::string text = "\nNot fused:\n";
  for (const Json &entry : refused)
    text += fmt::format("  {}: {}: {} [{}]\n", entry.value("location", ""), entry.value("fusion", ""),
                        entry.value("reason", ""), entry.value("rule", ""));
  return text;
}

/// Whether arithmetic or memory limits it: FLOP per byte that must move.
template <typename Graph> std::string describeIntensity(const Graph &graph) {
  std::string text = "\nFLOP per byte that must move:";
  for (int64_t tokens : {1, 16, 128, 512}) {
    graph::Work work = graph::workOf(graph, tokens);
    text += fmt::format("{} {:.3g} for {} token{}", tokens == 1 ? "" : ",", work.flops / work.bytes, tokens,
                        tokens == 1 ? "" : "s");
  }
  return text + '\n';
}

/// Milliseconds of each kernel in all layers that run it, and its share of all.
void addTimes(Json &report, const Profile &times) {
  auto layers = report.value("layers", std::vector<std::string>{""});
  std::map<std::pair<std::string, std::string>, double> byPart;
  double total = 0;
  for (const auto &[place, seconds] : times) {
    byPart[{layers[place.first], place.second}] += seconds;
    total += seconds;
  }
  for (Json &kernel : report["kernels"]) {
    double seconds = byPart[{kernel.value("part", ""), kernel.value("name", "")}];
    kernel["ms"] = seconds * 1e3;
    kernel["share"] = seconds / total;
  }
}

/// The kernels, under the part of a stack that they belong to.
std::string describeKernels(const Json &kernels) {
  std::string text, part;
  size_t index = 0;
  for (const Json &kernel : kernels) {
    if (std::string now = kernel.value("part", ""); now != part) {
      auto layers = kernel.value("layers", int64_t(1));
      text += fmt::format("\n{}{}", now, layers > 1 ? fmt::format(", {} times:\n", layers) : ":\n");
      part = now;
      index = 0;
    }
    text += describeKernel(kernel, index++);
  }
  return text;
}

/// What all parts of a stack come to.
std::string describeTotals(const graph::Stack &stack) {
  graph::Work one = graph::workOf(stack, 1);
  return fmt::format("\nA token takes {}FLOP and {}, and keeps {} of keys and values.\n", scaled(one.flops),
                     byteSize(one.bytes), byteSize(double(graph::facts(stack).kvBytesPerToken)));
}
std::string describeTotals(const graph::Block &) { return ""; }

template <typename Graph>
int explain(Session &session, const Options &options, const graph::Program &program, const Graph &graph) {
  Exit exitCode = badInput;
  session.progress.show("compiling");
  std::optional<Json> report = buildReport(session, program, graph, options.target, exitCode);
  if (!report)
    return session.fail(exitCode);
  if (options.tokens) {
    session.progress.show("running");
    auto times = profile(session, program, graph, options.target, options.tokens, exitCode);
    if (!times)
      return session.fail(exitCode);
    addTimes(*report, *times);
  }
  session.document.update(*report);
  return session.succeed(headline(*report) + describeKernels((*report)["kernels"]) +
                         describeRefusals((*report)["refused"]) + describeTotals(graph) +
                         describeIntensity(graph));
}

int runExplain(const Options &options) {
  Session session(options.isJson);
  std::optional<graph::Program> program = session.load(options.spec);
  Candidate candidate = program ? select(session, *program, options.block) : Candidate();
  if (!candidate.isFound())
    return session.fail();
  return candidate.block ? explain(session, options, *program, *candidate.block)
                         : explain(session, options, *program, *candidate.stack);
}

} // namespace

void addExplain(CLI::App &app, Action &action) {
  auto options = std::make_shared<Options>();
  CLI::App *verb =
      app.add_subcommand("explain", "Shows the kernels of a block or stack, their slots and costs");
  verb->footer(
      "A kernel has four slots: the prologue works on rows on their way in, the contraction is\n"
      "one or more products with the same left operand, the epilogue works on accumulators\n"
      "before they are stored, the finish on complete rows. A fusion that was refused has a reason.");
  addSpec(*verb, *options);
  addBlock(*verb, *options);
  verb->add_option("--target", options->target, "what to compile for")
      ->type_name("TARGET")
      ->capture_default_str();
  verb->add_option("--time", options->tokens, "also run so many tokens, and show how long each kernel takes")
      ->check(inRange(1, size_t(1) << 20))
      ->type_name("N");
  addJson(*verb, *options);
  verb->callback([options, &action] { action = [options] { return runExplain(*options); }; });
}

} // namespace tenon::cli
