// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/tenon/Session.h"
#include "dsl/check/Check.h"
#include "tools/tenon/Output.h"
#include "tools/tenon/Reproducer.h"
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::cli {

void addSpec(CLI::App &verb, SpecOptions &options) {
  verb.add_option("SPEC", options.spec, "the spec to read; - is standard input")->required();
}

void addBlock(CLI::App &verb, SpecOptions &options) {
  verb.add_option("--block", options.block, "which block, where the spec holds several")->type_name("NAME");
}

void addJson(CLI::App &verb, SpecOptions &options) {
  verb.add_flag("--json", options.isJson, "one JSON document on standard output, diagnostics included");
}

std::optional<FileId> Session::read(const std::string &path) {
  std::string reason;
  std::optional<FileId> file = sources.read(path, reason);
  if (file)
    addToReproducer(path, sources.file(*file).text);
  else
    error(fmt::format("cannot read '{}': {}", path, reason));
  return file;
}

std::optional<graph::Program> Session::load(const std::string &path) {
  std::optional<FileId> file = read(path);
  return file ? check(sources, *file, diagnostics) : std::nullopt;
}

void Session::printDiagnostics() {
  diagnostics.sort();
  if (isJson)
    document["diagnostics"] = diagnostics.toJson();
  else
    fmt::print(stderr, "{}", diagnostics.render(isColourWanted()));
}

int Session::fail(Exit code) {
  if (code == internal)
    error(fmt::format("this is a fault of tenon: please report it with the file {}", saveReproducer()));
  document = {{"format", 1}};
  return end("", code);
}

int Session::end(const std::string &text, Exit code) {
  progress.clear();
  printDiagnostics();
  core::Result<core::Done> done = writeFiles({{"-", isJson ? document.dump(2) + '\n' : text}});
  if (done)
    return code;
  fmt::print(stderr, "error: {}\n", done.error());
  return badInput;
}

Candidate select(Session &session, const graph::Program &program, const std::string &name) {
  std::vector<std::string> names;
  std::vector<Candidate> candidates;
  auto add = [&](const std::string &candidate, Candidate what) {
    names.push_back(candidate);
    if (name.empty() || candidate == name)
      candidates.push_back(std::move(what));
  };
  for (const auto &block : program.blocks)
    add(block->name, {block, nullptr});
  for (const graph::Stack &stack : program.stacks)
    add(stack.name, {nullptr, &stack});
  if (candidates.size() == 1)
    return candidates.front();
  if (name.empty() && program.stacks.size() == 1) // a spec is about its stack; blocks are its layers
    return {nullptr, &program.stacks.front()};
  if (names.empty())
    session.error("the spec holds no block or stack without open parameters");
  else if (name.empty())
    session.error(fmt::format("the spec holds {}: say which with --block", fmt::join(names, ", ")));
  else if (std::string near = nearest(name, names); !near.empty())
    session.error(fmt::format("there is no block '{}'; did you mean '{}'?", name, near));
  else
    session.error(fmt::format("there is no block '{}'; the spec holds {}", name, fmt::join(names, ", ")));
  return {};
}

std::shared_ptr<const graph::Block> selectBlock(Session &session, const graph::Program &program,
                                                const std::string &name) {
  Candidate candidate = select(session, program, name);
  if (candidate.stack)
    session.error(fmt::format("'{}' is a stack; this works on a block so far", candidate.stack->name));
  return candidate.block;
}

const graph::Stack *selectStack(Session &session, const graph::Program &program, const std::string &name) {
  Candidate candidate = select(session, program, name);
  if (candidate.block)
    session.error(fmt::format("'{}' is a block; this works on a stack", candidate.block->name));
  return candidate.stack;
}

} // namespace tenon::cli
