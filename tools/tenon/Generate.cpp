// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tenon generate: a whole stack on given weights: tokens one after the other, each the
// likeliest, or the rows that an encoder makes of its sequences.

#include "dsl/graph/Facts.h"
#include "tools/tenon/RunData.h"
#include "tools/tenon/Runnable.h"
#include "tools/tenon/RunnableStack.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::cli {

namespace {

struct Options : RunOptions {
  std::vector<std::string> prompts; ///< "1,2,3" each
  size_t steps = 32, cacheTokens = 0, chunk = 512;
  int64_t stop = -1;
  bool isEmbedding = false;
};

using Clock = std::chrono::steady_clock;
double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// "1,2,3"; nothing after an error.
std::optional<std::vector<int32_t>> parseIds(Session &session, const std::string &text) {
  std::vector<int32_t> ids;
  size_t begin = 0;
  while (begin <= text.size()) {
    size_t end = std::min(text.find(',', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    char *rest = nullptr;
    long long id = std::strtoll(word.c_str(), &rest, 10);
    if (word.empty() || *rest || id < 0 || id > INT32_MAX) {
      session.error(fmt::format("--ids takes token numbers with commas between them, found '{}'", word));
      return std::nullopt;
    }
    ids.push_back(int32_t(id));
    begin = end + 1;
  }
  return ids;
}

/// A sequence while it grows.
struct Sequence {
  std::vector<int32_t> ids; ///< prompt and what was generated
  size_t prompt = 0;
  bool isDone = false;
};

/// A call with the ids [from[s], to) of the sequences that are not done.
StackCall callOf(const std::vector<Sequence> &all, const std::vector<size_t> &from, size_t most,
                 size_t cacheTokens) {
  StackCall call{{0, {0}, {}, {}, cacheTokens}, {}, {}, std::vector<size_t>()};
  for (size_t s = 0; s < all.size(); ++s) {
    size_t begin = from[s], end = std::min(all[s].ids.size(), begin + most);
    if (all[s].isDone || begin == end)
      continue;
    call.ids.insert(call.ids.end(), all[s].ids.begin() + ptrdiff_t(begin),
                    all[s].ids.begin() + ptrdiff_t(end));
    call.batch.tokens += end - begin;
    call.batch.firstRow.push_back(call.batch.tokens);
    call.batch.firstPosition.push_back(int64_t(begin));
    call.batch.slot.push_back(uint32_t(s));
    if (end == all[s].ids.size())
      call.outputs->push_back(call.batch.tokens - 1);
  }
  return call;
}

int32_t likeliest(std::span<const double> logits) {
  return int32_t(std::max_element(logits.begin(), logits.end()) - logits.begin());
}

class Generation {
  Session &session;
  const Options &options;
  const RunnableStack &target;

public:
  Generation(Session &session, const Options &options, const RunnableStack &target, std::vector<Sequence> all)
      : session(session), options(options), target(target), all(std::move(all)), seen(this->all.size(), 0) {
    for (const Sequence &each : this->all)
      capacity = std::max(capacity, each.prompt + options.steps);
    capacity = options.cacheTokens ? options.cacheTokens : capacity;
  }

  /// False after an error.
  bool run() {
    auto start = Clock::now();
    session.progress.show("reading the prompt");
    if (options.steps && !step(options.chunk))
      return false;
    promptSeconds = secondsSince(start);
    start = Clock::now();
    for (; count < options.steps && !isDone(); ++decoded) {
      session.progress.show(fmt::format("token {} of {}, {:.3g} tokens/s", count, options.steps,
                                        double(decoded * all.size()) / std::max(1e-9, secondsSince(start))));
      if (!step(1))
        return false;
    }
    seconds = secondsSince(start);
    return true;
  }

  std::vector<Sequence> all;
  double promptSeconds = 0, seconds = 0;
  size_t decoded = 0; ///< calls with one token of each sequence

private:
  bool isDone() const {
    return std::all_of(all.begin(), all.end(), [](const Sequence &each) { return each.isDone; });
  }

  /// Calls until every sequence has one more token, each with at most `most` of them.
  bool step(size_t most) {
    for (bool isLeft = true; isLeft;) {
      StackCall call = callOf(all, seen, most, capacity);
      auto output = take(session, target.run(call));
      if (!output)
        return false;
      isLeft = advance(*output, most);
    }
    ++count;
    return true;
  }

  /// Appends the tokens of the sequences that were read to their end; whether others were not.
  bool advance(const reference::StackOutput &output, size_t most) {
    bool isLeft = false;
    size_t row = 0;
    for (size_t s = 0; s < all.size(); ++s) {
      Sequence &each = all[s];
      if (each.isDone || seen[s] == each.ids.size())
        continue;
      seen[s] = std::min(each.ids.size(), seen[s] + most);
      if (seen[s] < each.ids.size()) {
        isLeft = true;
        continue;
      }
      pending.push_back(
          {s, likeliest(std::span(output.values).subspan(row++ * output.columns, output.columns))});
    }
    if (isLeft)
      return true;
    for (auto [s, id] : pending) {
      all[s].ids.push_back(id);
      all[s].isDone = id == options.stop;
    }
    pending.clear();
    return false;
  }

  std::vector<size_t> seen;                        ///< tokens of each sequence whose keys are in the cache
  std::vector<std::pair<size_t, int32_t>> pending; ///< (sequence, next token), until all have one
  size_t capacity = 0, count = 0;
};

/// The prompts: of --ids, or of --input.
std::optional<std::vector<Sequence>> readPrompts(Session &session, const Options &options,
                                                 const RunData &data) {
  std::vector<Sequence> all;
  for (const std::string &prompt : options.prompts) {
    auto ids = parseIds(session, prompt);
    if (!ids)
      return std::nullopt;
    size_t length = ids->size();
    all.push_back({std::move(*ids), length, false});
  }
  for (int64_t position : data.batch.firstPosition)
    if (position != 0 && options.prompts.empty()) {
      session.error("'positions' of --input is not for prompts: they begin at position 0");
      return std::nullopt;
    }
  for (size_t s = 0; options.prompts.empty() && s < data.batch.slot.size(); ++s) {
    auto begin = data.ids.begin() + ptrdiff_t(data.batch.firstRow[s]),
         end = data.ids.begin() + ptrdiff_t(data.batch.firstRow[s + 1]);
    all.push_back({std::vector<int32_t>(begin, end), size_t(end - begin), false});
  }
  return all;
}

/// What was not given is said, on stderr and in the document.
void describeSeeded(Session &session, const Options &options, const RunData &data) {
  bool areIdsGiven = !options.prompts.empty();
  Json seeded = Json::array();
  for (const std::string &what : data.seeded)
    if (what != "ids" || !areIdsGiven)
      seeded.push_back(what);
  session.document["seeded"] = seeded;
  if (seeded.empty())
    return;
  session.document["seed"] = options.data.seed;
  fmt::print(stderr, "{} seeded (--seed {})\n", fmt::join(seeded.get<std::vector<std::string>>(), " and "),
             options.data.seed);
}

/// All prompts in one call.
StackCall wholeCall(const std::vector<Sequence> &all) {
  StackCall call = callOf(all, std::vector<size_t>(all.size(), 0), SIZE_MAX, 0);
  call.outputs.reset();
  return call;
}

bool checkPrompts(Session &session, const Options &options, const graph::Stack &stack,
                  const std::vector<Sequence> &all) {
  for (size_t s = 0; s < all.size(); ++s)
    if (all[s].prompt == 0) {
      session.error(fmt::format("prompt {} has no tokens", s));
      return false;
    }
  if (!take(session, checkCall(stack, wholeCall(all))))
    return false;
  size_t steps = options.isEmbedding ? 0 : options.steps;
  for (const Sequence &each : all) {
    size_t needed = each.prompt + steps;
    bool hasTable = stack.embedding->positions != graph::Embedding::Positions::none;
    if (options.cacheTokens && needed > options.cacheTokens)
      session.error(fmt::format("a prompt of {} tokens and {} steps do not fit into a cache of {}",
                                each.prompt, steps, options.cacheTokens));
    else if (hasTable && int64_t(needed) > stack.embedding->positionCount)
      session.error(fmt::format("a prompt of {} tokens and {} steps go beyond the {} positions of '{}'",
                                each.prompt, steps, stack.embedding->positionCount, stack.name));
  }
  return !session.diagnostics.hasErrors();
}

int embed(Session &session, const Options &options, const graph::Stack &stack, const RunData &data,
          const RunnableStack &target, const std::vector<Sequence> &all) {
  StackCall call = wholeCall(all);
  auto start = Clock::now();
  session.progress.show("running");
  auto output = take(session, target.run(call));
  if (!output)
    return session.fail();
  double seconds = secondsSince(start);
  if (!save(session, options.data, stack.params, data, graph::Format::f32, output->values, output->columns))
    return session.fail();
  describeSeeded(session, options, data);
  Json rows = Json::array();
  std::string text = fmt::format("{}: {} tokens in {:.3g} ms on {}, {} threads\n", stack.name,
                                 call.batch.tokens, seconds * 1e3, target.variant, target.threads);
  for (size_t row = 0; row < output->rows; ++row) {
    auto values = std::span(output->values).subspan(row * output->columns, output->columns);
    rows.push_back(std::vector<float>(values.begin(), values.end()));
    text += fmt::format("  [{}] {:.6g}{}\n", row,
                        fmt::join(values.first(std::min<size_t>(6, values.size())), " "),
                        values.size() > 6 ? " ..." : "");
  }
  session.document.update({{"stack", stack.name},
                           {"tokens", call.batch.tokens},
                           {"ms", seconds * 1e3},
                           {"variant", target.variant},
                           {"threads", target.threads},
                           {"rows", std::move(rows)}});
  return session.succeed(text);
}

int generate(Session &session, const Options &options, const graph::Stack &stack, const RunData &data,
             const RunnableStack &target, std::vector<Sequence> prompts) {
  size_t promptTokens = wholeCall(prompts).batch.tokens;
  Generation generation(session, options, target, std::move(prompts));
  if (!generation.run())
    return session.fail();
  Json sequences = Json::array();
  std::string text;
  size_t made = 0;
  for (const Sequence &each : generation.all) {
    std::span<const int32_t> ids = std::span(each.ids).subspan(each.prompt);
    made += ids.size();
    sequences.push_back({{"prompt", each.prompt}, {"ids", ids}});
    text += fmt::format("{}\n", fmt::join(ids, ","));
  }
  double promptRate = double(promptTokens) / std::max(1e-9, generation.promptSeconds),
         rate = double(made - std::min(made, generation.all.size())) / std::max(1e-9, generation.seconds);
  session.document.update({{"stack", stack.name},
                           {"prompt_tokens", promptTokens},
                           {"prompt_tokens_per_s", promptRate},
                           {"tokens", made},
                           {"tokens_per_s", rate},
                           {"variant", target.variant},
                           {"threads", target.threads},
                           {"sequences", std::move(sequences)}});
  describeSeeded(session, options, data);
  fmt::print(stderr, "{}: prompt of {} tokens, {:.4g} tokens/s; then {:.4g} tokens/s, on {}, {} threads\n",
             stack.name, promptTokens, promptRate, rate, target.variant, target.threads);
  return session.succeed(text);
}

/// Why `stack` cannot do what is asked of it, or "".
std::string complaint(const Options &options, const graph::Stack &stack) {
  if (!options.data.positions.empty())
    return "--positions is not for prompts: they begin at position 0";
  if (!options.isEmbedding && (!options.data.output.empty() || !options.data.save.empty()))
    return "--output and --save are for the rows of --embed; tokens go to standard output";
  if (stack.embedding && options.stop >= stack.embedding->vocab)
    return fmt::format("--stop {} is not below the vocabulary of {}", options.stop, stack.embedding->vocab);
  if (!stack.embedding)
    return fmt::format("'{}' has no embedding: it takes rows, not ids; use tenon run", stack.name);
  if (options.isEmbedding)
    return stack.head
               ? fmt::format("'{}' has a head: its rows are logits; --embed is for encoders", stack.name)
               : "";
  if (!stack.head)
    return fmt::format("'{}' has no head, so it generates no tokens; --embed prints its rows", stack.name);
  for (const auto &layer : stack.layers)
    if (graph::seesLaterTokens(*layer))
      return fmt::format("layers of '{}' see later tokens, so it generates none", stack.name);
  return "";
}

int runGenerate(const Options &options) {
  Session session(options.isJson);
  std::optional<graph::Program> program = session.load(options.spec);
  const graph::Stack *stack = program ? selectStack(session, *program, options.block) : nullptr;
  if (!stack)
    return session.fail();
  if (std::string reason = complaint(options, *stack); !reason.empty()) {
    session.error(reason);
    return session.fail();
  }
  std::optional<RunData> data = gather(session, *stack, options.data);
  auto prompts = data ? readPrompts(session, options, *data) : std::nullopt;
  if (!prompts || !checkPrompts(session, options, *stack, *prompts))
    return session.fail();
  Exit exitCode = badInput;
  session.progress.show("compiling");
  auto target =
      makeRunnable(session, *program, *stack, data->parameters, options.target, options.threads, exitCode);
  if (!target)
    return session.fail(exitCode);
  return options.isEmbedding ? embed(session, options, *stack, *data, *target, *prompts)
                             : generate(session, options, *stack, *data, *target, std::move(*prompts));
}

} // namespace

void addGenerate(CLI::App &app, Action &action) {
  auto options = std::make_shared<Options>();
  CLI::App *verb = app.add_subcommand("generate", "Runs a whole stack: greedy tokens, or embeddings");
  verb->footer(
      "Prints the ids of the tokens that follow each prompt, one line a prompt; how fast, on stderr.\n"
      "The first of equally likely tokens is taken. With --embed: the rows of an encoder.\n\n"
      "  tenon generate smollm2.tenon --weights smollm2.gguf --names names.json --ids 1,2,3 --steps 64\n"
      "  tenon generate minilm.tenon --weights model.safetensors --names names.json --ids 101,7592,102 "
      "--embed");
  verb->add_option("--ids", options->prompts, "a prompt; several of them are one batch")->type_name("ID,ID");
  verb->add_option("--steps", options->steps, "tokens to make of each prompt")
      ->check(inRange(0, size_t(1) << 24))
      ->type_name("N")
      ->capture_default_str();
  verb->add_option("--stop", options->stop, "a sequence ends behind this token")->type_name("ID");
  verb->add_option("--cache", options->cacheTokens,
                   "tokens for which the cache has room; 0: as many as needed")
      ->check(inRange(0, size_t(1) << 40))
      ->type_name("N");
  verb->add_option("--chunk", options->chunk, "most tokens of a prompt in one call")
      ->check(inRange(1, size_t(1) << 24))
      ->type_name("N")
      ->capture_default_str();
  verb->add_flag("--embed", options->isEmbedding, "print the rows of an encoder");
  addRunOptions(*verb, *options);
  verb->callback([options, &action] { action = [options] { return runGenerate(*options); }; });
}

} // namespace tenon::cli
