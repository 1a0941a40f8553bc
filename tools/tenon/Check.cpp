// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tenon check: parse, check, and print what a spec amounts to.

#include "dsl/graph/Facts.h"
#include "tools/tenon/Output.h"
#include "tools/tenon/Session.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::cli {

namespace {

template <typename T> Json orNull(const std::optional<T> &value) { return value ? Json(*value) : Json(); }

/// A count as a whole number, while a double holds it exactly.
Json whole(double count) { return count < 0x1p53 ? Json(int64_t(count)) : Json(count); }

Json toJson(const graph::Block &block, const graph::BlockFacts &facts) {
  Json parameters = Json::array(), works = Json::array(), norms = Json::array();
  for (const graph::Parameter &parameter : block.params)
    parameters.push_back({{"name", parameter.name}, {"shape", parameter.shape}});
  for (const graph::Work &work : facts.work)
    works.push_back({{"tokens", work.tokens}, {"flops", whole(work.flops)}, {"bytes", whole(work.bytes)}});
  for (const graph::NormFacts &norm : facts.norms)
    norms.push_back({{"path", norm.path}, {"reductions", norm.reductions}});
  return {{"name", facts.name},
          {"width", facts.width},
          {"hidden", orNull(facts.hidden)},
          {"heads", orNull(facts.heads)},
          {"kv_heads", orNull(facts.kvHeads)},
          {"head_dim", orNull(facts.headDim)},
          {"dtype", spelling(block.dtype)},
          {"parameters", parameters},
          {"parameter_count", facts.parameterCount},
          {"parameter_counts",
           {{"attention", facts.attentionCount},
            {"ffn", facts.ffnCount},
            {"norm", facts.normCount},
            {"placement", facts.placementCount},
            {"matrices", facts.matrixCount}}},
          {"ratio", orNull(facts.ratio)},
          {"per_tokens", works},
          {"norms", norms},
          {"kv_bytes_per_token", facts.kvBytesPerToken}};
}

Json toJson(const graph::StackFacts &facts) {
  return {{"name", facts.name},
          {"layers", facts.layers},
          {"vocab", facts.vocab},
          {"tied", facts.tied},
          {"parameter_count", facts.parameterCount},
          {"kv_bytes_per_token", facts.kvBytesPerToken}};
}

std::string formats(const graph::Block &block) {
  std::string text(spelling(block.dtype));
  if (block.weights != block.dtype)
    text += fmt::format(", weights {}", spelling(block.weights));
  if (block.residual != block.dtype)
    text += fmt::format(", residual {}", spelling(block.residual));
  if (block.cache != block.dtype)
    text += fmt::format(", cache {}", spelling(block.cache));
  return text;
}

std::string counted(int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string headline(const graph::Block &block, const graph::BlockFacts &facts) {
  std::string text = fmt::format("block {}: width {}", facts.name, facts.width);
  if (facts.hidden)
    text += fmt::format(", hidden {} (ratio {:.4g})", *facts.hidden, *facts.ratio);
  if (facts.heads)
    text += fmt::format(", {} of {}", counted(*facts.heads, "head"), facts.headDim.value_or(0));
  if (facts.heads && facts.kvHeads != facts.heads)
    text += fmt::format(" on {}", counted(facts.kvHeads.value_or(0), "key head"));
  return text + ", " + formats(block) + '\n';
}

/// "45 089 792 (attention 10 485 760, ffn 34 603 008, norm 4 096)".
std::string counts(const graph::BlockFacts &facts) {
  std::vector<std::string> parts;
  auto add = [&](const char *name, int64_t count) {
    if (count != 0 && count != facts.parameterCount)
      parts.push_back(fmt::format("{} {}", name, grouped(count)));
  };
  add("attention", facts.attentionCount);
  add("ffn", facts.ffnCount);
  add("norm", facts.normCount);
  add("placement", facts.placementCount);
  std::string text = grouped(facts.parameterCount);
  return parts.empty() ? text : text + fmt::format(" ({})", fmt::join(parts, ", "));
}

std::string bookkeeping(const graph::BlockFacts &facts) {
  using enum Table::Align;
  Table table({left, left});
  table.row({"parameters", counts(facts)});
  for (const graph::Work &work : facts.work)
    table.row({counted(work.tokens, "token"),
               fmt::format("{}FLOP, {} moved at least", scaled(work.flops), byteSize(work.bytes))});
  if (facts.kvBytesPerToken)
    table.row({"KV cache", byteSize(double(facts.kvBytesPerToken)) + " per token"});
  for (const graph::NormFacts &norm : facts.norms)
    table.row({norm.path, counted(norm.reductions, "reduction")});
  return table.str(2);
}

std::string describe(const graph::Block &block) {
  using enum Table::Align;
  graph::BlockFacts facts = graph::facts(block);
  Table table({left, right, right, left});
  for (const graph::Parameter &parameter : block.params)
    table.row({parameter.name, fmt::format("{}", fmt::join(parameter.shape, " × ")),
               grouped(graph::elements(parameter.shape)), std::string(spelling(parameter.storage))});
  return headline(block, facts) + '\n' + table.str(2) + '\n' + bookkeeping(facts);
}

std::string describe(const graph::Stack &stack) {
  using enum Table::Align;
  graph::StackFacts facts = graph::facts(stack);
  Table table({left, left});
  table.row({"parameters", grouped(facts.parameterCount)});
  if (facts.vocab)
    table.row({"vocabulary", grouped(facts.vocab) + (facts.tied ? ", head tied to the embedding" : "")});
  if (facts.kvBytesPerToken)
    table.row({"KV cache", byteSize(double(facts.kvBytesPerToken)) + " per token"});
  return fmt::format("stack {}: {} layers of width {}, {}\n\n", facts.name, facts.layers, stack.width,
                     spelling(stack.dtype)) +
         table.str(2);
}

bool isWanted(const std::string &name, const SpecOptions &options) {
  return options.block.empty() || options.block == name;
}

int runCheck(const SpecOptions &options) {
  Session session(options.isJson);
  std::optional<graph::Program> program = session.load(options.spec);
  if (!program)
    return session.fail();
  if (!options.block.empty() && !select(session, *program, options.block).isFound())
    return session.fail();
  std::vector<std::string> texts;
  session.document["blocks"] = session.document["stacks"] = Json::array();
  for (const auto &block : program->blocks) {
    if (!isWanted(block->name, options))
      continue;
    texts.push_back(describe(*block));
    session.document["blocks"].push_back(toJson(*block, graph::facts(*block)));
  }
  for (const graph::Stack &stack : program->stacks) {
    if (!isWanted(stack.name, options))
      continue;
    texts.push_back(describe(stack));
    session.document["stacks"].push_back(toJson(graph::facts(stack)));
  }
  return session.succeed(fmt::format("{}", fmt::join(texts, "\n")));
}

} // namespace

void addCheck(CLI::App &app, Action &action) {
  auto options = std::make_shared<SpecOptions>();
  CLI::App *verb = app.add_subcommand("check", "Checks a spec and prints what its blocks amount to");
  verb->footer("Prints parameters with their names and shapes, FLOPs and bytes for 1 and 512 tokens,\n"
               "the size of the KV cache and the reductions of each norm.\n\n"
               "  tenon check examples/blocks/llama_ffn.tenon\n"
               "  tenon check --json - < block.tenon");
  addSpec(*verb, *options);
  addBlock(*verb, *options);
  addJson(*verb, *options);
  verb->callback([options, &action] { action = [options] { return runCheck(*options); }; });
}

} // namespace tenon::cli
