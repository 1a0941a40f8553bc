// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tenon explain: the kernels of a block, what each slot of them does, what it
// costs, and which fusions were refused.

#include "dsl/graph/Facts.h"
#include "tools/tenon/Compiling.h"
#include "tools/tenon/Output.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::cli {

namespace {

struct Options : SpecOptions {
  std::string target = "cpu";
};

double number(const Json &object, const char *key) { return object.value(key, 0.0); }

std::string headline(const Json &report) {
  size_t count = report["kernels"].size();
  return fmt::format("{} on {}: {} kernel{}, {} of packed weights, {} of workspace per token\n",
                     report.value("block", ""), report.value("target", ""), count, count == 1 ? "" : "s",
                     byteSize(number(report, "packed_bytes")),
                     byteSize(number(report, "workspace_bytes_per_token")));
}

std::string describeKernel(const Json &kernel, size_t index) {
  using enum Table::Align;
  Table slots({left, left});
  for (const char *slot : {"prologue", "contraction", "epilogue", "finish"}) {
    auto operations = kernel.value(slot, std::vector<std::string>());
    if (!operations.empty())
      slots.row({slot, fmt::format("{}", fmt::join(operations, ", "))});
  }
  std::string costs =
      fmt::format("{}FLOP and {} of rows per token, {} of weights, {} of code",
                  scaled(number(kernel, "flops")), byteSize(number(kernel, "row_bytes")),
                  byteSize(number(kernel, "weight_bytes")), byteSize(number(kernel, "code_bytes")));
  if (kernel.contains("flops_per_key"))
    costs += fmt::format(", and {}FLOP per token and key", scaled(number(kernel, "flops_per_key")));
  Json allProducts = kernel.value("products", Json::object());
  for (const auto &[variant, products] : allProducts.items())
    slots.row({"products", fmt::format("{}: {}", variant, products.get<std::string>())});
  return fmt::format("\n{}. {}: {}\n", index + 1, kernel.value("name", ""), costs) + slots.str(5);
}

std::string describeRefusals(const Json &refused) {
  if (refused.empty())
    return "\nEvery fusion that the block implies was made.\n";
  std::string text = "\nNot fused:\n";
  for (const Json &entry : refused)
    text += fmt::format("  {}: {}: {} [{}]\n", entry.value("location", ""), entry.value("fusion", ""),
                        entry.value("reason", ""), entry.value("rule", ""));
  return text;
}

/// Whether arithmetic or memory limits it: FLOP per byte that must move.
std::string describeIntensity(const graph::Block &block) {
  std::string text = "\nFLOP per byte that must move:";
  for (int64_t tokens : {1, 16, 128, 512}) {
    graph::Work work = graph::workOf(block, tokens);
    text += fmt::format("{} {:.3g} for {} token{}", tokens == 1 ? "" : ",", work.flops / work.bytes, tokens,
                        tokens == 1 ? "" : "s");
  }
  return text + '\n';
}

int runExplain(const Options &options) {
  Session session(options.isJson);
  std::optional<graph::Program> program = session.load(options.spec);
  auto block = program ? selectBlock(session, *program, options.block) : nullptr;
  if (!block)
    return session.fail();
  Exit exitCode = badInput;
  session.progress.show("compiling");
  std::optional<Json> report = buildReport(session, *program, *block, options.target, exitCode);
  if (!report)
    return session.fail(exitCode);
  session.document.update(*report);
  std::string text = headline(*report);
  for (size_t i = 0; i < (*report)["kernels"].size(); ++i)
    text += describeKernel((*report)["kernels"][i], i);
  return session.succeed(text + describeRefusals((*report)["refused"]) + describeIntensity(*block));
}

} // namespace

void addExplain(CLI::App &app, Action &action) {
  auto options = std::make_shared<Options>();
  CLI::App *verb = app.add_subcommand("explain", "Shows a block's kernels, their slots and costs");
  verb->footer(
      "A kernel has four slots: the prologue works on rows on their way in, the contraction is\n"
      "one or more products with the same left operand, the epilogue works on accumulators\n"
      "before they are stored, the finish on complete rows. A fusion that was refused has a reason.");
  addSpec(*verb, *options);
  addBlock(*verb, *options);
  verb->add_option("--target", options->target, "what to compile for")
      ->type_name("TARGET")
      ->capture_default_str();
  addJson(*verb, *options);
  verb->callback([options, &action] { action = [options] { return runExplain(*options); }; });
}

} // namespace tenon::cli
